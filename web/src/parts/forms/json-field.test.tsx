import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { PARTS } from "../../words/parts/parts.ts";
import { show } from "../test-page.tsx";
import { JsonField } from "./json-field.tsx";

const BIG_ID = "12345678901234567891";

function Field({ given = "", error, isReadOnly }: { given?: string; error?: string; isReadOnly?: boolean }) {
  const [text, setText] = useState(given);
  return (
    <>
      <JsonField label="Payload" value={text} onChange={setText} error={error} isReadOnly={isReadOnly} />
      <button type="button">Send</button>
      <button type="button" onClick={() => setText("{")}>
        Read a file
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Payload" });

test("leaving the field formats its text, and keeps every digit", async () => {
  const { user } = await show(<Field />);
  await user.click(field());
  await user.paste(`{"id":${BIG_ID}}`);
  expect(field().value).toBe(`{"id":${BIG_ID}}`);
  await user.tab();
  await expect.poll(() => field().value).toBe(`{\n  "id": ${BIG_ID}\n}`);
});

test("invalid JSON is named when the field is left, and no longer while it is corrected", async () => {
  const { user } = await show(<Field />);
  await user.click(field());
  await user.paste("{");
  expect(screen.queryByText(PARTS.badJson)).toBeNull();
  await user.tab();
  await screen.findByText(PARTS.badJson);
  expect(field().value).toBe("{");
  await user.click(field());
  expect(screen.queryByText(PARTS.badJson)).toBeNull();
});

test("invalid JSON that nobody typed is named at once", async () => {
  const { user } = await show(<Field />);
  await user.click(screen.getByRole("button", { name: "Read a file" }));
  await screen.findByText(PARTS.badJson);
});

test("an empty field is not invalid", async () => {
  const { user } = await show(<Field />);
  await user.click(field());
  await user.paste("  ");
  await user.tab();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.queryByText(PARTS.badJson)).toBeNull();
});

test.each([
  ["that is read-only", { isReadOnly: true }],
  ["with an error, which its form would drop", { error: "Too many members" }],
])("a field %s is not formatted", async (_which, props) => {
  const { user } = await show(<Field given='{"a":1}' {...props} />);
  await user.click(field());
  await user.tab();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(field().value).toBe('{"a":1}');
});
