// Memory faults that engines of this family had: each case reaches for memory that is not its own, after another guest
// has left its texts there.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import serverPackage from "../../../package.json" with { type: "json" };
import { engineFile } from "./engine.ts";
import { openGuestRoom } from "./guest.ts";
import { useTestSandbox } from "./test-sandbox.ts";

const { run, resultOf } = useTestSandbox();

/** Fills the memory with texts that begin with these letters, which the attacking code does not spell. */
const leaveTexts = `const all = []; for (let n = 0; n < 20_000; n++) all.push("SALT" + n + "of the guest before"); return all.length`;
const fillHeap = "globalThis.own = []; for (let n = 0; n < 5000; n++) own.push(['own', n]);";
/** A constructor whose prototype is asked for in the middle of constructing. */
const meddling = (meddle: string) =>
  `const meddling = (function () {}).bind(); Object.defineProperty(meddling, "prototype", { get() { ${meddle}; return Uint8Array.prototype } });`;
const resizable =
  "const buffer = new ArrayBuffer(65536, { maxByteLength: 131072 }); const view = new Uint8Array(buffer);";

/** Each gives what V8 gives, or refuses, or else what is said here. */
const cases: [name: string, code: string, otherwise?: string][] = [
  [
    "a typed array of a buffer that shrinks meanwhile",
    `${resizable} ${meddling("buffer.resize(0)")} return bytes(Reflect.construct(Uint8Array, [buffer], meddling))`,
  ],
  [
    "a typed array of a length in a buffer that shrinks meanwhile",
    `${resizable} ${meddling(`buffer.resize(0); ${fillHeap}`)} return bytes(Reflect.construct(Uint8Array, [buffer, 0, 65536], meddling))`,
  ],
  [
    "a typed array of a part of a buffer that shrinks meanwhile",
    `${resizable} ${meddling("buffer.resize(16)")} return bytes(Reflect.construct(Uint8Array, [buffer, 8, 60000], meddling))`,
  ],
  [
    "a typed array of a view whose buffer shrinks meanwhile",
    `${resizable} ${meddling(`buffer.resize(0); ${fillHeap}`)} return bytes(Reflect.construct(Uint8Array, [view], meddling))`,
    "RangeError",
  ],
  [
    "a typed array of a buffer that is transferred meanwhile",
    `${resizable} ${meddling("buffer.transfer()")} return bytes(Reflect.construct(Uint8Array, [buffer, 0, 100], meddling))`,
  ],
  [
    "with() while the buffer shrinks",
    `${resizable} return bytes(view.with(0, { valueOf() { buffer.resize(16); ${fillHeap} return 7 } }))`,
  ],
  [
    "with() while the buffer goes away",
    `${resizable} return bytes(view.with(0, { valueOf() { buffer.transfer(); return 7 } }))`,
    "TypeError",
  ],
  [
    "with() at an index that shrinks the buffer",
    `${resizable} return bytes(view.with({ valueOf() { buffer.resize(8); return 60000 } }, 7))`,
  ],
  [
    "slices of a buffer that its species shrinks",
    `${resizable} buffer.constructor = { [Symbol.species]: function (length) { buffer.resize(100); return new ArrayBuffer(length) } }; return bytes(new Uint8Array(buffer.slice(500, 65000)))`,
    "TypeError",
  ],
  [
    "slices of a view that its species shrinks",
    `${resizable} view.constructor = { [Symbol.species]: function (length) { buffer.resize(8); return new Uint8Array(length) } }; return bytes(view.slice(0, 60000))`,
  ],
  [
    "fill() while the buffer shrinks",
    `${resizable} view.fill({ valueOf() { buffer.resize(8); ${fillHeap} return 65 } }, 0, 65536); return [own.length, own[4999], bytes(view)]`,
  ],
  [
    "copyWithin() while the buffer shrinks",
    `${resizable} view.copyWithin({ valueOf() { buffer.resize(4096); ${fillHeap} return 0 } }, 60, 65000); return [own[4999], bytes(view)]`,
  ],
  [
    "set() while the buffer shrinks",
    `${resizable} view.set({ length: 60000, get 0() { buffer.resize(8); ${fillHeap} return 1 } }); return [own[4999], bytes(view)]`,
  ],
  [
    "at() and indexOf() while the buffer shrinks",
    `${resizable} return [view.indexOf(1, { valueOf() { buffer.resize(8); return 0 } }), view.at({ valueOf() { buffer.resize(0); return 7 } }) ?? null]`,
  ],
  [
    "join() while the buffer shrinks",
    `${resizable} return view.join({ toString() { buffer.resize(2); return "" } }).length`,
  ],
  [
    "subarray() while the buffer shrinks",
    `${resizable} return bytes(view.subarray({ valueOf() { buffer.resize(8); return 0 } }, 60000))`,
  ],
  [
    "a DataView of a buffer that shrinks meanwhile",
    `${resizable} const data = new DataView(buffer); return data.getUint8({ valueOf() { buffer.resize(8); return 60000 } })`,
  ],
  [
    "writing by a DataView while the buffer shrinks",
    `${resizable} const data = new DataView(buffer); return data.setUint32(60000, { valueOf() { buffer.resize(8); ${fillHeap} return 1 } })`,
  ],
  [
    "growing by transfer",
    `${resizable} view.fill(1); buffer.resize(16); return bytes(new Uint8Array(buffer.transfer(65536)))`,
  ],
  [
    "new bytes of a buffer that grows again",
    `${resizable} view.fill(1); buffer.resize(16); ${fillHeap} buffer.resize(131072); return bytes(view)`,
  ],
  [
    "arrays that shrink while they are copied",
    "const list = Array.from({ length: 5000 }, (_, n) => n); Object.defineProperty(list, 1, { get() { list.length = 0; return 7 } }); const copies = [list.toReversed(), list.toSpliced(0, 0), list.toSorted(), list.with(2, 1), list.slice(), list.concat([1])]; return copies.map((copy) => [copy.length, JSON.stringify(copy).length])",
  ],
  [
    "an array that loses its elements while it is sorted",
    "const list = Array.from({ length: 600 }, (_, n) => ({ n: 600 - n })); let count = 0; list.sort((a, b) => { if (++count === 50) list.length = 0; return a.n - b.n }); return [list.length, list[0]?.n ?? null]",
  ],
  [
    "elements that were deleted",
    "const list = [{ x: 0 }, { x: 1 }]; delete list[1]; list.push({ y: 2 }); return [list.length, 1 in list, list[1] ?? null, list[2].y]",
  ],
  [
    "arrays that were made longer",
    "const kept = []; for (let n = 0; n < 2000; n++) { const list = [n]; list.length = 245; list.push({ n }); kept.push(list) } const more = Array.from({ length: 50_000 }, (_, n) => ({ n })); return [more.length, kept.every((list, n) => list.length === 246 && list[0] === n && list[245].n === n && !(1 in list))]",
  ],
  [
    "an array of nearly 2^31 elements",
    "const list = [1, 2, 3]; list.length = 0x7fffffff; return [list.push(4), list[0x7fffffff]]",
  ],
  [
    "arguments that are mapped",
    "function f(a) { const kept = arguments; for (let n = 0; n < 20_000; n++) ({ n, kept }); a = { a: 2 }; return [kept[0].a, kept.length] } return f({ a: 1 })",
  ],
  [
    "a closure of a coroutine that never goes on",
    "let leaked; (async () => { const d = { text: 'kept' }; leaked = () => d; await new Promise(() => {}) })(); for (let n = 0; n < 50_000; n++) ({ n, self: [n] }); return leaked().text",
  ],
  [
    "classes of sets that change while they are read",
    "const set = new Set([1, 2, 3]); const other = { size: 3, has: () => { set.clear(); return true }, keys: () => [1].values() }; return [[...set.intersection(other)], set.size]",
  ],
  [
    "maps that are cleared while they are read",
    "const map = new Map(Array.from({ length: 500 }, (_, n) => [n, { n }])); let seen = 0; map.forEach((value) => { seen += value.n; map.clear(); map.set(1, { n: 1 }); if (seen > 3) map.clear() }); return [seen, map.size]",
  ],
  [
    "regular expressions with sets",
    "try { return new RegExp('[', 'v').source } catch (error) { return error.name }",
  ],
  [
    "escaped text that was put together",
    "const half = 'a.b-c|d'.repeat(4000); return RegExp.escape(half + half).length",
  ],
  [
    "a regular expression that changes while it is used",
    "const re = /a(b)?/g; Object.defineProperty(re, 'flags', { get() { re.compile('((((x))))', 'g'); return 'g' } }); return 'abab'.replace(re, '[$1]')",
    "abab",
  ],
  [
    "what is disposed while it disposes",
    "const stack = new DisposableStack(); stack.adopt({}, () => { for (let n = 0; n < 50_000; n++) [n] }); stack.use({ [Symbol.dispose]() { stack.disposed } }); stack.dispose(); return stack.disposed",
  ],
  [
    "proxies that answer with too many keys",
    "const proxy = new Proxy({}, { ownKeys: () => Array.from({ length: 2000 }, (_, n) => 'k' + n), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }); return Object.keys({ ...proxy }).length",
  ],
];

