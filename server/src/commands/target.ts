import { JunctorError } from "../../../sdk/src/http/error.ts";
import { createSend, type Send } from "../../../sdk/src/http/http.ts";
import type { Environment } from "../auth/scope.ts";
import type { ClientSettings } from "../client-settings.ts";
import { StartError } from "../platform/errors.ts";
import { parseJson } from "../platform/json/parse-json.ts";

/** The environment of a server that a command works on by the API. */
export interface Target {
  readonly url: string;
  readonly environment: Environment;
  /** Whether secrets are sent although they may be the stored ones. */
  readonly sendsSecrets: boolean;
  /** Sends requests to its API. */
  readonly send: Send;
}

// A page of the longest workflows takes longer than most requests.
const TIMEOUT_MS = 60_000;

/** The environment that the key belongs to (D545). Throws StartError if one of the two settings is missing. */
export function createTarget({ url, apiKey }: ClientSettings, sendsSecrets = false): Target {
  if (url === undefined)
    throw new StartError(
      "JUNCTOR_URL is not set: it is the address of the server, such as https://junctor.example.com.",
    );
  if (apiKey === undefined)
    throw new StartError(
      "JUNCTOR_API_KEY is not set: it is an API key of the environment to work on, of the role developer or higher.",
    );
  const connection = { baseUrl: url, parse: parseJson, timeoutMs: TIMEOUT_MS, retryRateLimit: true };
  return {
    url,
    sendsSecrets,
    environment: apiKey.startsWith("pk") ? "production" : "test",
    send: createSend(connection, () => ({ "x-api-key": apiKey })),
  };
}

/** What whoever runs the command can do about a request that failed; undefined for anything else. */
export function describeRequestFailure(target: Target, error: unknown): string | undefined {
  if (!(error instanceof JunctorError)) return undefined;
  const { status, code, message, requestId, cause } = error;
  if (status === 401)
    return `${target.url} does not accept the key in JUNCTOR_API_KEY: it is misspelt, revoked or expired, or belongs to another server.`;
  if (code === "UNEXPECTED_REPLY")
    return `${target.url} does not answer as a Junctor server does (${status}): check JUNCTOR_URL, and what stands between.`;
  if (status !== 0) return requestId && status >= 500 ? `${message} (request ${requestId})` : message;
  const reason = code === "TIMEOUT" ? message.replace(/\.$/, "") : describeCause(cause);
  return `${target.url} could not be reached (${reason}): check JUNCTOR_URL, and that the server runs.`;
}

/** The reason of a request without a reply, as the operating system names it. */
function describeCause(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(inner instanceof Error)) return "no reply";
  return "code" in inner && typeof inner.code === "string" ? inner.code : inner.message;
}
