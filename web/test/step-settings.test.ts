import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const WORKFLOW = "/api/v2/public/workflow";
const HOSTILE = `<img src=x onerror="document.title='run'">`;

/** A step of any type. */
interface Step {
  readonly id: string;
  readonly type: string;
  readonly data?: object;
}

const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
const ORDER = { number: "NB-417", lines: [{ sku: "A-1" }, { sku: "B-2" }], "a note": HOSTILE };

let dashboard: Dashboard;
let owner: Visit;
let examples: readonly Step[];
/** The workflow with one step of each type; `orders` is one that has run. */
let all: string;
let orders: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  const { api } = dashboard;
  await api("PUT", "/api/v2/public/linked-account", {
    linked_account_id: "harbor-tools",
    name: "Harbor Tools",
  });
  const { node_types } = await api("GET", "/api/v2/public/node-types");
  examples = node_types.map(({ example }: { example: Step }) => example);
  const others = examples.filter(({ type }) => type !== "start");
  all = await create(
    "One of each",
    others,
    others.map(({ id }) => ({ source: "start", target: id })),
  );
  const steps = [
    { id: "get-it", type: "transform", data: { output: { total: 30, text: "{{ input.number }}" } } },
    { id: "each", type: "loop", data: { items: "{{ input.lines }}" } },
    { id: "line", type: "transform", data: { output: "{{ loop.item.sku }}" } },
  ];
  orders = await create("Orders", steps, [
    { source: "start", target: "get-it" },
    { source: "get-it", target: "each" },
    { source: "each", sourceHandle: "item", target: "line" },
  ]);
  await api("PUT", `${WORKFLOW}/${orders}/publish`, { published: true });
  await api("POST", `${WORKFLOW}/${orders}/execute`, ORDER, { account: "harbor-tools" });
  await eventually(
    async () => (await api("GET", "/api/v2/public/execution?status=COMPLETED")).totalDocs === 1,
  );
  // Settings that are evaluated against that execution.
  const send = { id: "send", type: "http", data: { url: "https://example.com/{{ input.number }}" } };
  const draft = await api("GET", `${WORKFLOW}/${orders}/edit`);
  const nodes = [...draft.nodes, send, { id: "rule", type: "rule", data: { conditions: [] } }];
  const edges = [
    ...draft.edges,
    { source: "each", sourceHandle: "done", target: "send" },
    { source: "send", target: "rule" },
  ];
  await api("PUT", `${WORKFLOW}/${draft._id}`, { nodes, edges });
});
afterAll(() => dashboard?.close());

async function create(name: string, steps: readonly Step[], edges: readonly object[]): Promise<string> {
  const body = { name, nodes: [start, ...steps], edges };
  return (await dashboard.api("POST", WORKFLOW, body))._id;
}

