// An embedded installation with a million executions is moved to PostgreSQL; the command is killed (kill -9) several times
// before it may end. Until then the target must stay empty, and afterwards have the same rows.
// `npm run bench:faults -- move [--short] [--seed N]`.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openEmbedded } from "../../server/src/platform/database/embedded/embedded.ts";
import { findFreePort } from "../../server/test/free-port.ts";
import { apiOf } from "../api-client.ts";
import { start, stop, untilReady } from "../processes.ts";
import { startCluster } from "./cluster.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, runCommand } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const EXECUTIONS = SHORT ? 20_000 : 1_000_000;
const STEPS = 3;
const BATCH = 20_000;
const KILLS = SHORT ? 1 : 3;
const KEY = "tk-of-the-installation-that-is-moved";

const random = createRandom(process.argv);
const folder = mkdtempSync(join(tmpdir(), "junctor-move-"));
const cluster = await startCluster();
const installation = await prepareInstallation(cluster.url);
const settings = { JUNCTOR_DATA_DIR: folder, JUNCTOR_TEST_API_KEY: KEY, JUNCTOR_LOG_LEVEL: "error" };
await conclude(test, [installation.close, cluster.remove, () => rmSync(folder, { recursive: true })]);

async function test(): Promise<boolean> {
  const port = await findFreePort();
  const server = start(["server/junctor.mjs", "all"], { ...settings, PORT: String(port) });
  await untilReady(`http://127.0.0.1:${port}/health/ready`, server);
  await apiOf(`http://127.0.0.1:${port}`, KEY)("PUT", "/api/v2/public/linked-account", {
    linked_account_id: "acc",
  });
  await stop(server);
  await fillFolder();
  let partly = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await move(1000 + random() * (SHORT ? 2000 : 60_000));
    if ((await countRows("runs")) > 0) partly++;
  }
  const moved = await move();
  const again = start(["server/junctor.mjs", "all"], { ...settings, PORT: "0" });
  const [code] = await once(again, "exit");
  const [runs, steps] = [await countRows("runs"), await countRows("run_steps")];
  return judge(`${EXECUTIONS} executions are moved, the command killed ${KILLS} times`, [
    none("kills after which the target had a part", partly),
    { what: "exit code of the move", is: String(moved.code), must: "0", ok: moved.code === 0 },
    told("seconds", moved.seconds.toFixed(1)),
    told("MiB of memory, at most", moved.mostMib),
    { what: "executions there", is: runs, must: String(EXECUTIONS), ok: runs === EXECUTIONS },
    { what: "steps there", is: steps, must: String(EXECUTIONS * STEPS), ok: steps === EXECUTIONS * STEPS },
    { what: "exit code of a server on the old folder", is: String(code), must: "1", ok: code === 1 },
  ]);
}

async function fillFolder(): Promise<void> {
  const database = await openEmbedded(folder);
  for (let from = 0; from < EXECUTIONS; from += BATCH) {
    const series = sql`generate_series(${sql.lit(from)}::int, ${sql.lit(Math.min(from + BATCH, EXECUTIONS) - 1)}::int) i`;
    const id = sql`lpad(to_hex(i), 24, '0')`;
    await sql`insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
        status, source, execution_type, settings, input, created_at, updated_at, started_at, finished_at, lane, claim)
      select ${id}, a.org_id, 'test', a.id, '6a1f0c2e9b3d4f5a6b7c8d9e', 1, 'Moved', 'default', 'COMPLETED',
        'Event', 'ASYNC', '{}', '{"order":{"id":1,"lines":[{"sku":"abc","qty":3}]}}', now(), now(), now(), now(), a.id, 1
      from ${series}, (select * from linked_accounts limit 1) a`.execute(database.db);
    await sql`insert into run_steps (run_id, path, attempt, node_id, status, output, started_at, duration_ms)
      select ${id}, step, 1, step, 'Success', '{"body":{"ok":true}}', now(), 1
      from ${series}, unnest(array['start', 'shape', 'post']) step`.execute(database.db);
  }
  await database.close();
}

/** Runs the command, and kills it after that time if it still runs. */
function move(killAfterMs?: number) {
  return runCommand(["move", "--to", cluster.url], settings, killAfterMs);
}

/** Rows of a table of the target; 0 while it has no such table. */
async function countRows(table: string): Promise<number> {
  const [found] = await installation.rows<{ found: boolean }>("select to_regclass($1) is not null as found", [
    table,
  ]);
  if (!found?.found) return 0;
  const [row] = await installation.rows<{ count: number }>(`select count(*)::int from ${table}`);
  return row?.count ?? 0;
}
