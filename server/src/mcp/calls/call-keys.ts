import type { Deps } from "../../deps.ts";
import { type Db, json } from "../../platform/database/database.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import type { NewCall } from "./call-log.ts";
import { type CallRow, type FoundCall, selectAccountCalls } from "./call-store.ts";

/** How long a key stands for its call. */
const KEY_LIVES_MS = 24 * 3_600_000;

/** A call that is made once: its row, with what distinguishes it from others. */
export interface CallClaim {
  readonly asked: NewCall;
  readonly row: CallRow;
  readonly fingerprint: Buffer;
}

/** Inserts the call under its key; returns the one that has the key, if there is one. */
export async function claimCall(
  { db }: Pick<Deps, "db">,
  { asked, row, fingerprint }: CallClaim,
): Promise<FoundCall | undefined> {
  const values = { ...toInsertRow(row), idempotency_key: asked.idempotencyKey ?? null, fingerprint };
  return insertOnce(
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

/** Inserts unless the same exists already, and then returns that; tries once more if it was deleted meanwhile. */
export async function insertOnce(
  insert: () => Promise<unknown>,
  find: () => Promise<FoundCall | undefined>,
): Promise<FoundCall | undefined> {
  for (let left = 3; ; left--) {
    if (await insert()) return undefined;
    const found = await find();
    if (found || left === 0) return found;
  }
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
