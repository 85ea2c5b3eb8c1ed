import type { AccountScope } from "../../auth/scope.ts";
import { isEnabled } from "../../configs/store.ts";
import type { Deps } from "../../deps.ts";
import { type KeptFile, requireFileRoom } from "../../files/received-files.ts";
import { buildInsertFileStatements } from "../../files/store.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import { readRunSettings } from "../../runs/settings/run-settings.ts";
import { insertRuns, type NewRun, type PrepareDeps } from "../../runs/start/start.ts";
import { readExecutionAdmission } from "../../usage/plans/take-executions.ts";
import { DEFAULT_IDEMPOTENCY_MS, parseSettings } from "../../workflows/definition/settings.ts";
import { findVersion } from "../../workflows/store.ts";
import type { RunnableWorkflow } from "../../workflows/table.ts";
import { findRunnable } from "../../workflows/versions/publications.ts";
import { buildInsertReceivedStatement, type InboxRow } from "../inbox/received-store.ts";
import { findOwnKey } from "../intake/idempotency.ts";
import { getTriggerConfig } from "../intake/plan-start.ts";
import { redactPayload, toMaskedKey } from "../intake/redact-event.ts";
import { buildReserveFreeStatement, type KeyReservation } from "../intake/trigger-keys.ts";

/** What a connector's trigger reported for one workflow of a linked account. */
export interface TriggerReport {
  /** The trigger's id. */
  readonly name: string;
  readonly slug: string;
  readonly configId: string;
  readonly workflowId: string;
  /** The subscription's name. */
  readonly source: string;
  /** `key` is the provider's name for the event: the same whenever it reports it again. */
  readonly events: readonly { readonly key: string; readonly data: Json }[];
  /** The files that the events may refer to. */
  readonly files?: readonly KeptFile[] | undefined;
}

/** What became of a report. */
export interface TriggerReceipt {
  /** How many of its events had not been reported before. */
  readonly fresh: number;
  readonly isUnpublished: boolean;
}

interface NewEvent {
  readonly id: string;
  readonly data: Json;
  readonly at: Date;
}

/**
 * Records events that a connector's trigger reported and starts a run for each, in `tx`. Repeated events are left
 * out. No run starts if the workflow was unpublished or switched off in the meantime, or recognizes the event by
 * its own key. Says how many events were new, and whether they start nothing because the workflow is not published.
 */
export async function receiveTriggerReport(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  tx: Tx,
  scope: AccountScope,
  report: TriggerReport,
): Promise<TriggerReceipt> {
  const { slug, configId, workflowId, name } = report;
  const toKey = toMaskedKey(deps, scope, workflowId);
  const taken = await takeNew(deps, tx, scope, { ...report, toKey });
  // One odd character must not block everything that the provider reports.
  const events = taken.map(({ data, ...event }) => ({ ...event, data: toStorableValue(data) }));
  const receipt = { fresh: events.length, isUnpublished: false };
  if (events.length === 0) return receipt;
  const found = await findRunnable(tx, scope, workflowId, scope.account);
  const workflow = found && (await isEnabled(tx, scope, configId, workflowId)) ? found : undefined;
  const settings = await readRunSettings(tx, scope, configId, workflow);
  const unknown = workflow ? await takeUnknown(tx, scope, { workflow, configId, events, toKey }) : new Set();
  const { starts, refused } = await admitStarts(deps, tx, scope, unknown);
  const { orgId, environment, account } = scope;
  const place = { orgId, environment, accountId: account.id, name, slug, configId, workflowId };
  const inbox = events.map((event): InboxRow => {
    const { id, data, at: receivedAt } = event;
    const payload = redactPayload(deps, scope, [workflowId], data);
    const counts = { matched: starts.has(event) ? 1 : 0, repeated: workflow && !unknown.has(event) ? 1 : 0 };
    return { ...place, id, payload, receivedAt, ...counts, refused: refused.get(event) };
  });
  const statement = buildInsertReceivedStatement(inbox);
  await runStatement(tx, statement, statement.values);
  const runs = events.flatMap((event): NewRun[] => {
    if (!workflow || !starts.has(event)) return [];
    const cause = { source: "Event", eventName: name, eventId: event.id } as const;
    return [{ scope, request: { workflow, configId, settings, input: event.data, ...cause } }];
  });
  const ids = runs.length > 0 ? await insertRuns(deps, tx, runs) : [];
  const runIds = new Map(runs.map(({ request }, index) => [request.eventId, ids[index]]));
  await storeFiles(deps, tx, scope, { events, runIds, files: report.files ?? [] });
  return { ...receipt, isUnpublished: found === undefined };
}

