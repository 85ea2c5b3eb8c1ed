import { randomUUID } from "node:crypto";
import { isNumber, isObject, type Json } from "../platform/json/json.ts";
import type { StreamedBody } from "../platform/outbound/streamed-body.ts";
import { type FileValue, isContentType, isFileValue, UNKNOWN_TYPE } from "./file-value.ts";
import { getSentFile, type SentFiles } from "./sent-files.ts";

/** A request's body with its content type. */
export interface EncodedBody {
  readonly content: Buffer | StreamedBody;
  readonly type: string;
}

/** The bytes of a file under the content type of its value, or else the stored one. */
export function encodeFile(value: FileValue, files: SentFiles): EncodedBody {
  const { content, content_type: stored } = getSentFile(files, value);
  return { content, type: [value.content_type, stored].find(isContentType) ?? UNKNOWN_TYPE };
}

/** A form of fields and files (RFC 7578): a list repeats its name, null leaves a part out, objects are sent as JSON. */
export function encodeMultipart(parts: { readonly [name: string]: Json }, files: SentFiles): EncodedBody {
  const boundary = `junctor-${randomUUID()}`;
  const pieces: (string | Buffer | StreamedBody)[] = [];
  for (const [name, value] of Object.entries(parts))
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === null) continue;
      pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`);
      pieces.push(...(isFileValue(part) ? encodeFilePart(part, files) : ["\r\n\r\n", toPartText(part)]));
      pieces.push("\r\n");
    }
  pieces.push(`--${boundary}--\r\n`);
  const content = join(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
  return { content, type: `multipart/form-data; boundary=${boundary}` };
}

/** One body of all pieces, which is read while it is sent if one of them is. */
function join(pieces: readonly (Buffer | StreamedBody)[]): Buffer | StreamedBody {
  if (pieces.every((piece) => Buffer.isBuffer(piece))) return Buffer.concat(pieces);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { length, open: () => readInTurn(pieces) };
}

async function* readInTurn(
  pieces: readonly (Buffer | StreamedBody)[],
): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* piece.open();
  }
}

function encodeFilePart(value: FileValue, files: SentFiles): (string | Buffer | StreamedBody)[] {
  const { content, type } = encodeFile(value, files);
  const name =
    typeof value.name === "string" && value.name !== "" ? value.name : getSentFile(files, value).name;
  return [`; filename="${escapeName(name)}"\r\nContent-Type: ${type}\r\n\r\n`, content];
}

function toPartText(value: Json): string {
  return isObject(value) || (Array.isArray(value) && !isNumber(value))
    ? JSON.stringify(value)
    : String(value);
}

/** As browsers do. */
function escapeName(name: string): string {
  return name.toWellFormed().replace(/["\r\n]/g, encodeURIComponent);
}
