import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const ACCOUNT = "/api/v2/public/linked-account";
const MEGABYTE = 1024 * 1024;

let server: SpecServer;
let key: string;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
  await server.account("acme");
});
afterAll(() => server.close());

const put = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  server.call({ method: "PUT", path: ACCOUNT, key, raw, headers });
const stored = async (id: string) => (await server.call({ path: `${ACCOUNT}/${id}`, key })).status === 200;

describe("bad input: a body of", () => {
  test.each([
    ["half a document", '{"linked_account_id":"bad"'],
    ["two documents", '{"linked_account_id":"bad"}{}'],
    ["single quotes", "{'linked_account_id':'bad'}"],
    ["a trailing comma", '{"linked_account_id":"bad",}'],
    ["a comment", '{"linked_account_id":"bad"/**/}'],
    ["NaN", '{"linked_account_id":"bad","udf":{"a":NaN}}'],
    ["a number beyond doubles", '{"linked_account_id":"bad","udf":{"a":1e999}}'],
    ["a NUL in a value", '{"linked_account_id":"bad","name":"a\\u0000b"}'],
    ["a NUL in a key", '{"linked_account_id":"bad","udf":{"a\\u0000":1}}'],
    ["a raw control character", '{"linked_account_id":"bad","name":"a\u0001b"}'],
    ["half a surrogate pair", '{"linked_account_id":"bad","name":"\\ud83d"}'],
    ["__proto__", '{"linked_account_id":"bad","__proto__":{"name":"x"}}'],
    ["__proto__ inside", '{"linked_account_id":"bad","udf":{"__proto__":1}}'],
    ["constructor.prototype", '{"linked_account_id":"bad","constructor":{"prototype":{"a":1}}}'],
    ["deep nesting", `{"linked_account_id":"bad","x":${"[".repeat(9000)}${"]".repeat(9000)}}`],
    ["an array", '[{"linked_account_id":"bad"}]'],
    ["a text", '"bad"'],
    ["null", "null"],
    ["nothing", ""],
    ["blanks", "  \n"],
  ])("%s is a 400, nothing stored", async (_what, raw) => {
    expect((await put(raw)).status).toBe(400);
    expect(await stored("bad")).toBe(false);
  });
});

test("bad input: bytes that are not UTF-8 do not make a 5xx", async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"linked_account_id":"bytes-'),
    Buffer.from([0xff, 0xc3, 0x28]),
    Buffer.from('"}'),
  ]);
  expect([200, 400]).toContain((await put(bytes)).status);
});

test("bad input: a byte order mark before the JSON does not make a 5xx", async () => {
  expect([200, 400]).toContain((await put('\ufeff{"linked_account_id":"marked"}')).status);
});

test.each([
  ["text/plain", 415],
  ["application/xml", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/jsonx", 415],
  ["nonsense", 415],
  ["", 415],
])("bad input: the content type %j is a %i, nothing stored", async (type, status) => {
  const reply = await put('{"linked_account_id":"untyped"}', { "content-type": type });
  expect(reply.status).toBe(status);
  expect(await stored("untyped")).toBe(false);
});

test("bad input: a body of exactly 1 MB is accepted, one byte more is a 413, nothing stored", async () => {
  const body = (bytes: number, id: string) => {
    const empty = JSON.stringify({ linked_account_id: id, ignored: "" });
    return JSON.stringify({ linked_account_id: id, ignored: "x".repeat(bytes - empty.length) });
  };
  expect((await put(body(MEGABYTE, "whole"))).status).toBe(200);
  const reply = await put(body(MEGABYTE + 1, "over"));
  expect(reply).toMatchObject({ status: 413, body: { error_code: "PAYLOAD_TOO_LARGE" } });
  expect(await stored("over")).toBe(false);
});

test("bad input: a body without a length that grows beyond 1 MB is a 413 as well", async () => {
  const path = `${server.url}${ACCOUNT}`;
  const chunk = new TextEncoder().encode("x".repeat(300_000));
  let sent = 0;
  const body = new ReadableStream({
    pull: (stream) => {
      sent += 1;
      if (sent > 5) stream.close();
      else stream.enqueue(chunk);
    },
  });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const reply = await fetch(path, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
  expect(reply.status).toBe(413);
  expect(await reply.json()).toMatchObject({ status_code: 413, error_code: "PAYLOAD_TOO_LARGE" });
});

test("bad input: a body is rejected for its credential before it is read", async () => {
  const reply = await server.call({
    method: "PUT",
    path: ACCOUNT,
    raw: "{",
    headers: { "x-api-key": "tk_no" },
  });
  expect(reply.status).toBe(401);
});

test.each([
  "linked_account_id=a&linked_account_id=b",
  "linked_account_id[]=a",
  "linked_account_id=%00",
  "%=%",
])("bad input: the query %s is a 400", async (query) => {
  expect((await server.call({ path: `/api/v2/public/application?${query}`, key })).status).toBe(400);
});

test.each(["nobody", "acme'--", "__proto__", "x".repeat(5000), "%00", "a b", "\u00e9"])(
  "bad input: the header linked_account_id: %s is a 400",
  async (account) => {
    expect((await server.call({ path: "/api/v2/public/application", key, account })).status).toBe(400);
  },
);

test("bad input: invalid HTTP gets a 400 with the JSON error", async () => {
  const { hostname, port } = new URL(server.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write("HELLO\r\n\r\n"));
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toContain("400");
  expect(JSON.parse(body)).toMatchObject({ status_code: 400, request_id: expect.any(String) });
});

test("bad input: 255 characters are the longest id, in any script", async () => {
  const send = (id: string) => put(JSON.stringify({ linked_account_id: id }));
  expect((await send("é".repeat(255))).status).toBe(200);
  expect((await send("x".repeat(256))).status).toBe(400);
  const { body } = await server.call({ path: `${ACCOUNT}/${encodeURIComponent("é".repeat(255))}`, key });
  expect(body.account_id).toHaveLength(255);
});

test("bad input: names of prototype members are plain data in fields and ids", async () => {
  const udf = { constructor: 1, toString: "x", hasOwnProperty: true, prototype: null };
  const body = { linked_account_id: "prototype", udf };
  const { udf: shown } = await expectOk(server.call({ method: "PUT", path: ACCOUNT, key, body }));
  const entries = shown.map(({ key_name, key_value }: Record<string, unknown>) => [key_name, key_value]);
  expect(Object.fromEntries(entries)).toEqual(udf);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("bad input: the server still answers after all this", async () => {
  expect((await server.call({ path: "/health/ready" })).body).toMatchObject({ status: "ok" });
});
