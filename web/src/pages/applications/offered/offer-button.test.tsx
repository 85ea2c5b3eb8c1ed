import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { APPLICATIONS } from "../../../words/applications.ts";
import { OFFERED } from "../../../words/offered.ts";
import { ALL, type ListedApplication } from "../application.ts";
import { MissingParts } from "../missing-parts.tsx";

const { api } = startBackend();
const OFFER = "/api/v2/public/portal-applications";

async function addApplication(slug: string): Promise<void> {
  const document = {
    openapi: "3.1.0",
    info: { title: slug, version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/things": { get: { operationId: "listThings" } } },
  };
  const scheme = { type: "http", scheme: "bearer" };
  await api("POST", "/api/v2/public/application/openapi", { slug, document, security_scheme: scheme });
}

const read = async (slug: string) =>
  (await api("GET", ALL)).find((one: ListedApplication) => one.slug === slug);

test.each(["none", "with_workflows"] as const)(
  "an application is offered in the portal by a click (others: %s)",
  async (others) => {
    await addApplication("parcels");
    await addApplication("gone");
    await api("PUT", OFFER, { applications: ["http", "gone"], others });
    await api("DELETE", "/api/v2/public/application/gone");
    const { user } = await show(<MissingParts application={await read("parcels")} />);
    await user.click(await screen.findByRole("button", { name: OFFERED.offer }));
    await screen.findByText(OFFERED.isOffered("parcels"));
    expect(await api("GET", OFFER)).toMatchObject({ applications: ["http", "parcels"], others });
    expect((await read("parcels")).portal).toEqual({ in_portal: true, ready: true, missing: [] });
  },
);

test("one that is only disabled has nothing to offer", async () => {
  await api("PUT", OFFER, { applications: [], others: "all" });
  await api("PUT", "/api/v2/public/application/http/settings", { enabled: false });
  await show(<MissingParts application={await read("http")} />);
  expect(await screen.findByText(APPLICATIONS.remedies.enabled)).toBeDefined();
  expect(screen.queryByRole("button", { name: OFFERED.offer })).toBeNull();
});
