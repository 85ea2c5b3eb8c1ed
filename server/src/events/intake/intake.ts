import type { Deps } from "../../deps.ts";
import { requireFileRoom } from "../../files/received-files.ts";
import { buildInsertFileStatements } from "../../files/store.ts";
import type { BoundStatement } from "../../platform/database/database.ts";
import { createGroupCommit, isDataError } from "../../platform/database/group-commit.ts";
import { getSpan } from "../../platform/tracing/tracing.ts";
import { RUNS } from "../../runs/name.ts";
import { LARGE } from "../../runs/results/payloads.ts";
import {
  ADMISSION_STATEMENT,
  buildInsertRunsStatement,
  type NewRun,
  prepareRuns,
  type RunRecord,
  toLoadedRun,
  toStarts,
} from "../../runs/start/start.ts";
import { isBeyondCap } from "../../usage/plans/reserve.ts";
import { buildTakeExecutions, readExecutionAdmission } from "../../usage/plans/take-executions.ts";
import { API_CALL } from "../../workflows/definition/graph.ts";
import { buildInsertReceivedStatement, type InboxRow } from "../inbox/received-store.ts";
import {
  decideTriggers,
  listPlanKeys,
  type PlannedTrigger,
  type TriggerDecision,
  type TriggerStart,
} from "./decide.ts";
import { buildStartPlan, type PlannedKey } from "./plan-start.ts";
import { redactKeys, redactPayload } from "./redact-event.ts";
import { resolveTargets, type TriggerAccount, type TriggerTarget } from "./resolve.ts";
import type { AcceptedTrigger, Trigger, WebhookTrigger } from "./trigger.ts";
import { buildReserveAllStatement, findHolders, type KeyReservation } from "./trigger-keys.ts";
import { createVersionFacts, type VersionFactsCache } from "./version-facts.ts";

type IntakeDeps = Pick<
  Deps,
  "database" | "db" | "plans" | "config" | "clock" | "vault" | "work" | "redaction" | "usageCaps"
>;

/** Stores a trigger with the runs that it starts; throws ApiError if it is refused. */
export type Intake = (trigger: Trigger) => Promise<AcceptedTrigger>;

declare module "../../deps.ts" {
  interface Features {
    readonly intake: Intake;
  }
}

const MAX_GROUP = 500;
// A group's payloads are written twice, each time as one text: a large payload gets its own group.
const MAX_GROUP_BYTES = 1024 * 1024;
const ATTEMPTS = 3;
// The first asks nobody for what is left; after that, each time another process has used some of the same cap.
const CAP_ATTEMPTS = 50;
const LONGEST_DELAY_MS = 250;

/**
 * Creates this process's intake, for everything that starts workflows by a request. Concurrent triggers share one
 * reading statement and one transaction; each is answered after its commit. One that cannot be stored fails alone.
 * While this process has a backlog, the answer waits until the run begins, at most `longestDelayMs` (D431).
 */
export function createIntake(deps: IntakeDeps, longestDelayMs = LONGEST_DELAY_MS): Intake {
  const versions = createVersionFacts(deps.database);
  const store = createGroupCommit(
    (triggers: readonly Trigger[]) => storeGroup({ ...deps, versions }, triggers),
    {
      maxItems: MAX_GROUP,
      maxWeight: MAX_GROUP_BYTES,
      weigh: ({ bytes }) => bytes,
      isLarge: ({ bytes }) => bytes > LARGE,
    },
  );
  return async (trigger) => {
    // Triggers are stored in groups, so that each must carry its own.
    const span = getSpan();
    const result = await store(span ? { ...trigger, traceparent: span.traceparent } : trigger);
    if ("refusal" in result) throw result.refusal;
    const { waitingRun, ...accepted } = result;
    if (waitingRun !== undefined) await deps.work.line(RUNS)?.line.begun(waitingRun, longestDelayMs);
    return accepted;
  };
}

/** A refusal is an ApiError, or a fault of this trigger alone. */
type Result = Stored | { readonly refusal: unknown };
/** `waitingRun` is the last of its runs that found no free slot in this process. */
type Stored = AcceptedTrigger & { readonly waitingRun?: string };
type TriggerStoreDeps = IntakeDeps & { readonly versions: VersionFactsCache };

/**
 * Retries a single trigger that could not be stored: its key was just claimed elsewhere, or its account was deleted; and
 * a group for which what was left of a cap no longer suffices.
 */
async function storeGroup(deps: TriggerStoreDeps, triggers: readonly Trigger[]): Promise<Result[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeOnce(deps, triggers, attempt === 1 ? "reached" : "all");
    } catch (error) {
      if (isBeyondCap(error) && attempt < CAP_ATTEMPTS) continue;
      if (triggers.length > 1 || attempt >= ATTEMPTS || !isDataError(error)) throw error;
    }
  }
}

