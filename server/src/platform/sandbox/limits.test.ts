import { describe, expect, test } from "vitest";
import { useTestSandbox } from "./test-sandbox.ts";

const { run } = useTestSandbox();

async function worksAgain(): Promise<void> {
  expect(await run("return 1 + 1")).toMatchObject({ ok: true, value: 2 });
}

describe("endless code is stopped at its limit", () => {
  const endless: [string, string][] = [
    ["a loop", "while (true);"],
    ["a loop that catches everything", "for (;;) { try { for (;;); } catch {} finally { continue } }"],
    ["promises without end", "const again = () => Promise.resolve().then(again); await again()"],
    ["a loop in a promise", "await Promise.resolve().then(() => { while (true); })"],
    ["a loop in a timer", "await new Promise(() => setTimeout(() => { while (true); }, 1))"],
    ["a regular expression", "return /^(a+)+$/.test('a'.repeat(40) + '!')"],
    ["a step of the engine itself", "return Array.prototype.indexOf.call({ length: 2 ** 50 }, 1)"],
    ["a loop in toJSON", "return { toJSON() { while (true); } }"],
    [
      "a loop in the thrown value",
      "const e = new Error(); Object.defineProperty(e, 'message', { get() { while (true); } }); throw e",
    ],
    ["an async generator", "for await (const x of (async function* () { for (;;) yield 1; })()) {}"],
  ];
  test.each(endless)("%s", async (_name, code) => {
    const result = await run(code, { limits: { cpuMs: 200 } });
    expect(result).toMatchObject({ ok: false, error: { kind: "timeout" } });
    await worksAgain();
  });

  test("waiting counts only towards wall time", async () => {
    const sleep = (ms: number) => `await new Promise((resolve) => setTimeout(resolve, ${ms})); return 1`;
    expect(await run(sleep(1000), { limits: { cpuMs: 500 } })).toMatchObject({ ok: true, value: 1 });
    expect(await run(sleep(20_000), { limits: { wallMs: 100 } })).toMatchObject({
      error: { kind: "timeout", message: expect.stringContaining("100 ms") },
    });
  });

  test("a fetch that never answers ends with wall time", async () => {
    const fetch = () => new Promise<never>(() => {});
    const result = await run("await fetch('https://h.test')", { limits: { wallMs: 100 }, fetch });
    expect(result).toMatchObject({ error: { kind: "timeout" } });
  });

  test("a promise that nothing can settle ends at once", async () => {
    expect(await run("await new Promise(() => {})")).toMatchObject({
      error: { kind: "timeout", message: expect.stringContaining("can no longer be settled") },
    });
  });
});

describe("code that requests too much memory is stopped", () => {
  const bombs: [string, string][] = [
    ["strings", "const all = []; for (;;) all.push('x'.repeat(1000) + all.length)"],
    ["one long text", "return 'x'.repeat(2 ** 27).length"],
    ["typed arrays", "const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))"],
    ["objects", "let last = {}; for (;;) last = { last, next: [last] }"],
    ["an array of promises", "const all = []; for (;;) all.push(new Promise(() => {}))"],
    [
      "closures in microtasks",
      "const all = []; const f = async () => { all.push(new Array(1000).fill(0)); await null; return f(); }; await f()",
    ],
  ];
  test.each(bombs)("%s", async (_name, code) => {
    const before = process.memoryUsage().rss;
    // Not by its time, so within it.
    const result = await run(code, { limits: { cpuMs: 60_000, wallMs: 150_000 } });
    expect(result).toMatchObject({ ok: false, error: { kind: "memory" } });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
    await worksAgain();
  });

  test("a smaller limit applies too", async () => {
    const code = "const all = []; for (;;) all.push('x'.repeat(1000) + all.length)";
    expect(await run(code, { limits: { memoryMiB: 4 } })).toMatchObject({
      error: { kind: "memory" },
    });
    const fits = "return new Uint8Array(30 << 20).fill(1).length";
    expect(await run(fits)).toMatchObject({ ok: true, value: 30 << 20 });
    expect(await run(fits, { limits: { memoryMiB: 20 } })).toMatchObject({ error: {} });
  });

  test("an input that is too large is rejected before it runs", async () => {
    const globals = { input: "x".repeat(9 * 2 ** 20) };
    expect(await run("return 1", { globals })).toMatchObject({ error: { kind: "memory" } });
    const length = await run("return input.length", { globals: { input: "x".repeat(2 ** 21) } });
    expect(length).toMatchObject({ ok: true, value: 2 ** 21 });
  });

  test("a response that is too large rejects the fetch", async () => {
    const fetch = async () => ({ status: 200, headers: {}, body: "x".repeat(9 * 2 ** 20) });
    const code = "try { await fetch('https://h.test') } catch (error) { return error.message }";
    expect(await run(code, { fetch })).toMatchObject({
      value: expect.stringContaining("too large"),
    });
  });

  test("code that handles a refused allocation continues", async () => {
    const code = "try { new Uint8Array(1 << 30) } catch { return 'caught' }";
    expect(await run(code)).toMatchObject({ ok: true, value: "caught" });
    await worksAgain();
  });
});

