import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type Dashboard, openPage } from "./dashboard.ts";

export const WORKFLOW = "/api/v2/public/workflow";

/** The editor as tests use it. */
export type EditorPage = ReturnType<typeof editorPage>;

/** The editor on a page of a signed-in operator. */
export function editorPage(page: Page, dashboard: Dashboard) {
  const step = (id: string) => page.locator(`[data-step="${id}"]`);
  const settings = (name: string) => page.getByRole("region", { name: `Settings of ${name}`, exact: true });
  const panel = page.getByRole("region", { name: "Test", exact: true });
  const heard = (text: string | RegExp) =>
    page.getByRole("status").getByText(text).waitFor({ state: "attached" });

  /** Picks a step in the open list. */
  async function choose(name: string): Promise<void> {
    await page.getByPlaceholder("Find a step, an application or an action").fill(name);
    await page.keyboard.press("Enter");
    await heard(`${name} added`);
  }

  return {
    page,
    step,
    settings,
    panel,
    heard,
    choose,

    /** Opens the editor of a workflow. */
    open: (id: string) => openPage(page, `${dashboard.url}/app/test/workflows/${id}/edit`),

    /** Creates a workflow; returns its id. */
    async begin(name = "Orders"): Promise<string> {
      await openPage(page, `${dashboard.url}/app/test/workflows`);
      await page.getByRole("button", { name: "New workflow" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Name" }).fill(name);
      await dialog.getByRole("button", { name: "Create workflow" }).click();
      await page.waitForURL(/\/workflows\/\w+\/edit$/);
      await step("start").waitFor();
      return /workflows\/(\w+)\/edit/.exec(page.url())?.[1] ?? "";
    },

    /** Drags an edge from a step, or one of its branches, into empty space and picks the step that it leads to. */
    async drag(from: string, by: { x: number; y: number }, pick: string): Promise<void> {
      const [id, branch] = from.split(" ");
      const point = page
        .locator(`.react-flow__node[data-id="${id}"] .react-flow__handle.source`)
        .and(page.locator(branch ? `[data-handleid="${branch}"]` : ":not([data-handleid=error])"));
      const box = await point.boundingBox();
      if (!box) throw new Error(`${from} is not drawn.`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 3 });
      await page.mouse.move(x + by.x, y + by.y, { steps: 3 });
      await page.mouse.up();
      await choose(pick);
    },

    /** Presses Tab, or Shift+Tab, until the element has the focus. */
    async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
      await target.waitFor();
      for (let presses = 0; presses < 80; presses++) {
        if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`${key} does not lead to ${target}.`);
    },

    /** Saves by keyboard; returns what is stored. */
    async save(id: string) {
      await page.keyboard.press("ControlOrMeta+s");
      await page.getByText("All changes saved").waitFor();
      return dashboard.api("GET", `${WORKFLOW}/${id}`);
    },

    /** Waits until a step shows this state. */
    async expectState(id: string, state: string): Promise<void> {
      await expect.poll(() => step(id).innerText(), { message: `state of ${id}` }).toContain(state);
    },
  };
}

/** The edges of a workflow as `from branch> to`. */
export function waysOf({ edges }: { readonly edges: readonly Record<string, string>[] }): string[] {
  return edges.map(({ source, sourceHandle, target }) => `${source} ${sourceHandle ?? ""}> ${target}`);
}
