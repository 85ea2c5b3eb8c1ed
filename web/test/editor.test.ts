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
import { type EditorPage, editorPage, WORKFLOW } from "./editor-page.ts";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
  const account = { linked_account_id: "harbor-tools", name: "Harbor Tools" };
  await dashboard.api("PUT", "/api/v2/public/linked-account", account);
});
afterAll(() => dashboard?.close());

describeInChromium("the editor", (browser) => {
  let editor: EditorPage;

  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
    await owner.page.setViewportSize({ width: 1440, height: 1000 });
    editor = editorPage(owner.page, dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("uses the example of the event that starts the workflow, and a pinned output instead of a step", async () => {
    const { page, panel, step, expectState } = editor;
    const event = { name: "Order placed", response: { total: 30 } };
    await dashboard.api("POST", "/api/v2/public/application/event", event);
    const nodes = [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "Order placed" }] },
      { id: "sum", type: "transform", name: "Sum", data: { output: "{{ input.total * 2 }}" } },
    ];
    const edges = [{ source: "start", target: "sum" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Sums", nodes, edges });
    await openPage(page, `${dashboard.url}/app/test/workflows/${_id}/edit?step=sum`);
    // Values are shown even before anything has run.
    await editor.settings("Sum").getByText("= 60").waitFor();
    await step("start").getByText("Order placed").waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect.poll(() => panel.getByLabel("Input (JSON)").inputValue()).toContain('"total": 30');
    // The only customer is chosen already.
    const customer = panel.getByRole("combobox", { name: "Customer" });
    await expect.poll(() => customer.inputValue()).toBe("Harbor Tools (harbor-tools)");
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await expectState("sum", "Done");
    const output = page.getByRole("region", { name: "Last output" });
    await output.getByText("60").waitFor();
    await output.getByRole("switch", { name: "Pin for tests" }).check();
    const [request] = await Promise.all([
      page.waitForRequest(/\/test$/),
      panel.getByRole("button", { name: "Test workflow" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ pinned: { sum: { body: 60 } } });
    await panel.getByText("Completed").waitFor();
    expect(owner.complaints).toEqual([]);
  });

  test("adds a step at a branch by a click on its point, and offers the call that a test needs", async () => {
    const { page, complaints } = owner;
    const { step, panel, choose } = editor;
    const nodes = [
      { id: "start", type: "start" },
      { id: "each", type: "loop", name: "Each order", data: { items: [1] } },
    ];
    const edges = [{ source: "start", target: "each" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Points", nodes, edges });
    await editor.open(_id);
    await page.locator('.react-flow__node[data-id="each"] [data-handleid="item"]').click();
    await choose("HTTP request");
    await page.getByText("For each item").waitFor();
    await editor
      .settings("HTTP request")
      .getByRole("textbox", { name: "URL", exact: true })
      .fill("https://a.example/");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await panel.getByText("No earlier execution has a result of “HTTP request” to use").waitFor();
    await expectAccessible(page);
    const [request] = await Promise.all([
      page.waitForRequest(/\/test$/),
      panel.getByRole("button", { name: "Allow calls and test again" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ call_third_parties: true });
    await step("http").getByText("Failed").waitFor();
    expect(complaints).toEqual([]);
  });

  test("shows what prevents publishing as steps change, saved or not", async () => {
    const { page, complaints } = owner;
    const { step, settings } = editor;
    const nodes = [
      { id: "start", type: "start" },
      { id: "get", type: "http", name: "Get", data: { url: "https://example.com/" } },
    ];
    const edges = [{ source: "start", target: "get" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Gets", nodes, edges });
    await editor.open(_id);
    await step("get").click();
    const url = settings("Get").getByRole("textbox", { name: "URL", exact: true });
    await url.fill("{{ node.ghost.body }}");
    await step("get").getByText("1 problem").waitFor();
    await settings("Get")
      .getByText(/"ghost"/)
      .waitFor();
    await expectAccessible(page);
    // An entry of the list opens its step.
    await step("start").click();
    await page.getByRole("button", { name: "1 problem prevents publishing" }).click();
    const problem = page.getByRole("dialog").getByRole("button", { name: /^Get · .*"ghost"/ });
    await problem.waitFor();
    await expectAccessible(page);
    await problem.click();
    await expect.poll(() => step("get").evaluate((one) => one === document.activeElement)).toBe(true);
    await url.fill("https://example.com/orders");
    await step("get").getByText("1 problem").waitFor({ state: "detached" });
    await page.getByText("Unsaved changes").waitFor();
    await page.getByRole("button", { name: /prevents publishing/ }).waitFor({ state: "detached" });
    expect((await dashboard.api("GET", `${WORKFLOW}/${_id}`)).nodes[1].data.url).toBe("https://example.com/");
    expect(complaints).toEqual([]);
  });

  test("marks an edge that cannot be published, and its problem links there", async () => {
    const { page, complaints } = owner;
    const { step, heard } = editor;
    const nodes = [
      { id: "start", type: "start" },
      { id: "each", type: "loop", name: "Each order", data: { items: "{{ input.orders }}" } },
      { id: "note", type: "log", name: "Note", data: { message: "One" } },
      { id: "end", type: "log", name: "End", data: { message: "All" } },
    ];
    const edges = [
      { source: "start", target: "each" },
      { source: "each", sourceHandle: "item", target: "note" },
      { source: "note", target: "each" },
      { source: "each", sourceHandle: "done", target: "end" },
    ];
    const { _id } = await dashboard.api("POST", WORKFLOW, { name: "Loops", nodes, edges });
    await editor.open(_id);
    await step("note").click();
    await page.keyboard.press("c");
    await page.getByPlaceholder("Connect Note to…").fill("End");
    await page.keyboard.press("Enter");
    await heard("Note connected to End.");
    const mark = page.getByLabel("Steps of Loops").getByRole("button", { name: /^Edge .* loop/ });
    await mark.waitFor();
    expect(await page.locator("path[data-problem]").count()).toBe(1);
    await step("start").click();
    await editor.tabTo(mark);
    // The sentence can be read as well as heard.
    await page.getByRole("tooltip").getByText(/loop/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Settings" });
    await panel.getByText("From Note to End").waitFor();
    await panel.getByText(/^Edge .* loop/).waitFor();
    await step("start").click();
    await mark.click();
    await panel.getByText("From Note to End").waitFor();
    await step("start").click();
    await page.getByRole("button", { name: "1 problem prevents publishing" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Edge .* loop/ })
      .click();
    await panel.getByText("From Note to End").waitFor();
    await expect.poll(() => mark.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Delete");
    await mark.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /prevents publishing/ }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  test("is linked from a test's page, instead of a replay", async () => {
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

  test("undoes, redoes, copies and duplicates with shortcuts", async () => {
    const { page, complaints } = owner;
    const { step, heard } = editor;
    await editor.begin();
    // Steps are also found by other common names.
    await page.keyboard.press("a");
    await page.getByPlaceholder("Find a step, an application or an action").fill("reply");
    await page.getByRole("dialog").getByText("Sets the reply to a synchronous call").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await heard("Response added");
    // Actions are found across all applications, by words of both names in any order.
    await page.keyboard.press("a");
    await page.getByPlaceholder("Find a step, an application or an action").fill("customer stripe create");
    await page.getByRole("dialog").getByText("Create a customer").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("[data-step]").last().innerText()).toContain("Create a customer");
    await page.keyboard.press("ControlOrMeta+z");
    await heard("Undone.");
    await step("response").click();
    // Enter moves into the settings, Esc back to the step.
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
    await page.keyboard.press("ControlOrMeta+c");
    await page.keyboard.press("ControlOrMeta+v");
    await step("response_2").waitFor();
    await page.keyboard.press("ControlOrMeta+d");
    await step("response_3").waitFor();
    await page.keyboard.press("Delete");
    await step("response_3").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await editor.save(/workflows\/(\w+)\/edit/.exec(page.url())?.[1] ?? "");
  });

  test("is read-only for those who may not change anything", async () => {
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

  test("Enter chooses an application and then its first action", async () => {
    const { page } = owner;
    await editor.begin();
    await page.keyboard.press("a");
    for (const name of ["Slack", "GitHub"]) {
      await page.getByPlaceholder("Find a step, an application or an action").fill(name);
      await page.locator("[data-action]").filter({ hasText: name }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByPlaceholder(`Find an action of ${name}`).waitFor();
      if (name === "Slack") {
        await page.getByPlaceholder("Find an action of Slack").fill("All steps");
        await page.keyboard.press("Enter");
      }
    }
    // Its actions, not those of the application before.
    await page.locator("[data-action][data-selected]").getByText("Create a branch").first().waitFor();
    await page.keyboard.press("Enter");
    await editor.heard("Create a branch added");
    expect(owner.complaints).toEqual([]);
  });

  test("has as much room as there is, divided by keyboard or pointer, which stays so", async () => {
    const { page, complaints } = owner;
    await editor.begin("Room");
    await editor.step("start").click();
    const canvas = page.getByRole("region", { name: "Steps of Room" });
    const panel = page.getByRole("complementary", { name: "Settings" });
    const divider = page.getByRole("separator", { name: "Width of the settings" });
    const widthOf = async () => (await panel.boundingBox())?.width ?? 0;
    const { y = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
    const window = page.viewportSize()?.height ?? 0;
    expect(height).toBeGreaterThan(window * 0.8);
    expect(y + height).toBeLessThanOrEqual(window);
    expect(await widthOf()).toBe(400);
    await divider.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(widthOf).toBe(440);
    expect(await divider.getAttribute("aria-valuenow")).toBe("440");
    const at = await divider.boundingBox();
    if (!at) throw new Error("The divider is not shown.");
    await page.mouse.move(at.x + at.width / 2, at.y + 300);
    await page.mouse.down();
    await page.mouse.move(at.x - 260, at.y + 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBeGreaterThan(640);
    const dragged = await widthOf();
    await page.reload();
    await editor.step("start").click();
    expect(await widthOf()).toBe(dragged);
    // Data is beside the settings then.
    await page.keyboard.press("a");
    await editor.choose("Log");
    const form = await editor.settings("Log").getByText("Attempts", { exact: true }).boundingBox();
    const data = await page.getByRole("region", { name: "Data", exact: true }).boundingBox();
    expect(data?.x).toBeGreaterThan((form?.x ?? 0) + 200);
    await expectAccessible(page);
    await divider.dblclick();
    await expect.poll(widthOf).toBe(400);
    expect(complaints).toEqual([]);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("All changes saved").waitFor();
  });

  test("shows no problems of a new step before somebody was in its settings", async () => {
    const { page } = owner;
    const { step, settings } = editor;
    await editor.begin("New step");
    await page.keyboard.press("a");
    await editor.choose("HTTP request");
    await page.getByRole("button", { name: "1 problem prevents publishing" }).waitFor();
    const url = settings("HTTP request").getByRole("textbox", { name: "URL", exact: true });
    await url.click();
    expect(await settings("HTTP request").getByText("Is required.").count()).toBe(0);
    expect(await step("http").getByText("1 problem").count()).toBe(0);
    await settings("HTTP request").getByRole("combobox", { name: "Method" }).focus();
    await settings("HTTP request").getByText("Is required.").waitFor();
    await step("http").getByText("1 problem").waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("All changes saved").waitFor();
  });

  test("asks before discarding unsaved changes", async () => {
    const { page } = owner;
    const { step } = editor;
    await editor.begin();
    await page.keyboard.press("a");
    await editor.choose("Log");
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
