import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { goOn } from "../../../test/connect-page.ts";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { openBrowser, type Shown, type TestBrowser } from "../../../test/test-browser.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../../apps/connections/fake-provider.ts";
import { STATE_COLUMN, type StateSecrets } from "../../apps/connections/start-consent.ts";

const APPLICATION = "/api/v2/public/application";
const OAUTH_URL = "/api/v2/public/linked-account/integration/oauth-url/books";
let server: ListeningServer;
let provider: FakeProvider;
let nowMs = Date.now();

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startListeningServer({}, { clock: { now: () => new Date(nowMs) } });
  const key = server.testKey;
  const settings = [{ name: "region", label: "Region", required: false }];
  const body = { ...buildOAuthDefinition("books", provider.url), settings };
  expect((await server.request({ method: "POST", url: APPLICATION, key, body })).status).toBe(200);
  const client = { client_id: "client", client_secret: "secret" };
  await server.request({ method: "PUT", url: `${APPLICATION}/books/settings`, key, body: client });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => {
  provider.tokenRequests.length = 0;
  provider.script.splice(0, 9, { body: { access_token: "victims-token", token_type: "bearer" } });
  provider.accepted.add("victims-token");
});

const browser = () => openBrowser({ issuer: server.baseUrl });

/** The address that the server returns for the account's session token. */
async function integrate(accountId: string, query = ""): Promise<string> {
  const token = await server.account(accountId);
  const { body } = await server.request({ url: `/api/v1/books/integrate?${query}`, token });
  return body.auth_url;
}

/** Continues from the page as a browser does, up to the provider's address. */
async function click(visitor: TestBrowser, url: string, headers?: object): Promise<Shown> {
  const page = await visitor.go(url);
  return visitor.submit(page, `${page.url.pathname}/apps/books/connect`, {}, headers);
}

const callback = (address: URL) =>
  `${server.baseUrl}/api/v1/books/callback?code=victims-code&state=${address.searchParams.get("state")}`;

async function isConnected(accountId: string): Promise<boolean> {
  const token = await server.account(accountId);
  const { body } = await server.request({ url: "/api/v2/f-sdk/application/books", token });
  return body.connected;
}

describe("an attacker starts, and somebody else consents", () => {
  test("the victim's browser is rejected, its code is not exchanged, and nothing is stored", async () => {
    const { url: address } = await click(browser(), await integrate("attacker"));
    expect(address.href).toContain(`${provider.url}/authorize?`);
    const end = await browser().go(callback(address));
    expect(end.status).toBe(400);
    expect(end.text).toContain("started in another browser");
    expect(end.text).toContain("open the link again in this browser");
    expect(provider.tokenRequests).toHaveLength(0);
    expect(await isConnected("attacker")).toBe(false);
  });

  test("a flow that the victim started in the same browser vouches for no other", async () => {
    const { url: address } = await click(browser(), await integrate("attacker"));
    const victim = browser();
    const { url: own } = await click(victim, await integrate("victim"));
    expect((await victim.go(callback(address))).text).toContain("started in another browser");
    expect(provider.tokenRequests).toHaveLength(0);
    expect((await victim.go(callback(own))).text).toContain("App books is connected");
    expect([await isConnected("attacker"), await isConnected("victim")]).toEqual([false, true]);
  });

  test("a rejected flow is over for the attacker, too", async () => {
    const attacker = browser();
    const { url: address } = await click(attacker, await integrate("attacker"));
    await browser().go(callback(address));
    expect((await attacker.go(callback(address))).text).toContain("can no longer be completed");
    expect(provider.tokenRequests).toHaveLength(0);
  });

  test("an attacker's page cannot click for the victim", async () => {
    const url = await integrate("attacker");
    const page = await browser().go(url);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://attacker.example.com" },
      { origin: "null" },
      {},
    ]) {
      const sent = await browser().submit(page, `${page.url.pathname}/apps/books/connect`, {}, headers);
      expect(sent.status, JSON.stringify(headers)).toBe(403);
      expect(sent.headers.getSetCookie()).toEqual([]);
    }
  });

  test("a flow started by an older version without a cookie is rejected", async () => {
    const visitor = browser();
    const { url: address } = await click(visitor, await integrate("upgraded"));
    const { db, vault } = server.deps;
    const id = address.searchParams.get("state")?.split(".")[0] ?? "";
    const row = await db
      .selectFrom("oauth_states")
      .select("secrets")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { mark: _, ...old }: StateSecrets = JSON.parse(
      vault.open(row.secrets, STATE_COLUMN.identityOf(id)),
    );
    const secrets = vault.seal(JSON.stringify(old), STATE_COLUMN.identityOf(id));
    await db.updateTable("oauth_states").set({ secrets }).where("id", "=", id).execute();
    expect((await visitor.go(callback(address))).text).toContain("started in another browser");
  });
});

