import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const REFERENCES = "/api/v2/public/dataref";
const account = "harbor-tools";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
  const { api } = dashboard;
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: account, name: "Harbor Tools" });
});
afterAll(() => dashboard?.close());

describeInChromium("data references", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("an empty list says what they are; records are found by any of their ids, forgotten and cleared", async () => {
    const { page } = owner;
    const { api, url } = dashboard;
    await openPage(page, `${url}/app/test/data-references`);
    await page.getByText("No data references yet").waitFor();
    const refs = Array.from({ length: 120 }, (_, n) => ({
      record_id: `r${n}`,
      slug: "hubspot",
      external_id: `h${n}`,
    }));
    await api("PUT", `${REFERENCES}/contacts/records`, { refs }, { account });
    const more = { refs: [{ record_id: "r7", slug: "salesforce", external_id: "003A" }] };
    await api("PUT", `${REFERENCES}/contacts/records`, more, { account });
    await page.reload();
    await page.getByRole("row", { name: /contacts.*harbor-tools.*121/ }).waitFor();
    await page.getByRole("link", { name: "contacts" }).click();

    const table = page.getByRole("table", { name: "Records" });
    await table.getByRole("columnheader", { name: "salesforce" }).waitFor();
    await expect.poll(() => table.getByRole("row").count()).toBe(101);
    await expectAccessible(page);
    await page.getByRole("button", { name: "2", exact: true }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(21);

    await page.getByRole("searchbox", { name: "Find an ID" }).fill("003A");
    await expect
      .poll(() => table.getByRole("row").allInnerTexts())
      .toEqual([expect.stringContaining("hubspot"), expect.stringMatching(/r7\s+h7\s+003A/)]);
    await page.getByRole("button", { name: "Forget r7" }).click();
    await page.getByRole("button", { name: "Forget record" }).click();
    await page.getByText("The record is forgotten.").waitFor();
    await page.getByText("Nothing matches").first().waitFor();
    const { rows } = await api("GET", `${REFERENCES}/contacts?search=r7`, undefined, { account });
    expect(rows).toEqual([]);

    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: "Clear data reference" }).click();
    await page.getByText("The data reference is empty.").waitFor();
    await openPage(page, `${url}/app/test/data-references/${account}/contacts`);
    await page.getByText("No records").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete data reference" }).click();
    await page.getByText("No data references yet").waitFor();
    expect(owner.complaints).toEqual([]);
  });
});
