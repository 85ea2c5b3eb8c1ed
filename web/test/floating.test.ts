import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
} from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  inLanes,
  openLanes,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const PUBLIC = "/api/v2/public";
const LANES = 3;
/** The components that float over a page. */
const FLOATING = /<(Modal|Menu|Drawer|Popover|HoverCard|Spotlight)\s|modals\.open|openConfirmModal/;

/** The file of a floating component, and how to open it: the page, and what to click there, or the key. */
interface Floating {
  readonly file: string;
  readonly at: string;
  readonly clicks?: readonly (string | RegExp)[];
  readonly key?: string;
}

/** Other tests check these with axe-core, because it takes more to open them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "parts/applications/reconnect-button.tsx": "customers.test.ts",
  // Only its button closes it.
  "parts/values/shown-once.tsx": "operators.test.ts",
  "pages/workflows/editor/customer-fields/fields-dialog.tsx": "customer-fields.test.ts",
  "pages/workflows/editor/problem-list.tsx": "editor.test.ts",
  "pages/workflows/editor/step-picker.tsx": "editor.test.ts",
  "pages/workflows/editor/saving/versions-dialog.tsx": "editor-versions.test.ts",
  "pages/workflows/editor/triggers/set-webhook-secret.tsx": "editor-trigger-settings.test.ts",
};

let dashboard: Dashboard;
let things: ThingsApi;
let floating: readonly Floating[] = [];
beforeAll(async () => {
  things = await startThingsApi();
  dashboard = await startDashboard();
  floating = listFloating(await fill());
});
afterAll(async () => {
  await dashboard?.close();
  await things?.close();
});

/** Creates a workflow with a failed execution, a webhook, a connection and an MCP server. */
async function fill() {
  const { api } = dashboard;
  const account = "acme";
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: account, name: "Acme Ltd" });
  await api("POST", `${PUBLIC}/application`, buildThingsDefinition("things", things.url));
  const key = `${PUBLIC}/linked-account/integration/save-key-credentials/things`;
  await api("PUT", key, { key: "good" }, { account });
  const triggers = [{ application: "Junctor", event: "API Call" }];
  const { _id: workflow } = await api("POST", `${PUBLIC}/workflow`, {
    name: "Orders",
    slug: "things",
    nodes: [
      { id: "start", type: "start", triggers },
      { id: "fail", type: "http", data: { url: `${things.url}/none` } },
    ],
    edges: [{ source: "start", target: "fail" }],
  });
  await api("PUT", `${PUBLIC}/workflow/${workflow}/publish`, { published: true });
  const policy = { rules: [{ kind: "email" }], reveal: { days: 7, role: "owner" } };
  await api("PUT", `${PUBLIC}/redaction`, policy);
  await api("POST", `${PUBLIC}/workflow/${workflow}/execute`, { mail: "ann@example.com" }, { account });
  const failed = async () => (await api("GET", `${PUBLIC}/execution?status=ERRORED`)).docs;
  await eventually(async () => (await failed()).length === 1);
  const [{ _id: execution }] = await failed();
  const hook = { webhook_url: things.url, webhook_events: ["Workflow Errored"] };
  const { _id: webhook } = await api("POST", `${PUBLIC}/webhook`, hook);
  const tools = [{ slug: "things", actions: [{ id: "make_thing", tool_name: "make" }] }];
  const record = { name: "Desk", description: "Makes things.", associated_apps: tools };
  const { _id: server } = await api("POST", `${PUBLIC}/mcp-servers`, record);
  return { workflow, execution, webhook, server };
}

