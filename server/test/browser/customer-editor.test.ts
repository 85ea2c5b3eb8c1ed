import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";
import { addressOf, type ElementCompany, startElementCompany } from "./element-company.ts";

const WORKFLOW = "/api/v2/public/workflow";

let company: ElementCompany;
beforeAll(async () => {
  company = await startElementCompany();
  const url = "/api/v2/public/portal-workflows";
  const body = { building: "portal", node_types: ["log", "delay"] };
  const { server } = company;
  server.work();
  expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
});
afterAll(() => company?.close());

/** A page of the portal, by itself or in a frame. */
type Portal = Pick<FrameLocator, "getByRole" | "getByLabel" | "getByText" | "getByPlaceholder" | "locator">;

/** Creates a workflow in the portal's list. */
async function create(portal: Portal, name: string): Promise<void> {
  await portal.getByRole("link", { name: "Build your own workflows" }).click();
  await portal.getByLabel("Name").fill(name);
  await portal.getByRole("button", { name: "Create and edit" }).click();
}

/** Creates a workflow and opens its editor. */
async function begin(portal: Portal, name: string): Promise<void> {
  await create(portal, name);
  await portal.locator('[data-step="start"]').waitFor();
}

/** Adds a step that writes to the log, tests the workflow, saves and publishes it. */
async function build(page: Page, portal: Portal): Promise<void> {
  await portal.getByRole("button", { name: "Add step" }).first().click();
  const search = portal.getByPlaceholder("Find a step, an application or an action");
  await search.fill("http");
  await portal.getByText("Nothing has this name").waitFor();
  await search.fill("log");
  await page.keyboard.press("Enter");
  const step = portal.locator('[data-step="log"]');
  await step.waitFor();
  await portal.getByRole("textbox", { name: /^Message/ }).fill("Order {{ input.id }}");
  await portal.getByRole("button", { name: "Test", exact: true }).click();
  const panel = portal.getByRole("region", { name: "Test", exact: true });
  await panel.getByRole("textbox", { name: "Input (JSON)" }).fill('{"id": 7}');
  await panel.getByRole("button", { name: "Test workflow" }).click();
  await panel.getByText("Completed").waitFor();
  await portal.getByRole("button", { name: "Save draft" }).click();
  await portal.getByText("All changes saved").waitFor();
  await portal.getByRole("button", { name: "Publish…" }).click();
  await portal.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await portal.getByText("is published.").waitFor();
}

/** The stored record of the account's own workflow with this name. */
async function stored(accountId: string, name: string) {
  const token = await company.server.account(accountId);
  const { body } = await company.server.request({
    url: `${WORKFLOW}?name=${encodeURIComponent(name)}`,
    token,
  });
  return body.docs[0];
}

