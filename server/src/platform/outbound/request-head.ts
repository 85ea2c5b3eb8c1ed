import { OutboundError } from "./outbound-error.ts";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const badValue = /[^\t\x20-\x7e\x80-\xff]/;
/** Characters of all names and values: more than any server accepts. */
const LONGEST_HEADERS = 64 * 1024;
/**
 * Headers, in lower case, that the HTTP client writes from the address, the body and the connection; requests must
 * not set them.
 */
export const CLIENT_HEADERS: readonly string[] = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The method in upper case; throws OutboundError `invalid_url` for CONNECT, TRACE and invalid ones. */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  if (!token.test(upper) || upper === "CONNECT" || upper === "TRACE") {
    throw new OutboundError("invalid_url", "The request method is not valid.");
  }
  return upper;
}

function checkHeader(name: string, value: string): void {
  if (!token.test(name)) throw new OutboundError("invalid_url", "The request has an invalid header name.");
  if (typeof value !== "string" || badValue.test(value)) {
    throw new OutboundError("invalid_url", `The request has an invalid header: the value of "${name}".`);
  }
  // Dropping it silently would make it a different request; another host would get its credentials.
  const problem = findClientHeaderProblem(name);
  if (problem) throw new OutboundError("invalid_url", `The request has an invalid header: ${problem}`);
}

/** Says that a header belongs to the HTTP client, and what to do; undefined for any other. */
export function findClientHeaderProblem(name: string): string | undefined {
  if (!CLIENT_HEADERS.includes(name.toLowerCase())) return undefined;
  return `"${name}" is written by the HTTP client and cannot be set. Leave it out.`;
}

/** The caller's headers, checked, in lower case, with our defaults; throws OutboundError `invalid_url`. */
export function normalizeHeaders(headers: Record<string, string>, userAgent: string): Record<string, string> {
  const checked: Record<string, string> = { "user-agent": userAgent, "accept-encoding": "gzip, deflate, br" };
  let left = LONGEST_HEADERS;
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase();
    checkHeader(name, value);
    left -= name.length + value.length;
    if (left < 0) throw new OutboundError("invalid_url", "The request headers are too long.");
    checked[name] = value;
  }
  return checked;
}
