import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../../parts/test-page.tsx";
import { OWN } from "../../../../parts/workflow-graph/step-kind.ts";
import { TRIGGERS } from "../../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { TriggersField, TriggerTitle } from "./triggers-field.tsx";

const { api } = startBackend();

const PARCEL = { type: "object", properties: { id: { type: "integer" } } };
const LIST_PARCELS = {
  operationId: "listParcels",
  summary: "List parcels",
  parameters: [{ name: "_sort", in: "query", schema: { type: "string" } }],
  responses: {
    200: {
      description: "All.",
      content: { "application/json": { schema: { type: "array", items: PARCEL } } },
    },
  },
};

/** Shows what starts a published workflow, with these triggers, for the customer acme; returns what it becomes. */
async function showField(triggers: WorkflowNode["triggers"]) {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
  const nodes = [{ id: "start", type: "start", triggers }];
  const body = { name: "Orders", slug: "github", nodes, edges: [] };
  const { _id: id } = await api("POST", "/api/v2/public/workflow", body);
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  const stored = await api("GET", `/api/v2/public/workflow/${id}`);
  const changes: WorkflowNode[] = [];
  const page = await show(
    <TriggersField
      workflow={{ ...stored, types: new Map() }}
      node={stored.nodes[0]}
      problems={[]}
      sample={{ nodes: {} }}
      isReadOnly={false}
      isSaved
      account="acme"
      onChange={(node) => changes.push(node)}
      onTest={() => {}}
    />,
  );
  return { ...page, last: () => changes.at(-1)?.triggers };
}

test("a webhook that the application sends is found under the application", async () => {
  const { user, last } = await showField([]);
  await user.click(await screen.findByRole("combobox", { name: TRIGGERS.from }));
  await user.click(await screen.findByRole("option", { name: "GitHub" }));
  await user.click(screen.getByRole("combobox", { name: TRIGGERS.event }));
  await user.click(await screen.findByRole("option", { name: TRIGGERS.otherWebhook }));
  await user.click(screen.getByRole("button", { name: TRIGGERS.add }));
  expect(last()).toEqual([{ _id: "trigger_1", application: OWN, event: "Webhook" }]);
});

test("a webhook address is said to be one customer's", async () => {
  await showField([{ _id: "one", application: OWN, event: "Webhook" }]);
  await screen.findByText(OPERATOR_EDITOR.addressOf("acme"));
});

test("an application's trigger is called by its title, an unknown one by its event", async () => {
  const named = (event: string) => <TriggerTitle trigger={{ _id: event, application: "github", event }} />;
  await show(named("issue_opened"));
  await screen.findByText("New issue");
  await show(named("gone"));
  expect(await screen.findByText("GitHub")).toBeDefined();
  expect(screen.getByText("gone")).toBeDefined();
});

test("an application's trigger says what it reads and how often, and labels its input in words", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1.0.0" },
    servers: [{ url: "https://parcels.invalid" }],
    paths: { "/parcels": { get: LIST_PARCELS } },
  };
  await api("POST", "/api/v2/public/application/openapi", { document, security_scheme: { type: "none" } });
  await showField([{ _id: "one", application: "parcels", event: "new_parcel" }]);
  await screen.findByText(/^One of the parcels was added\..* Polled every 5 min\.$/);
  expect(await screen.findByText("Sort")).toBeDefined();
});
