import { sql } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { ArrivalOutcome, SharedArrivalTable } from "./table.ts";

const MOST_ARRIVALS = 50;
const LONGEST_EVENT = 200;

interface SharedArrival {
  readonly slug: string;
  readonly event: string;
  readonly outcome: ArrivalOutcome;
  readonly at: Date;
}

/** Notes that an event arrived at a shared address, in place of an earlier one like it; the newest 50 are kept. */
export async function saveArrival(
  tx: Tx,
  { orgId, environment }: Scope,
  { slug, event, outcome, at }: SharedArrival,
): Promise<void> {
  const place = { org_id: orgId, environment, slug };
  const { isNew } = await tx
    .insertInto("shared_arrivals")
    .values({
      ...place,
      event: toStorableText(event.slice(0, LONGEST_EVENT)),
      outcome,
      arrived_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["org_id", "environment", "slug", "event", "outcome"])
        .doUpdateSet((row) => ({ arrived_at: row.ref("excluded.arrived_at") })),
    )
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  await tx
    .deleteFrom("shared_arrivals")
    .where((row) => row.and(place))
    .where("arrived_at", "<", (row) =>
      row
        .selectFrom("shared_arrivals")
        .select("arrived_at")
        .where((of) => of.and(place))
        .orderBy("arrived_at", "desc")
        .offset(MOST_ARRIVALS - 1)
        .limit(1),
    )
    .execute();
}

/** What lately arrived at an application's shared address, the newest first. */
export function listArrivals(
  db: Db,
  { orgId, environment }: Scope,
  slug: string,
): Promise<Pick<SharedArrivalTable, "event" | "outcome" | "arrived_at">[]> {
  return db
    .selectFrom("shared_arrivals")
    .select(["event", "outcome", "arrived_at"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("slug", "=", slug)
    .orderBy("arrived_at", "desc")
    .limit(MOST_ARRIVALS)
    .execute();
}
