import type { ConnectorErrorCode } from "../connector.ts";

/**
 * What a provider's HTTP status of a refusal means if nothing else is known. `forbidden` is the meaning of 403: `auth`
 * if the provider's conventions are unknown, `input` if its description could have declared it an authentication error.
 */
export function toErrorCode(status: number, forbidden: "auth" | "input"): ConnectorErrorCode {
  if (status === 401) return "auth";
  if (status === 403) return forbidden;
  if (status === 429) return "rateLimit";
  return status >= 400 && status < 500 && status !== 408 && status !== 425 ? "input" : "remote";
}
