import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";
import type { DueRows } from "../../platform/work/due-rows.ts";
import type { PlaceName } from "./place.ts";

type DeleteDeps = Pick<Deps, "database" | "clock" | "log" | "objectStore">;

const BATCH = 100;

// With the attempt, no file can begin to refer to the object any more. A failed one is repeated after a minute, later
// after up to an hour.
const CLAIM: Statement = {
  name: "objects-claim-unreferenced",
  text: `update unreferenced_objects
    set attempts = attempts + 1, delete_at = $1::timestamptz + least(attempts + 1, 60) * interval '1 minute'
    where id in (select id from unreferenced_objects where delete_at <= $1 order by delete_at limit ${BATCH}
      for update skip locked)
    returning id, place`,
};
const FORGET: Statement = {
  name: "objects-forget-deleted",
  text: "delete from unreferenced_objects where id = any($1)",
};

/**
 * Objects without a file, of all organizations: those whose file was deleted, and those whose file was never stored
 * because the process died or the request was refused.
 */
export const UNREFERENCED_OBJECTS: DueRows<DeleteDeps> = {
  name: "unreferenced-objects",
  intervalMs: 60_000,
  findDue: {
    name: "objects-find-unreferenced",
    text: "select 1 as due from unreferenced_objects where delete_at <= $1 limit 1",
  },
  takeSome: async (deps) => {
    const rows = await deps.database.query<{ id: string; place: PlaceName }>(CLAIM, [deps.clock.now()]);
    for (const [place, objects] of Map.groupBy(rows, (row) => row.place))
      await deleteObjects(
        deps,
        place,
        objects.map(({ id }) => id),
      );
    return rows.length;
  },
};

async function deleteObjects({ database, log, objectStore }: DeleteDeps, place: PlaceName, ids: string[]) {
  try {
    await objectStore.remove(place, ids);
    await database.query(FORGET, [ids]);
  } catch (error) {
    log.warn({ err: error, place, objects: ids.length }, "files.delete-failed");
  }
}