describeInChromium("customers build their own workflows in the portal", (browser) => {
  test("on the hosted page: created, tested, published, switched off", async () => {
    const viewport = { width: 1280, height: 800 };
    const { context, page, complaints } = await company.open(browser(), { viewport });
    await page.goto(`${company.server.baseUrl}/connect/${await company.tokenOf("hosted")}`);
    await begin(page, "Order log");
    expect(await allFindings(page)).toEqual(new Map());
    await build(page, page);
    expect(await allFindings(page)).toEqual(new Map());
    expect(await stored("hosted", "Order log")).toMatchObject({
      published: true,
      linked_account_id: "hosted",
    });
    // The token is neither in an address nor stored by the browser.
    expect(page.url()).not.toContain("eyJ");
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toContain("eyJ");
    await page.getByRole("link", { name: "Your workflows" }).click();
    await page.getByText("On", { exact: true }).waitFor();
    expect(await allFindings(page)).toEqual(new Map());
    await page.getByRole("button", { name: /^Switch off.*Order log/ }).click();
    await page.getByText("The workflow is off.").waitFor();
    expect((await stored("hosted", "Order log")).published).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("inside <junctor-connect> on a page of another origin", async () => {
    const { context, page, complaints, frame } = await company.open(browser(), {
      viewport: { width: 1100, height: 900 },
    });
    const token = await company.tokenOf("framed");
    await page.goto(addressOf(company.product, `token="${token}" accent="#0d7a5f" scheme="dark"`));
    await begin(frame, "Framed");
    await build(page, frame);
    // Unsaved entries survive a change of the page's theme, which applies from the next page on.
    await frame.getByRole("textbox", { name: "Name", exact: true }).fill("Renamed");
    await page.evaluate("document.querySelector('junctor-connect').setAttribute('scheme', 'light')");
    await frame.getByText("Unsaved changes").waitFor();
    await frame.getByRole("button", { name: "Save draft" }).click();
    await frame.getByText("All changes saved").waitFor();
    expect(await stored("framed", "Framed")).toMatchObject({ published: true });
    await frame.getByRole("link", { name: "Your workflows" }).click();
    await frame.getByText("On", { exact: true }).waitFor();
    const scheme = "getComputedStyle(document.documentElement).colorScheme";
    await expect
      .poll(() =>
        frame
          .locator("html")
          .evaluate(scheme)
          .catch(() => ""),
      )
      .toBe("light");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("markup in names of steps and in their outputs is shown as text", async () => {
    const hostile = `<img src=x onerror="window.hostile=1"></title></script><script>window.hostile=1</script>`;
    const { server } = company;
    const token = await server.account("hostile");
    const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
    const step = { id: "note", type: "log", name: hostile, data: { message: `${hostile} {{ input }}` } };
    const edges = [{ source: "start", target: "note" }];
    const body = {
      name: hostile,
      description: hostile,
      icon: `x" onerror="window.hostile=1`,
      nodes: [start, step],
      edges,
    };
    const made = await server.request({ method: "POST", url: WORKFLOW, token, body });
    expect(made.status, made.text).toBe(200);
    const { context, page } = await company.open(browser());
    const path = `/connect/${await company.tokenOf("hostile")}/workflows`;
    for (const place of ["", `/${made.body._id}`, `/${made.body._id}/edit`]) {
      await page.goto(server.baseUrl + path + place);
      await page.getByText("<img src=x").first().waitFor();
      expect(await page.evaluate("window.hostile")).toBeUndefined();
    }
    await page.locator('[data-step="note"]').click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const panel = page.getByRole("region", { name: "Test", exact: true });
    await panel.getByRole("textbox", { name: "Input (JSON)" }).fill(JSON.stringify(hostile));
    await panel.getByRole("button", { name: "Test workflow" }).click();
    await panel.getByText("Completed").waitFor();
    expect(await page.evaluate("[window.hostile, document.querySelectorAll('img[src=x]').length]")).toEqual([
      undefined,
      0,
    ]);
    await context.close();
  });

  test("in the language of the portal", async () => {
    const { context, page, complaints } = await company.open(browser());
    await page.goto(`${company.server.baseUrl}/connect/${await company.tokenOf("german")}?lang=de`);
    await page.getByRole("link", { name: "Eigene Workflows erstellen" }).click();
    await page.getByLabel("Name").fill("Bestellungen");
    await page.getByRole("button", { name: "Erstellen und bearbeiten" }).click();
    await page.getByRole("heading", { level: 1, name: "Bestellungen bearbeiten" }).waitFor();
    await page.getByRole("button", { name: "Schritt hinzufügen" }).first().click();
    await page.getByPlaceholder("Schritt, Anwendung oder Aktion suchen").fill("protokoll");
    await page.keyboard.press("Enter");
    await page.locator('[data-step="log"]').waitFor();
    await page
      .getByLabel(/^Von .+ zu .+/)
      .first()
      .waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Testen", exact: true }).click();
    const panel = page.getByRole("region", { name: "Test", exact: true });
    await panel.getByRole("button", { name: "Workflow testen" }).click();
    await panel.getByRole("status").waitFor();
    expect(await allFindings(page)).toEqual(new Map());
    await page.getByRole("button", { name: "Tastenkürzel" }).click();
    // This text is one that Mantine's theme reads while it loads.
    await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an expired link is reported on the page", async () => {
    const { context, page } = await company.open(browser());
    await page.route("**/editor-session*", (route) => route.fulfill({ status: 410, body: "" }));
    await page.goto(`${company.server.baseUrl}/connect/${await company.tokenOf("ended")}`);
    await create(page, "Ended");
    await page.getByText("Your session has ended.").waitFor();
    await context.close();
  });
});
