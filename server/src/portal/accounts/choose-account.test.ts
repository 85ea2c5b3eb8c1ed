import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteEndedChoices } from "../../apps/connections/accounts/choice-store.ts";
import { chooseAccount, findChoice } from "../../apps/connections/accounts/choose-account.ts";
import { buildSiteDefinition, buildSites } from "../../apps/connections/accounts/fake-vendor.ts";
import { startTestSites, type TestSites } from "./test-sites.ts";

const TEN_MINUTES = 10 * 60_000;
let sites: TestSites;
beforeAll(async () => {
  sites = await startTestSites();
});
afterAll(() => sites.close());
beforeEach(() => sites.reset());

describe("a consent that gives access to", () => {
  test("one account connects it without a question, under its name", async () => {
    sites.vendor.sites = buildSites("Northwind");
    const end = await sites.consent(sites.browser(), await sites.portalOf());
    expect(end.url.href).toContain("/apps/sites?outcome=connected");
    expect(end.text).toContain("Connected as Northwind");
    expect(await sites.connections()).toMatchObject([{ name: "Northwind", identifier: "Northwind" }]);
    expect(sites.vendor.requests.map((one) => one.split(" ")[0])).toEqual([
      "/oauth/token/accessible-resources",
      `/ex/jira/${sites.vendor.sites[0]?.id}/rest/api/2/myself`,
    ]);
    expect((await sites.execute()).body).toMatchObject({ data: { displayName: "Ada" } });
  });

  test("none fails with the reason, and nothing is connected", async () => {
    sites.vendor.sites = [];
    const end = await sites.consent(sites.browser(), await sites.portalOf());
    expect(end.url.href).toContain("outcome=noAccount");
    expect(end.text).toContain("nothing there can be connected");
    expect(await sites.connections()).toEqual([]);
    expect(await sites.countChoices()).toBe(0);
  });

  test("several asks, and until an answer nothing is connected", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    expect(page.text).toContain("Choose a Jira account");
    for (const { name } of sites.vendor.sites) expect(page.text).toContain(`${name}</bdi>`);
    expect(page.text).toContain("https://contoso.atlassian.net");
    expect(await sites.connections()).toEqual([]);
    const end = await sites.choose(visitor, page, 1);
    expect(end.url.href).toContain("/apps/sites?outcome=connected");
    expect(await sites.connections()).toMatchObject([{ name: "Contoso", status: "active" }]);
    sites.vendor.requests.length = 0;
    await sites.execute();
    expect(sites.vendor.requests[0]).toContain(`/ex/jira/${sites.vendor.sites[1]?.id}/`);
    expect(await sites.countChoices()).toBe(0);
    const { body } = await sites.call("GET", "/api/v2/public/connections?slug=sites");
    const kept = body.docs.find(
      (one: { linked_account_id: string }) => one.linked_account_id === sites.account,
    );
    expect(kept.callback).toEqual({ url: `${sites.vendor.url}/ex/jira/${sites.vendor.sites[1]?.id}` });
  });

  test("accounts of another product, or listed twice, asks for the others alone", async () => {
    const [first, second] = buildSites("Northwind", "Wiki");
    if (!first || !second) throw new Error("There are no sites.");
    sites.vendor.sites = [
      first,
      { ...second, scopes: ["read:confluence-content.all"] },
      { ...first, name: "Again" },
    ];
    expect((await sites.consent(sites.browser(), await sites.portalOf())).text).toContain("is connected");
  });

  test("a list that the vendor refuses connects nothing", async () => {
    sites.vendor.listStatus = 503;
    expect((await sites.consent(sites.browser(), await sites.portalOf())).url.href).toContain(
      "outcome=unreachable",
    );
    sites.vendor.listStatus = 401;
    expect((await sites.consent(sites.browser(), await sites.portalOf())).url.href).toContain(
      "outcome=refused",
    );
    expect(await sites.connections()).toEqual([]);
  });
});

