import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { BODY_LIMIT_BYTES } from "./json-body.ts";

/** How many of the largest bodies a route reads at once. */
const MOST_LARGEST = 4;

/** What a route needs for bodies of up to `limitBytes` with files. */
export interface LargeBodies {
  readonly bodyLimit: number;
  /** A `preParsing` hook: 503 for a body that does not fit in memory with those that are being read. */
  reserve(request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable>;
}

/** Bodies above the usual limit share the memory of a few, whoever sends how many at once. */
export function createLargeBodies(limitBytes: number): LargeBodies {
  const bodyLimit = Math.max(BODY_LIMIT_BYTES, limitBytes);
  let taken = 0;
  const take = (bytes: number, reply: FastifyReply) => {
    if (taken + bytes > MOST_LARGEST * bodyLimit)
      throw new ApiError("unavailable", "UNAVAILABLE", "Too many large bodies at once. Try again.");
    taken += bytes;
    reply.raw.once("close", () => {
      taken -= bytes;
    });
  };
  return {
    bodyLimit,
    reserve: async ({ headers }, reply, payload) => {
      const { "content-length": length } = headers;
      if (length === undefined) return watch(payload, () => take(bodyLimit, reply));
      const bytes = Math.min(Number(length), bodyLimit);
      if (bytes > BODY_LIMIT_BYTES) take(bytes, reply);
      return payload;
    },
  };
}

/** Calls `onLarge` once a body without a declared length exceeds the usual limit; what that throws ends the body. */
function watch(payload: Readable, onLarge: () => void): Readable {
  let read = 0;
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const wasLarge = read > BODY_LIMIT_BYTES;
      read += chunk.length;
      try {
        if (!wasLarge && read > BODY_LIMIT_BYTES) onLarge();
        done(null, chunk);
      } catch (error) {
        done(error as Error); // an ApiError
      }
    },
  });
  // A sender that breaks off ends both; the server notices it by itself.
  return pipeline(payload, watched, () => {});
}
