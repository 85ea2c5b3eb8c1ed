import { type Selectable, sql } from "kysely";
import type { AccountScope, Environment, Scope } from "../../auth/scope.ts";
import { readCountedPage } from "../../platform/database/counted-page.ts";
import {
  type Database,
  type Db,
  getSqlState,
  jsonb,
  runStatement,
  type Tx,
} from "../../platform/database/database.ts";
import { ApiError, badField, notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import type { AccountPlanTable, PlanTable } from "../table.ts";
import type { CapName, Caps } from "./caps.ts";

const MOST_PLANS = 100;
// SQLSTATE.
const STILL_REFERENCED = "23503";
const NOT_UNIQUE = "23505";

export type PlanRow = Selectable<PlanTable>;

/** What people choose of a plan. */
export interface PlanSettings {
  readonly name: string;
  readonly isDefault: boolean;
  readonly caps: Caps;
}

function selectPlans(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("plans")
    .selectAll()
    .where("org_id", "=", orgId)
    .where("environment", "=", environment);
}

/** One page of an environment's plans, oldest first. */
export function listPlans(db: Db, scope: Scope, page: Page) {
  return readCountedPage(db, selectPlans(db, scope).orderBy("id"), page);
}

/** A plan of an environment; 404 if there is none. */
export async function readPlan(db: Db, scope: Scope, id: string): Promise<PlanRow> {
  const row = await selectPlans(db, scope).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Plan");
  return row;
}

/** Creates a plan; 409 for a name that is taken, and beyond 100 in an environment. Call it in a transaction. */
export async function insertPlan(tx: Tx, scope: Scope, settings: PlanSettings, now: Date): Promise<PlanRow> {
  const { orgId, environment } = scope;
  await lockPlans(tx, scope);
  const { total } = await listPlans(tx, scope, { page: 1, limit: 1, offset: 0 });
  if (total >= MOST_PLANS)
    throw new ApiError("conflict", "CONFLICT", `An environment has at most ${MOST_PLANS} plans.`);
  if (settings.isDefault) await clearDefault(tx, scope);
  return tx
    .insertInto("plans")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      ...toColumns(settings),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(throwTaken);
}

/** Changes a plan; 404 if there is none, 409 for a name that is taken. Call it in a transaction. */
export async function updatePlan(
  tx: Tx,
  scope: Scope,
  id: string,
  decide: (before: PlanRow) => PlanSettings,
  now: Date,
): Promise<PlanRow> {
  await lockPlans(tx, scope);
  const settings = decide(await readPlan(tx, scope, id));
  if (settings.isDefault) await clearDefault(tx, scope, id);
  return tx
    .updateTable("plans")
    .set((eb) => ({ ...toColumns(settings), updated_at: now, revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(throwTaken);
}

/** Deletes a plan; 404 if there is none, 409 while an account has it. */
export async function deletePlan(db: Db, { orgId, environment }: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("plans")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (getSqlState(error) !== STILL_REFERENCED) throw error;
      throw new ApiError(
        "conflict",
        "CONFLICT",
        "Linked accounts have this plan: give them another one first.",
      );
    });
  if (numDeletedRows === 0n) throw notFound("Plan");
}

/** Plans of an environment change one after the other, so that one is the default. */
async function lockPlans(tx: Tx, { orgId, environment }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`plans/${orgId}/${environment}`}))`.execute(tx);
}

async function clearDefault(tx: Tx, { orgId, environment }: Scope, except = ""): Promise<void> {
  await tx
    .updateTable("plans")
    .set((eb) => ({ is_default: false, revision: eb("revision", "+", 1) }))
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("is_default", "=", true)
    .where("id", "!=", except)
    .execute();
}

function toColumns({ name, isDefault, caps }: PlanSettings) {
  return { name, is_default: isDefault, caps: jsonb(caps) };
}

function throwTaken(error: unknown): never {
  if (getSqlState(error) !== NOT_UNIQUE) throw error;
  throw new ApiError("conflict", "CONFLICT", "Another plan of this environment has this name.", [
    { field: "name", message: "Another plan of this environment has this name." },
  ]);
}

/** The plan that an account has of its own, and its own caps; undefined if it has neither. */
export function findAccountPlan(
  db: Db,
  { orgId, environment, account }: AccountScope,
): Promise<Selectable<AccountPlanTable> | undefined> {
  return db
    .selectFrom("account_plans")
    .selectAll()
    .where("account_id", "=", account.id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .executeTakeFirst();
}

/** Sets an account's plan (null: the default one) and its own caps; 400 for a plan that does not exist. */
export async function setAccountPlan(
  tx: Tx,
  scope: AccountScope,
  { planId, caps }: { readonly planId: string | null; readonly caps: Caps },
  now: Date,
): Promise<void> {
  const { orgId, environment, account } = scope;
  if (planId !== null) {
    const plan = await selectPlans(tx, scope).where("id", "=", planId).forKeyShare().executeTakeFirst();
    if (!plan) throw badField("plan_id", "plan_id: there is no plan with this id.");
  }
  const columns = { plan_id: planId, caps: jsonb(caps), updated_at: now };
  await tx
    .insertInto("account_plans")
    .values({ account_id: account.id, org_id: orgId, environment, ...columns })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(columns))
    .execute();
}

/** The plan that accounts have without one of their own. */
export function findDefaultPlan(db: Db, scope: Scope): Promise<PlanRow | undefined> {
  return selectPlans(db, scope).where("is_default", "=", true).executeTakeFirst();
}

/** A cap that an environment has for some account. */
interface UsedCap {
  readonly org_id: string;
  readonly environment: Environment;
  readonly cap: CapName;
  readonly is_hard: boolean;
}

/** The caps of all environments, each once. */
export function listUsedCaps(db: Db): Promise<UsedCap[]> {
  const text = `select org_id, environment, c.key as cap, bool_or(c.value ->> 'hard' is not null) as is_hard
    from (
      select org_id, environment, caps from plans union all select org_id, environment, caps from account_plans where caps <> '{}'
    ) all_caps cross join lateral jsonb_each(caps) c
    where jsonb_typeof(c.value) = 'object' group by 1, 2, 3`;
  return runStatement<UsedCap>(db, { text }, []);
}

/** Deletes at most `limit` counters of caps, and as many notices, whose period began two months ago. */
export async function deleteOldPeriods(database: Database, now: Date, limit: number): Promise<number> {
  const text = `with notices as materialized (
      select ctid as place from usage_notices where starts_on < $1::timestamptz - interval '2 months' limit $2 for update skip locked
    ), forgotten as (
      delete from usage_notices n using notices where n.ctid = notices.place returning 1
    ), old as materialized (
      select ctid as place from usage_periods where starts_on < $1::timestamptz - interval '2 months' limit $2 for update skip locked
    ), deleted as (delete from usage_periods p using old where p.ctid = old.place returning 1)
    select from forgotten union all select from deleted`;
  return (await database.query({ name: "usage-delete-periods", text }, [now, limit])).length;
}
