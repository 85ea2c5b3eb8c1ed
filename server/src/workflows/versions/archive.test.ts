import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";
import { addPendingRecords } from "../../audit-log/write.ts";
import { findAccount } from "../../auth/guard.ts";
import { listOwnWorkflows } from "../list.ts";
import { createWorkflowCalls, type TestCredential, URL } from "./test-calls.ts";

let server: TestServer;
let organization: TestOrganization;
let inTest: TestCredential;
let production: TestCredential;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organization = await server.organization();
  [inTest, production] = [{ key: organization.testKey }, { key: organization.productionKey }];
});

const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
const calls = createWorkflowCalls(() => server);
const archive = (as: TestCredential, id: string, body: object = { archived: true }) =>
  server.request({ method: "PUT", url: `${URL}/${id}/archive`, ...as, body });
const createPublished = async (name: string) => {
  const { _id } = (await calls.create(inTest, { name, nodes: [START] })).body;
  await calls.publish(inTest, _id);
  return _id as string;
};
const listed = async (as: TestCredential, query = "") =>
  (await calls.list(as, `/all?${query}`)).body.docs.map(({ name }: { name: string }) => name);

describe("an archived workflow", () => {
  test("is unpublished, and in no list but that of archived ones; its id, versions and draft stay", async () => {
    const [kept, gone] = [await createPublished("Kept"), await createPublished("Gone")];
    await calls.change(inTest, gone, { name: "Gone, changed" });
    expect((await archive(inTest, gone)).body).toMatchObject({ _id: gone, archived: true, published: false });
    expect(await listed(inTest)).toEqual(["Kept"]);
    expect(await listed(inTest, "archived=true")).toEqual(["Gone, changed"]);
    expect(await listed(inTest, `workflow_id=${gone},${kept}`)).toEqual(["Gone, changed", "Kept"]);
    expect((await calls.read(inTest, gone)).body).toMatchObject({ archived: true, version: 1 });
    const versions = await server.request({ url: `${URL}/versions/${gone}`, ...inTest });
    expect(versions.body.docs).toHaveLength(1);
  });

  test("starts nothing, and customers do not see it", async () => {
    const id = await createPublished("Gone");
    const token = await server.account("acme", organization.testKey);
    expect((await calls.list({ token })).body.docs).toHaveLength(1);
    await archive(inTest, id);
    expect((await calls.list({ token })).body.docs).toEqual([]);
    const started = await server.request({
      method: "POST",
      url: `${URL}/${id}/execute`,
      ...inTest,
      account: "acme",
      body: {},
    });
    expect(started.status).toBe(404);
  });

  test("of a customer is not among those that it builds", async () => {
    await server.account("acme", organization.testKey);
    const { database, db } = server.deps;
    const account = await findAccount(database, organization.test, "acme");
    if (!account) throw new Error("There is no account.");
    const as = { key: organization.testKey, account: "acme" };
    const { _id } = (await calls.create(as, { name: "Own", nodes: [START] })).body;
    const page = { page: 1, limit: 10, offset: 0 };
    const count = async () => (await listOwnWorkflows(db, { ...organization.test, account }, page)).total;
    expect(await count()).toBe(1);
    expect((await archive(as, _id)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  test("comes back unpublished, or published when it is published", async () => {
    const id = await createPublished("Back");
    await archive(inTest, id);
    expect((await archive(inTest, id, { archived: false })).body).toMatchObject({
      archived: false,
      published: false,
    });
    expect(await listed(inTest)).toEqual(["Back"]);
    await archive(inTest, id);
    expect((await calls.publish(inTest, id)).body).toMatchObject({ archived: false, published: true });
    expect(await listed(inTest, "archived=true")).toEqual([]);
  });

  test("is archived in one environment: production goes on", async () => {
    const id = await createPublished("Both");
    await calls.publish(production, id);
    await archive(inTest, id);
    expect((await calls.read(production, id)).body).toMatchObject({ archived: false, published: true });
    expect(await listed(production)).toEqual(["Both"]);
    await archive(production, id);
    await archive(inTest, id, { archived: false });
    expect(await listed(production)).toEqual([]);
    expect(await listed(inTest)).toEqual(["Both"]);
  });

  test("changes nothing when it is archived again, and refuses a stale revision with 409", async () => {
    const id = await createPublished("Twice");
    const first = (await archive(inTest, id)).body;
    expect((await archive(inTest, id)).body).toEqual(first);
    await calls.change(inTest, id, { name: "Changed since" });
    const stale = await archive(inTest, id, { archived: false, base_revision: first.__v });
    expect([stale.status, stale.body.error_code]).toEqual([409, "STALE_REVISION"]);
    expect((await calls.read(inTest, id)).body).toMatchObject({ archived: true });
  });

  test("is recorded in the audit log", async () => {
    const id = await createPublished("Recorded");
    await archive(inTest, id);
    await addPendingRecords(server.deps);
    const url = `/api/v2/public/audit-log?object_id=${id}&operation=archiveWorkflow`;
    const { docs } = (await server.request({ url, ...inTest })).body;
    expect(docs.map(({ action }: { action: string }) => action).sort()).toEqual([
      "workflow.unpublished",
      "workflow.updated",
    ]);
  });

  test("400 without saying whether; 404 for another organization's, and 403 for an account's token", async () => {
    const id = await createPublished("Ours");
    expect((await archive(inTest, id, {})).status).toBe(400);
    expect((await archive({ key: (await server.organization()).testKey }, id)).status).toBe(404);
    const token = await server.account("acme", organization.testKey);
    expect((await archive({ token }, id)).status).toBe(403);
    const own = (await calls.create({ token }, { nodes: [START] })).body._id;
    expect((await archive({ token }, own)).body).toMatchObject({ archived: true });
    expect((await calls.list({ token }, "?scope=private")).body.docs).toEqual([]);
  });
});
