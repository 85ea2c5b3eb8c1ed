import { isDeepStrictEqual } from "node:util";
import {
  type Connector,
  ConnectorError,
  type Credential,
  type Polled,
  type TriggerEvent,
} from "../apps/connector.ts";
import { secretsOf } from "../apps/credential.ts";
import { withConnection } from "../apps/invoke.ts";
import { withoutSecrets } from "../apps/without-secrets.ts";
import { receiveFromTrigger } from "../events/receive-from-trigger.ts";
import type { Tx } from "../platform/database/database.ts";
import type { TriggerDeps } from "./deps.ts";
import { inputOf } from "./input.ts";
import { openSetup, sealSetup } from "./secrets.ts";
import { holdLease, type Outcome, scopeOf, settle } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

// A transaction must not grow with what a provider tells of.
const BATCH = 200;

/**
 * Asks once for what is new. The events, the runs that they start and the new cursor commit together; of more than
 * 200 events the first ones commit before, and are known by their keys when they are told of again. Throws
 * `ConnectorError`, RenderError and LeaseLost.
 */
export async function pollOnce(deps: TriggerDeps, row: SubscriptionRow, signal: AbortSignal): Promise<void> {
  const scope = scopeOf(row);
  const { slug, trigger_id: triggerId } = row;
  const input = await inputOf(deps, row);
  const setup = openSetup(deps.vault, row);
  // A cursor belongs to what was asked: in another list it would make everything look new.
  const cursor = setup !== undefined && isDeepStrictEqual(setup.input, input) ? row.cursor : null;
  const { polled, everySeconds } = await withConnection(
    deps,
    scope,
    { slug, signal },
    async (connector, call) => {
      const trigger = connector.info.triggers.find(({ id }) => id === triggerId);
      if (trigger?.delivery.kind !== "poll" || connector.poll === undefined) {
        throw new ConnectorError("input", `${connector.info.name} has no trigger ${triggerId} to ask for.`);
      }
      const polled = await connector.poll(triggerId, { ...call, input, cursor });
      const events = hideSecrets(polled.events, connector, call.credential);
      return { polled: { ...polled, events }, everySeconds: trigger.delivery.everySeconds };
    },
  );
  const nextAt = new Date(deps.clock.now().getTime() + everySeconds * 1000);
  await storePolled(deps, row, polled, {
    status: "active",
    failures: 0,
    lastError: null,
    setup: sealSetup(deps.vault, row.id, { input, state: null }),
    nextAt,
  });
}

async function storePolled(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { events, cursor }: Polled,
  outcome: Outcome,
): Promise<void> {
  const last = Math.max(0, Math.ceil(events.length / BATCH) - 1) * BATCH;
  for (let start = 0; start < last; start += BATCH) {
    await deps.queue.transaction(async (tx) => {
      await holdLease(tx, row);
      await receiveAll(deps, tx, row, events.slice(start, start + BATCH));
    });
  }
  await deps.queue.transaction(async (tx) => {
    await holdLease(tx, row);
    await receiveAll(deps, tx, row, events.slice(last));
    const hadEvents = events.length > 0;
    await settle(tx, row, { ...outcome, cursor: { value: cursor }, hadEvents }, deps.clock.now());
  });
}

/** Events with `[redacted]` wherever a provider repeats the connection's own credential. */
export function hideSecrets(
  events: readonly TriggerEvent[],
  { info }: Connector,
  credential: Credential,
): TriggerEvent[] {
  const secrets = secretsOf(info, credential);
  return events.map(({ key, data }) => ({ key, data: withoutSecrets(data, secrets) }));
}

/** Records events of a subscription and starts their runs, in `tx`; those that came before are left out. */
export function receiveAll(
  deps: Pick<TriggerDeps, "queue" | "clock">,
  tx: Tx,
  row: SubscriptionRow,
  events: readonly TriggerEvent[],
): Promise<void> {
  const { trigger_id: name, slug, config_id: configId, workflow_id: workflowId, id: source } = row;
  return receiveFromTrigger(deps, tx, scopeOf(row), { name, slug, configId, workflowId, source, events });
}
