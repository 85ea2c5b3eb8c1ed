import { describe, expect, test } from "vitest";
import { parseRequestBody, validateStorable } from "./json-body.ts";
import { type ReceivedFile, readReceivedBody } from "./received-body.ts";

const keepFile = ({ name, contentType: type, content }: ReceivedFile) => ({
  file: content.toString("hex"),
  name,
  type,
});
const RULES = { parseJson: parseRequestBody, validate: validateStorable, keepFile };
const read = async (body: string | Buffer, type?: string, disposition?: string) =>
  readReceivedBody(Buffer.from(body), { "content-type": type, "content-disposition": disposition }, RULES);
const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");

describe("a body of a JSON type", () => {
  test("is JSON, whatever the type's suffix, parameters, case and encoding", async () => {
    for (const type of [
      "application/json",
      "Application/JSON ; charset=UTF-8",
      "application/cloudevents+json; charset=utf-8",
      "application/cloudevents-batch+json",
      "application/vnd.api+json",
      'application/hal+json;profile="a;b"',
      "application/ld+json",
      "application/problem+json",
      "text/json",
      "text/x-json+json",
    ])
      expect(await read('[{"n":1}]', type), type).toEqual([{ n: 1 }]);
    expect(await read(bytes("efbbbf 7b7d"), "application/json")).toEqual({});
    expect(await read(Buffer.from('\uFEFF{"é":1}', "utf16le"), "application/json")).toEqual({ é: 1 });
    expect(await read(bytes("22 c1c8c7cdc1 22"), "application/json; charset=windows-1253")).toBe("ΑΘΗΝΑ");
    expect(await read("7", "application/json")).toBe(7);
    expect(await read("null", "application/json")).toBeNull();
  });

  test("is refused with 400 if it is not JSON", async () => {
    for (const type of ["application/json", "application/cloudevents+json; charset=utf-8", "text/json"])
      await expect(read('{"n":', type), type).rejects.toMatchObject({
        kind: "bad_request",
        message: "The request body is not valid JSON.",
      });
    await expect(read('{"__proto__":1}', "application/vnd.api+json")).rejects.toThrow("__proto__");
  });
});

describe("a body of another type, or of none", () => {
  test("is JSON if it is an object or a list", async () => {
    const types = [
      undefined,
      "",
      "text/plain",
      "text/plain; charset=UTF-8",
      "application/octet-stream",
      "json",
    ];
    for (const type of types) {
      expect(await read('{"n": 1}\n', type), type).toEqual({ n: 1 });
      expect(await read(" [1]", type), type).toEqual([1]);
    }
    expect(await read(bytes("efbbbf 7b7d"), undefined)).toEqual({});
  });

  test("is otherwise the text as it was sent", async () => {
    for (const text of ["hello", "00501", '"a"', "{ not json", "[x]", '{"__proto__":1}', "a=1"])
      for (const type of [undefined, "text/plain", "text/csv"]) expect(await read(text, type)).toBe(text);
    expect(await read("a: 1\n", "application/yaml")).toBe("a: 1\n");
  });

  test("is text in its declared encoding", async () => {
    expect(await read(bytes("636166e920a4"), "text/plain; charset=ISO-8859-15")).toBe("café €");
    const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "latin1");
    expect(await read(xml, "application/xml")).toBe('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>');
    expect(await read(xml, "application/soap+xml")).toContain("<a>é</a>");
    expect(await read(bytes("efbbbf 3c612f3e"), "text/xml")).toBe("<a/>");
    await expect(read("a\0b", "text/plain")).rejects.toThrow("NUL");
  });

  test("is a file if it is no text, named by its Content-Disposition", async () => {
    const png = { file: "895000", name: "", type: "image/png" };
    expect(await read(bytes("895000"), "image/png")).toEqual(png);
    expect(await read(bytes("00"))).toEqual({ file: "00", name: "", type: "" });
    const latin = Buffer.from('attachment; filename="é.bin"').toString("latin1");
    for (const [disposition, name] of [
      ['inline; x="; filename=no"; filename="a \\"b\\".png"', 'a "b".png'],
      ["attachment; filename=a.png; filename*=UTF-8''%C3%A9.png", "é.png"],
      [latin, "é.bin"],
    ])
      expect(await read(bytes("00"), "", disposition)).toMatchObject({ name });
  });

  test("is a file if it is declared a medium, whatever its bytes", async () => {
    for (const type of [
      "image/png",
      "Image/JPEG; q=1",
      "audio/mpeg",
      "video/mp4",
      "font/woff2",
      "application/pdf",
    ])
      for (const text of ["%PDF-1.4 ascii", '{"a":1}', " "])
        expect(await read(text, type), type).toEqual({ file: hex(text), name: "", type });
    expect(await read("<svg/>", "image/svg+xml")).toBe("<svg/>");
  });

  test("is nothing only if it is empty", async () => {
    for (const type of [undefined, "application/json", "text/plain", "image/png", "application/vnd.api+json"])
      expect(await read("", type)).toBeUndefined();
    expect(await read(" \r\n", "application/json")).toBeUndefined();
  });
});