describe("deep recursion is an error of the code", () => {
  const deep: [string, string][] = [
    ["functions", "const f = () => f() + 1; f()"],
    ["getters", "const o = { get x() { return this.x } }; o.x"],
    ["callbacks of the engine", "const f = () => [1, 2].sort(f); f()"],
    ["parsing", "JSON.parse('['.repeat(1e5))"],
    ["source text", "eval('('.repeat(1e5))"],
    ["nested values", "let a = []; for (let i = 0; i < 2e4; i++) a = [a]; String(a)"],
    ["proxies", "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x"],
    ["calls into the host", "const f = () => { try { new URL('http://a.b') } finally { f() } }; f()"],
  ];
  test.each(deep)("%s", async (_name, code) => {
    const result = await run(code, { limits: { cpuMs: 60_000, wallMs: 150_000 } });
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "thrown", message: expect.stringContaining("Maximum call stack size exceeded") },
    });
    await worksAgain();
  });

  test("a result nested too deeply is an output error", async () => {
    const nested = (levels: number) => `let a = "]["; for (let i = 0; i < ${levels}; i++) a = [a]; return a`;
    expect(await run(nested(500))).toMatchObject({ ok: true });
    for (const levels of [501, 20_000]) {
      expect(await run(nested(levels))).toMatchObject({
        ok: false,
        error: { message: expect.any(String) },
      });
    }
    await worksAgain();
  });
});

test("a result beyond the limit of bytes is an output error", async () => {
  const limits = { outputBytes: 1000 };
  expect(await run("return 'x'.repeat(998)", { limits })).toMatchObject({ ok: true });
  expect(await run("return 'x'.repeat(999)", { limits })).toMatchObject({
    error: { kind: "output" },
  });
  expect(await run("return 'ü'.repeat(600)", { limits })).toMatchObject({
    error: { kind: "output" },
  });
});

test("the numbers of timers and open requests are limited", async () => {
  const timers = "for (let i = 0; i < 2000; i++) setTimeout(() => {}, 1e6)";
  expect(await run(timers)).toMatchObject({
    error: { message: expect.stringContaining("1000 timers") },
  });
  const requests = "await Promise.all(Array.from({ length: 200 }, () => fetch('https://h.test')))";
  const fetch = () => new Promise<never>(() => {});
  expect(await run(requests, { fetch })).toMatchObject({
    error: { message: expect.stringContaining("100 requests") },
  });
});

describe("the size of a request is limited before it leaves the code's thread", () => {
  const fetch = () => new Promise<never>(() => {});
  const headers = "Object.fromEntries(Array.from({ length: 2000 }, (_, n) => ['h' + n, 'v']))";
  const asked: [string, string, string][] = [
    ["many headers", `await fetch('https://h.test', { headers: ${headers} })`, "too long"],
    ["a long header", "await fetch('https://h.test', { headers: { a: 'x'.repeat(70000) } })", "too long"],
    ["a long address", "await fetch('https://h.test/' + 'x'.repeat(70000))", "too long"],
    [
      "headers that are no headers",
      "Object.fromEntries = () => ({ a: [[[1]]] }); await fetch('https://h.test')",
      "not well-formed",
    ],
    [
      "bodies of several requests",
      "const body = 'x'.repeat(3 << 20); await Promise.all(Array.from({ length: 6 }, () => fetch('https://h.test', { method: 'POST', body })))",
      "at most 16 MiB",
    ],
  ];
  test.each(asked)("%s", async (_name, code, message) => {
    expect(await run(code, { fetch })).toMatchObject({
      error: { kind: "thrown", message: expect.stringContaining(message) },
    });
  });
});
