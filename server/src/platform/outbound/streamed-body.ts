import { Readable } from "node:stream";

/** A body of a known length that is sent while it is read, and read anew for each attempt and redirect. */
export interface StreamedBody {
  readonly length: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Whether a body is read while it is sent. */
export function isStreamedBody(body: string | Buffer | StreamedBody | undefined): body is StreamedBody {
  return typeof body === "object" && !Buffer.isBuffer(body);
}

/** The bytes of a body, once; `onError` learns why they cannot be read to their end. */
export function openStreamedBody(body: StreamedBody, onError: (error: unknown) => void): Readable {
  return Readable.from(watch(body.open(), onError), { objectMode: false, highWaterMark: 128 * 1024 });
}

async function* watch(
  bytes: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (error) {
    onError(error);
    throw error;
  }
}
