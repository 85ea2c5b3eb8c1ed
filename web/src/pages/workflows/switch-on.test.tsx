import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { SWITCH_ON } from "../../words/workflows/workflows.ts";
import { SwitchOn } from "./switch-on.tsx";
import type { Workflow } from "./workflow.ts";

const { api } = startBackend();

/** Opens the dialog of a published workflow of Slack, which has the given fields for customers. */
async function open(slots: readonly object[] = []) {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
  const nodes = [{ id: "start", type: "start" }];
  const { _id: id } = await api("POST", "/api/v2/public/workflow", {
    name: "Orders",
    slug: "slack",
    nodes,
    edges: [],
    data_slots: slots,
  });
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  const workflow: Workflow = await api("GET", `/api/v2/public/workflow/${id}`);
  const page = await show(<SwitchOn workflow={workflow} />);
  await page.user.click(screen.getByRole("button", { name: SWITCH_ON.open }));
  const dialog = await screen.findByRole("dialog");
  // The only customer is chosen once it is known.
  await within(dialog).findByDisplayValue("Acme (acme)");
  await page.user.click(within(dialog).getByRole("button", { name: SWITCH_ON.submit }));
  const read = () => api("GET", "/api/v2/public/slug/slack/config/acme", undefined, "acme");
  return { ...page, id, read };
}

test("a published workflow is switched on for a customer who has no config yet", async () => {
  const { id, read } = await open();
  await screen.findByText(SWITCH_ON.done("acme"));
  const { workflows } = await read();
  expect(workflows).toMatchObject([{ id, enabled: true }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("a workflow that needs a setting leads to the customer's settings, and stays off", async () => {
  const { id, read, address } = await open([
    { id: "region", name: "Region", field_type: "text", required: true },
  ]);
  await screen.findByText(SWITCH_ON.needs("Region"));
  expect((await read()).workflows).toContainEqual(expect.objectContaining({ id, enabled: false }));
  expect(address()).toContain("config=slack");
});
