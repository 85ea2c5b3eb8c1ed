import { afterAll, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

async function resultOf(code: string) {
  const result = await sandbox.run({ code, globals: { input: { a: [1] } } });
  return result.ok ? result.value : `${result.error.kind}: ${result.error.message}`;
}

const hostNames = [
  ..."process require module global Buffer Deno Bun WebAssembly Worker SharedWorker importScripts postMessage".split(
    " ",
  ),
  ..."XMLHttpRequest WebSocket EventSource navigator performance Atomics setInterval setImmediate std os".split(
    " ",
  ),
];

test("no host object is reachable by name", async () => {
  const code = `return ${JSON.stringify(hostNames)}.filter((name) => name in globalThis)`;
  expect(await resultOf(code)).toEqual([]);
});

test("constructor chains of all given values end in the guest's own realm", async () => {
  const code = `
    const given = [input, input.a, console.log, fetch, setTimeout, URL, new URL("http://a.b"), hash, crypto, atob,
      structuredClone, new TextEncoder().encode("a"), (() => { try { new URL("x") } catch (e) { return e } })(),
      Object.getOwnPropertyDescriptor(globalThis, "console").value];
    return given.map((value) => {
      const make = value.constructor.constructor;
      return [make === Function, make("return this")() === globalThis, make("return typeof process")()];
    }).filter(([own, same, process]) => !own || !same || process !== "undefined");`;
  expect(await resultOf(code)).toEqual([]);
});

test("stack traces, Error hooks and callers expose no host function", async () => {
  const code = `
    let seen = [];
    Error.prepareStackTrace = (error, frames) => { seen.push(...frames.map((f) => typeof f.getFunction?.())); return "" };
    try { null.x } catch (error) { String(error.stack) }
    const caller = (function f() { try { return f.caller } catch { return undefined } })();
    return [seen.filter((type) => type !== "undefined" && type !== "function"), caller?.constructor === undefined
      || caller.constructor.constructor === Function, typeof arguments];`;
  expect(await resultOf(code)).toEqual([[], true, "object"]);
});

test("modules cannot be imported", async () => {
  for (const name of ["node:fs", "fs", "std", "os", "./worker.ts", "data:text/javascript,export default 1"]) {
    expect(await resultOf(`return (await import(${JSON.stringify(name)})) && "imported"`), name).toMatch(
      /^thrown: /,
    );
  }
});

test("a script that replaces functions used by the prelude harms only itself", async () => {
  const tricks = [
    "JSON.parse = JSON.stringify = () => { throw 1 }; return 1",
    "Promise.prototype.then = () => {}; globalThis.Promise = undefined; return 1",
    "Array.prototype.toJSON = () => ['process']; console.log(1); return new URL('http://a.b').href",
    "Object.prototype.error = { kind: 'x', message: 'y' }; return hash('sha256', 'a')",
    "Map.prototype.get = () => { throw 1 }; setTimeout(() => {}, 1); return 1",
    "Object.defineProperty(Object.prototype, 'value', { set() { throw 1 } }); return 1",
    "for (const name of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[name] } catch {} return 1",
  ];
  for (const trick of tricks) {
    await resultOf(trick);
    expect(await resultOf("return [1, hash('md5', '')]"), trick).toEqual([
      1,
      "d41d8cd98f00b204e9800998ecf8427e",
    ]);
  }
});

test("closing the wrapper early reaches the guest's global scope and nothing else", async () => {
  expect(await resultOf("}), globalThis.x = typeof process, (async function () { return x")).toBe(
    "undefined",
  );
});

test("the worker gets no environment of ours, so nothing can leak", async () => {
  process.env.JUNCTOR_SANDBOX_PROBE = "visible";
  try {
    const code = "return JSON.stringify(Object.getOwnPropertyNames(globalThis)).includes('PROBE')";
    expect(await resultOf(code)).toBe(false);
  } finally {
    delete process.env.JUNCTOR_SANDBOX_PROBE;
  }
});
