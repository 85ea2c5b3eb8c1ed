import { OutboundError } from "./outbound-error.ts";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const badValue = /[^\t\x20-\x7e\x80-\xff]/;
// The connection's own business: undici writes them as they must be.
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The method in upper case; throws OutboundError `invalid_url` for CONNECT, TRACE and what is no token. */
export function checkMethod(method: string): string {
  const upper = method.toUpperCase();
  if (!token.test(upper) || upper === "CONNECT" || upper === "TRACE") {
    throw new OutboundError("invalid_url", "The request method is not valid.");
  }
  return upper;
}

function checkHeader(name: string, value: string, url: URL): void {
  if (!token.test(name)) throw new OutboundError("invalid_url", "The request has an invalid header name.");
  if (typeof value !== "string" || badValue.test(value)) {
    throw new OutboundError("invalid_url", `The request has an invalid header: the value of "${name}".`);
  }
  // Another name than the URL's would send credentials to a host that nobody checked.
  if (name === "host" && value.toLowerCase() !== url.host) {
    throw new OutboundError("invalid_url", `The request has an invalid header: "host" differs from the URL.`);
  }
}

/** The caller's headers, checked, in lower case, with our defaults and without those of the connection; throws OutboundError `invalid_url`. */
export function checkHeaders(
  headers: Record<string, string>,
  url: URL,
  userAgent: string,
): Record<string, string> {
  const checked: Record<string, string> = { "user-agent": userAgent, "accept-encoding": "gzip, deflate, br" };
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase();
    checkHeader(name, value, url);
    if (name !== "host" && !connectionHeaders.has(name)) checked[name] = value;
  }
  return checked;
}
