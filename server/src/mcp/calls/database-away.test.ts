import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { buildToolCall, startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";

let shop: TestApprovals;
let record: string;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  const workflows = [
    { id: await publishTestWorkflow(shop.server, { code: "return { sold: 1 }" }), tool_name: "order" },
  ];
  const actions = [{ id: "make_thing", tool_name: "make" }];
  record = await shop.server.record({ associated_apps: [{ slug: "things", actions, workflows }] });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const AWAY = Object.assign(new Error("terminating connection"), { code: "57P01" });
const FAULT = new Error("a fault of ours");

/** Lets a statement fail the first few times, as where the database's server goes away; how often it was asked for. */
function failing(statement: string, { times, error = AWAY }: { times: number; error?: Error }) {
  const { database } = shop.server.deps;
  const query = database.query.bind(database);
  const asked = { count: 0 };
  vi.spyOn(database, "query").mockImplementation(async (one, values) => {
    if (one.name !== statement) return query(one, values);
    asked.count++;
    if (asked.count <= times) throw error;
    return query(one, values);
  });
  return asked;
}

const keyed = <Call>(call: Call, key: string) => ({ ...call, _meta: { "junctor/idempotency-key": key } });

test("a call whose execution cannot be read for a moment still has its result", async () => {
  const client = await shop.server.connect(record, shop.token);
  const looks = failing("runs-status", { times: 3 });
  expect(await client.callTool({ name: "order", arguments: {} })).toMatchObject({
    structuredContent: { sold: 1 },
  });
  expect(looks.count).toBeGreaterThan(3);
});

test("a call whose execution has started never fails because of a later error", async () => {
  const client = await shop.server.connect(record, shop.token);
  failing("runs-status", { times: Infinity, error: FAULT });
  const call = keyed({ name: "order", arguments: {} }, "order");
  const { structuredContent, isError } = await client.callTool(call);
  expect(isError).toBeFalsy();
  const { execution_id: id } = structuredContent as { execution_id: string };
  expect(structuredContent).toMatchObject({ status: "RUNNING" });
  vi.restoreAllMocks();
  const row = await shop.server.deps.db
    .selectFrom("mcp_calls")
    .select(["run_id", "error"])
    .where("idempotency_key", "=", "order")
    .executeTakeFirst();
  expect(row).toEqual({ run_id: id, error: null });
  await expect.poll(async () => (await client.callTool(call)).structuredContent).toEqual({ sold: 1 });
});

test.each([undefined, "make"])(
  "a call whose end cannot be stored has its result, and its end is stored later (key: %s)",
  async (key) => {
    const call = key === undefined ? buildToolCall() : keyed(buildToolCall(), key);
    const client = await shop.server.connect(record, shop.token);
    const before = shop.made().length;
    const ends = failing("mcp-finish-calls", { times: 2 });
    const made = { made: { name: "lamp" } };
    expect((await client.callTool(call)).structuredContent).toMatchObject(made);
    const { db } = shop.server.deps;
    const last = db.selectFrom("mcp_calls").select("status").where("tool", "=", "make").orderBy("id", "desc");
    await expect.poll(async () => (await last.executeTakeFirst())?.status).toBe("COMPLETED");
    expect(ends.count).toBe(3);
    if (key !== undefined) expect((await client.callTool(call)).structuredContent).toMatchObject(made);
    expect(shop.made().length).toBe(before + 1);
  },
);
