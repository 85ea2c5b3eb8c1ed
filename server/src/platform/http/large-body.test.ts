import { expect, test } from "vitest";
import { validateStorable } from "./json-body.ts";
import { readLargeBody } from "./large-body.ts";

const MIB = 2 ** 20;

interface Written {
  readonly chunks: Buffer[];
  readonly mostInMemory: number;
  isAborted: boolean;
}

/** Reads a body in pieces; files of more than `mostInMemory` bytes become `{ large: size }`. */
async function read(body: Buffer | FormData, type?: string) {
  const sent = new Response(body instanceof FormData ? body : new Uint8Array(body));
  const contentType = type ?? sent.headers.get("content-type") ?? undefined;
  const bytes = Buffer.from(await sent.arrayBuffer());
  const written: Written[] = [];
  const value = await readLargeBody<{ large: number }>(
    cut(bytes),
    { "content-type": contentType, "content-disposition": "attachment; filename=sent.bin" },
    {
      validate: validateStorable,
      keepFile: ({ name, contentType: kept, content }) => ({
        name,
        kept,
        ...(Buffer.isBuffer(content) ? { small: content.length } : { large: content.large }),
      }),
      createWriter: (mostInMemory) => {
        const one: Written = { chunks: [], mostInMemory, isAborted: false };
        written.push(one);
        return {
          write: async (chunk) => void one.chunks.push(chunk),
          end: async () => {
            const all = Buffer.concat(one.chunks);
            return all.length > mostInMemory ? { large: all.length } : all;
          },
          abort: async () => {
            one.isAborted = true;
          },
        };
      },
    },
  ).catch((error: Error) => error.message);
  return { value, written };
}

async function* cut(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
}

const NOISE = Buffer.alloc(1.5 * MIB, 0xff);
const TEXT = Buffer.from("é".repeat(MIB));
const TOO_LARGE = "The request body is larger than 1 MB without its files.";

test("a body is a file by its type, or by its bytes as a whole", async () => {
  const large = NOISE.length;
  expect((await read(NOISE, "application/x-thing")).value).toEqual({
    name: "sent.bin",
    kept: "application/x-thing",
    large,
  });
  expect((await read(TEXT, "image/png")).value).toMatchObject({ large: TEXT.length });
  expect((await read(Buffer.concat([TEXT, Buffer.of(0)]), "")).value).toMatchObject({
    large: TEXT.length + 1,
  });
  expect((await read(Buffer.concat([TEXT, Buffer.of(0xc3)]), "")).value).toMatchObject({
    large: TEXT.length + 1,
  });
});

test("data does not get larger by being sent as something else", async () => {
  for (const [body, type] of [
    [TEXT, ""],
    [TEXT, "application/x-thing"],
    [NOISE, "text/csv"],
    [NOISE, "application/xml"],
    [NOISE, "application/x-thing; charset=latin1"],
    [NOISE, "application/json"],
    [NOISE, "application/vnd.api+json"],
    [NOISE, "application/x-www-form-urlencoded"],
  ] as const) {
    const { value, written } = await read(body, type);
    expect(value, type).toBe(TOO_LARGE);
    expect(written.every(({ isAborted }) => isAborted)).toBe(true);
  }
});

test("parts of a form are files, small and large ones, or texts", async () => {
  const form = new FormData();
  form.append("title", "é");
  form.append("small", new File(["a"], "a.txt", { type: "text/plain" }));
  form.append("large", new File([TEXT], "b.txt", { type: "" }));
  form.append("after", "text");
  expect((await read(form)).value).toEqual({
    title: "é",
    small: { name: "a.txt", kept: "text/plain", small: 1 },
    large: { name: "b.txt", kept: "application/octet-stream", large: TEXT.length },
    after: "text",
  });
});

test("a text of a form is not larger than other data", async () => {
  const form = new FormData();
  form.append("file", new File([NOISE], "a.bin"));
  form.append("text", TEXT.toString());
  expect((await read(form)).value).toBe(TOO_LARGE);
});

test("many small files of a form do not fill the memory", async () => {
  const form = new FormData();
  for (let n = 0; n < 8; n++) form.append("file", new File([Buffer.alloc(MIB - 10)], "a.bin"));
  const { written, value } = await read(form);
  expect(written.map(({ mostInMemory }) => mostInMemory)).toEqual([MIB, MIB, MIB, MIB, 40, 40, 40, 40]);
  expect((value as { file: { small?: number; large?: number }[] }).file.map(({ small }) => small)).toEqual([
    ...Array(4).fill(MIB - 10),
    ...Array(4).fill(undefined),
  ]);
});

test("what was written of a form that breaks off is deleted", async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n';
  const { value, written } = await read(
    Buffer.from(head + "a".repeat(MIB)),
    "multipart/form-data; boundary=x",
  );
  expect(value).toBe("The request body is not a valid multipart form.");
  expect(written.map(({ isAborted }) => isAborted)).toEqual([true]);
});
