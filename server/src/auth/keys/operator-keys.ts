import type { Db } from "../../platform/database/database.ts";
import type { Principal } from "../credentials.ts";
import type { Role } from "../roles.ts";
import type { Environment } from "../scope.ts";

/** An API key that an operator has created, in either environment. */
export interface OperatorKey {
  readonly id: string;
  readonly operatorId: string;
  readonly environment: Environment;
  readonly name: string | null;
  readonly role: Role;
  readonly lastFour: string;
}

/** The organization's active keys that these operators have created, oldest first. */
export async function listOperatorKeys(
  db: Db,
  orgId: string,
  operatorIds: readonly string[],
  now: Date,
): Promise<OperatorKey[]> {
  if (operatorIds.length === 0) return [];
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "operator_id", "environment", "name", "role", "last_four"])
    .where("org_id", "=", orgId)
    .where("operator_id", "in", operatorIds)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .orderBy("id")
    .execute();
  return rows.map(({ operator_id, last_four, ...row }) => ({
    ...row,
    operatorId: operator_id ?? "",
    lastFour: last_four,
  }));
}

/** Revokes the keys that an operator has created. Call the credential cache's `forget` after the commit. */
export async function revokeOperatorKeys(
  db: Db,
  orgId: string,
  operatorId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("org_id", "=", orgId)
    .where("operator_id", "=", operatorId)
    .where("revoked_at", "is", null)
    .execute();
}

/** The operator behind a request: a key created by another key belongs to that key's operator. Null if unknown. */
export async function findRequestOperator(db: Db, principal: Principal | undefined): Promise<string | null> {
  if (principal?.kind === "operator") return principal.operatorId;
  if (principal?.kind !== "apiKey") return null;
  const key = await db
    .selectFrom("api_keys")
    .select("operator_id")
    .where("id", "=", principal.keyId)
    .executeTakeFirst();
  return key?.operator_id ?? null;
}
