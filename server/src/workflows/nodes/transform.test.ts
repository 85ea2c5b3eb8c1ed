import { afterAll, expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import type { Fields } from "../definition/graph.ts";
import { render } from "../definition/render.ts";
import { createNodeCall } from "./test-node-call.ts";
import { transformNode } from "./transform.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

test("the body is the evaluated output", async () => {
  const lines = [
    { quantity: 2, price: 5 },
    { quantity: 1, price: 4 },
  ];
  const roots = { ...createNodeCall({}).roots, input: { lines, note: null } };
  const template: Json = {
    output: {
      total: "{{ input.lines.reduce((sum, line) => sum + line.quantity * line.price, 0) }}",
      list: ["{{ input.lines[0] }}", "{{ input.note }}", 7],
    },
  };
  const { value } = await render(template, roots, { sandbox });
  expect(await transformNode.run({} as Deps, createNodeCall(value as Fields))).toEqual({
    kind: "next",
    output: { body: { total: 14, list: [lines[0], null, 7] } },
  });
});

test("an output that is omitted, or evaluates to null, is null", async () => {
  expect(await transformNode.run({} as Deps, createNodeCall({}))).toEqual({
    kind: "next",
    output: { body: null },
  });
});
