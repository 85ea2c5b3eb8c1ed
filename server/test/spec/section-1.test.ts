import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

let server: SpecServer;
let key: string;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
});
afterAll(() => server.close());

const ACCOUNT = "/api/v2/public/linked-account";

test("1: the API is JSON over HTTP below one base URL", async () => {
  const body = { linked_account_id: "acme", name: "Acme" };
  const reply = await server.call({ method: "PUT", path: ACCOUNT, key, body });
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.text)).toMatchObject({ account_id: "acme", name: "Acme" });
});

test.each([
  ["PUT", "/api/v2/public/mcp-servers/{id}"],
  ["GET", "/api/v2/public/workflow"],
  ["PUT", "/api/v2/public/linked-account"],
  ["PUT", "/api/v1/workflow/public/scheduled/{schedule_id}/resume"],
  ["DELETE", "/api/v2/public/webhook/{id}"],
  ["DELETE", "/api/v2/public/application/event/{event_id}"],
])("1: a caller can use %s %s", (method, path) => {
  expect(server.contract.operations.map(({ id }) => id)).toContain(`${method} ${path}`);
});

test("1: request bodies are application/json, with or without a charset", async () => {
  const send = (type: string) =>
    server.call({
      method: "PUT",
      path: ACCOUNT,
      key,
      body: { linked_account_id: "typed" },
      headers: { "content-type": type },
    });
  expect((await send("application/json")).status).toBe(200);
  expect((await send("application/json; charset=utf-8")).status).toBe(200);
  expect((await send("text/plain")).status).toBe(415);
  expect((await send("application/x-www-form-urlencoded")).status).toBe(415);
});

test.each([
  ["a success", { path: ACCOUNT, auth: true }, 200],
  ["a refused credential", { path: ACCOUNT, auth: false }, 401],
  ["a missing record", { path: `${ACCOUNT}/nobody`, auth: true }, 404],
  ["a missing route", { path: "/api/v2/public/nothing", auth: true }, 404],
])("1: %s is answered as application/json; charset=utf-8", async (_what, { path, auth }, status) => {
  const reply = await server.call({ path, ...(auth && { key }) });
  expect(reply.status).toBe(status);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("1: text in every script is returned as it was sent", async () => {
  const name = 'Zoë "Ünïcode" 東京 🚀 \u202e \\ / \n\t';
  await expectOk(
    server.call({ method: "PUT", path: ACCOUNT, key, body: { linked_account_id: "text", name } }),
  );
  const { body } = await server.call({ path: `${ACCOUNT}/text`, key });
  expect(body.name).toBe(name);
});
