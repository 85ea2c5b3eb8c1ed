import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer, type TestMailServer } from "../../server/src/platform/mail/test-mail-server.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const PUBLIC = "/api/v2/public";

let dashboard: Dashboard;
let mailServer: TestMailServer;
/** An endpoint that says that it is gone, so that the server disables it. */
let endpoint: Server;
beforeAll(async () => {
  mailServer = await startMailServer();
  endpoint = createServer((request, reply) => {
    request.resume();
    reply.writeHead(410).end();
  });
  endpoint.listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  dashboard = await startDashboard({ mail: mailServer.server });
});
afterAll(async () => {
  await dashboard?.close();
  await mailServer?.close();
  endpoint?.closeAllConnections();
  endpoint?.close();
});

describeInChromium("alerts", (browser) => {
  let owner: Visit;
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("are offered by three rules, fire, are mailed, and are resolved", async () => {
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/alerts`);
    await page.getByText("Mail goes to ada@example.com.").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Add these three rules" }).click();
    await page.getByText("The rules were added.").waitFor();
    const { docs: rules } = await dashboard.api("GET", `${PUBLIC}/alert-rules`);
    expect(rules).toMatchObject([
      { type: "workflow_failures", emails: ["ada@example.com"] },
      { type: "connection_expired" },
      { type: "webhook_failing" },
    ]);

    const { port } = endpoint.address() as AddressInfo;
    const body = { webhook_url: `http://127.0.0.1:${port}/`, webhook_events: ["Workflow Errored"] };
    const { _id: id } = await dashboard.api("POST", `${PUBLIC}/webhook`, body);
    await dashboard.api("POST", `${PUBLIC}/webhook/${id}/test`);
    const isDisabled = async () => (await dashboard.api("GET", `${PUBLIC}/webhook/${id}`)).disabled_at;
    await eventually(isDisabled);
    // A changed rule is evaluated next.
    const evaluate = () => dashboard.api("PUT", `${PUBLIC}/alert-rules/${rules[2]._id}`, {});
    await evaluate();
    const [mail] = await eventually(async () => mailServer.mails.length > 0 && mailServer.mails);
    expect(mail?.parsed.subject).toBe("Firing: Failing webhooks (test)");
    await page.goto(`${dashboard.url}/app/test`);
    await page.getByRole("region", { name: "Firing alerts" }).getByText("Failing webhooks").click();
    const alert = page.getByRole("article", { name: "Failing webhooks" });
    await alert.getByText("disabled by the server after failures").waitFor();
    await expectAccessible(page);
    await expectFits(page);

    await dashboard.api("PUT", `${PUBLIC}/webhook/${id}`, { is_enabled: true });
    await evaluate();
    await eventually(async () => mailServer.mails.length > 1);
    await page.reload();
    await page.getByText("Nothing is firing").waitFor();
    await page.getByRole("region", { name: "Past alerts" }).getByText("Failing webhooks").first().waitFor();
  });

  test("a rule is created by the form, with quiet hours, and deleted", async () => {
    const { page } = owner;
    await page.goto(`${dashboard.url}/app/test/alerts/rules/new`);
    await page.getByRole("textbox", { name: "Name" }).fill("Slow nights");
    await page.getByRole("combobox", { name: "Watch" }).click();
    await page.getByRole("option", { name: "Work that waits" }).click();
    await page.getByRole("switch", { name: "Quiet hours" }).check({ force: true });
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByRole("link", { name: "Slow nights" }).click();
    const { docs } = await dashboard.api("GET", `${PUBLIC}/alert-rules`);
    expect(docs.at(-1)).toMatchObject({
      name: "Slow nights",
      type: "queue_age",
      minutes: 5,
      quiet_hours: { from: "22:00", to: "07:00" },
    });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("The rule was deleted.").waitFor();
  });
});
