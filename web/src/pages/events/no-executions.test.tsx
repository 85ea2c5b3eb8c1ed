import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { EVENTS } from "../../words/events.ts";
import { NoExecutions } from "./no-executions.tsx";
import { StartedStates } from "./started-states.tsx";

const { api } = startBackend();
const PUBLIC = "/api/v2/public";

/** What is received for a workflow of an application that the customer has not switched on. */
async function receive(event: string, send: (workflow: string) => Promise<unknown>) {
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme" });
  const nodes = [{ id: "start", type: "start", triggers: [{ application: "Junctor", event }] }];
  const body = { name: "Listens", slug: "http", nodes, edges: [] };
  const { _id: id } = await api("POST", `${PUBLIC}/workflow`, body);
  await api("PUT", `${PUBLIC}/workflow/${id}/publish`, { published: true });
  await send(id);
  const { docs } = await api("GET", `${PUBLIC}/event/received?event=${encodeURIComponent(event)}`);
  return api("GET", `${PUBLIC}/event/received/${docs[0]._id}`);
}

test("a webhook to a workflow that is switched off says so, and where to switch it on", async () => {
  let workflow = "";
  const received = await receive("Webhook", async (id) => {
    workflow = id;
    const { url } = await api("GET", `${PUBLIC}/workflow/${id}/webhook-url`, undefined, "acme");
    await api("POST", new URL(url).pathname, { number: 1 });
  });
  await show(
    <>
      <NoExecutions event={received} />
      <StartedStates received={received} />
    </>,
  );
  expect(await screen.findByText(EVENTS.switchedOffHint("acme"))).toBeDefined();
  expect(screen.getByText(EVENTS.switchedOff)).toBeDefined();
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf(EVENTS.showWorkflow)).toContain(`/workflows/${workflow}`);
  expect(hrefOf(EVENTS.switchOn)).toContain("/customers/acme?tab=settings");
});

test("an event of the product that starts nothing names no workflow", async () => {
  await api("POST", `${PUBLIC}/application/event`, { name: "Order Placed" });
  const received = await receive("Order Placed", () =>
    api("POST", `${PUBLIC}/event`, { event: "Order Placed", payload: {} }, "acme"),
  );
  await show(
    <>
      <NoExecutions event={received} />
      <StartedStates received={received} />
    </>,
  );
  expect(await screen.findByText(EVENTS.noExecutionsHint)).toBeDefined();
  expect(screen.getByText(EVENTS.startedOf(0))).toBeDefined();
});

test("an event whose executions have been deleted is not one that started nothing", async () => {
  const received = await receive("Order Placed", () =>
    api("POST", `${PUBLIC}/event`, { event: "Order Placed", payload: {} }, "acme"),
  );
  await show(<NoExecutions event={{ ...received, workflow_id: received._id, matched: 1 }} />);
  expect(await screen.findByText(EVENTS.executionsDeleted)).toBeDefined();
});
