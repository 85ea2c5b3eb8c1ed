import { decodeText } from "../decode-text.ts";
import { badRequest } from "../errors.ts";

/** A part of a multipart form; `fileName` and `contentType` are undefined if it declares none. */
export interface FormPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly content: Buffer;
}

const MOST_PARTS = 1000;
// Each is looked at, and there could be millions.
const MOST_LOOKALIKES = 1000;
const MOST_HEADER_BYTES = 16_384;
const LINE = "\r\n";

/**
 * The parts of a form (RFC 7578), byte by byte. Node's own parser decodes parts without a file name as UTF-8 and refuses
 * `\"` in names. Throws ApiError 400 for a broken or cut off form, and for more than 1,000 parts or lines that
 * only begin like the boundary.
 */
export function parseMultipart(bytes: Buffer, contentType: string): FormPart[] {
  const boundary = readBoundary(contentType);
  if (boundary === undefined) throw createFormError();
  const parts: FormPart[] = [];
  const findDelimiter = createDelimiterSearch(bytes, `${LINE}--${boundary}`);
  let from = isFirst(bytes, `--${boundary}`) ? boundary.length + 2 : findDelimiter(0).after;
  for (;;) {
    if (bytes.toString("latin1", from, from + 2) === "--") return parts;
    const { at, after } = findDelimiter(from);
    if (parts.length === MOST_PARTS) throw badRequest(`A form may have at most ${MOST_PARTS} members.`);
    parts.push(parsePart(bytes.subarray(bytes.indexOf(LINE, from) + 2, at)));
    from = after;
  }
}

/** The first delimiter may stand at the very beginning. */
function isFirst(bytes: Buffer, opening: string): boolean {
  return bytes.toString("latin1", 0, opening.length) === opening && isLineEnd(bytes, opening.length);
}

function isLineEnd(bytes: Buffer, at: number): boolean {
  return /^(?:--|[ \t]*\r\n)/.test(bytes.toString("latin1", at, at + 80));
}

/** A line that only begins like the delimiter belongs to the content. */
function createDelimiterSearch(
  bytes: Buffer,
  delimiter: string,
): (from: number) => { at: number; after: number } {
  let lookalikes = 0;
  return (from) => {
    // The line break before a delimiter may be that after the previous one.
    for (let at = bytes.indexOf(delimiter, from, "latin1"); at !== -1; ) {
      const after = at + delimiter.length;
      if (isLineEnd(bytes, after)) return { at, after };
      if (++lookalikes > MOST_LOOKALIKES) break;
      at = bytes.indexOf(delimiter, at + 1, "latin1");
    }
    throw createFormError();
  };
}

function parsePart(bytes: Buffer): FormPart {
  const end = bytes.indexOf(LINE + LINE);
  if (end === -1 || end > MOST_HEADER_BYTES) throw createFormError();
  const headers = readHeaders(bytes.subarray(0, end));
  const disposition = headers.get("content-disposition") ?? "";
  const name = readParameters(disposition).get("name");
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw createFormError();
  const raw = bytes.subarray(end + 4);
  const isBase64 = headers.get("content-transfer-encoding")?.toLowerCase() === "base64";
  return {
    name,
    fileName: readFileName(disposition),
    contentType: headers.get("content-type"),
    content: isBase64 ? Buffer.from(raw.toString("latin1"), "base64") : raw,
  };
}

function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const lines = decodeText(bytes)
    .replace(/\r\n[ \t]+/g, " ")
    .split(LINE);
  return new Map(
    lines.map((line) => {
      const [name = "", ...rest] = line.split(":");
      return [name.trim().toLowerCase(), rest.join(":").trim()];
    }),
  );
}

function readBoundary(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** The file name of a Content-Disposition (RFC 6266, RFC 7578) as it was sent; undefined without one. */
export function readFileName(disposition: string): string | undefined {
  const parameters = readParameters(disposition);
  return decodeExtended(parameters.get("filename*")) ?? parameters.get("filename");
}

/** Browsers send quotes and line breaks as `%22`, `%0D` and `%0A`, others write `\"`. */
function readParameters(disposition: string): ReadonlyMap<string, string> {
  const pattern = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
  return new Map(
    [...disposition.matchAll(pattern)].map(([, name = "", quoted, plain = ""]) => {
      const value = quoted?.replace(/\\(["\\])/g, "$1") ?? plain.trim();
      return [name.toLowerCase(), value.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)];
    }),
  );
}

function decodeExtended(value: string | undefined): string | undefined {
  const encoded = value && /^utf-8'[^']*'(\S+)$/i.exec(value)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : undefined;
  } catch {
    return undefined; // not UTF-8
  }
}

function createFormError(): Error {
  return badRequest("The request body is not a valid multipart form.");
}
