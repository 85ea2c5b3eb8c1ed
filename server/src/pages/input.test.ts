import { expect, test } from "vitest";
import { type InputLabel, renderTextArea, renderTextInput } from "./input.ts";
import { createWords } from "./words/words.ts";

const label: InputLabel = { words: createWords("en"), id: "a", label: "Key", required: false };

test("a secret is never written into the page, and browsers do not offer to store it", () => {
  const secret = renderTextInput(label, { name: "key", type: "password", value: "s3cret" }).markup;
  expect(secret).toContain('value=""');
  expect(secret).toContain('autocomplete="new-password"');
  expect(renderTextInput(label, { name: "key", type: "text", value: "shown" }).markup).toContain(
    'value="shown"',
  );
});

test("an input says that it is required, or is labelled as optional", () => {
  const input = { name: "key", type: "text", value: "" };
  const [optional, required] = [false, true].map(
    (isRequired) => renderTextInput({ ...label, required: isRequired }, input).markup,
  );
  expect(optional).toMatch(/class="optional">/);
  expect(optional).not.toContain(" required");
  expect(required).toContain(" required");
  expect(required).not.toContain("optional");
});

test("help and an error are read out with their input", () => {
  const { markup } = renderTextInput(
    { ...label, help: "From the settings.", error: "Wrong." },
    { name: "key", type: "text", value: "" },
  );
  expect(markup).toContain('aria-describedby="a-help a-error" aria-invalid="true"');
  expect(markup).toContain('<p class="help" id="a-help">From the settings.</p>');
  expect(markup).toContain('<p class="error" id="a-error">Wrong.</p>');
});

test("a line break at the beginning of a text survives", () => {
  const { markup } = renderTextArea(label, { name: "text", value: "\nsecond line", code: false });
  expect(markup).toMatch(/<textarea [^>]*>\n\nsecond line<\/textarea>/);
});
