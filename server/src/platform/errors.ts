const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  too_many_requests: 429,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const;

export type ErrorKind = keyof typeof STATUS;

/** The `error_code` values a caller can rely on (platform-surface 4.8 and ours). */
export type ErrorCode =
  | "SERVER_ERROR"
  | "INVALID_LINKED_ACCOUNT_ID"
  | "INVALID_EVENT"
  | "INVALID_APP_ID"
  | "INVALID_TOKEN"
  | "RESOURCE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "MISSING_REQUIRED_FIELD"
  | "EXTERNAL_API_FAILURE"
  | "VALIDATION_ERROR"
  | "RATE_LIMIT_EXCEEDED"
  | "USAGE_LIMIT_REACHED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "CONFLICT"
  | "STALE_REVISION"
  | "GONE"
  | "FORBIDDEN"
  | "ROLE_TOO_LOW"
  | "INVALID_SIGN_IN"
  | "CODE_REQUIRED"
  | "LINK_USED"
  | "SIGN_IN_TOO_OLD"
  | "UNAVAILABLE";

/** One of several problems with a request; its thrower may say more than the field. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/**
 * Ends the request with a 4xx (or 502, 503, 504) that the caller can fix. `message` is shown as is, so it must
 * contain no secrets and no internals; any other error is a bug and becomes a 500 without its text.
 */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  /** What is wrong, field by field; undefined if it is not about fields. */
  readonly errors: readonly ErrorDetail[] | undefined;
  /** After how many seconds a repetition may succeed; undefined if that is not known. */
  readonly retryAfterS?: number | undefined;
  constructor(kind: ErrorKind, code: ErrorCode, message: string, errors?: readonly ErrorDetail[]) {
    super(message);
    this.name = "ApiError";
    this.kind = kind;
    this.code = code;
    this.errors = errors;
  }
  get status(): number {
    return STATUS[this.kind];
  }
}

/** 404 for a record that does not exist, or belongs to somebody else: both get the same answer. */
export function notFound(what: string): ApiError {
  return new ApiError("not_found", "RESOURCE_NOT_FOUND", `${what} not found`);
}

/** 400 with a sentence that says what is wrong with the request. */
export function badRequest(message: string, code: ErrorCode = "VALIDATION_ERROR"): ApiError {
  return new ApiError("bad_request", code, message);
}

/** 400 about one field of the request, a dotted path, so that forms show it there; the sentence names the field. */
export function badField(field: string, message: string, code: ErrorCode = "VALIDATION_ERROR"): ApiError {
  return new ApiError("bad_request", code, message, [{ field, message }]);
}

/** Why a value does not fit, for pages in their reader's language. */
export type ValueReason =
  | {
      readonly kind:
        | "required"
        | "neededToApprove"
        | "text"
        | "number"
        | "boolean"
        | "email"
        | "url"
        | "date"
        | "choice"
        | "list"
        | "address"
        | "addressUser"
        | "label";
    }
  | { readonly kind: "tooLong"; readonly most: number }
  | { readonly kind: "oneOf"; readonly choices: string };

/** 400 for the value of one field; the sentence names the field, and `reason` says the same for pages. */
export class ValueError extends ApiError {
  readonly reason: ValueReason;
  constructor(field: string, message: string, reason: ValueReason) {
    const code = reason.kind === "required" ? "MISSING_REQUIRED_FIELD" : "VALIDATION_ERROR";
    super("bad_request", code, message, [{ field, message }]);
    this.reason = reason;
  }
}

/** The start cannot continue; the message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}
