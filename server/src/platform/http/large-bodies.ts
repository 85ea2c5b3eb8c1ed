import { pipeline, type Readable, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { BODY_LIMIT_BYTES } from "./json-body.ts";

/** How many of the largest bodies a route reads at once, and how many of them for one owner. */
const MOST_LARGEST = 4;
const MOST_OF_OWNER = 2;
/** What a large body may take to arrive. */
const LONGEST_MS = 120_000;

/** Whose bodies share `MOST_OF_OWNER`, such as a linked account: nobody's may keep everybody else's waiting. */
export type OwnerOf = (request: FastifyRequest) => string | Promise<string>;

/** What a route needs for bodies of up to `limitBytes` with files. */
export interface LargeBodies {
  readonly bodyLimit: number;
  /**
   * A `preParsing` hook: 503 for a body that does not fit in memory with those that have arrived so far, or that takes
   * longer than two minutes.
   */
  reserve(request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable>;
}

/**
 * Bodies above the usual limit share the memory of a few, whoever sends how many at once. They count by the bytes that
 * have arrived: announcing a body takes nobody's place.
 */
export function createLargeBodies(
  limitBytes: number,
  ownerOf: OwnerOf,
  { longestMs = LONGEST_MS }: { longestMs?: number } = {},
): LargeBodies {
  const bodyLimit = Math.max(BODY_LIMIT_BYTES, limitBytes);
  const takenBy = new Map<string, number>();
  const requireRoom = (owner: string, bytes: number) => {
    const taken = [...takenBy.values()].reduce((sum, one) => sum + one, 0);
    const own = takenBy.get(owner) ?? 0;
    if (taken + bytes > MOST_LARGEST * bodyLimit || own + bytes > MOST_OF_OWNER * bodyLimit)
      throw createBusyError("Too many large bodies at once. Try again.");
  };
  const add = (owner: string, bytes: number) => {
    const own = (takenBy.get(owner) ?? 0) + bytes;
    if (own > 0) takenBy.set(owner, own);
    else takenBy.delete(owner);
  };
  return {
    bodyLimit,
    reserve: async (request, reply, payload) => {
      const length = request.headers["content-length"];
      const declared = length === undefined ? undefined : Math.min(Number(length), bodyLimit);
      if (declared !== undefined && declared <= BODY_LIMIT_BYTES) return payload;
      const owner = await ownerOf(request);
      if (declared !== undefined) requireRoom(owner, declared);
      let held = 0;
      const release = () => {
        add(owner, -held);
        held = 0;
      };
      reply.raw.once("close", release);
      const hold = (bytes: number) => {
        try {
          requireRoom(owner, bytes);
        } catch (error) {
          // At once, so that of several that do not fit together some arrive.
          release();
          throw error;
        }
        held += bytes;
        add(owner, bytes);
      };
      return watch(payload, { hold, longestMs });
    },
  };
}

/**
 * Calls `hold` with the bytes of a body that has exceeded the usual limit, as they arrive; what that throws ends the
 * body, as the deadline does.
 */
function watch(
  payload: Readable,
  { hold, longestMs }: { hold: (bytes: number) => void; longestMs: number },
): Readable {
  let read = 0;
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = read;
      read += chunk.length;
      try {
        if (read > BODY_LIMIT_BYTES) hold(before > BODY_LIMIT_BYTES ? chunk.length : read);
        done(null, chunk);
      } catch (error) {
        done(error as Error); // an ApiError
      }
    },
  });
  const late = () => {
    watched.destroy(createBusyError(`The body took longer than ${longestMs / 1000} seconds. Try again.`));
  };
  const deadline = setTimeout(late, longestMs);
  // A sender that breaks off ends both; the server notices it by itself.
  return pipeline(payload, watched, () => clearTimeout(deadline));
}

function createBusyError(message: string): ApiError {
  return new ApiError("unavailable", "UNAVAILABLE", message);
}
