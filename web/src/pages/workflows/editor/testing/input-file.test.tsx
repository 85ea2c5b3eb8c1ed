import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
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

test("what is typed while a file is stored stays in the input", async () => {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme" });
  function Form() {
    const [input, setInput] = useState('{ "subject": "Invoice" }');
    return (
      <>
        <textarea aria-label="Input" value={input} onChange={({ target }) => setInput(target.value)} />
        <InputFile account="acme" input={input} onChange={setInput} />
      </>
    );
  }
  await show(<Form />);
  const chooser = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!chooser) throw new Error(`There is no ${TEST_FILE.label}.`);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Input");
  fireEvent.change(chooser, { target: { files: [new File(["%PDF-1.4"], "bill.pdf")] } });
  // Before the reply can arrive.
  fireEvent.change(field, { target: { value: '{ "subject": "Reminder" }' } });
  await expect.poll(() => JSON.parse(field.value)).toMatchObject({ file: { name: "bill.pdf" } });
  expect(JSON.parse(field.value)).toMatchObject({ subject: "Reminder" });
});