describeInChromium("the settings of a step", (browser) => {
  const form = () => owner.page.getByRole("region", { name: /^Settings of/ });
  const text = (name: string) => form().getByRole("textbox", { name, exact: true });
  const data = () => form().getByRole("tree", { name: "Data that expressions see" });

  async function open(id: string, step: string): Promise<void> {
    await openPage(owner.page, `${dashboard.url}/app/test/workflows/${id}/edit?step=${step}`);
    await form().waitFor();
    await expect.poll(() => form().locator(".mantine-Skeleton-root").count()).toBe(0);
  }

  /** Saves the drawing; returns the step as the API returns it. */
  async function saved(id: string): Promise<Step> {
    await owner.page.keyboard.press("ControlOrMeta+s");
    await owner.page.getByText("All changes saved").waitFor();
    const { nodes } = await dashboard.api("GET", `${WORKFLOW}/${orders}/edit`);
    return nodes.find((node: Step) => node.id === id);
  }

  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(10_000);
    await owner.page.setViewportSize({ width: 1440, height: 1100 });
  });
  afterAll(() => owner?.page.context().close());

  test("open with the example of every type, and change nothing by opening", async () => {
    const { page, complaints } = owner;
    await open(all, "start");
    for (const { id } of examples) {
      await page.locator(`[data-step="${id}"]`).dispatchEvent("click");
      await page.getByRole("region", { name: `Settings of ${id}`, exact: true }).waitFor();
      await expect.poll(() => form().locator(".mantine-Skeleton-root").count(), { message: id }).toBe(0);
    }
    await page.getByText("All changes saved").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a text is completed from real data, and its value is shown below it", async () => {
    const { page, complaints } = owner;
    await open(orders, "send");
    await form().getByText('= "https://example.com/NB-417"').waitFor();
    await text("URL").click();
    await page.keyboard.press("End");
    await page.keyboard.type("/{{ node.ge");
    await page.getByRole("option", { name: /get-it/ }).click();
    await page.keyboard.type(".body.to");
    await page.getByRole("option", { name: /total/ }).click();
    await form().getByText('= "https://example.com/NB-417/30"').waitFor();
    expect((await saved("send")).data).toEqual({
      url: 'https://example.com/{{ input.number }}/{{ node["get-it"].body.total}}',
    });
    expect(complaints).toEqual([]);
  });

  test("each kind of control saves values that match the schema", async () => {
    const { page } = owner;
    await open(orders, "send");
    await form().getByRole("combobox", { name: "Method" }).click();
    await page.getByRole("option", { name: "POST" }).click();
    await form().getByRole("button", { name: "Add entry: Headers" }).click();
    await form().getByRole("textbox", { name: "Headers: 1, Name" }).fill("x-order");
    await text("Headers: x-order, Value").click();
    await page.keyboard.type("7");
    await form().getByRole("textbox", { name: "Time limit", exact: true }).fill("5000");
    await form().getByRole("button", { name: "Edit Body as JSON" }).click();
    await text("Body").click();
    await page.keyboard.insertText('{"lines": "{{ input.lines }}", "n": 1}');
    await form().getByRole("textbox", { name: "Attempts" }).fill("3");
    expect(await saved("send")).toMatchObject({
      maximum_attempts: 3,
      data: {
        method: "POST",
        headers: { "x-order": "7" },
        timeout_ms: 5000,
        body: { lines: "{{ input.lines }}", n: 1 },
      },
    });
    await expectAccessible(page);
  });

  test("conditions are rows, and picked values are inserted where somebody types", async () => {
    const { page } = owner;
    await open(orders, "rule");
    await form().getByRole("button", { name: "Add condition: Conditions" }).click();
    await text("Condition 1: Value").click();
    // A hostile value is treated as text.
    await data().getByText("a note: ").click();
    await form()
      .getByText(`= ${JSON.stringify(HOSTILE)}`)
      .waitFor();
    await form().getByRole("combobox", { name: "Condition 1: Operator" }).click();
    await page.getByRole("option", { name: "contains", exact: true }).click();
    await text("Condition 1: Compared with").click();
    await page.keyboard.type("img");
    await form().getByRole("button", { name: "Add group: Conditions" }).click();
    await form().getByText("Any must hold").first().click();
    const { data: rule } = await saved("rule");
    expect(rule).toEqual({
      logic: "OR",
      conditions: [
        { lhs: '{{ input["a note"] }}', operator: "contains", rhs: "img" },
        { logic: "OR", conditions: [{ lhs: "", operator: "eq", rhs: "" }] },
      ],
    });
    await expectAccessible(page);
    expect(await page.title()).not.toBe("run");
  });

  test("inside a loop the item is the first of the real ones; a failing expression says why", async () => {
    const { page, complaints } = owner;
    await open(orders, "line");
    await form().getByText('= "A-1"').waitFor();
    await text("Result").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("{{ loop.item.sku.nothing() }}");
    await form()
      .getByText(/^{{ loop\.item\.sku\.nothing\(\) }}: /)
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
