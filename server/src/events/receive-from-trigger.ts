import { createHash } from "node:crypto";
import type { AccountScope } from "../auth/scope.ts";
import { readSettings } from "../configs/run-settings.ts";
import { isEnabled } from "../configs/store.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Json } from "../platform/json.ts";
import { startRun } from "../runs/start.ts";
import { findRunnable } from "../workflows/store.ts";
import { fingerprint } from "./fingerprint.ts";
import { insertReceived } from "./store.ts";

/** What a connector's trigger told of, for one workflow of a linked account. */
export interface Told {
  /** The trigger's id. */
  readonly name: string;
  readonly slug: string;
  readonly configId: string;
  readonly workflowId: string;
  /** Names the subscription. */
  readonly source: string;
  /** `key` is the provider's name for what happened: the same whenever it tells of it again. */
  readonly events: readonly { readonly key: string; readonly data: Json }[];
}

/**
 * Records events that a connector's trigger told of, and starts a run of the workflow for each, in `tx`. What came
 * before is left out. No run where the workflow was unpublished or switched off in the meantime.
 */
export async function receiveFromTrigger(
  deps: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
  { name, slug, configId, workflowId, source, events }: Told,
): Promise<void> {
  if (events.length === 0) return;
  const found = await findRunnable(tx, scope, workflowId, scope.account);
  const workflow = found && (await isEnabled(tx, scope, configId, workflowId)) ? found : undefined;
  const settings = await readSettings(tx, scope, workflow?.slug ?? null, configId, workflowId);
  const matched = workflow ? 1 : 0;
  for (const { key, data } of events) {
    const text = `trigger/${source}/${shortKey(key)}`;
    const entry = {
      name,
      slug,
      configId,
      payload: data,
      matched,
      key: { text, fingerprint: fingerprint(data) },
    };
    const eventId = await insertReceived(tx, scope, entry, deps.clock.now());
    if (eventId === undefined || !workflow) continue;
    const cause = { source: "Event", eventName: name, eventId } as const;
    await startRun(deps, tx, scope, { workflow, configId, settings, input: data, ...cause });
  }
}

/** An index holds no long keys, and text no NUL. */
function shortKey(key: string): string {
  return /^[\x20-\x7e]{1,200}$/.test(key) ? key : createHash("sha256").update(key).digest("hex");
}
