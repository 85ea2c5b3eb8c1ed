import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../../parts/test-page.tsx";
import { TEST_FILE } from "../../../../words/workflows/operator-editor.ts";
import { InputFile } from "./input-file.tsx";

const { api } = startBackend();

test.each([
  ['{ "subject": "Invoice" }', { subject: "Invoice" }],
  ["[1]", {}],
  ["{", {}],
])("a file is stored for the customer and becomes a member of the input %s", async (input, members) => {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
  const inputs: string[] = [];
  const { user } = await show(
    <InputFile account="acme" input={input} onChange={(next) => inputs.push(next)} />,
  );
  const chooser = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!chooser) throw new Error(`There is no ${TEST_FILE.label}.`);
  screen.getByText(TEST_FILE.label);
  await user.upload(chooser, new File(["%PDF-1.4"], "bill.pdf", { type: "application/pdf" }));
  await expect.poll(() => inputs.length).toBe(1);
  expect(JSON.parse(String(inputs[0]))).toEqual({
    ...members,
    file: { $file: expect.any(String), name: "bill.pdf", content_type: "application/pdf", size: 8 },
  });
});
