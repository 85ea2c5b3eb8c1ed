import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { useErrorReplies } from "./error-reply.ts";
import { createLargeBodies, type LargeBodies } from "./large-bodies.ts";

const MIB = 2 ** 20;
const MANY = "Too many large bodies at once";
const ownerOf = ({ headers }: FastifyRequest) => String(headers.from);

interface Begun {
  readonly sent: PassThrough;
  readonly read: Promise<Buffer>;
  end(): void;
}

/** Begins a body of which `bytes` arrive. */
function begin({ reserve }: LargeBodies, from: string, bytes: number, length?: number): Begun {
  const raw = new EventEmitter();
  const headers = { from, ...(length !== undefined && { "content-length": String(length) }) };
  const sent = new PassThrough();
  const reply = { raw } as unknown as FastifyReply;
  const read = reserve({ headers } as unknown as FastifyRequest, reply, sent).then(buffer);
  read.catch(() => {});
  sent.write(Buffer.alloc(bytes));
  return { sent, read, end: () => raw.emit("close") };
}

async function send(bodies: LargeBodies, from: string, bytes: number, length?: number): Promise<Begun> {
  const begun = begin(bodies, from, bytes, length);
  begun.sent.end();
  expect((await begun.read).length).toBe(bytes);
  return begun;
}

test("large bodies share the room of four, with or without a length, until their requests have ended", async () => {
  const bodies = createLargeBodies(2 * MIB, ownerOf);
  expect(bodies.bodyLimit).toBe(2 * MIB);
  const first = await send(bodies, "a", 2 * MIB);
  await send(bodies, "b", 2 * MIB, 2 * MIB);
  await send(bodies, "c", 2 * MIB);
  await send(bodies, "d", 2 * MIB, 2 * MIB);
  await expect(send(bodies, "e", 1_200_000)).rejects.toThrow(MANY);
  await expect(send(bodies, "e", 1_200_000, 1_200_000)).rejects.toThrow(MANY);
  await send(bodies, "e", MIB);
  await send(bodies, "e", MIB, MIB);
  first.end();
  await send(bodies, "e", 2 * MIB);
});

test("one owner has half of the room, however many of its bodies are begun", async () => {
  const bodies = createLargeBodies(2 * MIB, ownerOf);
  const [one] = [await send(bodies, "evil", 2 * MIB), await send(bodies, "evil", 2 * MIB, 2 * MIB)];
  await expect(send(bodies, "evil", 1_200_000)).rejects.toThrow(MANY);
  await send(bodies, "acme", 2 * MIB);
  await send(bodies, "other", 2 * MIB, 2 * MIB);
  one?.end();
  await send(bodies, "evil", 1_200_000);
});

test("a body that is announced takes no room before it arrives", async () => {
  const bodies = createLargeBodies(2 * MIB, ownerOf);
  const begun = Array.from({ length: 8 }, () => begin(bodies, "evil", 1000, 2 * MIB));
  await send(bodies, "evil", 2 * MIB, 2 * MIB);
  await send(bodies, "evil", 2 * MIB);
  for (const { sent } of begun) sent.destroy();
});

test("a body that exceeds the room while it arrives is refused, and makes room", async () => {
  const bodies = createLargeBodies(2 * MIB, ownerOf);
  const begun = [1, 2, 3].map(() => begin(bodies, "a", 1_200_000, 2 * MIB));
  for (const { sent } of begun) sent.end(Buffer.alloc(2 * MIB - 1_200_000));
  const ended = await Promise.allSettled(begun.map(({ read }) => read));
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
  for (const { end } of begun) end();
  await send(bodies, "a", 2 * MIB);
  await send(bodies, "a", 2 * MIB);
});

test("over HTTP, a body that takes too long gets 503", async () => {
  const app = Fastify();
  useErrorReplies(app);
  const { bodyLimit, reserve } = createLargeBodies(2 * MIB, () => "a", { longestMs: 20 });
  app.addContentTypeParser("*", { parseAs: "buffer" }, async () => "read");
  app.post("/", { bodyLimit, preParsing: reserve }, async ({ body }) => body);
  const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  for (const length of ["content-length: 1900000", "transfer-encoding: chunked"]) {
    const socket = connect(Number(address.port), "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\n${length}\r\n\r\n`);
    const [reply] = await once(socket, "data");
    expect(String(reply)).toMatch(/^HTTP\/1\.1 503 .*The body took longer than 0\.02 seconds/s);
    socket.destroy();
  }
  await app.close();
});

test("a body that takes too long is refused, and makes room", async () => {
  const bodies = createLargeBodies(2 * MIB, ownerOf, { longestMs: 20 });
  const slow = begin(bodies, "a", 1_900_000, 2 * MIB);
  await expect(slow.read).rejects.toThrow("The body took longer than 0.02 seconds");
  slow.end();
  const small = begin(bodies, "a", 1000, 1000);
  small.sent.end();
  expect((await small.read).length).toBe(1000);
});
