import { isDeepStrictEqual } from "node:util";
import { withConnection } from "../apps/actions/with-connection.ts";
import { ConnectorError } from "../apps/connector.ts";
import type { PollResult } from "../apps/connector-events.ts";
import {
  receiveTriggerReport,
  type TriggerReceipt,
  type TriggerReport,
} from "../events/receive/receive-from-trigger.ts";
import type { Tx } from "../platform/database/database.ts";
import { findRunnable } from "../workflows/versions/publications.ts";
import type { TriggerDeps } from "./deps.ts";
import { renderTriggerInput } from "./input.ts";
import { recordTriggerFailure, recordTriggerRecovery } from "./record-trigger-health.ts";
import { getRetryDelayMs } from "./retry-delay.ts";
import { decryptSetup, encryptSetup } from "./secrets.ts";
import { getConnectionId, lockLease, saveSubscriptionUpdate, toAccountScope } from "./store.ts";
import type { SubscriptionRow, SubscriptionStatus } from "./table.ts";

// A transaction must not grow with the number of reported events.
const BATCH = 200;
const POSTPONED_MS = 10_000;
const REPEATED = "The provider sends the same items again on every further page.";

/** The workflow was unpublished during the poll: the reported events must start it later. */
class UnpublishedError extends Error {
  override readonly name = "UnpublishedError";
}

/**
 * Polls once for new events. The events, the runs that they start and the new cursor commit together; of more than
 * 200 events, the first ones commit earlier and are deduplicated by their keys when reported again. Throws
 * `ConnectorError`, RenderError and LeaseLostError.
 */
export async function pollOnce(deps: TriggerDeps, row: SubscriptionRow, signal: AbortSignal): Promise<void> {
  const scope = toAccountScope(row);
  const { slug, trigger_id: triggerId } = row;
  if (!(await findRunnable(deps.db, scope, row.workflow_id, scope.account))) return postpone(deps, row);
  const input = await renderTriggerInput(deps, row);
  const before = decryptSetup(deps.vault, row);
  // A cursor belongs to its input: with a different list it would make everything look new.
  const cursor = before !== undefined && isDeepStrictEqual(before.input, input) ? row.cursor : null;
  const { polled, everySeconds } = await withConnection(
    deps,
    scope,
    { slug, connectionId: getConnectionId(row), signal, cause: { kind: "poll", subject: triggerId } },
    async (connector, call) => {
      const trigger = connector.info.triggers.find(({ id }) => id === triggerId);
      if (trigger?.delivery.kind !== "poll" || connector.poll === undefined) {
        throw new ConnectorError("input", `${connector.info.name} has no trigger ${triggerId} to poll.`);
      }
      const polled = await connector.poll(triggerId, { ...call, input, cursor });
      return { polled, everySeconds: trigger.delivery.everySeconds };
    },
  );
  const setup = encryptSetup(deps.vault, row.id, { input, state: null });
  await receivePolled(deps, row, polled, { setup, everySeconds });
}

/** Receives the events of a poll, saves its result and releases the lease; trouble is told in the health record. */
export async function receivePolled(
  deps: TriggerDeps,
  row: SubscriptionRow,
  polled: PollResult,
  terms: PollTerms,
): Promise<void> {
  try {
    const { trouble } = await storePolled(deps, row, polled, terms);
    if (trouble === null) await recordTriggerRecovery(deps, row);
    else await recordTriggerFailure(deps, row, trouble);
  } catch (error) {
    if (!(error instanceof UnpublishedError)) throw error;
    await postpone(deps, row);
  }
}

/**
 * Events reported while a workflow is unpublished would start nothing: the cursor stays until the subscription is
 * put to rest.
 */
function postpone({ db, clock }: TriggerDeps, row: SubscriptionRow): Promise<void> {
  const now = clock.now();
  return saveSubscriptionUpdate(db, row, { nextAt: new Date(now.getTime() + POSTPONED_MS) }, now);
}

interface PollTerms {
  setup?: Buffer;
  everySeconds: number;
  /** While there is more to read. */
  unfinished?: SubscriptionStatus;
}

/** Throws UnpublishedError if an event would start nothing; then neither it nor the cursor is stored. */
async function storePolled(
  deps: TriggerDeps,
  row: SubscriptionRow,
  polled: PollResult,
  terms: PollTerms,
): Promise<{ trouble: string | null }> {
  const { events, cursor } = polled;
  const last = Math.max(0, Math.ceil(events.length / BATCH) - 1) * BATCH;
  let fresh = 0;
  for (let start = 0; start < last; start += BATCH) {
    await deps.queue.transaction(async (tx) => {
      await lockLease(tx, row);
      fresh += await startAll(deps, tx, row, { events: events.slice(start, start + BATCH) });
    });
  }
  return deps.queue.transaction(async (tx) => {
    await lockLease(tx, row);
    fresh += await startAll(deps, tx, row, { events: events.slice(last) });
    const now = deps.clock.now();
    const result = judge(row, polled, { ...terms, fresh, now });
    const update = { ...result, setup: terms.setup, cursor: { value: cursor }, hadEvents: events.length > 0 };
    await saveSubscriptionUpdate(tx, row, update, now);
    return { trouble: result.lastError };
  });
}

/** What a poll means for its subscription: asked again at once only while that gets it further. */
function judge(
  row: SubscriptionRow,
  { more, lost, stuck }: PollResult,
  { fresh, everySeconds, unfinished, now }: PollTerms & { fresh: number; now: Date },
): { status: SubscriptionStatus; failures: number; lastError: string | null; nextAt: Date } {
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const reason = stuck ?? (more && fresh === 0 ? REPEATED : undefined);
  if (reason !== undefined) {
    const failures = row.failures + 1;
    return { status: "broken", failures, lastError: reason, nextAt: inMs(getRetryDelayMs(failures)) };
  }
  const nextAt = inMs(more ? 0 : everySeconds * 1000);
  const status = more ? (unfinished ?? "active") : "active";
  return { status: lost === undefined ? status : "broken", failures: 0, lastError: lost ?? null, nextAt };
}

/** Returns how many events were new. */
async function startAll(...given: Parameters<typeof receiveAllEvents>): Promise<number> {
  const { fresh, isUnpublished } = await receiveAllEvents(...given);
  if (isUnpublished) throw new UnpublishedError();
  return fresh;
}

/** Records events of a subscription and starts their runs, in `tx`; repeated events are left out. */
export function receiveAllEvents(
  deps: Pick<
    TriggerDeps,
    "queue" | "plans" | "clock" | "config" | "vault" | "redaction" | "tracer" | "usageCaps"
  >,
  tx: Tx,
  row: SubscriptionRow,
  reported: Pick<TriggerReport, "events" | "files">,
): Promise<TriggerReceipt> {
  const { trigger_id: name, slug, config_id: configId, workflow_id: workflowId, id: source } = row;
  return receiveTriggerReport(deps, tx, toAccountScope(row), {
    name,
    slug,
    configId,
    workflowId,
    source,
    ...reported,
  });
}
