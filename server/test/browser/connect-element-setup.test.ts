import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "./chromium.ts";
import {
  addressOf,
  type ElementCompany,
  fits,
  hears,
  isAccessible,
  startElementCompany,
} from "./element-company.ts";

const SLOTS = [
  {
    id: "rules",
    name: "Which articles",
    field_type: "rule_engine",
    required: false,
    rule_columns: {
      lhs: { options: ["warehouse", "quantity", "note"] },
      rhs: { by_lhs: { warehouse: { options: ["Bergen", "Oslo"] } } },
    },
  },
  {
    id: "columns",
    name: "Columns",
    field_type: "map_v2",
    required: false,
    mapping: {
      lhs: { name: "Shop", options: ["Article number", "Remark"] },
      rhs: { name: "Stockroom", options: ["article_number", "note"] },
    },
  },
];

let company: ElementCompany;
let workflow: string;
beforeAll(async () => {
  company = await startElementCompany();
  workflow = await publish({ name: "Low stock", slug: "stockroom", data_slots: SLOTS });
});
afterAll(() => company?.close());

async function publish(body: object): Promise<string> {
  const { request, testKey: key } = company.server;
  const url = "/api/v2/public/workflow";
  const made = await request({ method: "POST", url, key, body });
  const { _id: id } = made.body;
  const published = { published: true };
  const done = await request({ method: "PUT", url: `${url}/${id}/publish`, key, body: published });
  expect(done.status, done.text).toBe(200);
  return id;
}

/** The workflow in the config that the customer filled in, as the API returns it. */
async function workflowOf(accountId: string) {
  const { request, account } = company.server;
  const { body } = await request({
    url: "/api/v2/public/slug/stockroom/config",
    token: await account(accountId),
  });
  return body.workflows.find(({ id }: { id: string }) => id === workflow);
}

/** Requires that this control has the focus, in a visible part of the host page. */
async function isAt(page: Page, frame: FrameLocator, label: string): Promise<void> {
  const focused = frame.locator(":focus").and(frame.getByLabel(label, { exact: true }));
  await focused.waitFor();
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => (await focused.boundingBox())?.y ?? -1, { message: `${label} is in sight` })
    .toSatisfy((y) => y >= 0 && y < height);
}

/** Moves to the next control and chooses or types there by keyboard. */
async function next(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Tab");
  await page.keyboard.type(text);
}

describeInChromium("<junctor-connect> for setting up a workflow", (browser) => {
  test("a rule with a group is built with the keyboard only, a mapping with the mouse, and both are stored", async () => {
    const { context, page, complaints, frame } = await company.open(browser(), {
      viewport: { width: 640, height: 480 },
    });
    const token = await company.tokenOf("builder");
    await page.goto(addressOf(company.product, `token="${token}" application="stockroom"`));
    await frame.getByLabel("Stockroom key").fill(company.thirdParty.stockroomKey);
    await frame.getByRole("button", { name: "Connect" }).click();
    await hears(page, ["connected stockroom"]);

    await frame.getByRole("switch", { name: "Low stock" }).press("Space");
    await page.keyboard.press("Tab");
    await frame.locator("button:focus", { hasText: "Add condition" }).waitFor();
    await page.keyboard.press("Enter");
    await isAt(page, frame, "Condition 1: Field");
    await page.keyboard.type("quantity");
    await next(page, "is at most");
    await next(page, "5");
    await next(page, "");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await frame.locator("button:focus", { hasText: "Add group" }).waitFor();
    await page.keyboard.press("Enter");
    await isAt(page, frame, "Condition 2.1: Field");
    await page.keyboard.type("warehouse");
    await next(page, "is one of");
    await isAt(page, frame, "Condition 2.1: Operator");
    await frame.getByLabel("Bergen").press("Space");
    await fits(page);
    await isAccessible(page, complaints);

    await frame.getByLabel("Remark").selectOption("note");
    await frame.getByRole("button", { name: "Save" }).click();
    await hears(page, ["connected stockroom", "configured stockroom"]);
    await frame.getByText("Saved.").waitFor();
    expect(await workflowOf("builder")).toMatchObject({
      enabled: true,
      fields: [
        {
          value: {
            logic: "AND",
            conditions: [
              { lhs: "quantity", operator: "lte", rhs: "5" },
              { logic: "OR", conditions: [{ lhs: "warehouse", operator: "included_in", rhs: ["Bergen"] }] },
            ],
          },
        },
        { value: { "Article number": "article_number", Remark: "note" } },
      ],
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an incomplete rule is reported in place, and the error gets the focus", async () => {
    const { context, page, complaints, frame } = await company.open(browser(), {
      viewport: { width: 320, height: 480 },
    });
    const token = await company.tokenOf("hasty");
    await page.goto(addressOf(company.product, `token="${token}" application="stockroom"`));
    await frame.getByLabel("Stockroom key").fill(company.thirdParty.stockroomKey);
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByRole("switch", { name: "Low stock" }).check();
    await frame.getByRole("button", { name: "Add condition" }).click();
    await isAt(page, frame, "Condition 1: Field");
    await page.keyboard.type("quantity");
    await frame.getByRole("button", { name: "Save" }).click();
    await frame.locator("[role=alert]:focus").waitFor();
    await frame.getByText("condition 1 needs a field, an operator and a value").first().waitFor();
    await fits(page);
    // The browser itself reports the page that was answered with 400.
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
    await isAccessible(page, []);
    await hears(page, ["connected stockroom"]);
    await context.close();
  });
});
