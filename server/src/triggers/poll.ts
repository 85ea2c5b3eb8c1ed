import { isDeepStrictEqual } from "node:util";
import { withConnection } from "../apps/actions/with-connection.ts";
import { ConnectorError } from "../apps/connector.ts";
import type { PollResult, TriggerEvent } from "../apps/connector-events.ts";
import { receiveTriggerReport } from "../events/receive/receive-from-trigger.ts";
import type { Tx } from "../platform/database/database.ts";
import { findRunnable } from "../workflows/versions/publications.ts";
import type { TriggerDeps } from "./deps.ts";
import { renderTriggerInput } from "./input.ts";
import { decryptSetup, encryptSetup } from "./secrets.ts";
import { lockLease, type SubscriptionUpdate, saveSubscriptionUpdate, toAccountScope } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

// A transaction must not grow with the number of reported events.
const BATCH = 200;
const POSTPONED_MS = 10_000;

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
    { slug, signal },
    async (connector, call) => {
      const trigger = connector.info.triggers.find(({ id }) => id === triggerId);
      if (trigger?.delivery.kind !== "poll" || connector.poll === undefined) {
        throw new ConnectorError("input", `${connector.info.name} has no trigger ${triggerId} to poll.`);
      }
      const polled = await connector.poll(triggerId, { ...call, input, cursor });
      return { polled, everySeconds: trigger.delivery.everySeconds };
    },
  );
  const nextAt = new Date(deps.clock.now().getTime() + (polled.more ? 0 : everySeconds * 1000));
  const setup = encryptSetup(deps.vault, row.id, { input, state: null });
  const { lost = null } = polled;
  if (lost !== null) deps.log.warn({ subscription: row.id, slug, reason: lost }, "trigger.events-lost");
  const status = lost === null ? "active" : "broken";
  const outcome: SubscriptionUpdate = { status, failures: 0, lastError: lost, setup, nextAt };
  try {
    await storePolled(deps, row, polled, outcome);
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

/** Throws UnpublishedError if an event would start nothing; then neither it nor the cursor is stored. */
async function storePolled(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { events, cursor }: PollResult,
  outcome: SubscriptionUpdate,
): Promise<void> {
  const last = Math.max(0, Math.ceil(events.length / BATCH) - 1) * BATCH;
  for (let start = 0; start < last; start += BATCH) {
    await deps.queue.transaction(async (tx) => {
      await lockLease(tx, row);
      await startAll(deps, tx, row, events.slice(start, start + BATCH));
    });
  }
  await deps.queue.transaction(async (tx) => {
    await lockLease(tx, row);
    await startAll(deps, tx, row, events.slice(last));
    const hadEvents = events.length > 0;
    await saveSubscriptionUpdate(
      tx,
      row,
      { ...outcome, cursor: { value: cursor }, hadEvents },
      deps.clock.now(),
    );
  });
}

async function startAll(...given: Parameters<typeof receiveAllEvents>): Promise<void> {
  if (!(await receiveAllEvents(...given))) throw new UnpublishedError();
}

/**
 * Records events of a subscription and starts their runs, in `tx`; repeated events are left out. False if they
 * start nothing because the workflow is not published.
 */
export function receiveAllEvents(
  deps: Pick<TriggerDeps, "queue" | "plans" | "clock" | "config">,
  tx: Tx,
  row: SubscriptionRow,
  events: readonly TriggerEvent[],
): Promise<boolean> {
  const { trigger_id: name, slug, config_id: configId, workflow_id: workflowId, id: source } = row;
  return receiveTriggerReport(deps, tx, toAccountScope(row), {
    name,
    slug,
    configId,
    workflowId,
    source,
    events,
  });
}
