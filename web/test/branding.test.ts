import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const LOGO = fileURLToPath(new URL("../dist/icon.svg", import.meta.url));

let dashboard: Dashboard;
let owner: Visit;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

const settings = (environment = "production") => `${dashboard.url}/app/${environment}/settings/branding`;

describeInChromium("branding", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is previewed in the portal before saving, and shown to customers afterwards", async () => {
    const { page } = owner;
    await openPage(page, settings());
    const preview = page.frameLocator("iframe");
    await preview.getByRole("heading", { name: "Connect your applications", includeHidden: true }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Northwind");
    await page.getByRole("textbox", { name: "Accent color" }).fill("#ffe600");
    await page.getByLabel("Support contact").fill("help@northwind.example");
    await page.locator("input[type=file]").setInputFiles(LOGO);
    await preview.getByText("help@northwind.example").waitFor();
    await preview.locator('header img[src^="data:image/png"]').waitFor();
    await page.getByText("Black text, 16.5:1").waitFor();
    await page.getByText("Darkened; your color has 1.2:1").waitFor();
    expect((await dashboard.api("GET", "/api/v2/public/organization")).name).toBe("Test organization");

    await page.getByRole("radiogroup", { name: "Page" }).getByText("Connect", { exact: true }).click();
    await preview.getByText("Company").waitFor();
    await page.getByLabel("Language of the preview").selectOption("de");
    await preview.getByText("Unternehmen").waitFor();
    await page.getByText("Phone", { exact: true }).click();
    await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBe(375);
    await page.getByRole("button", { name: "Save branding" }).click();
    await page.getByText("Branding saved.").waitFor();

    await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
    const made = await dashboard.api("POST", "/api/v2/public/connect-url", {}, { account: "acme" });
    const customer = await browser().newPage();
    await customer.goto(made.hosted_url);
    await customer.getByText("Northwind", { exact: true }).waitFor();
    await customer.getByRole("link", { name: "help@northwind.example" }).waitFor();
    const height = () => customer.evaluate("document.querySelector('header img')?.naturalHeight");
    await expect.poll(height).toBe(192);
    await customer.close();
  });

  test("texts are customized, previewed, rejected if a placeholder is missing, and reset", async () => {
    const { page } = owner;
    await openPage(page, `${settings()}?tab=texts`);
    const form = page.getByRole("form", { name: "Texts of the hosted pages" });
    const preview = page.frameLocator("iframe");
    await form.getByLabel("Language of the texts").selectOption("de");
    await form.getByRole("button", { name: "Weiter zu {name}" }).click();
    const field = form.getByLabel("Text", { exact: true });
    await field.fill("Los geht es");
    await form.getByText("Must contain {name}.").last().waitFor();
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await field.fill("Los zu {name}");
    await preview.getByText(/^Los zu [A-Z]/).waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Bitte korrigieren Sie" }).click();
    await form.getByLabel("Text for one").fill("Das fehlt:");
    await form.getByLabel("Text for other numbers").fill("Diese {count} fehlen:");
    await preview.getByText("Diese 2 fehlen:").waitFor();
    await form.getByRole("button", { name: "Save texts" }).click();
    await page.getByText("Texts saved.").waitFor();
    const stored = async () => (await dashboard.api("GET", "/api/v2/public/organization")).texts.de;
    expect(await stored()).toEqual({
      "connect.continue": "Los zu {name}",
      "page.correct": { one: "Das fehlt:", other: "Diese {count} fehlen:" },
    });
    await openPage(page, `${settings()}?tab=texts`);
    await form.getByLabel("Language of the texts").selectOption("de");
    await form.getByRole("button", { name: "Los zu {name} Own" }).click();
    await form.getByRole("button", { name: "Use default" }).click();
    await form.getByRole("button", { name: "Save texts" }).click();
    await expect.poll(stored, { message: "the text is reset" }).not.toHaveProperty(["connect.continue"]);
  });

  test("an invalid address is reported at its field, and nothing is saved", async () => {
    const { page } = owner;
    await openPage(page, settings());
    const field = page.getByLabel("Support contact");
    await field.fill("the helpdesk");
    await page.getByText("Must be an email address or an https address.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard changes" }).click();
    expect(await field.inputValue()).toBe("help@northwind.example");
    await page.getByText("Must be an email address").waitFor({ state: "detached" });
  });

  test("is read-only without ownership of production", async () => {
    const { page } = await signInAs(browser(), dashboard, { test: "viewer", production: null });
    await openPage(page, settings("test"));
    await page.getByText("Only owners in production can change these.").waitFor();
    expect(await page.getByRole("button", { name: "Save branding" }).count()).toBe(0);
    await page.frameLocator("iframe").getByText("Northwind").first().waitFor();
    await page.context().close();
  });

  test("the page is accessible, fits every window size and logs no errors", async () => {
    const { page, complaints } = owner;
    complaints.length = 0;
    await openPage(page, settings());
    await page.locator("iframe").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });
});
