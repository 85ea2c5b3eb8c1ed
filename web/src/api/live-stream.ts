import { type Change, type Environment, JunctorError, listenAsOperator } from "@junctor/sdk";
import { customerPage } from "./audience.ts";
import { watchedFetch } from "./connection.ts";

// Going from one page to the next must not end the stream.
const UNHEARD_MS = 5000;
// Browsers allow few connections to one server, so hidden windows must not hold any.
const HIDDEN_MS = 60_000;
// As many as the server accepts.
const MOST_WATCHED = 20;

/** A listener for the changes of an environment. */
export interface LiveListener {
  /** Called with every change, and with a `reset`: then everything shown must be read again. */
  readonly onChange: (change: Change) => void;
  /** Called with whether changes are streamed; if not, listeners must poll. */
  readonly onLive: (isLive: boolean) => void;
}

/** Changes that the stream reports only for named ids: the progress of an execution, or who has a draft open. */
export type Watched = "watch" | "drafts";

interface LiveStream {
  readonly listeners: Set<LiveListener>;
  /** How many parts of the page watch something, by its id. */
  readonly watched: Readonly<Record<Watched, Map<string, number>>>;
  /** The ids that the server was given when the stream was opened. */
  told: Readonly<Record<Watched, readonly string[]>>;
  /** The id of the last change; empty if what came before is unknown. */
  lastId: string;
  isLive: boolean;
  /** Set while the stream is open. */
  ending?: AbortController | undefined;
  closing?: ReturnType<typeof setTimeout> | undefined;
}

const streams = new Map<Environment, LiveStream>();

/** Adds a listener to the window's one stream of the environment; the returned function removes it. */
export function joinLiveStream(environment: Environment, listener: LiveListener): () => void {
  const stream = streamOf(environment);
  stream.listeners.add(listener);
  listener.onLive(stream.isLive);
  follow(environment, stream);
  return () => {
    stream.listeners.delete(listener);
    follow(environment, stream);
  };
}

/**
 * Watches the `progress` of an execution, or the `draft` of a workflow, for the listeners of the environment; the
 * returned function ends that.
 */
export function watch(environment: Environment, what: Watched, id: string): () => void {
  const stream = streamOf(environment);
  const watched = stream.watched[what];
  watched.set(id, (watched.get(id) ?? 0) + 1);
  // The server learns what to watch when the stream opens, so it is reopened, once for everything that a page watches.
  queueMicrotask(() => {
    if (stream.ending && watched.has(id) && !stream.told[what].includes(id)) void listen(environment, stream);
  });
  return () => {
    const left = (watched.get(id) ?? 0) - 1;
    if (left > 0) watched.set(id, left);
    else watched.delete(id);
    // Others see who has a draft open.
    const isLeft = () => !watched.has(id) && stream.told.drafts.includes(id);
    if (what === "drafts")
      queueMicrotask(() => stream.ending && isLeft() && void listen(environment, stream));
  };
}

function streamOf(environment: Environment): LiveStream {
  const known = streams.get(environment);
  if (known) return known;
  const stream = {
    listeners: new Set<LiveListener>(),
    watched: { watch: new Map(), drafts: new Map() },
    told: { watch: [], drafts: [] },
    lastId: "",
    isLive: false,
  };
  streams.set(environment, stream);
  return stream;
}

if (typeof document !== "undefined")
  document.addEventListener("visibilitychange", () => {
    for (const [environment, stream] of streams) follow(environment, stream);
  });

/** Opens the stream while the window is visible and has listeners, and closes it some time after that. */
function follow(environment: Environment, stream: LiveStream): void {
  clearTimeout(stream.closing);
  // Customers get no changes: their pages poll.
  if (customerPage()) return;
  if (stream.listeners.size > 0 && !document.hidden) {
    if (!stream.ending) void listen(environment, stream);
    return;
  }
  if (!stream.ending) return;
  stream.closing = setTimeout(
    () => {
      stream.ending?.abort();
      close(stream);
    },
    stream.listeners.size === 0 ? UNHEARD_MS : HIDDEN_MS,
  );
}

function close(stream: LiveStream): void {
  stream.ending = undefined;
  stream.lastId = "";
  setLive(stream, false);
}

/** Listens until it is aborted, or continues in another stream, from where the previous one ended. */
async function listen(environment: Environment, stream: LiveStream): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  stream.ending?.abort();
  stream.ending = ending;
  const { watched } = stream;
  const newest = (ids: ReadonlyMap<string, number>) => [...ids.keys()].slice(-MOST_WATCHED);
  const told = { watch: newest(watched.watch), drafts: newest(watched.drafts) };
  stream.told = told;
  const after = stream.lastId;
  let hasBegun = after !== "";
  const fetchOpening: typeof fetch = async (input, init) => {
    try {
      const reply = await watchedFetch(input, init);
      if (signal.aborted) return reply;
      setLive(stream, reply.ok);
      // Earlier changes are not sent; from then on the client library resumes where it was.
      if (reply.ok && !hasBegun) tell(stream, { kind: "reset" });
      hasBegun ||= reply.ok;
      return reply;
    } catch (error) {
      if (!signal.aborted) setLive(stream, false);
      throw error;
    }
  };
  try {
    const connection = { baseUrl: location.origin, environment, fetch: fetchOpening };
    const onId = (id: string) => {
      if (!signal.aborted) stream.lastId = id;
    };
    const options = { ...told, after, onId, signal };
    for await (const change of listenAsOperator(connection, options)) tell(stream, change);
  } catch (error) {
    // Refused, such as after signing out: pages keep polling, which says why.
    if (!(error instanceof JunctorError)) throw error;
  } finally {
    if (stream.ending === ending) close(stream);
  }
}

function tell({ listeners }: LiveStream, change: Change): void {
  for (const { onChange } of [...listeners]) onChange(change);
}

function setLive(stream: LiveStream, isLive: boolean): void {
  if (stream.isLive === isLive) return;
  stream.isLive = isLive;
  for (const { onLive } of [...stream.listeners]) onLive(isLive);
}
