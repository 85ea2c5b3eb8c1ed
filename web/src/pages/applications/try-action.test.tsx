import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { CONNECT_CUSTOMER, TRY } from "../../words/applications.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { ALL, type ListedApplication } from "./application.ts";
import { TryAction } from "./try-action.tsx";

const { api } = startBackend();

async function showAction() {
  const parameters = [
    {
      name: "pageSize",
      in: "query",
      description: "See [paging](https://example.com): `10` by default.",
      schema: { type: "string" },
    },
  ];
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1.0.0" },
    servers: [{ url: "https://parcels.invalid" }],
    paths: { "/things": { get: { operationId: "listThings", summary: "List things", parameters } } },
  };
  const scheme = { type: "http", scheme: "bearer" };
  await api("POST", "/api/v2/public/application/openapi", { document, security_scheme: scheme });
  const all: readonly ListedApplication[] = await api("GET", ALL);
  const application = all.find(({ slug }) => slug === "parcels");
  const [action] = await api("GET", "/api/v2/integration-schema/parcels/actions");
  if (!application) throw new Error("There is no application parcels.");
  return show(<TryAction application={application} action={action} />);
}

test("without a customer to run it with, there is a way to add one", async () => {
  await showAction();
  expect(await screen.findByText(PAGES.noCustomers, { exact: false })).toBeDefined();
  const link = screen.getByRole("link", { name: PAGES.addCustomer });
  expect(link.getAttribute("href")).toContain("/customers");
});

test("an input reads as words: its name, and its description without Markdown", async () => {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
  await showAction();
  expect(await screen.findByLabelText("Page size")).toBeDefined();
  expect(screen.getByText("See paging:", { exact: false }).textContent).toBe("See paging: 10 by default.");
  // The description repeats the title.
  expect(screen.getAllByText("List things")).toHaveLength(1);
  expect(screen.queryByText(PAGES.noCustomers, { exact: false })).toBeNull();
});

test("the result leads to the requests of the customer and the application", async () => {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
  const { user } = await showAction();
  await user.click(await screen.findByRole("combobox", { name: TRY.customer }));
  await user.click(await screen.findByRole("option", { name: "Acme (acme)" }));
  await user.click(screen.getByRole("button", { name: "Run action" }));
  const link = await screen.findByRole("link", { name: TRY.requests });
  expect(link.getAttribute("href")).toContain("/requests?slug=parcels&linked_account_id=acme");
});

test("without a connection, the customer is connected from the result, although no workflow is published", async () => {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "other", name: "Other" });
  const { user } = await showAction();
  await user.click(await screen.findByRole("combobox", { name: TRY.customer }));
  await user.click(await screen.findByRole("option", { name: "Acme (acme)" }));
  await user.click(screen.getByRole("button", { name: "Run action" }));
  await user.click(await screen.findByRole("button", { name: CONNECT_CUSTOMER.open }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByDisplayValue("Acme (acme)");
  await user.click(within(dialog).getByRole("button", { name: CONNECT_CUSTOMER.make }));
  const page = await within(dialog).findByRole("link", { name: CONNECT_CUSTOMER.visit });
  expect(page.getAttribute("href")).toMatch(/\/connect\/./);
});

test("an application that needs no connection is not said to run with one", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Open data", version: "1.0.0" },
    servers: [{ url: "https://open.invalid" }],
    paths: { "/things": { get: { operationId: "listThings", summary: "List things" } } },
  };
  const { slug } = await api("POST", "/api/v2/public/application/openapi", {
    document,
    security_scheme: { type: "none" },
  });
  const all: readonly ListedApplication[] = await api("GET", ALL);
  const application = all.find((one) => one.slug === slug);
  const [action] = await api("GET", `/api/v2/integration-schema/${slug}/actions`);
  if (!application) throw new Error(`There is no application ${slug}.`);
  await show(<TryAction application={application} action={action} />);
  await screen.findByText(TRY.customerHelpWithout);
  expect(screen.queryByText(TRY.customerHelp)).toBeNull();
});
