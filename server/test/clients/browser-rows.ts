import { expect } from "vitest";
import { KEYED, type Row, type World } from "./contract-server.ts";

/** The account whose browser sends all requests. */
export const ACCOUNT = "buyer@example.com";

const APPS = "/api/v2/f-sdk/application";
const SAVE = `/api/v2/app/${KEYED}/save`;
const CONFIG = "/api/v2/f-sdk/config";
const OWN_CONFIG = `/api/v2/f-sdk/slug/${KEYED}/config`;
const WORKFLOWS = "/api/v2/public/workflow";
const json = { "content-type": "application/json" };
const key = ({ server }: World) => ({ key: server.thirdParty.stockroomKey });
const choose = ({ server }: World, fields: unknown) => ({
  slug: KEYED,
  fields,
  workflows: [{ id: server.workflow, enabled: true, fields: { region: "eu" } }],
});
const config = (id = ACCOUNT) => expect.objectContaining({ slug: KEYED, config_id: id, field_errors: [] });
const page = expect.objectContaining({ docs: expect.any(Array), totalDocs: expect.any(Number), page: 1 });
const record =
  ({ made }: World) =>
  (body: { _id: string; workflow?: object }) => {
    made.workflow = body._id;
    return body.workflow === undefined && typeof body._id === "string";
  };

