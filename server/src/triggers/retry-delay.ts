import { ConnectorError } from "../apps/connector.ts";

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 60 * 60_000;

/** How long to wait after that many failures in a row: doubled each time, or as long as the provider asked. */
export function getRetryDelayMs(failures: number, error?: unknown): number {
  const asked = error instanceof ConnectorError ? (error.retryAfterMs ?? 0) : 0;
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY_MS);
  return Math.min(Math.max(asked, backoff), LONGEST_RETRY_MS);
}
