import { expect, test } from "vitest";
import type { McpServerRow } from "../schema.ts";
import { getPrompt, listPrompts } from "./prompts.ts";

function serverWith(...texts: string[]): McpServerRow {
  const suggestions = texts.map((prompt, index) => ({ name: `Prompt ${index}`, prompt }));
  return { suggestions, chains: [], base_prompt: null } as unknown as McpServerRow;
}

const written = (server: McpServerRow, args: Record<string, string>) =>
  getPrompt(server, { name: "prompt_0", arguments: args }).messages[0]?.content;

test("an argument in two braces must be given, one in single braces may be", () => {
  const server = serverWith("Read /orders/{id} in {{ city }}, then {{id}}.", "Answer as {json}.");
  expect(listPrompts(server).map(({ arguments: args }) => args)).toEqual([
    [
      { name: "id", required: true },
      { name: "city", required: true },
    ],
    [{ name: "json", required: false }],
  ]);
});

test("what is not given stands as it is", () => {
  const server = serverWith("Read /orders/{id} in {{ city }}.");
  const text = (is: string) => ({ type: "text", text: expect.stringContaining(is) });
  expect(written(server, { city: "Oslo" })).toEqual(text("Read /orders/{id} in Oslo."));
  expect(written(server, { city: "Oslo", id: "7" })).toEqual(text("Read /orders/7 in Oslo."));
  expect(written(server, { city: "" })).toEqual(text("in ."));
  expect(() => written(server, { id: "7" })).toThrow("The argument city is missing.");
});

test("an argument's value is text, whatever stands in it", () => {
  const server = serverWith("{{ constructor }} {toString}");
  expect(() => written(server, {})).toThrow("The argument constructor is missing.");
  expect(written(server, { constructor: "$& {toString}" })).toMatchObject({
    text: "$& {toString} {toString}",
  });
});
