import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { buildApprovalUrl } from "../approvals/links.ts";
import {
  buildToolCall,
  getUrlPath,
  startTestApprovals,
  type TestApprovals,
} from "../approvals/test-asking.ts";

let shop: TestApprovals;
let record: string;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  const code = `if (input.fail) throw new Error("no stock at 10.0.0.5"); return { lines: "x".repeat(input.length) }`;
  const workflows = [{ id: await publishTestWorkflow(shop.server, { code }), tool_name: "order" }];
  const actions = [{ id: "make_thing", tool_name: "make" }];
  record = await shop.server.record({ associated_apps: [{ slug: "things", actions, workflows }] });
});
afterAll(() => shop.close());

const withKey = (args: object, key: string) => ({
  name: "order",
  arguments: { ...args },
  _meta: { "junctor/idempotency-key": key },
});

/** What was called under a key as it stands where the answer was that it goes on: the execution's end is not in the log. */
async function outlasts(key: string) {
  const { db } = shop.server.deps;
  const run = await db.selectFrom("runs").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  const went = { run_id: run.id, status: "COMPLETED", error: null, result: null } as const;
  await db.updateTable("mcp_calls").set(went).where("idempotency_key", "=", key).execute();
  return run;
}

async function list(query = "") {
  const url = `/api/v2/public/mcp-servers/${record}/calls?tool=order${query}`;
  return (await shop.server.request({ url, key: shop.server.testKey })).body;
}

test("a call that continues as an execution returns its outcome, which is also in the log", async () => {
  const client = await shop.server.connect(record, shop.token);
  const short = withKey({ length: 3 }, "short");
  const long = withKey({ length: 200_000 }, "long");
  const failing = withKey({ fail: true }, "failing");
  const runs = [];
  for (const call of [short, long, failing]) {
    await client.callTool(call);
    runs.push(await outlasts(call._meta["junctor/idempotency-key"]));
  }
  expect((await client.callTool(short)).structuredContent).toEqual({ lines: "xxx" });
  const first = (await client.callTool(long)).structuredContent as Record<string, unknown>;
  expect(first).toMatchObject({ execution_id: runs[1]?.id, page: 1, pages: 10 });
  const next = { name: "get_execution", arguments: { execution_id: first.execution_id, page: 10 } };
  expect((await client.callTool(next)).isError).toBeFalsy();
  expect(await client.callTool(failing)).toMatchObject({
    isError: true,
    content: [{ text: "code: The code of this step failed." }],
  });

  const failed = { status: "ERRORED", error: expect.stringContaining("no stock at [address]") };
  const { docs } = await list();
  expect(docs).toMatchObject([failed, { status: "COMPLETED", error: null }, { status: "COMPLETED" }]);
  expect(docs[0]).toMatchObject({
    execution_id: runs[2]?.id,
    finishedAt: runs[2]?.finished_at?.toISOString(),
  });
  const one = `/api/v2/public/mcp-servers/${record}/calls/${docs[0]._id}`;
  expect((await shop.server.request({ url: one, key: shop.server.testKey })).body).toEqual(docs[0]);
  await shop.server.deps.db
    .updateTable("mcp_calls")
    .set({ title: "Order", decided_at: new Date() })
    .where("id", "=", docs[0]._id)
    .execute();
  const page = await shop.server.request({
    url: getUrlPath(buildApprovalUrl(shop.server.deps, docs[0]._id)),
  });
  expect(page.text).toContain("It failed.");
  docs[0].decidedAt = expect.any(String);
  expect((await list("&status=ERRORED")).docs).toEqual([docs[0]]);
  expect((await list("&status=COMPLETED")).docs).toEqual([docs[1], docs[2]]);
});

test("a call with an open execution stays running, also for repeats; one that is no longer stored says so", async () => {
  const client = await shop.server.connect(record, shop.token);
  const call = withKey({ length: 1 }, "open");
  await client.callTool(call);
  const { id, status } = await outlasts("open");
  const { db } = shop.server.deps;
  const set = (to: "RUNNING" | typeof status) =>
    db.updateTable("runs").set({ status: to }).where("id", "=", id).execute();
  await set("RUNNING");
  const told = await client.callTool(call);
  const running = await list("&status=RUNNING");
  const completed = await list("&status=COMPLETED");
  await set(status);
  expect(told.structuredContent).toMatchObject({
    execution_id: id,
    status: "RUNNING",
    message: expect.stringContaining("takes longer than a minute"),
  });
  expect(running.docs).toMatchObject([{ status: "RUNNING", execution_id: id, finishedAt: null }]);
  expect(completed.docs.map((doc: { execution_id: string }) => doc.execution_id)).not.toContain(id);

  await db.deleteFrom("runs").where("id", "=", id).execute();
  expect(await client.callTool(call)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("no longer stored") }],
  });
  expect((await list()).docs[0]).toMatchObject({ status: "COMPLETED", execution_id: id });
});

test("a call that is still being made says so, and not that it takes long", async () => {
  const client = await shop.server.connect(record, shop.token);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  shop.api.answer = async () => {
    await answered;
    return { status: 201, headers: { "content-type": "application/json" }, body: '{"made":{}}' };
  };
  const call = { ...buildToolCall({ note: "slow" }), _meta: { "junctor/idempotency-key": "slow" } };
  const before = shop.made().length;
  const first = client.callTool(call);
  await eventually(async () => shop.made().length > before);
  const second = (await client.callTool(call)).structuredContent as Record<string, string>;
  answer();
  await first;
  shop.api.answer = undefined;
  expect(second).toMatchObject({
    status: "RUNNING",
    message: expect.stringMatching(/^This call is still running\. Call get_execution with/),
  });
  const progress = { name: "get_execution", arguments: { execution_id: second.execution_id ?? "" } };
  expect((await client.callTool(progress)).structuredContent).toEqual({ made: {} });
});
