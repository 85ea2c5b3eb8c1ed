export type OutboundErrorCode =
  | "blocked"
  | "invalid_url"
  | "timeout"
  | "too_large"
  | "dns"
  | "connect"
  | "tls"
  | "redirect"
  | "aborted";

/** Why an outgoing request has no response; the message names no address and may be shown to a customer. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string) {
    super(message);
    this.name = "OutboundError";
    this.code = code;
  }
}

const timeoutCodes = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);
const closedCodes = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED", "UND_ERR_ABORTED", "ABORT_ERR"]);
const invalidCodes = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);
const tlsCode =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_|CRL_|EPROTO)/;

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "";
}

/** Any error that undici, the socket or TLS threw while talking to `host`, as an OutboundError without its text. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const detail = code ? ` (${code})` : "";
  if (timeoutCodes.has(code)) return new OutboundError("timeout", `${host} did not respond in time.`);
  if (closedCodes.has(code)) return new OutboundError("aborted", "The request was cancelled.");
  if (invalidCodes.has(code)) return new OutboundError("invalid_url", "The request is not valid HTTP.");
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new OutboundError("too_large", `The response headers of ${host} are too large.`);
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") {
    return new OutboundError(
      "tls",
      `${host} does not speak TLS: check the port, or begin the address with http:// if it has none.`,
    );
  }
  if (tlsCode.test(code)) {
    return new OutboundError("tls", `A trusted TLS connection to ${host} could not be made${detail}.`);
  }
  return new OutboundError("connect", `The connection to ${host} failed${detail}.`);
}
