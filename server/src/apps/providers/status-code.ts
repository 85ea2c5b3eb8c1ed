import type { ConnectorErrorCode } from "../connector.ts";

/** What a provider's HTTP status of a refusal means, where nothing else is known. */
export function codeOfStatus(status: number): ConnectorErrorCode {
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rateLimit";
  return status >= 400 && status < 500 && status !== 408 && status !== 425 ? "input" : "remote";
}
