import type { Deps } from "../../deps.ts";
import { ConnectorError, type Http } from "../connector.ts";
import { type HealthNote, insertNote } from "./health-store.ts";

export type HealthDeps = Pick<Deps, "db" | "clock" | "notedAnswers" | "log">;

// A busy connection must not cost a statement for each of its calls.
const SAME_AFTER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** What was written down last of a connection, and when. */
interface NotedAnswer {
  said: string;
  atMs: number;
}

/** By connection: what this process wrote down last. */
export type NotedAnswers = Map<string, NotedAnswer>;

/** Writes down what happened to a connection; a health record that cannot be written is logged, and costs nothing else. */
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

/** A way out that remembers the status of the last answer. */
export interface ObservedHttp {
  readonly http: Http;
  readonly status: number | undefined;
}

/** Remembers the status of the last answer that comes through `http`. */
export function createObservedHttp(http: Http): ObservedHttp {
  let status: number | undefined;
  return {
    http: async (request) => {
      const response = await http(request);
      status = response.status;
      return response;
    },
    get status() {
      return status;
    },
  };
}

/** What using a connection came to: the provider's last status, and what the call threw. */
export interface UseResult {
  readonly status?: number;
  readonly failure?: unknown;
}

/**
 * Writes down that the provider has answered a call, or refused the credential; the same again only after a minute
 * for a connection and process. Call it after every use. That a provider is away, or dislikes the input, says
 * nothing about the connection.
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
  // Without a status it is our own refusal, which is written down where it is made.
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

/** The scopes that a token answer names (RFC 6749 5.1), by blanks or commas; undefined when it names none. */
export function parseGrantedScopes(said: unknown): string[] | undefined {
  if (typeof said !== "string") return undefined;
  const scopes = said.split(/[\s,]+/).filter((scope) => scope !== "");
  return scopes.length > 0 ? [...new Set(scopes)] : undefined;
}