describe("the page of a choice", () => {
  test("is for the browser that consented: another one, or another flow's cookie, chooses nothing", async () => {
    const [attacker, victim] = [sites.browser(), sites.browser()];
    const theirs = await sites.consent(attacker, await sites.portalOf(`${sites.account}-attacker`));
    const own = await sites.consent(victim, await sites.portalOf());
    expect((await victim.go(theirs.url.href)).text).toContain("started in another browser");
    expect((await attacker.go(own.url.href)).text).toContain("started in another browser");
    expect((await sites.choose(victim, { ...theirs, url: theirs.url }, 0)).text).toContain("another browser");
    expect(await sites.connections()).toEqual([]);
    // Nothing of that ended the choice of the one who consented.
    expect((await sites.choose(victim, own, 0)).text).toContain("is connected");
    expect(await sites.connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("needs the mark itself, not only a cookie of its name", async () => {
    const page = await sites.consent(sites.browser(), await sites.portalOf());
    const { id, mark } = await sites.markOf(page);
    const open = (value: string) =>
      sites.server.request({ url: page.url.pathname, headers: { cookie: `junctor_connect_${id}=${value}` } });
    expect((await open(mark.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).text).toContain(
      "started in another browser",
    );
    expect((await open("")).text).toContain("started in another browser");
    expect((await open(mark)).text).toContain("Choose a Jira account");
  });

  test("of two choices that were both still open, only the first counts", async () => {
    const page = await sites.consent(sites.browser(), await sites.portalOf());
    const { id, mark } = await sites.markOf(page);
    const found = await findChoice(sites.server.deps, id, `junctor_connect_${id}=${mark}`);
    if (typeof found === "string") throw new Error(found);
    const [first, second] = found.secrets.accounts;
    expect((await chooseAccount(sites.server.deps, found, first)).kind).toBe("connected");
    expect((await chooseAccount(sites.server.deps, found, second)).kind).toBe("stale");
    expect(await sites.connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("takes a form only from itself", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://attacker.example" }, {}])
      expect((await sites.choose(visitor, page, 0, headers)).status, JSON.stringify(headers)).toBe(403);
    const foreign = await visitor.submit(page, page.url.pathname, { account: "0", form: "x" });
    expect(foreign.status).toBe(403);
    expect(await sites.connections()).toEqual([]);
  });

  test("counts once: a repeated choice, and one of two at once, change nothing", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    const ends = await Promise.all([sites.choose(visitor, page, 0), sites.choose(visitor, page, 2)]);
    const texts = ends.map(({ url, text }) => `${url.search} ${text}`);
    expect(texts.filter((text) => text.includes("outcome=connected"))).toHaveLength(1);
    const before = await sites.connections();
    expect(before).toHaveLength(1);
    expect((await sites.choose(visitor, page, 1)).text).toContain("can no longer be completed");
    expect((await visitor.go(page.url.href)).text).toContain("can no longer be completed");
    expect(await sites.connections()).toEqual(before);
  });

  test("refuses what is not in the list, and can still be answered", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    for (const wrong of ["3", "-1", "", "1e0", "__proto__", "Northwind"]) {
      const end = await sites.choose(visitor, page, wrong);
      expect(end.status, wrong).toBe(400);
      expect(end.text).toContain("Choose an account from the list");
    }
    expect(await sites.connections()).toEqual([]);
    expect((await sites.choose(visitor, page, 2)).text).toContain("is connected");
  });

  test("ends after ten minutes, and its tokens are deleted", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    sites.pass(TEN_MINUTES);
    expect((await visitor.go(page.url.href)).text).toContain("took longer than ten minutes");
    expect((await sites.choose(visitor, page, 0)).text).toContain("took longer than ten minutes");
    expect(await sites.connections()).toEqual([]);
    expect(
      await deleteEndedChoices(
        sites.server.deps.database,
        new Date(sites.server.deps.clock.now().getTime() - 1),
        10,
      ),
    ).toBe(0);
    expect(await deleteEndedChoices(sites.server.deps.database, sites.server.deps.clock.now(), 10)).toBe(1);
  });

  test("can be cancelled, and then connects nothing", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    expect((await sites.choose(visitor, page, "none")).url.href).toContain("outcome=declined");
    expect((await sites.choose(visitor, page, 0)).text).toContain("can no longer be completed");
    expect(await sites.connections()).toEqual([]);
    expect(await sites.countChoices()).toBe(0);
  });

  test("connects nothing once the application is disabled, or sends credentials elsewhere", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    const key = sites.server.testKey;
    const settings = "/api/v2/public/application/sites/settings";
    await sites.server.request({ method: "PUT", url: settings, key, body: { enabled: false } });
    expect((await visitor.go(page.url.href)).url.href).toContain("outcome=disabled");
    await sites.server.request({ method: "PUT", url: settings, key, body: { enabled: true } });
    expect((await visitor.go(page.url.href)).text).toContain("Choose a Jira account");
    await sites.server.request({ method: "PUT", url: settings, key, body: { enabled: false } });
    expect((await sites.choose(visitor, page, 0)).url.href).toContain("outcome=disabled");
    await sites.server.request({ method: "PUT", url: settings, key, body: { enabled: true } });

    await sites.addApplication("moved", buildSiteDefinition("moved", sites.vendor.url));
    const start = await visitor.go(`${await sites.portalOf()}/apps/moved`);
    const action = `${start.url.pathname}/connect`;
    const { url } = await visitor.submit(start, action, sites.hiddenBeside(start, "auth_type"));
    const query = `code=code-1&state=${url.searchParams.get("state")}`;
    const asked = await visitor.go(`${sites.server.baseUrl}/api/v1/moved/callback?${query}`);
    expect(asked.text).toContain("Choose a Jira account");
    await sites.addApplication(
      "moved",
      buildSiteDefinition("moved", sites.vendor.url.replace("127.0.0.1", "localhost")),
    );
    expect((await sites.choose(visitor, asked, 0)).text).toContain("can no longer be completed");
    expect(await sites.connections()).toEqual([]);
  });

  test("has a search where the list is long, and escapes what the vendor says", async () => {
    sites.vendor.sites = buildSites(
      ...Array.from({ length: 8 }, (_, i) => `Site ${i}`),
      "<script>x</script>",
    );
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf());
    expect(page.text).toContain('role="search"');
    expect(page.text).not.toContain("<script>x");
    const found = await visitor.go(`${page.url.href}?search=SITE+7`);
    expect(found.text.match(/name="account" value="\d"/g)).toEqual(['name="account" value="7"']);
    expect((await sites.choose(visitor, found, 7)).text).toContain("Connected as Site 7");
  });

  test("keeps the portal's language, and tells nobody the tokens", async () => {
    const visitor = sites.browser();
    const page = await sites.consent(visitor, await sites.portalOf(), "?lang=de");
    expect(page.url.search).toBe("?lang=de");
    expect(page.text).toContain("Jira-Konto auswählen");
    expect(page.text).not.toMatch(/token-\d|refresh-\d/);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const row = await sites.server.deps.db
      .selectFrom("account_choices")
      .select("secrets")
      .executeTakeFirstOrThrow();
    expect(row.secrets.toString("latin1")).not.toMatch(/token-\d|Northwind/);
    expect((await sites.choose(visitor, page, 0)).url.search).toBe("?outcome=connected&lang=de");
  });
});