async function storeOnce(
  deps: TriggerStoreDeps,
  triggers: readonly Trigger[],
  capsOf: "all" | "reached",
): Promise<Result[]> {
  const { database, clock } = deps;
  const now = clock.now();
  const planned = await planAll(deps, triggers, now);
  const keys = planned.flatMap((one) => ("plan" in one ? listPlanKeys(one.plan) : []));
  const holders = await findHolders(database, keys, now);
  const accountScopes = planned.flatMap((one) => ("plan" in one ? [scopeOf(one)] : []));
  const admit = await readExecutionAdmission(deps, deps.db, accountScopes, now, capsOf);
  const decisions = decideTriggers(planned, holders, now, admit);
  const starts = decisions.flatMap((one) => ("start" in one ? [one.start] : []));
  const runs = starts.flatMap(runsOf);
  const records = await prepareRuns(deps, deps.db, runs);
  const runIds = runIdsOf(starts, records);
  const inbox = starts.flatMap((start) => inboxRowOf(deps, start, now));
  const reservations = reservationsOf(starts, runIds, now);
  const accounts = new Map(starts.map(({ plan }) => [plan.account.id, plan.account]));
  const files = starts.flatMap((start) => fileInsertsOf(start, runIds.get(start), now));
  const taken = buildTakeExecutions(deps, toStarts(runs), now);
  const heldIds = await write(deps, { reservations, inbox, files, records, taken, accounts });
  return decisions.map((decision) => {
    const waitingRun =
      "start" in decision ? runIds.get(decision.start)?.findLast((id) => !heldIds.has(id)) : undefined;
    return { ...resultOf(decision, runIds), waitingRun };
  });
}

type RunIds = ReadonlyMap<TriggerStart, readonly string[]>;

function runIdsOf(starts: readonly TriggerStart[], records: readonly RunRecord[]): RunIds {
  let next = 0;
  return new Map(
    starts.map((start) => {
      const own = records.slice(next, next + start.runsToStart.length);
      next += own.length;
      return [start, own.map(({ id }) => id)];
    }),
  );
}

async function planAll(
  deps: TriggerStoreDeps,
  triggers: readonly Trigger[],
  now: Date,
): Promise<PlannedTrigger[]> {
  const { database, db, plans, vault, versions, redaction } = deps;
  const resolutions = await resolveTargets(database, triggers.map(targetOf), now);
  const workflows = resolutions.flatMap(({ candidates }) => candidates.map(({ workflow }) => workflow));
  const facts = await versions.read(workflows);
  // Read before any id is made, so that the runs' ids follow closely after their event's.
  for (const { id, version } of workflows) await plans.get(db, id, version);
  const planned = triggers.map(async (trigger, index): Promise<PlannedTrigger> => {
    const resolution = resolutions[index];
    if (!resolution) throw new Error("Each target has a resolution.");
    try {
      const planned = buildStartPlan(trigger, { resolution, versions: facts, vault, now });
      const plan = redactKeys({ redaction }, trigger, planned);
      const room = requireFileRoom(deps, db, scopeOf({ trigger, plan }), filesOf(trigger));
      const lack = await room.then(
        () => undefined,
        (error: unknown) => error,
      );
      return { trigger, plan, lack };
    } catch (error) {
      return { refusal: error };
    }
  });
  return Promise.all(planned);
}

function filesOf(trigger: Trigger): WebhookTrigger["files"] {
  return trigger.kind === "webhook" ? trigger.files : [];
}

function targetOf(trigger: Trigger): TriggerTarget {
  const { kind, orgId, environment, accountId, configId } = trigger;
  const wants =
    kind === "event" ? { event: trigger.event, slug: trigger.slug } : { workflow: trigger.workflow };
  return { orgId, environment, accountId, configId, ownFirst: trigger.accountRow !== undefined, wants };
}

function scopeOf({
  trigger: { orgId, environment },
  plan: { account },
}: Pick<TriggerStart, "trigger" | "plan">) {
  return { orgId, environment, account };
}

function runsOf({ trigger, plan, runsToStart, eventId }: TriggerStart): NewRun[] {
  const { orgId, environment, payload, traceparent } = trigger;
  const isCall = trigger.kind === "call";
  return runsToStart.map(({ candidate: { workflow, settings } }) => ({
    scope: { orgId, environment, account: plan.account },
    request: {
      workflow,
      settings: plan.request ? { ...settings, request: plan.request } : settings,
      eventId,
      configId: plan.configId,
      input: payload,
      source: isCall ? "API Call" : "Event",
      eventName: plan.inbox?.name ?? API_CALL,
      executionType: isCall ? trigger.executionType : plan.isAwaited ? "SYNC" : "ASYNC",
      traceparent,
    },
  }));
}

