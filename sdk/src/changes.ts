import { errorOfReply, JunctorError } from "./http/error.ts";
import { type ConnectionOptions, type Credential, readBaseUrl } from "./http/http.ts";
import { readEvents } from "./http/server-sent-events.ts";
import { wait } from "./http/wait.ts";
import type { components } from "./openapi.generated.ts";

const PATH = "/api/v2/public/changes";
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
// The server sends something at least every 15 s.
const LONGEST_SILENCE_MS = 45_000;

/** What changes are about. */
export type ChangeKind = "execution" | "delivery" | "connection" | "mcp_call" | "approval";

/**
 * A change with its kind. `progress`: a watched execution has changed; `draft`: the draft of a watched workflow was
 * edited, opened or left; `reset`: changes were missed, so reload everything that is shown.
 */
export type Change =
  | ({ readonly kind: ChangeKind | "progress" | "draft" } & components["schemas"]["ChangeEvent"])
  | { readonly kind: "reset" };

/** What to listen to. */
export interface ListenOptions {
  /** Default: all. */
  readonly kinds?: readonly ChangeKind[];
  /** Ids of executions, at most 20, to receive `progress` for. */
  readonly watch?: readonly string[];
  /** Ids of workflows, at most 20, whose drafts are open: each `draft` has the last edit and who else has it open. */
  readonly drafts?: readonly string[];
  /** Continues after the change with this id, as `onId` of an earlier stream reported it. */
  readonly after?: string;
  /** Called with the id of each change received. */
  readonly onId?: (id: string) => void;
  /** Ends the stream, without an error. */
  readonly signal?: AbortSignal;
}

/** Calls that receive changes. */
export function changeCalls(connection: ConnectionOptions, credential: Credential) {
  return {
    /**
     * Yields changes as they happen, until the signal aborts or the loop is left. It reconnects and resumes by
     * itself; throws JunctorError if the server refuses, such as for a revoked key.
     */
    listen: (options: ListenOptions = {}) => listen(connection, credential, options),
  };
}

async function* listen(
  connection: ConnectionOptions,
  credential: Credential,
  { kinds, watch = [], drafts = [], after = "", onId, signal }: ListenOptions,
): AsyncGenerator<Change, void, undefined> {
  const query = new URLSearchParams({
    ...(kinds && { kinds: kinds.join(",") }),
    ...(watch.length > 0 && { watch: watch.join(",") }),
    ...(drafts.length > 0 && { drafts: drafts.join(",") }),
  });
  const url = `${readBaseUrl(connection.baseUrl)}${PATH}${query.size > 0 ? `?${query}` : ""}`;
  const place = { lastId: after, onId };
  for (let pauseMs = FIRST_PAUSE_MS; !signal?.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      for await (const change of listenOnce(connection, { url, credential, place, signal })) {
        pauseMs = FIRST_PAUSE_MS;
        yield change;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof JunctorError && error.status !== 429 && error.status < 500) throw error;
      if (error instanceof JunctorError) pauseMs = Math.max(pauseMs, (error.retryAfterS ?? 0) * 1000);
    }
    await wait(pauseMs * (0.75 + Math.random() / 2), signal).catch(() => undefined);
  }
}

interface Listening {
  readonly url: string;
  readonly credential: Credential;
  /** The last id received. */
  readonly place: { lastId: string; readonly onId: ListenOptions["onId"] };
  readonly signal: AbortSignal | undefined;
}

/** Yields the events of one connection until it ends. */
async function* listenOnce(
  connection: ConnectionOptions,
  { url, credential, place, signal }: Listening,
): AsyncGenerator<Change, void, undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener("abort", end);
  let silence = setTimeout(end, LONGEST_SILENCE_MS);
  try {
    const headers = {
      ...(await credential()),
      accept: "text/event-stream",
      ...(place.lastId && { "last-event-id": place.lastId }),
    };
    // Called without an object, because a browser's own fetch refuses any other `this`.
    const send = connection.fetch ?? globalThis.fetch;
    const reply = await send(url, { headers, signal: ending.signal });
    if (reply.status >= 400) throw errorOfReply(reply, await reply.text());
    for await (const { event, id, data } of readEvents(reply.body)) {
      clearTimeout(silence);
      silence = setTimeout(end, LONGEST_SILENCE_MS);
      if (data !== undefined)
        // The server's events match its API document; tests verify it.
        yield { kind: event, ...JSON.parse(data) } as Change;
      // Recorded only when the consumer asks for the next change, so that a break before that does not lose one.
      if (id === undefined) continue;
      place.lastId = id;
      place.onId?.(id);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener("abort", end);
    ending.abort();
  }
}
