import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer, type TestMailServer } from "../../server/src/platform/mail/test-mail-server.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  PASSWORD,
  startDashboard,
  visit,
} from "./dashboard.ts";

let dashboard: Dashboard;
let mailServer: TestMailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  dashboard = await startDashboard({
    mail: mailServer.server,
    // Nothing listens there.
    oidc: { issuer: "http://127.0.0.1:1", clientId: "junctor", clientSecret: "the-secret-of-the-client" },
  });
});
afterAll(async () => {
  await dashboard?.close();
  await mailServer?.close();
});

describeInChromium("signing in with the company's identity provider", (browser) => {
  test("is offered if there is one, and reports failures", async () => {
    const { page, complaints } = await visit(browser(), `${dashboard.url}/app/sign-in`);
    await page.getByRole("link", { name: "Sign in with your company" }).click();
    await page.waitForURL(`${dashboard.url}/app/sign-in?error=OIDC_FAILED`);
    await page.getByText("Signing in with your company did not work.").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await page.goto(`${dashboard.url}/app/sign-in?error=OIDC_NOT_INVITED`);
    await page.getByText("has not been invited here").waitFor();
    await page.goto(`${dashboard.url}/app/sign-in?error=OIDC_TOO_MANY`);
    await page.getByText("too many attempts to sign in").waitFor();
    // The browser itself reports that nobody is signed in yet.
    expect(complaints.filter((one) => !one.includes("401"))).toEqual([]);
    await page.context().close();
  });
});

describeInChromium("an operator who has lost the password", (browser) => {
  test("gets a link by mail, and sets a new one", async () => {
    const email = "ada@example.org";
    const invitation = { email, roles: { test: "viewer" } };
    await dashboard.api("POST", "/api/v2/public/operators", invitation, { environment: "production" });
    const { page } = await visit(browser(), `${dashboard.url}/app/sign-in`);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText(`If ${email} belongs to an operator, the link is on its way.`).waitFor();
    const mail = await eventually(async () =>
      mailServer.mails.find(({ parsed }) => parsed.subject === "Set a new password for Junctor"),
    );
    const [link = ""] = /http\S+#\S+/.exec(mail.parsed.text ?? "") ?? [];
    // A page of its own, because an address that differs only after # loads nothing.
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("Password (at least 12 characters)").fill(PASSWORD);
    await page.getByRole("button", { name: "Open the dashboard" }).click();
    await page.waitForURL(`${dashboard.url}/app/test**`);
    await page.context().close();
  });
});
