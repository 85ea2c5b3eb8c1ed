import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { createLargeBodies } from "./large-bodies.ts";

const MIB = 2 ** 20;

test("a body without a length counts as the largest once it is large, until its request has ended", async () => {
  const { bodyLimit, reserve } = createLargeBodies(2 * MIB);
  expect(bodyLimit).toBe(2 * MIB);
  const send = async (bytes: number, length?: number) => {
    const raw = new EventEmitter();
    const headers = { ...(length !== undefined && { "content-length": String(length) }) };
    const sent = new PassThrough();
    const read = reserve({ headers } as FastifyRequest, { raw } as unknown as FastifyReply, sent).then(
      buffer,
    );
    sent.end(Buffer.alloc(bytes));
    expect((await read).length).toBe(bytes);
    return () => raw.emit("close");
  };
  const open = [
    await send(1_200_000),
    await send(1_200_000),
    await send(1_200_000),
    await send(0, 1_900_000),
  ];
  await expect(send(1_200_000)).rejects.toThrow("Too many large bodies at once");
  await expect(send(0, 1_100_000)).rejects.toThrow("Too many large bodies at once");
  await send(MIB);
  await send(0, MIB);
  open[0]?.();
  await send(1_200_000);
});
