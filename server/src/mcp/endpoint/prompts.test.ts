import { expect, test } from "vitest";
import type { McpServerRow } from "../schema.ts";
import { createServerPrompts, getPrompt, listPrompts } from "./prompts.ts";

function serverWith(...texts: string[]): McpServerRow {
  const suggestions = texts.map((prompt, index) => ({ name: `Prompt ${index}`, prompt }));
  return { suggestions, chains: [], base_prompt: null } as unknown as McpServerRow;
}

const CHAIN = {
  _id: "",
  name: "",
  goals: "",
  steps: "",
  precheck: "",
  successCondition: "",
  responseFormat: "",
  onError: "",
};

const written = (server: McpServerRow, args: Record<string, string>) =>
  getPrompt(createServerPrompts(server), { name: "prompt_0", arguments: args }).messages[0]?.content;

test("an argument in double braces is required, one in single braces is optional", () => {
  const server = serverWith("Read /orders/{id} in {{ city }}, then {{id}}.", "Answer as {json}.");
  expect(listPrompts(createServerPrompts(server)).map(({ arguments: args }) => args)).toEqual([
    [
      { name: "id", required: true },
      { name: "city", required: true },
    ],
    [{ name: "json", required: false }],
  ]);
});

test("placeholders without a value stay unchanged", () => {
  const server = serverWith("Read /orders/{id} in {{ city }}.");
  const text = (is: string) => ({ type: "text", text: expect.stringContaining(is) });
  expect(written(server, { city: "Oslo" })).toEqual(text("Read /orders/{id} in Oslo."));
  expect(written(server, { city: "Oslo", id: "7" })).toEqual(text("Read /orders/7 in Oslo."));
  expect(written(server, { city: "" })).toEqual(text("in ."));
  expect(() => written(server, { id: "7" })).toThrow("The argument city is missing.");
});

test("an argument's value is plain text, whatever it contains", () => {
  const server = serverWith("{{ constructor }} {toString}");
  expect(() => written(server, {})).toThrow("The argument constructor is missing.");
  expect(written(server, { constructor: "$& {toString}" })).toMatchObject({
    text: "$& {toString} {toString}",
  });
});

const namesOf = (server: McpServerRow) => listPrompts(createServerPrompts(server)).map(({ name }) => name);

test("arguments with the same name are numbered, also beside one with such a number of its own", () => {
  const suggestions = ["a", "a 2", "a", "a", "b"].map((name) => ({ name, prompt: "" }));
  const server = { ...serverWith(), suggestions };
  expect(namesOf(server)).toEqual(["a", "a_2", "a_3", "a_4", "b"]);
});

test("if a stored record has more prompts than allowed, the first are offered", () => {
  const suggestions = Array.from({ length: 100_000 }, () => ({ name: "a", prompt: "" }));
  const chains = suggestions.map(() => ({ ...CHAIN, name: "c" }));
  const names = namesOf({ ...serverWith(), suggestions, chains });
  expect(names).toHaveLength(400);
  expect(names.at(-1)).toBe("c_200");
});

test("a stored base prompt that is too long is rendered only with the requested chain", () => {
  const chains = Array.from({ length: 3000 }, (_, n) => ({ ...CHAIN, name: `c${n}` }));
  const server = { ...serverWith(), chains, base_prompt: `{{ city }} ${"a".repeat(90_000)}` };
  const prompts = listPrompts(createServerPrompts(server));
  expect(prompts).toHaveLength(200);
  expect(prompts[7]).toMatchObject({ name: "c7", arguments: [{ name: "city", required: true }] });
  expect(
    getPrompt(createServerPrompts(server), { name: "c7", arguments: { city: "Oslo" } }).messages[0]?.content,
  ).toMatchObject({
    text: expect.stringMatching(/^Oslo a+\n\n# c7$/),
  });
});

test("a prompt has as many arguments as its list allows, and further placeholders stay unchanged", () => {
  const server = serverWith(Array.from({ length: 5000 }, (_, n) => `{{ a${n} }}`).join(" "));
  const [prompt] = listPrompts(createServerPrompts(server));
  expect(prompt?.arguments).toHaveLength(50);
  const given = Object.fromEntries(prompt?.arguments?.map(({ name }) => [name, "x"]) ?? []);
  expect(written(server, given)).toMatchObject({ text: expect.stringMatching(/^x .* x \{\{ a50 \}\}/) });
});

test("a prompt that its arguments make longer than 100,000 characters is rejected, however often they occur in it", () => {
  const server = serverWith("{a}".repeat(10_000));
  expect(written(server, { a: "1234567890" })).toMatchObject({ text: "1234567890".repeat(10_000) });
  for (const length of [11, 10_000, 100_000])
    expect(() => written(server, { a: "x".repeat(length) })).toThrow("longer than 100000 characters");
  expect(() => written(serverWith("x".repeat(100_001)), {})).toThrow("longer than 100000 characters");
});
