import { errorOfReply, JunctorError } from "./http/error.ts";
import { type ConnectionOptions, type Credential, readBaseUrl } from "./http/http.ts";
import { readEvents } from "./http/server-sent-events.ts";
import { wait } from "./http/wait.ts";
import type { components } from "./openapi.generated.ts";

const PATH = "/api/v2/public/changes";
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
// The server says something every 15 s.
const LONGEST_SILENCE_MS = 45_000;

/** What changes are about. */
export type ChangeKind = "execution" | "delivery" | "connection" | "mcp_call" | "approval";

/**
 * A change with its kind; `progress` is of a watched execution in which something has changed, `draft` of a
 * workflow whose draft is watched and was edited, opened or left, `reset` says that all that is shown must be loaded anew
 * because changes were missed.
 */
export type Change =
  | ({ readonly kind: ChangeKind | "progress" | "draft" } & components["schemas"]["ChangeEvent"])
  | { readonly kind: "reset" };

/** What is listened to. */
export interface ListenOptions {
  /** All if not given. */
  readonly kinds?: readonly ChangeKind[];
  /** Ids of executions, 20 at most, whose `progress` is told, too. */
  readonly watch?: readonly string[];
  /** Ids of workflows, 20 at most, whose drafts are open: of each a `draft` tells the last edit and who else has it open. */
  readonly drafts?: readonly string[];
  /** Goes on after the change with this id, as an earlier listening heard it by `onId`. */
  readonly after?: string;
  /** Called with the id of what was heard last. */
  readonly onId?: (id: string) => void;
  /** Ends the listening, without an error. */
  readonly signal?: AbortSignal;
}

/** Calls that hear of changes. */
export function changeCalls(connection: ConnectionOptions, credential: Credential) {
  return {
    /**
     * Yields changes as they happen, until the signal aborts or the loop is left. It reconnects by itself and goes on
     * where it was; throws JunctorError where the server refuses, such as for a key that was revoked.
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
  /** The id heard last. */
  readonly place: { lastId: string; readonly onId: ListenOptions["onId"] };
  readonly signal: AbortSignal | undefined;
}

/** Yields what one connection tells, until it ends. */
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
    // Called without an object: a browser's own fetch refuses any other `this`.
    const send = connection.fetch ?? globalThis.fetch;
    const reply = await send(url, { headers, signal: ending.signal });
    if (reply.status >= 400) throw errorOfReply(reply, await reply.text());
    for await (const { event, id, data } of readEvents(reply.body)) {
      clearTimeout(silence);
      silence = setTimeout(end, LONGEST_SILENCE_MS);
      if (data !== undefined)
        // The server's events are what its document says: the tests hold it to that.
        yield { kind: event, ...JSON.parse(data) } as Change;
      // Only then has it been heard.
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
