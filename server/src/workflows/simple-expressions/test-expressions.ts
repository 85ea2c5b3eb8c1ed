import fc from "fast-check";
import type { Json } from "../../platform/json/json.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import type { Roots } from "../definition/expressions.ts";
import { createAllowance, evaluateSimple } from "./evaluate.ts";

// One list in two places, which the sandbox gets as two.
const NUMBERS = [3, 1, 2];
const ROOT_VALUES = {
  input: {
    numbers: NUMBERS,
    qty: 3,
    price: 19.99,
    zero: 0,
    minus: -2.5,
    negativeZero: -0,
    big: 1e21,
    tiny: 5e-324,
    name: "Ada",
    umlaut: "Größe ß İ",
    emoji: "a😀b",
    half: "\ud83d",
    blank: " \t42\n",
    digits: "007",
    exponent: "1e3",
    empty: "",
    yes: true,
    no: false,
    nothing: null,
    tags: ["new", "vip", "new"],
    mixed: [1, "1", null, true, [2], { a: 1 }],
    none: [],
    order: { id: 7, lines: [{ sku: "A-1", qty: 2 }], length: 4, "odd key": "x" },
    toString: "own",
    constructor: { name: "own" },
  },
  node: { shape: { body: { total: 59.97, list: NUMBERS }, status: 200 } },
  linked_account: { account_id: "acme", udf: { plan: "pro" } },
  config: { channel: "C1", limit: 10 },
  instance_meta_data: {},
} satisfies Roots;

/** Values that random expressions name. */
export const testRoots: Roots = {
  ...ROOT_VALUES,
  // A member that no assignment would make.
  instance_meta_data: JSON.parse('{"__proto__": {"a": 1}, "0": "zero", "length": null}'),
};

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));

const names = [
  ...Object.keys(ROOT_VALUES.input),
  ..."length a id lines sku qty body total list 0 1 __proto__ valueOf map trim size".split(" "),
];
const path = fc
  .tuple(
    oneOf("input input input node.shape.body config linked_account.udf instance_meta_data loop"),
    fc.array(fc.tuple(fc.constantFrom(...names), oneOf(". . ?. [ ?.[")), { maxLength: 3 }),
  )
  .map(([root, members]) => root + members.map(([name, kind]) => member(name, kind)).join(""));

function member(name: string, kind: string): string {
  if (kind.endsWith("[")) return `${kind}${/^\d/.test(name) ? name : JSON.stringify(name)}]`;
  return /^\d/.test(name) ? `${kind === "?." ? kind : ""}[${name}]` : `${kind}${name}`;
}

const numberLiteral = fc.oneof(
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  oneOf("0 -0 2.5 1e21 0.1 0x1f 007 9007199254740993"),
);
const textLiteral = fc
  .constantFrom(
    "",
    "a",
    "A",
    "e",
    "-",
    ", ",
    "1",
    " 7 ",
    "0x1f",
    "ß",
    "İ",
    "😀",
    "new",
    "x".repeat(40),
    "__proto__",
  )
  .map((text) => JSON.stringify(text));
const numberPath = oneOf(
  "qty price zero negativeZero minus big tiny order.id order.lines[0].qty name.length tags.length mixed[0]",
);
const textPath = oneOf(
  "name umlaut emoji half blank digits exponent empty order.lines[0].sku tags[1] mixed[1] name[1]",
);
const listPath = oneOf("tags mixed none numbers order.lines mixed[4]");
const comparison = oneOf("< <= > >= === !== == !=");

// One kind after another is tried this often; the rest is what only the sandbox knows.
const OFTEN = 20;

type ExpressionKind = "any" | "number" | "text" | "list" | "strange";
type SourceArbitrary = fc.Arbitrary<string>;

/**
 * Random expressions: most are of fitting types, so that they come to something; some are of any type, name what only the
 * sandbox knows, fail, or do not parse.
 */
