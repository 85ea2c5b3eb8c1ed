import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { show } from "../../../../../parts/test-page.tsx";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import type { Schema } from "../schema.ts";
import { type StepForm, StepFormProvider } from "../step-context.ts";
import { Setting } from "./setting.tsx";

const FORM: StepForm = {
  workflow: { _id: "one", types: new Map(), nodes: [], edges: [] },
  type: undefined,
  isReadOnly: false,
  account: undefined,
  roots: {},
  hasData: false,
  evaluations: new Map(),
  isEvaluating: false,
  problems: new Map(),
  target: { current: null },
};

/** Shows one setting; `values` are those that it had, the last at the end. */
async function open(schema: Schema, given?: unknown, form: Partial<StepForm> = {}, field = "data.it") {
  const values: unknown[] = [given];
  function One() {
    const [value, setValue] = useState(given);
    const change = (next: unknown) => {
      values.push(next);
      setValue(next);
    };
    return <Setting label="It" field={field} schema={schema} value={value} onChange={change} />;
  }
  const page = await show(
    <StepFormProvider value={{ ...FORM, ...form }}>
      <One />
    </StepFormProvider>,
  );
  return { ...page, last: () => values.at(-1) };
}

const textbox = () => screen.getByRole<HTMLInputElement>("textbox", { name: "It" });

test("a number is a number, empty removes the setting, and a value out of bounds stays for the server to report", async () => {
  const { user, last } = await open({ type: "integer", maximum: 10, default: 3 });
  expect(textbox().placeholder).toBe("Default: 3");
  await user.type(textbox(), "20");
  await user.tab();
  expect([last(), textbox().value]).toEqual([20, "20"]);
  await user.clear(textbox());
  expect(last()).toBeUndefined();
});

test("a duration is also said in words", async () => {
  const { user } = await open({ type: "integer" }, undefined, {}, "data.wait_ms");
  await user.type(textbox(), "90000");
  await screen.findByText("1 min 30 s");
});

test.each([
  [undefined, "Edit It as text"],
  [{ size: 3 }, "Edit It as text"],
  ["{{ input.size }}", "Edit It as JSON"],
])(
  "any JSON that may be an object or a list begins as JSON, unless it is an expression (%j)",
  async (given, tool) => {
    const type = ["object", "array", "string", "number", "boolean", "null"];
    const { last } = await open({ type }, given);
    await screen.findByRole("button", { name: tool });
    expect(last()).toEqual(given);
  },
);

test("any other value begins as a text", async () => {
  await open({});
  await screen.findByRole("button", { name: "Edit It as JSON" });
});

test("yes and no begin with the default", async () => {
  const { user, last } = await open({ type: "boolean", default: true });
  const field = screen.getByRole<HTMLInputElement>("switch", { name: "It" });
  expect(field.checked).toBe(true);
  await user.click(field);
  expect([last(), field.checked]).toEqual([false, false]);
});

test("a choice is one of the schema's, or none", async () => {
  const { user, last } = await open({ enum: ["GET", "POST"], default: "GET" });
  await user.click(screen.getByRole("combobox", { name: "It" }));
  expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
    "GET",
    "POST",
  ]);
  await user.click(screen.getByRole("option", { name: "POST" }));
  expect(last()).toBe("POST");
});

const ROWS = { type: "array", maxItems: 3, items: { type: "integer" } } as const;

test("rows are added up to the most, sorted and removed; the last one takes the setting with it", async () => {
  const { user, last } = await open(ROWS, [1, 2]);
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
  expect(["Move It 1 up", "Move It 1 down", "Move It 2 up", "Move It 2 down"].map(isOff)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  await user.click(screen.getByRole("button", { name: "Move It 2 up" }));
  expect(last()).toEqual([2, 1]);
  await user.click(screen.getByRole("button", { name: "Add item: It" }));
  expect(last()).toHaveLength(3);
  expect(isOff("Add item: It")).toBe(true);
  for (const left of [2, 1, undefined]) {
    await user.click(screen.getByRole("button", { name: "Remove It 1" }));
    expect((last() as unknown[] | undefined)?.length).toBe(left);
  }
});

test("a problem stands at its field, and describes it for screen readers", async () => {
  await open({ type: "integer" }, 20, { problems: new Map([["data.it", "Must be at most 10."]]) });
  screen.getByText("Must be at most 10.");
  const ids = textbox().getAttribute("aria-describedby")?.split(" ") ?? [];
  const described = ids.map((id) => document.getElementById(id)?.textContent ?? "").join("");
  expect(described).toContain("Must be at most 10.");
});

test("nothing is changed in a form that is only read", async () => {
  await open(ROWS, [1, 2], { isReadOnly: true });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>("textbox").every(({ disabled }) => disabled)).toBe(true);
});

const FILE = { type: "object", required: ["$file"] } as const;

test("a file is one of those of the last run", async () => {
  const file = { $file: "0".repeat(24), name: "bill.pdf", content_type: "application/pdf", size: 7 };
  const { user, last } = await open(FILE, undefined, { roots: { input: { attachment: file } } });
  const files = screen.getByRole("group", { name: "Files of the last run:" });
  const choice = screen.getByRole("button", { name: "input.attachment" });
  expect([files.contains(choice), choice.title]).toEqual([true, "bill.pdf"]);
  await user.click(choice);
  expect(last()).toBe("{{ input.attachment }}");
  expect(screen.queryByRole("button", { name: "input.attachment" })).toBeNull();
});

test("without a file in the last run it says how to get one", async () => {
  await open(FILE);
  screen.getByText("Run or test the workflow with a file to choose it here.");
});

test("an expression takes the focus when it is chosen over a value", async () => {
  const { user } = await open({ type: "integer" });
  await user.click(screen.getByRole("button", { name: STEP_SETTINGS.toExpression({ label: "It" }) }));
  await waitFor(() => expect(document.activeElement?.closest(".cm-editor")).toBeTruthy());
});

test("an expression that was there before does not take the focus", async () => {
  await open({ type: "integer" }, "{{ input.n }}");
  await waitFor(() => expect(document.querySelector(".cm-editor")).not.toBeNull());
  expect(document.activeElement?.closest(".cm-editor")).toBeNull();
});

test.each([
  ["textbox", { type: "integer" }],
  ["switch", { type: "boolean" }],
  ["combobox", { enum: ["GET", "POST"] }],
] as const)("a value picked while a %s has the focus replaces it by its expression", async (role, schema) => {
  const target: StepForm["target"] = { current: null };
  const { last } = await open(schema, undefined, { target });
  act(() => screen.getByRole(role, { name: "It" }).focus());
  await waitFor(() => expect(target.current).not.toBeNull());
  act(() => target.current?.insert("input.id"));
  expect(last()).toBe("{{ input.id }}");
  await waitFor(() => expect(document.activeElement?.closest(".cm-editor")).toBeTruthy());
});
