import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type ElementCompany, startElementCompany } from "../../server/test/browser/element-company.ts";
import { openPictureBook } from "./take-pictures.ts";

const WORKFLOW = "/api/v2/public/workflow";
const ACCOUNT = "harbor-tools";
const STOCK_CHANGED = {
  id: "start",
  type: "start",
  name: "Stock changed",
  triggers: [{ application: "Junctor", event: "API Call" }],
};
const LOW_STOCK = {
  name: "Reorder low stock",
  description: "Orders an article again before it runs out.",
  slug: "stockroom",
  nodes: [STOCK_CHANGED],
  edges: [],
  data_slots: [
    {
      id: "rules",
      name: "Which articles",
      field_type: "rule_engine",
      required: false,
      rule_columns: {
        lhs: { options: ["Warehouse", "Quantity", "Supplier"] },
        rhs: { by_lhs: { Warehouse: { options: ["Bergen", "Oslo", "Stavanger"] } } },
      },
    },
    {
      id: "columns",
      name: "Columns",
      field_type: "map_v2",
      required: false,
      mapping: {
        lhs: { name: "Northwind Shop", options: ["Article number", "Quantity", "Remark"] },
        rhs: { name: "Stockroom", options: ["article_number", "quantity", "note"] },
      },
    },
  ],
};
const WATCH = {
  name: "Tell me of large orders",
  nodes: [
    { ...STOCK_CHANGED, name: "Order placed" },
    {
      id: "large",
      type: "rule",
      name: "Is it large?",
      data: { conditions: [{ lhs: "{{ input.total }}", operator: "gt", rhs: 500 }] },
    },
    {
      id: "wait",
      type: "delay",
      name: "Wait for changes",
      data: { for: { minutes: 10 } },
    },
    {
      id: "note",
      type: "log",
      name: "Note the order",
      data: { message: "Order {{ input.id }} over {{ input.total }}" },
    },
  ],
  edges: [
    { source: "start", target: "large" },
    { source: "large", target: "wait", sourceHandle: "true" },
    { source: "wait", target: "note" },
  ],
};

const pictures = openPictureBook();
let company: ElementCompany;
beforeAll(async () => {
  company = await startElementCompany();
  const { server } = company;
  await ask("PUT", "/api/v2/public/portal-workflows", {
    building: "portal",
    node_types: ["rule", "log", "delay"],
  });
  const { _id } = await ask("POST", WORKFLOW, LOW_STOCK);
  await ask("PUT", `${WORKFLOW}/${_id}/publish`, { published: true });
  await ask("POST", WORKFLOW, WATCH, await server.account(ACCOUNT));
});
afterAll(async () => {
  await company?.close();
  pictures.close();
});

async function ask(method: "PUT" | "POST", url: string, body: object, token?: string) {
  const { server } = company;
  const reply = await server.request({ method, url, body, ...(token ? { token } : { key: server.testKey }) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function addCondition(page: Page, number: number, field: string, operator: string): Promise<void> {
  await page.getByRole("button", { name: "Add condition" }).first().click();
  await page.getByLabel(`Condition ${number}: Field`).selectOption(field);
  await page.getByLabel(`Condition ${number}: Operator`).selectOption({ label: operator });
}

describeInChromium("the portal guide's pictures", (browser) => {
  test("show rules and a mapping set up by a customer", async () => {
    const { context, page, complaints } = await company.open(browser(), {
      viewport: { width: 760, height: 900 },
      deviceScaleFactor: 1.5,
    });
    await page.goto(`${company.server.baseUrl}/connect/${await company.tokenOf(ACCOUNT)}`);
    await page.getByRole("link", { name: "Stockroom" }).click();
    await page.getByLabel("Stockroom key").fill(company.thirdParty.stockroomKey);
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("switch", { name: LOW_STOCK.name }).check();
    await addCondition(page, 1, "Quantity", "is at most");
    await page.getByLabel("Condition 1: Value").fill("5");
    await addCondition(page, 2, "Warehouse", "is one of");
    await page.getByLabel("Bergen").check();
    await page.getByLabel("Oslo").check();
    await page.getByLabel("Remark").selectOption("note");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.evaluate("scrollTo(0, 0)");
    await pictures.take(page, "portal");
    await pictures.take(page, "portal-rules", ".workflow:has(:checked)");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("show a customer's own workflow in the editor", async () => {
    const { context, page, complaints } = await company.open(browser(), {
      viewport: { width: 1280, height: 760 },
      deviceScaleFactor: 1.5,
    });
    await page.goto(`${company.server.baseUrl}/connect/${await company.tokenOf(ACCOUNT)}/workflows`);
    await page.getByRole("link", { name: WATCH.name, exact: true }).click();
    await page.locator('[data-step="large"]').click();
    await page
      .getByRole("region", { name: "Settings of Is it large?" })
      .locator(".cm-content")
      .first()
      .waitFor();
    await pictures.take(page, "portal-editor");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
