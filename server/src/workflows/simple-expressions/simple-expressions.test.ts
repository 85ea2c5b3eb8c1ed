import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { IS_SHORT } from "../../../test/short-form.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { createAllowance, evaluateSimple } from "./evaluate.ts";
import { anyExpression, compareWithSandbox, testRoots } from "./test-expressions.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

const simple = (source: string, roots = testRoots) => evaluateSimple(source, roots, createAllowance());
const withText = (text: string) => ({ ...testRoots, config: { text } });

describe("simple expressions", () => {
  test.each([
    ["input.qty * input.price", 59.97],
    ["input.name.toUpperCase()", "ADA"],
    ["input.missing ?? config.channel", "C1"],
    ["input.order.lines[0]?.sku + '/' + input.qty", "A-1/3"],
    ["`${input.name} (${input.qty})`", "Ada (3)"],
    ["input.yes && input.qty > 2 ? 'many' : 'few'", "many"],
    ["input.tags.includes('vip')", true],
    ["(input.name + ',' + input.digits).split(',')", ["Ada", "007"]],
    ["[input.qty, undefined, 0 / 0]", [3, null, null]],
    ["node.shape.body.total.toFixed(1)", "60.0"],
    ["-input.zero", 0],
    ["input.missing", null],
  ])("%s is one", (source, value) => {
    expect(simple(source)).toEqual({ value });
  });

  test.each([
    ["a function", "input.tags.map((tag) => tag.length)"],
    ["a regular expression", "/a/.test(input.name)"],
    ["code of others", "input.name.constructor.constructor('return 1')()"],
    ["a member of a prototype", "input.order.valueOf"],
    ["what it does not know", "new Date(0).toISOString()"],
    ["a change", "input.qty = 4"],
    ["an error", "input.nothing.name"],
    ["a mistake in writing", "input.qty +"],
    ["two expressions", "input.qty), (input.price"],
    ["letters beyond ASCII in another case", "input.umlaut.toUpperCase()"],
    ["objects as texts", "'' + input.order"],
    ["a root that is not there", "loop.index"],
    ["a source of more than 2,000 characters", `input.qty${" + 1".repeat(600)}`],
    ["brackets without end", `${"(".repeat(1900)}1`],
    ["a comment", "input.qty // pieces"],
  ])("%s is left to the sandbox", (_, source) => {
    expect(simple(source)).toBeUndefined();
  });

  test("have the same results as in the sandbox, whatever they contain", async () => {
    const sources = fc.sample(anyExpression, { numRuns: IS_SHORT ? 4_000 : 20_000, seed: 14 });
    const { simple, differences } = await compareWithSandbox(sources, sandbox);
    expect(differences).toEqual([]);
    expect(simple).toBeGreaterThan(sources.length / 4);
  });

  test("long expressions and long searches are left to the sandbox", () => {
    const text = "a".repeat(100_000);
    expect(simple("config.text.length", withText(text))).toEqual({ value: text.length });
    expect(simple("config.text + config.text", withText(text))).toBeUndefined();
    expect(simple("config.text + config.text + config.text", withText(text))).toBeUndefined();
    expect(simple("config.text.includes('aaaab')", withText(text))).toBeUndefined();
    expect(simple("config.text.split('')", withText("a".repeat(300_000)))).toBeUndefined();
  });

  test("the expressions of one step share a budget", () => {
    const roots = withText("a".repeat(1000));
    const allowance = createAllowance();
    const all = Array.from({ length: 1000 }, () => evaluateSimple("config.text.trim()", roots, allowance));
    expect(all[0]).toEqual({ value: "a".repeat(1000) });
    expect(all.filter((one) => one !== undefined).length).toBeLessThan(300);
    expect(all.at(-1)).toBeUndefined();
  });
});
