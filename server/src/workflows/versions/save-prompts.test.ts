import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createWorkflowCalls, URL } from "./test-calls.ts";

const CODE = "return { total: input.a + input.b };";
const answer = JSON.stringify({ choices: [{ message: { role: "assistant", content: CODE } }] });
let asked = 0;
const model = createServer((_request, response) => {
  asked += 1;
  response.writeHead(200, { "content-type": "application/json" }).end(answer);
});

let server: TestServer;
let as: { key: string };
beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  server = await startTestServer({ model: { url, name: "coder", apiKey: undefined } });
  as = { key: server.testKey };
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  await server.close();
  model.closeAllConnections();
  model.close();
});
const { create, change, publish } = createWorkflowCalls(() => server);

const START = { id: "start", type: "start" };
const SUM = { id: "sum", type: "ai_code_executor", data: { prompt: "Add a and b." } };
const written = { nodes: [{ id: "start" }, { id: "sum", data: { prompt: "Add a and b.", code: CODE } }] };

test("saving nodes writes the code of prompts once, also into a draft", async () => {
  const made = await create(as, { nodes: [START, SUM] });
  expect(made).toMatchObject({ status: 200, body: written });
  expect(asked).toBe(1);
  await publish(as, made.body._id);
  const draft = await change(as, made.body._id, { nodes: [START, SUM] });
  expect(draft).toMatchObject({
    status: 200,
    body: { ...written, associated_public_worklfow: made.body._id },
  });
  expect(asked).toBe(1);
  const other = { ...SUM, data: { prompt: "Add b and a." } };
  expect((await change(as, made.body._id, { nodes: [START, other] })).body.nodes[1].data.code).toBe(CODE);
  expect(asked).toBe(2);
});

test("so does importing", async () => {
  const document = { format: "junctor.workflow", format_version: 1, name: "Sum", nodes: [START, SUM] };
  const reply = await server.request({ method: "POST", url: `${URL}/import`, ...as, body: document });
  expect(reply).toMatchObject({ status: 200, body: { workflow: written, warnings: [] } });
});

test("a save that fails or is not allowed makes no model request", async () => {
  expect((await create(as, { nodes: [START, SUM, { id: "x", type: "teleport" }] })).status).toBe(400);
  const { body } = await create(as);
  const token = await server.account("reader");
  expect((await change({ token }, body._id, { nodes: [START, SUM] })).status).toBe(404);
  await publish(as, body._id);
  expect((await change({ token }, body._id, { nodes: [START, SUM] })).status).toBe(403);
  expect((await change(as, "0".repeat(24), { nodes: [START, SUM] })).status).toBe(404);
  expect(asked).toBe(0);
});
