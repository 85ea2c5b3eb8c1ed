import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { insertStripeWorkflows, insertTestWorkflow } from "./test-workflow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function count(id: string, key = server.testKey) {
  return server.request({ url: `/api/v2/public/workflow/${id}/accounts`, key });
}

async function configure(account: string, workflows: object[], config_id = ""): Promise<void> {
  const token = await server.account(account);
  const body = { slug: "stripe", config_id, workflows };
  await server.request({ method: "POST", url: "/api/v2/f-sdk/config", token, body });
}

test("200: accounts are counted once, by their switches or by the workflow's default", async () => {
  const { first, second } = await insertStripeWorkflows(server.deps, server.test);
  await server.account("without-config");
  await configure("asks-for-neither", []);
  await configure("both", [{ id: first, enabled: true }]);
  await configure("both", [{ id: first, enabled: true }], "another");
  await configure("none", [{ id: second, enabled: false }]);
  expect(await count(first)).toMatchObject({ status: 200, body: { enabled: 1 } });
  expect(await count(second)).toMatchObject({ status: 200, body: { enabled: 2 } });
});

test("200: without an application it is on for every account, unpublished for none", async () => {
  const own = await insertTestWorkflow(server.deps, server.test, { slug: null });
  expect((await count(own)).body).toEqual({ enabled: 4 });
  const unpublished = await insertTestWorkflow(server.deps, server.test, { slug: null, published: false });
  expect((await count(unpublished)).body).toEqual({ enabled: 0 });
});

test("404: an unknown workflow, and one of the other environment", async () => {
  expect((await count("000000000000000000000000")).status).toBe(404);
  const id = await insertTestWorkflow(server.deps, server.test);
  expect((await count(id, server.productionKey)).status).toBe(404);
});
