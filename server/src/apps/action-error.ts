import { ApiError, badRequest } from "../platform/errors.ts";
import { ConnectorError } from "./connector.ts";

/**
 * A failed call to a third party as an error of our API: 400 `VALIDATION_ERROR` for the caller's own values,
 * otherwise 400 `EXTERNAL_API_FAILURE`, also for credentials that a provider refuses. An error that is not a
 * `ConnectorError` is returned unchanged.
 */
export function toActionApiError(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  if (isCallersMistake(error)) return badRequest(error.message);
  return new ApiError("bad_request", "EXTERNAL_API_FAILURE", error.message);
}

/** Whether the values were refused here, before the provider was asked. */
export function isCallersMistake(error: ConnectorError): boolean {
  return error.code === "input" && error.status === undefined;
}
