import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { runEnd, startTestRun } from "./test-run.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

describe("reading executions", () => {
  test("an account sees its own only; other tenants and environments get 404", async () => {
    const id = await startTestRun(
      server,
      [{ id: "sum", type: "ai_code_executor", data: { code: "return 1" } }],
      null,
    );
    const { linked_account_id: own } = await runEnd(server, id);
    const stranger = await server.account("stranger");
    const other = await server.organization();
    const url = `/api/v2/public/execution/${id}`;
    expect((await server.request({ url, key: server.testKey, account: own })).status).toBe(200);
    expect((await server.request({ url, token: stranger })).status).toBe(404);
    expect((await server.request({ url, key: other.testKey })).status).toBe(404);
    expect((await server.request({ url, key: server.productionKey })).status).toBe(404);
    expect((await server.request({ url: "/api/v2/public/execution/000", key: server.testKey })).status).toBe(
      404,
    );
    const list = await server.request({
      url: "/api/v2/public/execution?limit=1&status=COMPLETED&execution_source=API_CALL",
      key: server.testKey,
      account: own,
    });
    expect(list.body).toMatchObject({ docs: [{ _id: id }], totalDocs: 1, limit: 1 });
  });

  test.each(["status=DONE", "start_date=yesterday", "page=0", "execution_type=BOTH"])(
    "400: %s",
    async (query) => {
      expect(
        (await server.request({ url: `/api/v2/public/execution?${query}`, key: server.testKey })).status,
      ).toBe(400);
    },
  );

  test("401 without a credential", async () => {
    expect((await server.request({ url: "/api/v2/public/execution" })).status).toBe(401);
  });
});