interface Writes {
  readonly reservations: readonly KeyReservation[];
  readonly inbox: readonly InboxRow[];
  readonly files: readonly BoundStatement[];
  readonly records: readonly RunRecord[];
  /** Takes the runs from the caps of their accounts. */
  readonly taken: BoundStatement | undefined;
  /** By row id. */
  readonly accounts: ReadonlyMap<string, TriggerAccount>;
}

/**
 * Writes everything in one transaction; runs that find a free slot begin here, without another claim. Returns their
 * ids.
 */
async function write(
  { database, work, config }: TriggerStoreDeps,
  { reservations, inbox, files, records, taken, accounts }: Writes,
): Promise<ReadonlySet<unknown>> {
  const here = work.line(RUNS);
  const slots = here?.line.reserve(records.length) ?? 0;
  const admission = here && { workerId: here.workerId, slots, accountLimit: config.accountConcurrency };
  const insert = records.length > 0 ? [buildInsertRunsStatement(records, admission)] : [];
  const before = [
    ...(reservations.length > 0 ? [buildReserveAllStatement(reservations)] : []),
    ...(inbox.length > 0 ? [buildInsertReceivedStatement(inbox)] : []),
    ...files,
    ...(slots > 0 ? [ADMISSION_STATEMENT] : []),
  ];
  const statements = [...before, ...insert, ...(taken ? [taken] : [])];
  const heldIds = new Set<unknown>();
  if (statements.length === 0) return heldIds;
  try {
    const rows = (await database.batch(statements))[before.length] ?? [];
    for (const { id, worker } of rows) if (worker) heldIds.add(id);
  } finally {
    const heldRuns = records.flatMap((record) => {
      const account = heldIds.has(record.id) && accounts.get(record.account_id);
      return account && here ? [toLoadedRun(record, here.workerId, { ...account, account })] : [];
    });
    here?.line.add(heldRuns, here.workerId, slots);
  }
  if (heldIds.size < records.length) work.wake(RUNS);
  return heldIds;
}

/** A webhook starts one run at most, which keeps its files until it has ended. */
function fileInsertsOf({ trigger, plan }: TriggerStart, [executionId]: readonly string[] = [], now: Date) {
  const { orgId, environment } = trigger;
  const scope = { orgId, environment, account: plan.account };
  return buildInsertFileStatements(scope, filesOf(trigger), { executionId, now });
}

function inboxRowOf(
  deps: Pick<Deps, "redaction">,
  { trigger, plan, eventId, runsToStart, repeated, refused }: TriggerStart,
  receivedAt: Date,
): InboxRow[] {
  if (eventId === undefined || !plan.inbox) return [];
  const { orgId, environment } = trigger;
  const { account, configId, inbox } = plan;
  const workflowIds = runsToStart.map(({ candidate: { workflow } }) => workflow.id);
  const payload = redactPayload(deps, trigger, workflowIds, trigger.payload);
  const counts = { matched: runsToStart.length, repeated, refused };
  return [
    {
      id: eventId,
      orgId,
      environment,
      accountId: account.id,
      configId,
      payload,
      receivedAt,
      ...inbox,
      ...counts,
    },
  ];
}

/**
 * The key claims of what is stored: each trigger's own keys, with the run if it starts only one, and those of its
 * workflows.
 */
function reservationsOf(starts: readonly TriggerStart[], runIds: RunIds, claimedAt: Date): KeyReservation[] {
  return starts.flatMap((start) => {
    const { plan, eventId = null } = start;
    const ids = runIds.get(start) ?? [];
    const reserve = ({ windowMs, ...key }: PlannedKey, runId: string | undefined): KeyReservation => ({
      ...key,
      accountId: plan.account.id,
      eventId,
      runId: runId ?? null,
      claimedAt,
      freeAt: new Date(claimedAt.getTime() + windowMs),
    });
    const only = start.trigger.kind === "event" ? undefined : ids[0];
    const own = plan.keys.map((key) => reserve(key, only));
    return [
      ...own,
      ...start.runsToStart.flatMap(({ key }, index) => (key ? [reserve(key, ids[index])] : [])),
    ];
  });
}

function resultOf(decision: TriggerDecision, runIds: RunIds): Result {
  if ("refusal" in decision) return decision;
  if ("holder" in decision) {
    const { plan, holder } = decision;
    const { eventId, runId, executions } = holder;
    return {
      repeated: true,
      eventId: eventId ?? undefined,
      executions,
      runId: runId ?? undefined,
      account: plan.account,
    };
  }
  const start = "first" in decision ? decision.first : decision.start;
  const ids = runIds.get(start) ?? [];
  return {
    repeated: "first" in decision,
    eventId: start.eventId,
    executions: ids.length,
    runId: start.trigger.kind === "event" ? undefined : ids[0],
    account: start.plan.account,
    isAwaited: "start" in decision && start.plan.isAwaited === true,
  };
}
