import { recordHealth } from "../apps/health/health.ts";
import type { HealthNote } from "../apps/health/health-store.ts";
import { findConnections } from "../apps/store.ts";
import type { TriggerDeps } from "./deps.ts";
import { getConnectionId, toAccountScope } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/**
 * Records in the health of the connection, which degrades, that a trigger needs somebody's attention. `row` is the
 * subscription as it was before: the same reason is told again ever more rarely.
 */
export async function recordTriggerFailure(
  deps: TriggerDeps,
  row: SubscriptionRow,
  reason: string,
): Promise<void> {
  const isTold = row.status === "broken" && row.last_error === reason;
  if (isTold && !Number.isInteger(Math.log2(row.failures))) return;
  const { id, slug, trigger_id: trigger } = row;
  deps.log.warn({ subscription: id, slug, trigger, reason }, "trigger.needs-attention");
  const message = `Trigger ${trigger}: ${reason}`;
  await record(deps, row, { kind: "trigger_failed", message, where: "trigger" });
}

/** Records that a trigger works, if it did not before. */
export async function recordTriggerRecovery(deps: TriggerDeps, row: SubscriptionRow): Promise<void> {
  if (row.status === "broken") await record(deps, row, { kind: "trigger_resumed" });
}

async function record(deps: TriggerDeps, row: SubscriptionRow, note: Omit<HealthNote, "at">): Promise<void> {
  const connections = await findConnections(
    deps.database,
    toAccountScope(row),
    row.slug,
    getConnectionId(row),
  );
  const connection = connections.find(({ status }) => status === "active");
  if (connection !== undefined) await recordHealth(deps, connection.id, note);
}