function listFloating({
  workflow,
  execution,
  webhook,
  server,
}: Record<"workflow" | "execution" | "webhook" | "server", string>): Floating[] {
  const page = (
    folder: string,
    at: string,
    ...all: readonly [string, ...(string | RegExp)[]][]
  ): Floating[] =>
    all.map(([file, ...clicks]) => ({ file: `pages/${folder}/${file}.tsx`, at: `${folder}${at}`, clicks }));
  const more = /^More actions/;
  const someone = /^Actions: /;
  return [
    { file: "shell/find.tsx", at: "customers", key: "ControlOrMeta+k" },
    { file: "parts/page/shortcut-dialog.tsx", at: "customers", key: "?" },
    { file: "shell/account-menu.tsx", at: "customers", clicks: ["Your account"] },
    { file: "parts/forms/confirm.tsx", at: "customers/acme", clicks: [more, "Disconnect"] },
    ...page("customers", "", ["add-customer", "Add customer"]),
    ...page("customers", "/acme", ["connection-panel", more], ["rename-connection", more, "Rename"]),
    ...page("customers", "/acme?tab=settings", ["configs/new-config", "New config"]),
    ...page("customers", "/acme?tab=details", ["delete-customer", "Delete customer"]),
    ...page("applications", "", ["applications-page", "Add your own"]),
    ...page("applications", "/things", ["application-actions", more]),
    ...page("applications", "/things?tab=connections", ["connect-customer", "Connect a customer"]),
    ...page(
      "workflows",
      "",
      ["new-workflow-dialog", "New workflow"],
      ["import-dialog", "New workflow", "Import from a file"],
    ),
    ...page(
      "workflows",
      `/${workflow}`,
      ["workflow-actions", more],
      ["run-dialog", "Run…"],
      ["switch-on", "Switch on for a customer…"],
      ["versions/publish-dialog", "Promote to production"],
      ["versions/version-menu", "Versions", "Actions for version 1"],
    ),
    ...page("executions", "", ["replays/bulk-dialog", "Replay many…"]),
    ...page(
      "executions",
      `/${execution}`,
      ["execution/replay-dialog", "Edit input and replay…"],
      ["execution/redaction-note", "Reveal…"],
    ),
    ...page(
      "webhooks",
      `/${webhook}`,
      ["rotate-secret", "Rotate"],
      ["webhook-actions", "More"],
      ["resend-since", "More", "Send again since…"],
      ["promote-webhook", "More", "Promote to production"],
    ),
    ...page("mcp", "/servers/new", ["tools/tool-picker", "Add tools"]),
    ...page("mcp", `/servers/${server}/edit`, ["tools/tool-naming", /^Rename /]),
    ...page(
      "mcp",
      `/servers/${server}`,
      ["servers/server-actions", "Delete"],
      ["servers/let-in", "Connect", "Create token"],
    ),
    ...page("settings", "/api-keys", ["api-keys/new-key", "New API key"]),
    ...page("settings", "/plans", ["plans/plan-form", "New plan"]),
    ...page("settings", "/operators", ["operators/invitation", "Invite operator"]),
    ...page(
      "settings",
      "/operators",
      ["operators/operator-menu", someone],
      ["operators/remove-operator", someone, "Remove"],
    ),
  ];
}

describeInChromium("overlays on the pages", (browser) => {
  let lanes: Visit[];
  beforeAll(async () => {
    const owner = await signIn(browser(), dashboard);
    lanes = [owner, ...(await openLanes(browser(), owner, LANES - 1))];
  });
  afterAll(() => Promise.all(lanes?.map(({ page }) => page.context().close()) ?? []));

  test("are accessible in both themes, and return the focus when Esc closes them", async () => {
    await inLanes(lanes, floating, async ({ page, complaints }, { file, at, clicks = [], key }) => {
      await openPage(page, `${dashboard.url}/app/test/${at}`);
      if (key) await page.keyboard.press(key);
      for (const name of clicks) await pressable(page, name).first().click();
      const shown = page.locator("[role=dialog], [role=menu]").last();
      await shown.waitFor();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await shown.waitFor({ state: "detached" });
      if (key) return;
      const focused = () => page.evaluate<string>("document.activeElement?.outerHTML.slice(0, 100)");
      await expect.poll(focused, { message: `${file}: where the focus is` }).not.toMatch(/^<body/);
      expect(complaints, file).toEqual([]);
    });
  });

  test("are all opened by a test", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx") && FLOATING.test(readFileSync(`${SOURCES}/${file}`, "utf8")))
      .sort();
    expect(files.length).toBeGreaterThan(20);
    expect([...floating.map(({ file }) => file), ...Object.keys(ELSEWHERE)].sort()).toEqual(files);
    for (const other of Object.values(ELSEWHERE)) {
      const source = readFileSync(fileURLToPath(new URL(other, import.meta.url)), "utf8");
      expect(source, other).toContain("expectAccessible");
    }
  });
});

/** A button, a tab or a menu item. */
function pressable(page: Page, name: string | RegExp) {
  const exact = typeof name === "string";
  return page
    .getByRole("button", { name, exact })
    .or(page.getByRole("tab", { name, exact }))
    .or(page.getByRole("menuitem", { name, exact }));
}
