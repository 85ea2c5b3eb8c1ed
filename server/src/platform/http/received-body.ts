import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { decodeText } from "../decode-text.ts";
import { ApiError } from "../errors.ts";
import type { Json } from "../json/json.ts";
import { ShapeError } from "../json/json-shape.ts";
import { readFormMembers, readUrlEncoded } from "./form-members.ts";
import { BODY_LIMIT_BYTES, parseRequestBody, validateStorable } from "./json-body.ts";
import { type FormPart, parseMultipart, readFileName } from "./multipart.ts";
import type { App } from "./route.ts";

/** Bytes that a body consists of or contains; the name is empty if there is none. */
export interface ReceivedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** How a route reads what others send: its JSON parser, and what it refuses in forms and texts. */
export interface ReceivedBodyRules {
  readonly parseJson: (text: string) => unknown;
  readonly validate: (value: unknown) => void;
  /** Keeps a file and returns what stands for it in the value. */
  readonly keepFile: (file: ReceivedFile) => Json;
}

const STORED = { parseJson: parseRequestBody, validate: validateStorable };
// Nobody expects these as text, even if their bytes happen to be.
const MEDIA = /^(?:image|audio|video|font)\/(?!.*\+xml$)|^application\/(?:pdf|zip|gzip)$/;
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
// The Encoding Standard's have at most 20 bytes.
const LONGEST_LABEL = 100;

declare module "fastify" {
  interface FastifyRequest {
    /** On the routes of `useReceivedBodies`: the unparsed body. */
    receivedBytes?: Buffer;
  }
}

/**
 * Reads bodies of every content type on the routes of this plugin only, for senders that cannot be changed.
 * `getReceivedBytes` has the bytes that signatures cover. `keepFile` gets the files of a request.
 */
export function useReceivedBodies(
  routes: App,
  keepFile: (request: FastifyRequest, file: ReceivedFile) => Json,
): void {
  useReceivedBytes(routes, async (request, bytes) => {
    request.receivedBytes = bytes;
    return readReceivedBody(bytes, request.headers, {
      ...STORED,
      keepFile: (file) => keepFile(request, file),
    });
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

/** The headers that say how a body is to be read. */
export type BodyHeaders = { readonly [name in "content-type" | "content-disposition"]?: string | undefined };

/**
 * What a body of any content type says; undefined if it is empty. A JSON type (RFC 6839: also every `+json`) must be
 * JSON, and a form becomes an object. Of other types, and without one, an object or list is read as JSON, other text is
 * a text, and anything else is a file, like pictures and other media whatever their bytes. Throws what `parseJson`,
 * `validate` and `keepFile` throw, and ApiError 400 for a broken form, 413 for more than 1 MiB without files.
 */
export function readReceivedBody(
  bytes: Buffer,
  headers: BodyHeaders,
  rules: ReceivedBodyRules,
): Json | undefined {
  const { "content-type": contentType = "" } = headers;
  const kind = readKind(contentType);
  if (/^[^/]+\/(.+\+)?json$/.test(kind)) {
    const text = readText(bytes, contentType);
    return isBlank(text) ? undefined : (rules.parseJson(text) as Json | undefined); // JSON is Json
  }
  const value = bytes.length === 0 ? undefined : readOther(bytes, headers, rules);
  rules.validate(value);
  return value;
}

function readKind(contentType: string): string {
  const [type = ""] = contentType.toLowerCase().split(/[;,]/);
  return type.trim();
}

function readOther(
  bytes: Buffer,
  { "content-type": contentType = "", "content-disposition": disposition = "" }: BodyHeaders,
  { parseJson, keepFile }: ReceivedBodyRules,
): Json | undefined {
  const kind = readKind(contentType);
  if (kind === "application/x-www-form-urlencoded") {
    limitText(bytes.length);
    return readUrlEncoded(bytes, contentType);
  }
  if (kind === "multipart/form-data") return readForm(parseMultipart(bytes, contentType), keepFile);
  if (MEDIA.test(kind) || !isText(bytes, contentType))
    return keepFile({ name: readFileName(decodeHeader(disposition)) ?? "", contentType, content: bytes });
  const text = readText(bytes, contentType);
  if (isBlank(text)) return undefined;
  return /^\s*[[{]/.test(text) ? tryJson(text, parseJson) : text;
}

/** Node reads headers as Latin-1. */
function decodeHeader(value: string): string {
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** Whatever is valid UTF-8 without a NUL is text, by its bytes rather than by a list of types (D451). */
function isText(bytes: Buffer, contentType: string): boolean {
  const isDeclared = /^text\/|[/+]xml$/.test(readKind(contentType)) || /;\s*charset=/i.test(contentType);
  return isDeclared || (isUtf8(bytes) && !bytes.includes(0));
}

function readText(bytes: Buffer, contentType: string): string {
  limitText(bytes.length);
  return decodeText(bytes, contentType);
}

/** A route may take larger bodies for their files, but not larger data. */
function limitText(bytes: number): void {
  if (bytes <= BODY_LIMIT_BYTES) return;
  const most = BODY_LIMIT_BYTES / 1024 / 1024;
  const message = `The request body is larger than ${most} MB without its files.`;
  throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", message);
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

function readForm(parts: readonly FormPart[], keepFile: ReceivedBodyRules["keepFile"]): Json {
  const charset = findCharset(parts);
  const typed = parts.map((part) => ({ part, textType: findTextType(part, charset) }));
  limitText(typed.reduce((sum, { part, textType }) => sum + countData(part, textType !== undefined), 0));
  return readFormMembers(typed.map(({ part, textType }) => [part.name, readPart(part, textType, keepFile)]));
}

/** The encoding of texts that declare none and are not UTF-8, which a part named `_charset_` names (RFC 7578 4.6). */
function findCharset(parts: readonly FormPart[]): string | undefined {
  const named = parts.find(({ name, content }) => name === "_charset_" && content.length <= LONGEST_LABEL);
  const label = named && decodeText(named.content).trim();
  return label && /^[\w.:-]+$/.test(label) ? label : undefined;
}

/** The content type by which a part's text is decoded; undefined if the part is a file. */
function findTextType(part: FormPart, charset: string | undefined): string | undefined {
  const { fileName, contentType, content } = part;
  if (fileName !== undefined) return undefined;
  const isUndeclared = contentType === undefined || /^text\/(?!.*;\s*charset=)/i.test(contentType);
  if (charset !== undefined && isUndeclared && !isUtf8(content))
    return `${contentType ?? "text/plain"}; charset=${charset}`;
  return isText(content, contentType ?? "") ? (contentType ?? "") : undefined;
}

/** The bytes of a part that become data. */
function countData(
  { name, fileName = "", contentType = "", content }: FormPart,
  isTextPart: boolean,
): number {
  return name.length + fileName.length + contentType.length + (isTextPart ? content.length : 0);
}

function readPart(
  { fileName, contentType, content }: FormPart,
  textType: string | undefined,
  keepFile: ReceivedBodyRules["keepFile"],
): Json {
  // Browsers send an input without a chosen file like this.
  if (fileName === "" && content.length === 0) return null;
  if (textType !== undefined) return decodeText(content, textType);
  const type = contentType || (isText(content, "") ? "text/plain" : "application/octet-stream");
  return keepFile({ name: fileName ?? "", contentType: type, content });
}
