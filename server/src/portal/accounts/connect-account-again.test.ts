import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Shown } from "../../../test/test-browser.ts";
import { buildSites } from "../../apps/connections/accounts/fake-vendor.ts";
import { findAccount } from "../../auth/guard.ts";
import { startTestSites, type TestSites } from "./test-sites.ts";

let sites: TestSites;
beforeAll(async () => {
  sites = await startTestSites();
});
afterAll(() => sites.close());
beforeEach(() => sites.reset());

describe("connecting again", () => {
  const expire = async (name: string) => {
    const scope = await findAccount(sites.server.deps.database, sites.server.test, sites.account);
    await sites.server.deps.db
      .updateTable("connections")
      .set({ status: "expired" })
      .where("account_id", "=", scope?.id ?? "")
      .where("identifier", "=", name)
      .execute();
  };
  const connectSite = async (number: number, query = ""): Promise<string> => {
    const visitor = sites.browser();
    const portal = await sites.portalOf();
    await sites.choose(visitor, await sites.consent(visitor, portal, query), number);
    return portal;
  };

  test("an expired connection keeps its account", async () => {
    const portal = await connectSite(1);
    await expire("Contoso");
    expect((await sites.consent(sites.browser(), portal)).text).toContain("Connected as Contoso");
    expect(await sites.connections()).toMatchObject([{ name: "Contoso", status: "active" }]);
  });

  test("a connection that works may change its account, which is marked", async () => {
    const portal = await connectSite(1);
    const visitor = sites.browser();
    const page = await sites.consent(visitor, portal);
    expect(page.text).toMatch(/Contoso<\/bdi><\/b><span class="state good">Connected now/);
    await sites.choose(visitor, page, 0);
    expect(await sites.connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("another account is never taken without a question, even if it is the only one", async () => {
    const portal = await connectSite(1);
    sites.vendor.sites = buildSites("Northwind");
    await expire("Contoso");
    const visitor = sites.browser();
    const page = await sites.consent(visitor, portal);
    expect(page.text).toContain("Contoso is no longer in the list");
    expect(await sites.connections()).toMatchObject([{ name: "Contoso", status: "expired" }]);
    await sites.choose(visitor, page, 0);
    expect(await sites.connections()).toMatchObject([{ name: "Northwind", status: "active" }]);
  });

  test("accounts stand beside each other as connections of their own", async () => {
    await connectSite(0);
    await connectSite(2, "?connection=new");
    const found = await sites.connections();
    expect(found.map(({ name }) => name).sort()).toEqual(["Fabrikam", "Northwind"]);
    const added = found.find(({ name }) => name === "Fabrikam");
    sites.vendor.requests.length = 0;
    await sites.call("POST", "/api/v2/integration-schema/sites/actions/get_me/execute", {
      body: {},
      headers: { connection_id: String(added?.connection_id) },
    });
    expect(sites.vendor.requests[0]).toContain(`/ex/jira/${sites.vendor.sites[2]?.id}/`);
  });

  test("a choice for a connection that was removed meanwhile connects nothing", async () => {
    await connectSite(0);
    const portal = await connectSite(2, "?connection=new");
    const added = (await sites.connections()).find(({ name }) => name === "Fabrikam");
    const visitor = sites.browser();
    const page = await sites.consent(visitor, portal, `?connection=${added?.connection_id}`);
    const url = `/api/v2/public/linked-account/integration/sites?connection_id=${added?.connection_id}`;
    expect((await sites.call("DELETE", url)).status).toBe(200);
    expect((await sites.choose(visitor, page, 1)).url.href).toContain("outcome=stale");
    expect(await sites.connections()).toMatchObject([{ name: "Northwind" }]);
  });
});

test("a renewed token still goes to the chosen account", async () => {
  const visitor = sites.browser();
  await sites.choose(visitor, await sites.consent(visitor, await sites.portalOf()), 2);
  sites.vendor.requests.length = 0;
  const renewals = sites.vendor.grants.filter((grant) => grant === "refresh_token").length;
  sites.pass(2 * 60 * 60_000);
  expect((await sites.execute()).status).toBe(200);
  expect(sites.vendor.grants.filter((grant) => grant === "refresh_token")).toHaveLength(renewals + 1);
  expect(sites.vendor.requests).toHaveLength(1);
  expect(sites.vendor.requests[0]).toContain(
    `/ex/jira/${sites.vendor.sites[2]?.id}/rest/api/2/myself token-`,
  );
});

test("the API does not ask for what the sign-in finds, but for it with a key", async () => {
  await sites.server.account(sites.account);
  const { body } = await sites.call("GET", "/api/v2/public/application/sites");
  const names = (fields: { name: string }[]) => fields.map(({ name }) => name);
  expect(names(body.auth_type_options.oauth2)).toEqual([]);
  expect(names(body.auth_type_options.keybased)).toEqual(["url", "api_token"]);
});

test("the request log shows the list without the token", async () => {
  sites.vendor.sites = buildSites("Northwind");
  await sites.consent(sites.browser(), await sites.portalOf());
  await sites.server.deps.requestLog.flush();
  const { body, text } = await sites.call(
    "GET",
    `/api/v2/public/requests?linked_account_id=${sites.account}&limit=10`,
  );
  expect(text).toContain("/oauth/token/accessible-resources");
  expect(JSON.stringify(body)).not.toMatch(/token-\d|refresh-\d/);
});

describe("a link that an API client asked for", () => {
  const integrate = async () => {
    const token = await sites.server.account(sites.account);
    return (await sites.server.request({ method: "POST", url: "/api/v1/sites/integrate", token, body: {} }))
      .body;
  };

  test("asks in the same window and ends there", async () => {
    const visitor = sites.browser();
    const { auth_url: url } = await integrate();
    const start = await visitor.go(url);
    const { url: address } = await visitor.submit(start, `${start.url.pathname}/apps/sites/connect`, {});
    const page = await visitor.go(sites.callback(address));
    expect(page.text).toContain("Choose a Jira account");
    const end = await sites.choose(visitor, page, 0);
    expect(end.text).toContain("Jira is connected");
    expect(end.text).toContain("You can close this window");
    expect(await sites.connections()).toMatchObject([{ name: "Northwind" }]);
  });

  test("works once: of two consents, the second choice connects nothing", async () => {
    const visitor = sites.browser();
    const { auth_url: url } = await integrate();
    const pages: Shown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const start = await visitor.go(url);
      const { url: address } = await visitor.submit(start, `${start.url.pathname}/apps/sites/connect`, {});
      pages.push(await visitor.go(sites.callback(address)));
    }
    const [first, second] = pages;
    if (!first || !second) throw new Error("There are no two choices.");
    await sites.choose(visitor, second, 1);
    expect((await sites.choose(visitor, first, 0)).text).toContain("can no longer be completed");
    expect(await sites.connections()).toMatchObject([{ name: "Contoso" }]);
  });

  test("that leads to the provider at once binds the choice to the browser that returned", async () => {
    const body = { provider_oauth_url: true };
    await sites.server.request({
      method: "PUT",
      url: "/api/v2/public/organization",
      key: sites.server.productionKey,
      body,
    });
    await sites.server.account(sites.account);
    const { body: made } = await sites.call(
      "GET",
      "/api/v2/public/linked-account/integration/oauth-url/sites",
    );
    const visitor = sites.browser();
    const page = await visitor.go(sites.callback(new URL(made.auth_url)));
    expect(page.text).toContain("Choose a Jira account");
    expect((await sites.browser().go(page.url.href)).text).toContain("started in another browser");
    expect((await sites.choose(visitor, page, 0)).text).toContain("Jira is connected");
  });
});
