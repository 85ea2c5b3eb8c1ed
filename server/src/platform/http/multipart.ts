import { decodeText } from "../decode-text.ts";
import { badRequest } from "../errors.ts";

/** What a part of a multipart form says of itself; `fileName` and `contentType` are undefined if it declares none. */
export interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

/** A part with its bytes, or with what stands for them. */
export interface FormPart<Content = Buffer> extends PartHead {
  readonly content: Content;
}

/** What a form consists of, in its order: a part begins, has some bytes, and ends. */
export type FormEvent =
  | { readonly kind: "begin"; readonly head: PartHead }
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "end" };

/** Reads a form while it arrives. */
export interface FormParser {
  push(chunk: Buffer): FormEvent[];
  /** Throws ApiError 400 if the form is cut off. */
  end(): FormEvent[];
}

const MOST_PARTS = 1000;
// Each is looked at, and there could be millions.
const MOST_LOOKALIKES = 1000;
const MOST_HEADER_BYTES = 16_384;
const LINE = "\r\n";
// How far the end of a delimiter's line is looked for.
const LINE_END_BYTES = 80;

/** The parts of a form that is here as a whole; throws like `createFormParser`. */
export function parseMultipart(bytes: Buffer, contentType: string): FormPart[] {
  const parser = createFormParser(contentType);
  const parts: FormPart[] = [];
  let head: PartHead | undefined;
  let chunks: Buffer[] = [];
  for (const event of [...parser.push(bytes), ...parser.end()]) {
    if (event.kind === "begin") head = event.head;
    else if (event.kind === "bytes") chunks.push(event.bytes);
    else if (head !== undefined) {
      parts.push({ ...head, content: Buffer.concat(chunks) });
      chunks = [];
    }
  }
  return parts;
}

/**
 * Reads the parts of a form (RFC 7578), byte by byte. Node's own parser decodes parts without a file name as UTF-8 and
 * refuses `\"` in names. Throws ApiError 400 for a broken or cut off form, and for more than 1,000 parts or lines that
 * only begin like the boundary.
 */
export function createFormParser(contentType: string): FormParser {
  const boundary = readBoundary(contentType);
  if (boundary === undefined) throw createFormError();
  const delimiter = Buffer.from(`${LINE}--${boundary}`, "latin1");
  // The first delimiter may stand at the very beginning.
  let held = Buffer.from(LINE);
  let step: "preamble" | "head" | "content" | "done" = "preamble";
  let parts = 0;
  let lookalikes = 0;
  let decode: PartDecoder = (bytes) => bytes;
  const events: FormEvent[] = [];

  const emit = (bytes: Buffer, isLast: boolean) => {
    const decoded = decode(bytes, isLast);
    if (decoded.length > 0) events.push({ kind: "bytes", bytes: decoded });
  };

  /** The next delimiter; undefined if none is there yet, with the bytes in front of it that are certainly none. */
  function findDelimiter(isEnd: boolean): { at: number; after: number | undefined } {
    for (let from = 0; ; ) {
      const at = held.indexOf(delimiter, from);
      if (at === -1) return { at: Math.max(from, held.length - delimiter.length + 1), after: undefined };
      const after = at + delimiter.length;
      if (isLineEnd(held, after)) return { at, after };
      if (held.length - after < LINE_END_BYTES && !isEnd) return { at, after: undefined };
      // A line that only begins like the delimiter belongs to the content.
      if (++lookalikes > MOST_LOOKALIKES) throw createFormError();
      from = at + 1;
    }
  }

  function passDelimiter(after: number): void {
    if (held.toString("latin1", after, after + 2) === "--") {
      step = "done";
      return;
    }
    if (parts++ === MOST_PARTS) throw badRequest(`A form may have at most ${MOST_PARTS} members.`);
    held = held.subarray(held.indexOf(LINE, after) + 2);
    step = "head";
  }

  function readHead(): boolean {
    const end = held.indexOf(LINE + LINE);
    if (end > MOST_HEADER_BYTES || (end === -1 && held.length > MOST_HEADER_BYTES + LINE.length * 2))
      throw createFormError();
    if (end === -1) return false;
    // No header is a delimiter, and the line break after the headers does not begin one.
    const first = held.subarray(0, end + 4 + delimiter.length).lastIndexOf(delimiter, end + 3);
    if (first !== -1 && isLineEnd(held, first + delimiter.length)) throw createFormError();
    const { head, isBase64 } = parseHead(held.subarray(0, end));
    decode = isBase64 ? createBase64Decoder() : (bytes) => bytes;
    events.push({ kind: "begin", head });
    held = held.subarray(end + 4);
    step = "content";
    return true;
  }

  /** Whether there may be more to do. */
  function advance(isEnd: boolean): boolean {
    if (step === "head") return readHead();
    if (step === "done") return false;
    const { at, after } = findDelimiter(isEnd);
    if (step === "content") emit(held.subarray(0, at), after !== undefined);
    if (after === undefined) {
      held = held.subarray(at);
      return false;
    }
    if (step === "content") events.push({ kind: "end" });
    passDelimiter(after);
    return true;
  }

  function take(isEnd: boolean): FormEvent[] {
    while (advance(isEnd));
    return events.splice(0);
  }

  return {
    push: (chunk) => {
      held = Buffer.concat([held, chunk]);
      return take(false);
    },
    end: () => {
      const rest = take(true);
      if (step !== "done") throw createFormError();
      return rest;
    },
  };
}

function isLineEnd(bytes: Buffer, at: number): boolean {
  return /^(?:--|[ \t]*\r\n)/.test(bytes.toString("latin1", at, at + LINE_END_BYTES));
}

function parseHead(bytes: Buffer): { head: PartHead; isBase64: boolean } {
  const headers = readHeaders(bytes);
  const disposition = headers.get("content-disposition") ?? "";
  const name = readParameters(disposition).get("name");
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw createFormError();
  return {
    head: { name, fileName: readFileName(disposition), contentType: headers.get("content-type") },
    isBase64: headers.get("content-transfer-encoding")?.toLowerCase() === "base64",
  };
}

type PartDecoder = (bytes: Buffer, isLast: boolean) => Buffer;

/** Decodes base64 however it is cut. */
function createBase64Decoder(): PartDecoder {
  let held = "";
  return (bytes, isLast) => {
    const text = held + bytes.toString("latin1").replace(/[^\w+/=-]/g, "");
    const whole = isLast ? text.length : text.length - (text.length % 4);
    held = text.slice(whole);
    return Buffer.from(text.slice(0, whole), "base64");
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