export const anyExpression: SourceArbitrary = fc.letrec<Record<ExpressionKind, string>>((tie) => {
  const [any, number, text, list] = [tie("any"), tie("number"), tie("text"), tie("list")];
  const mostly = (...parts: SourceArbitrary[]) =>
    fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      ...parts.map((arbitrary) => ({ arbitrary, weight: OFTEN })),
      { arbitrary: any, weight: 4 },
      { arbitrary: tie("strange"), weight: 1 },
    );
  const infix = (left: SourceArbitrary, sign: SourceArbitrary, right: SourceArbitrary) =>
    fc.tuple(left, sign, right).map((parts) => `(${parts.join(" ")})`);
  const prefix = (signs: readonly string[], of: SourceArbitrary) =>
    fc.tuple(fc.constantFrom(...signs), of).map(([sign, argument]) => `(${sign}${argument})`);
  const choice = (of: SourceArbitrary) =>
    fc.tuple(any, of, of).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`);
  const given = (args: readonly string[], isShort: boolean) =>
    `(${(isShort ? args.slice(0, -1) : args).join(", ")})`;
  /** Calls one of the methods with these arguments, or without the last of them. */
  const call = (of: SourceArbitrary, methods: string, ...args: SourceArbitrary[]) =>
    fc
      .tuple(of, oneOf(". . . ?."), oneOf(methods), fc.tuple(...args), fc.nat(5))
      .map(([receiver, dot, name, all, short]) => receiver + dot + name + given(all, short === 0));
  const apply = (functions: string, ...args: SourceArbitrary[]) =>
    fc.tuple(oneOf(functions), fc.tuple(...args)).map(([name, all]) => name + given(all, false));
  return {
    any: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      ...[number, text, list, path, oneOf("null true false undefined")],
      infix(any, oneOf("&& || ?? === !== == !="), any),
      infix(number, comparison, number),
      infix(text, comparison, text),
      infix(list, oneOf("=== !== =="), fc.constantFrom("input.numbers", "node.shape.body.list", "null")),
      prefix(["!", "typeof "], any),
      choice(any),
      call(text, "includes startsWith endsWith", text),
      call(list, "includes", any),
      call(list, "at", number),
      apply("Boolean Array.isArray", any),
    ),
    number: mostly(
      ...[numberPath.map((rest) => `input.${rest}`), numberLiteral],
      infix(number, oneOf("+ - * / %"), number),
      prefix(["-", "+"], number),
      choice(number),
      call(text, "indexOf", text),
      call(list, "indexOf", any),
      apply("Math.abs Math.ceil Math.floor Math.round Math.trunc Number", number),
      apply("Math.max Math.min", number, number),
      apply("Number", text),
    ),
    text: mostly(
      ...[textPath.map((rest) => `input.${rest}`), textLiteral],
      infix(text, fc.constant("+"), any),
      call(text, "toUpperCase toLowerCase trim trimStart trimEnd toString"),
      call(text, "slice substring", number, number),
      call(text, "charAt at", number),
      call(text, "padStart padEnd", number, text),
      call(list, "join", text),
      call(number, "toFixed", number),
      call(number, "toString"),
      apply("String", any),
      fc.tuple(any, any).map(([one, other]) => `\`a\${${one}}-\${${other}}\``),
      choice(text),
    ),
    list: mostly(
      listPath.map((rest) => `input.${rest}`),
      fc.array(any, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
      call(text, "split", text),
      call(list, "slice", number, number),
    ),
    strange: fc.oneof(
      oneOf("NaN this 1n /a/ {} $ loop.index input"),
      infix(any, oneOf("in ** , & << instanceof"), any),
      prefix(["-", "+", "~", "void ", "..."], any),
      fc
        .tuple(any, fc.constantFrom(...names), oneOf(". ?. ["))
        .map(([of, name, kind]) => `(${of})${member(name, kind)}`),
      call(any, "valueOf map concat toString trim toFixed slice at length", any),
      call(text, "lastIndexOf replace normalize substr repeat", text),
      call(list, "filter reverse concat", any),
      apply("Date.parse parseInt Math.pow JSON.stringify", any),
    ),
  };
}).any;

/** An expression that comes to something else here than in the sandbox. */
export interface Difference {
  readonly source: string;
  readonly simple: Json;
  readonly sandbox: unknown;
}

/** Evaluates each source on both sides: how many are simple, and where the sandbox says something else. */
export async function compareWithSandbox(
  sources: readonly string[],
  sandbox: Sandbox,
): Promise<{ readonly simple: number; readonly differences: Difference[] }> {
  const values = sources.flatMap((source): { source: string; value: Json }[] => {
    const simple = evaluateSimple(source, testRoots, createAllowance());
    return simple ? [{ source, value: simple.value }] : [];
  });
  const given = Object.fromEntries(
    Object.entries(testRoots).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const differences: Difference[] = [];
  for (let at = 0; at < values.length; at += BATCH) {
    const batch = values.slice(at, at + BATCH);
    const endings = await sandbox.evaluate(
      batch.map(({ source }) => source),
      given,
    );
    for (const [index, { source, value }] of batch.entries()) {
      const ending = endings[index];
      if (!ending?.ok || !isSame(ending.value, value))
        differences.push({ source, simple: value, sandbox: ending });
    }
  }
  return { simple: values.length, differences };
}

const BATCH = 500;

/** Objects as the JSON that the sandbox gets and gives, in which -0 is 0. */
function isSame(one: Json, other: Json): boolean {
  return typeof one === "object" ? JSON.stringify(one) === JSON.stringify(other) : Object.is(one, other);
}