/** The requests of each method of the published browser clients, and what it reads (platform-surface 2.1). */
export const BROWSER_ROWS: readonly Row[] = [
  {
    name: "getAccountDetails, JS 5.1+, RJ",
    sent: () => ({ path: "/api/v3/org/basics" }),
    reads: () =>
      expect.objectContaining({ linked_account: expect.objectContaining({ account_id: ACCOUNT }) }),
  },
  {
    name: "updateAccount, JS 8.4+, RJ",
    sent: () => ({
      method: "PUT",
      path: "/api/v2/public/linked-account",
      body: { name: "Buyer", udf: { plan: "pro" }, anything: { else: [1] } },
    }),
    reads: () => expect.objectContaining({ account_id: ACCOUNT, name: "Buyer" }),
  },
  {
    name: "getApp without a slug, JS 6+, RJ; getApps, JS 8.8+, RJ",
    sent: () => ({ path: APPS }),
    reads: () => expect.arrayContaining([expect.objectContaining({ slug: KEYED, connected: false })]),
  },
  {
    name: "getApps, JS 8.2-8.7",
    sent: () => ({ path: `${APPS}?ecosystem=true` }),
    reads: () => expect.arrayContaining([expect.objectContaining({ slug: KEYED })]),
  },
  {
    name: "getApp with a slug, JS 6+, RJ",
    sent: () => ({ path: `${APPS}/${KEYED}` }),
    reads: () =>
      expect.objectContaining({
        name: "Stockroom",
        auth_type: "keybased",
        auth_type_options: { keybased: [expect.objectContaining({ name: "key", required: true })] },
        connected_accounts: [],
      }),
  },
  {
    name: "connect with a key, JS 3-9, RJ",
    sent: (world) => ({ method: "POST", path: SAVE, body: key(world) }),
    reads: () => ({ success: true }),
  },
  {
    name: "connect with a key of a named kind, RJ 10.6",
    sent: (world) => ({ method: "POST", path: SAVE, body: { ...key(world), auth_type: "api_key" } }),
    reads: () => ({ success: true }),
  },
  {
    name: "connect with a key under an auth profile, JS 9.3-beta",
    sent: (world) => ({ method: "POST", path: `${SAVE}?auth_config_id=keybased`, body: key(world) }),
    reads: () => ({ success: true }),
  },
  {
    name: "config without labels, JS 6-8.6",
    sent: () => ({ method: "POST", path: CONFIG, body: { slug: KEYED } }),
    reads: () => config(),
  },
  {
    name: "config with a list of labels, JS 8.7+, RJ",
    sent: () => ({
      method: "POST",
      path: CONFIG,
      body: { slug: KEYED, config_id: "second", labels: [{ name: "Won", value: 1 }] },
    }),
    reads: () => config("second"),
  },
  {
    name: "config with a map of labels, JS 6-7, React",
    sent: () => ({
      method: "POST",
      path: CONFIG,
      body: { slug: KEYED, config_id: "third", labels: { stages: [{ name: "Won", value: "won" }] } },
    }),
    reads: () => config("third"),
  },
  {
    name: "getConfigs, JS 8.7+, RJ",
    sent: () => ({ path: `/api/v2/public/slug/${KEYED}/configs` }),
    reads: () => [{ config_id: ACCOUNT }, { config_id: "second" }, { config_id: "third" }],
  },
  { name: "getConfig, JS 6+, RJ", sent: () => ({ path: OWN_CONFIG }), reads: () => config() },
  {
    name: "getConfig with a name, JS 6+, RJ",
    sent: () => ({ path: `${OWN_CONFIG}/second` }),
    reads: () => config("second"),
  },
  {
    name: "getConfig without options, RJ 10.3+",
    sent: () => ({ path: OWN_CONFIG, headers: { disable_field_options: "true" } }),
    reads: () => config(),
  },
  {
    name: "updateConfig, JS 6+, RJ",
    sent: (world) => ({ method: "PUT", path: CONFIG, body: choose(world, {}) }),
    reads: () =>
      expect.objectContaining({
        workflows: [
          expect.objectContaining({
            enabled: true,
            fields: expect.arrayContaining([expect.objectContaining({ id: "region", value: "eu" })]),
          }),
        ],
      }),
  },
  {
    name: "updateConfig with an empty list of fields, React",
    sent: (world) => ({ method: "PUT", path: CONFIG, body: choose(world, []) }),
    reads: () => config(),
  },
  {
    name: "toggleConfigWorkflow, RJ 10.4+",
    sent: (world) => ({
      method: "PATCH",
      path: `/api/v2/public/slug/${KEYED}/config/${ACCOUNT}/workflows/${world.server.workflow}`,
      body: { enabled: false },
    }),
    reads: (world) => ({
      workflows: [expect.objectContaining({ id: world.server.workflow, enabled: false })],
    }),
  },
  {
    name: "getWorkflows, JS 8.7+, RJ",
    sent: () => ({ path: `${WORKFLOWS}?page=1&limit=100` }),
    reads: () => page,
  },
  {
    name: "getWorkflows with every filter, JS 8.7+, RJ",
    sent: () => ({
      path: `${WORKFLOWS}?page=1&limit=100&slug=${KEYED}&name=Off&published=true&start_date=2020-01-01T00%3A00%3A00.000Z&end_date=2999-01-01`,
    }),
    reads: (world) =>
      expect.objectContaining({ docs: [expect.objectContaining({ _id: world.server.workflow })] }),
  },
  {
    name: "createWorkflow, JS 8.7+, RJ",
    sent: () => ({ method: "POST", path: WORKFLOWS, body: { name: "Own", description: "", slug: KEYED } }),
    reads: (world) => expect.toSatisfy(record(world)),
  },
  {
    name: "deleteWorkflow, JS 8.8+, RJ",
    sent: (world) => ({ method: "DELETE", path: `${WORKFLOWS}/${world.made.workflow}` }),
    reads: () => ({ message: expect.any(String), successfullyDeletedTriggers: true }),
  },
  {
    name: "getWorkflowPayload, JS 9.1+, RJ",
    sent: (world) => ({ path: `${WORKFLOWS}/request-structure/${world.server.workflow}` }),
    reads: () => ({
      payload: { number: 7 },
      schema: null,
      schema_interpreted: [{ key: "number", type: "number" }],
    }),
  },
  {
    name: "executeWorkflow and wait, JS 9.1+, RJ",
    sent: (world) => ({
      method: "POST",
      path: `${WORKFLOWS}/${world.server.workflow}/execute`,
      headers: { slug: "", sync_execution: "true" },
      body: { number: 7 },
    }),
    reads: (world) =>
      expect.toSatisfy((body: { execution_id: string; return_value: unknown }) => {
        world.made.execution = body.execution_id;
        return JSON.stringify(body.return_value) === '{"number":7}';
      }),
  },
  {
    name: "executeWorkflow by alias without a payload, JS 9.1+, RJ",
    sent: () => ({
      method: "POST",
      path: `${WORKFLOWS}/offered/execute`,
      headers: { ...json, slug: KEYED, sync_execution: "false" },
    }),
    reads: () => expect.objectContaining({ execution_id: expect.any(String) }),
  },
  {
    name: "getExecutions, JS 8.9+, RJ",
    sent: () => ({
      path: "/api/v2/public/execution?page=1&limit=10&status=COMPLETED&execution_source=API+Call",
    }),
    reads: () => page,
  },
  {
    name: "getExecution, JS 8.9+, RJ",
    sent: (world) => ({ path: `/api/v2/public/execution/${world.made.execution}` }),
    reads: () => expect.objectContaining({ status: "COMPLETED", nodes: expect.any(Array) }),
  },
  {
    name: "deleteConfig, JS 6+, RJ",
    sent: () => ({ method: "DELETE", path: OWN_CONFIG }),
    reads: () => ({ message: expect.any(String) }),
  },
  {
    name: "deleteConfig with a name, JS 6+, RJ",
    sent: () => ({ method: "DELETE", path: `${OWN_CONFIG}/second` }),
    reads: () => ({ message: expect.any(String) }),
  },
  {
    name: "disconnect one kind, JS 9+, RJ",
    sent: () => ({ method: "DELETE", path: `/api/v1/linked-acc/integration/${KEYED}?auth_type=keybased` }),
    reads: () => ({ success: true, message: expect.any(String) }),
  },
];
