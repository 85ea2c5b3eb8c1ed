import { MIMEType } from "node:util";

const UTF_8 = new TextDecoder();
// By lower-case label, which the Encoding Standard has some 200 of.
const decoders = new Map<string, TextDecoder>([["utf-8", UTF_8]]);
// How far HTML and XML may declare their encoding, as browsers read it.
const DECLARATION_BYTES = 1024;

/**
 * The text of a body in the encoding that its byte order mark names, else its Content-Type's `charset`, else an XML
 * declaration or an HTML `meta`, else UTF-8; never guessed. A byte order mark is not part of the text, and what is not
 * valid in the encoding becomes U+FFFD. An unknown `charset` counts as none. `isCut` says that the body may end within
 * a character, which is left out.
 */
export function decodeText(bytes: Uint8Array, contentType = "", { isCut = false } = {}): string {
  const decoder = findDecoder(bytes, contentType);
  if (!isCut) return decoder.decode(bytes);
  return new TextDecoder(decoder.encoding).decode(bytes, { stream: true });
}

function findDecoder(bytes: Uint8Array, contentType: string): TextDecoder {
  const marked = findMarked(bytes);
  if (marked !== undefined) return marked;
  // Almost every body is read by this line.
  if (!/charset|ml/i.test(contentType)) return UTF_8;
  return createDecoder(findCharset(contentType)) ?? findDeclared(bytes, contentType) ?? UTF_8;
}

function findMarked([first, second, third]: Uint8Array): TextDecoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF_8;
  if (first === 0xfe && second === 0xff) return createDecoder("utf-16be");
  if (first === 0xff && second === 0xfe) return createDecoder("utf-16le");
  return undefined;
}

function findCharset(contentType: string): string | undefined {
  try {
    // Single quotes are not quotes of the grammar, but some servers write them.
    return new MIMEType(contentType).params.get("charset")?.replace(/^'(.*)'$/, "$1");
  } catch {
    return undefined; // not a media type
  }
}

function findDeclared(bytes: Uint8Array, contentType: string): TextDecoder | undefined {
  const isXml = /^[^;]*[/+]xml\b/i.test(contentType);
  if (!isXml && !/^\s*text\/html\b/i.test(contentType)) return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARATION_BYTES));
  const start = head.toString("latin1");
  if (!isXml) return createReadable(findMetaCharset(start));
  // Without a mark, the declaration itself shows UTF-16 (XML 1.0, appendix F).
  if (start.startsWith("<\0?\0")) return createDecoder("utf-16le");
  if (start.startsWith("\0<\0?")) return createDecoder("utf-16be");
  return createReadable(/^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]);
}

/** A declaration that was readable byte by byte is not in UTF-16, whatever it says. */
function createReadable(label: string | undefined): TextDecoder | undefined {
  const decoder = createDecoder(label);
  return decoder?.encoding.startsWith("utf-16") ? UTF_8 : decoder;
}

function findMetaCharset(html: string): string | undefined {
  for (const [tag] of html.replace(/<!--.*?(?:-->|$)/gs, "").matchAll(/<meta[\s/][^>]*>/gi)) {
    const own = /[\s/"']charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag);
    if (own !== null && !/[\s/"']content\s*=/i.test(tag)) return own[1];
    const isType = /[\s/"']http-equiv\s*=\s*["']?content-type\b/i.test(tag);
    const named = /[\s/"']content\s*=.*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/is.exec(tag);
    if (isType && named !== null) return named[1];
  }
  return undefined;
}

/** Undefined for a label that the Encoding Standard does not have. */
function createDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  const name = label.trim().toLowerCase();
  const known = decoders.get(name);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(name);
    decoders.set(name, decoder);
    return decoder;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
