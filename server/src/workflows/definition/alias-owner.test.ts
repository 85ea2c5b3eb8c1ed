import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { createId } from "../../platform/id.ts";
import { waitForRunEnd, waitForRunResponse } from "../../runs/start/test-run.ts";
import type { NodeInput } from "./graph.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

type As = Pick<TestRequest, "key" | "token" | "account">;
const WORKFLOW = "/api/v2/public/workflow";

async function send(method: "GET" | "POST" | "PUT", url: string, as: As, body?: unknown, headers = {}) {
  const reply = await server.request({ method, url, ...as, body, headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Publishes a workflow of these nodes in a row, for calls and webhooks; its id. */
async function publish(as: As, alias: string, ...nodes: NodeInput[]): Promise<string> {
  const triggers = ["API Call", "Webhook"].map((event) => ({ application: "Junctor", event }));
  const edges = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  const body = {
    name: alias,
    workflow_alias: alias,
    nodes: [{ id: "start", type: "start", triggers }, ...nodes],
    edges,
  };
  const { _id: id } = await send("POST", WORKFLOW, as, body);
  await send("PUT", `${WORKFLOW}/${id}/publish`, as, { published: true });
  return id;
}

const says = (text: string): NodeInput => ({
  id: "say",
  type: "ai_code_executor",
  data: { code: `return ${JSON.stringify(text)}` },
});
const calls = (workflow: string): NodeInput => ({ id: "call", type: "sub_flow", data: { workflow } });

/** A customer, and an alias that both it and the organization have given a workflow. */
async function taken() {
  const account = `account-${createId()}`;
  const token = await server.account(account);
  const alias = `notify-${createId()}`;
  const shared = await publish({ key: server.testKey }, alias, says("organization"));
  const own = await publish({ token }, alias, says("customer"));
  return { alias, shared, own, asCustomer: { token }, asKey: { key: server.testKey, account } };
}

async function execute(name: string, as: As): Promise<unknown> {
  const { execution_id: id } = await send("POST", `${WORKFLOW}/${name}/execute`, as, {});
  await waitForRunEnd(server, id);
  const response = await waitForRunResponse(server, id);
  return (response as { body?: unknown }).body ?? response;
}

describe("an alias used by the organization and by an account", () => {
  test("refers in a sub-flow to the workflow of the calling workflow's owner", async () => {
    const { alias, asCustomer, asKey } = await taken();
    const refund = await publish({ key: server.testKey }, `refund-${createId()}`, calls(alias));
    expect(await execute(refund, asCustomer)).toBe("organization");
    expect(await execute(refund, asKey)).toBe("organization");
    const ofCustomer = await publish(asCustomer, `mine-${createId()}`, calls(alias));
    expect(await execute(ofCustomer, asKey)).toBe("customer");
  });

  test("refers to the organization's in a call with its key, and to the account's own with its token", async () => {
    const { alias, asCustomer, asKey } = await taken();
    expect(await execute(alias, asKey)).toBe("organization");
    expect(await execute(alias, asCustomer)).toBe("customer");
  });

  test("remains the organization's while that one is unpublished, and is the account's if it has none", async () => {
    const { alias, shared, asKey, asCustomer } = await taken();
    const refund = await publish({ key: server.testKey }, `refund-${createId()}`, calls(alias));
    await send("PUT", `${WORKFLOW}/${shared}/publish`, { key: server.testKey }, { published: false });
    const refused = await server.request({
      method: "POST",
      url: `${WORKFLOW}/${alias}/execute`,
      ...asKey,
      body: {},
    });
    expect(refused.status).toBe(404);
    const { execution_id: id } = await send("POST", `${WORKFLOW}/${refund}/execute`, asKey, {});
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "ERRORED" });
    const alone = `alone-${createId()}`;
    await publish(asCustomer, alone, says("customer"));
    expect(await execute(alone, asKey)).toBe("customer");
  });

  test("is read and changed by key as the organization's, by token as the account's own", async () => {
    const { alias, shared, own, asKey, asCustomer } = await taken();
    expect((await send("GET", `${WORKFLOW}/${alias}`, asKey))._id).toBe(shared);
    expect((await send("GET", `${WORKFLOW}/${alias}`, asCustomer))._id).toBe(own);
    expect((await send("PUT", `${WORKFLOW}/${alias}/publish`, asKey, { published: true }))._id).toBe(shared);
    expect((await send("PUT", `${WORKFLOW}/${alias}/publish`, asCustomer, { published: true }))._id).toBe(
      own,
    );
  });

  test("refers to the organization's in webhook addresses and schedules requested with its key", async () => {
    const { alias, shared, own, asKey, asCustomer } = await taken();
    const address = `${WORKFLOW}/${alias}/webhook-url`;
    const { url } = await send("GET", address, asKey);
    expect(url).toContain(`/${shared}/`);
    expect((await send("GET", address, asCustomer)).url).toContain(`/${own}/`);
    const headers = { workflow_id_alias: alias };
    const body = { trigger_type: "cron", regex: "0 0 * * *" };
    await send("POST", "/api/v1/workflow/public/scheduled", asKey, body, headers);
    const rows = server.deps.db.selectFrom("schedules").select("workflow_id").where("workflow", "=", alias);
    expect(await rows.execute()).toEqual([{ workflow_id: shared }]);
  });
});
