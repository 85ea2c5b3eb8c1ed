import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
import { type EditorPage, editorPage, WORKFLOW, waysOf } from "./editor-page.ts";

const ORDER = { kind: "order", lines: ["bolt", "nut"] };
const PRICES = [
  { sku: "bolt", price: 4 },
  { sku: "nut", price: 3 },
];
const WAYS = ["start > rule", "rule true> loop", "loop item> http", "loop done> response"];

let dashboard: Dashboard;
let owner: Visit;
/** The folder that somebody else's price list has left; requests to it fail. */
let left: string | undefined;
const shop = createServer((request, reply) => {
  const [, folder, sku] = (request.url ?? "").split("/");
  reply.writeHead(folder === left ? 500 : 200, { "content-type": "application/json" });
  const price = sku?.length ?? 0;
  reply.end(JSON.stringify(folder === left ? { error: "prices have moved" } : { sku, price }));
});
let prices: string;
/** The workflow that the next tests continue with. */
let built: string;

beforeAll(async () => {
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  prices = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  dashboard = await startDashboard();
  const account = { linked_account_id: "harbor-tools", name: "Harbor Tools" };
  for (const environment of ["test", "production"] as const)
    await dashboard.api("PUT", "/api/v2/public/linked-account", account, { environment });
});
afterAll(async () => {
  await dashboard?.close();
  shop.close();
});

/** Calls the workflow as a product does and waits for its result. */
function call(id: string, environment: "test" | "production" = "test") {
  const headers = { sync_execution: "true" };
  const options = { account: "harbor-tools", headers, environment };
  return dashboard.api("POST", `${WORKFLOW}/${id}/execute`, ORDER, options);
}

