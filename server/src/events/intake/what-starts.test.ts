import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
  for (const name of ["first", "second", "third"]) {
    const url = "/api/v2/public/application/event";
    await server.request({ method: "POST", url, key: server.testKey, body: { name } });
  }
});
afterAll(() => server.close());

function send(event: string) {
  const url = "/api/v2/public/event";
  return server.request({ method: "POST", url, key: server.testKey, account: "acme", body: { event } });
}

const executions = async (event: string) => (await send(event)).body.executions;

test("the published version starts, not its draft, as soon as it changes", async () => {
  const workflow = await publishTestWorkflow(server, { event: "first" });
  const put = (path: string, body: object) =>
    server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${workflow}${path}`,
      key: server.testKey,
      body,
    });
  const triggers = [{ application: "Junctor", event: "second" }];
  await put("", { nodes: [{ id: "start", type: "start", triggers }], edges: [] });
  expect([await executions("first"), await executions("second")]).toEqual([1, 0]);
  await put("/publish", { published: true });
  expect([await executions("first"), await executions("second")]).toEqual([0, 1]);
  await put("/publish", { published: false });
  expect([await executions("first"), await executions("second")]).toEqual([0, 0]);
});

test("an event named like a workflow's own trigger starts nothing", async () => {
  await publishTestWorkflow(server, { event: "Webhook" });
  const { db } = server.deps;
  // Like a definition that is older than the reserved name.
  await db.updateTable("application_events").set({ name: "Webhook" }).where("name", "=", "third").execute();
  expect((await send("Webhook")).body.error_code).toBe("INVALID_EVENT");
});

test("404: a received event of another account, environment or organization, and an unknown one", async () => {
  const { event_id } = (await send("first")).body;
  const stranger = await server.organization();
  const acme = await server.account("acme");
  const other = await server.account("other");
  const { testKey: key, productionKey } = server;
  const statusOf = async (who: object, id = event_id) =>
    (await server.request({ url: `/api/v2/public/event/received/${id}`, ...who })).status;
  for (const who of [{ token: acme }, { key }, { key, account: "acme" }])
    expect(await statusOf(who)).toBe(200);
  const strangers = [
    { token: other },
    { key, account: "other" },
    { key: productionKey },
    { key: stranger.testKey },
  ];
  for (const who of strangers) expect(await statusOf(who)).toBe(404);
  expect(await statusOf({ key }, "unknown")).toBe(404);
  expect(await statusOf({})).toBe(401);
});
