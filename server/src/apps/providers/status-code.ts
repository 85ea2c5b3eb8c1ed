import type { ConnectorErrorCode } from "../connector.ts";

/**
 * What a provider's HTTP status of a refusal means, where nothing else is known. `forbidden` is what 403 means: `auth`
 * where nobody knows the provider's ways, `input` where a description could have said that it is about the credential.
 */
export function toErrorCode(status: number, forbidden: "auth" | "input"): ConnectorErrorCode {
  if (status === 401) return "auth";
  if (status === 403) return forbidden;
  if (status === 429) return "rateLimit";
  return status >= 400 && status < 500 && status !== 408 && status !== 425 ? "input" : "remote";
}
