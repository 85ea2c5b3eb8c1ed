import type { Deps } from "../../deps.ts";
import { type Db, json } from "../../platform/database/database.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import { type CallRow, type FoundCall, type NewCall, selectAccountCalls } from "./call-store.ts";

/** How long a key stands for its call. */
const KEY_LIVES_MS = 24 * 3_600_000;

/** A call that is made once under its key: its row, with what distinguishes it from others. */
export interface KeyedCall {
  readonly asked: NewCall;
  readonly row: CallRow;
  readonly fingerprint: Buffer;
}

/** Whether the call was inserted; if not, the call that has its key, or equals it. */
export type CallInsertion =
  | { readonly inserted: true }
  | { readonly inserted: false; readonly holder: FoundCall };

/** Inserts the call under its key, unless another call has that. */
export async function insertKeyedCall(
  { db }: Pick<Deps, "db">,
  { asked, row, fingerprint }: KeyedCall,
): Promise<CallInsertion> {
  const values = { ...toInsertRow(row), idempotency_key: asked.idempotencyKey ?? null, fingerprint };
  return insertOrFindHolder(
    () =>
      db
        .insertInto("mcp_calls")
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst(),
    () => findCallOfKey(db, asked, row.created_at),
  );
}

/** Inserts unless another call stands in the way, and then finds that; again if it is gone by then. */
export async function insertOrFindHolder(
  insert: () => Promise<unknown>,
  find: () => Promise<FoundCall | undefined>,
): Promise<CallInsertion> {
  for (let left = 3; left >= 0; left--) {
    if (await insert()) return { inserted: true };
    const holder = await find();
    if (holder) return { inserted: false, holder };
  }
  throw new Error("The call could not be inserted, and no other has its key.");
}

/** The call that has the key; one older than a day loses it. */
export async function findCallOfKey(db: Db, asked: NewCall, now: Date): Promise<FoundCall | undefined> {
  const { scope, serverId, tool, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return undefined;
  const found = await selectAccountCalls(db, scope)
    .where("server_id", "=", serverId)
    .where("tool", "=", tool.definition.name)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (!found || found.created_at.getTime() > now.getTime() - KEY_LIVES_MS) return found;
  await releaseKey(db, found.id);
  return undefined;
}

/** Nothing was done under the key, or its time is over: it no longer stands for a call. */
export async function releaseKey(db: Db, id: string): Promise<void> {
  await db.updateTable("mcp_calls").set({ idempotency_key: null }).where("id", "=", id).execute();
}

/** A row for a single insert. */
export function toInsertRow(row: CallRow) {
  return {
    ...row,
    client: toStorableValue(row.client),
    arguments: json(toStorableValue(row.arguments)),
    result: null,
  };
}