describeInChromium("a workflow in the editor", (browser) => {
  let editor: EditorPage;

  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
    await owner.page.setViewportSize({ width: 1440, height: 1200 });
    editor = editorPage(owner.page, dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is built with the mouse, and tested step by step", async () => {
    const { page, drag, panel, step, expectState } = editor;
    built = await editor.begin();
    await page.getByRole("textbox", { name: "Name" }).fill("Prices of an order");
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByRole("heading", { name: "Edit Prices of an order" }).waitFor();

    await drag("start", { x: 0, y: 80 }, "Rule");
    await clickInto("Rule", ["button", "Add condition: Conditions"]);
    await type("Rule", "Condition 1: Value", "{{ input.lines.length }}");
    await clickInto("Rule", ["combobox", "Condition 1: Operator"]);
    await page.getByRole("option", { name: "is at least" }).click();
    await type("Rule", "Condition 1: Compared with", "1");
    await drag("rule true", { x: -60, y: 90 }, "Loop");
    await type("Loop", "List", "{{ input.lines }}");
    await drag("loop item", { x: -60, y: 110 }, "HTTP request");
    await type("HTTP request", "URL", `${prices}/list/{{ loop.item }}`);
    await drag("loop done", { x: 260, y: 110 }, "Response");
    await type("Response", "Body", "{{ node.loop.body }}");
    await page.getByText("For each item").waitFor();

    await page.getByRole("button", { name: "Test", exact: true }).click();
    await panel.getByRole("combobox", { name: "Customer" }).fill("harbor");
    await page.getByRole("option", { name: /Harbor Tools/ }).click();
    await panel.getByRole("textbox", { name: "Input (JSON)" }).fill(JSON.stringify(ORDER));
    await panel.getByRole("switch", { name: "Call third parties" }).check();
    for (const [id, name] of [
      ["rule", "Rule"],
      ["loop", "Loop"],
      ["http", "HTTP request"],
    ] as const) {
      await step(id).click();
      await panel.getByRole("button", { name: `Up to ${name}` }).click();
      await expectState(id, "Done");
      await expectState("response", "Not reached");
    }
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await expectState("response", "Done");
    await panel.getByText("Completed").waitFor();
    await step("response").click();
    await page.getByRole("region", { name: "Last output" }).getByText('"bolt"').waitFor();
    await expectAccessible(page);

    const record = await editor.save(built);
    expect(waysOf(record)).toEqual(WAYS);
    for (const { id, position } of record.nodes)
      expect(Object.values(position).every(Number.isInteger), `position of ${id}`).toBe(true);
    expect(owner.complaints).toEqual([]);
  });

  test("is published, promoted to production, and answers a call there", async () => {
    const { page } = editor;
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It runs for every customer in test").waitFor();
    await dialog.getByRole("button", { name: "Publish in test" }).click();
    await page.getByText("Published · Version 1").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Prices of an order" }).click();
    await page.getByRole("button", { name: "Promote to production" }).click();
    await dialog.getByRole("button", { name: "Publish in production" }).click();
    await page.getByText("Production runs the same version").waitFor();
    expect(await call(built, "production")).toMatchObject({ errored: false, return_value: PRICES });
    expect(owner.complaints).toEqual([]);
  });

  test("is opened from its failed execution and fixed", async () => {
    const { page, step, panel, expectState, settings } = editor;
    left = "list";
    const failed = await call(built);
    expect(failed).toMatchObject({ errored: true });
    await openPage(page, `${dashboard.url}/app/test/executions/${failed.execution_id}`);
    await page.getByRole("link", { name: "Edit this step" }).click();
    await expect.poll(() => step("http").getAttribute("aria-pressed")).toBe("true");
    await expectState("http", "Failed");
    // The failing item is shown below the address.
    await settings("HTTP request").getByText(`= "${prices}/list/bolt"`).waitFor();
    await type("HTTP request", "URL", `${prices}/offers/{{ loop.item }}`);
    // Tests with the input of that execution.
    await panel.getByRole("switch", { name: "Call third parties" }).check();
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await expectState("response", "Done");
    await editor.save(built);
    await page.getByRole("button", { name: "Publish…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish in test" }).click();
    await page.getByText("Published · Version 2").waitFor();
    expect(await call(built)).toMatchObject({ errored: false, return_value: PRICES });
    expect(owner.complaints).toEqual([]);
  });

  test("is built, tested and published with the keyboard only", async () => {
    const { page, step, panel, choose, tabTo, settings } = editor;
    const id = await editor.begin();
    const into = async (name: string, role: "textbox" | "button", label: string) =>
      tabTo(settings(name).getByRole(role, { name: label, exact: true }));
    await page.keyboard.press("a");
    await choose("Rule");
    await page.keyboard.press("Enter");
    await into("Rule", "button", "Add condition: Conditions");
    await page.keyboard.press("Enter");
    // The new row comes before the button.
    await tabTo(
      settings("Rule").getByRole("textbox", { name: "Condition 1: Value", exact: true }),
      "Shift+Tab",
    );
    await page.keyboard.insertText("{{ input.kind }}");
    await into("Rule", "textbox", "Condition 1: Compared with");
    await page.keyboard.insertText("order");
    await backTo("rule");
    await page.keyboard.press("a");
    await choose("Loop");
    await page.keyboard.press("Enter");
    await into("Loop", "textbox", "List");
    await page.keyboard.insertText("{{ input.lines }}");
    await backTo("loop");
    await page.keyboard.press("a");
    await choose("HTTP request");
    await page.keyboard.press("Enter");
    await into("HTTP request", "textbox", "URL");
    await page.keyboard.insertText(`${prices}/offers/{{ loop.item }}`);
    await backTo("http");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => step("loop").getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("a");
    await choose("Response");
    await page.keyboard.press("Enter");
    await into("Response", "textbox", "Body");
    await page.keyboard.insertText("{{ node.loop.body }}");
    await backTo("response");

    await page.keyboard.press("t");
    await tabTo(panel.getByRole("combobox", { name: "Customer" }));
    await page.keyboard.insertText("harbor");
    await page.getByRole("option", { name: /Harbor Tools/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tabTo(panel.getByRole("switch", { name: "Call third parties" }));
    await page.keyboard.press("Space");
    await tabTo(panel.getByRole("textbox", { name: "Input (JSON)" }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(JSON.stringify(ORDER));
    await tabTo(panel.getByRole("button", { name: "Test workflow" }));
    await page.keyboard.press("Enter");
    await panel.getByText("Completed").waitFor();

    expect(waysOf(await editor.save(id))).toEqual(WAYS);
    await tabTo(page.getByRole("button", { name: "Publish…" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("dialog").getByRole("button", { name: "Publish in test" }));
    await page.keyboard.press("Enter");
    await page.getByText("Published · Version 1").waitFor();
    expect(await call(id)).toMatchObject({ errored: false, return_value: PRICES });
    expect(owner.complaints).toEqual([]);
  });

  test("is open to two operators: each sees the other, and nobody overwrites the other unasked", async () => {
    const other = await signInAs(browser(), dashboard, { test: "developer", production: null });
    const theirs = editorPage(other.page, dashboard);
    const { page } = editor;
    for (const one of [editor, theirs]) await one.open(built);
    for (const one of [page, theirs.page]) await one.getByText("has this draft open too").waitFor();
    await theirs.page.keyboard.press("a");
    await theirs.choose("Log");
    await theirs.save(built);
    await page.getByText("saved this draft after you opened it").waitFor();
    expect(await theirs.page.getByText("after you opened it").count()).toBe(0);
    // Saving anyway is refused, and shows what the other operator has changed.
    await editor.step("response").click();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("ControlOrMeta+s");
    const stale = page.getByRole("alert").filter({ hasText: "Someone else has saved this draft" });
    await stale.getByText(/developer-none@example\.com.*Log added/).waitFor();
    await stale.getByRole("button", { name: "Load theirs" }).click();
    await editor.step("log").waitFor();
    await page.getByText("All changes saved").waitFor();
    await page.getByText("after you opened it").waitFor({ state: "detached" });
    await other.page.context().close();
    await page.getByText("has this draft open too").waitFor({ state: "detached" });
    // The browser also reports the refused save.
    expect([...owner.complaints, ...other.complaints].filter((one) => !one.includes("409"))).toEqual([]);
    owner.complaints.length = 0;
  });

  /** Clicks something in a step's settings. */
  async function clickInto(name: string, [role, label]: ["button" | "combobox", string]): Promise<void> {
    await editor.settings(name).getByRole(role, { name: label, exact: true }).click();
  }

  /** Replaces a text in a step's settings. */
  async function type(name: string, label: string, text: string): Promise<void> {
    await editor.settings(name).getByRole("textbox", { name: label, exact: true }).click();
    await owner.page.keyboard.press("ControlOrMeta+a");
    await owner.page.keyboard.insertText(text);
  }

  /** Returns from the settings to their step. */
  async function backTo(id: string): Promise<void> {
    const isThere = () => editor.step(id).evaluate((one) => one === one.ownerDocument.activeElement);
    // The first Escape may only close a list of completions.
    await expect
      .poll(
        async () => {
          if (!(await isThere())) await owner.page.keyboard.press("Escape");
          return isThere();
        },
        { message: `focus is back at ${id}` },
      )
      .toBe(true);
  }
});
