import type { Scope } from "../../auth/scope.ts";
import { isEnabled } from "../../configs/store.ts";
import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import { readRunSettings } from "../../runs/settings/run-settings.ts";
import { insertRun, type PrepareDeps } from "../../runs/start/start.ts";
import { findRunnable } from "../../workflows/versions/publications.ts";
import { buildInsertReceivedStatement, readReceived } from "./received-store.ts";

/** What an event was started as. */
export interface RestartedEvent {
  readonly eventId: string;
  readonly executionId: string;
}

/**
 * Starts what a refused event would have started, as an event that is received now, and returns both ids. 409 if it was
 * not refused, was started already, or cannot start any more; `UsageLimitError` while the limit is still reached.
 */
export async function restartRefused(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<RestartedEvent> {
  await requireRefused(tx, scope, id);
  const event = await readReceived(tx, scope, id);
  const { workflow_id: workflowId, config_id: configId, name, slug, payload } = event;
  const owner = { ...scope, account: { id: event.account_id, accountId: event.accountId } };
  const workflow = workflowId && (await findRunnable(tx, scope, workflowId, owner.account));
  if (!workflow || !(await isOn(tx, owner, { configId, workflowId, slug: workflow.slug })))
    throw conflict("Its workflow is not published, or not switched on for this customer.");
  if (deps.redaction.find(scope, [workflowId]))
    throw conflict("Redaction applies to this workflow: what was received was not kept as it was.");
  const receivedAt = deps.clock.now();
  const eventId = createId(receivedAt.getTime());
  const { orgId, environment } = scope;
  const place = { orgId, environment, accountId: owner.account.id, name, slug, configId, workflowId };
  const insert = buildInsertReceivedStatement([
    { ...place, id: eventId, payload, receivedAt, matched: 1, repeated: 0 },
  ]);
  await runStatement(tx, insert, insert.values);
  await tx.updateTable("received_events").set({ restarted_as: eventId }).where("id", "=", id).execute();
  const settings = await readRunSettings(tx, owner, configId, workflow);
  const executionId = await insertRun(deps, tx, owner, {
    workflow,
    configId,
    settings,
    input: payload,
    source: "Event",
    eventName: name,
    eventId,
  });
  return { eventId, executionId };
}

async function requireRefused(tx: Tx, { orgId, environment }: Scope, id: string): Promise<void> {
  const row = await tx
    .selectFrom("received_events")
    .select(["refused", "restarted_as"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Event");
  if (row.refused === null) throw conflict("Only an event that was refused can be started again.");
  if (row.restarted_as !== null) throw conflict(`This event was started already, as ${row.restarted_as}.`);
}

/** A workflow without an application runs whenever it is published. */
async function isOn(
  tx: Tx,
  scope: Parameters<typeof isEnabled>[1],
  { configId, workflowId, slug }: { configId: string; workflowId: string; slug: string | null },
): Promise<boolean> {
  return slug === null || isEnabled(tx, scope, configId, workflowId);
}

function conflict(message: string): ApiError {
  return new ApiError("conflict", "CONFLICT", message);
}
