import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const WORKFLOW = "/api/v2/public/workflow";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

const listAll = () => dashboard.api("GET", `${WORKFLOW}/all`);
const idIn = (url: string) => /workflows\/(\w+)\/edit/.exec(url)?.[1] ?? "";

describeInChromium("a workflow from its creation to its end", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    await owner.page.setViewportSize({ width: 1440, height: 1000 });
  });
  afterAll(() => owner?.page.context().close());

  async function begin() {
    const { page } = owner;
    await openPage(page, `${dashboard.url}/app/test/workflows`);
    await page.getByRole("button", { name: "New workflow" }).first().click();
    return page.getByRole("dialog");
  }

  test("nothing is created before it has a name", async () => {
    const { page } = owner;
    const dialog = await begin();
    await dialog.getByRole("button", { name: "Create workflow" }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect((await listAll()).totalDocs).toBe(0);
  });

  test("it gets its application when it is created, and another one in the editor", async () => {
    const { page } = owner;
    const dialog = await begin();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Sync contacts");
    await dialog.getByText("is not shown in the portal").waitFor();
    await dialog.getByRole("combobox", { name: "Application" }).fill("hubs");
    await page.getByRole("option", { name: "HubSpot" }).click();
    await dialog.getByRole("button", { name: "Create workflow" }).click();
    await page.waitForURL(/\/edit$/);
    const id = idIn(page.url());
    expect(await dashboard.api("GET", `${WORKFLOW}/${id}`)).toMatchObject({
      name: "Sync contacts",
      slug: "hubspot",
    });
    const form = page.locator("form", { has: page.getByRole("button", { name: "Save details" }) });
    await form.getByRole("combobox", { name: "Application" }).fill("slack");
    await page.getByRole("option", { name: "Slack" }).click();
    await form.getByRole("textbox", { name: "Name" }).fill("Tell the team");
    await form.getByRole("button", { name: "Save details" }).click();
    await expect.poll(async () => (await dashboard.api("GET", `${WORKFLOW}/${id}`)).slug).toBe("slack");
    // The form shows what was saved, also after a step was selected.
    await page.locator('.react-flow__node[data-id="start"]').click();
    await form.waitFor({ state: "detached" });
    await page.locator(".react-flow__pane").click({ position: { x: 20, y: 400 } });
    await form.waitFor();
    expect(await form.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Tell the team");
    expect(await form.getByRole("combobox", { name: "Application" }).inputValue()).toBe("Slack");
    await expectAccessible(page);
  });

  test("a copy has the draft's steps but neither its alias nor its customers", async () => {
    const { page } = owner;
    const nodes = (output: number) => [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "value", type: "transform", data: { output } },
    ];
    const edges = [{ source: "start", target: "value" }];
    const body = { name: "Prices", workflow_alias: "prices", nodes: nodes(1), edges };
    const { _id: id } = await dashboard.api("POST", WORKFLOW, body);
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    await dashboard.api("PUT", `${WORKFLOW}/${id}`, { nodes: nodes(2) });
    await openPage(page, `${dashboard.url}/app/test/workflows/${id}`);
    await page.getByText("Unpublished changes").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("/edit"));
    const copy = await dashboard.api("GET", `${WORKFLOW}/${idIn(page.url())}`);
    expect(copy).toMatchObject({ name: "Copy of Prices", workflow_alias: null, published: false });
    expect(copy.nodes.map(({ data }: { data: unknown }) => data)).toContainEqual({ output: 2 });
  });

  test("it is archived after a question, found among the archived ones, and brought back", async () => {
    const { page } = owner;
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Resting" });
    await openPage(page, `${dashboard.url}/app/test/workflows/${id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Archive", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Archive Resting in test?" });
    await dialog.getByRole("button", { name: "Archive" }).click();
    await page.getByText("Resting is archived.").waitFor();
    await openPage(page, `${dashboard.url}/app/test/workflows?published=archived`);
    await page.getByRole("link", { name: "Resting" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Bring back from the archive" }).click();
    await page.getByText("Resting is back, and not published.").waitFor();
    expect(await dashboard.api("GET", `${WORKFLOW}/${id}`)).toMatchObject({ archived: false });
  });

  test("it is deleted after a question that names the place, and the list no longer has it", async () => {
    const { page } = owner;
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Old prices" });
    await openPage(page, `${dashboard.url}/app/test/workflows/${id}`);
    const remove = async (answer: string) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page
        .getByRole("dialog", { name: "Delete Old prices in test?" })
        .getByRole("button", { name: answer })
        .click();
    };
    await remove("Cancel");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await dashboard.api("GET", `${WORKFLOW}/${id}`)).name).toBe("Old prices");
    await remove("Delete workflow");
    await page.waitForURL(/\/test\/workflows$/);
    await page.getByText("Old prices was deleted.").waitFor();
    await expect(dashboard.api("GET", `${WORKFLOW}/${id}`)).rejects.toThrow("404");
    expect(await page.getByRole("link", { name: "Old prices" }).count()).toBe(0);
    expect(owner.complaints).toEqual([]);
  });
});
