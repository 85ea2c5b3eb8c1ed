import { hostname } from "node:os";
import { sql } from "kysely";
import type { Db } from "../database.ts";

/** A process that has finished its start on this database: it listens for the others' messages. */
export interface RunningProcess {
  readonly name: string;
  /** The number of the newest migration that it knows; undefined if it is of a version that does not say so. */
  readonly newest: string | undefined;
}

/** The statement by which a process listens, and others recognize it with the newest migration that it knows (D550). */
export function buildListenStatement(channel: string, newest: string | undefined): string {
  return newest === undefined ? `listen ${channel}` : `listen ${channel} /* schema ${newest} */`;
}

/** All of them but the one of this session. Versions that set no name are told by their address. */
export async function listRunning(session: Db): Promise<RunningProcess[]> {
  const { rows } = await sql<{ name: string; newest: string | null }>`
    select coalesce(nullif(application_name, ''), 'a process at ' || coalesce(host(client_addr), 'this machine')) as name,
      min(substring(query from '/[*] schema ([0-9]{4}) [*]/')) as newest
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen "junctor\_%'
    group by 1 order by 1`.execute(session);
  return rows.map(({ name, newest }) => ({ name, newest: newest ?? undefined }));
}

/** The names of all but this process. */
export async function listOtherProcesses(db: Db): Promise<string[]> {
  const names = (await listRunning(db)).map(({ name }) => name);
  return names.filter((name) => !name.endsWith(` ${hostname()}:${process.pid}`));
}
