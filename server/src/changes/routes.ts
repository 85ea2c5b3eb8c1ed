import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { getHolder, isBelowRole } from "../auth/holder.ts";
import { defineOperations, registerOperations } from "../auth/operation.ts";
import type { Scope } from "../auth/scope.ts";
import { isStillValid } from "../auth/sessions/still-valid.ts";
import type { Deps } from "../deps.ts";
import { ApiError, badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { EXAMPLE } from "../platform/http/example-values.ts";
import { type App, GET_ALONE } from "../platform/http/route.ts";
import { openDraftWatcher } from "./draft-watcher.ts";
import { openHub } from "./hub.ts";
import { type LogPosition, parsePosition } from "./position.ts";
import { ChangeEvent } from "./present-change.ts";
import { type ChangeStream, openStream, type StreamRequest, type StreamSources } from "./stream.ts";
import { CHANGE_KINDS, type ChangeKind } from "./table.ts";
import { openWatcher } from "./watcher.ts";

/** Most streams per process, per organization and environment in it, and per key or operator there. */
const MOST_STREAMS = 2000;
const MOST_OF_SCOPE = 250;
const MOST_OF_HOLDER = 100;
const RETRY_AFTER_S = 10;
const MOST_WATCHED = 20;

const HEADERS = {
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  // Leaves no connection open at shutdown.
  connection: "close",
};

const Query = Type.Object({
  kinds: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Comma-separated kinds of changes: ${CHANGE_KINDS.join(", ")}. Default: all.`,
    }),
  ),
  watch: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Comma-separated ids of at most ${MOST_WATCHED} executions that the page shows. Each gets a \`progress\` event at the start, and about a second after it changes, such as when a step ends or waits.`,
    }),
  ),
  drafts: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Comma-separated ids of at most ${MOST_WATCHED} workflows whose drafts the page shows. Each gets a \`draft\` event at the start, and about a second after it is edited or an operator opens or leaves it. If you are an operator, other readers see that you have it open.`,
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "The last `id` received, if you cannot send the header `Last-Event-ID`.",
    }),
  ),
});

type StreamDeps = Pick<Deps, "config" | "database" | "db" | "log" | "clock" | "credentials">;

/** With what all streams of a process share. */
type OpenStreamDeps = StreamDeps & StreamSources & { readonly open: Set<OpenStream> };

const operation = defineOperations<OpenStreamDeps>("Statistics");

/** A stream of changes, for pages that stay open. */
export const CHANGE_OPERATIONS = [
  operation({
    id: "streamChanges",
    method: "get",
    path: "/api/v2/public/changes",
    least: "viewer",
    credentials: "apiKey",
    ...GET_ALONE,
    summary: "Stream changes",
    description:
      "Streams changes as server-sent events: `event` is the kind, `data` a ChangeEvent with ids and a status; read the record for the rest. The stream ends after some minutes. Reconnect with the last `id` to miss nothing; a change may then arrive twice. After a `reset`, reload what you show. `progress` (of executions in `watch`) and `draft` (of workflows in `drafts`) have no `id`. See [Change stream](/guides/statistics#change-stream).",
    schema: {
      headers: Type.Object({ "last-event-id": Type.Optional(Type.String({ maxLength: 1000 })) }),
      querystring: Query,
      response: {
        200: {
          content: {
            "text/event-stream": {
              schema: ChangeEvent,
              example: {
                _id: EXAMPLE.execution,
                status: "ERRORED",
                at: EXAMPLE.at,
                linked_account_id: EXAMPLE.account,
                workflow_id: EXAMPLE.workflow,
                duration_ms: 812,
              },
            },
          },
        },
        429: {
          ...ErrorReply,
          description: "Too many streams are open; `Retry-After` says when to retry.",
        },
      },
    },
    run: async ({ open, ...deps }, request, reply) => {
      const scope = getScope(request);
      const kinds = readKinds(request.query.kinds);
      const watched = readIds("watch", "executions", request.query.watch);
      const drafts = readDrafts(request, request.query.drafts);
      const after = readAfter(request.query.after, request.headers["last-event-id"]);
      const own: OpenStream = {
        scope,
        holder: getHolder(request),
        isValid: () => isStillValid(deps, request),
      };
      checkRoom(open, own, () => reply.header("retry-after", RETRY_AFTER_S));
      open.add(own);
      try {
        const wanted = { ...own, kinds, watched, drafts, after };
        own.stream = await openStream(deps, wanted, () => open.delete(own));
      } catch (error) {
        open.delete(own);
        throw error;
      }
      if (own.isRevoked) own.stream.end();
      return (
        reply
          .headers(HEADERS)
          .type("text/event-stream; charset=utf-8")
          // The schema describes the data of one event; what is sent is their stream.
          .send(own.stream.body as never)
      );
    },
  }),
];

