import { describe, expect, test } from "vitest";
import { measureCpu } from "../../../../../test/cpu-time.ts";
import { compileTemplate, parseText, TemplateError } from "./template.ts";

const scope = {
  input: {
    name: "Zoë",
    count: 3,
    list: [1, { a: "x" }],
    nothing: null,
    flag: false,
    text: "a {{ input.name }}",
  },
};
const render = (value: Parameters<typeof compileTemplate>[0]) => compileTemplate(value).render(scope);

describe("a template", () => {
  test("that is one place keeps the JSON type of the value", () => {
    expect(render("{{ input.count }}")).toBe(3);
    expect(render("{{input.list}}")).toEqual([1, { a: "x" }]);
    expect(render("{{ input.list.1.a }}")).toBe("x");
    expect(render("{{ input.flag }}")).toBe(false);
    expect(render("{{ input.nothing }}")).toBe(null);
  });

  test("within longer text becomes text, and nothing for what is missing", () => {
    expect(render("{{ input.name }} has {{ input.count }}{{ input.none }}{{ input.nothing }}.")).toBe(
      "Zoë has 3.",
    );
    expect(render("{{ input.list }}!")).toBe('[1,{"a":"x"}]!');
  });

  test("finds members whose names hold dots, after those of the plain path", () => {
    const odata = { body: { "@odata.nextLink": "a", "x.y": { z: 1 }, x: { y: 2 } } };
    const text = "{{ body.@odata.nextLink }} {{ body.x.y }} {{ body.x.y.z }} {{ body.@odata.none }}";
    expect(compileTemplate(text).render(odata)).toBe("a 2  ");
    expect(compileTemplate("{{ body.x.y.z }}").render({ body: { "x.y": { z: 1 } } })).toBe(1);
  });

  test("does not read what a value says as a template", () => {
    expect(render("{{ input.text }}")).toBe("a {{ input.name }}");
  });

  test("leaves out members without a value, and objects of which nothing is left", () => {
    expect(
      render({ a: "{{ input.none }}", b: { c: "{{ input.none }}" }, d: "{{ input.count }}", e: {} }),
    ).toEqual({ d: 3, e: {} });
    expect(render(["{{ input.none }}", 1])).toEqual([1]);
    expect(render([{ email: "{{ input.none }}" }])).toBeUndefined();
  });

  test.each(["constructor", "__proto__", "toString", "list.constructor", "name.length"])(
    "does not reach %s",
    (path) => {
      expect(render(`{{ input.${path} }}`)).toBeUndefined();
    },
  );

  test.each([
    "{{ }}",
    "{{ input. }}",
    "{{ input.a + 1 }}",
    "{{ input['a'] }}",
    "{{ input.a",
    "{{ f() }}",
    "{{{ input.a }}}",
  ])("of the form %s is refused", (text) => {
    expect(() => parseText(text)).toThrow(TemplateError);
  });

  test("is parsed in time that grows with its length alone", () => {
    const cpuMs = measureCpu();
    for (let i = 0; i < 50; i++) expect(() => parseText("{{".repeat(10_000))).toThrow("without closing it");
    expect(() => parseText("{{".repeat(500_000))).toThrow("longer than 20000 characters");
    expect(cpuMs()).toBeLessThan(5000);
  });

  test("is quoted shortly where it is refused", () => {
    expect(() => parseText(`{{ ${"+".repeat(10_000)} }}`)).toThrow(/^.{1,500}$/);
  });
});
