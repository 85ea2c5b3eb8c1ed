import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { SIGN_IN } from "../../../words/application-setup.ts";
import { OWN } from "../../../words/applications.ts";
import { ChooseOperations } from "./choose-operations.tsx";

const { api } = startBackend();

async function showChoice(more: object) {
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings" } } },
    ...more,
  };
  const preview = await api("POST", "/api/v2/public/application/openapi/preview", { document });
  const added: unknown[] = [];
  const { user } = await show(
    <ChooseOperations
      preview={preview}
      isAdding={false}
      error={null}
      onBack={() => {}}
      onAdd={(choice) => added.push(choice)}
    />,
  );
  const add = async () => {
    await user.click(await screen.findByRole("button", { name: OWN.add(1) }));
    return added.at(-1);
  };
  return { user, add };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

test("shows the name and the base URL that the document proposes, and sends only what was changed", async () => {
  const bearer = { components: { securitySchemes: { it: { type: "http", scheme: "bearer" } } } };
  const { user, add } = await showChoice({ servers: [{ url: "https://parcels.example" }], ...bearer });
  expect((await field(OWN.name)).value).toBe("Parcels");
  expect((await field(OWN.slug)).placeholder).toBe("parcels");
  expect((await field(OWN.baseUrl)).value).toBe("https://parcels.example");
  expect(screen.queryByText(SIGN_IN.missing)).toBeNull();
  expect(screen.getByPlaceholderText(SIGN_IN.asDocumented)).toBeDefined();
  expect(await add()).toEqual({ operations: ["list_things"] });
  await user.clear(await field(OWN.baseUrl));
  await user.type(await field(OWN.baseUrl), "https://eu.parcels.example");
  await user.clear(await field(OWN.name));
  await user.type(await field(OWN.name), "Parcels EU");
  expect((await field(OWN.slug)).placeholder).toBe("");
  expect(await add()).toEqual({
    name: "Parcels EU",
    base_url: "https://eu.parcels.example",
    operations: ["list_things"],
  });
});

test("says that customers enter the address, and how they sign in is to be said", async () => {
  const { add } = await showChoice({});
  expect(await screen.findByText(OWN.baseUrlAsked)).toBeDefined();
  expect(screen.getByText(SIGN_IN.missing)).toBeDefined();
  expect(await add()).toEqual({ operations: ["list_things"] });
});
