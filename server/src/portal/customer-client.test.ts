import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildOAuthDefinition } from "../apps/connections/fake-provider.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

const CLIENT = { "field.client_id": "customer-client", "field.client_secret": "planted-customer-secret" };
const SETTINGS = "/api/v2/public/organization";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  const machine = buildOAuthDefinition("machine", portal.provider.url, {
    grant: "client_credentials",
    fields: [
      { name: "client_id", label: "Client ID", type: "text" },
      { name: "client_secret", label: "Client secret" },
    ],
    client_id: "{{ credentials.client_id }}",
    client_secret: "{{ credentials.client_secret }}",
  });
  const { request, testKey: key } = portal.server;
  const url = "/api/v2/public/application";
  expect((await request({ method: "POST", url, key, body: machine })).status).toBe(200);
  portal.provider.accepted.add("m1");
});
afterAll(() => portal.close());
beforeEach(() => answer(200, { access_token: "m1" }));

function answer(status: number, body: unknown): void {
  portal.provider.script.splice(0, 9, { status, body });
}

async function isConnected(accountId: string): Promise<boolean> {
  const token = await portal.server.account(accountId);
  const { body } = await portal.server.request({ url: "/api/v2/f-sdk/application/machine", token });
  return body.connected;
}

/** The page that `integrate` leads to. */
async function integrate(accountId: string, query = ""): Promise<string> {
  const token = await portal.server.account(accountId);
  const { body } = await portal.server.request({ url: `/api/v1/machine/integrate?${query}`, token });
  return new URL(body.auth_url).pathname;
}

test("the portal asks for the customer's client, with its secret as a password field", async () => {
  const page = `${await portal.link("typing")}/apps/machine`;
  const { text } = await portal.get(page);
  expect(text).toMatch(/<input type="text"[^>]*name="field.client_id"/);
  expect(text).toMatch(/<input type="password"[^>]*name="field.client_secret"/);
  expect(text).toContain("<button>Connect</button>");
  expect(text).not.toContain("Continue to App machine");
  expect(await portal.send(page, "connect", CLIENT)).toMatchObject({
    status: 303,
    headers: { location: `${page}?outcome=connected` },
  });
  expect((await portal.get(`${page}?outcome=connected`)).text).toContain("App machine is connected");
  expect(await isConnected("typing")).toBe(true);
});

test("a rejected or missing client is shown again with the reason and without the secret", async () => {
  const page = `${await portal.link("refused")}/apps/machine`;
  answer(401, { error: "invalid_client" });
  const refused = await portal.send(page, "connect", CLIENT);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(
    "App machine does not accept these credentials. App machine refused to issue a token: invalid_client.",
  );
  expect(refused.text).toContain(`value="customer-client"`);
  expect(refused.text).not.toContain("planted-customer-secret");
  const missing = await portal.send(page, "connect", { ...CLIENT, "field.client_secret": "" });
  expect([missing.status, missing.text]).toEqual([
    400,
    expect.stringContaining("Client secret is required."),
  ]);
  expect(await isConnected("refused")).toBe(false);
});

test("the address returned by integrate leads to a page that asks for the client, and works once", async () => {
  const path = await integrate("linked", "client_id=in-the-address&client_secret=in-the-address");
  const { status, text } = await portal.get(path);
  expect(status).toBe(200);
  for (const part of ["linked", "Client secret", "Continue only if you started this yourself"])
    expect(text).toContain(part);
  expect(text).not.toContain("in-the-address");
  answer(401, { error: "invalid_client" });
  const form = `${path}/apps/machine`;
  const sent = (fields: object) => portal.post(`${form}/connect`, { ...hidden(text), ...fields });
  expect((await sent(CLIENT)).status).toBe(400);
  answer(200, { access_token: "m1" });
  expect((await sent(CLIENT)).status).toBe(303);
  expect(await isConnected("linked")).toBe(true);
  portal.provider.tokenRequests.length = 0;
  expect((await portal.get(path)).text).toContain("App machine is connected");
  expect((await sent(CLIENT)).text).toContain("App machine is connected");
  expect(portal.provider.tokenRequests).toEqual([]);
});

function hidden(text: string): Record<string, string> {
  const found = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}

test("with an API key it is the same page, even if OAuth2 connects go straight to the provider", async () => {
  const { request, testKey: key, productionKey } = portal.server;
  const set = (provider_oauth_url: boolean) =>
    request({ method: "PUT", url: SETTINGS, key: productionKey, body: { provider_oauth_url } });
  await portal.server.account("by-key");
  const url = "/api/v2/public/linked-account/integration/oauth-url/machine";
  for (const isStraight of [true, false]) {
    expect((await set(isStraight)).status).toBe(200);
    const { body } = await request({ url, key, account: "by-key" });
    expect((await portal.get(new URL(body.auth_url).pathname)).text).toContain("Client secret");
  }
});