const prelude = `const bytes = (list) => {
  let sum = 0; let text = ""; for (const byte of list) { sum += byte; text += String.fromCharCode(byte) }
  if (/SA[L]T|guest before/.test(text)) throw new Error("read: " + text.slice(0, 200));
  return [list.length, sum];
};`;

/** What V8 makes of it, an exception as its name. */
function expected(code: string): unknown {
  const wrapped = `JSON.stringify((() => { try { return (() => { ${prelude} ${code} })() } catch (error) { return error.name } })())`;
  return JSON.parse(runInNewContext(wrapped, { structuredClone }));
}

describe("no foreign memory can be read through", () => {
  test.each(cases)("%s", async (_name, code, otherwise) => {
    await run(leaveTexts);
    const caught = `try { return (() => { ${prelude} ${code} })() } catch (error) { return error.name }`;
    expect(await resultOf(caught)).toEqual(otherwise ?? expected(code));
  });
});

test("sorting while the buffer shrinks adds no foreign values", async () => {
  const code = `const found = new Set();
    for (let at = 1; at < 2400; at += 23) {
      const buffer = new ArrayBuffer(256, { maxByteLength: 2560 });
      const view = new Uint8Array(buffer).fill(3);
      let count = 0;
      view.sort((a, b) => { if (++count === at) buffer.resize(10); return (a % 3) - (b % 3) || 1 });
      for (const byte of view) found.add(byte);
    }
    return [...found];`;
  await run(leaveTexts);
  expect(await resultOf(code)).toEqual([3]);
});

test("the engine's version is the documented and tested one", () => {
  const docs = readFileSync(new URL("../../../../docs/self-hosting.md", import.meta.url), "utf8");
  const [, version, engine, hash] =
    /`quickjs-wasi` (\S+), which contains QuickJS-ng (\S+) \(SHA-256 of its WebAssembly: `(\w+)`\)/.exec(
      docs,
    ) ?? [];
  const { vm } = openGuestRoom().engine;
  const memory = Buffer.from(vm.memory.buffer);
  const address = vm.qjs_get_quickjs_version();
  expect(memory.toString("latin1", address, memory.indexOf(0, address))).toBe(engine);
  expect(serverPackage.dependencies["quickjs-wasi"]).toBe(version);
  expect(createHash("sha256").update(readFileSync(engineFile)).digest("hex")).toBe(hash);
});