/** Serves the stream; all streams end at shutdown, and when access is revoked. */
export function registerChangeRoutes(app: App, deps: StreamDeps): void {
  const sources = { hub: openHub(deps), watcher: openWatcher(deps), draftWatcher: openDraftWatcher(deps) };
  const open = new Set<OpenStream>();
  app.addHook("preClose", async () => {
    for (const { stream } of open) stream?.end();
    await Promise.all(Object.values(sources).map((source) => source.close()));
  });
  deps.credentials.onForget(() => {
    for (const one of open) void endUnlessValid(one);
  });
  registerOperations(app, CHANGE_OPERATIONS, { ...deps, ...sources, open });
}

interface OpenStream {
  readonly scope: Scope;
  /** Who holds it, in this scope. */
  readonly holder: string;
  isValid(): Promise<boolean>;
  stream?: ChangeStream;
  /** May be set before there is a stream. */
  isRevoked?: boolean;
}

async function endUnlessValid(one: OpenStream): Promise<void> {
  if (await one.isValid().catch(() => false)) return;
  one.isRevoked = true;
  one.stream?.end();
}

function checkRoom(
  open: ReadonlySet<OpenStream>,
  { scope: { orgId, environment }, holder }: OpenStream,
  beforeRefusal: () => void,
): void {
  const ofScope = [...open].filter(({ scope }) => scope.orgId === orgId && scope.environment === environment);
  const own = ofScope.filter((one) => one.holder === holder);
  if (open.size < MOST_STREAMS && ofScope.length < MOST_OF_SCOPE && own.length < MOST_OF_HOLDER) return;
  beforeRefusal();
  throw new ApiError("too_many_requests", "RATE_LIMIT_EXCEEDED", fullness(ofScope.length, own.length));
}

function fullness(ofScope: number, own: number): string {
  if (own >= MOST_OF_HOLDER)
    return `You have ${MOST_OF_HOLDER} streams open on this server, which is the limit: close some.`;
  if (ofScope >= MOST_OF_SCOPE)
    return `This environment has ${MOST_OF_SCOPE} streams open on this server, which is the limit: close some.`;
  return "This server has as many streams open as it can: try again later.";
}

function readKinds(text: string | undefined): ReadonlySet<ChangeKind> | undefined {
  if (text === undefined || text === "") return undefined;
  const kinds = text.split(",").map((kind) => kind.trim());
  const known: readonly string[] = CHANGE_KINDS;
  const strange = kinds.find((kind) => !known.includes(kind));
  if (strange !== undefined)
    throw badField(
      "kinds",
      `query.kinds: there is no kind "${strange}"; the kinds are ${CHANGE_KINDS.join(", ")}.`,
    );
  return new Set(kinds as ChangeKind[]);
}

/** The drafts to watch, and as whom: programs are not shown to other readers. */
function readDrafts(request: FastifyRequest, text: string | undefined): StreamRequest["drafts"] {
  const { principal } = request;
  return {
    workflowIds: readIds("drafts", "workflows", text),
    operatorId: principal?.kind === "operator" ? principal.operatorId : undefined,
    seesEmails: !isBelowRole(request, "developer"),
  };
}

function readIds(name: string, what: string, text = ""): string[] {
  const ids = [...new Set(text.split(",").map((id) => id.trim()))].filter((id) => id !== "");
  if (ids.length > MOST_WATCHED)
    throw badField(name, `query.${name} must have at most ${MOST_WATCHED} ${what}, not ${ids.length}.`);
  return ids;
}

/** The header overrides the query, which stays the same when a browser reconnects. */
function readAfter(query: string | undefined, header: string | undefined): LogPosition | "lost" | undefined {
  if (header) return parsePosition(header) ?? "lost";
  if (!query) return undefined;
  const position = parsePosition(query);
  if (!position) throw badField("after", "query.after must be the id of an event of this stream.");
  return position;
}
