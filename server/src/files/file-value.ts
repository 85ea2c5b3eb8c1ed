import { readFileName } from "../platform/http/multipart.ts";
import { isObject, type Json } from "../platform/json/json.ts";

/** A file before it is stored. */
export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
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
  readonly code: "FILE_NOT_FOUND" | "FILE_TOO_LARGE" | "FILES_FULL";

  constructor(code: FileError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

type ResponseHeaders = Readonly<Record<string, string>>;

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

/** A response's body as a file, named by its Content-Disposition (RFC 6266). */
export function toFile(headers: ResponseHeaders, content: Buffer): NewFile {
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
