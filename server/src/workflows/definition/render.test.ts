import { afterAll, describe, expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import type { Json } from "../../platform/json/json.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { parseExpressions, type Roots } from "./expressions.ts";
import { render } from "./render.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

const roots: Roots = {
  input: {
    order: { id: 7, lines: [{ sku: "A-1", qty: 2 }], note: null },
    "odd key": "x",
    total: 30,
    discount: 5,
  },
  node: { "node-1": { body: { ok: true } }, fetch: { status: 200, body: [1, 2, 3] } },
  linked_account: { account_id: "acme", udf: { plan: "pro" } },
  config: { channel: "C1" },
  instance_meta_data: { instance_id: "abc" },
};

const value = async (template: Json) => (await render(template, roots, { sandbox })).value;

describe("expressions in a node's settings", () => {
  test.each<[Json, Json]>([
    ["{{ input.order.id }}", 7],
    ["{{input.order.lines}}", [{ sku: "A-1", qty: 2 }]],
    ["{{ $.input.order.lines[0].sku }}", "A-1"],
    ['{{ input["odd key"] }}', "x"],
    ["{{ node.node-1.body.ok }}", true],
    ["{{ node.fetch.body.1 }}", 2],
    ["{{ node.fetch.body.length }}", 3],
    ['{{ input.order["lines"].length }}', 1],
    ["{{ config.channel.length }}", 2],
    ["order {{ input.order.id }} of {{ linked_account.udf.plan }}", "order 7 of pro"],
    ["lines: {{ input.order.lines }}", 'lines: [{"sku":"A-1","qty":2}]'],
    ["note: {{ input.order.note }}.", "note: ."],
    [
      { deep: [{ channel: "{{ config.channel }}" }], plain: 1 },
      { deep: [{ channel: "C1" }], plain: 1 },
    ],
    ["{{ input.order.lines.map(line => line.qty * 2) }}", [4]],
    ["{{ input.total-input.discount }}", 25],
    ["{{ `${linked_account.account_id}!` }}", "acme!"],
    ["no braces { here }", "no braces { here }"],
  ])("%j becomes %j", async (template, expected) => {
    expect(await value(template)).toEqual(expected);
  });

  test.each([
    "input.constructor",
    "input.__proto__",
    "node.fetch.body.map",
    "input.order.length",
    "input.total.length",
    "config.channel.trim",
    "config.toString",
    "input.order.lines[5].sku",
  ])("%s is null with a warning: only own properties count", async (path) => {
    const { value, warnings } = await render(`{{ ${path} }}`, roots, { sandbox });
    expect(value).toBeNull();
    expect(warnings).toEqual([`{{ ${path} }} has no value; null is used.`]);
  });

  test("a failing expression names itself", async () => {
    await expect(render("{{ input.missing.deeper() }}", roots, { sandbox })).rejects.toThrow(
      /\{\{ input\.missing\.deeper\(\) \}\}: .*/,
    );
    await expect(render("{{ process.env }}", roots, { sandbox })).rejects.toThrow(/process/);
  });

  test("credentials of the account are rejected, not silently empty", async () => {
    await expect(
      render("Bearer {{ linked_account.auth_credentials.token }}", roots, { sandbox }),
    ).rejects.toThrow(/use an action/);
  });

  test("an expression's result is not evaluated again", async () => {
    const tricky: Roots = { ...roots, input: "{{ config.channel }}" };
    expect((await render("{{ input }}", tricky, { sandbox })).value).toBe("{{ config.channel }}");
  });

  test("a megabyte of braces that never close is parsed quickly", () => {
    const text = "{{".repeat(524_288);
    const cpuMs = measureCpu();
    expect(parseExpressions(text)).toEqual([{ kind: "text", text }]);
    expect(cpuMs()).toBeLessThan(5000);
  });

  test.each([
    ["{{{ a }}}", ["{ a", "}"]],
    ["{{}}}}", ["", "}}"]],
    ["a {{ b }} {{ c", ["a ", "b", " {{ c"]],
  ])("an expression ends at the first closing braces: %s", (text, expected) => {
    expect(parseExpressions(text).map((part) => (part.kind === "text" ? part.text : part.source))).toEqual(
      expected,
    );
  });

  test("plain paths are distinguished from JavaScript", () => {
    expect(parseExpressions("a {{ input.b }} {{ input.b + 1 }}").map(({ kind }) => kind)).toEqual([
      "text",
      "path",
      "text",
      "code",
    ]);
  });

  test("an address encodes each value as one part, except at its beginning", async () => {
    const address = async (url: string, input: Json) =>
      (await render({ url }, { ...roots, input }, { sandbox, readings: { url: "address" } })).value;
    expect(
      await address("https://a.example/t/{{ input.id }}/x?q={{ input.q }}", {
        id: "../admin?x=",
        q: "a&b=c",
      }),
    ).toEqual({
      url: "https://a.example/t/..%2Fadmin%3Fx%3D/x?q=a%26b%3Dc",
    });
    expect(
      await address("{{ input.base }}/t/{{ input.id }}", { base: "https://a.example/v1", id: 7 }),
    ).toEqual({
      url: "https://a.example/v1/t/7",
    });
    expect(await address("{{ input }}", "https://a.example/whole?x=1")).toEqual({
      url: "https://a.example/whole?x=1",
    });
    for (const id of ["..", ".", "", null]) {
      await expect(address("https://a.example/t/{{ input.id }}/x", { id })).rejects.toThrow(
        /\{\{ input\.id \}\}/,
      );
    }
  });

  test("a text that must be complete fails if a value in it is missing", async () => {
    const header = (text: string) =>
      render({ headers: { authorization: text } }, roots, { sandbox, readings: { headers: "complete" } });
    await expect(header("Bearer {{ config.token }}")).rejects.toThrow(/config\.token/);
    expect((await header("Bearer {{ config.channel }}")).value).toEqual({
      headers: { authorization: "Bearer C1" },
    });
    await expect(header("{{ config.token }}")).rejects.toThrow(/config\.token.*has no value/);
    expect((await header("{{ config.token ?? null }}")).value).toEqual({ headers: { authorization: null } });
    expect((await header("{{ input.order.note }}")).value).toEqual({ headers: { authorization: null } });
  });

  test("if values are required, a single one for all headers or the whole address is required too", async () => {
    const readings = { headers: "complete", url: "address" } as const;
    const templates: Json[] = [{ headers: "{{ config.headers }}" }, { url: "{{ input.url }}" }];
    for (const template of templates)
      await expect(render(template, roots, { sandbox, readings })).rejects.toThrow(/has no value/);
    expect(await render({ body: "{{ config.token }}" }, roots, { sandbox, readings })).toMatchObject({
      value: { body: null },
      warnings: ["{{ config.token }} has no value; null is used."],
    });
  });
});
