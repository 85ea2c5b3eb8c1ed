import type { Deps } from "../../deps.ts";
import { type Db, json } from "../../platform/database/database.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import type { NewCall } from "./call-log.ts";
import { type CallRow, type FoundCall, selectAccountCalls } from "./call-store.ts";

/** So long a key stands for its call. */
const KEY_LIVES_MS = 24 * 3_600_000;

/** A call that is made once: its row, with what tells it from others. */
export interface CallClaim {
  readonly asked: NewCall;
  readonly row: CallRow;
  readonly fingerprint: Buffer;
}

/** Writes the call down under its key; answers with the one that has the key where there is one. */
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

/** Inserts unless the same is there already, and answers with that; once more where it went away meanwhile. */
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

/** The call that has the key; one whose day is over loses it. */
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

/** Nothing was done under the key, or its time is over: it stands for no call any more. */
export async function releaseKey(db: Db, id: string): Promise<void> {
  await db.updateTable("mcp_calls").set({ idempotency_key: null }).where("id", "=", id).execute();
}

/** A row as one insert takes it. */
export function toInsertRow(row: CallRow) {
  return {
    ...row,
    client: toStorableValue(row.client),
    arguments: json(toStorableValue(row.arguments)),
    result: null,
  };
}
