import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { RedactionTab } from "./redaction-tab.tsx";

const { api, sent, signIn } = startBackend();
const PATH = "/api/v2/public/redaction";

const form = (name: string) => screen.findByRole("form", { name });

test("rules and what is kept are saved for the environment, and shown with where they are from", async () => {
  const { user } = await show(<RedactionTab />);
  await screen.findByText("Records show all data, and executions keep them.");
  const own = within(await form("The test environment"));
  await user.selectOptions(own.getByLabelText("Data kept after the end"), "failures");
  await user.click(own.getByRole("button", { name: "Add a rule" }));
  await user.click(own.getByRole("button", { name: "Add a rule" }));
  await user.selectOptions(own.getByLabelText("Rule 2"), "key");
  await user.type(own.getByLabelText("Value of rule 2"), "born");
  await user.selectOptions(own.getByLabelText("Originals"), "keep");
  await user.click(own.getByRole("button", { name: "Save policy" }));
  await screen.findByText("Redaction policy saved.");
  expect((await api("GET", PATH)).environment).toEqual({
    keep: "failures",
    rules: [{ kind: "email" }, { key: "born" }],
    reveal: { days: 7, role: "owner" },
  });
  const table = within(await screen.findByRole("table", { name: "What applies" }));
  table.getByText("born");
  table.getByText("Kept for 7 days; revealed by owner or above");
  expect(table.getAllByText("Environment")).toHaveLength(3);
});

test("an invalid rule is refused with what is wrong, and kept in the form", async () => {
  const { user } = await show(<RedactionTab />);
  const own = within(await form("The test environment"));
  await user.selectOptions(await own.findByLabelText("Rule 2"), "pattern");
  await user.type(own.getByLabelText("Value of rule 2"), "a*");
  await user.click(own.getByRole("button", { name: "Save policy" }));
  await screen.findByText(/must not match an empty text/);
  expect(own.getByLabelText<HTMLInputElement>("Value of rule 2").value).toBe("a*");
});

test("pasted data are shown as records would show them", async () => {
  const { user } = await show(<RedactionTab />);
  await user.click(await screen.findByRole("button", { name: "Try it" }));
  const shown = await screen.findByLabelText<HTMLTextAreaElement>("Shown in records");
  expect(shown.value).toContain("[redacted: email]");
});

test("developers read all of it and change nothing", async () => {
  await signIn("developer");
  await show(<RedactionTab />);
  const own = within(await form("The test environment"));
  expect(own.getByLabelText<HTMLSelectElement>("Data kept after the end").disabled).toBe(true);
  expect(own.queryByRole("button")).toBeNull();
  sent.length = 0;
  expect(screen.queryByRole("button", { name: "Save policy" })).toBeNull();
});
