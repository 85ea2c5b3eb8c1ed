import { afterAll, beforeAll, expect, test } from "vitest";
import { insertOrganization, readOrganization } from "../auth/organizations/organizations.ts";
import { insertTestWorkflow } from "../configs/test-workflow.ts";
import { connectDesk, startTestPortal, type TestPortal } from "./test-portal.ts";

const PATH = "/api/v2/public/portal-applications";
const LIST = "/api/v2/public/application";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

async function offer(body: object) {
  return portal.server.request({ method: "PUT", url: PATH, key: portal.server.testKey, body });
}

async function shownTo(accountId: string): Promise<string[]> {
  const { text } = await portal.get(await portal.link(accountId));
  return [...text.matchAll(/\/apps\/([a-z0-9-]+)"/g)].map(([, slug = ""]) => slug);
}

test("by default everything that is enabled is offered", async () => {
  const { request, testKey: key } = portal.server;
  const { body } = await request({ url: PATH, key });
  expect(body).toMatchObject({ applications: [], others: "all" });
  const slugs = await shownTo("anybody");
  expect(slugs).toEqual(expect.arrayContaining(["desk", "books", "stripe"]));
});

test("chosen applications come first, in their order; the others follow as configured", async () => {
  const chosen = ["stripe", "desk"];
  expect(await offer({ applications: chosen, others: "none" })).toMatchObject({
    status: 200,
    body: { applications: chosen, others: "none" },
  });
  expect(await shownTo("chosen")).toEqual(chosen);
  await offer({ applications: chosen, others: "all" });
  const all = await shownTo("chosen");
  expect(all.slice(0, 2)).toEqual(chosen);
  expect(all).toContain("books");
  expect(new Set(all).size).toBe(all.length);
  // The API's lists ignore the offer, and the other environment has its own.
  const { request, testKey: key, productionKey } = portal.server;
  const { body: listed } = await request({ url: LIST, key, account: "chosen" });
  expect(JSON.stringify(listed)).toContain('"books"');
  expect((await request({ url: PATH, key: productionKey })).body.applications).toEqual([]);
});

test("the offer can be limited to applications with a published workflow", async () => {
  await offer({ applications: ["stripe"], others: "with_workflows" });
  expect(await shownTo("flows")).toEqual(["stripe"]);
  await insertTestWorkflow(portal.server.deps, portal.server.test, { name: "Flow", slug: "books" });
  expect(await shownTo("flows")).toEqual(["stripe", "books"]);
});

test("a connected application stays while it is enabled, to be disconnected; others outside the offer have no page", async () => {
  await offer({ applications: ["desk"], others: "none" });
  const { page } = await connectDesk(portal, "keeps");
  await offer({ applications: ["stripe"], others: "none" });
  expect(await shownTo("keeps")).toEqual(["desk", "stripe"]);
  expect((await portal.get(page)).status).toBe(200);
  const enable = (enabled: boolean) => {
    const url = "/api/v2/public/application/desk/settings";
    return portal.server.request({ method: "PUT", url, key: portal.server.testKey, body: { enabled } });
  };
  expect((await enable(false)).status).toBe(200);
  expect(await shownTo("keeps")).toEqual(["stripe"]);
  await enable(true);
  const link = await portal.link("never");
  expect(await shownTo("never")).toEqual(["stripe"]);
  expect((await portal.get(`${link}/apps/desk`)).status).toBe(404);
  expect((await portal.get(`${link}/apps/stripe`)).status).toBe(200);
  // A link to one application reaches it whether or not the portal offers it.
  const { server } = portal;
  const url = "/api/v2/public/linked-account/integration/desk/reconnect-link";
  const { body } = await server.request({ method: "POST", url, key: server.testKey, account: "never" });
  expect((await portal.get(new URL(body.reconnect_url).pathname)).status).toBe(200);
});

test.each([
  [
    "an application that there is not",
    { applications: ["stripe", "nope"], others: "all" },
    "applications[1]",
  ],
  ["the same twice", { applications: ["stripe", "stripe"], others: "all" }, "applications"],
  ["an unknown word", { applications: [], others: "some" }, "others"],
  ["no list", { others: "all" }, "applications"],
])("400, and nothing changes: %s", async (_what, body, field) => {
  const { request, testKey: key } = portal.server;
  const before = (await request({ url: PATH, key })).body;
  const reply = await offer(body);
  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body.errors)).toContain(field);
  expect((await request({ url: PATH, key })).body).toEqual(before);
});

test("a new organization offers applications with a workflow", async () => {
  const { db, clock } = portal.server.deps;
  const { id } = await insertOrganization(db, "New", clock.now());
  const row = await readOrganization(db, id);
  const expected = { applications: [], others: "with_workflows" };
  expect(row).toMatchObject({ offered_test: expected, offered_production: expected });
});
