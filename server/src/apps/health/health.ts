import type { Deps } from "../../deps.ts";
import { ConnectorError, type Http } from "../connector.ts";
import { type HealthNote, insertNote } from "./health-store.ts";

export type HealthDeps = Pick<Deps, "db" | "clock" | "notedAnswers" | "log">;

// A busy connection must not cost a statement per call.
const SAME_AFTER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** What was written down last of a connection, and when. */
interface NotedAnswer {
  said: string;
  atMs: number;
}

/** By connection: what this process wrote down last. */
export type NotedAnswers = Map<string, NotedAnswer>;

declare module "../../deps.ts" {
  interface Features {
    readonly notedAnswers: NotedAnswers;
  }
}

/** Records an event of a connection; if the health record cannot be written, that is only logged. */
export async function recordHealth(
  deps: Pick<Deps, "db" | "clock" | "log">,
  connectionId: string,
  happened: Omit<HealthNote, "at">,
): Promise<void> {
  try {
    await insertNote(deps.db, connectionId, { ...happened, at: deps.clock.now() });
  } catch (error) {
    deps.log.warn({ err: error, connection: connectionId }, "connection.health-not-written");
  }
}

/** The last response of a provider; no status if there was none. */
export interface LastResponse {
  status?: number;
}

/** An HTTP client that keeps the status of its last response in `seen`. */
export function createObservedHttp(http: Http, seen: LastResponse): Http {
  return async (request) => {
    const response = await http(request);
    seen.status = response.status;
    return response;
  };
}

/** The result of using a connection: the provider's last status, and what the call threw. */
export interface UseResult {
  readonly status?: number;
  readonly failure?: unknown;
}

/**
 * Records that the provider has responded to a call, or refused the credential; repetitions only after a minute for a
 * connection and process. Call it after every use. An outage of the provider, or bad input, says nothing about the
 * connection.
 */
export async function recordUse(
  deps: HealthDeps,
  connectionId: string,
  { status, failure }: UseResult,
): Promise<void> {
  if (failure === undefined) {
    if (isNews(deps, connectionId, ""))
      await recordHealth(deps, connectionId, { kind: "answered", status, where: "action" });
    return;
  }
  // Without a status it is our own refusal, which is recorded where it happens.
  if (!(failure instanceof ConnectorError) || failure.code !== "auth" || failure.status === undefined) return;
  const { message } = failure;
  if (!isNews(deps, connectionId, message)) return;
  await recordHealth(deps, connectionId, {
    kind: "refused",
    message,
    status: failure.status,
    where: "action",
  });
}

function isNews({ notedAnswers, clock }: HealthDeps, connectionId: string, said: string): boolean {
  const nowMs = clock.now().getTime();
  const last = notedAnswers.get(connectionId);
  if (last?.said === said && nowMs - last.atMs < SAME_AFTER_MS) return false;
  if (notedAnswers.size >= MOST_REMEMBERED) notedAnswers.clear();
  notedAnswers.set(connectionId, { said, atMs: nowMs });
  return true;
}

/** The scopes in a token response (RFC 6749 5.1), separated by spaces or commas; undefined if it has none. */
export function parseGrantedScopes(said: unknown): string[] | undefined {
  if (typeof said !== "string") return undefined;
  const scopes = said.split(/[\s,]+/).filter((scope) => scope !== "");
  return scopes.length > 0 ? [...new Set(scopes)] : undefined;
}
