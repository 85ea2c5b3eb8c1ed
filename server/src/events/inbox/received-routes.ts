import type { Static } from "typebox";
import { findAccount, findAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { ById } from "../../platform/http/route.ts";
import {
  buildEnvelope,
  parseLongPage,
  parsePage,
  parseQueryDate,
  parseQueryEndDate,
} from "../../platform/page.ts";
import type { PrepareDeps } from "../../runs/start/start.ts";
import { UsageLimitReply } from "../../usage/plans/schema.ts";
import { receivedExample } from "../examples.ts";
import { listFindings, readFindings } from "./audit-store.ts";
import { type BalancedEvent, findImbalances, LIVE_MS, readStartedRuns, type StartedRun } from "./balance.ts";
import {
  FindingsPage,
  FindingsQuery,
  presentFinding,
  presentListedEvent,
  presentReceived,
  ReceivedPage,
  ReceivedQuery,
  RestartedReply,
} from "./received-schema.ts";
import { listReceived, readReceived } from "./received-store.ts";
import { restartRefused } from "./restart.ts";

type ReceivedDeps = Pick<Deps, "database" | "db" | "clock">;

const operation = defineOperations<ReceivedDeps & Pick<Deps, "queue"> & PrepareDeps>("Events");

/** The inbox, with the balance of each event, and the audit's findings. */
export const RECEIVED_EVENT_OPERATIONS = [
  operation({
    id: "listReceivedEvents",
    method: "get",
    path: "/api/v2/public/event/received",
    least: "viewer",
    credentials: "either",
    summary: "List received events",
    description:
      "Returns received events and incoming webhooks, newest first, with the executions that each started and whether anything is missing. Page through long lists with `after`. See [Reconciliation](/guides/triggers#reconciliation).",
    schema: { querystring: ReceivedQuery, response: { 200: ReceivedPage } },
    run: async (deps, request) =>
      showPage(deps, { ...getScope(request), ...findAccountScope(request) }, request.query),
  }),
  operation({
    id: "listAuditedEvents",
    method: "get",
    path: "/api/v2/public/audit/event-received",
    least: "viewer",
    credentials: "apiKey",
    summary: "List audited events",
    description:
      "The same list as `GET /api/v2/public/event/received`, but of all linked accounts and only for API keys.",
    schema: { querystring: ReceivedQuery, response: { 200: ReceivedPage } },
    run: async (deps, request) => showPage(deps, getScope(request), request.query),
  }),
  operation({
    id: "getReceivedEvent",
    method: "get",
    path: "/api/v2/public/event/received/:id",
    least: "viewer",
    credentials: "either",
    summary: "Get a received event",
    description:
      "Returns an event as it was received, with its payload, the executions that it started, and what is missing.",
    schema: { params: ById, response: { 200: receivedExample.reply } },
    run: async (deps, request) => {
      const scope = findAccountScope(request) ?? getScope(request);
      const row = await readReceived(deps.db, scope, request.params.id);
      const balance = await balanceOf(deps, [row]);
      const { runs, wrong } = balance(row);
      return presentReceived(row, runs, wrong);
    },
  }),
  operation({
    id: "restartReceivedEvent",
    method: "post",
    path: "/api/v2/public/event/received/:id/restart",
    least: "developer",
    credentials: "apiKey",
    summary: "Start a refused event",
    description:
      "Starts the workflow of an event that was refused because a [limit](/guides/usage#at-a-hard-limit) was reached, as an event that is received now. Returns 409 if it was not refused, was started already, or its workflow is not published or off, and 429 while the limit is still reached.",
    schema: {
      params: ById,
      response: {
        200: RestartedReply,
        409: { ...ErrorReply, description: "The event cannot be started again." },
        429: UsageLimitReply,
      },
    },
    run: async (deps, request) => {
      const scope = getScope(request);
      const restarted = await deps.queue.transaction((tx) =>
        restartRefused(deps, tx, scope, request.params.id),
      );
      return { event_id: restarted.eventId, execution_id: restarted.executionId };
    },
  }),
  operation({
    id: "listAuditFindings",
    method: "get",
    path: "/api/v2/public/audit/findings",
    least: "viewer",
    credentials: "apiKey",
    summary: "List audit findings",
    description:
      "Returns what the audit of received events found missing, newest first: executions that were not started, work that is in no queue, and webhooks without a delivery. The list is normally empty.",
    schema: { querystring: FindingsQuery, response: { 200: FindingsPage } },
    run: async (deps, request) => {
      const { kind, start_date, end_date } = request.query;
      const page = parsePage(request.query);
      const dates = {
        from: parseQueryDate("start_date", start_date),
        until: parseQueryEndDate("end_date", end_date),
      };
      const { rows, total } = await listFindings(deps.db, getScope(request), { kind, ...dates }, page);
      return { docs: rows.map(presentFinding), ...buildEnvelope(page, total) };
    },
  }),
];

async function showPage(
  deps: ReceivedDeps,
  scope: Scope & { account?: AccountRef },
  query: Static<typeof ReceivedQuery>,
): Promise<Static<typeof ReceivedPage>> {
  const page = parseLongPage(query);
  const filter = {
    account: await accountOf(deps, scope, query.account),
    name: query.event || undefined,
    from: parseQueryDate("start_date", query.start_date),
    until: parseQueryEndDate("end_date", query.end_date),
    isBalanced: query.balanced,
  };
  const { rows, envelope } = await listReceived(deps.db, scope, filter, page);
  const balance = await balanceOf(deps, rows);
  const docs = rows.map((row) => {
    const { runs, wrong } = balance(row);
    return presentListedEvent(row, runs, wrong);
  });
  return { docs, ...envelope };
}

/** The account whose events are listed: the one that the request names, unless the query names another. */
async function accountOf(
  { database }: ReceivedDeps,
  scope: Scope & { account?: AccountRef },
  asked: string | undefined,
): Promise<AccountRef | undefined> {
  if (!asked) return scope.account;
  const nobody = { id: "", accountId: asked };
  if (scope.account) return scope.account.accountId === asked ? scope.account : nobody;
  return (await findAccount(database, scope, asked)) ?? nobody;
}

/**
 * What events started, and their discrepancies: the current ones while an event is younger than a day, and the
 * audit's findings. The runs and deliveries of older events may have been deleted for their age.
 */
async function balanceOf({ db, clock }: ReceivedDeps, events: readonly BalancedEvent[]) {
  const runs = await readStartedRuns(db, events);
  const findings = await readFindings(
    db,
    events.map(({ id }) => id),
  );
  const oldest = clock.now().getTime() - LIVE_MS;
  return (event: BalancedEvent): { runs: readonly StartedRun[]; wrong: { message: string }[] } => {
    const own = runs.get(event.id) ?? [];
    const live = event.received_at.getTime() < oldest ? [] : findImbalances(event, own);
    const kept = findings.filter(
      ({ event_id, kind, run_id }) =>
        event_id === event.id && !live.some((one) => one.kind === kind && one.runId === run_id),
    );
    return { runs: own, wrong: [...live, ...kept] };
  };
}
