import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";

const URL_OF = "/api/v2/public/organization";
let server: TestServer;
let endless: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  endless = await startTestServer({ retentionDays: 0 });
});
afterAll(() => Promise.all([server.close(), endless.close()]));

const put = (key: string, retention: unknown, at = server) =>
  at.request({ method: "PUT", url: URL_OF, key, body: { retention } });
const read = (key: string, at = server) => at.request({ url: URL_OF, key }).then(({ body }) => body);

test("the organization's record shows how long history is kept, by default as long as on the server", async () => {
  const { testKey } = await server.organization();
  const { retention_days, retention } = await read(testKey);
  expect(retention_days).toBe(30);
  expect(retention).toEqual({ test: null, production: null, server: 30 });
});

test("each environment may keep history for fewer days", async () => {
  const { testKey, productionKey }: TestOrganization = await server.organization();
  const { status, body } = await put(productionKey, { test: 3 });
  expect([status, body.retention_days]).toEqual([200, 30]);
  expect(body.retention).toEqual({ test: 3, production: null, server: 30 });
  expect((await read(testKey)).retention_days).toBe(3);
  await put(productionKey, { production: 30 });
  expect((await read(productionKey)).retention).toEqual({ test: 3, production: 30, server: 30 });
  await put(productionKey, { test: null, production: null });
  expect((await read(testKey)).retention_days).toBe(30);
});

test("400 for more days than the server keeps, and for an invalid number", async () => {
  const { productionKey } = await server.organization();
  const more = await put(productionKey, { test: 31 });
  expect(more.status).toBe(400);
  expect(more.body.errors).toEqual([
    {
      field: "retention.test",
      message:
        "retention.test must be at most 30 days, which the operator of this server allows (JUNCTOR_RETENTION_DAYS).",
    },
  ]);
  for (const days of [0, -1, 1.5, "7", 36_501]) {
    expect((await put(productionKey, { test: days })).status, `${days}`).toBe(400);
  }
  expect((await read(productionKey)).retention.test).toBeNull();
});

test("403 with a test key", async () => {
  const { testKey } = await server.organization();
  expect((await put(testKey, { test: 3 })).status).toBe(403);
});

test("if the server keeps history forever, an organization may set any limit, and an earlier one applies", async () => {
  const { productionKey } = await endless.organization();
  expect((await read(productionKey, endless)).retention_days).toBe(0);
  const { body } = await put(productionKey, { production: 400 }, endless);
  expect([body.retention_days, body.retention.server]).toEqual([400, 0]);
});