describe("a form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const shown = async (body: string | Buffer, type = FORM) =>
    JSON.parse(JSON.stringify(await read(body, type)));

  test("is an object, with nested members and lists of repeated names", async () => {
    expect(await shown("a=1&b[c]=x+y&b[d][]=1&b[d][]=2&t=1&t=2&t=3&e=&f")).toEqual({
      a: "1",
      b: { c: "x y", d: { 0: "1", 1: "2" } },
      t: ["1", "2", "3"],
      e: "",
      f: "",
    });
  });

  test("loses nothing where names contradict each other or are nested deeply", async () => {
    expect(await shown("a=1&a[b]=2")).toEqual({ a: "1", "a[b]": "2" });
    const deep = `a${"[b]".repeat(9)}`;
    expect(await shown(`${deep}=1`)).toEqual({ [deep]: "1" });
  });

  test("is read in the encoding that it declares", async () => {
    expect(await shown("n=%E9+%80", `${FORM}; charset=windows-1252`)).toEqual({ n: "é €" });
    expect(await shown(bytes("6e3d e9"), `${FORM};charset=ISO-8859-1`)).toEqual({ n: "é" });
    expect(await shown("n=%FE%FFa", `${FORM}; charset="iso-8859-1"`)).toEqual({ n: "þÿa" });
    expect(await shown("n=%C3%A9", `${FORM}; charset=UTF-8`)).toEqual({ n: "é" });
    expect(await shown("first=Andr%E9&charset=windows-1252")).toEqual({
      first: "André",
      charset: "windows-1252",
    });
    expect(await shown("n=%82%A0&_charset_=Shift_JIS")).toEqual({ n: "あ", _charset_: "Shift_JIS" });
    // What is valid UTF-8 is not read otherwise because of a member that happens to have this name.
    expect(await shown("n=%C3%A9&charset=windows-1252")).toEqual({ n: "é", charset: "windows-1252" });
  });

  test("is refused with 400 if it cannot be stored or has too many members", async () => {
    await expect(read("a=%00", FORM)).rejects.toThrow("NUL");
    await expect(read("__proto__[a]=1", FORM)).rejects.toThrow('"__proto__"');
    await expect(read(`a=1${"&b=1".repeat(1000)}`, FORM)).rejects.toThrow("at most 1000 members");
  });

  const part = (head: string, body: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const form = (...parts: string[]) =>
    shown(Buffer.from(`${parts.join("")}--x--\r\n`, "latin1"), "multipart/form-data; boundary=x");
  const file = (name: string, text: string, type: string) => ({ file: hex(text), name, type });

  test("of parts has texts and files", async () => {
    expect(
      await form(
        part('name="subject"', "\xc3\xa9"),
        part('name="old"\r\ncontent-type: text/plain; charset=iso-8859-1', "\xe9"),
        part('name="f"; filename="a.txt"\r\ncontent-type: text/csv', "hi"),
        part('name="f"; filename="b"', "hi"),
        part('name="f"; filename="c"', "\xff"),
      ),
    ).toEqual({
      subject: "é",
      old: "é",
      f: [
        file("a.txt", "hi", "text/csv"),
        file("b", "hi", "text/plain"),
        file("c", "\xff", "application/octet-stream"),
      ],
    });
    // An input without a chosen file, an empty file, and bytes that nobody named.
    expect(
      await form(
        part('name="none"; filename=""\r\ncontent-type: application/octet-stream', ""),
        part('name="empty"; filename="e.txt"', ""),
        part('name="bytes"\r\ncontent-type: text', "\xff\0"),
      ),
    ).toEqual({
      none: null,
      empty: file("e.txt", "", "text/plain"),
      bytes: file("", "\xff\0", "text"),
    });
    await expect(read("a", "multipart/form-data")).rejects.toMatchObject({ kind: "bad_request" });
  });

  test("of parts names the encoding of its texts by `_charset_`", async () => {
    expect(
      await form(
        part('name="a"', "\xe9"),
        part('name="b"\r\ncontent-type: text/plain', "\xe9"),
        part('name="c"', "\xc3\xa9"),
        part('name="d"\r\ncontent-type: text/plain; charset=windows-1251', "\xe9"),
        part('name="e"; filename=""', "\xe9"),
        part('name="f"\r\ncontent-type: image/png', "\xe9"),
        part('name="_charset_"', "windows-1252"),
      ),
    ).toEqual({
      a: "é",
      b: "é",
      c: "é",
      d: "й",
      e: file("", "\xe9", "application/octet-stream"),
      f: file("", "\xe9", "image/png"),
      _charset_: "windows-1252",
    });
    expect(await form(part('name="_charset_"', "none-such"), part('name="a"', "\xe9"))).toMatchObject({
      a: "\uFFFD",
    });
    // What is no label counts as none, however long it is.
    const one = part('name="a"', "\xff");
    const bytes = file("", "\xff", "application/octet-stream");
    for (const label of ['x"; charset=windows-1252', "", "x".repeat(900_000)]) {
      const { a } = await form(part('name="_charset_"', label), one.repeat(900));
      expect(a).toEqual(Array.from({ length: 900 }, () => bytes));
    }
  });

  test("of parts is limited by all that becomes data", async () => {
    const many = (head: string) => form(...Array.from({ length: 70 }, (_, n) => part(`${head}${n}`, "")));
    const latin1 = Array.from({ length: 900 }, () => part('name="a"', "\xe9".repeat(1150)));
    expect(await form(part('name="_charset_"', "windows-1252"), ...latin1)).toBeTruthy();
    const long = "x".repeat(15_900);
    expect(await form(part(`name="${long}"; filename="a"`, "y".repeat(2_000_000)))).toBeTruthy();
    for (const head of [
      `name="${long}"; n=`,
      `name="a"; filename="${long}"; n=`,
      `name="a"; filename="a"\r\ncontent-type: a/${long}`,
    ])
      await expect(many(head)).rejects.toMatchObject({ kind: "payload_too_large" });
  });
});
