// The root key is rotated as the guide says, while executions use customers' passwords: processes restarted one after the
// other, the command killed (kill -9) several times and run again. Every execution must use the right password, and in the
// end nothing may need the old key. `npm run bench:faults -- root-key [--short] [--seed N]`.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { YOUR_APP_COLUMN } from "../../server/src/apps/connections/your-app.ts";
import { createId } from "../../server/src/platform/id.ts";
import { createVault } from "../../server/src/platform/vault.ts";
import { ApiFailure } from "../api-client.ts";
import { start } from "../processes.ts";
import { startCluster } from "./cluster.ts";
import { startSink } from "./counting-sink.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, killNow, prepareInstallation, startRun } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const RECORDS = SHORT ? 2000 : 20_000;
const KILLS = SHORT ? 1 : 5;
const ACCOUNTS = 20;
const PAUSE_MS = 10;
const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const [OLD_TEXT, NEW_TEXT] = [OLD, NEW].map((key) => key.toString("base64"));

const random = createRandom(process.argv);
const cluster = await startCluster();
const sink = await startSink(() => 20 * random());
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

async function test(): Promise<boolean> {
  const known = { JUNCTOR_ENCRYPTION_KEY: OLD_TEXT, JUNCTOR_SECOND_ENCRYPTION_KEY: NEW_TEXT };
  const swapped = { JUNCTOR_ENCRYPTION_KEY: NEW_TEXT, JUNCTOR_SECOND_ENCRYPTION_KEY: OLD_TEXT };
  const alone = { JUNCTOR_ENCRYPTION_KEY: NEW_TEXT };
  const restart = async (settings: NodeJS.ProcessEnv) => {
    for (const [index, command] of (["serve", "work"] as const).entries()) {
      if (processes[index]) await stop(processes[index]);
      processes[index] = await installation.begin(command, settings);
    }
  };
  const processes: ChildProcess[] = [];
  await restart({ JUNCTOR_ENCRYPTION_KEY: OLD_TEXT });
  const workflowId = await publish();
  await addRecords();
  let isOver = false;
  const started = startAll(workflowId, () => isOver);

  await restart(known);
  const early = await rotate(swapped);
  await restart(swapped);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) if ((await rotate(swapped, 1500 * random())) === null) killed++;
  const rotatedAt = performance.now();
  const ended = await rotate(swapped);
  const seconds = (performance.now() - rotatedAt) / 1000;
  await restart(alone);
  await sleep(2000);
  isOver = true;
  const { ids, refused } = await started;
  await untilAllEnded();
  const returned = start(["server/junctor.mjs", "work"], { ...installation.environment, ...known });
  const [code] = await once(returned, "exit");
  return report({ ids, refused, early, killed, ended, seconds, refusedStart: code });
}

/** A workflow that calls the sink under an address with the customer's password; returns its id. */
async function publish(): Promise<string> {
  const { api } = installation;
  const workflow = await api("POST", "/api/v2/public/workflow", {
    name: "Uses a password",
    slug: "stripe",
    data_slots: [{ id: "pw", name: "Password", field_type: "password" }],
    nodes: [
      { id: "start", type: "start" },
      {
        id: "call",
        type: "http",
        data: { method: "POST", url: `${sink.url}/{{ config.pw }}`, body: { id: "{{ input.id }}" } },
      },
    ],
    edges: [{ source: "start", target: "call" }],
  });
  await api("PUT", `/api/v2/public/workflow/${workflow._id}/publish`, { published: true });
  for (let account = 0; account < ACCOUNTS; account++) {
    await api("PUT", "/api/v2/public/linked-account", { linked_account_id: `acc-${account}` });
    const workflows = [{ id: workflow._id, enabled: true, fields: { pw: `password-of-${account}` } }];
    const headers = { linked_account_id: `acc-${account}` };
    await api("POST", "/api/v2/public/config", { slug: "stripe", workflows }, headers);
  }
  return workflow._id;
}