/** Which of the events start a run, and why the others do not: a limit of the account is reached. */
async function admitStarts<Event>(
  deps: PrepareDeps,
  tx: Tx,
  scope: AccountScope,
  unknown: ReadonlySet<Event>,
): Promise<{ readonly starts: ReadonlySet<Event>; readonly refused: ReadonlyMap<Event, string> }> {
  const refused = new Map<Event, string>();
  const admit = unknown.size > 0 && (await readExecutionAdmission(deps, tx, [scope], deps.clock.now()));
  if (!admit) return { starts: unknown, refused };
  for (const event of unknown) {
    const refusal = admit(scope.account.id, 1);
    if (refusal) refused.set(event, refusal.message);
  }
  return { starts: new Set([...unknown].filter((event) => !refused.has(event))), refused };
}

interface EventFiles {
  readonly events: readonly NewEvent[];
  /** By the event's id. */
  readonly runIds: ReadonlyMap<string | undefined, string | undefined>;
  readonly files: readonly KeptFile[];
}

/** Stores the files that new events refer to, each with the first of them. */
async function storeFiles(
  deps: Pick<Deps, "clock" | "config" | "usageCaps">,
  tx: Tx,
  scope: AccountScope,
  { events, runIds, files }: EventFiles,
): Promise<void> {
  const { clock } = deps;
  if (files.length === 0) return;
  const texts = events.map(({ id, data }) => ({ id, text: JSON.stringify(data) }));
  const owned = files.flatMap((file) => {
    const owner = texts.find(({ text }) => text.includes(file.id));
    return owner ? [{ file, executionId: runIds.get(owner.id) }] : [];
  });
  const kept = owned.map(({ file }) => file);
  await requireFileRoom(deps, tx, scope, kept);
  for (const { file, executionId } of owned)
    for (const insert of buildInsertFileStatements(scope, [file], { executionId, now: clock.now() }))
      await runStatement(tx, insert, insert.values);
}

/** The events that are new to the subscription, each with its id. */
async function takeNew(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { account }: AccountScope,
  { source, events, toKey }: TriggerReport & { toKey(key: string): string },
): Promise<NewEvent[]> {
  const at = clock.now();
  const byKey = new Map<string, NewEvent>();
  for (const { key, data } of events) {
    const text = toKey(key);
    if (!byKey.has(text)) byKey.set(text, { id: createId(at.getTime()), data, at });
  }
  const free = await takeFree(tx, byKey, (event) => ({
    accountId: account.id,
    scope: `trigger/${source}`,
    claimedAt: event.at,
    freeAt: null,
  }));
  return [...byKey].flatMap(([key, event]) => (free.has(key) ? [event] : []));
}

/** The events that are new by the key that the workflow's own settings select. */
async function takeUnknown(
  tx: Tx,
  { account }: AccountScope,
  {
    workflow,
    configId,
    events,
    toKey,
  }: {
    workflow: RunnableWorkflow;
    configId: string;
    events: readonly NewEvent[];
    toKey(key: string): string;
  },
): Promise<ReadonlySet<NewEvent>> {
  const version = await findVersion(tx, workflow.id, workflow.version);
  const setting = version && parseSettings(version.settings).idempotency;
  if (!setting) return new Set(events);
  const { window_ms: windowMs = DEFAULT_IDEMPOTENCY_MS } = setting;
  const byKey = new Map<string, NewEvent>();
  const unknown = new Set<NewEvent>();
  for (const event of events) {
    // Events from connectors have no headers.
    const key = findOwnKey({ headers: {}, payload: event.data }, setting);
    if (key === undefined) unknown.add(event);
    else if (!byKey.has(toKey(key))) byKey.set(toKey(key), event);
  }
  const free = await takeFree(tx, byKey, ({ at }) => ({
    accountId: account.id,
    scope: `start/${workflow.id}${getTriggerConfig({ configId }, account).own}`,
    claimedAt: at,
    freeAt: new Date(at.getTime() + windowMs),
  }));
  for (const [key, event] of byKey) if (free.has(key)) unknown.add(event);
  return unknown;
}

/** Claims those of the keys that are free. */
async function takeFree(
  tx: Tx,
  byKey: ReadonlyMap<string, NewEvent>,
  reservationOf: (event: NewEvent) => Pick<KeyReservation, "accountId" | "scope" | "claimedAt" | "freeAt">,
): Promise<ReadonlySet<string>> {
  if (byKey.size === 0) return new Set();
  const reservations = [...byKey].map(([key, event]) => ({
    ...reservationOf(event),
    key,
    eventId: event.id,
    runId: null,
    fingerprint: null,
  }));
  const statement = buildReserveFreeStatement(reservations);
  const taken = await runStatement<{ key: string }>(tx, statement, statement.values);
  return new Set(taken.map(({ key }) => key));
}
