import { isUtf8 } from "node:buffer";
import { decodeText } from "../decode-text.ts";
import { ApiError } from "../errors.ts";
import type { Json } from "../json/json.ts";
import { ShapeError } from "../json/json-shape.ts";
import { readFormMembers, readUrlEncoded } from "./form-members.ts";
import { BODY_LIMIT_BYTES } from "./json-body.ts";
import { type FormPart, parseMultipart, readFileName } from "./multipart.ts";

/** Bytes that a body consists of or contains; the name is empty if there is none. */
export interface ReceivedFile<Content = Buffer> {
  readonly name: string;
  readonly contentType: string;
  readonly content: Content;
}

/** How a route reads what others send: its JSON parser, and what it refuses in forms and texts. */
export interface ReceivedBodyRules<Large = never> {
  readonly parseJson: (text: string) => unknown;
  readonly validate: (value: unknown) => void;
  /** Keeps a file and returns what stands for it in the value. */
  readonly keepFile: (file: ReceivedFile<Buffer | Large>) => Json;
}

// Nobody expects these as text, even if their bytes happen to be.
const MEDIA = /^(?:image|audio|video|font)\/(?!.*\+xml$)|^application\/(?:pdf|zip|gzip)$/;
// The Encoding Standard's have at most 20 bytes.
const LONGEST_LABEL = 100;

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
  if (isDataType(contentType) === "json") {
    const text = readText(bytes, contentType);
    return isBlank(text) ? undefined : (rules.parseJson(text) as Json | undefined); // JSON is Json
  }
  const value = bytes.length === 0 ? undefined : readOther(bytes, headers, rules);
  rules.validate(value);
  return value;
}

/** Whether a content type is that of data alone, and of which. */
export function isDataType(contentType: string): "json" | "form" | undefined {
  const kind = readKind(contentType);
  if (kind === "application/x-www-form-urlencoded") return "form";
  return /^[^/]+\/(.+\+)?json$/.test(kind) ? "json" : undefined;
}

/** Whether a content type is that of a form with parts. */
export function isMultipart(contentType: string): boolean {
  return readKind(contentType) === "multipart/form-data";
}

/** Whether a body is a file whatever its bytes, text whatever its bytes, or what its bytes are. */
export function findDeclaredKind(contentType: string): "media" | "text" | undefined {
  if (MEDIA.test(readKind(contentType))) return "media";
  return isDeclaredText(contentType) ? "text" : undefined;
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
  if (isDataType(contentType) === "form") {
    limitText(bytes.length);
    return readUrlEncoded(bytes, contentType);
  }
  if (isMultipart(contentType)) return readForm(parseMultipart(bytes, contentType), keepFile);
  if (MEDIA.test(readKind(contentType)) || !isText(bytes, contentType))
    return keepFile({ name: readBodyName(disposition), contentType, content: bytes });
  const text = readText(bytes, contentType);
  if (isBlank(text)) return undefined;
  return /^\s*[[{]/.test(text) ? tryJson(text, parseJson) : text;
}

/** The name of a body that is a file, by its Content-Disposition. */
export function readBodyName(disposition: string): string {
  // Node reads headers as Latin-1.
  const bytes = Buffer.from(disposition, "latin1");
  return readFileName(isUtf8(bytes) ? bytes.toString() : disposition) ?? "";
}

/** Whatever is valid UTF-8 without a NUL is text, by its bytes rather than by a list of types (D451). */
function isText(bytes: Buffer, contentType: string): boolean {
  return isDeclaredText(contentType) || (isUtf8(bytes) && !bytes.includes(0));
}

function isDeclaredText(contentType: string): boolean {
  return /^text\/|[/+]xml$/.test(readKind(contentType)) || /;\s*charset=/i.test(contentType);
}

function readText(bytes: Buffer, contentType: string): string {
  limitText(bytes.length);
  return decodeText(bytes, contentType);
}

/** A route may take larger bodies for their files, but not larger data (413). */
export function limitText(bytes: number): void {
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

/** The value of a form; parts whose bytes are not here are files. */
export function readForm<Large>(
  parts: readonly FormPart<Buffer | Large>[],
  keepFile: ReceivedBodyRules<Large>["keepFile"],
): Json {
  const charset = findCharset(parts);
  const typed = parts.map((part) => ({ part, textType: findTextType(part, charset) }));
  limitText(typed.reduce((sum, { part, textType }) => sum + countData(part, textType !== undefined), 0));
  return readFormMembers(typed.map(({ part, textType }) => [part.name, readPart(part, textType, keepFile)]));
}

/** The encoding of texts that declare none and are not UTF-8, which a part named `_charset_` names (RFC 7578 4.6). */
function findCharset(parts: readonly FormPart<unknown>[]): string | undefined {
  const named = parts
    .filter(({ name }) => name === "_charset_")
    .map(({ content }) => content)
    .find((content) => Buffer.isBuffer(content) && content.length <= LONGEST_LABEL);
  const label = Buffer.isBuffer(named) && decodeText(named).trim();
  return label && /^[\w.:-]+$/.test(label) ? label : undefined;
}

/** The content type by which a part's text is decoded; undefined if the part is a file. */
function findTextType(part: FormPart<unknown>, charset: string | undefined): string | undefined {
  const { fileName, contentType, content } = part;
  if (fileName !== undefined || !Buffer.isBuffer(content)) return undefined;
  const isUndeclared = contentType === undefined || /^text\/(?!.*;\s*charset=)/i.test(contentType);
  if (charset !== undefined && isUndeclared && !isUtf8(content))
    return `${contentType ?? "text/plain"}; charset=${charset}`;
  return isText(content, contentType ?? "") ? (contentType ?? "") : undefined;
}

/** The bytes of a part that become data. */
function countData(
  { name, fileName = "", contentType = "", content }: FormPart<unknown>,
  isTextPart: boolean,
): number {
  const bytes = isTextPart && Buffer.isBuffer(content) ? content.length : 0;
  return name.length + fileName.length + contentType.length + bytes;
}

function readPart<Large>(
  { fileName, contentType, content }: FormPart<Buffer | Large>,
  textType: string | undefined,
  keepFile: ReceivedBodyRules<Large>["keepFile"],
): Json {
  const bytes = Buffer.isBuffer(content) ? content : undefined;
  // Browsers send an input without a chosen file like this.
  if (fileName === "" && bytes?.length === 0) return null;
  if (textType !== undefined && bytes) return decodeText(bytes, textType);
  const type = contentType || (bytes && isText(bytes, "") ? "text/plain" : "application/octet-stream");
  return keepFile({ name: fileName ?? "", contentType: type, content });
}
