import type { IncomingMessage } from "node:http";
import { errorCodes, type FastifyRequest } from "fastify";
import { ApiError, badRequest } from "../errors.ts";
import type { Json } from "../json/json.ts";
import { BODY_LIMIT_BYTES, parseRequestBody, validateStorable } from "./json-body.ts";
import { type FileSink, readLargeBody } from "./large-body.ts";
import { type ReceivedFile, readReceivedBody } from "./received-body.ts";
import type { App } from "./route.ts";

const STORED = { parseJson: parseRequestBody, validate: validateStorable };
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

declare module "fastify" {
  interface FastifyRequest {
    /** On the routes of `useReceivedBodies`: the unparsed body, unless its files were stored while they arrived. */
    receivedBytes?: Buffer;
  }
}

/** What a route does with the files of bodies. */
export interface ReceivingRules<Large> {
  /** Keeps a file and returns what stands for it in the value. */
  readonly keepFile: (request: FastifyRequest, file: ReceivedFile<Buffer | Large>) => Json;
  /** Takes the bytes of one file, of which at most `mostInMemory` stay in memory. */
  readonly createWriter: (request: FastifyRequest, mostInMemory: number) => FileSink<Large>;
  /** The most bytes of a body that is needed as a whole, such as for its signature; undefined if it is not. */
  readonly limitWhole?: (request: FastifyRequest) => Promise<number | undefined>;
}

/**
 * Reads bodies of every content type on the routes of this plugin only, for senders that cannot be changed.
 * `getReceivedBytes` has the bytes that signatures cover. Of a body larger than usual, files are written while they
 * arrive.
 */
export function useReceivedBodies<Large>(routes: App, rules: ReceivingRules<Large>): void {
  receiveEveryType(routes);
  routes.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) => {
    try {
      return await receiveBody(request, payload, rules);
    } catch (error) {
      // So that the sender gets to the answer; the deadline of large bodies ends what does not end.
      payload.resume();
      throw error;
    }
  });
}

async function receiveBody<Large>(
  request: FastifyRequest,
  payload: IncomingMessage,
  { keepFile, createWriter, limitWhole }: ReceivingRules<Large>,
): Promise<Json | undefined> {
  const { headers } = request;
  const read = { ...STORED, keepFile: (file: ReceivedFile<Buffer | Large>) => keepFile(request, file) };
  const body = readChunks(payload, request);
  const start = await readUpTo(body, [], BODY_LIMIT_BYTES);
  const mostWhole = start.isWhole ? undefined : await limitWhole?.(request);
  if (!start.isWhole && mostWhole === undefined)
    return readLargeBody(continueWith(start.chunks, body), headers, {
      ...read,
      createWriter: (mostInMemory) => createWriter(request, mostInMemory),
    });
  const { chunks, isWhole } = start.isWhole ? start : await readUpTo(body, start.chunks, mostWhole ?? 0);
  if (!isWhole) throw createWholeError(mostWhole ?? 0);
  request.receivedBytes = Buffer.concat(chunks);
  return readReceivedBody(request.receivedBytes, headers, read);
}

function createWholeError(most: number): ApiError {
  const message = `The body of a signed request may have at most ${Math.floor(most / 2 ** 20)} MB.`;
  return new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", message);
}

/** The body as it arrives, within the route's limit. */
async function* readChunks(
  payload: IncomingMessage,
  { headers, routeOptions: { bodyLimit = BODY_LIMIT_BYTES } }: FastifyRequest,
): AsyncGenerator<Buffer, void, void> {
  const declared = Number(headers["content-length"]);
  if (declared > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let size = 0;
  try {
    // Closing it would close the connection, on which the answer is sent.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNRESET")
      throw badRequest("The request body broke off.");
    throw error;
  }
  if (!Number.isNaN(declared) && size !== declared) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
}

/** Reads on until there are more than `most` bytes, or the end. */
async function readUpTo(body: AsyncGenerator<Buffer>, begun: readonly Buffer[], most: number) {
  const chunks = [...begun];
  let size = chunks.reduce((sum, { length }) => sum + length, 0);
  while (size <= most) {
    const { value, done } = await body.next();
    if (done) return { chunks, isWhole: true };
    size += value.length;
    chunks.push(value);
  }
  return { chunks, isWhole: false };
}

async function* continueWith(
  chunks: readonly Buffer[],
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  yield* chunks;
  yield* body;
}

/** Lets `read` read every body on the routes of this plugin; 415 for a compressed one. */
export function useReceivedBytes(
  routes: App,
  read: (request: FastifyRequest, bytes: Buffer) => Promise<unknown>,
): void {
  receiveEveryType(routes);
  routes.addContentTypeParser("*", { parseAs: "buffer" }, read);
}

function receiveEveryType(routes: App): void {
  routes.removeAllContentTypeParsers();
  routes.addHook("onRequest", refuseCompressed);
  routes.addHook("onRequest", ignoreInvalidType);
}

/** The unparsed body of a request; empty without one. */
export function getReceivedBytes({
  receivedBytes = Buffer.alloc(0),
}: Pick<FastifyRequest, "receivedBytes">): Buffer {
  return receivedBytes;
}

async function refuseCompressed({ headers }: FastifyRequest): Promise<void> {
  const encoding = headers["content-encoding"];
  if (!encoding || encoding.toLowerCase() === "identity") return;
  const message = `Send the body uncompressed: it has the content-encoding ${encoding}.`;
  throw new ApiError("unsupported_media_type", "UNSUPPORTED_MEDIA_TYPE", message);
}

/** A Content-Type such as `json` or an empty one says no more than none; Fastify would refuse it. */
async function ignoreInvalidType(request: FastifyRequest): Promise<void> {
  const type = request.headers["content-type"];
  if (type !== undefined && !MEDIA_TYPE.test(type)) request.headers = { "content-type": undefined };
}
