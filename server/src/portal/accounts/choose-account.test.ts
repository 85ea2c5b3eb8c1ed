import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { openBrowser, type Shown, type TestBrowser } from "../../../test/test-browser.ts";
import { deleteEndedChoices } from "../../apps/connections/accounts/choice-store.ts";
import { chooseAccount, findChoice } from "../../apps/connections/accounts/choose-account.ts";
import { buildChoiceIdentity, type ChoiceSecrets } from "../../apps/connections/accounts/connect-account.ts";
import {
  buildSiteDefinition,
  buildSites,
  type FakeVendor,
  startFakeVendor,
} from "../../apps/connections/accounts/fake-vendor.ts";
import { findAccount } from "../../auth/guard.ts";

const TEN_MINUTES = 10 * 60_000;
let nowMs = Date.now();
let vendor: FakeVendor;
let server: ListeningServer;
let accounts = 0;
let account: string;

beforeAll(async () => {
  vendor = await startFakeVendor();
  server = await startListeningServer({ rateLimitPerMinute: 0 }, { clock: { now: () => new Date(nowMs) } });
  await addApplication("sites", buildSiteDefinition("sites", vendor.url));
});
afterAll(async () => {
  await server?.close();
  await vendor?.close();
});
beforeEach(async () => {
  await server.deps.db.deleteFrom("account_choices").execute();
  vendor.sites = buildSites("Northwind", "Contoso", "Fabrikam");
  vendor.listStatus = 200;
  vendor.requests.length = 0;
  account = `sites-${++accounts}`;
});

async function addApplication(slug: string, body: Record<string, unknown>): Promise<void> {
  const key = server.testKey;
  const added = await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
  if (added.status !== 200) throw new Error(added.text);
  const url = `/api/v2/public/application/${slug}/settings`;
  const client = { client_id: "client", client_secret: "client-secret" };
  await server.request({ method: "PUT", url, key, body: client });
}

const browser = () => openBrowser({ issuer: server.baseUrl });
const call = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, more: object = {}) =>
  server.request({ method, url, key: server.testKey, account, ...more });

/** A link to the whole portal. */
async function portalOf(name = account): Promise<string> {
  const token = await server.account(name);
  const url = "/api/v2/public/connect-url";
  return (await server.request({ method: "POST", url, token, body: {} })).body.hosted_url;
}

/** Goes from the portal to the vendor, and back from there with a code. */
async function consent(visitor: TestBrowser, portal: string, query = ""): Promise<Shown> {
  const page = await visitor.go(`${portal}/apps/sites${query}`);
  const action = `${page.url.pathname}/connect${page.url.search}`;
  const { url } = await visitor.submit(page, action, hiddenBeside(page, "auth_type"));
  return visitor.go(callback(url));
}

/** The hidden fields of the form with a control of this name. */
function hiddenBeside({ text }: Shown, name: string): Record<string, string> {
  const form =
    text.split("<form ").find((part) => part.split("</form>")[0]?.includes(`name="${name}"`)) ?? "";
  const found = form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...(found ?? [])].map(([, key = "", value = ""]) => [key, value]));
}

const callback = (vendorUrl: URL) =>
  `${server.baseUrl}/api/v1/sites/callback?code=code-1&state=${vendorUrl.searchParams.get("state")}`;

/** The mark by which a page knows its browser. */
async function markOf(page: Shown): Promise<{ id: string; mark: string }> {
  const id = page.url.pathname.split("/").at(-1) ?? "";
  const { db, vault } = server.deps;
  const row = await db
    .selectFrom("account_choices")
    .select("secrets")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { mark }: ChoiceSecrets = JSON.parse(vault.open(row.secrets, buildChoiceIdentity(id)));
  return { id, mark };
}

const choose = (visitor: TestBrowser, page: Shown, number: number | string, headers?: object) =>
  visitor.submit(page, page.url.href, { ...hiddenBeside(page, "account"), account: String(number) }, headers);

