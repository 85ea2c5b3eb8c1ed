import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { ConnectionsTab } from "./connections-tab.tsx";

const { api } = startBackend();
const PUBLIC = "/api/v2/public";

test("an operator renames a customer's connection", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/things": { get: { operationId: "listThings" } } },
  };
  const scheme = { type: "apiKey", in: "header", name: "X-Key" };
  await api("POST", `${PUBLIC}/application/openapi`, { document, security_scheme: scheme });
  const customer = await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme", name: "Acme" });
  await api(
    "PUT",
    `${PUBLIC}/linked-account/integration/save-key-credentials/parcels`,
    { x_key: "k" },
    "acme",
  );
  const { user } = await show(<ConnectionsTab customer={customer} />);
  await user.click(await screen.findByRole("button", { name: `${CONNECTIONS.more}: Parcels` }));
  await user.click(await screen.findByRole("menuitem", { name: CONNECTIONS.rename }));
  const dialog = await screen.findByRole("dialog");
  const field = await within(dialog).findByRole("textbox", { name: CONNECTIONS.name });
  await user.clear(field);
  await user.type(field, "Berlin warehouse");
  await user.click(within(dialog).getByRole("button", { name: CONNECTIONS.rename }));
  await screen.findByText(CONNECTIONS.renamed("Berlin warehouse"));
  expect(await screen.findByText(CONNECTIONS.as("Berlin warehouse"))).toBeDefined();
});
