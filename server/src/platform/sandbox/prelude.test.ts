import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";
import { useTestSandbox } from "./test-sandbox.ts";

const { run, resultOf, errorOf } = useTestSandbox();

describe("scripts can use", () => {
  test("timers run in order and can be stopped", async () => {
    const code = `
      const seen = [];
      setTimeout((x) => seen.push(x), 250, "late");
      setTimeout(() => seen.push("early"), 1);
      clearTimeout(setTimeout(() => seen.push("never"), 5));
      setTimeout(() => { throw new Error("in timer") }, 2);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return seen;`;
    const result = await run(code);
    expect(result).toMatchObject({ ok: true, value: ["early", "late"] });
    expect(result.logs).toEqual(["[error] Uncaught in setTimeout: Error: in timer"]);
  });

  test("URL and URLSearchParams as in the standard", async () => {
    const code = `
      const url = new URL("../b?x=1&y=%20z#h", "https://u:p@example.com:8443/a/c");
      url.searchParams.append("k", "ä&b"); url.hash = "n"; url.port = "443";
      const query = new URLSearchParams({ b: "2", a: "1 +" }); query.sort(); query.set("a", "3"); query.append("a", "4");
      const search = new URL("https://e.test/?q=1"); const params = search.searchParams; search.search = "?q=2";
      return [url.href, url.origin, url.searchParams.get("y"), String(query), query.getAll("a"), [...query.keys()],
        URL.canParse("nope"), JSON.stringify({ url: new URL("http://a.b") }), search.searchParams.get("q")];`;
    expect(await resultOf(code)).toEqual([
      "https://u:p@example.com/b?x=1&y=+z&k=%C3%A4%26b#n",
      "https://example.com",
      " z",
      "a=3&b=2&a=4",
      ["3", "4"],
      ["a", "b", "a"],
      false,
      '{"url":"http://a.b/"}',
      "2",
    ]);
    expect(await errorOf("new URL('nope')")).toMatchObject({ message: "TypeError: Invalid URL." });
  });

  test("text, base64, hashes and ids", async () => {
    const code = `
      const bytes = new TextEncoder().encode("ü😀\\ud800");
      return [Array.from(bytes), new TextDecoder().decode(bytes.subarray(0, 2)), atob(btoa("\\u00ff\\u0000a")),
        hash("sha256", "ü"), hmac("SHA-1", "key", "text"), /^[0-9a-f-]{36}$/.test(crypto.randomUUID())];`;
    expect(await resultOf(code)).toEqual([
      [...new TextEncoder().encode("ü😀\ud800")],
      "ü",
      "\u00ff\u0000a",
      createHash("sha256").update("ü").digest("hex"),
      createHmac("sha1", "key").update("text").digest("hex"),
      true,
    ]);
    expect(await errorOf("btoa('€')")).toMatchObject({ message: expect.stringContaining("utf-8 first") });
    expect(await errorOf("hash('crc', 'x')")).toMatchObject({ message: expect.stringContaining("sha256") });
    const fatal = "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))";
    expect(await errorOf(fatal)).toMatchObject({ message: expect.stringContaining("not valid utf-8") });
  });

  test("structuredClone copies cycles, maps and dates, and refuses functions", async () => {
    const code = `
      const a = { d: new Date(5), m: new Map([["k", { n: 1 }]]), s: new Set([1]), u: new Uint8Array([1, 2]) }; a.self = a;
      const b = structuredClone(a); a.m.get("k").n = 2;
      return [b !== a, b.self === b, b.d.getTime(), b.m.get("k").n, [...b.s], [...b.u]];`;
    expect(await resultOf(code)).toEqual([true, true, 5, 1, [1], [1, 2]]);
    expect(await errorOf("structuredClone({ f() {} })")).toMatchObject({
      message: expect.stringContaining("cannot be cloned"),
    });
  });
});

describe("Blob, File and FormData", () => {
  test("keep bytes, types and names as in the standard", async () => {
    const code = `
      const blob = new Blob(["ü\\ud800", new Uint8Array([255, 0]).subarray(0, 1), new Uint16Array([258]).buffer,
        new Blob(["a"]), 7], { type: "Image/PNG" });
      const file = new File([blob.slice(-2)], "é \\"x\\"", { type: "\\u0001", lastModified: 5 });
      const bytes = await blob.bytes();
      bytes[0] = 0;
      return [[...await blob.bytes()], blob.size, blob.type, blob.slice(1, 3, "a/B").type, await blob.slice(0, 2).text(),
        (await blob.arrayBuffer()) instanceof ArrayBuffer, file instanceof Blob, file.name, file.type, file.lastModified,
        await file.text(), await new Blob(["\\ufeffa"]).text(), new Blob().size, structuredClone(file) === file,
        String(blob), String(file)];`;
    const text = [...new TextEncoder().encode("ü\ufffd")];
    expect(await resultOf(code)).toEqual([
      ...[[...text, 255, 2, 1, 97, 55], 10, "image/png", "a/b", "ü", true, true, 'é "x"', "", 5],
      ...["a7", "a", 0, true, "[object Blob]", "[object File]"],
    ]);
  });

  test("FormData is a list of texts and files", async () => {
    const code = `
      const form = new FormData();
      form.append("a", 1); form.append("b", new Blob(["x"])); form.append("a", null); form.append("c", new File([], "f"), "g");
      form.set("b", new File(["y"], "h.txt")); form.set("d", "2"); form.append("e", "3"); form.delete("e");
      const seen = [];
      form.forEach((value, name) => seen.push([name, value instanceof File ? value.name : value]));
      return [seen, form.get("none"), form.getAll("a"), form.has("d"), [...form.keys()], [...form].length];`;
    expect(await resultOf(code)).toEqual([
      [
        ["a", "1"],
        ["b", "h.txt"],
        ["a", "null"],
        ["c", "g"],
        ["d", "2"],
      ],
      ...[null, ["1", "null"], true, ["a", "b", "a", "c", "d"], 5],
    ]);
  });

  test.each([
    ["new Blob('text')", "list of parts"],
    ["new Blob(null)", "list of parts"],
    ["new File(['x'])", "a name"],
    ["new FormData().append('a')", "a name and a value"],
    ["new FormData().append('a', 'b', 'c')", "can have a file name"],
    ["return new Blob(['x'])", "cannot be written as JSON"],
    ["return [new FormData()]", "cannot be written as JSON"],
  ])("misuse is told: %s", async (code, message) => {
    expect(await errorOf(code)).toMatchObject({ message: expect.stringContaining(message) });
  });

  test("are limited by the memory of the script", async () => {
    const code = "let b = new Blob(['x'.repeat(1e6)]); for (;;) b = new Blob([b, b]);";
    expect(["memory", "thrown"]).toContain((await errorOf(code)).kind);
    expect(await resultOf("return new Blob(['still works']).text()")).toBe("still works");
  });
});