describe("the page at which a connect starts", () => {
  test("names the account, and loads nothing external; opening it changes nothing", async () => {
    const named = { linked_account_id: "acme", name: "Harbor <Tools>" };
    const key = server.testKey;
    await server.request({ method: "PUT", url: "/api/v2/public/linked-account", key, body: named });
    const url = await integrate("acme");
    for (const visitor of [browser(), browser()]) {
      const { text, status, headers } = await visitor.go(url);
      expect(status).toBe(200);
      expect(text).toContain("<h1>Connect App books</h1>");
      expect(text).toContain("<dt>Company</dt><dd><bdi>Test organization</bdi></dd>");
      expect(text).toContain("<dt>Account</dt><dd><bdi>Harbor &lt;Tools&gt;</bdi> (<bdi>acme</bdi>)</dd>");
      expect(text).not.toContain("<script");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await isConnected("acme")).toBe(false);
  });

  test("shows the account's name as set with an API key, never as set by itself", async () => {
    const url = "/api/v2/public/linked-account";
    const rename = (who: object, name: string) =>
      server.request({ method: "PUT", url, ...who, body: { linked_account_id: "posing", name } });
    const token = await server.account("posing");
    await rename({ token }, "Victim Ltd");
    const shown = async () => (await browser().go(await integrate("posing"))).text;
    expect(await shown()).not.toContain("Victim Ltd");
    expect((await rename({ key: server.testKey }, "Poser Ltd")).status).toBe(200);
    expect(await shown()).toContain("Poser Ltd");
    expect((await rename({ token }, "Victim Ltd")).body.name).toBe("Victim Ltd");
    const page = await shown();
    expect(page).toContain("<dd><bdi>Poser Ltd</bdi> (<bdi>posing</bdi>)");
    expect(page).not.toContain("Victim Ltd");
    await rename({ key: server.testKey }, "");
    expect(await shown()).toContain("<dd><bdi>posing</bdi></dd>");
  });

  test("expires once connected, not before: the customer may decline and try again", async () => {
    const visitor = browser();
    const url = await integrate("patient");
    const { url: first } = await click(visitor, url);
    const state = first.searchParams.get("state");
    const declined = `${server.baseUrl}/api/v1/books/callback?error=access_denied&state=${state}`;
    expect((await visitor.go(declined)).text).toContain("was not connected");
    const { url: second } = await click(visitor, url);
    expect((await visitor.go(callback(second))).text).toContain("window.close()");
    const page = await visitor.go(url);
    expect(page.text).toContain("Thank you, that is all.");
    expect(page.text).not.toContain("<form");
    nowMs += 16 * 60_000;
    expect((await visitor.go(url)).status).toBe(410);
  });

  test("expires after an hour; continuing from it is valid for ten minutes", async () => {
    const url = await integrate("late");
    const visitor = browser();
    nowMs += 59 * 60_000;
    const { url: address } = await click(visitor, url);
    nowMs += 10 * 60_000;
    expect((await visitor.go(callback(address))).text).toContain("took longer than ten minutes");
    const gone = await visitor.go(url);
    expect(gone.status).toBe(410);
    expect(gone.text).toContain("This link no longer works");
    expect(provider.tokenRequests).toHaveLength(0);
  });

  test("several can run in one browser, and end in any order", async () => {
    const visitor = browser();
    const first = await click(visitor, await integrate("one"));
    const second = await click(visitor, await integrate("two"));
    for (const { url } of [second, first])
      expect((await visitor.go(callback(url))).text).toContain("App books is connected");
    expect([await isConnected("one"), await isConnected("two")]).toEqual([true, true]);
  });

  test("stores the values entered before it encrypted", async () => {
    const url = await integrate("typing", "region=region-of-nobody-else");
    const { db, vault } = server.deps;
    const links = await db.selectFrom("connect_links").select(["id", "settings"]).execute();
    expect(Buffer.concat(links.map(({ settings }) => settings ?? Buffer.of())).toString()).not.toContain(
      "nobody-else",
    );
    const visitor = browser();
    const { url: address } = await click(visitor, url);
    expect((await visitor.go(callback(address))).text).toContain("is connected");
    const rows = await db.selectFrom("connections").select(["id", "secrets"]).execute();
    const kept = rows.map(({ id, secrets }) => vault.open(secrets, `connections/${id}/secrets`));
    expect(kept.filter((one) => one.includes("region-of-nobody-else"))).toHaveLength(1);
  });
});

describe("an address requested with the API key", () => {
  const ask = async () =>
    (await server.request({ url: OAUTH_URL, key: server.testKey, account: "by-key" })).body.auth_url;
  const set = (provider_oauth_url: unknown) =>
    server.request({
      method: "PUT",
      url: "/api/v2/public/organization",
      key: server.productionKey,
      body: { provider_oauth_url },
    });

  test("leads to the page as well", async () => {
    await server.account("by-key");
    const { address } = await goOn(server, await ask());
    expect(address.href).toContain(`${provider.url}/authorize?`);
    expect((await browser().go(callback(address))).text).toContain("started in another browser");
  });

  test("leads to the provider if the organization prefers that; a session token's never does", async () => {
    expect((await set(true)).body).toMatchObject({ provider_oauth_url: true });
    const address = new URL(await ask());
    expect(address.href).toContain(`${provider.url}/authorize?`);
    expect((await browser().go(callback(address))).text).toContain("App books is connected");
    expect(await isConnected("by-key")).toBe(true);
    expect(await integrate("by-key")).toMatch(/\/connect\/[\w-]{43}$/);
    expect((await set("yes")).status).toBe(400);
    expect((await set(false)).body).toMatchObject({ provider_oauth_url: false });
    expect(await ask()).toMatch(/\/connect\/[\w-]{43}$/);
  });
});
