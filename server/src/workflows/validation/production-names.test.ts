import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { findWorkflowsNamed } from "../definition/callable.ts";
import { createWorkflowCalls, type TestCredential, URL } from "../versions/test-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

const { create, change, read, publish, list } = createWorkflowCalls(() => server);
const slotsOf = (city: string) => [{ id: "city", name: "City", field_type: "text", defaultValue: city }];
const BODY = {
  name: "First",
  icon: "/first.svg",
  description: "First",
  slug: "stripe",
  data_slots: slotsOf("Oslo"),
  nodes: [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    { id: "code", type: "ai_code_executor", data: { code: "return config.city" } },
  ],
  edges: [{ source: "start", target: "code" }],
};
const TESTS = { name: "Of test", icon: "/test.svg", description: "Of test", data_slots: slotsOf("Rome") };

let inTest: TestCredential;
let inProduction: TestCredential;
let customer: TestCredential;
let id: string;
beforeEach(async () => {
  [inTest, inProduction] = [{ key: server.testKey }, { key: server.productionKey, account: "acme" }];
  customer = { token: await server.account("acme", server.productionKey) };
  id = (await create(inTest, BODY)).body._id;
  await publish(inTest, id);
  await publish({ key: server.productionKey }, id);
});

const send = (method: "POST" | "GET", url: string, as: TestCredential, body?: object, headers = {}) =>
  server.request({ method, url, ...as, headers, body });

/** Production unpublishes, and test goes on: what it saves and publishes is test's alone. */
async function leaveToTest() {
  await publish({ key: server.productionKey }, id, { published: false });
  expect((await change(inTest, id, TESTS)).status).toBe(200);
  expect((await publish(inTest, id)).body).toMatchObject({ version: 2, name: "Of test" });
}

describe("a workflow unpublished in production, while test continues", () => {
  test("is the draft with published false for a production key, with production's last version", async () => {
    await leaveToTest();
    const record = (await read({ key: server.productionKey }, id)).body;
    expect(record).toMatchObject({ name: "Of test", published: false, version: 1 });
    const all = (await list({ key: server.productionKey }, "/all?published=false")).body.docs;
    expect(all.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ version: 1 });
    const listed = { workflow_environment: ["test", "production"] };
    const never = (await create({ key: server.productionKey }, { ...BODY, ...listed })).body._id;
    await publish(inTest, never);
    expect((await read({ key: server.productionKey }, never)).body).toMatchObject({
      published: false,
      version: 0,
    });
  });

  test("does not exist for a production session token, even one that reads workflows in full", async () => {
    await leaveToTest();
    const open = (whole_workflows: boolean) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/organization",
        key: server.productionKey,
        body: { whole_workflows },
      });
    await open(true);
    for (const path of ["", "/edit", "/export", "/export?version=2", "/problems"]) {
      const reply = await read(customer, `${id}${path}`);
      expect(reply.status, path).toBeGreaterThan(400);
      expect(reply.text).not.toContain("Of test");
    }
    expect((await read(customer, `versions/${id}`)).status).toBe(404);
    await publish({ key: server.productionKey }, id, { published: true, version: 1 });
    expect((await read(customer, `versions/${id}`)).body.docs).toMatchObject([{ name: "First" }]);
    expect((await read(customer, `${id}/export?version=2`)).status).toBe(404);
    expect((await read(customer, `${id}/export?version=1`)).body.name).toBe("First");
    const draft = (await read(inProduction, `${id}/edit`)).body._id;
    expect((await read(customer, draft)).status).toBe(404);
    await open(false);
  });

  test("keeps its name, icon and description in the list of a customer's schedules", async () => {
    const url = "/api/v1/workflow/public/scheduled";
    const body = { trigger_type: "cron", regex: "0 9 * * *" };
    const made = await send("POST", url, inProduction, body, { workflow_id_alias: id });
    expect(made.status, made.text).toBe(200);
    await leaveToTest();
    const shown = (await send("GET", url, inProduction)).body.docs.find(
      ({ _id }: { _id: string }) => _id === made.body._id,
    );
    expect(shown.workflow).toEqual({ _id: id, name: "First", icon: "/first.svg", description: "First" });
  });

  test("keeps its name for agents' tools; one never published in production has none", async () => {
    const { database, db, production: scope } = { ...server.deps, production: server.production };
    const account = await findAccount(database, scope, "acme");
    if (!account) throw new Error("The account is missing.");
    const nameOf = async (one: string) =>
      (await findWorkflowsNamed(db, { ...scope, account }, [one])).get(one)?.name;
    await leaveToTest();
    expect(await nameOf(id)).toBe("First");
    const listed = { workflow_environment: ["test", "production"] };
    const never = (await create({ key: server.productionKey }, { ...BODY, ...listed })).body._id;
    await publish(inTest, never);
    expect(await nameOf(never)).toBeNull();
    const alone = (await create({ key: server.productionKey }, BODY)).body._id;
    expect(await nameOf(alone)).toBe("First");
  });

  test("is replayed with the fields of the version that ran", async () => {
    await send("POST", "/api/v2/public/config", inProduction, {
      slug: "stripe",
      workflows: [{ id, enabled: true }],
    });
    const sync = { sync_execution: "true" };
    const { body } = await send("POST", `${URL}/${id}/execute`, inProduction, {}, sync);
    expect(body.return_value, JSON.stringify(body)).toBe("Oslo");
    await leaveToTest();
    const url = `/api/v2/public/execution/${body.execution_id}/replay`;
    const replayed = await send("POST", url, inProduction, { settings: "current" });
    expect(replayed.status, replayed.text).toBe(200);
    const { id: again } = replayed.body;
    const hasEnded = async () =>
      (await send("GET", `/api/v2/public/execution/${again}`, inProduction)).body.status === "COMPLETED";
    await eventually(hasEnded);
    const end = await send("GET", `/api/v1/execution/${again}/response`, inProduction);
    expect(end.body.response).toBe("Oslo");
  });
});
