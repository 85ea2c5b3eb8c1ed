import type { Deps } from "../../deps.ts";
import { findCallOfKey, insertOrFindHolder, type KeyedCall } from "../calls/call-keys.ts";
import { toCallRow } from "../calls/call-log.ts";
import { getApprovalExpiry, getCallStatus } from "../calls/call-status.ts";
import { type FoundCall, type NewCall, selectAccountCalls } from "../calls/call-store.ts";
import { hashCall } from "../calls/fingerprint.ts";
import { expireCall } from "./expire-call.ts";
import { encryptCall } from "./sealed-call.ts";
import { countWaiting, insertApprovalCall, updateWaitingCall } from "./store.ts";

export type AskDeps = Pick<
  Deps,
  "db" | "queue" | "clock" | "vault" | "credentials" | "toolSchemas" | "redaction"
>;

/** How many calls of one account may wait at a time. */
const MOST_WAITING = 100;

/** The result for a call that a person must approve: it waits, or exists already, or too many of the account wait. */
export type AskOutcome =
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "there"; readonly call: FoundCall; readonly isSame: boolean }
  | { readonly kind: "too many" };

/**
 * Records a call that a person must approve before it is made. Its arguments are sealed. A call that equals a waiting
 * one, or is sent again under its key, is that call.
 */
export async function requestApproval(deps: AskDeps, asked: NewCall): Promise<AskOutcome> {
  const now = deps.clock.now();
  const keyed = { asked, row: toCallRow(deps, asked, now), fingerprint: hashCall(deps, asked) };
  const find = () => findEqual(deps, keyed, now);
  const before = await find();
  if (!before && (await countWaiting(deps.db, asked.scope)) >= MOST_WAITING) return { kind: "too many" };
  const insertion = before
    ? { inserted: false as const, holder: before }
    : await insertOrFindHolder(() => insert(deps, keyed, now), find);
  if (insertion.inserted) return { kind: "waiting", id: keyed.row.id };
  const { holder: call } = insertion;
  const isSame = call.fingerprint !== null && keyed.fingerprint.equals(call.fingerprint);
  if (isSame && getCallStatus(call, now) === "WAITING") return { kind: "waiting", id: call.id };
  return { kind: "there", call, isSame };
}

/** The call with the same key, or a waiting one that is the same in every respect. */
async function findEqual(deps: AskDeps, wanted: KeyedCall, now: Date): Promise<FoundCall | undefined> {
  const { asked, fingerprint } = wanted;
  const keyed = await findCallOfKey(deps.db, asked, now);
  if (keyed) return keyed;
  const waiting = await selectAccountCalls(deps.db, asked.scope)
    .where("server_id", "=", asked.serverId)
    .where("tool", "=", asked.tool.definition.name)
    .where("fingerprint", "=", fingerprint)
    .where("status", "=", "WAITING")
    .executeTakeFirst();
  if (!waiting || getCallStatus(waiting, now) === "WAITING") return waiting;
  const end = { status: "EXPIRED", finished_at: getApprovalExpiry(waiting.created_at) } as const;
  await deps.queue.transaction((tx) => updateWaitingCall(tx, waiting.id, end));
  return undefined;
}

async function insert(
  { queue, vault }: AskDeps,
  { asked, row, fingerprint }: KeyedCall,
  now: Date,
): Promise<boolean> {
  const { definition, origin } = asked.tool;
  if (!origin) throw new Error(`${definition.name} stands for nothing that could be approved.`);
  const { idempotencyKey, args } = asked;
  const { inputSchema, annotations } = definition;
  const isDestructive = annotations.destructiveHint;
  const sealed = { origin: origin.id, args, idempotencyKey, inputSchema, isDestructive };
  return queue.transaction(async (tx) => {
    const isNew = await insertApprovalCall(tx, {
      ...row,
      title: definition.title,
      application: origin.application,
      status: "WAITING",
      sealed_call: encryptCall(vault, row.id, sealed),
      idempotency_key: idempotencyKey ?? null,
      fingerprint,
    });
    if (isNew)
      await queue.enqueue(tx, expireCall, { callId: row.id }, { startAfter: getApprovalExpiry(now) });
    return isNew;
  });
}
