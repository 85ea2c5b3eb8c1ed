import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { SETUP } from "../../words/applications.ts";
import { ALL, type ListedApplication } from "./application.ts";
import { SetupTab } from "./setup-tab.tsx";

const { api } = startBackend();

async function showSetup(title: string, scheme: object) {
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/things": { get: { operationId: "listThings" } } },
  };
  const { slug } = await api("POST", "/api/v2/public/application/openapi", {
    document,
    security_scheme: scheme,
  });
  const all: readonly ListedApplication[] = await api("GET", ALL);
  const application = all.find((one) => one.slug === slug);
  if (!application) throw new Error(`There is no application ${slug}.`);
  await show(<SetupTab application={application} />);
}

test("an application without a credential promises customers no key", async () => {
  await showSetup("Open data", { type: "none" });
  expect(await screen.findByText(SETUP.noConnectionText("Open data"))).toBeDefined();
  expect(await screen.findByText(SETUP.noFields.keybased)).toBeDefined();
  expect(screen.queryByText(SETUP.keyText("Open data"))).toBeNull();
});

test("an application with a key says that customers enter one", async () => {
  await showSetup("Closed data", { type: "apiKey", in: "header", name: "X-Key" });
  expect(await screen.findByText(SETUP.keyText("Closed data"))).toBeDefined();
  expect(await screen.findByText("With a key: X-Key")).toBeDefined();
  expect(screen.queryByText(SETUP.noConnectionText("Closed data"))).toBeNull();
});