/** The account's connections, and what the vendor answers when one of them is used. */
async function connections(): Promise<Record<string, unknown>[]> {
  const { body } = await call("GET", "/api/v2/public/application/sites");
  return body.connections;
}
const execute = () => call("POST", "/api/v2/integration-schema/sites/actions/get_me/execute", { body: {} });
const countChoices = async () =>
  (await server.deps.db.selectFrom("account_choices").select("id").execute()).length;

describe("a consent that gives access to", () => {
  test("one account connects it without a question, under its name", async () => {
    vendor.sites = buildSites("Northwind");
    const end = await consent(browser(), await portalOf());
    expect(end.url.href).toContain("/apps/sites?outcome=connected");
    expect(end.text).toContain("Connected as Northwind");
    expect(await connections()).toMatchObject([{ name: "Northwind", identifier: "Northwind" }]);
    expect(vendor.requests.map((one) => one.split(" ")[0])).toEqual([
      "/oauth/token/accessible-resources",
      `/ex/jira/${vendor.sites[0]?.id}/rest/api/2/myself`,
    ]);
    expect((await execute()).body).toMatchObject({ data: { displayName: "Ada" } });
  });

  test("none fails with the reason, and nothing is connected", async () => {
    vendor.sites = [];
    const end = await consent(browser(), await portalOf());
    expect(end.url.href).toContain("outcome=noAccount");
    expect(end.text).toContain("nothing there can be connected");
    expect(await connections()).toEqual([]);
    expect(await countChoices()).toBe(0);
  });

  test("several asks, and until an answer nothing is connected", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    expect(page.text).toContain("Choose a Jira account");
    for (const { name } of vendor.sites) expect(page.text).toContain(`${name}</bdi>`);
    expect(page.text).toContain("https://contoso.atlassian.net");
    expect(await connections()).toEqual([]);
    const end = await choose(visitor, page, 1);
    expect(end.url.href).toContain("/apps/sites?outcome=connected");
    expect(await connections()).toMatchObject([{ name: "Contoso", status: "active" }]);
    vendor.requests.length = 0;
    await execute();
    expect(vendor.requests[0]).toContain(`/ex/jira/${vendor.sites[1]?.id}/`);
    expect(await countChoices()).toBe(0);
    const { body } = await call("GET", "/api/v2/public/connections?slug=sites");
    const kept = body.docs.find((one: { linked_account_id: string }) => one.linked_account_id === account);
    expect(kept.callback).toEqual({ url: `${vendor.url}/ex/jira/${vendor.sites[1]?.id}` });
  });

  test("accounts of another product, or listed twice, asks for the others alone", async () => {
    const [first, second] = buildSites("Northwind", "Wiki");
    if (!first || !second) throw new Error("There are no sites.");
    vendor.sites = [
      first,
      { ...second, scopes: ["read:confluence-content.all"] },
      { ...first, name: "Again" },
    ];
    expect((await consent(browser(), await portalOf())).text).toContain("is connected");
  });

  test("a list that the vendor refuses connects nothing", async () => {
    vendor.listStatus = 503;
    expect((await consent(browser(), await portalOf())).url.href).toContain("outcome=unreachable");
    vendor.listStatus = 401;
    expect((await consent(browser(), await portalOf())).url.href).toContain("outcome=refused");
    expect(await connections()).toEqual([]);
  });
});

