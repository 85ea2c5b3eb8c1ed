import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { OutboundError } from "./outbound-error.ts";

/** A body of at most the allowed size; `truncated` when there was more. */
export interface LimitedBody {
  body: Buffer;
  truncated: boolean;
}

/** How many bytes decoding may produce, and whether more is cut off instead of an error. */
export interface DecodeLimit {
  maxBytes: number;
  truncate: boolean;
  host: string;
}

const maxCodings = 3;
const known = new Set(["gzip", "x-gzip", "deflate", "br"]);

/** The error for a response of more than `maxBytes`. */
export function createTooLargeError(host: string, maxBytes: number): OutboundError {
  return new OutboundError("too_large", `The response of ${host} is larger than ${maxBytes} bytes.`);
}

/** The content encodings to undo, outermost first; undefined if there are none or one is unknown. */
export function parseContentCodings(contentEncoding: string | undefined): string[] | undefined {
  if (!contentEncoding) return undefined;
  const named = contentEncoding.toLowerCase().split(",");
  const codings = named
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  const usable = codings.length > 0 && codings.length <= maxCodings && codings.every((it) => known.has(it));
  return usable ? codings.reverse() : undefined;
}

function createCompressionError(host: string): OutboundError {
  return new OutboundError("connect", `The response of ${host} is not validly compressed.`);
}

function createDecoder(coding: string, body: Buffer): Transform {
  // A sync flush at the end accepts a truncated body, as browsers do.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  if (coding === "br") return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (coding !== "deflate") return createGunzip(zlib);
  // Some servers send deflate without the zlib header, whose first byte ends in 8.
  return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate(zlib) : createInflateRaw(zlib);
}

async function decodeOnce(coding: string, input: LimitedBody, limit: DecodeLimit): Promise<LimitedBody> {
  const decoder = createDecoder(coding, input.body);
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.end(input.body);
  for await (const chunk of decoder) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit.maxBytes) break;
  }
  if (size <= limit.maxBytes) return { body: Buffer.concat(chunks), truncated: input.truncated };
  if (!limit.truncate) throw createTooLargeError(limit.host, limit.maxBytes);
  return { body: Buffer.concat(chunks).subarray(0, limit.maxBytes), truncated: true };
}

/** Undoes the encodings of a body while it arrives; throws OutboundError, also beyond `maxBytes`. */
export async function* decodeStream(
  codings: readonly string[],
  stream: AsyncIterable<Buffer>,
  { maxBytes, host }: Omit<DecodeLimit, "truncate">,
): AsyncGenerator<Buffer, void, void> {
  let size = 0;
  const source = codings.length === 0 ? stream : decodeAll(codings, Readable.from(stream));
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw createTooLargeError(host, maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw codings.length > 0 && !(error instanceof OutboundError) ? createCompressionError(host) : error;
  }
}

function decodeAll(codings: readonly string[], stream: Readable): AsyncIterable<Buffer> {
  // Errors come to the reader of the last one.
  return codings.reduce<Readable>(
    (source, coding) => pipeline(source, createDecoder(coding, Buffer.alloc(0)), () => {}),
    stream,
  );
}

/** Undoes the encodings, never holding more than `maxBytes` of any stage plus one chunk; throws OutboundError. */
export async function decodeBody(
  codings: string[],
  input: LimitedBody,
  limit: DecodeLimit,
): Promise<LimitedBody> {
  let current = input;
  for (const coding of codings) {
    if (current.body.length === 0) return current;
    try {
      current = await decodeOnce(coding, current, limit);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw createCompressionError(limit.host);
    }
  }
  return current;
}
