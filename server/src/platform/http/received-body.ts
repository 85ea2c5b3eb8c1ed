import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { decodeText } from "../decode-text.ts";
import { ApiError, badRequest } from "../errors.ts";
import type { Json } from "../json/json.ts";
import { ShapeError } from "../json/json-shape.ts";
import { readFormMembers, readUrlEncoded } from "./form-members.ts";
import { parseRequestBody, validateStorable } from "./json-body.ts";
import type { App } from "./route.ts";

/** How a route reads what others send: its JSON parser, and what it refuses in forms and texts. */
export interface ReceivedBodyRules {
  readonly parseJson: (text: string) => unknown;
  readonly validate: (value: unknown) => void;
}

const STORED: ReceivedBodyRules = { parseJson: parseRequestBody, validate: validateStorable };
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
const received = new WeakMap<object, Buffer>();

/**
 * Reads bodies of every content type on the routes of this plugin only, for senders that cannot be changed.
 * `getReceivedBytes` has the bytes that signatures cover.
 */
export function useReceivedBodies(routes: App): void {
  useReceivedBytes(routes, async (request, bytes) => {
    received.set(request, bytes);
    return readReceivedBody(bytes, request.headers["content-type"], STORED);
  });
}

/** Lets `read` read every body on the routes of this plugin; 415 for a compressed one. */
export function useReceivedBytes(
  routes: App,
  read: (request: FastifyRequest, bytes: Buffer) => Promise<unknown>,
): void {
  routes.removeAllContentTypeParsers();
  routes.addHook("onRequest", refuseCompressed);
  routes.addHook("onRequest", ignoreInvalidType);
  routes.addContentTypeParser("*", { parseAs: "buffer" }, read);
}

/** The unparsed body of a request; empty without one. */
export function getReceivedBytes(request: object): Buffer {
  return received.get(request) ?? Buffer.alloc(0);
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

/**
 * What a body of any content type says; undefined if it is empty. A JSON type (RFC 6839: also every `+json`) must be
 * JSON, and a form becomes an object. Of other types, and without one, an object or list is read as JSON, other text is
 * a text, and anything else is `{content_type, size, base64}`. Throws what `parseJson` and `validate` throw, and
 * ApiError 400 for a broken form.
 */
export async function readReceivedBody(
  bytes: Buffer,
  contentType = "",
  { parseJson, validate }: ReceivedBodyRules = STORED,
): Promise<Json | undefined> {
  const [type = ""] = contentType.toLowerCase().split(/[;,]/);
  const kind = type.trim();
  if (/^[^/]+\/(.+\+)?json$/.test(kind)) {
    const text = decodeText(bytes, contentType);
    return isBlank(text) ? undefined : (parseJson(text) as Json | undefined); // JSON is Json
  }
  const value = await readOther(bytes, contentType, { kind, parseJson });
  validate(value);
  return value;
}

async function readOther(
  bytes: Buffer,
  contentType: string,
  { kind, parseJson }: { kind: string; parseJson: ReceivedBodyRules["parseJson"] },
): Promise<Json | undefined> {
  if (bytes.length === 0) return undefined;
  if (kind === "application/x-www-form-urlencoded") return readUrlEncoded(bytes, contentType);
  if (kind === "multipart/form-data") return readMultipart(bytes, contentType);
  const isText = /^text\/|[/+]xml$/.test(kind) || /;\s*charset=/i.test(contentType);
  // Whatever is valid UTF-8 without a NUL is text, by its bytes rather than by a list of types (D451).
  if (!isText && (!isUtf8(bytes) || bytes.includes(0))) return toFileValue(bytes, contentType);
  const text = decodeText(bytes, contentType);
  if (isBlank(text)) return undefined;
  return /^\s*[[{]/.test(text) ? tryJson(text, parseJson) : text;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Nobody said that it is JSON, so what is not stays text. */
function tryJson(text: string, parseJson: ReceivedBodyRules["parseJson"]): Json {
  try {
    return parseJson(text) as Json; // JSON is Json
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ShapeError || error instanceof ApiError) return text;
    throw error;
  }
}

async function readMultipart(bytes: Buffer, contentType: string): Promise<Json> {
  const parts: [string, string | File][] = [];
  (await parseMultipart(bytes, contentType)).forEach((value, name) => {
    parts.push([name, value]);
  });
  const members = parts.map(async ([name, value]): Promise<[string, Json]> => {
    if (typeof value === "string") return [name, value];
    const content = Buffer.from(await value.arrayBuffer());
    return [name, { name: value.name, ...toFileValue(content, value.type) }];
  });
  return readFormMembers(await Promise.all(members));
}

async function parseMultipart(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    // Node's own parser of multipart bodies, which it offers on responses.
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw badRequest("The request body is not a valid multipart form.");
    throw error;
  }
}

function toFileValue(bytes: Buffer, contentType: string) {
  return { content_type: contentType, size: bytes.length, base64: bytes.toString("base64") };
}
