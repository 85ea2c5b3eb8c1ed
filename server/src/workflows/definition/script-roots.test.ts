import { expect, test } from "vitest";
import { toStorableValue } from "../../platform/measured-value.ts";
import { RenderError } from "./render-error.ts";
import { filterScriptRoots } from "./script-roots.ts";

const roots = {
  input: { a: 1 },
  node: { orders: 1, "my-node": 2, $x: 3, other: 4 },
  config: { region: "eu" },
  loop: null,
};

test.each<[string[], object]>([
  [["1 + 1"], {}],
  [["input.a"], { input: roots.input }],
  [["node.orders + node?.$x"], { node: { orders: 1, $x: 3 } }],
  [["node['my-node']", 'node["other"].a'], { node: { "my-node": 2, other: 4 } }],
  [["node.missing"], { node: {} }],
  [["const { orders } = node; return orders"], { node: roots.node }],
  [["node[input.a]"], { node: roots.node, input: roots.input }],
  [["[...node.orders, node.other]"], { node: { orders: 1, other: 4 } }],
  [["Object.keys({ ...node })"], { node: roots.node }],
  [["'a node of it'"], { node: roots.node }],
  [["globalThis['no' + 'de']"], roots],
  [["(() => {}).constructor('return 1')()"], roots],
  [["n\\u006fde.orders"], roots],
])("%j receives the roots that it can name", (sources, given) => {
  expect(filterScriptRoots(sources, roots)).toEqual(given);
});

test("named roots are limited, others cost nothing", () => {
  const large = "x".repeat(2 ** 20);
  const outputs = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`n${index}`, toStorableValue({ body: large })]),
  );
  expect(filterScriptRoots(["node.n1.body.length"], { node: outputs })).toEqual({
    node: { n1: { body: large } },
  });
  expect(() => filterScriptRoots(["Object.keys(node)"], { node: outputs })).toThrow(RenderError);
  expect(() => filterScriptRoots(["Object.keys(node)"], { node: outputs })).toThrow(
    "The data that the code names has 60.0 MiB",
  );
});
