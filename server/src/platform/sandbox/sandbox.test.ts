import { describe, expect, test, vi } from "vitest";
import { createSandbox, SandboxUnavailableError } from "./sandbox.ts";
import { useTestSandbox } from "./test-sandbox.ts";

const { sandbox, run, resultOf, errorOf } = useTestSandbox();

describe("results", () => {
  test("code is the body of an async function and sees its globals by name", async () => {
    const globals = { input: { items: [1, 2, 3] }, $: { trigger: { id: "a" } } };
    const code =
      "const sum = await Promise.resolve(input.items.reduce((a, b) => a + b)); return { sum, id: $.trigger.id };";
    expect(await resultOf(code, { globals })).toEqual({ sum: 6, id: "a" });
  });

  test("a missing or undefined return value is null", async () => {
    expect(await resultOf("")).toBeNull();
    expect(await resultOf("return undefined")).toBeNull();
  });

  test("text survives both directions, with NUL, lone surrogates and characters outside the basic plane", async () => {
    const text = "a\u0000b\ud800 ü 😀 \u2028";
    expect(await resultOf("return input", { globals: { input: text } })).toBe(text);
  });

  test("keys that name prototypes are plain data", async () => {
    const globals = JSON.parse(
      '{"input":{"__proto__":{"polluted":true},"constructor":1},"__proto__":2,"toString":3}',
    );
    const value = await resultOf("return [({}).polluted === undefined, input, globalThis.toString]", {
      globals,
    });
    expect(JSON.stringify(value)).toBe('[true,{"__proto__":{"polluted":true},"constructor":1},3]');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("a global may use the name of a built-in", async () => {
    expect(
      await resultOf("return [fetch, JSON, typeof Headers]", { globals: { fetch: 1, JSON: 2 } }),
    ).toEqual([1, 2, "function"]);
  });

  test("a reserved word is rejected as a name", async () => {
    await expect(run("return 1", { globals: { undefined: 1 } })).rejects.toThrow(
      "cannot be called undefined",
    );
  });

  test("a limit that is not a positive integer is rejected", async () => {
    await expect(run("return 1", { limits: { cpuMs: 0 } })).rejects.toThrow(
      "cpuMs must be a positive whole number",
    );
  });

  test("a result that JSON cannot represent is an output error that says so", async () => {
    expect(await errorOf("return () => 1")).toMatchObject({
      kind: "output",
      message: expect.stringContaining("function"),
    });
    expect(await errorOf("return Symbol('x')")).toMatchObject({ kind: "output" });
    expect(await errorOf("const a = {}; a.a = a; return a")).toMatchObject({
      kind: "output",
      message: expect.stringContaining("circular"),
    });
    expect(await errorOf("return { n: 10n }")).toMatchObject({
      kind: "output",
      message: expect.stringMatching(/bigint/i),
    });
  });

  test("nothing of one run remains for the next", async () => {
    await run(
      "globalThis.left = 1; Object.prototype.left = 1; Array.prototype.map = () => 'changed'; JSON.stringify = null",
    );
    expect(await resultOf("return [typeof left, ({}).left ?? null, [1].map(x => x)]")).toEqual([
      "undefined",
      null,
      [1],
    ]);
  });

  test("a run that used much memory, printed and waited leaves nothing behind", async () => {
    const alone = createSandbox({ workers: 1 });
    const used = await alone.run({
      code: `globalThis.list = Array.from({ length: 50_000 }, (_, n) => ({ n, text: "x".repeat(n % 100) }));
        setTimeout(() => { globalThis.list = "late" }, 60_000); console.log("printed"); return list.length`,
      globals: { input: 1 },
    });
    expect(used).toMatchObject({ ok: true, value: 50_000, logs: ["printed"] });
    const code =
      "const list = new Array(1000).fill(); return [list.length, typeof input, list.some(Boolean)]";
    for (let run = 0; run < 3; run++)
      expect(await alone.run({ code, globals: {} })).toMatchObject({
        ok: true,
        value: [1000, "undefined", false],
        logs: [],
      });
    await alone.close();
  });

  test("random numbers are between 0 and 1 and differ between runs", async () => {
    const code = "return Array.from({ length: 500 }, () => Math.random())";
    const numbers = (await Promise.all([resultOf(code), resultOf(code)])).flat().map(Number);
    expect(new Set(numbers).size).toBe(1000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
  });

  test("concurrent runs on several workers are isolated", async () => {
    const inputs = Array.from({ length: 12 }, (_, index) => index);
    const code = "await new Promise((resolve) => setTimeout(resolve, 5)); return input";
    expect(await Promise.all(inputs.map((input) => resultOf(code, { globals: { input } })))).toEqual(inputs);
  });
});

describe("errors", () => {
  test("a syntax error names the line of the code", async () => {
    expect(await errorOf("const a = 1;\nconst b = ;\nreturn a")).toMatchObject({ kind: "syntax", line: 2 });
    expect(await errorOf("if (true) {\n")).toMatchObject({ kind: "syntax", line: 2 });
  });

  test("a thrown error has its message and line", async () => {
    expect(await errorOf('const a = 1;\n\nthrow new Error("No customer");')).toEqual({
      kind: "thrown",
      message: "No customer",
      line: 3,
    });
    expect(await errorOf("await null;\nreturn input.b.c", { globals: { input: {} } })).toMatchObject({
      kind: "thrown",
      message: "TypeError: cannot read property 'c' of undefined",
      line: 2,
    });
  });

  test("thrown values other than errors are shown", async () => {
    expect(await errorOf("throw { code: 5, big: 1n }")).toEqual({
      kind: "thrown",
      message: 'The code threw {"code":5,"big":"1n"}.',
    });
    expect(await errorOf("throw undefined")).toMatchObject({ message: "The code threw undefined." });
    const hostile = "throw new Proxy(new Error('x'), { get() { throw 1 } })";
    expect(await errorOf(hostile)).toMatchObject({
      kind: "thrown",
      message: expect.stringContaining("cannot be shown"),
    });
  });

  test("an unhandled rejection does not end the run", async () => {
    expect(await resultOf("Promise.reject(new Error('lost')); await null; return 1")).toBe(1);
  });

  test("a script's rejection value is its error", async () => {
    expect(await errorOf("return Promise.reject(new RangeError('far'))")).toMatchObject({
      message: "RangeError: far",
    });
  });
});

describe("console", () => {
  test("printed lines are returned, also from a failed run", async () => {
    const result = await run(
      "console.log('a', 1, { b: [1n] }); console.warn(new Error('w')); console.error(null); throw 1",
    );
    expect(result.logs).toEqual(['a 1 {"b":["1n"]}', "[warn] Error: w", "[error] null"]);
  });

  test("lines and bytes are limited", async () => {
    const many = await run("for (let i = 0; i < 1e4; i++) console.log(i)", { limits: { logLines: 5 } });
    expect(many.logs).toEqual(["0", "1", "2", "3", "[further output omitted]"]);
    const long = await run("console.log('a'.repeat(900)); console.log('b'.repeat(200))", {
      limits: { logBytes: 1000 },
    });
    expect(long.logs).toEqual(["a".repeat(900), "[further output omitted]"]);
  });
});

describe("expressions", () => {
  test("each has its own result, independent of the others", async () => {
    const globals = { $: { items: [3, 1, 2], name: "a" } };
    const results = await sandbox.evaluate(
      [
        "$.items.sort()[0]",
        "$.items",
        "$.none.x",
        "$.name +",
        "(() => { while (true); })()",
        "{ a: $.name }",
        "(async () => 1)()",
      ],
      globals,
      { cpuMs: 500 },
    );
    expect(results.map((result) => (result.ok ? result.value : result.error.kind))).toEqual([
      1,
      [3, 1, 2],
      "thrown",
      "syntax",
      "timeout",
      { a: "a" },
      "output",
    ]);
    expect(await sandbox.evaluate([], {})).toEqual([]);
  });

  test("one that must be terminated leaves the others their results", async () => {
    const stuck = "Array.prototype.indexOf.call({ length: 2 ** 50 }, 1)";
    const results = await sandbox.evaluate(["1", stuck, "[3]"], {}, { cpuMs: 500 });
    expect(results).toMatchObject([{ value: 1 }, { error: { kind: "timeout" } }, { value: [3] }]);
  });
});

describe("checkSyntax", () => {
  test("reports errors with their line, and nothing if the code parses", async () => {
    expect(await sandbox.checkSyntax("const a = 1;\nreturn await a", "code")).toBeUndefined();
    expect(await sandbox.checkSyntax("const a = 1;\nreturn a +;", "code")).toMatch(
      /^unexpected token.*\(line 2\)$/,
    );
    expect(await sandbox.checkSyntax("a?.b.filter((x) => x > 1) // c", "expression")).toBeUndefined();
    for (const wrong of ["", "a; b", "return 1", "a)", "1), (2", "1], [2"]) {
      expect(await sandbox.checkSyntax(wrong, "expression"), wrong).toEqual(expect.any(String));
    }
    expect(await sandbox.checkSyntax("}), (function(){", "code")).toEqual(expect.any(String));
  });

  test("does not run the code", async () => {
    expect(await sandbox.checkSyntax("while (true);", "code")).toBeUndefined();
  });

  test("checks many texts at once, each by itself", async () => {
    const sources = ["const a = 1", "const a = 2", "a b", "1 +", "let a; throw a", ""];
    const problems = await sandbox.checkSyntaxOfAll(sources, "code");
    expect(problems.map((problem) => problem !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(await sandbox.checkSyntaxOfAll(["a", "}"], "expression")).toEqual([undefined, expect.any(String)]);
    expect(await sandbox.checkSyntaxOfAll([], "code")).toEqual([]);
  });

  test("one text that is too large for the engine does not affect the others", async () => {
    const deep = "(".repeat(200_000);
    const problems = await sandbox.checkSyntaxOfAll(
      ["1", deep, `[${"0,".repeat(4_500_000)}]`, "2"],
      "expression",
    );
    expect(problems).toEqual([undefined, expect.any(String), expect.any(String), undefined]);
  });
});

describe("workers", () => {
  test("scripts wait for a free one as long as necessary", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const code = "await new Promise((resolve) => setTimeout(resolve, 50)); return input";
    const runs = Array.from({ length: 32 }, (_, input) => run(code, { globals: { input } }));
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    expect(await Promise.all(runs)).toMatchObject(runs.map((_, value) => ({ ok: true, value })));
  });

  test("close rejects running, waiting and later scripts, and not as errors of the code", async () => {
    const small = createSandbox({ workers: 1 });
    await small.run({ code: "", globals: {} });
    const code = "await new Promise((resolve) => setTimeout(resolve, 20_000))";
    const both = Promise.allSettled([small.run({ code, globals: {} }), small.evaluate(["1"], {})]);
    await small.close();
    const rejected = { status: "rejected", reason: expect.any(SandboxUnavailableError) };
    expect(await both).toEqual([rejected, rejected]);
    await expect(small.run({ code: "return 1", globals: {} })).rejects.toThrow(SandboxUnavailableError);
  });
});
