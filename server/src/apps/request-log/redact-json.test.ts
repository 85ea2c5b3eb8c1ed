import { expect, test } from "vitest";
import { redactJsonText } from "./redact-json.ts";

const same = (text: string) => text;
const hide = (text: string) => text.replaceAll("abc", "?");

test("several values and text that is no JSON stay as they are", () => {
  for (const text of [
    "",
    "{",
    '"',
    '"a',
    '{"a":1}\n{"b":2}\n',
    "<html>a</html>",
    "][}{",
    '{"a":"b\\',
    "null",
  ])
    expect(redactJsonText(text, same)).toBe(text);
});

test("texts and names are decoded before a secret is looked for", () => {
  expect(redactJsonText('{"\\u0061bc":1,"b":["an \\u0061bc",{"c":"a\\u0062d"}],"abc"', hide)).toBe(
    '{"?":1,"b":["an ?",{"c":"a\\u0062d"}],"?"',
  );
});

test("what follows a secret is shown again", () => {
  expect(redactJsonText('{"secret":{"a":["x"]},"b":"y","token":["z"],"c":"w"}', same)).toBe(
    '{"secret":{"a":["[redacted]"]},"b":"y","token":["[redacted]"],"c":"w"}',
  );
  expect(redactJsonText('[{"key":"password","value":"x"},{"key":"a","value":"y"}]', same)).toBe(
    '[{"key":"password","value":"[redacted]"},{"key":"a","value":"y"}]',
  );
});

test("a text cut within an escape under the name of a secret is hidden", () => {
  expect(redactJsonText('{"password":"x\\', same)).toBe('{"password":"[redacted]"');
});
