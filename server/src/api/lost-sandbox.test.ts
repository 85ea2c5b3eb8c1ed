import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { createCodeNode } from "../runs/start/test-run.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" });
});
afterAll(() => server.close());

test("a workflow whose code cannot be checked now is a 503 with Retry-After, and is not stored", async () => {
  await server.deps.sandbox.close();
  const url = "/api/v2/public/workflow";
  const nodes = [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    createCodeNode("code", "return 1"),
  ];
  const body = { name: "Counts", nodes, edges: [{ source: "start", target: "code" }] };
  const refused = await server.request({ method: "POST", url, key: server.testKey, body });
  expect([refused.status, refused.headers["retry-after"], refused.body.error_code]).toEqual([
    503,
    "1",
    "UNAVAILABLE",
  ]);
  const stored = await server.request({ method: "GET", url: `${url}/all`, key: server.testKey });
  expect(stored.body.docs).toEqual([]);
});
