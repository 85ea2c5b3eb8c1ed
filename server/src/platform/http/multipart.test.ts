import { expect, test } from "vitest";
import { createFormParser, type FormEvent, parseMultipart } from "./multipart.ts";

const parse = (text: string, boundary = "x") =>
  parseMultipart(Buffer.from(text, "latin1"), `multipart/form-data; boundary=${boundary}`);
const part = (head: string, body = "hi") =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const names = (head: string) => {
  const [{ name, fileName } = {}] = parse(`${part(head)}--x--`);
  return [name, fileName];
};

test("a form that Node writes is read as it was", async () => {
  const form = new FormData();
  const content = Buffer.from("\r\n--x\r\n\r\n--\xff\0", "latin1");
  form.append('é "1"', "text");
  form.append("f", new File([content], 'é "x"\r\n.bin', { type: "image/png" }));
  const sent = new Response(form);
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(parseMultipart(bytes, sent.headers.get("content-type") ?? "")).toEqual([
    { name: 'é "1"', fileName: undefined, contentType: undefined, content: Buffer.from("text") },
    { name: "f", fileName: 'é "x"\r\n.bin', contentType: "image/png", content },
  ]);
});

test("names are read as senders write them", () => {
  expect(names("name=f; filename=a.txt")).toEqual(["f", "a.txt"]);
  expect(names('filename="; name=no"; name="f"')).toEqual(["f", "; name=no"]);
  expect(names('name="f"; filename="a\\"b\\\\.txt"')).toEqual(["f", 'a"b\\.txt']);
  expect(names('name="f"; filename="a%22b%41.txt"')).toEqual(["f", 'a"b%41.txt']);
  expect(names('name="f"; filename="\xc3\xa9"')).toEqual(["f", "é"]);
  expect(names('name="f"; filename="a"; FileName*=UTF-8\'\'%C3%A9')).toEqual(["f", "é"]);
  expect(names('name="f"; filename="a"; filename*=UTF-8\'\'%E9')).toEqual(["f", "a"]);
  expect(names('name="f";\r\n filename="a"')).toEqual(["f", "a"]);
  expect(names('name=""')).toEqual(["", undefined]);
});

test("only a whole line is a delimiter", () => {
  const body = "--xy\r\n--x y\r\n--x-\r\n";
  expect(
    parse(`before\r\n${part('name="a"', body)}--x--after`).map(({ content }) => content.toString()),
  ).toEqual([body]);
  expect(parse("--x--")).toEqual([]);
  expect(parse(`${part('name="a"').replaceAll("--x", "--x \t")}--x--`)).toHaveLength(1);
  expect(
    parse(
      "--x\r\nContent-Transfer-Encoding: BASE64\r\nContent-Disposition: form-data; name=a\r\n\r\naGk=\r\n--x--",
    ),
  ).toMatchObject([{ content: Buffer.from("hi") }]);
  expect(parse(`${part('name="a"').replace("--x", "--a b")}--a b--`, '"a b"')).toHaveLength(1);
});

test("a form may have 1000 lines that only begin like its boundary", () => {
  const lines = (count: number) => parse(`${part('name="a"', "\r\n--xy".repeat(count))}--x--`);
  expect(lines(1000)).toHaveLength(1);
  expect(() => lines(1001)).toThrow("not a valid multipart form");
});

test("a boundary may have any bytes", () => {
  expect(parse(`${part('name="a"').replace("--x", "--\xe9")}--\xe9--`, "\xe9")).toHaveLength(1);
});

test("a broken or cut off form is refused", () => {
  const broken = [
    "",
    "--y",
    part('name="a"'),
    `${part('name="a"')}--x`,
    "--x\r\n--x--",
    "--x\r\n\r\nhi\r\n--x--",
    "--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--",
    `${part('filename="a"')}--x--`,
    `${part('name="a"').replace("form-data", "attachment")}--x--`,
    `${part(`name="a"; filename="${"a".repeat(17_000)}"`)}--x--`,
  ];
  for (const text of broken)
    expect(() => parse(text), JSON.stringify(text.slice(0, 60))).toThrow("not a valid multipart form");
  expect(() => parse(`${part('name="a"').repeat(1001)}--x--`)).toThrow("at most 1000 members");
  expect(() => parseMultipart(Buffer.from("--x--"), "multipart/form-data")).toThrow("not a valid");
});

test("hostile forms are read in linear time", () => {
  const bytes = 1_000_000;
  const forms = ["\r\n--x", "\r\n--x ", "\r\n", "--x\r\n"].map((text) => text.repeat(bytes / text.length));
  const started = performance.now();
  for (const text of forms) expect(() => parse(`--x\r\n${text}`)).toThrow();
  expect(performance.now() - started).toBeLessThan(5000);
});

test("a form that arrives in pieces is read like a whole one, wherever it is cut", () => {
  const text = `before\r\n${part('name="a"; filename="a.bin"', "\r\n--xy\r\n--x-\r\n\0")}${part('name="b"', "")}${part(
    'name="c"\r\nContent-Transfer-Encoding: base64',
    "aGVs\r\nbG8",
  )}--x--after`;
  const bytes = Buffer.from(text, "latin1");
  const whole = parse(text);
  expect(whole.map(({ content }) => content.toString("latin1"))).toEqual([
    "\r\n--xy\r\n--x-\r\n\0",
    "",
    "hello",
  ]);
  const readIn = (chunkBytes: number) => {
    const parser = createFormParser("multipart/form-data; boundary=x");
    const events: FormEvent[] = [];
    for (let at = 0; at < bytes.length; at += chunkBytes)
      events.push(...parser.push(bytes.subarray(at, at + chunkBytes)));
    events.push(...parser.end());
    const parts: { content: string }[] = [];
    for (const event of events)
      if (event.kind === "begin") parts.push({ ...event.head, content: "" });
      else if (event.kind === "bytes")
        for (const last of parts.slice(-1)) last.content += event.bytes.toString("latin1");
    expect(events.filter(({ kind }) => kind === "end")).toHaveLength(parts.length);
    return parts;
  };
  const meant = whole.map((one) => ({ ...one, content: one.content.toString("latin1") }));
  for (let chunkBytes = 1; chunkBytes <= bytes.length; chunkBytes++)
    expect(readIn(chunkBytes), `by ${chunkBytes}`).toEqual(meant);
});

test("of a form that arrives in pieces, all but the last bytes are passed on at once", () => {
  const parser = createFormParser("multipart/form-data; boundary=x");
  parser.push(Buffer.from(part('name="a"').slice(0, -4)));
  const events = parser.push(Buffer.alloc(100_000, "a"));
  const passed = events.reduce((sum, event) => sum + (event.kind === "bytes" ? event.bytes.length : 0), 0);
  expect(passed).toBeGreaterThan(99_900);
});
