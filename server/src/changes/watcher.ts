import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Statement } from "../platform/database/database.ts";
import { createPollingLoop } from "./polling-loop.ts";

/** An execution as read from the database. */
export interface WatchedExecution {
  readonly id: string;
  readonly status: string;
}

/** A reader who has executions open. */
export interface Watch {
  readonly scope: Scope;
  readonly executionIds: readonly string[];
  /** Called with each execution at first, and on every change in it until it has ended. It must not throw. */
  onProgress(execution: WatchedExecution): void;
}

/**
 * Reads all executions that are watched in this process once a second, in one statement, and not at all while there
 * are none. The log of changes does not cover steps, which would double what the engine writes.
 */
export interface Watcher {
  /** Starts watching; the returned function stops it. */
  add(watch: Watch): () => void;
  /** Stops all watching. */
  close(): Promise<void>;
}

interface ExecutionSnapshot extends WatchedExecution {
  readonly org_id: string;
  readonly environment: Scope["environment"];
  readonly version: string;
  readonly has_ended: boolean;
}

// Only the holder of a run writes its steps, and other changes show in the run's row: the steps of a run without a
// holder need not be counted.
const LOOK: Statement = {
  name: "changes-look",
  text: `select r.id, r.org_id, r.environment, r.status, r.finished_at is not null as has_ended,
      concat_ws(' ', r.status, r.claim, r.signals, r.updated_at, r.parked_at, r.worker, case when r.worker is not null then (
        select count(*) || ' ' || count(*) filter (where s.status = 'Waiting') from run_steps s where s.run_id = r.id) end) as version
    from unnest($1::text[], $2::text[], $3::text[]) as watched (org_id, environment, id)
    cross join lateral (
      select * from runs where id = watched.id and org_id = watched.org_id and environment = watched.environment limit 1) r`,
};

/** Opens this process's watcher. */
export function openWatcher({ database, log }: Pick<Deps, "database" | "log">): Watcher {
  /** Watches with the versions last sent, by execution; executions that have ended are marked `ENDED`. */
  const watches = new Map<Watch, Map<string, string>>();

  const lookOnce = async () => {
    const keys = new Map(
      [...watches].flatMap(([{ scope, executionIds }, seen]) =>
        executionIds.filter((id) => seen.get(id) !== ENDED).map((id) => [keyOf(scope, id), { ...scope, id }]),
      ),
    );
    const wanted = [...keys.values()];
    if (wanted.length === 0) return;
    const found = await database.query<ExecutionSnapshot>(LOOK, [
      wanted.map(({ orgId }) => orgId),
      wanted.map(({ environment }) => environment),
      wanted.map(({ id }) => id),
    ]);
    const byKey = new Map(
      found.map((one) => [keyOf({ orgId: one.org_id, environment: one.environment }, one.id), one]),
    );
    for (const [watch, seen] of watches) tell(watch, seen, byKey);
  };
  const looking = createPollingLoop(lookOnce, () => watches.size > 0, log);

  return {
    add: (watch) => {
      watches.set(watch, new Map());
      looking.begin();
      return () => watches.delete(watch);
    },
    close: looking.close,
  };
}

const ENDED = "ended";

function keyOf({ orgId, environment }: Scope, id: string): string {
  return `${orgId}/${environment}/${id}`;
}

function tell(
  { scope, executionIds, onProgress }: Watch,
  seen: Map<string, string>,
  found: ReadonlyMap<string, ExecutionSnapshot>,
): void {
  for (const id of executionIds) {
    const looked = found.get(keyOf(scope, id));
    if (!looked || seen.get(id) === ENDED || seen.get(id) === looked.version) continue;
    seen.set(id, looked.has_ended ? ENDED : looked.version);
    onProgress({ id, status: looked.status });
  }
}
