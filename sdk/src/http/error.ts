/** A problem with one field of a request: its dotted path, and a sentence that names it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The details of an error, as far as the server gave them. */
export interface JunctorErrorDetails {
  /** HTTP status; 0 if there was no reply. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** Seconds after which to retry, if the server says so. */
  readonly retryAfterS?: number;
  readonly errors?: readonly FieldError[];
  readonly cause?: unknown;
}

/**
 * The only error class of this library. `status` is the HTTP status, `code` the server's `error_code`, `requestId`
 * identifies the request in the server's log, and `errors` lists problems field by field. Without a reply `status` is
 * 0 and `code` one of NETWORK_ERROR, TIMEOUT, POPUP_BLOCKED, WINDOW_CLOSED, NOT_CONNECTED.
 */
export class JunctorError extends Error {
  override readonly name = "JunctorError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly errors: readonly FieldError[];

  constructor({ status, code, message, requestId, retryAfterS, errors = [], cause }: JunctorErrorDetails) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
    this.errors = errors;
  }
}

/** The error for a reply with a status of 400 or above, in the server's own words if its body has them. */
export function errorOfReply(reply: Response, text: string): JunctorError {
  const body = readObject(text);
  const said = (name: string) => (typeof body[name] === "string" ? body[name] : undefined);
  const seconds = Number(reply.headers.get("retry-after") ?? "");
  return new JunctorError({
    status: reply.status,
    code: said("error_code") ?? "UNEXPECTED_REPLY",
    message: said("message") ?? `The server responded with ${`${reply.status} ${reply.statusText}`.trim()}.`,
    requestId: said("request_id") ?? reply.headers.get("x-request-id") ?? undefined,
    retryAfterS: seconds > 0 ? seconds : undefined,
    errors: Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
  });
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== "object" || value === null) return false;
  return typeof Reflect.get(value, "field") === "string" && typeof Reflect.get(value, "message") === "string";
}

/** A proxy in between may answer with a page instead of JSON; then the result is empty. */
function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
