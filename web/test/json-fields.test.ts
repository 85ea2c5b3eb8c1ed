import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, openPage, signIn, startDashboard, type Visit } from "./dashboard.ts";

// Fields grow by many lines when it is formatted.
const LINES = JSON.stringify(Array.from({ length: 40 }, (_, number) => ({ number })));
const BIG_ID = "12345678901234567891";
const LONG = `{"id":${BIG_ID},"lines":${LINES}}`;

let dashboard: Dashboard;
let owner: Visit;
let workflow: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  const account = { linked_account_id: "harbor-tools", name: "Harbor Tools" };
  await dashboard.api("PUT", "/api/v2/public/linked-account", account);
  await dashboard.api("POST", "/api/v2/public/application/event", { name: "Order placed", response: {} });
  const nodes = [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    { id: "echo", type: "transform", data: { output: "{{ input }}" } },
  ];
  const edges = [{ source: "start", target: "echo" }];
  ({ _id: workflow } = await dashboard.api("POST", "/api/v2/public/workflow", {
    name: "Echo",
    nodes,
    edges,
  }));
  await dashboard.api("PUT", `/api/v2/public/workflow/${workflow}/publish`, { published: true });
});
afterAll(() => dashboard?.close());

/** Presses a button and releases it once all that the press changes is drawn, as a person does. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error("The button is not shown.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
}

describeInChromium("fields for JSON", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    await owner.page.setViewportSize({ width: 1440, height: 1400 });
  });
  afterAll(() => owner?.page.context().close());

  const openSend = async () => {
    const { page } = owner;
    await openPage(page, `${dashboard.url}/app/test/events/send`);
    // The only event and the only customer are chosen already.
    await expect.poll(() => page.getByRole("combobox", { name: "Event" }).inputValue()).toBe("Order placed");
    await page.getByRole("button", { name: "Send event" }).and(page.locator(":enabled")).waitFor();
    return page.getByRole("textbox", { name: "Payload" });
  };

  test("the first click on the button below reaches it, and the text is formatted after it", async () => {
    const { page } = owner;
    const payload = await openSend();
    await payload.fill(LONG);
    const sent = page.waitForResponse(
      (reply) => /\/event/.test(reply.url()) && reply.request().method() === "POST",
    );
    await press(page, page.getByRole("button", { name: "Send event" }));
    const request = (await sent).request();
    expect(request.postDataJSON()).toMatchObject({ payload: JSON.parse(LONG) });
    expect(request.postData()).toContain(BIG_ID);
  });

  test("invalid JSON is named after the click, and is not sent until it is corrected", async () => {
    const { page } = owner;
    await openPage(page, `${dashboard.url}/app/test/workflows/${workflow}`);
    await page.getByRole("button", { name: "Run…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill("harbor");
    await page.getByRole("option", { name: /Harbor Tools/ }).click();
    const input = dialog.getByRole("textbox", { name: "Input" });
    await input.fill("{");
    await press(page, dialog.getByRole("button", { name: "Run workflow" }));
    await dialog.getByText("This is not valid JSON").waitFor();
    expect(await dialog.getByRole("button", { name: "Run workflow" }).isDisabled()).toBe(true);
    await input.fill(LONG);
    const started = page.waitForResponse(/\/execute$/);
    await press(page, dialog.getByRole("button", { name: "Run workflow" }));
    expect((await started).status()).toBe(200);
  });
});
