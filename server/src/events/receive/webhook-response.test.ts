import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildWebhookPath } from "./test-webhook.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
  await server.account("acme");
  server.work();
});
afterAll(() => server.close());

/** Publishes a workflow whose webhooks wait for its response, and returns its address. */
async function publish(nodes: object[], input: object = { wait_for_response: true }): Promise<string> {
  const start = {
    id: "start",
    type: "start",
    triggers: [{ application: "Junctor", event: "Webhook", input }],
  };
  const ids = ["start", ...nodes.map((node) => (node as { id: string }).id)];
  const edges = ids.slice(1).map((target, index) => ({ source: ids[index], target }));
  const url = "/api/v2/public/workflow";
  const key = server.testKey;
  const body = { name: "Answers", nodes: [start, ...nodes], edges };
  const { _id } = (await server.request({ method: "POST", url, key, body })).body;
  const published = await server.request({
    method: "PUT",
    url: `${url}/${_id}/publish`,
    key,
    body: { published: true },
  });
  expect(published.status).toBe(200);
  return buildWebhookPath(server, _id);
}

const respond = (data: object) => ({ id: "answer", type: "response", data });
const send = (url: string, body: object = {}, headers = {}) =>
  server.request({ method: "POST", url, body, headers });

test("a sender gets the status, headers and body of the response node as they stand", async () => {
  const url = await publish([
    respond({ status: 201, headers: { "X-Order": "{{ input.n }}" }, body: { challenge: "{{ input.n }}" } }),
  ]);
  const reply = await send(url, { n: 7 });
  expect([reply.status, reply.text, reply.headers["x-order"]]).toEqual([201, '{"challenge":7}', "7"]);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("a text is sent as text, with the node's content type, and does nothing in a browser", async () => {
  const plain = await send(await publish([respond({ body: "{{ input.challenge }}" })]), { challenge: "abc" });
  expect([plain.text, plain.headers["content-type"]]).toEqual(["abc", "text/plain; charset=utf-8"]);
  const twiml = respond({ headers: { "Content-Type": "text/xml" }, body: "<Response/>" });
  const xml = await send(await publish([twiml]));
  expect([xml.text, xml.headers["content-type"]]).toEqual(["<Response/>", "text/xml"]);
  const page = respond({ headers: { "Content-Type": "text/html" }, body: "<script>1</script>" });
  const html = await send(await publish([page]));
  expect([html.text, html.headers["content-type"]]).toEqual([
    "<script>1</script>",
    "text/plain; charset=utf-8",
  ]);
  expect(html.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
});

test("a status without a body has none, and a repeated webhook is not run again", async () => {
  const url = await publish([respond({ status: 204 })]);
  const first = await send(url, {}, { "idempotency-key": "k" });
  expect([first.status, first.text]).toEqual([204, ""]);
  expect((await send(url, {}, { "idempotency-key": "k" })).status).toBe(409);
});

test("without a response node, or if it fails before, the sender learns that the webhook is stored", async () => {
  const code = (text: string) => ({ id: "code", type: "ai_code_executor", data: { code: text } });
  for (const nodes of [[code("return 1")], [code("throw new Error('no')"), respond({ body: 1 })]]) {
    const reply = await send(await publish(nodes));
    expect(reply).toMatchObject({ status: 200, body: { message: "Webhook queued", executions: 1 } });
    const url = `/api/v1/execution/${reply.body.execution_id}/response`;
    const { status } = (await server.request({ url, key: server.testKey })).body;
    expect(["COMPLETED", "ERRORED"]).toContain(status);
  }
});

test("a sender does not wait unless the trigger says so", async () => {
  for (const input of [{}, { wait_for_response: false }]) {
    const reply = await send(await publish([respond({ status: 201, body: 1 })], input));
    expect(reply).toMatchObject({ status: 200, body: { message: "Webhook queued" } });
  }
});
