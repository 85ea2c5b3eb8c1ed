import { ApiError, badRequest, ValueError } from "../../platform/errors.ts";
import { isCallersMistake } from "../action-error.ts";
import type { Application } from "../catalog/application.ts";
import { ConnectorError } from "../connector.ts";
import { TokenError } from "../oauth2/token-error.ts";

/**
 * The result of asking a provider about what was entered: `refused`; `unchecked`: the provider reported another
 * problem; `unavailable`: it could not be asked or did not respond, which is nobody's mistake; `blocked`: its address
 * is one that this server must not call.
 */
export type ProviderVerdict = "refused" | "unchecked" | "unavailable" | "blocked";

/** 400 `EXTERNAL_API_FAILURE`: a provider did not confirm what was entered. */
export class ProviderError extends ApiError {
  readonly verdict: ProviderVerdict;
  /** The provider's message, or why it could not be asked. */
  readonly reason: string;
  constructor(verdict: ProviderVerdict, reason: string, said = "") {
    super("bad_request", "EXTERNAL_API_FAILURE", said + reason);
    this.verdict = verdict;
    this.reason = reason;
  }
}

/** 400 `VALIDATION_ERROR`: the entered address is one that this server must not call. */
export class BlockedAddressError extends ApiError {
  constructor(reason: string) {
    super("bad_request", "VALIDATION_ERROR", reason);
  }
}

/**
 * A provider's error as the 400 for the caller, like values that were refused before it was asked; any other error
 * unchanged.
 */
export function toProviderApiError({ connector }: Application, error: unknown): unknown {
  const { name } = connector.info;
  const refuses = `${name} does not accept these credentials. `;
  if (error instanceof TokenError) {
    const verdict = verdictOfToken(error);
    return new ProviderError(verdict, error.message, verdict === "refused" ? refuses : "");
  }
  if (!(error instanceof ConnectorError)) return error;
  if (isCallersMistake(error)) return toInputError(error);
  const verdict = verdictOf(error);
  const said = verdict === "refused" ? refuses : `${name} could not check the credentials. `;
  return new ProviderError(verdict, error.message, said);
}

/** 400 for a value that was refused before the provider was asked, with its field if known. */
export function toInputError({ message, wrong }: ConnectorError): ApiError {
  return wrong === undefined ? badRequest(message) : new ValueError(wrong.field, message, wrong.reason);
}

function verdictOfToken({ kind, status }: TokenError): ProviderVerdict {
  if (kind === "dead") return "refused";
  return kind === "unavailable" && isAway(status) ? "unavailable" : "unchecked";
}

function verdictOf({ code, status }: ConnectorError): ProviderVerdict {
  if (code === "auth") return "refused";
  if (code === "blocked") return "blocked";
  if (code === "timeout" || code === "rateLimit") return "unavailable";
  return code === "remote" && isAway(status) ? "unavailable" : "unchecked";
}

/**
 * With any other response it was reached: an unusual response may come from another server, at an address that was
 * entered.
 */
function isAway(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500;
}
