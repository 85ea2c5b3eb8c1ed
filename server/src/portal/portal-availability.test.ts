import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOAuthDefinition } from "../apps/connections/fake-provider.ts";
import { insertTestWorkflow } from "../configs/test-workflow.ts";
import { connectDesk, startTestPortal, type TestPortal } from "./test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
  await call("POST", "/application", buildOAuthDefinition("ledger", portal.provider.url));
  const document = {
    openapi: "3.0.0",
    info: { title: "Open", version: "1" },
    servers: [{ url: portal.provider.url }],
    paths: { "/me": { get: { operationId: "me", responses: { 200: { description: "ok" } } } } },
  };
  await call("POST", "/application/openapi", { slug: "open", document });
});
afterAll(() => portal.close());

async function call(method: "GET" | "POST" | "PUT", path: string, body?: object) {
  const url = `/api/v2/public${path}`;
  const reply = await portal.server.request({ method, url, key: portal.server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const offer = (others: string, applications: string[] = []) =>
  call("PUT", "/portal-applications", { applications, others });
const enable = (slug: string, enabled: boolean | null) =>
  call("PUT", `/application/${slug}/settings`, { enabled });

/** What the portal, the browser's list, the catalog and the application's page say about an application. */
async function askEverywhere(slug: string, accountId: string) {
  const { server } = portal;
  const { text } = await portal.get(await portal.link(accountId));
  const page = await portal.get(`${await portal.link(accountId)}/apps/${slug}`);
  const token = await server.account(accountId);
  const { body: listed } = await server.request({ url: "/api/v2/f-sdk/application", token });
  const bySlug = (all: { slug: string }[]) => all.find((one) => one.slug === slug);
  const own = bySlug(listed) as { in_portal: boolean; ready: boolean } | undefined;
  const inCatalog = bySlug(await call("GET", "/application/all")) as { portal: object } | undefined;
  const settings = await call("GET", `/application/${slug}/settings`);
  expect(settings.portal).toEqual(inCatalog?.portal);
  const isShown = text.includes(`/apps/${slug}"`);
  expect(page.status).toBe(isShown ? 200 : 404);
  expect(own?.in_portal ?? false).toBe(isShown);
  if (own !== undefined) expect(own.ready).toBe(settings.portal.ready);
  return { isShown, ...settings.portal };
}

test.each([
  {
    name: "enabled, and everything is offered",
    slug: "desk",
    prepare: () => offer("all"),
    expected: { isShown: true, in_portal: true, ready: true, missing: [] },
  },
  {
    name: "disabled",
    slug: "desk",
    prepare: () => enable("desk", false),
    expected: { isShown: false, in_portal: false, ready: false, missing: ["enabled"] },
  },
  {
    name: "without an OAuth2 client",
    slug: "ledger",
    prepare: () => enable("ledger", null),
    expected: { isShown: false, in_portal: false, ready: false, missing: ["oauth_client"] },
  },
  {
    name: "without an OAuth2 client, though enabled",
    slug: "ledger",
    prepare: () => enable("ledger", true),
    expected: { isShown: false, in_portal: false, ready: false, missing: ["oauth_client"] },
  },
  {
    name: "of a document that does not say how customers authenticate",
    slug: "open",
    prepare: () => enable("open", true),
    expected: { isShown: false, in_portal: false, ready: false, missing: ["credential"] },
  },
  {
    name: "not chosen where only chosen ones are offered",
    slug: "books",
    prepare: () => offer("none", ["desk"]),
    expected: { isShown: false, in_portal: false, ready: true, missing: ["offer"] },
  },
  {
    name: "without a published workflow where those with one are offered",
    slug: "books",
    prepare: async () => {
      await offer("with_workflows");
      const draft = { name: "Draft", slug: "books", published: false };
      await insertTestWorkflow(portal.server.deps, portal.server.test, draft);
    },
    expected: { isShown: false, in_portal: false, ready: true, missing: ["workflow"] },
  },
  {
    name: "chosen, so that no workflow is needed",
    slug: "books",
    prepare: () => offer("with_workflows", ["books"]),
    expected: { isShown: true, in_portal: true, ready: true, missing: [] },
  },
  {
    name: "with a published workflow",
    slug: "books",
    prepare: async () => {
      await offer("with_workflows");
      await insertTestWorkflow(portal.server.deps, portal.server.test, { name: "Flow", slug: "books" });
    },
    expected: { isShown: true, in_portal: true, ready: true, missing: [] },
  },
  {
    name: "lacking two things",
    slug: "ledger",
    prepare: () => offer("none"),
    expected: { isShown: false, in_portal: false, ready: false, missing: ["oauth_client", "offer"] },
  },
])("an application $name is the same everywhere", async ({ slug, prepare, expected }) => {
  await enable("desk", true);
  await offer("all");
  await prepare();
  expect(await askEverywhere(slug, "anybody")).toEqual(expected);
});

test("a customer's own connection and workflow show an application to that customer alone", async () => {
  await enable("desk", true);
  await offer("all");
  await connectDesk(portal, "connected");
  await offer("with_workflows");
  const missing = { in_portal: false, ready: true, missing: ["workflow"] };
  expect(await askEverywhere("desk", "connected")).toEqual({ isShown: true, ...missing });
  expect(await askEverywhere("desk", "stranger")).toEqual({ isShown: false, ...missing });
  const { account } = await portal.scopeOf("builder");
  const own = { name: "Own", slug: "desk", account_id: account.id };
  await insertTestWorkflow(portal.server.deps, portal.server.test, own);
  expect(await askEverywhere("desk", "builder")).toEqual({ isShown: true, ...missing });
  expect(await askEverywhere("desk", "stranger")).toEqual({ isShown: false, ...missing });
});
