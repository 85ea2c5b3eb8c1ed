import { createSecretKey, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createFrameSealer, openFrames, toSealedLength, toSealedRange } from "./frames.ts";

const FRAME = 64 * 1024;
const key = createSecretKey(randomBytes(32));

function seal(bytes: Buffer, chunkBytes = 10_000): Buffer {
  const sealer = createFrameSealer(key);
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    frames.push(...sealer.push(bytes.subarray(at, at + chunkBytes)));
  return Buffer.concat([...frames, ...sealer.end()]);
}

async function* cut(bytes: Buffer, chunkBytes: number) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function open(sealed: Buffer, size: number, { from = 0, to = size, chunkBytes = 10_000 } = {}) {
  const { from: start, to: end } = toSealedRange({ from, to }, size);
  const source = cut(sealed.subarray(start, end), chunkBytes);
  return await buffer(openFrames(source, key, { from, to, size }));
}

const SIZES = [0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 3 * FRAME + 5];

test("bytes come back as they were, however they are cut", async () => {
  for (const size of SIZES)
    for (const chunkBytes of [999, FRAME, FRAME + 16, 10 * FRAME]) {
      const bytes = randomBytes(size);
      const sealed = seal(bytes, chunkBytes);
      expect(sealed.length, `${size}`).toBe(toSealedLength(size));
      expect((await open(sealed, size, { chunkBytes })).equals(bytes), `${size} by ${chunkBytes}`).toBe(true);
    }
});

test("a part is read without the frames around it", async () => {
  const size = 3 * FRAME + 5;
  const bytes = randomBytes(size);
  const sealed = seal(bytes);
  for (const [from, to] of [
    [0, 1],
    [FRAME - 1, FRAME + 1],
    [FRAME, 2 * FRAME],
    [2 * FRAME + 7, size],
    [size - 1, size],
  ] as const)
    expect((await open(sealed, size, { from, to })).equals(bytes.subarray(from, to)), `${from}`).toBe(true);
  expect(toSealedRange({ from: FRAME, to: 2 * FRAME }, size)).toEqual({
    from: FRAME + 16,
    to: 2 * FRAME + 32,
  });
});

describe("an object is refused", () => {
  const size = 3 * FRAME;
  const bytes = randomBytes(size);
  const sealed = seal(bytes);
  const frame = (n: number) => sealed.subarray(n * (FRAME + 16), (n + 1) * (FRAME + 16));

  test("if a bit of it was changed", async () => {
    for (const at of [0, FRAME, FRAME + 16, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed, size), `${at}`).rejects.toThrow("changed or moved");
    }
  });

  test("if frames are missing, moved or repeated", async () => {
    await expect(open(Buffer.concat([frame(1), frame(0), frame(2)]), size)).rejects.toThrow(
      "changed or moved",
    );
    await expect(open(Buffer.concat([frame(0), frame(0), frame(2)]), size)).rejects.toThrow(
      "changed or moved",
    );
    await expect(open(Buffer.concat([frame(0), frame(1)]), size)).rejects.toThrow("ends too early");
    await expect(open(sealed.subarray(0, -1), size)).rejects.toThrow("ends too early");
  });

  test("if it ends with a whole frame that is not the last, whatever its size is said to be", async () => {
    await expect(open(Buffer.concat([frame(0), frame(1)]), 2 * FRAME)).rejects.toThrow("changed or moved");
  });

  test("under another key", async () => {
    const other = createSecretKey(randomBytes(32));
    const reading = buffer(openFrames(cut(sealed, 9999), other, { from: 0, to: size, size }));
    await expect(reading).rejects.toThrow("changed or moved");
  });
});
