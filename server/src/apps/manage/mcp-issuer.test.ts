import { afterAll, beforeAll, expect, test } from "vitest";
import type { FakeMcp } from "../providers/mcp/fake-mcp-server.ts";
import { startTestMcp, type TestMcp } from "./test-mcp.ts";

let mcp: TestMcp;
let count = 0;
beforeAll(async () => {
  mcp = await startTestMcp();
});
afterAll(() => mcp.close());

async function connect(remote: FakeMcp) {
  const slug = `iss-${++count}`;
  const added = await mcp.add({ slug, url: remote.url });
  expect(added.status, added.text).toBe(200);
  return mcp.consent(slug, `customer-${count}`);
}

test.each([
  ["is promised and sent", { promised: true, sent: true }],
  ["is sent without a promise", { promised: false, sent: true }],
  ["is neither promised nor sent", { promised: false }],
] as const)("a remote server is connected if iss %s", async (_, issuer) => {
  const remote = await mcp.fake({ guard: "oauth2", clients: "metadata", issuer });
  expect((await connect(remote)).status).toBe(200);
  expect(remote.tokenForms).toHaveLength(1);
});

test.each([
  ["is promised and missing", { promised: true }],
  ["names another server", { promised: false, sent: "https://honest.example" }],
  ["names another server after a promise", { promised: true, sent: "https://honest.example" }],
  ["is empty", { promised: false, sent: "" }],
] as const)("the code is sent nowhere if iss %s", async (_, issuer) => {
  const remote = await mcp.fake({ guard: "oauth2", clients: "metadata", issuer });
  const reply = await connect(remote);
  expect(reply.status).toBe(400);
  expect(reply.text).toContain("the access that you allowed was not used");
  expect(remote.tokenForms).toHaveLength(0);
});

test("a hostile server gets no code of an honest one to which it sends customers", async () => {
  const honest = await mcp.fake({
    guard: "oauth2",
    clients: "metadata",
    issuer: { promised: true, sent: true },
  });
  const authorizationEndpoint = `${honest.origin}/authorize`;
  const hostile = await mcp.fake({ guard: "oauth2", clients: "metadata", authorizationEndpoint });
  expect((await connect(hostile)).status).toBe(400);
  expect(honest.requests).toContain("GET /authorize");
  expect([hostile.tokenForms, honest.tokenForms]).toEqual([[], []]);
});
