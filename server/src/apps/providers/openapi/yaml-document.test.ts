import { expect, test } from "vitest";
import { isObject } from "../../../platform/json/json.ts";
import { readDocument } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";

const HEAD = "openapi: 3.0.0\ninfo: { title: T, version: 2021-06-25 }\n";

function read(text: string) {
  return readDocument(text, () => {}, undefined).root;
}

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof OpenApiError) return error.message;
    throw error;
  }
  throw new Error("It was accepted.");
}

test.each([
  [
    "a key twice",
    `${HEAD}paths:\n  /a: {}\n  /b: {}\n  /a: {}\n`,
    "The YAML has the key /a twice in one object at line 6: remove one of them.",
  ],
  [
    "a key twice on one line",
    `${HEAD}paths: { x: 1, x: 2 }\n`,
    "The YAML has the key x twice in one object at line 3: remove one of them.",
  ],
  ["a tab", `${HEAD}paths:\n\t/a: {}\n`, "The YAML is indented with a tab at line 4: use spaces."],
  [
    "two parts",
    `${HEAD}paths: {}\n---\n${HEAD}paths: {}\n`,
    "The document has 2 parts, separated by ---; the second begins at line 4. Send one of them.",
  ],
  [
    "an open bracket",
    `${HEAD}paths: {\n`,
    expect.stringMatching(/^The document is neither JSON nor YAML: .* at line \d+/),
  ],
])("%s is refused with its line and what to do", (_what, text, message) => {
  expect(refusal(text)).toEqual(message);
});

test.each([
  ["begins with ---", `---\n${HEAD}paths: {}\n`],
  ["ends with ---", `${HEAD}paths: {}\n---\n`],
  ["ends with ...", `${HEAD}paths: {}\n...\n`],
  ["has an empty part first", `---\n---\n${HEAD}paths: {}\n`],
  ["has a directive and a comment", `%YAML 1.2\n---\n# by hand\n${HEAD}paths: {}\n`],
])("a document that %s is one document", (_what, text) => {
  expect(read(text)).toMatchObject({ openapi: "3.0.0", paths: {} });
});

test("words, dates, codes and merges are what their author wrote", () => {
  const root = read(`${HEAD}x-base: &base { type: object, title: Base }
x-own: { <<: *base, title: Own }
x-words: [YES, no, Y, on, NO]
x-codes: { type: string, enum: [00501, 0123, 1e3, 12:30] }
x-date: { type: string, format: date, default: 2012-12-12 }
paths: { /a: { get: { responses: { 200: { description: Fine }, default: { description: Else } } } } }
`);
  expect(root).toMatchObject({
    info: { version: "2021-06-25" },
    "x-own": { type: "object", title: "Own" },
    "x-words": ["YES", "no", "Y", "on", "NO"],
    "x-codes": { enum: ["00501", "0123", "1e3", "12:30"] },
    "x-date": { default: "2012-12-12" },
  });
  expect(isObject(root) && JSON.stringify(root.paths)).toContain('"200":{"description":"Fine"}');
});
