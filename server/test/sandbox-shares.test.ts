import { afterAll, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition } from "../src/apps/catalog/test-things-api.ts";
import type { AccountScope } from "../src/auth/scope.ts";
import { readConfigView } from "../src/configs/change.ts";
import { fetchRuleColumns } from "../src/configs/options/fill-rules.ts";
import { insertTestWorkflow } from "../src/configs/test-workflow.ts";
import { saveRecord } from "../src/datastores/store.ts";
import { createToolbox } from "../src/mcp/tools/toolbox.ts";
import { isInOwnShare } from "../src/platform/sandbox/test-sandbox.ts";
import { startTestShop, type TestShop } from "../src/triggers/test-shop.ts";
import type { TestRequest } from "./test-server.ts";

const API = "/api/v2/public";
// Checked in a thread, however short the list.
const PICKY = {
  type: "object",
  properties: { list: { type: "array", contains: { type: "integer" } } },
} as const;
const INPUT = { list: [1] };
const CODE = "return { rhs: { name: lhs } }";

let shop: TestShop;
/** A customer of the organization. */
let customer: { token: string; scope: AccountScope };
let tool: string;

beforeAll(async () => {
  shop = await startTestShop();
  const picky = {
    title: "Pick",
    description: "Picks.",
    hints: { read_only: true },
    input: PICKY,
    request: { method: "GET", path: "/things" },
  };
  const body = buildThingsDefinition("picky", shop.api.url, {
    options: {},
    base_url: shop.api.url,
    actions: { pick: picky },
  });
  await request({ method: "POST", url: `${API}/application`, body });
  const fields = [{ id: "rules", field_type: "rule_engine", rule_columns: { conditional_code: CODE } }];
  await request({ method: "PUT", url: `${API}/application/picky/fields`, body: { fields } });
  await request({
    method: "PUT",
    url: `${API}/portal-workflows`,
    body: { building: "portal", node_types: ["log", "action"] },
  });
  tool = await insertTestWorkflow(shop.server.deps, shop.server.test, { settings: { json_schema: PICKY } });
  customer = await createCustomer("acme");
});
afterAll(() => shop.close());

async function request(sent: TestRequest) {
  const reply = await shop.server.request({
    ...(sent.token === undefined && { key: shop.server.testKey }),
    ...sent,
  });
  if (reply.status >= 300) throw new Error(`${sent.url}: ${reply.status} ${reply.text}`);
  return reply;
}

async function createCustomer(accountId: string) {
  const { deps, test: scope } = shop.server;
  const token = await shop.server.account(accountId);
  await shop.connect(accountId, "good", "picky");
  await request({ method: "POST", url: `${API}/config`, token, body: { slug: "picky" } });
  const found = deps.db.selectFrom("configs").innerJoin("linked_accounts as a", "a.id", "configs.account_id");
  const { id, config } = await found
    .select(["a.id", "configs.id as config"])
    .where("a.account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const record = {
    recordId: "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a11",
    fields: { name: "Ada" },
    now: new Date(),
  };
  await deps.queue.transaction((tx) => saveRecord(tx, config, "people", record));
  return { token, scope: { ...scope, account: { id, accountId } } };
}

type Call = (of: typeof customer) => Promise<unknown>;
const workflow = (node: object) => ({
  name: "Own",
  slug: "picky",
  nodes: [
    { id: "start", type: "start" },
    { id: "a", ...node },
  ],
  edges: [{ source: "start", target: "a" }],
});
const post =
  (url: string, body: object, headers?: Record<string, string>): Call =>
  ({ token }) =>
    request({ method: "POST", url, token, body, headers });

const CALLS: Record<string, Call> = {
  "check an action's input": post("/api/v2/integration-schema/picky/actions/pick/execute", { input: INPUT }),
  "search a datastore": post(`${API}/datastore/config/picky/people/search`, { name: "a" }),
  "run the code of a field": post(
    `${API}/config/rule-engine/rules`,
    { rule_column: { lhs: "x" } },
    { slug: "picky" },
  ),
  "run the code of a form": async ({ scope }) => {
    const { deps } = shop.server;
    const key = { slug: "picky", configId: scope.account.accountId };
    const view = await readConfigView(deps.db, scope, key);
    const { errors } = await fetchRuleColumns(deps, scope, view, () => ["x"]);
    expect(errors).toEqual([]);
  },
  "try expressions": post(`${API}/expressions/evaluate`, { data: { a: "{{ [1].map(n => n) }}" } }),
  "save expressions": post(
    `${API}/workflow`,
    workflow({ type: "log", data: { message: "{{ [1].map(n => n) }}" } }),
  ),
  "save an action's input": post(
    `${API}/workflow`,
    workflow({ type: "action", action: "picky/pick", data: INPUT }),
  ),
  "check a tool's arguments": async ({ scope }) => {
    const apps = [{ slug: "shop", workflows: [{ id: tool, name: "Pick", description: "" }], actions: [] }];
    const source = {
      id: "server",
      safe_mode: false,
      associated_apps: apps,
      offered_apps: apps,
      changed: [],
    } as const;
    const { tools } = await createToolbox(shop.server.deps, scope, source);
    expect(await tools.get("shop_Pick_workflow")?.check(INPUT)).toBeUndefined();
  },
};

/** While the shares of the organization, and of what is nobody's own work, are taken. */
const endsInOwnShare = (call: () => Promise<unknown>) =>
  isInOwnShare(shop.server.deps.sandbox, ["", shop.server.orgId], call);

test.each(Object.entries(CALLS))("customers %s in their own share of the sandbox", async (_what, call) => {
  expect(await endsInOwnShare(() => call(customer))).toBe(true);
});

test("the inputs of a customer's triggers are computed in its own share of the sandbox", async () => {
  await shop.watch("{{ ['own'].map(name => name)[0] }}");
  shop.api.requests.length = 0;
  expect(await endsInOwnShare(() => shop.pass())).toBe(true);
  expect(shop.api.requests.map(({ url }) => url)).toContain("/things?list=own");
});
