import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, expectFits, startDashboard, visit } from "./dashboard.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard({
    // Nothing listens there.
    oidc: { issuer: "http://127.0.0.1:1", clientId: "junctor", clientSecret: "the-secret-of-the-client" },
  });
});
afterAll(() => dashboard?.close());

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
