import { ApiError, badRequest } from "../../platform/errors.ts";
import { ConnectorError } from "../connector.ts";

/**
 * A failed call to a third party as an error of our API: 400 `VALIDATION_ERROR` for the caller's own values, else 400
 * `EXTERNAL_API_FAILURE`, as for credentials that a provider refuses. What is no `ConnectorError` comes back as it is.
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
