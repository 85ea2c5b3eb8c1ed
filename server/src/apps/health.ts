import type { Deps } from "../deps.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { ConnectorError, type Http } from "./connector.ts";
import { type HealthNote, insertNote } from "./health-store.ts";

export type HealthDeps = Pick<Deps, "db" | "clock" | "outbound" | "log">;

// A busy connection must not cost a statement for each of its calls.
const ANSWERS_EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const noted = new WeakMap<Outbound, Map<string, number>>();

/** Writes down what happened to a connection; a health record that cannot be written is logged, and costs nothing else. */
export async function note(
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

/** Remembers the status of the last answer that a connector got through it. */
export interface Observed {
  readonly http: Http;
  readonly status: number | undefined;
}

/** The outgoing client for one call of a connector, which remembers the last answer. */
export function observe({ outbound }: Pick<Deps, "outbound">): Observed {
  let status: number | undefined;
  return {
    http: async (request) => {
      const response = await outbound.request(request);
      status = response.status;
      return response;
    },
    get status() {
      return status;
    },
  };
}

/**
 * Writes down that a provider has answered a call, at most once a minute for a connection and process; call it
 * after every use. `failure` is what the call threw: a refused credential is always written down.
 */
export async function noteUse(
  deps: HealthDeps,
  connectionId: string,
  { status, failure }: { status?: number; failure?: unknown } = {},
): Promise<void> {
  if (failure instanceof ConnectorError && failure.code === "auth") {
    // The next answer is written down at once, so that a recovery shows.
    noted.get(deps.outbound)?.delete(connectionId);
    const happened = { status: failure.status ?? status, where: "action", message: failure.message };
    return note(deps, connectionId, { kind: "refused", ...happened });
  }
  // A provider that is away or dislikes the input says nothing about the credential.
  if (failure !== undefined || !mayNote(deps, connectionId)) return;
  await note(deps, connectionId, { kind: "answered", status, where: "action" });
}

function mayNote({ outbound, clock }: HealthDeps, connectionId: string): boolean {
  const nowMs = clock.now().getTime();
  const times = noted.get(outbound) ?? new Map<string, number>();
  noted.set(outbound, times);
  if (nowMs - (times.get(connectionId) ?? 0) < ANSWERS_EVERY_MS) return false;
  if (times.size >= MOST_REMEMBERED) times.clear();
  times.set(connectionId, nowMs);
  return true;
}

/** The scopes that a token answer names (RFC 6749 5.1), by blanks or commas; undefined when it names none. */
export function grantedScopes(said: unknown): string[] | undefined {
  if (typeof said !== "string") return undefined;
  const scopes = said.split(/[\s,]+/).filter((scope) => scope !== "");
  return scopes.length > 0 ? [...new Set(scopes)] : undefined;
}
