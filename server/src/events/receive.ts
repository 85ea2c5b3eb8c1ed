import type { AccountScope } from "../auth/scope.ts";
import { readSettings } from "../configs/run-settings.ts";
import { enabledWorkflows } from "../configs/store.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import type { Json } from "../platform/json.ts";
import { startRun } from "../runs/start.ts";
import { startedBy } from "../workflows/store.ts";
import type { RunnableWorkflow } from "../workflows/table.ts";
import { fingerprint } from "./fingerprint.ts";
import { findByKey, insertReceived, isDefined, releaseKey } from "./store.ts";

const KEY_LIFE_MS = 24 * 3_600_000;

/** An event that the SaaS company's product sends for one of its linked accounts. */
export interface IncomingEvent {
  readonly name: string;
  /** Start only workflows of this application. */
  readonly slug: string | undefined;
  readonly configId: string;
  readonly payload: Json;
  readonly idempotencyKey: string | undefined;
}

/** The id of the received event, and how many runs it started. */
export interface Received {
  readonly id: string;
  readonly executions: number;
}

/**
 * Records an event and starts a run of each workflow that it matches, in one transaction (platform-surface 4.6).
 * 404 INVALID_EVENT when no event of this name is defined. With an idempotency key that came in the last 24 h:
 * the first answer again, or 422 when the event says something else.
 */
export function receive(
  deps: Pick<Deps, "queue" | "clock">,
  scope: AccountScope,
  event: IncomingEvent,
): Promise<Received> {
  const { name, slug = null, configId, payload } = event;
  return deps.queue.transaction(async (tx) => {
    if (!(await isDefined(tx, scope, name)))
      throw new ApiError("not_found", "INVALID_EVENT", "There is no application event of this name.");
    const now = deps.clock.now();
    const key = keyOf(event);
    if (key) {
      const before = new Date(now.getTime() - KEY_LIFE_MS);
      await releaseKey(tx, scope, { name, key: key.text, before });
    }
    const workflows = await match(tx, scope, event);
    const entry = { name, slug, configId, payload, matched: workflows.length, key };
    const id = await insertReceived(tx, scope, entry, now);
    if (id === undefined) return repeat(tx, scope, name, key);
    for (const workflow of workflows) {
      await startRun(deps, tx, scope, {
        workflow,
        configId,
        settings: await readSettings(tx, scope, workflow.slug, configId, workflow.id),
        input: payload,
        source: "Event",
        eventName: name,
        eventId: id,
      });
    }
    return { id, executions: workflows.length };
  });
}

/** Workflows of an application run where they are enabled in the config; those without one run whenever they are published. */
async function match(
  tx: Tx,
  scope: AccountScope,
  { name, slug, configId }: IncomingEvent,
): Promise<RunnableWorkflow[]> {
  const candidates = await startedBy(tx, scope, { event: name, slug, account: scope.account });
  const ids = candidates.map(({ id }) => id);
  const enabled = await enabledWorkflows(tx, scope, configId, ids);
  return candidates.filter(({ id }) => enabled.has(id));
}

function keyOf({ idempotencyKey, slug, configId, payload }: IncomingEvent) {
  if (idempotencyKey === undefined) return undefined;
  return { text: idempotencyKey, fingerprint: fingerprint([slug ?? null, configId, payload]) };
}

/** The answer to an event whose key is taken. */
async function repeat(
  tx: Tx,
  scope: AccountScope,
  name: string,
  key: { text: string; fingerprint: string } | undefined,
): Promise<Received> {
  const first = key && (await findByKey(tx, scope, name, key.text));
  if (!first) throw new Error("The inbox refused an event, but no other event holds its key.");
  if (first.fingerprint !== key.fingerprint)
    throw new ApiError(
      "unprocessable",
      "CONFLICT",
      "This idempotency-key was used in the last 24 hours for an event with another payload, slug or config_id.",
    );
  return { id: first.id, executions: first.matched };
}
