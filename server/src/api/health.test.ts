import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openGate } from "../../test/gate.ts";
import { eventually, startOwnServer, startTestServer, type TestServer } from "../../test/test-server.ts";
import { createFirstOrganization } from "../start/first-start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" });
});
afterAll(() => server.close());

test("a server whose database and queue respond is alive and ready", async () => {
  for (const url of ["/health/live", "/health/ready"])
    expect(await server.request({ url })).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("a server is not ready before its first start has created an organization and keys", async () => {
  const empty = await startOwnServer({ logLevel: "silent" });
  await sql`truncate organizations cascade`.execute(empty.deps.db);
  expect(await empty.request({ url: "/health/ready" })).toMatchObject({
    status: 503,
    body: { error_code: "UNAVAILABLE", message: "The first start has not finished yet." },
  });
  expect((await empty.request({ url: "/health/live" })).status).toBe(200);
  await createFirstOrganization(empty.deps);
  expect((await empty.request({ url: "/health/ready" })).status).toBe(200);
  await empty.close();
});

if (inject("databaseUrl")) {
  test("a server without its database is alive but not ready, answers requests with 503, and recovers", async () => {
    const url = new URL(server.deps.config.databaseUrl ?? "");
    const gate = await openGate(new URL(url));
    url.port = String(gate.port);
    const cut = await startTestServer({ logLevel: "silent", databaseUrl: url.href });
    const account = { url: "/api/v2/public/linked-account/x", key: cut.testKey };
    expect((await cut.request(account)).status).toBe(404);
    gate.shut();
    const refused = await cut.request(account);
    expect(refused).toMatchObject({ status: 503, body: { error_code: "UNAVAILABLE" } });
    expect(refused.headers["retry-after"]).toBe("1");
    expect((await cut.request({ url: "/health/live" })).status).toBe(200);
    expect((await cut.request({ url: "/health/ready" })).status).toBe(503);
    await gate.open();
    await eventually(async () => (await cut.request({ url: "/health/ready" })).status === 200);
    expect((await cut.request(account)).status).toBe(404);
    await cut.close();
    gate.shut();
  });
} else {
  test("the test of a lost database needs TEST_DATABASE_URL: the embedded one cannot be lost", () => {
    expect(inject("databaseUrl")).toBe("");
  });
}
