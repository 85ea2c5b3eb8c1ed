import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  buildSiteDefinition,
  buildSites,
  type FakeVendor,
  startFakeVendor,
} from "../../src/apps/connections/accounts/fake-vendor.ts";
import { allFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";
import { addressOf, type ElementCompany, hears, startElementCompany } from "./element-company.ts";

let vendor: FakeVendor;
let company: ElementCompany;

beforeAll(async () => {
  vendor = await startFakeVendor();
  company = await startElementCompany();
  const { server } = company;
  const add = {
    method: "POST",
    url: "/api/v2/public/application",
    body: buildSiteDefinition("sites", vendor.url),
  } as const;
  expect((await server.request({ ...add, key: server.testKey })).status).toBe(200);
  const url = "/api/v2/public/application/sites/settings";
  const body = { client_id: "client", client_secret: "client-secret" };
  await server.request({ method: "PUT", url, key: server.testKey, body });
});
afterAll(async () => {
  await company?.close();
  await vendor?.close();
});
beforeEach(() => {
  vendor.sites = buildSites("Northwind Traders", "Contoso", "Fabrikam");
  vendor.requests.length = 0;
});

/** Signs in from a link to the application; the vendor consents at once. */
async function signIn(browser: Browser, account: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { server } = company;
  const token = await server.account(account);
  const url = "/api/v1/sites/integrate";
  const { body } = await server.request({ method: "POST", url, token, body: {} });
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(body.auth_url);
  await page.getByRole("button", { name: /Jira/ }).click();
  return page;
}

/** Uses the account's connection; returns the path of the request that the vendor got. */
async function useConnection(account: string): Promise<string> {
  const { server } = company;
  vendor.requests.length = 0;
  const url = "/api/v2/integration-schema/sites/actions/get_me/execute";
  const { status } = await server.request({ method: "POST", url, key: server.testKey, account, body: {} });
  expect(status).toBe(200);
  return vendor.requests[0]?.split(" ")[0] ?? "";
}

describeInChromium("choosing one of several accounts after a sign-in", (browser) => {
  test("one account is connected without a question, and with none the reason is shown", async () => {
    vendor.sites = buildSites("Northwind Traders");
    const page = await signIn(browser(), "one-site");
    await page.getByRole("heading", { name: "Jira is connected" }).waitFor();
    expect(await useConnection("one-site")).toBe(`/ex/jira/${vendor.sites[0]?.id}/rest/api/2/myself`);
    vendor.sites = [];
    const other = await signIn(browser(), "no-site");
    await other.getByText("nothing there can be connected").waitFor();
    await page.context().close();
    await other.context().close();
  });

  test.each([
    ["light", "en", 1280],
    ["dark", "de", 360],
    ["light", "ja", 320],
  ] as const)(
    "of three, a click connects one: %s, in %s, %d px wide, without scripts",
    async (colorScheme, locale, width) => {
      const account = `three-${locale}`;
      const viewport = { width, height: 740 };
      const page = await signIn(browser(), account, {
        colorScheme,
        locale,
        viewport,
        javaScriptEnabled: false,
      });
      await page.waitForURL(/\/connect\/accounts\//);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      await page.getByRole("button", { name: /^Contoso/ }).click();
      await page.getByRole("heading", { level: 1, name: /Jira/ }).waitFor();
      expect(await useConnection(account)).toBe(`/ex/jira/${vendor.sites[1]?.id}/rest/api/2/myself`);
      await page.context().close();
    },
  );

  test("the page is accessible, fits a phone, and many accounts are searched while typing", async () => {
    vendor.sites = buildSites(
      ...Array.from({ length: 30 }, (_, i) => `Site ${i} of a company with a long name`),
    );
    const viewport = { width: 320, height: 640 };
    const page = await signIn(browser(), "many-sites", { viewport, colorScheme: "dark" });
    await page.getByRole("searchbox").fill("site 27");
    await page.getByRole("button", { name: /^Site 27/ }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Site/ }).count()).toBe(1);
    expect(await allFindings(page)).toEqual(new Map());
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await page.getByRole("searchbox").fill("nobody");
    await page.getByText("No account matches.").waitFor();
    await page.getByRole("searchbox").fill("site 27");
    await page.getByRole("button", { name: /^Site 27/ }).click();
    await page.getByRole("heading", { name: "Jira is connected" }).waitFor();
    expect(await useConnection("many-sites")).toBe(`/ex/jira/${vendor.sites[27]?.id}/rest/api/2/myself`);
    await page.context().close();
  });

  test("in the embedded element, the window asks and closes, and the element tells the product", async () => {
    const { context, page, frame } = await company.open(browser());
    const token = await company.tokenOf("embedded-sites");
    await page.goto(addressOf(company.product, `token="${token}" application="sites"`));
    const opened = page.waitForEvent("popup");
    await frame.getByRole("button", { name: /Jira/ }).click();
    const popup = await opened;
    await popup.getByRole("heading", { name: "Choose a Jira account" }).waitFor();
    expect(await page.evaluate("heard")).toEqual([]);
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: /^Fabrikam/ }).click();
    await closed;
    await hears(page, ["connected sites"]);
    await frame.getByText("Fabrikam").first().waitFor();
    await context.close();
  });

  test("opening the page again after the choice, and choosing in another browser, connect nothing else", async () => {
    const page = await signIn(browser(), "careful");
    await page.waitForURL(/\/connect\/accounts\//);
    const stranger = await (await browser().newContext()).newPage();
    await stranger.goto(page.url());
    await stranger.getByRole("heading", { name: "This connection was started in another browser" }).waitFor();
    await page.getByRole("button", { name: /^Contoso/ }).click();
    await page.getByRole("heading", { name: "Jira is connected" }).waitFor();
    await page.goto(stranger.url());
    await page.getByRole("heading", { name: "This connection can no longer be completed" }).waitFor();
    expect(await useConnection("careful")).toBe(`/ex/jira/${vendor.sites[1]?.id}/rest/api/2/myself`);
    await stranger.context().close();
    await page.context().close();
  });
});
