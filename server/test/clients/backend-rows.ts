import { expect } from "vitest";
import { KEYED, OAUTH, type Row, type World } from "./contract-server.ts";

const ACCOUNT = "buyer@example.com";
const ACCOUNTS = "/api/v2/public/linked-account";
const EVENTS = "/api/v2/public/event";
const CONFIG = "/api/v2/public/config";
const WEBHOOK = "/api/v2/public/webhook";
const ONE_CONFIG = `/api/v2/public/slug/${KEYED}/config/`;

const tokensOf = ({ made: { access_token = "", refresh_token = "" } }: World) => ({
  access_token,
  refresh_token,
});
const account = { linked_account_id: ACCOUNT };
const config = (id: string) => expect.objectContaining({ slug: KEYED, config_id: id });
const fired = () => ({ message: "Webhook Fired Success", event_id: expect.any(String), executions: 1 });
const page = expect.objectContaining({ docs: expect.any(Array), totalDocs: expect.any(Number) });
const remember =
  ({ made }: World, name: string, key: string) =>
  (body: Record<string, string>) => {
    made[name] = body[key] ?? "";
    return made[name] !== "";
  };

/** The requests of each method of the published server library 1.3.0, and what it reads (platform-surface 2.3). */
export const BACKEND_ROWS: readonly Row[] = [
  {
    name: "createLinkedAccount",
    sent: () => ({ method: "POST", path: ACCOUNTS, body: { ...account, name: "Buyer" } }),
    reads: () => expect.objectContaining({ account_id: ACCOUNT, name: "Buyer" }),
  },
  {
    name: "upsertLinkedAccount",
    sent: () => ({ method: "PUT", path: ACCOUNTS, body: { ...account, udf: { plan: "pro" } } }),
    reads: () => expect.objectContaining({ account_id: ACCOUNT, new_account: false }),
  },
  {
    name: "getAllLinkedAccounts",
    sent: () => ({ path: ACCOUNTS }),
    reads: () => page,
  },
  {
    name: "getAllLinkedAccounts with a page",
    sent: () => ({ path: `${ACCOUNTS}?page=1&limit=5` }),
    reads: () => expect.objectContaining({ page: 1, limit: 5 }),
  },
  {
    name: "getLinkedAccountById, with an id that is not escaped",
    sent: () => ({ path: `${ACCOUNTS}/${ACCOUNT}` }),
    reads: () => expect.objectContaining({ account_id: ACCOUNT, integrations: [] }),
  },
  {
    name: "getTokenForLinkedAccount",
    sent: () => ({ method: "POST", path: "/api/v2/public/session-token", body: account }),
    reads: () => expect.objectContaining({ token: expect.any(String) }),
  },
  {
    name: "migrateAuth",
    account: ACCOUNT,
    sent: (world) => ({
      method: "PUT",
      path: "/api/v2/public/migrate-token",
      body: { ...account, slug: OAUTH, auth_object: tokensOf(world) },
    }),
    reads: () => ({ success: true, message: expect.any(String) }),
  },
  {
    name: "getApplications",
    account: ACCOUNT,
    sent: () => ({ path: "/api/v2/public/application" }),
    reads: () => expect.arrayContaining([expect.objectContaining({ slug: OAUTH, connected: true })]),
  },
  {
    name: "getApplicationBySlug",
    account: ACCOUNT,
    sent: () => ({ path: `/api/v2/public/application/${KEYED}` }),
    reads: () => expect.objectContaining({ slug: KEYED, connected: false }),
  },
  {
    name: "config",
    account: ACCOUNT,
    sent: () => ({ method: "POST", path: CONFIG, body: { ...account, slug: KEYED } }),
    reads: () => config(ACCOUNT),
  },
  {
    name: "config with a name and labels",
    account: ACCOUNT,
    sent: () => ({
      method: "POST",
      path: CONFIG,
      body: { ...account, slug: KEYED, config_id: "second", labels: { stages: [{ name: "A", value: 1 }] } },
    }),
    reads: () => config("second"),
  },
  {
    name: "updateConfig",
    account: ACCOUNT,
    sent: (world) => ({
      method: "PUT",
      path: CONFIG,
      body: {
        ...account,
        slug: KEYED,
        fields: {},
        workflows: [{ id: world.server.workflow, enabled: true, fields: { region: "eu" } }],
      },
    }),
    reads: () => expect.objectContaining({ workflows: [expect.objectContaining({ enabled: true })] }),
  },
  {
    name: "getConfig, with the slash that stays behind and a body on GET",
    account: ACCOUNT,
    sent: () => ({ path: ONE_CONFIG, body: { ...account, slug: KEYED } }),
    reads: () => config(ACCOUNT),
  },
  {
    name: "getConfig with a name",
    account: ACCOUNT,
    sent: () => ({
      path: `${ONE_CONFIG}second`,
      body: { ...account, slug: KEYED, config_id: "second" },
    }),
    reads: () => config("second"),
  },
  {
    name: "event",
    account: ACCOUNT,
    sent: () => ({
      method: "POST",
      path: EVENTS,
      headers: { config_id: ACCOUNT },
      body: { ...account, event: "order.placed", config_id: ACCOUNT, payload: { number: 1 } },
    }),
    reads: fired,
  },
  {
    name: "event of one application",
    account: ACCOUNT,
    sent: () => ({
      method: "POST",
      path: `${EVENTS}/${KEYED}`,
      body: { ...account, event: "order.placed", slug: KEYED, payload: { number: 2 } },
    }),
    reads: fired,
  },
  {
    name: "triggerEvent",
    account: ACCOUNT,
    sent: () => ({
      method: "POST",
      path: `${EVENTS}/trigger`,
      body: { ...account, event: "order.placed", config_id: ACCOUNT, payload: { number: 3 } },
    }),
    reads: fired,
  },
  {
    name: "listEvents",
    sent: () => ({ path: EVENTS }),
    reads: (world) =>
      expect.toSatisfy(([event]: { _id: string; name: string; response: unknown[] }[]) => {
        world.made.event = event?._id ?? "";
        return event?.name === "order.placed" && event.response.length === 1;
      }),
  },
  {
    name: "listEventById",
    sent: (world) => ({ path: `${EVENTS}/${world.made.event}` }),
    reads: (world) =>
      expect.objectContaining({ _id: world.made.event, response: [{ key: "number", type: "number" }] }),
  },
  {
    name: "updateEvent",
    sent: (world) => ({
      method: "PUT",
      path: `${EVENTS}/${world.made.event}`,
      body: { event_id: world.made.event, name: "order.paid", response: '{"paid":true}' },
    }),
    reads: () => expect.objectContaining({ name: "order.paid", raw_response: { paid: true } }),
  },
  {
    name: "deleteEvent",
    sent: (world) => ({ method: "DELETE", path: `${EVENTS}/${world.made.event}` }),
    reads: () => ({ message: "event deleted successfully" }),
  },
  {
    name: "executeWorkflow and wait",
    account: ACCOUNT,
    sent: (world) => ({
      method: "POST",
      path: `/api/v1/workflow/${world.server.workflow}/execute`,
      headers: { slug: KEYED, sync_execution: "true" },
      body: { number: 7 },
    }),
    reads: () => expect.objectContaining({ execution_id: expect.any(String), return_value: { number: 7 } }),
  },
  {
    name: "executeWorkflow",
    account: ACCOUNT,
    sent: () => ({
      method: "POST",
      path: "/api/v1/workflow/offered/execute",
      headers: { slug: KEYED, sync_execution: "false" },
      body: {},
    }),
    reads: (world) => expect.toSatisfy(remember(world, "execution", "execution_id")),
  },
  {
    name: "getExecutions",
    account: ACCOUNT,
    sent: () => ({ path: "/api/v2/public/execution?page=1&limit=10" }),
    reads: () => page,
  },
  {
    name: "getExecutionById",
    account: ACCOUNT,
    sent: (world) => ({ path: `/api/v2/public/execution/${world.made.execution}` }),
    reads: (world) => expect.objectContaining({ _id: world.made.execution, linked_account_id: ACCOUNT }),
  },
  {
    name: "createWebhook",
    sent: () => ({
      method: "POST",
      path: WEBHOOK,
      body: { webhook_url: "https://example.com/hook", webhook_events: ["Connection Created"] },
    }),
    reads: () => expect.objectContaining({ webhook_url: "https://example.com/hook" }),
  },
  {
    name: "getWebhook",
    sent: () => ({ path: WEBHOOK }),
    reads: () => [expect.objectContaining({ webhook_url: "https://example.com/hook" })],
  },
  {
    name: "subscribeWebhookEvents",
    sent: () => ({
      method: "POST",
      path: `${WEBHOOK}/subscribe`,
      body: { webhook_events: ["workflow-completed"] },
    }),
    reads: () => expect.objectContaining({ webhook_events: ["Connection Created", "Workflow Completed"] }),
  },
  {
    name: "unsubscribeWebhookEvent",
    sent: () => ({
      method: "POST",
      path: `${WEBHOOK}/unsubscribe`,
      body: { webhook_event: "connection-created" },
    }),
    reads: () => expect.objectContaining({ webhook_events: ["Workflow Completed"] }),
  },
  {
    name: "deleteWebhook",
    sent: () => ({ method: "DELETE", path: WEBHOOK }),
    reads: () => expect.objectContaining({ webhook_url: "https://example.com/hook" }),
  },
  {
    name: "deleteConfig, with the slash that stays behind and a body on DELETE",
    account: ACCOUNT,
    sent: () => ({ method: "DELETE", path: ONE_CONFIG, body: { ...account, slug: KEYED } }),
    reads: () => ({ message: "Installation Deleted Success" }),
  },
  {
    name: "deleteLinkedAccount, with an id that is not escaped",
    sent: () => ({ method: "DELETE", path: `${ACCOUNTS}/${ACCOUNT}` }),
    reads: () => ({ message: "User deleted successfully" }),
  },
];
