import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApprovalNode, startSignalRun } from "../../src/runs/approvals/test-asked.ts";
import { buildStepLink } from "../../src/runs/signals/links.ts";
import { waitForRunEnd } from "../../src/runs/start/test-run.ts";
import type { Fields } from "../../src/workflows/definition/graph.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";

const FIELDS: Fields[] = [
  { name: "amount", label: "Amount to refund", type: "number", required: true },
  {
    name: "reason",
    label: "Reason",
    type: "select",
    options: [
      { value: "late", name: "Arrived too late" },
      { value: "broken", name: "Arrived broken" },
    ],
  },
  { name: "reference", label: "Your reference", type: "text" },
  { name: "checked", label: "I have looked at the order", type: "boolean", required: true },
];
const REFUND: Fields = {
  title: "Refund 240.00 € to Harbor Tools?",
  message:
    "Order 10442 of 12 March arrived three days late.\nThe customer asks for the shipping and for one of the four vices.\n\nItems: 4 × bench vice (60.00 €)\nShipping: 18.00 €",
  fields: FIELDS,
  allow_comment: true,
  on_timeout: "reject",
};
let server: ListeningServer;
/** What the browser refused because of the content policy. */
let violations: string[];
beforeAll(async () => {
  server = await startListeningServer();
  server.work();
});
afterAll(() => server?.close());
beforeEach(() => {
  violations = [];
});

/** Starts a run that asks for this; returns its id and the address where it is decided. */
async function ask(data: Fields): Promise<{ runId: string; url: string }> {
  const runId = await startSignalRun(server, { nodes: [createApprovalNode(data)] });
  const { pathname } = new URL(buildStepLink(server.deps, "page", { runId, path: "refund" }));
  return { runId, url: server.baseUrl + pathname };
}

async function outputOf(runId: string) {
  return (await waitForRunEnd(server, runId)).nodes[1].latest_output.body;
}

function listen(page: Page): Page {
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return page;
}

describeInChromium("the page of an approval", (browser) => {
  const open = async (url: string, options: Parameters<ReturnType<typeof browser>["newContext"]>[0] = {}) => {
    const page = listen(await (await browser().newContext(options)).newPage());
    await page.goto(url);
    return page;
  };

  test("can be filled in and approved without scripts on a small screen", async () => {
    const { runId, url } = await ask(REFUND);
    const page = await open(url, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await page.getByLabel("Amount to refund").fill("78");
    await page.getByLabel("Reason").selectOption({ label: "Arrived too late" });
    await page.getByLabel("I have looked at the order").check();
    await page.getByLabel("Comment").fill("One vice and the shipping.");
    await page.getByRole("button", { name: "Approve" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Thank you");
    expect(await outputOf(runId)).toMatchObject({
      approved: true,
      comment: "One vice and the shipping.",
      fields: { amount: 78, reason: "late", checked: true },
    });
    await page.reload();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("the Enter key in a field decides nothing; fields required to approve are not required to reject", async () => {
    const { runId, url } = await ask(REFUND);
    const page = await open(url);
    expect(await page.getByRole("button").count()).toBe(2);
    await page.getByLabel("Amount to refund").fill("78");
    await page.getByLabel("I have looked at the order").check();
    await page.getByLabel("Your reference").fill("A-1");
    await page.getByLabel("Your reference").press("Enter");
    await page.getByLabel("Amount to refund").fill("");
    await page.getByRole("button", { name: "Approve" }).click();
    expect(await page.evaluate("document.activeElement.name")).toBe("field.amount");
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(1);
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected").first().waitFor();
    expect(await outputOf(runId)).toMatchObject({ approved: false, fields: { reference: "A-1" } });
    await page.context().close();
  });

  test("a returned form names what is wrong, with a link to it", async () => {
    const { url } = await ask({
      title: "Go?",
      fields: [{ name: "note", label: "Note", type: "text", required: true }],
    });
    const page = await open(url);
    await page.getByLabel("Note").fill(" ");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Note is required to approve." }).click();
    expect(await page.evaluate("document.activeElement.id")).toBe("field-0");
    await page.context().close();
  });

  test("no page is wider than a small screen or inaccessible, in light and dark", async () => {
    const { url } = await ask({ ...REFUND, title: "W".repeat(200) });
    for (const colorScheme of ["light", "dark"] as const) {
      for (const address of [url, `${url}x`]) {
        const page = await open(address, { viewport: { width: 320, height: 640 }, colorScheme });
        expect(await page.evaluate("document.documentElement.scrollWidth"), address).toBe(320);
        expect(await seriousFindings(page), address).toEqual(new Map());
        await page.context().close();
      }
    }
    expect(violations).toEqual([]);
  });
});
