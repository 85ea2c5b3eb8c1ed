import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { ClaimLostError } from "../../platform/queue/job.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { makeApprovedCall } from "./make-approved-call.ts";
import { buildToolCall, startTestApprovals, type TestApprovals } from "./test-asking.ts";

let shop: TestApprovals;
beforeAll(async () => {
  shop = await startTestApprovals();
});
afterAll(() => shop.close());

describe("the job that makes an approved call", () => {
  const context = (settle: () => Promise<void>) => ({
    jobId: "job",
    attempt: 0,
    signal: new AbortController().signal,
    stopping: false,
    confirm: async () => {},
    settle,
  });
  const run = (id: string, settle: () => Promise<void>) =>
    Promise.resolve(makeApprovedCall.run(shop.server.deps, { callId: id }, context(settle)));

  const CUT_OFF = "The server stopped in the middle of this call.";

  test("does not repeat a call that may have been made before a crash", async () => {
    const { id, progress } = await shop.ask();
    expect((await shop.decide(id, true)).status).toBe(200);
    expect(await progress()).toMatchObject({ status: "RUNNING" });
    const before = shop.made().length;
    await expect(run(id, () => Promise.reject(new ClaimLostError()))).rejects.toThrow(ClaimLostError);
    expect(await progress()).toMatchObject({ status: "RUNNING" });
    await run(id, async () => {});
    expect(shop.made().length).toBe(before + 1);
    expect(await progress()).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(CUT_OFF) }],
    });
    await run(id, async () => {});
    expect(await shop.rowOf(id)).toMatchObject({ status: "ERRORED", sealed_call: null });
  });

  test("repeats the call of an idempotent action, with the same idempotency key", async () => {
    const actions = [{ id: "delete_thing", tool_name: "delete", policy: "ask" }];
    const record = await shop.server.record({ associated_apps: [{ slug: "things", actions }] });
    const client = await shop.server.connect(record, shop.token, { era: "legacy" });
    const asked = await client.callTool({ name: "delete", arguments: { id: "1" } });
    const { execution_id: id = "" } = asked.structuredContent as Record<string, string>;
    const url = `/api/v2/public/mcp-servers/${record}/calls/${id}/approval`;
    const key = shop.server.testKey;
    await shop.server.request({ method: "PUT", url, key, body: { approved: true } });
    const deleted = () => shop.api.requests.filter(({ method }) => method === "DELETE");
    const before = deleted().length;
    await expect(run(id, () => Promise.reject(new ClaimLostError()))).rejects.toThrow(ClaimLostError);
    await run(id, async () => {});
    const keys = deleted()
      .slice(before)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([id, id]);
  });

  test("makes nothing for a deleted server, and waits while four calls of the account are running", async () => {
    const gone = await shop.ask();
    await shop.decide(gone.id, true);
    await shop.server.deps.db
      .updateTable("mcp_calls")
      .set({ server_id: "000000000000000000000000" })
      .where("id", "=", gone.id)
      .execute();
    const before = shop.made().length;
    await run(gone.id, async () => {});
    expect(shop.made().length).toBe(before);
    expect((await shop.rowOf(gone.id)).status).toBe("ERRORED");

    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    shop.api.answer = async ({ body }) => {
      await answered;
      return { status: 201, headers: { "content-type": "application/json" }, body: `{"made":${body}}` };
    };
    const calls = [];
    for (let n = 0; n < 5; n++) calls.push(await shop.ask());
    for (const { id } of calls) await shop.decide(id, true);
    const slow = calls.slice(0, 4).map(({ id }) => run(id, async () => {}));
    const fifth = calls[4]?.id ?? "";
    await eventually(async () => shop.made().length === before + 4);
    await run(fifth, async () => {});
    expect(shop.made().length).toBe(before + 4);
    answer();
    await Promise.all(slow);
    shop.api.answer = undefined;
    await run(fifth, async () => {});
    expect((await shop.rowOf(fifth)).status).toBe("COMPLETED");
  });

  test("releases the key if the application is no longer connected, and says what to do", async () => {
    const { server } = shop;
    const client = await server.connect(shop.record, shop.token, { era: "legacy" });
    const call = { ...buildToolCall({ note: "lost" }), _meta: { "junctor/idempotency-key": "lost" } };
    const ask = async () => (await client.callTool(call)).structuredContent as Record<string, string>;
    const { execution_id: id = "" } = await ask();
    await shop.decide(id, true);
    await server.deps.db.updateTable("connections").set({ status: "expired" }).execute();
    const before = shop.made().length;
    await run(id, async () => {});
    expect(shop.made().length).toBe(before);
    expect(await shop.logged(id)).toMatchObject({
      status: "ERRORED",
      error: expect.stringContaining("Things is not connected, so nothing was done. Call the tool again"),
    });
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/http\S+\/connect\/\S+/) }],
    });
    await shop.connectThings(shop.token);
    const { execution_id: next = "" } = await ask();
    await shop.decide(next, true);
    await run(next, async () => {});
    expect(await shop.rowOf(next)).toMatchObject({ status: "COMPLETED", idempotency_key: "lost" });
  });

  test("makes nothing if the workflow was republished after the request", async () => {
    const workflow = await publishTestWorkflow(shop.server, { code: "return 'one'" });
    const workflows = [{ id: workflow, tool_name: "refund", policy: "ask" }];
    const record = await shop.server.record({ associated_apps: [{ slug: "x", workflows }] });
    const client = await shop.server.connect(record, shop.token, { era: "legacy" });
    const asked = await client.callTool({ name: "refund", arguments: {} });
    const { execution_id: id = "" } = asked.structuredContent as Record<string, string>;
    await shop.server.deps.db
      .updateTable("workflow_publications")
      .set((row) => ({ version: row("version", "+", 1) }))
      .where("workflow_id", "=", workflow)
      .execute();
    const url = `/api/v2/public/mcp-servers/${record}/calls/${id}/approval`;
    await shop.server.request({ method: "PUT", url, key: shop.server.testKey, body: { approved: true } });
    await run(id, async () => {});
    expect(await shop.rowOf(id)).toMatchObject({
      status: "ERRORED",
      run_id: null,
      error: expect.stringContaining("changed after this call was requested. Nothing was done."),
    });
  });

  test("makes nothing if the tool was changed or denied after the request", async () => {
    const other = await shop.server.record({
      safe_mode: true,
      associated_apps: [{ slug: "things", actions: [{ id: "make_thing", tool_name: "it" }] }],
    });
    const client = await shop.server.connect(other, shop.token);
    const url = `/api/v2/public/mcp-servers/${other}`;
    for (const action of [
      { id: "delete_thing", tool_name: "it" },
      { id: "make_thing", tool_name: "it", policy: "deny" },
    ]) {
      const actions = [{ id: "make_thing", tool_name: "it" }];
      await shop.server.request({
        method: "PUT",
        url,
        token: shop.token,
        body: { associated_apps: [{ slug: "things", actions }] },
      });
      const asked = await client.callTool({ name: "it", arguments: buildToolCall().arguments });
      const { execution_id: id } = asked.structuredContent as { execution_id: string };
      const body = { associated_apps: [{ slug: "things", actions: [action] }] };
      expect((await shop.server.request({ method: "PUT", url, token: shop.token, body })).status).toBe(200);
      const decision = {
        method: "PUT",
        url: `${url}/calls/${id}/approval`,
        key: shop.server.testKey,
      } as const;
      expect((await shop.server.request({ ...decision, body: { approved: true } })).status).toBe(200);
      const before = shop.api.requests.length;
      await run(id, async () => {});
      expect(shop.api.requests.length).toBe(before);
      expect(await shop.rowOf(id)).toMatchObject({
        status: "ERRORED",
        error: expect.stringContaining("changed"),
      });
    }
  });
});

test("makes calls later that were approved while no worker was running", async () => {
  const { id } = await shop.ask();
  await shop.decide(id, true);
  shop.server.work();
  await shop.ended(id);
  expect(await shop.logged(id)).toMatchObject({ status: "COMPLETED" });
});