/** Linked accounts that have credentials of their own, so that a rotation takes long enough to be killed. */
async function addRecords(): Promise<void> {
  const vault = createVault({ key: OLD });
  const ids = Array.from({ length: RECORDS }, () => createId());
  const sealed = ids.map((id) => vault.seal('{"app_id":"own"}', YOUR_APP_COLUMN.identityOf(id)));
  await installation.rows(
    `insert into linked_accounts (id, org_id, environment, account_id, your_app, created_at, updated_at)
      select given.id, first.org_id, first.environment, given.id, given.sealed, first.created_at, first.updated_at
      from unnest($1::text[], $2::bytea[]) as given (id, sealed), (select * from linked_accounts limit 1) first`,
    [ids, sealed],
  );
}

/** Stops a process as a supervisor does. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/**
 * Runs the command, and kills it that long after its first line unless it has ended; returns its exit code, null if it
 * was killed.
 */
async function rotate(settings: NodeJS.ProcessEnv, killAfterMs?: number): Promise<number | null> {
  const child = start(["server/junctor.mjs", "keys", "rotate-root"], {
    ...installation.environment,
    ...settings,
  });
  child.stdout?.on("data", (text) => process.stdout.write(`  ${text}`));
  const ended = once(child, "exit");
  if (killAfterMs !== undefined) {
    if (child.stdout) await Promise.race([once(child.stdout, "data"), ended]);
    await Promise.race([sleep(killAfterMs), ended]);
    await killNow(child);
  }
  const [code] = await ended;
  return code;
}

/** Starts executions until it is told; returns their ids, and how often nobody answered in between. */
async function startAll(workflowId: string, isOver: () => boolean) {
  const ids: string[] = [];
  let refused = 0;
  while (!isOver()) {
    const account = ids.length % ACCOUNTS;
    try {
      ids.push(await startRun(installation, workflowId, `acc-${account}`, { id: `${account}` }));
    } catch (error) {
      // The only process that serves is being restarted.
      if (error instanceof ApiFailure && error.status !== 503) throw error;
      refused++;
    }
    await sleep(PAUSE_MS);
  }
  return { ids, refused };
}

async function untilAllEnded(): Promise<void> {
  for (;;) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status = 'RUNNING'",
    );
    if (row?.open === 0) return;
    await sleep(250);
  }
}

interface Ending {
  readonly ids: readonly string[];
  readonly refused: number;
  readonly early: number | null;
  readonly killed: number;
  readonly ended: number | null;
  readonly seconds: number;
  readonly refusedStart: number | null;
}

async function report({
  ids,
  refused,
  early,
  killed,
  ended,
  seconds,
  refusedStart,
}: Ending): Promise<boolean> {
  const rows = await installation.rows<{ id: string; status: string }>("select id, status from runs");
  const completed = new Set(rows.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
  const wrong = sink.calls.filter(({ id, step }) => step !== `password-of-${id}`);
  const [left] = await installation.rows<{ count: number }>(
    "select count(*)::int from linked_accounts where your_app is not null and substring(your_app from 2 for 4) <> $1",
    [Buffer.from(createVault({ key: NEW }).keyId, "hex")],
  );
  return judge(`The root key is rotated: ${RECORDS} records, the command killed ${killed} times`, [
    told("executions started meanwhile", ids.length),
    told("attempts while the one serving process was restarted", refused),
    none("executions lost or failed", ids.filter((id) => !completed.has(id)).length),
    none("calls with another password", wrong.length),
    {
      what: "exit code while a process encrypts with the old key",
      is: String(early),
      must: "1",
      ok: early === 1,
    },
    { what: "exit code in the end", is: String(ended), must: "0", ok: ended === 0 },
    told("seconds of the last run of the command", seconds.toFixed(1)),
    none("records under the old key", left?.count ?? -1),
    {
      what: "exit code of a process with the old key",
      is: String(refusedStart),
      must: "1",
      ok: refusedStart === 1,
    },
  ]);
}
