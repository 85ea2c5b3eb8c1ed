import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  signInAs,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const WORKFLOW = "/api/v2/public/workflow";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
  const account = { linked_account_id: "harbor-tools", name: "Harbor Tools" };
  await dashboard.api("PUT", "/api/v2/public/linked-account", account);
});
afterAll(() => dashboard?.close());

/** The edges of the workflow that is built, as `from branch> to`. */
const BUILT = ["start > rule", "rule true> loop", "loop item> transform", "loop done> response"];

describeInChromium("the editor", (browser) => {
  const step = (id: string): Locator => owner.page.locator(`[data-step="${id}"]`);
  const point = (id: string, branch?: string): Locator =>
    owner.page
      .locator(`.react-flow__node[data-id="${id}"] .react-flow__handle.source`)
      .and(
        owner.page.locator(
          branch === undefined ? ":not([data-handleid=error])" : `[data-handleid="${branch}"]`,
        ),
      );
  const heard = (text: string | RegExp) =>
    owner.page.getByRole("status").getByText(text).waitFor({ state: "attached" });

  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(15_000);
    await owner.page.setViewportSize({ width: 1440, height: 1000 });
  });
  afterAll(() => owner?.page.context().close());

  /** Begins a new workflow; its id. */
  async function begin(): Promise<string> {
    const { page } = owner;
    await openPage(page, `${dashboard.url}/app/test/workflows`);
    await page.getByRole("button", { name: "New workflow" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Empty workflow" }).click();
    await page.waitForURL(/\/workflows\/\w+\/edit$/);
    await step("start").waitFor();
    return /workflows\/(\w+)\/edit/.exec(page.url())?.[1] ?? "";
  }

  /** Draws an edge from a branch into empty space, and picks the step that it leads to. */
  async function drag(from: Locator, by: { x: number; y: number }, pick: string): Promise<void> {
    const { page } = owner;
    const box = await from.boundingBox();
    if (!box) throw new Error("There is nothing to drag from.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 3 });
    await page.mouse.move(x + by.x, y + by.y, { steps: 3 });
    await page.mouse.up();
    await choose(pick);
  }

  async function choose(name: string): Promise<void> {
    const { page } = owner;
    await page
      .getByRole("searchbox", { name: "Find a step or an application" })
      .or(page.getByPlaceholder("Find a step or an application"))
      .first()
      .fill(name);
    await page.keyboard.press("Enter");
    await heard(`${name} added`);
  }

  async function saved(id: string) {
    const { page } = owner;
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("All changes saved").waitFor();
    return dashboard.api("GET", `${WORKFLOW}/${id}`);
  }

  // biome-ignore lint/suspicious/noExplicitAny: a reply of the API
  const waysOf = ({ edges }: any): string[] =>
    edges.map(
      ({ source, sourceHandle, target }: Record<string, string>) =>
        `${source} ${sourceHandle ?? ""}> ${target}`,
    );

  test("builds a workflow with a branch and a loop by mouse, and saves what the specification says", async () => {
    const { page, complaints } = owner;
    const id = await begin();
    await drag(point("start"), { x: 0, y: 80 }, "Rule");
    await drag(point("rule", "true"), { x: -60, y: 90 }, "Loop");
    await drag(point("loop", "item"), { x: -60, y: 110 }, "Transform");
    await drag(point("loop", "done"), { x: 260, y: 110 }, "Response");
    await page.getByText("For each item").waitFor();
    await expectAccessible(page);
    const record = await saved(id);
    expect(waysOf(record)).toEqual(BUILT);
    expect(record.nodes.map(({ type }: { type: string }) => type)).toEqual([
      "start",
      "rule",
      "loop",
      "transform",
      "response",
    ]);
    expect(
      record.nodes.every(({ position }: { position: object }) =>
        Number.isInteger(Object.values(position)[0]),
      ),
    ).toBe(true);
    await fillIn(record);
    // Somebody else has saved meanwhile, which is not overwritten by accident.
    await step("response").click();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("ControlOrMeta+s");
    const stale = page.getByRole("alert").filter({ hasText: "Somebody else has saved this draft" });
    await stale.getByText(/Rule changed, Loop changed/).waitFor();
    await stale.getByRole("button", { name: "Load theirs" }).click();
    await page.getByText("All changes saved").waitFor();
    await testIt();
    await publishIt(id);
    // A refused save is told by the browser, too.
    expect(complaints.filter((one) => !one.includes("409"))).toEqual([]);
    complaints.length = 0;
  });

  // biome-ignore lint/suspicious/noExplicitAny: a record of the API
  async function fillIn({ _id: id, nodes, edges }: any): Promise<void> {
    const data: Record<string, object> = {
      rule: { conditions: [{ lhs: "{{ input.total }}", operator: "gte", rhs: 10 }] },
      loop: { items: "{{ input.lines }}" },
      transform: { output: { priced: "{{ loop.item }}" } },
      response: { body: "{{ node.loop.body }}" },
    };
    // biome-ignore lint/suspicious/noExplicitAny: nodes of the API
    const filled = nodes.map((node: any) => ({ ...node, data: data[node.id] ?? node.data }));
    await dashboard.api("PUT", `${WORKFLOW}/${id}`, { nodes: filled, edges });
  }

  async function testIt(): Promise<void> {
    const { page } = owner;
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const panel = page.getByRole("region", { name: "Test" });
    await panel.getByRole("combobox", { name: "Customer" }).fill("harbor");
    await page.getByRole("option", { name: /Harbor Tools/ }).click();
    await panel.getByLabel("Input (JSON)").fill('{ "total": 20, "lines": [5, 7] }');
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await panel.getByText("Completed").waitFor();
    for (const id of ["start", "rule", "loop", "transform", "response"])
      await step(id).getByText("Done").waitFor();
    await step("loop").click();
    const output = page.getByRole("region", { name: "Last output" });
    await output.getByText("body").waitFor();
    // A pinned output stands for the step, whatever it would come to.
    await output.getByRole("switch", { name: "Pin for tests" }).click();
    await panel.getByRole("button", { name: "Up to Loop" }).click();
    await step("response").getByText("Not reached").waitFor();
    await expectAccessible(page);
  }

  async function publishIt(id: string): Promise<void> {
    const { page } = owner;
    await page.getByRole("button", { name: "Publish…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish in test" }).click();
    await page.getByText("Published · Version 1").waitFor();
    const { published } = await dashboard.api("GET", `${WORKFLOW}/${id}`);
    expect(published).toBe(true);
    // What is edited next is the draft of it.
    await step("response").click();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("All changes saved").waitFor();
  }

  test("is where the page of a test leads to, in place of a replay", async () => {
    const { page, complaints } = owner;
    const { docs } = await dashboard.api("GET", "/api/v2/public/execution?is_test=true");
    await openPage(page, `${dashboard.url}/app/test/executions/${docs[0]._id}`);
    await page.getByRole("link", { name: "draft, as a test" }).waitFor();
    const again = page.getByRole("link", { name: "Open in the editor" });
    await again.waitFor();
    expect(await page.getByRole("button", { name: /Replay/ }).count()).toBe(0);
    await again.click();
    await page.getByRole("button", { name: "Add step" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("builds the same by keyboard alone", async () => {
    const { page, complaints } = owner;
    const id = await begin();
    await page.keyboard.press("a");
    await choose("Rule");
    await page.keyboard.press("a");
    await choose("Loop");
    await page.keyboard.press("a");
    await choose("Transform");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => step("loop").getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("a");
    await choose("Response");
    const record = await saved(id);
    expect(waysOf(record)).toEqual(BUILT);
    // Enter leads into the settings, Esc back to the step.
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.type(" to Ada");
    await expect.poll(() => step("response").innerText()).toMatch(/^Response to Ada/);
    await page.keyboard.press("Escape");
    await expect.poll(() => step("response").evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("ControlOrMeta+z");
    await heard("Undone.");
    expect(await step("response").innerText()).not.toContain("Ada");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await heard("Redone.");
    // Copy, paste, duplicate and delete.
    await page.keyboard.press("ControlOrMeta+c");
    await page.keyboard.press("ControlOrMeta+v");
    await step("response_2").waitFor();
    await page.keyboard.press("ControlOrMeta+d");
    await step("response_3").waitFor();
    await page.keyboard.press("Delete");
    await step("response_3").waitFor({ state: "detached" });
    await page.keyboard.press("c");
    expect(complaints).toEqual([]);
  });

  test("opens from a failed execution at the step that failed, with what that was given", async () => {
    const { page } = owner;
    const nodes = [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "total", type: "ai_code_executor", name: "Total", data: { code: "throw new Error(input.why);" } },
    ];
    const edges = [{ source: "start", target: "total" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Broken", nodes, edges });
    await dashboard.api("PUT", `${WORKFLOW}/${_id}/publish`, { published: true });
    const { execution_id } = await dashboard.api(
      "POST",
      `${WORKFLOW}/${_id}/execute`,
      { why: "No stock" },
      { account: "harbor-tools", headers: { sync_execution: "true" } },
    );
    await openPage(page, `${dashboard.url}/app/test/executions/${execution_id}`);
    await page.getByRole("link", { name: "Edit this step" }).click();
    await expect.poll(() => step("total").getAttribute("aria-pressed")).toBe("true");
    await step("total").getByText("Failed").waitFor();
    await page.getByRole("region", { name: "Test" }).getByRole("button", { name: "Total alone" }).waitFor();
  });

  test("is there to look at for those who may not change anything", async () => {
    const nodes = [
      { id: "start", type: "start" },
      { id: "log", type: "log", name: "Note" },
    ];
    const edges = [{ source: "start", target: "log" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Seen", nodes, edges });
    const { page, complaints } = await signInAs(browser(), dashboard, {
      test: "viewer",
      production: "viewer",
    });
    await openPage(page, `${dashboard.url}/app/test/workflows/${_id}/edit?step=log`);
    await page.getByText("Read only").waitFor();
    await page.locator('[data-step="log"]').focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("a");
    expect(await page.getByRole("button", { name: /Add step|Save|Delete|Publish|^Test/ }).count()).toBe(0);
    expect(await page.locator("[data-step]").count()).toBe(2);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("tells who else has the draft open, and that they have saved it", async () => {
    const nodes = [{ id: "start", type: "start" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Shared", nodes, edges: [] });
    const other = await signInAs(browser(), dashboard, { test: "developer", production: null });
    const [mine, theirs] = [owner.page, other.page];
    for (const page of [mine, theirs])
      await openPage(page, `${dashboard.url}/app/test/workflows/${_id}/edit`);
    await mine.getByText("has this draft open too").waitFor();
    await theirs.getByText("has this draft open too").waitFor();
    await theirs.keyboard.press("a");
    await theirs.getByPlaceholder("Find a step or an application").fill("Log");
    await theirs.keyboard.press("Enter");
    await theirs.keyboard.press("ControlOrMeta+s");
    await theirs.getByText("All changes saved").waitFor();
    await mine.getByText("saved this draft after you opened it").waitFor();
    expect(await theirs.getByText("after you opened it").count()).toBe(0);
    await mine.getByRole("button", { name: "Load theirs" }).click();
    await step("log").waitFor();
    await mine.getByText("after you opened it").waitFor({ state: "detached" });
    await theirs.context().close();
    await mine.getByText("has this draft open too").waitFor({ state: "detached" });
    expect([...owner.complaints, ...other.complaints]).toEqual([]);
  });

  test("asks before changes are left that are not saved", async () => {
    const { page } = owner;
    await begin();
    await page.keyboard.press("a");
    await choose("Log");
    await page.getByText("Unsaved changes").waitFor();
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("dialog").getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await step("log").waitFor();
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/customers/);
  });
});
