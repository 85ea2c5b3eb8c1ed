import { gzipSync } from "node:zlib";
import { createSeededRandom } from "./seeded-random.ts";

/** A 200 response with this body, as JSON unless the headers say otherwise. */
export function answerOf(body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const all = {
    "content-type": "application/json",
    "content-length": String(bytes.length),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : `${name}: ${value}\r\n`));
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`), bytes]);
}

/** Lists nested `levels` deep. */
export const deepLists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
/** Objects nested `levels` deep. */
export const deepObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Responses that violate HTTP. */
export function brokenAnswers(): Map<string, Buffer> {
  const chunked = { "content-length": "", "transfer-encoding": "chunked" };
  return new Map([
    [
      "gzip that is cut off",
      answerOf(gzipSync("x".repeat(5000)).subarray(0, 20), { "content-encoding": "gzip" }),
    ],
    ["no gzip", answerOf('{"a":1}', { "content-encoding": "gzip" })],
    ["shorter than it says", answerOf('{"a":1}', { "content-length": "5000" })],
    ["longer than it says", answerOf('{"a":1}', { "content-length": "3" })],
    ["two lengths", answerOf('{"a":1}', { "content-length": "7\r\ncontent-length: 9" })],
    ["a length that is none", answerOf('{"a":1}', { "content-length": "seven" })],
    ["no length", answerOf('{"a":1}', { "content-length": "" })],
    ["ends within a chunk", answerOf('ff\r\n{"a":1}', chunked)],
    ["a chunk of no length", answerOf("zz\r\n{}\r\n", chunked)],
    ["no HTTP", Buffer.from("SSH-2.0-OpenSSH_9.9\r\n")],
    ["nothing", Buffer.alloc(0)],
    ["a status that is none", Buffer.from("HTTP/1.1 999999 ?\r\n\r\n")],
  ]);
}

/** Valid HTTP responses whose bodies are deep, wide, odd or not JSON. */
export function oddAnswers(): Map<string, Buffer> {
  const names = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, index]));
  const bodies: [string, string | Buffer][] = [
    ["100,000 lists", deepLists(100_000)],
    ["150,000 objects", deepObjects(150_000)],
    ["200 lists", deepLists(200)],
    ["201 lists", deepLists(201)],
    ["90,000 names", JSON.stringify(names)],
    ["100,001 numbers", `[${Array(100_001).fill(1)}]`],
    ["beyond a double", '{"access_token":1e400,"a":[-1e400,1e-400]}'],
    ["400 digits", `{"n":${"7".repeat(400)}}`],
    ["half surrogates and NUL", '{"a\\u0000":"\\ud800","access_token":"\\u0000\\ud800"}'],
    ["one name again and again", `{${Array(5000).fill('"a":1').join()}}`],
    [
      "a list of odd things",
      '[null,{"id":null},{"id":{}},{"id":"\\u0000"},7,[[]],"\\ud800",{"__proto__":1}]',
    ],
    ["__proto__", '{"__proto__":{"access_token":"x"},"constructor":{"prototype":1}}'],
    ["cut off", '{"a":[1,2'],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0xc3, 0x28, 0x22])],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
    ["a byte order mark", '\ufeff{"a":1}'],
    ["nothing in it", ""],
  ];
  return new Map(bodies.map(([name, body]) => [name, answerOf(body)]));
}

/** Random responses; the seed is fixed unless `SEED` sets another. */
export function randomAnswers(count: number): Map<string, Buffer> {
  const seed = Number(process.env.SEED ?? 20_260_105);
  console.log(`seed ${seed}`);
  const random = createSeededRandom(seed);
  return new Map(
    Array.from({ length: count }, (_, index) => [
      `seed ${seed}, answer ${index}`,
      answerOf(strangeJson(random)),
    ]),
  );
}

const PIECES = [
  ...[
    '"\\ud800"',
    '"\\u0000"',
    "1e999",
    "-0",
    "9".repeat(400),
    "1E-999",
    '""',
    "null",
    "true",
    '"🙂"',
    "0.1",
    '"__proto__"',
  ],
  ...[deepLists(150), deepObjects(90), '"\\""', '"\\\\"', '"{[,"', "[]", "{}", " \t\r\n1"],
];

/** JSON of odd parts; in one case of four, one byte is changed. */
function strangeJson(random: () => number): Buffer {
  const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? "0";
  const build = (levels: number): string => {
    const count = Math.floor(random() * 6);
    if (levels === 0 || random() < 0.2) return pick();
    const parts = Array.from({ length: count }, () => build(levels - 1));
    if (random() < 0.5) return `[${parts.join()}]`;
    return `{${parts.map((part) => `${JSON.stringify(String(Math.floor(random() * 3)))}:${part}`).join()}}`;
  };
  const bytes = Buffer.from(build(6));
  if (random() < 0.25) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes;
}
