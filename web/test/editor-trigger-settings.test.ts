import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, signIn, startDashboard, type Visit } from "./dashboard.ts";
import { editorPage, WORKFLOW } from "./editor-page.ts";

let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "harbor" });
});
afterAll(() => dashboard?.close());

describeInChromium("the settings of a trigger in the editor", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
    owner.page.setDefaultTimeout(30_000);
  });
  afterAll(() => owner?.page.context().close());

  const create = async (trigger: object) => {
    const nodes = [{ id: "start", type: "start", triggers: [trigger] }];
    const { _id: id } = await dashboard.api("POST", WORKFLOW, { name: "Hooked", nodes, edges: [] });
    return String(id);
  };
  const triggersOf = (workflow: { nodes: { type: string; triggers?: { input?: object }[] }[] }) =>
    workflow.nodes.find(({ type }) => type === "start")?.triggers ?? [];

  test("say how webhooks are signed and answered; a generated secret is shown once and signs them", async () => {
    const { page, complaints } = owner;
    const id = await create({ application: "Junctor", event: "Webhook" });
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await editor.step("start").click();
    const start = page.getByRole("region", { name: "Starts with" });
    await start.getByRole("combobox", { name: "How webhooks are signed" }).click();
    await page.getByRole("option", { name: "HMAC SHA-256 in a header" }).click();
    await start.getByRole("textbox", { name: "Header with the signature" }).fill("x-hub-signature-256");
    await start.getByRole("textbox", { name: "Before it in the header" }).fill("sha256=");
    await start.getByRole("switch", { name: "The sender waits for the answer of a Response step" }).click();
    await start.getByText("No secret is set: signed webhooks are rejected.").waitFor();
    // The secret belongs to what is stored.
    const set = start.getByRole("button", { name: "Set secret" });
    expect(await set.isDisabled()).toBe(true);
    const saved = await editor.save(id);
    expect(triggersOf(saved)).toMatchObject([
      {
        input: {
          signature: { kind: "hmac-sha256", header: "x-hub-signature-256", prefix: "sha256=" },
          wait_for_response: true,
        },
      },
    ]);
    await expectAccessible(page);

    await set.click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Set secret" }).click();
    const shown = page.getByRole("dialog", { name: "New webhook secret" });
    const secret = await shown.locator("pre").innerText();
    expect(secret).toMatch(/^whsec_/);
    await shown.getByRole("button", { name: "Done" }).click();
    await start.getByText("The secret was set").waitFor();

    await dashboard.api("PUT", `${WORKFLOW}/${id}/publish`, { published: true });
    const { url } = await dashboard.api("GET", `${WORKFLOW}/${id}/webhook-url`, undefined, {
      account: "harbor",
    });
    const body = '{"total":7}';
    const send = (signed: string) => {
      const proof = createHmac("sha256", signed).update(body).digest("hex");
      const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${proof}` };
      return fetch(url, { method: "POST", headers, body });
    };
    expect([(await send(secret)).status, (await send("another")).status]).toEqual([200, 401]);

    await start.getByRole("button", { name: "Replace secret" }).click();
    await dialog.getByRole("radio", { name: "Enter the sender's" }).click();
    await dialog.getByRole("button", { name: "Set secret" }).click();
    await dialog.getByText("Enter the secret.").waitFor();
    await dialog.getByRole("textbox", { name: "The sender's secret" }).fill("given by the sender");
    await dialog.getByRole("button", { name: "Set secret" }).click();
    // The API's reason stands at the field.
    await dialog.getByText(/visible ASCII/).waitFor();
    await expect.poll(() => complaints.splice(0).join(), { message: "refusal" }).toContain("webhook-secret");
    await dialog.getByRole("textbox", { name: "The sender's secret" }).fill("given-by-the-sender");
    await dialog.getByRole("checkbox", { name: "End the previous secret at once" }).click();
    await dialog.getByRole("button", { name: "Set secret" }).click();
    await page.getByText("The webhook secret is set.").waitFor();
    expect([(await send(secret)).status, (await send("given-by-the-sender")).status]).toEqual([401, 200]);

    await start.getByRole("button", { name: "Delete secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete secret" }).click();
    await start.getByText("No secret is set: signed webhooks are rejected.").waitFor();
    expect((await send("given-by-the-sender")).status).toBe(401);

    await start.getByRole("combobox", { name: "How webhooks are signed" }).click();
    await page.getByRole("option", { name: /^Not signed/ }).click();
    await start.getByRole("switch", { name: "The sender waits for the answer of a Response step" }).click();
    await editor.save(id);
    expect(triggersOf(await dashboard.api("GET", `${WORKFLOW}/${id}/edit`))[0]).not.toHaveProperty("input");
    expect(complaints).toEqual([]);
  });

  test("fill in what an application's trigger is told, with the problem of each field at it", async () => {
    const { page, complaints } = owner;
    const id = await create({ application: "github", event: "issue_opened" });
    const editor = editorPage(page, dashboard);
    await editor.open(id);
    await editor.step("start").click();
    const start = page.getByRole("region", { name: "Starts with" });
    const repository = start.getByRole("textbox", { name: "Repository" });
    await start.getByRole("textbox", { name: "Owner" }).click();
    await page.keyboard.type("harbor");
    await repository.click();
    await page.keyboard.press("Tab");
    await start.getByText("Repo is required.").waitFor();
    await expectAccessible(page);
    await repository.click();
    await page.keyboard.type("{{ config.repo }}");
    await expect.poll(() => start.getByText("Repo is required.").count()).toBe(0);
    expect(triggersOf(await editor.save(id))).toMatchObject([
      { application: "github", event: "issue_opened", input: { owner: "harbor", repo: "{{ config.repo }}" } },
    ]);
    await repository.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await start.getByRole("textbox", { name: "Owner" }).press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    expect(triggersOf(await editor.save(id))[0]).not.toHaveProperty("input");
    expect(complaints).toEqual([]);
  });
});
