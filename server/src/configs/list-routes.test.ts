import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { saveApplicationSettings } from "../apps/catalog/application-store.ts";
import { findAccount } from "../auth/guard.ts";
import { insertStripeWorkflows, insertTestWorkflow } from "./test-workflow.ts";

const PATH = "/api/v2/public/configs";
let server: TestServer;
let first: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ first } = await insertStripeWorkflows(server.deps, server.test));
  token = await server.account("acme");
  await make("stripe");
  await make("stripe", "second");
  await make("airtable");
});
afterAll(() => server.close());

async function make(slug: string, config_id?: string, who = token): Promise<void> {
  const body = { slug, config_id };
  const url = "/api/v2/public/config";
  const { status } = await server.request({ method: "POST", url, token: who, body });
  expect(status).toBe(200);
}

const list = (query = "", who: object = { key: server.testKey, account: "acme" }) =>
  server.request({ url: PATH + query, ...who });

test("200: the configs of all applications, sorted by application and name, with their enabled workflows", async () => {
  const url = `/api/v2/public/slug/stripe/config/second/workflows/${first}`;
  const on = await server.request({ method: "PATCH", url, token, body: { enabled: true } });
  expect(on.status).toBe(200);
  const { status, body } = await list();
  expect(status).toBe(200);
  const stamps = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  const stripe = { slug: "stripe", application: "Stripe", application_enabled: true, ...stamps };
  expect(body.docs).toEqual([
    {
      slug: "airtable",
      config_id: "acme",
      application: "Airtable",
      application_enabled: true,
      enabled_workflows: 0,
      ...stamps,
    },
    { ...stripe, config_id: "acme", enabled_workflows: 1 },
    { ...stripe, config_id: "second", enabled_workflows: 2 },
  ]);
  expect(body.totalDocs).toBe(3);
  expect((await list("", { token })).body).toEqual(body);
});

test("200: neither hidden workflows nor those of another account count as enabled", async () => {
  const owner = await server.account("owner");
  const account = await findAccount(server.deps.database, server.test, "owner");
  const on = { auto_enable: true, slug: "airtable" };
  await insertTestWorkflow(server.deps, server.test, { ...on, hide_in_config: true });
  await insertTestWorkflow(server.deps, server.test, { ...on, account_id: account?.id });
  const enabled = async (who: string) =>
    (await list("?limit=1", { key: server.testKey, account: who })).body.docs[0].enabled_workflows;
  await make("airtable", undefined, owner);
  const listed = async (who: string) =>
    (await server.request({ url: "/api/v2/public/workflow/enabled", token: who })).body.filter(
      ({ application }: { application: { slug: string } }) => application.slug === "airtable",
    ).length;
  expect([await enabled("acme"), await enabled("owner")]).toEqual([0, 1]);
  expect([await listed(token), await listed(owner)]).toEqual([0, 1]);
});

test("200: pages", async () => {
  const { body } = await list("?limit=2&page=2");
  expect(body.docs.map(({ config_id }: { config_id: string }) => config_id)).toEqual(["second"]);
  expect(body).toMatchObject({ totalDocs: 3, totalPages: 2, hasNextPage: false });
});

test("200: nothing of another account or environment", async () => {
  expect((await list("", { token: await server.account("other") })).body.docs).toEqual([]);
  const production = await server.account("acme", server.productionKey);
  expect((await list("", { token: production })).body.docs).toEqual([]);
});

test("200: of a disabled application, marked as such", async () => {
  const change = { enabled: false };
  await saveApplicationSettings(server.deps.db, server.test, "airtable", {
    change,
    now: server.deps.clock.now(),
  });
  const { body } = await list("?limit=1");
  expect(body.docs[0]).toMatchObject({ slug: "airtable", application_enabled: false });
});

test("400: without an account", async () => {
  const { status, body } = await list("", { key: server.testKey });
  expect([status, body.message]).toEqual([400, "linked_account_id is required"]);
});
