/**
 * Why no token was obtained: `dead` the grant is gone for good, `refused` the provider refuses for another reason,
 * `unavailable` it may work later, `incomplete` the response lacks the token at the place where it is declared.
 */
export type TokenErrorKind = "dead" | "refused" | "unavailable" | "incomplete";

/** A failed token request; the message is safe to show and contains no secret. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly kind: TokenErrorKind;
  readonly retryAfterMs: number | undefined;
  /** The provider's HTTP status, if it responded. */
  readonly status: number | undefined;
  /** The provider's `error` code. */
  readonly code: string | undefined;

  constructor(
    kind: TokenErrorKind,
    message: string,
    details: { retryAfterMs?: number; status?: number; code?: string; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
    this.code = details.code;
  }
}
