import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { PLANS } from "../../../words/settings/plans.ts";
import { UsageTab } from "../../customers/usage-tab.tsx";
import { PlansTab } from "./plans-tab.tsx";

const { api, signIn } = startBackend();
const PATH = "/api/v2/public/plans";

beforeEach(async () => {
  for (const { _id: id } of (await api("GET", PATH)).docs) await api("DELETE", `${PATH}/${id}`);
});

test("an operator creates a plan, changes it and deletes it", async () => {
  const { user } = await show(<PlansTab />);
  await screen.findByText(PLANS.none);
  await user.click(screen.getByRole("button", { name: PLANS.new }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: PLANS.name }), "Free");
  const month = PLANS.names.executions_per_month;
  await user.type(within(dialog).getByLabelText(PLANS.soft(month)), "2000");
  await user.type(within(dialog).getByLabelText(PLANS.hard(month)), "1000");
  await user.click(within(dialog).getByRole("button", { name: PLANS.save }));
  await within(dialog).findByText(/must not be above the hard limit/i);
  await user.clear(within(dialog).getByLabelText(PLANS.soft(month)));
  await user.click(within(dialog).getByRole("button", { name: PLANS.save }));
  await screen.findByText(`${month}: 1,000`);
  expect((await api("GET", PATH)).docs[0]).toMatchObject({
    name: "Free",
    caps: { executions_per_month: { soft: null, hard: 1000 } },
  });
  await user.click(screen.getByRole("button", { name: PLANS.edit }));
  const again = await screen.findByRole("dialog");
  await user.clear(within(again).getByLabelText(PLANS.hard(month)));
  await user.click(within(again).getByRole("button", { name: PLANS.save }));
  await screen.findByText(PLANS.noLimits);
  await user.click(screen.getByRole("button", { name: PLANS.delete }));
  const question = await screen.findByRole("dialog", { name: PLANS.deleteTitle("Free") });
  await user.click(within(question).getByRole("button", { name: PLANS.delete }));
  await screen.findByText(PLANS.none);
});

test("a customer's page shows what is used of which limit, and gives it a plan", async () => {
  await api("POST", PATH, { name: "Free", caps: { storage_bytes: { soft: 5, hard: 10 } } });
  const customer = await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
  const { user } = await show(<UsageTab customer={customer} />);
  const select = await screen.findByRole("combobox", { name: PLANS.chosen });
  expect(screen.queryByText(PLANS.usedOf("0", "10"))).toBeNull();
  await user.click(select);
  await user.click(await screen.findByRole("option", { name: "Free" }));
  await screen.findByText(PLANS.usedOf("0", "10"));
  expect((await api("GET", "/api/v2/public/linked-account/acme/plan")).plan.name).toBe("Free");
  await api("PUT", "/api/v2/public/linked-account/acme/plan", { plan_id: null });
});

test("a viewer sees plans and changes none", async () => {
  await api("POST", PATH, { name: "Free" });
  await signIn("viewer");
  await show(<PlansTab />);
  await screen.findByText("Free");
  expect(screen.queryByRole("button", { name: PLANS.new })).toBeNull();
  expect(screen.queryByRole("button", { name: PLANS.edit })).toBeNull();
});
