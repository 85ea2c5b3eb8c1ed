import type { ConnectionChange } from "../../apps/connections/connection-changed.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import type { Deps } from "../../deps.ts";
import { type RepeatingTask, startRepeating } from "../../platform/repeat.ts";
import { RUNS } from "../name.ts";

// A transaction must not grow with the number of runs.
const BATCH = 500;

const RESUMED = `update runs r set parked_at = null, parked_slug = null, parked_node = null, parked_reason = null,
    wake_at = null, ready_at = case when r.worker is null then now() end, updated_at = $1
  from batch where r.id = batch.id returning r.id`;

// The account's row id and the slug come from the job that the connection's own transaction enqueued.
const UNPARK = {
  name: "runs-unpark",
  text: `with batch as (
      select id from runs where account_id = $2 and parked_slug = $3 and parked_at is not null
      order by id limit ${BATCH} for no key update) ${RESUMED}`,
};

// $2 are the slugs of the catalog's applications that need no connection (D515).
const UNPARK_NEEDLESS = {
  name: "runs-unpark-needless",
  text: `with batch as (
      select r.id from runs r left join custom_applications own on own.org_id = r.org_id
        and own.environment = r.environment and own.slug = r.parked_slug
      where r.parked_at is not null and not coalesce(own.needs_connection, r.parked_slug <> all ($2::text[]))
      order by r.id limit ${BATCH} for no key update of r) ${RESUMED}`,
};

/**
 * Resumes all runs of an account that wait for an application, oldest first; those of a removed connection fail at
 * their step.
 */
export async function resumeParkedRuns(
  { database, work, clock, log }: Pick<Deps, "database" | "work" | "clock" | "log">,
  { accountId, slug }: ConnectionChange,
): Promise<void> {
  for (let count = BATCH, total = 0; count === BATCH; total += count) {
    const rows = await database.query(UNPARK, [clock.now(), accountId, slug]);
    count = rows.length;
    if (count > 0) log.info({ slug, runs: total + count }, "run.resumed");
  }
  work.wake(RUNS);
}

type NeedlessDeps = Pick<Deps, "database" | "work" | "clock" | "log" | "catalog">;

/** Resumes all runs that wait for an application which has become one that needs no connection. */
export async function resumeNeedlessWaits({
  database,
  work,
  clock,
  log,
  catalog,
}: NeedlessDeps): Promise<void> {
  const listed = (await catalog.load()).list().map(({ info }) => info);
  const slugs = listed.filter(({ auth }) => !needsConnection(auth)).map(({ slug }) => slug);
  let total = 0;
  for (let count = BATCH; count === BATCH; total += count)
    count = (await database.query(UNPARK_NEEDLESS, [clock.now(), slugs])).length;
  if (total === 0) return;
  log.info({ runs: total }, "run.resumed");
  work.wake(RUNS);
}

const INTERVAL_MS = 30_000;

/**
 * Does that twice a minute: applications change in several places, and with the catalog of a newer version, so nobody
 * has to tell.
 */
export function startResumingNeedlessWaits(deps: NeedlessDeps): RepeatingTask {
  const { log } = deps;
  return startRepeating({ name: "runs.resume", intervalMs: INTERVAL_MS, log }, () =>
    resumeNeedlessWaits(deps),
  );
}
