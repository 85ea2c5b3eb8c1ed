import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../../parts/test-page.tsx";
import { TriggerTitle } from "./triggers-field.tsx";

startBackend();

test("an application's trigger is called by its title, an unknown one by its event", async () => {
  const named = (event: string) => <TriggerTitle trigger={{ _id: event, application: "github", event }} />;
  await show(named("issue_opened"));
  await screen.findByText("New issue");
  await show(named("gone"));
  expect(await screen.findByText("GitHub")).toBeDefined();
  expect(screen.getByText("gone")).toBeDefined();
});
