import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createCodeNode, startTestRun, waitForRunEnd } from "../start/test-run.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

describe("reading executions", () => {
  test("an account sees only its own; other tenants and environments get 404", async () => {
    const id = await startTestRun(server, { nodes: [createCodeNode("sum", "return 1")] });
    const { linked_account_id: own } = await waitForRunEnd(server, id);
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

  test.each([
    "status=DONE",
    "start_date=yesterday",
    "start_date=0000-01-01",
    "end_date=-000001-01-01T00:00:00Z",
    "start_date=%2B200000-01-01T00:00:00Z",
    "page=0",
    "execution_type=BOTH",
  ])("400: %s", async (query) => {
    expect(
      (await server.request({ url: `/api/v2/public/execution?${query}`, key: server.testKey })).status,
    ).toBe(400);
  });

  test("the end day is included; the earliest and the latest possible day are accepted", async () => {
    const id = await startTestRun(server, { nodes: [] });
    const { createdAt, linked_account_id: account } = await waitForRunEnd(server, id);
    const key = server.testKey;
    const day = createdAt.slice(0, 10);
    for (const query of [`start_date=${day}&end_date=${day}`, "start_date=0001-01-01&end_date=9999-12-31"]) {
      const list = await server.request({ url: `/api/v2/public/execution?${query}`, key, account });
      expect(list.body).toMatchObject({ docs: [{ _id: id }] });
    }
  });

  test("401 without a credential", async () => {
    expect((await server.request({ url: "/api/v2/public/execution" })).status).toBe(401);
  });
});