describe("fetch", () => {
  test("requests are passed to the host and responses are returned", async () => {
    const code = `
      const response = await fetch(new URL("/x", "https://api.test"), {
        method: "post", headers: { "X-A": 1 }, body: JSON.stringify({ a: 1 }) });
      const seen = await response.json();
      return [response.ok, response.status, response.headers.get("Content-Type"), seen, await response.text()];`;
    const value = await resultOf(code, {
      fetch: async (request) => ({
        status: 201,
        headers: { "content-type": "text/x" },
        body: JSON.stringify(request),
      }),
    });
    const request = { url: "https://api.test/x", method: "POST", body: '{"a":1}', headers: { "x-a": "1" } };
    expect(value).toEqual([true, 201, "text/x", request, expect.any(String)]);
  });

  test("a request reaches the host with its four fields and nothing that the script adds", async () => {
    const code = `
      Object.prototype.toJSON = function () {
        return "url" in this ? { ...this, timeoutMs: 1e9, redirects: "return" } : this;
      };
      return (await fetch("https://api.test/x")).text();`;
    let seen: object = {};
    const fetch = async (request: object) => {
      seen = request;
      return { status: 200, headers: {}, body: "" };
    };
    await run(code, { fetch });
    expect(Object.keys(seen).sort()).toEqual(["body", "headers", "method", "url"]);
  });

  test("several requests may be open at once, and a refusal by the host rejects", async () => {
    const code = `
      const all = await Promise.allSettled(["a", "bad", "c"].map((path) => fetch("https://h.test/" + path, {
        method: "POST", body: new URLSearchParams({ path }) }).then((r) => r.text())));
      return all.map((one) => one.value ?? String(one.reason));`;
    const value = await resultOf(code, {
      fetch: async ({ url, body, headers }) => {
        if (url.endsWith("bad")) throw new Error("This address may not be called.");
        return { status: 200, headers: {}, body: `${body} ${headers["content-type"]}` };
      },
    });
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    expect(value).toEqual([`path=a ${type}`, "TypeError: This address may not be called.", `path=c ${type}`]);
  });

  test("bytes reach the script and the host unchanged", async () => {
    const code = `
      const read = await (await fetch("https://h.test")).bytes();
      const buffer = await (await fetch("https://h.test")).arrayBuffer();
      const text = await (await fetch("https://h.test/text")).bytes();
      const again = await fetch("https://h.test", { method: "POST", body: new DataView(buffer, 1, 254) });
      return [[...read], buffer instanceof ArrayBuffer, buffer.byteLength, [...text], await again.text()];`;
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    let seen: unknown;
    const value = await resultOf(code, {
      fetch: async ({ url, body }) => {
        seen = body;
        if (url.endsWith("text")) return { status: 200, headers: {}, body: "ü\0" };
        return { status: 200, headers: {}, body: "damaged", binary: all.toString("latin1") };
      },
    });
    expect(value).toEqual([[...all], true, 256, [0xc3, 0xbc, 0], "damaged"]);
    expect(seen).toEqual(new Uint8Array(all.subarray(1, 255)));
  });

  test("rejects with a clear error if the host provides no fetch", async () => {
    expect(await errorOf("await fetch('https://h.test')")).toMatchObject({
      message: "TypeError: fetch is not available here.",
    });
  });

  test("a reply after its run has ended reaches no other run", async () => {
    const alone = createSandbox({ workers: 1 });
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fetch = async () => {
      await late;
      return { status: 200, headers: {}, body: "of the first run" };
    };
    await alone.run({ code: "fetch('https://h.test'); return 1", globals: {}, fetch });
    const second = alone.run({
      code: "return await fetch('https://h.test').then((r) => r.text())",
      globals: {},
      limits: { wallMs: 150 },
      fetch: () => new Promise(() => {}),
    });
    release();
    expect(await second).toMatchObject({ ok: false, error: { kind: "timeout" } });
    await alone.close();
  });
});
