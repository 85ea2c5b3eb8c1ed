import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, signIn, startDashboard, type Visit } from "./dashboard.ts";
import { editorPage, WORKFLOW } from "./editor-page.ts";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard?.close());

describeInChromium("changes and versions in the editor", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
    await owner.page.setViewportSize({ width: 1440, height: 1000 });
  });
  afterAll(() => owner?.page.context().close());

  test("show unsaved changes, restore an earlier version, and promote it", async () => {
    const { page, complaints } = owner;
    const editor = editorPage(page, dashboard);
    const nodes = (message: string) => [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "log", type: "log", name: "Note", data: { message } },
    ];
    const edges = [{ source: "start", target: "log" }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Notes", nodes: nodes("one"), edges });
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    await dashboard.api("PUT", `${WORKFLOW}/${id}`, { nodes: nodes("two"), edges });
    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    await editor.open(id);
    await editor.step("log").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Memo");
    const open = page.getByRole("button", { name: "Changes and versions" });
    await open.click();
    const dialog = page.getByRole("dialog", { name: "Changes and versions" });
    const changes = dialog.getByRole("table", { name: "Memo" });
    await changes.getByText("Note", { exact: true }).waitFor();
    expect(await changes.innerText()).not.toContain("two");
    await dialog.getByRole("img", { name: "From Start to Memo" }).waitFor({ state: "attached" });
    await expectAccessible(page);
    await dialog.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: "Version 1" }).click();
    await changes.getByText("two").waitFor();
    await dialog.getByRole("button", { name: "Take over version 1" }).click();
    await editor.heard("Version 1 taken over.");
    await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
    await editor.save(id);
    const { docs } = await dashboard.api("GET", `${WORKFLOW}/all?draft_of=${id}`);
    expect(docs[0].nodes[1]).toMatchObject({ name: "Note", data: { message: "one" } });
    await page.getByRole("button", { name: "Undo" }).click();
    await editor.step("log").getByText("Memo").waitFor();
    await open.click();
    await dialog.getByRole("button", { name: "Promote to production" }).click();
    const publish = page.getByRole("dialog", { name: /Notes/ });
    await publish.getByRole("button", { name: /production/i }).waitFor();
    expect(complaints).toEqual([]);
  });
});
