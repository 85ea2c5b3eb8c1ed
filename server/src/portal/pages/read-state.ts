import { isCredentialRefused, readHealth } from "../../apps/health/health-store.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";

/** How an account's applications do. */
export interface ApplicationStates {
  /** Ids of connections that work again, we hope: something failed since they last worked, and is being retried. */
  readonly retrying: ReadonlySet<string>;
  /** Ids of connections whose credential the provider refuses: trying again does not help. */
  readonly refused: ReadonlySet<string>;
  /** The newest execution of the application's workflows, by slug. */
  readonly lastRuns: ReadonlyMap<string, LastRun>;
}

export interface LastRun {
  /** When it began. */
  readonly at: Date;
  readonly hasFailed: boolean;
}

export const NO_STATES: ApplicationStates = {
  retrying: new Set(),
  refused: new Set(),
  lastRuns: new Map(),
};

// Older executions say little of how an application does, and an account may have millions.
const LAST_RUNS: Statement = {
  name: "portal-last-runs",
  text: `select distinct on (slug) slug, created_at as at, status in ('ERRORED', 'TIMED_OUT') as "hasFailed"
    from (select id, slug, created_at, status from runs
      where account_id = $1 and test is null order by id desc limit 1000) as newest
    where slug is not null order by slug, id desc`,
};

/** The states of these connections of an account; its executions only if the customer may see them. */
export async function readApplicationStates(
  { db, database }: Pick<Deps, "db" | "database">,
  { account }: AccountScope,
  connections: readonly ConnectionRow[],
  { withRuns }: { withRuns: boolean },
): Promise<ApplicationStates> {
  if (connections.length === 0) return NO_STATES;
  const [health, runs] = await Promise.all([
    readHealth(
      db,
      connections.map(({ id }) => id),
    ),
    withRuns ? database.query<LastRun & { slug: string }>(LAST_RUNS, [account.id]) : [],
  ]);
  const failing = [...health.values()].filter(({ failures }) => failures > 0);
  const idsOf = (isRefused: boolean) =>
    new Set(failing.filter((row) => isCredentialRefused(row) === isRefused).map((row) => row.connection_id));
  return {
    retrying: idsOf(false),
    refused: idsOf(true),
    lastRuns: new Map(runs.map(({ slug, ...run }) => [slug, run])),
  };
}
