import { sql } from "kysely";
import { inject } from "vitest";
import type { Config } from "../src/config.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import type { Database, Statement } from "../src/platform/database/database.ts";
import { setIdClock } from "../src/platform/id.ts";
import type { BuildOptions } from "../src/start/build-deps.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { testConfig } from "./test-config.ts";

/** The server of this process, which its test files use one after the other. */
interface SharedServer extends OpenServer {
  /** Has it tell the time by `clock`. */
  setClock(clock: Clock): void;
}

const EMPTY: Statement = { name: "test-empty", text: "select empty_for_test()" };
const PLAIN = testConfig();

let opening: Promise<SharedServer> | undefined;
let isTaken = false;

/**
 * The server that the test files of a process share, with an empty database; `close` gives it back. Undefined where a file
 * needs one of its own: for other settings, beside the one it already has, or because each file has its own process.
 */
export async function borrowServer(
  changes: Partial<Config>,
  { clock = systemClock, ...options }: Partial<BuildOptions>,
): Promise<OpenServer | undefined> {
  const isPlain = Object.keys(changes).every((name) =>
    Object.is(changes[name as keyof Config], PLAIN[name as keyof Config]),
  );
  if (!inject("sharesServer") || !isPlain || Object.keys(options).length > 0 || isTaken) return undefined;
  isTaken = true;
  try {
    opening ??= openShared();
    const server = await opening;
    await server.deps.database.query(EMPTY, []);
    // A test before may have made ids of times to come: those after it would go on from there.
    setIdClock(systemClock);
    server.setClock(clock);
    return { ...server, close: async () => giveBack(server) };
  } catch (error) {
    isTaken = false;
    throw error;
  }
}

function giveBack({ app }: SharedServer): void {
  app.server.closeAllConnections();
  isTaken = false;
}

async function openShared(): Promise<SharedServer> {
  let current: Clock = systemClock;
  const server = await openServer({}, { clock: { now: () => current.now() } });
  await prepareEmptying(server.deps.database);
  return {
    ...server,
    setClock: (clock) => {
      current = clock;
    },
  };
}

/** Makes the function that leaves of all rows only those that the migrations made. */
async function prepareEmptying({ db }: Database): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  const deletions: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.raw(`select from ${name} limit 1`).execute(db);
    if (rows.length === 0) deletions.push(`delete from ${name};`);
  }
  // As a replica no triggers run: neither those that look for references nor those that write down who deletes.
  await sql
    .raw(
      `create function empty_for_test() returns void language plpgsql set session_replication_role = replica as $$
      begin
        ${deletions.join("\n        ")}
        update statistics_position set gaps = '[]',
          last = coalesce(pg_sequence_last_value(pg_get_serial_sequence('changes', 'id')::regclass), 0);
      end $$`,
    )
    .execute(db);
}
