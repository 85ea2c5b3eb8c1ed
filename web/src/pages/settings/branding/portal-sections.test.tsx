import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { OfferedForm } from "../../applications/offered/offered-form.tsx";
import { CustomerExecutionsSection } from "./customer-executions-section.tsx";
import { CustomerWorkflowsSection } from "./customer-workflows-section.tsx";

const { api, signIn } = startBackend();

test("what customers see of executions is chosen and saved, for this environment", async () => {
  const { user } = await show(<CustomerExecutionsSection />);
  const field = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Customers see" });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save execution settings" });
  expect([field.value, save.disabled]).toEqual(["results", true]);
  await user.selectOptions(field, "off");
  await user.click(save);
  await screen.findByText("Execution settings saved.");
  expect(await api("GET", "/api/v2/public/portal-executions")).toEqual({ shown: "off" });
  expect([field.value, save.disabled]).toEqual(["off", true]);
});

test("settings of executions that cannot be read are an error instead of a form", async () => {
  const { fetch } = globalThis;
  const refusal = { message: "Ask an owner.", error_code: "FORBIDDEN" };
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) =>
      String(input).includes("/portal-executions")
        ? Promise.resolve(Response.json(refusal, { status: 403 }))
        : fetch(input, init),
    );
  onTestFinished(() => spy.mockRestore());
  await show(<CustomerExecutionsSection />);
  await screen.findByText("Ask an owner.");
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the steps that customers may use are chosen only where building is limited to them", async () => {
  const { user } = await show(<CustomerWorkflowsSection />);
  const building = await screen.findByRole("combobox", { name: "Customers build workflows" });
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.selectOptions(building, "portal");
  await user.click(await screen.findByRole("checkbox", { name: "App action" }));
  // Every workflow has a start step.
  expect(screen.queryByRole("checkbox", { name: "Start" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save customer workflow settings" }));
  await screen.findByText("Customer workflow settings saved.");
  const stored = await api("GET", "/api/v2/public/portal-workflows");
  expect([stored.building, stored.node_types.includes("action")]).toEqual(["portal", true]);
});

test("the portal's applications are selected, sorted and removed", async () => {
  const { user } = await show(<OfferedForm stored={{ applications: [], others: "all" }} />);
  screen.getByText("No application is chosen.");
  for (const name of ["Stripe", "Slack", "GitHub"]) {
    await user.type(screen.getByRole("combobox", { name: "Add an application" }), name);
    await user.click(await screen.findByRole("option", { name }));
  }
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
  expect(["Move Stripe up", "Move Stripe down", "Move GitHub up", "Move GitHub down"].map(isOff)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  await user.click(screen.getByRole("button", { name: "Move Slack up" }));
  await user.click(screen.getByRole("button", { name: "Remove GitHub" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "After these" }), "none");
  await user.click(screen.getByRole("button", { name: "Save applications" }));
  await screen.findByText("Applications saved.");
  const stored = await api("GET", "/api/v2/public/portal-applications");
  expect(stored).toMatchObject({ applications: ["slack", "stripe"], others: "none" });
});

test("unsaved changes are named and discarded; a refusal keeps them and says why", async () => {
  const gone = { applications: ["no-such-application"], others: "all" } as const;
  const { user } = await show(<OfferedForm stored={{ ...gone, applications: [...gone.applications] }} />);
  const others = screen.getByRole<HTMLSelectElement>("combobox", { name: "After these" });
  await user.selectOptions(others, "none");
  screen.getByText("Not saved yet");
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect([others.value, screen.queryByText("Not saved yet")]).toEqual(["all", null]);
  await user.selectOptions(others, "none");
  await user.click(screen.getByRole("button", { name: "Save applications" }));
  within(await screen.findByRole("alert")).getByText(/no-such-application/);
  expect(others.value).toBe("none");
});

test("support reads all of it and changes nothing", async () => {
  await signIn("support");
  await show(<CustomerExecutionsSection />);
  const field = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Customers see" });
  expect([field.value, field.disabled]).toEqual(["off", true]);
  expect(screen.queryByRole("button", { name: /Save/ })).toBeNull();
  await show(<OfferedForm stored={{ applications: ["slack"], others: "all" }} />);
  await screen.findByText("Slack");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Add an application" })).toBeNull();
});
