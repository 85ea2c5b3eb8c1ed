import type { Static } from "typebox";
import { accountScopeIfNamed, findAccount, scopeOf } from "../../auth/guard.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type App, ById } from "../../platform/http/route.ts";
import { envelope, longPageOf, pageOf, readDate, readEndDate } from "../../platform/page.ts";
import { findingsOf, listFindings } from "./audit-store.ts";
import { type BalancedEvent, imbalances, LIVE_MS, type StartedRun, startedRuns } from "./balance.ts";
import {
  FindingsPage,
  FindingsQuery,
  presentFinding,
  presentListed,
  presentReceived,
  ReceivedEvent,
  ReceivedPage,
  ReceivedQuery,
} from "./received-schema.ts";
import { listReceived, readReceived } from "./received-store.ts";

const tags = ["Events"];

type ReceivedDeps = Pick<Deps, "database" | "db" | "clock">;

/** The inbox, with the balance of each event, and what the audit found. */
export function receivedRoutes(app: App, deps: ReceivedDeps): void {
  const list = "List received events, newest first, with what they started and whether that adds up";
  app.get(
    "/api/v2/public/event/received",
    {
      config: { auth: "either" },
      schema: {
        operationId: "listReceivedEvents",
        summary: list,
        tags,
        querystring: ReceivedQuery,
        response: { 200: ReceivedPage },
      },
    },
    async (request) =>
      showPage(deps, { ...scopeOf(request), ...accountScopeIfNamed(request) }, request.query),
  );

  app.get(
    "/api/v2/public/audit/event-received",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listAuditedEvents",
        summary: list,
        tags,
        querystring: ReceivedQuery,
        response: { 200: ReceivedPage },
      },
    },
    async (request) => showPage(deps, scopeOf(request), request.query),
  );

  app.get(
    "/api/v2/public/event/received/:id",
    {
      config: { auth: "either" },
      schema: {
        operationId: "getReceivedEvent",
        summary: "Read an event as received, with what it started and whether that adds up",
        tags,
        params: ById,
        response: { 200: ReceivedEvent },
      },
    },
    async (request) => {
      const scope = accountScopeIfNamed(request) ?? scopeOf(request);
      const row = await readReceived(deps.db, scope, request.params.id);
      const balance = await balanceOf(deps, [row]);
      const { runs, wrong } = balance(row);
      return presentReceived(row, runs, wrong);
    },
  );

  app.get(
    "/api/v2/public/audit/findings",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listAuditFindings",
        summary: "List what the audit found that does not add up, newest first",
        tags,
        querystring: FindingsQuery,
        response: { 200: FindingsPage },
      },
    },
    async (request) => {
      const { kind, start_date, end_date } = request.query;
      const page = pageOf(request.query);
      const dates = { from: readDate("start_date", start_date), until: readEndDate("end_date", end_date) };
      const { rows, total } = await listFindings(deps.db, scopeOf(request), { kind, ...dates }, page);
      return { docs: rows.map(presentFinding), ...envelope(page, total) };
    },
  );
}

async function showPage(
  deps: ReceivedDeps,
  scope: Scope & { account?: AccountRef },
  query: Static<typeof ReceivedQuery>,
): Promise<Static<typeof ReceivedPage>> {
  const page = longPageOf(query);
  const filter = {
    account: await accountOf(deps, scope, query.account),
    name: query.event || undefined,
    from: readDate("start_date", query.start_date),
    until: readEndDate("end_date", query.end_date),
    isBalanced: query.balanced,
  };
  const { rows, envelope } = await listReceived(deps.db, scope, filter, page);
  const balance = await balanceOf(deps, rows);
  const docs = rows.map((row) => {
    const { runs, wrong } = balance(row);
    return presentListed(row, runs, wrong);
  });
  return { docs, ...envelope };
}

/** The account whose events are asked for: the one that the request names, unless the query wants another one's. */
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
 * What events started, and what does not add up of it: as it is now, while an event is younger than a day, and what
 * the audit found. Of older ones runs and deliveries may have been deleted for their age.
 */
async function balanceOf({ db, clock }: ReceivedDeps, events: readonly BalancedEvent[]) {
  const runs = await startedRuns(db, events);
  const findings = await findingsOf(
    db,
    events.map(({ id }) => id),
  );
  const oldest = clock.now().getTime() - LIVE_MS;
  return (event: BalancedEvent): { runs: readonly StartedRun[]; wrong: { message: string }[] } => {
    const own = runs.get(event.id) ?? [];
    const live = event.received_at.getTime() < oldest ? [] : imbalances(event, own);
    const kept = findings.filter(
      ({ event_id, kind, run_id }) =>
        event_id === event.id && !live.some((one) => one.kind === kind && one.runId === run_id),
    );
    return { runs: own, wrong: [...live, ...kept] };
  };
}
