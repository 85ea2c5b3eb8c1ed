import type { Page } from "playwright-core";
import { LEDGERLY_CUSTOMER } from "../../../demo/third-party/third-party.ts";

/** Signs in at the provider and allows or refuses, as a customer does. */
export async function consent(page: Page, decision: "Allow" | "Refuse" = "Allow"): Promise<void> {
  await page.getByLabel("Name").fill(LEDGERLY_CUSTOMER.login);
  await page.getByLabel("Password").fill(LEDGERLY_CUSTOMER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The next page may close itself before the click is reported.
  await page.getByRole("button", { name: decision }).click({ noWaitAfter: true });
}
