import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { buildSiteDefinition, buildSites, type FakeVendor, startFakeVendor } from "./fake-vendor.ts";

let vendor: FakeVendor;
let server: TestServer;
let folder: string;
let accounts = 0;
let account: string;

beforeAll(async () => {
  vendor = await startFakeVendor();
  folder = mkdtempSync(join(tmpdir(), "connectors-"));
  mkdirSync(join(folder, "sites"));
  const definition = buildSiteDefinition("sites", vendor.url);
  writeFileSync(join(folder, "sites", "manifest.yaml"), JSON.stringify(definition));
  server = await startTestServer({ connectorsDir: folder });
  const body = { client_id: "client", client_secret: "secret" };
  const url = "/api/v2/public/application/sites/settings";
  await server.request({ method: "PUT", url, key: server.testKey, body });
});
afterAll(async () => {
  await server?.close();
  await vendor?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  vendor.sites = buildSites("Northwind", "Contoso");
  vendor.requests.length = 0;
  account = `import-${++accounts}`;
  await server.account(account);
});

const importTokens = (more: Record<string, string> = {}) =>
  server.request({
    method: "PUT",
    url: "/api/v2/public/migrate-token",
    key: server.testKey,
    account,
    body: { slug: "sites", auth_object: { access_token: "token-9", ...more } },
  });
const listNames = async () => {
  const url = "/api/v2/public/application/sites";
  const { body } = await server.request({ url, key: server.testKey, account });
  return body.connections.map(({ name }: { name: string }) => name);
};

test("tokens of one account find it themselves", async () => {
  vendor.sites = buildSites("Northwind");
  expect((await importTokens()).status).toBe(200);
  expect(await listNames()).toEqual(["Northwind"]);
});

test("tokens of several accounts need the one that the other system used, which is not looked up", async () => {
  const refused = await importTokens();
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("2 accounts: add url to auth_object");
  expect(refused.text).toContain(`/ex/jira/${vendor.sites[1]?.id} (Contoso)`);
  expect(await listNames()).toEqual([]);
  vendor.requests.length = 0;
  expect((await importTokens({ url: `${vendor.url}/ex/jira/${vendor.sites[1]?.id}` })).status).toBe(200);
  expect(vendor.requests).toEqual([`/ex/jira/${vendor.sites[1]?.id}/rest/api/2/myself token-9`]);
  // As connections from before the list was read: they are called as the check says.
  expect(await listNames()).toEqual(["Ada"]);
});

test("tokens that give access to nothing are refused", async () => {
  vendor.sites = [];
  const refused = await importTokens();
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("give access to no account");
  expect(await listNames()).toEqual([]);
});
