import { readFileName } from "../platform/http/multipart.ts";
import { isObject, type Json } from "../platform/json/json.ts";
import type { PlaceName } from "./objects/place.ts";

/** The bytes of a large file, encrypted outside of its row (D506). */
export interface StoredObject {
  /** That of the file. */
  readonly id: string;
  readonly place: PlaceName;
  /** Its key, encrypted by the vault. */
  readonly sealedKey: Buffer;
  /** Of the file, in bytes. */
  readonly size: number;
}

/** The bytes of a file, or where they are. */
export type FileContent = Buffer | StoredObject;

/** A file before it is stored. */
export interface NewFile<Content = Buffer> {
  readonly name: string;
  readonly contentType: string;
  readonly content: Content;
}

/**
 * What data holds in place of a file's bytes. The id is only ever looked up among the files of one linked account, so
 * that writing one down gives access to nothing (D454).
 */
export type FileValue = { $file: string; name: string; content_type: string; size: number };

/** Whether a value stands for a file. */
export function isFileValue(value: Json | undefined): value is FileValue {
  return isObject(value) && typeof value.$file === "string";
}

/** Why a file cannot be stored or sent; the message is safe to show. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: "FILE_NOT_FOUND" | "FILE_TOO_LARGE" | "FILES_FULL" | "FILE_DAMAGED" | "FILE_UNAVAILABLE";

  constructor(code: FileError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Larger files do not stand in their row (D506). */
export const LARGEST_IN_ROW = 2 ** 20;

type ResponseHeaders = Readonly<Record<string, string>>;

/** How many bytes a file has. */
export function getContentSize(content: FileContent): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}

/** A limit in words. */
export function formatMebibytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}

/** What says nothing about a file's bytes. */
export const UNKNOWN_TYPE = "application/octet-stream";

const LONGEST_NAME = 200;
const LONGEST_TYPE = 255;
const CONTENT_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+ *(?:;[\x20-\x7e]*)?$/;
const TEXT_TYPE =
  /^\s*(?:text\/|[^;]*[/+](?:json|xml|yaml|x-yaml)\b|[^;]*\b(?:javascript|x-www-form-urlencoded|x-ndjson|jsonl|graphql|event-stream)\b)/i;

/** Whether a body is text by its content type; without one, whether it is valid UTF-8. */
export function isText(content: Buffer, contentType = ""): boolean {
  if (contentType.trim() !== "") return TEXT_TYPE.test(contentType);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

/** The most bytes of a response: `textBytes`, or `fileBytes` where its content type is not that of a text. */
export function limitBody(textBytes: number, fileBytes: number): (headers: ResponseHeaders) => number {
  return ({ "content-type": type = "" }) =>
    type.trim() === "" || TEXT_TYPE.test(type) ? textBytes : Math.max(textBytes, fileBytes);
}

/**
 * Whether a response is a file by its headers alone, and may be too large for memory: its body is stored while it
 * arrives.
 */
export function isFileResponse(status: number, headers: ResponseHeaders): boolean {
  const { "content-type": type = "", "content-length": length = LARGEST_IN_ROW + 1 } = headers;
  const isLarge = Number(length) > LARGEST_IN_ROW;
  return status >= 200 && status < 300 && isLarge && type.trim() !== "" && !TEXT_TYPE.test(type);
}

/** A response's body as a file, named by its Content-Disposition (RFC 6266). */
export function toFile<Content>(headers: ResponseHeaders, content: Content): NewFile<Content> {
  const name = toFileName(readFileName(headers["content-disposition"] ?? "") ?? "");
  return { name, contentType: toContentType(headers["content-type"]), content };
}

/** Whether a text can be a `Content-Type` header. */
export function isContentType(type: unknown): type is string {
  return typeof type === "string" && type.length <= LONGEST_TYPE && CONTENT_TYPE.test(type);
}

/** What a sender declared, unless it could not be sent on. */
export function toContentType(declared = ""): string {
  const type = declared.trim();
  return isContentType(type) ? type : UNKNOWN_TYPE;
}

/** Only the last part of a path, and nothing that is not shown. */
export function toFileName(given: string): string {
  const [last = ""] = given.split(/[/\\]/).slice(-1);
  const name = last
    .replace(/\p{Cc}/gu, "")
    .toWellFormed()
    .trim();
  return name === "" || name === "." || name === ".." ? "file" : name.slice(0, LONGEST_NAME).toWellFormed();
}
