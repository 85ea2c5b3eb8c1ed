import type { Deps } from "../../deps.ts";
import { type NewCall, rowOf } from "../calls/call-log.ts";
import { expiryOf, statusAt } from "../calls/call-status.ts";
import { callsOf, type FoundCall } from "../calls/call-store.ts";
import { type CallClaim, findKeyed, insertOnce } from "../calls/claim.ts";
import { callFingerprint } from "../calls/fingerprint.ts";
import { expireCall } from "./expire-call.ts";
import { sealCall } from "./sealed-call.ts";
import { countWaiting, insertAsked, leaveWaiting } from "./store.ts";

export type AskDeps = Pick<Deps, "db" | "queue" | "clock" | "vault" | "credentials">;

/** So many calls of one account may wait at a time. */
const MOST_WAITING = 100;

/** What becomes of a call that a person must approve: it waits, or is there already, or too many of the account wait. */
export type AskOutcome =
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "there"; readonly call: FoundCall; readonly isSame: boolean }
  | { readonly kind: "too many" };

/**
 * Writes a call down that a person must approve before it is made. What it is to be made with is sealed. One that equals
 * a call which waits, or is sent again under its key, is that call.
 */
export async function askForApproval(deps: AskDeps, asked: NewCall): Promise<AskOutcome> {
  const now = deps.clock.now();
  const claim = { asked, row: rowOf(asked, now), fingerprint: callFingerprint(deps, asked) };
  const find = () => findEqual(deps, claim, now);
  const before = await find();
  if (!before && (await countWaiting(deps.db, asked.scope)) >= MOST_WAITING) return { kind: "too many" };
  const call = before ?? (await insertOnce(() => insert(deps, claim, now), find));
  if (!call) return { kind: "waiting", id: claim.row.id };
  const isSame = call.fingerprint !== null && claim.fingerprint.equals(call.fingerprint);
  if (isSame && statusAt(call, now) === "WAITING") return { kind: "waiting", id: call.id };
  return { kind: "there", call, isSame };
}

/** The call under the same key, or one that waits and is the same in everything. */
async function findEqual(deps: AskDeps, claim: CallClaim, now: Date): Promise<FoundCall | undefined> {
  const { asked, fingerprint } = claim;
  const keyed = await findKeyed(deps.db, asked, now);
  if (keyed) return keyed;
  const waiting = await callsOf(deps.db, asked.scope)
    .where("server_id", "=", asked.serverId)
    .where("tool", "=", asked.tool.definition.name)
    .where("fingerprint", "=", fingerprint)
    .where("status", "=", "WAITING")
    .executeTakeFirst();
  if (!waiting || statusAt(waiting, now) === "WAITING") return waiting;
  const end = { status: "EXPIRED", finished_at: expiryOf(waiting.created_at) } as const;
  await deps.queue.transaction((tx) => leaveWaiting(tx, waiting.id, end));
  return undefined;
}

async function insert(
  { queue, vault }: AskDeps,
  { asked, row, fingerprint }: CallClaim,
  now: Date,
): Promise<boolean> {
  const { definition, origin } = asked.tool;
  if (!origin) throw new Error(`${definition.name} stands for nothing that could be approved.`);
  const { idempotencyKey, args } = asked;
  const { inputSchema, annotations } = definition;
  const isDestructive = annotations.destructiveHint;
  const sealed = { origin: origin.id, args, idempotencyKey, inputSchema, isDestructive };
  return queue.transaction(async (tx) => {
    const isNew = await insertAsked(tx, {
      ...row,
      title: definition.title,
      application: origin.application,
      status: "WAITING",
      sealed_call: sealCall(vault, row.id, sealed),
      idempotency_key: idempotencyKey ?? null,
      fingerprint,
    });
    if (isNew) await queue.enqueue(tx, expireCall, { callId: row.id }, { startAfter: expiryOf(now) });
    return isNew;
  });
}