describe("the page of a choice", () => {
  test("is for the browser that consented: another one, or another flow's cookie, chooses nothing", async () => {
    const [attacker, victim] = [browser(), browser()];
    const theirs = await consent(attacker, await portalOf(`${account}-attacker`));
    const own = await consent(victim, await portalOf());
    expect((await victim.go(theirs.url.href)).text).toContain("started in another browser");
    expect((await attacker.go(own.url.href)).text).toContain("started in another browser");
    expect((await choose(victim, { ...theirs, url: theirs.url }, 0)).text).toContain("another browser");
    expect(await connections()).toEqual([]);
    // Nothing of that ended the choice of the one who consented.
    expect((await choose(victim, own, 0)).text).toContain("is connected");
    expect(await connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("needs the mark itself, not only a cookie of its name", async () => {
    const page = await consent(browser(), await portalOf());
    const { id, mark } = await markOf(page);
    const open = (value: string) =>
      server.request({ url: page.url.pathname, headers: { cookie: `junctor_connect_${id}=${value}` } });
    expect((await open(mark.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).text).toContain(
      "started in another browser",
    );
    expect((await open("")).text).toContain("started in another browser");
    expect((await open(mark)).text).toContain("Choose a Jira account");
  });

  test("of two choices that were both still open, only the first counts", async () => {
    const page = await consent(browser(), await portalOf());
    const { id, mark } = await markOf(page);
    const found = await findChoice(server.deps, id, `junctor_connect_${id}=${mark}`);
    if (typeof found === "string") throw new Error(found);
    const [first, second] = found.secrets.accounts;
    expect((await chooseAccount(server.deps, found, first)).kind).toBe("connected");
    expect((await chooseAccount(server.deps, found, second)).kind).toBe("stale");
    expect(await connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("takes a form only from itself", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://attacker.example" }, {}])
      expect((await choose(visitor, page, 0, headers)).status, JSON.stringify(headers)).toBe(403);
    const foreign = await visitor.submit(page, page.url.pathname, { account: "0", form: "x" });
    expect(foreign.status).toBe(403);
    expect(await connections()).toEqual([]);
  });

  test("counts once: a repeated choice, and one of two at once, change nothing", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    const ends = await Promise.all([choose(visitor, page, 0), choose(visitor, page, 2)]);
    const texts = ends.map(({ url, text }) => `${url.search} ${text}`);
    expect(texts.filter((text) => text.includes("outcome=connected"))).toHaveLength(1);
    const before = await connections();
    expect(before).toHaveLength(1);
    expect((await choose(visitor, page, 1)).text).toContain("can no longer be completed");
    expect((await visitor.go(page.url.href)).text).toContain("can no longer be completed");
    expect(await connections()).toEqual(before);
  });

  test("refuses what is not in the list, and can still be answered", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    for (const wrong of ["3", "-1", "", "1e0", "__proto__", "Northwind"]) {
      const end = await choose(visitor, page, wrong);
      expect(end.status, wrong).toBe(400);
      expect(end.text).toContain("Choose an account from the list");
    }
    expect(await connections()).toEqual([]);
    expect((await choose(visitor, page, 2)).text).toContain("is connected");
  });

  test("ends after ten minutes, and its tokens are deleted", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    nowMs += TEN_MINUTES;
    expect((await visitor.go(page.url.href)).text).toContain("took longer than ten minutes");
    expect((await choose(visitor, page, 0)).text).toContain("took longer than ten minutes");
    expect(await connections()).toEqual([]);
    expect(await deleteEndedChoices(server.deps.database, new Date(nowMs - 1), 10)).toBe(0);
    expect(await deleteEndedChoices(server.deps.database, new Date(nowMs), 10)).toBe(1);
  });

  test("can be cancelled, and then connects nothing", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    expect((await choose(visitor, page, "none")).url.href).toContain("outcome=declined");
    expect((await choose(visitor, page, 0)).text).toContain("can no longer be completed");
    expect(await connections()).toEqual([]);
    expect(await countChoices()).toBe(0);
  });

  test("connects nothing once the application is disabled, or sends credentials elsewhere", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    const key = server.testKey;
    const settings = "/api/v2/public/application/sites/settings";
    await server.request({ method: "PUT", url: settings, key, body: { enabled: false } });
    expect((await visitor.go(page.url.href)).url.href).toContain("outcome=disabled");
    await server.request({ method: "PUT", url: settings, key, body: { enabled: true } });
    expect((await visitor.go(page.url.href)).text).toContain("Choose a Jira account");
    await server.request({ method: "PUT", url: settings, key, body: { enabled: false } });
    expect((await choose(visitor, page, 0)).url.href).toContain("outcome=disabled");
    await server.request({ method: "PUT", url: settings, key, body: { enabled: true } });

    await addApplication("moved", buildSiteDefinition("moved", vendor.url));
    const start = await visitor.go(`${await portalOf()}/apps/moved`);
    const action = `${start.url.pathname}/connect`;
    const { url } = await visitor.submit(start, action, hiddenBeside(start, "auth_type"));
    const query = `code=code-1&state=${url.searchParams.get("state")}`;
    const asked = await visitor.go(`${server.baseUrl}/api/v1/moved/callback?${query}`);
    expect(asked.text).toContain("Choose a Jira account");
    await addApplication("moved", buildSiteDefinition("moved", vendor.url.replace("127.0.0.1", "localhost")));
    expect((await choose(visitor, asked, 0)).text).toContain("can no longer be completed");
    expect(await connections()).toEqual([]);
  });

  test("has a search where the list is long, and escapes what the vendor says", async () => {
    vendor.sites = buildSites(...Array.from({ length: 8 }, (_, i) => `Site ${i}`), "<script>x</script>");
    const visitor = browser();
    const page = await consent(visitor, await portalOf());
    expect(page.text).toContain('role="search"');
    expect(page.text).not.toContain("<script>x");
    const found = await visitor.go(`${page.url.href}?search=SITE+7`);
    expect(found.text.match(/name="account" value="\d"/g)).toEqual(['name="account" value="7"']);
    expect((await choose(visitor, found, 7)).text).toContain("Connected as Site 7");
  });

  test("keeps the portal's language, and tells nobody the tokens", async () => {
    const visitor = browser();
    const page = await consent(visitor, await portalOf(), "?lang=de");
    expect(page.url.search).toBe("?lang=de");
    expect(page.text).toContain("Jira-Konto auswählen");
    expect(page.text).not.toMatch(/token-\d|refresh-\d/);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const row = await server.deps.db
      .selectFrom("account_choices")
      .select("secrets")
      .executeTakeFirstOrThrow();
    expect(row.secrets.toString("latin1")).not.toMatch(/token-\d|Northwind/);
    expect((await choose(visitor, page, 0)).url.search).toBe("?outcome=connected&lang=de");
  });
});

describe("connecting again", () => {
  const expire = async (name: string) => {
    const scope = await findAccount(server.deps.database, server.test, account);
    await server.deps.db
      .updateTable("connections")
      .set({ status: "expired" })
      .where("account_id", "=", scope?.id ?? "")
      .where("identifier", "=", name)
      .execute();
  };
  const connectSite = async (number: number, query = ""): Promise<string> => {
    const visitor = browser();
    const portal = await portalOf();
    await choose(visitor, await consent(visitor, portal, query), number);
    return portal;
  };

  test("an expired connection keeps its account", async () => {
    const portal = await connectSite(1);
    await expire("Contoso");
    expect((await consent(browser(), portal)).text).toContain("Connected as Contoso");
    expect(await connections()).toMatchObject([{ name: "Contoso", status: "active" }]);
  });

  test("a connection that works may change its account, which is marked", async () => {
    const portal = await connectSite(1);
    const visitor = browser();
    const page = await consent(visitor, portal);
    expect(page.text).toMatch(/Contoso<\/bdi><\/b><span class="state good">Connected now/);
    await choose(visitor, page, 0);
    expect(await connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("another account is never taken without a question, even if it is the only one", async () => {
    const portal = await connectSite(1);
    vendor.sites = buildSites("Northwind");
    await expire("Contoso");
    const visitor = browser();
    const page = await consent(visitor, portal);
    expect(page.text).toContain("Contoso is no longer in the list");
    expect(await connections()).toMatchObject([{ name: "Contoso", status: "expired" }]);
    await choose(visitor, page, 0);
    expect(await connections()).toMatchObject([{ name: "Northwind", status: "active" }]);
  });

  test("accounts stand beside each other as connections of their own", async () => {
    await connectSite(0);
    await connectSite(2, "?connection=new");
    const found = await connections();
    expect(found.map(({ name }) => name).sort()).toEqual(["Fabrikam", "Northwind"]);
    const added = found.find(({ name }) => name === "Fabrikam");
    vendor.requests.length = 0;
    await call("POST", "/api/v2/integration-schema/sites/actions/get_me/execute", {
      body: {},
      headers: { connection_id: String(added?.connection_id) },
    });
    expect(vendor.requests[0]).toContain(`/ex/jira/${vendor.sites[2]?.id}/`);
  });

  test("a choice for a connection that was removed meanwhile connects nothing", async () => {
    await connectSite(0);
    const portal = await connectSite(2, "?connection=new");
    const added = (await connections()).find(({ name }) => name === "Fabrikam");
    const visitor = browser();
    const page = await consent(visitor, portal, `?connection=${added?.connection_id}`);
    const url = `/api/v2/public/linked-account/integration/sites?connection_id=${added?.connection_id}`;
    expect((await call("DELETE", url)).status).toBe(200);
    expect((await choose(visitor, page, 1)).url.href).toContain("outcome=stale");
    expect(await connections()).toMatchObject([{ name: "Northwind" }]);
  });
});

test("a renewed token still goes to the chosen account", async () => {
  const visitor = browser();
  await choose(visitor, await consent(visitor, await portalOf()), 2);
  vendor.requests.length = 0;
  const renewals = vendor.grants.filter((grant) => grant === "refresh_token").length;
  nowMs += 2 * 60 * 60_000;
  expect((await execute()).status).toBe(200);
  expect(vendor.grants.filter((grant) => grant === "refresh_token")).toHaveLength(renewals + 1);
  expect(vendor.requests).toHaveLength(1);
  expect(vendor.requests[0]).toContain(`/ex/jira/${vendor.sites[2]?.id}/rest/api/2/myself token-`);
});

test("the API does not ask for what the sign-in finds, but for it with a key", async () => {
  await server.account(account);
  const { body } = await call("GET", "/api/v2/public/application/sites");
  const names = (fields: { name: string }[]) => fields.map(({ name }) => name);
  expect(names(body.auth_type_options.oauth2)).toEqual([]);
  expect(names(body.auth_type_options.keybased)).toEqual(["url", "api_token"]);
});

test("the request log shows the list without the token", async () => {
  vendor.sites = buildSites("Northwind");
  await consent(browser(), await portalOf());
  await server.deps.requestLog.flush();
  const { body, text } = await call("GET", `/api/v2/public/requests?linked_account_id=${account}&limit=10`);
  expect(text).toContain("/oauth/token/accessible-resources");
  expect(JSON.stringify(body)).not.toMatch(/token-\d|refresh-\d/);
});

describe("a link that an API client asked for", () => {
  const integrate = async () => {
    const token = await server.account(account);
    return (await server.request({ method: "POST", url: "/api/v1/sites/integrate", token, body: {} })).body;
  };

  test("asks in the same window and ends there", async () => {
    const visitor = browser();
    const { auth_url: url } = await integrate();
    const start = await visitor.go(url);
    const { url: address } = await visitor.submit(start, `${start.url.pathname}/apps/sites/connect`, {});
    const page = await visitor.go(callback(address));
    expect(page.text).toContain("Choose a Jira account");
    const end = await choose(visitor, page, 0);
    expect(end.text).toContain("Jira is connected");
    expect(end.text).toContain("You can close this window");
    expect(await connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("works once: of two consents, the second choice connects nothing", async () => {
    const visitor = browser();
    const { auth_url: url } = await integrate();
    const pages: Shown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const start = await visitor.go(url);
      const { url: address } = await visitor.submit(start, `${start.url.pathname}/apps/sites/connect`, {});
      pages.push(await visitor.go(callback(address)));
    }
    const [first, second] = pages;
    if (!first || !second) throw new Error("There are no two choices.");
    await choose(visitor, second, 1);
    expect((await choose(visitor, first, 0)).text).toContain("can no longer be completed");
    expect(await connections()).toMatchObject([{ name: "Contoso" }]);
  });

  test("that leads to the provider at once binds the choice to the browser that returned", async () => {
    const body = { provider_oauth_url: true };
    await server.request({
      method: "PUT",
      url: "/api/v2/public/organization",
      key: server.productionKey,
      body,
    });
    await server.account(account);
    const { body: made } = await call("GET", "/api/v2/public/linked-account/integration/oauth-url/sites");
    const visitor = browser();
    const page = await visitor.go(callback(new URL(made.auth_url)));
    expect(page.text).toContain("Choose a Jira account");
    expect((await browser().go(page.url.href)).text).toContain("started in another browser");
    expect((await choose(visitor, page, 0)).text).toContain("Jira is connected");
  });
});
