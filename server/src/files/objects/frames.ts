import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import type { ByteRange } from "../../platform/http/byte-range.ts";

const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** Bytes that are missing, were changed, or are not those of their file. */
export class DamagedObjectError extends Error {
  override readonly name = "DamagedObjectError";
}

/** Encrypts the bytes of one object while they arrive. */
export interface FrameSealer {
  /** The bytes of the frames that are now complete. */
  push(chunk: Buffer): Buffer[];
  /** The last frame, which says that it is the last. */
  end(): Buffer[];
}

/** How long the object of a file of `size` bytes is. */
export function toSealedLength(size: number): number {
  return size + countFrames(size) * TAG_BYTES;
}

/** The part of an object in which a part of its file of `size` bytes stands. */
export function toSealedRange({ from, to }: ByteRange, size: number): ByteRange {
  const after = Math.max(1, Math.ceil(to / FRAME_BYTES));
  return {
    from: toFrame(from, size) * (FRAME_BYTES + TAG_BYTES),
    to: Math.min(after * (FRAME_BYTES + TAG_BYTES), toSealedLength(size)),
  };
}

/**
 * Encrypts an object under a key that encrypts nothing else: frames of 64 KiB, each sealed with its position and with
 * whether it is the last, so that none can be changed, moved, repeated or left out (D507).
 */
export function createFrameSealer(key: KeyObject): FrameSealer {
  // One buffer for all frames: large files would leave much to collect.
  const plain = Buffer.allocUnsafe(FRAME_BYTES);
  let filled = 0;
  let number = 0;
  const seal = (isLast: boolean): Buffer[] => {
    const cipher = createCipheriv(CIPHER, key, toNonce(number++, isLast));
    const sealed = cipher.update(plain.subarray(0, filled));
    cipher.final();
    filled = 0;
    return [sealed, cipher.getAuthTag()];
  };
  return {
    push: (chunk) => {
      const frames: Buffer[] = [];
      for (let at = 0; at < chunk.length; ) {
        // A whole frame may be the last one: it waits for the byte after it.
        if (filled === FRAME_BYTES) frames.push(...seal(false));
        const copied = chunk.copy(plain, filled, at);
        filled += copied;
        at += copied;
      }
      return frames;
    },
    end: () => seal(true),
  };
}

/**
 * Decrypts a part of a file of `size` bytes from the part of its object that `toSealedRange` names. Throws
 * `DamagedObjectError` at the first frame that is not what was written there.
 */
export async function* openFrames(
  source: AsyncIterable<Uint8Array>,
  key: KeyObject,
  { from, to, size }: ByteRange & { readonly size: number },
): AsyncGenerator<Buffer, void, void> {
  const last = countFrames(size) - 1;
  let number = toFrame(from, size);
  for await (const frame of cutFrames(source, number, size)) {
    const plain = openFrame(key, frame, { number, isLast: number === last });
    const start = number * FRAME_BYTES;
    const part = plain.subarray(Math.max(0, from - start), Math.max(0, to - start));
    if (part.length > 0) yield part;
    number += 1;
    if (number > last || number * FRAME_BYTES >= to) return;
  }
  throw new DamagedObjectError("The object ends too early.");
}

/** The frames from `number` on, each in the same buffer. */
async function* cutFrames(
  source: AsyncIterable<Uint8Array>,
  number: number,
  size: number,
): AsyncGenerator<Buffer, void, void> {
  const frame = Buffer.allocUnsafe(FRAME_BYTES + TAG_BYTES);
  let next = number;
  let filled = 0;
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; ) {
      const length = toFrameLength(next, size);
      const part = chunk.subarray(at, at + length - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < length) continue;
      yield frame.subarray(0, length);
      next += 1;
      filled = 0;
    }
}

function openFrame(key: KeyObject, frame: Buffer, place: { number: number; isLast: boolean }): Buffer {
  const end = frame.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, toNonce(place.number, place.isLast));
  decipher.setAuthTag(frame.subarray(end));
  const plain = decipher.update(frame.subarray(0, end));
  try {
    decipher.final();
  } catch {
    throw new DamagedObjectError("A frame was changed or moved.");
  }
  return plain;
}

/** Twelve bytes; with a key of its own for each object none comes twice. */
function toNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function countFrames(size: number): number {
  return Math.max(1, Math.ceil(size / FRAME_BYTES));
}

function toFrame(at: number, size: number): number {
  return Math.min(Math.floor(at / FRAME_BYTES), countFrames(size) - 1);
}

function toFrameLength(number: number, size: number): number {
  return Math.min(size - number * FRAME_BYTES, FRAME_BYTES) + TAG_BYTES;
}
