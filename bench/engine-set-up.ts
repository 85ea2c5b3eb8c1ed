import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findFreePort } from "../server/test/free-port.ts";
import { type Api, apiOf } from "./api-client.ts";
import type { Driven, Order } from "./load/drive.ts";
import type { Summary } from "./load/summary.ts";
import { start, startOptions, stop, untilReady } from "./processes.ts";
import { createOldPartitions } from "./sizing/old-partitions.ts";

const KEY = "tk-benchmark-key-of-the-test-environment";
/** The production key of an owner, which may change the organization itself. */
export const PRODUCTION_KEY = "pk-benchmark-key-of-the-production-environment";

/** What may be switched on: the port of the metrics, traces that are sent to the sink, hard limits of all accounts. */
export const EXTRAS = ["metrics", "traces", "tenth-of-traces", "unrecorded-traces", "limits"] as const;
export type Extra = (typeof EXTRAS)[number];

/** What has arrived at the sink. */
export interface Arrived {
  readonly hits: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly windowS: number;
  readonly latency: Summary;
  /** Requests with spans. */
  readonly traceRequests: number;
}

/** One process of a bench; those that only work have no address. */
export interface BenchProcess {
  readonly command: "all" | "serve" | "work";
  readonly child: ChildProcess;
  readonly url?: string;
}

/** A server with its database, a sink, and a client of the API. */
export interface Bench {
  readonly url: string;
  /** The API key of the test environment. */
  readonly key: string;
  readonly sinkUrl: string;
  readonly orgId: string;
  readonly server: ChildProcess;
  /** All processes, with the one above first. */
  readonly processes: readonly BenchProcess[];
  /** Undefined on the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly api: Api;
  drive(order: Omit<Order, "headers"> & { headers?: Record<string, string> }): Promise<Driven>;
  arrived(): Promise<Arrived>;
  /** Duration in milliseconds of each commit of a run since the last call. */
  commits(): number[];
  /** Waits until `count` different bodies have arrived, or nothing has arrived for `quietMs`. */
  untilArrived(count: number, quietMs?: number): Promise<Arrived>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts one process (`all` by default) with its own database at `serverUrl`, or an embedded one in `dataDir`; then
 * those that are to run beside it.
 */
export async function startBench(
  where:
    | { serverUrl: string; command?: "all" | "serve"; beside?: readonly ("serve" | "work")[] }
    | { dataDir: string },
  extras: readonly Extra[] = [],
): Promise<Bench> {
  const name = `junctor_bench_${process.pid}_${Date.now()}`;
  const databaseUrl =
    "serverUrl" in where ? Object.assign(new URL(where.serverUrl), { pathname: `/${name}` }).href : undefined;
  if ("serverUrl" in where) await onDatabase(where.serverUrl, [`create database ${name}`]);
  const [port, sinkPort] = [await findFreePort(), await findFreePort()];
  const sink = start(["bench/load/sink.ts"], { PORT: String(sinkPort) });
  const command = "command" in where ? (where.command ?? "all") : "all";
  const notes = mkdtempSync(join(tmpdir(), "junctor-bench-"));
  const commitsFile = join(notes, "commits");
  writeFileSync(commitsFile, "");
  let noted = 0;
  const options = [...startOptions(), "--import", "./bench/load/note-commits.mjs"];
  const settings = {
    COMMITS_FILE: commitsFile,
    ...(databaseUrl
      ? { DATABASE_URL: databaseUrl }
      : "dataDir" in where && { JUNCTOR_DATA_DIR: where.dataDir }),
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    JUNCTOR_TEST_API_KEY: KEY,
    JUNCTOR_PRODUCTION_API_KEY: PRODUCTION_KEY,
    JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
    JUNCTOR_LOG_LEVEL: "warn",
    ...(extras.includes("metrics") && { JUNCTOR_METRICS_PORT: String(await findFreePort()) }),
    ...(extras.some((extra) => extra.endsWith("traces")) && {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sinkPort}`,
    }),
    ...(extras.includes("tenth-of-traces") && sampling("0.1")),
    ...(extras.includes("unrecorded-traces") && sampling("0")),
    NODE_ENV: "production",
  };
  const begin = (command: BenchProcess["command"], ownPort: number) =>
    start([...options, "server/junctor.mjs", command], { ...settings, PORT: String(ownPort) });
  const server = begin(command, port);
  const url = `http://127.0.0.1:${port}`;
  const sinkUrl = `http://127.0.0.1:${sinkPort}`;
  await untilReady(`${url}/health/ready`, server);
  await untilReady(`${sinkUrl}/stats`, sink);
  if (databaseUrl) await createOldPartitions(databaseUrl, new Date());
  const processes: BenchProcess[] = [{ command, child: server, url }];
  for (const other of ("beside" in where && where.beside) || []) {
    const ownPort = await findFreePort();
    const child = begin(other, ownPort);
    const own = `http://127.0.0.1:${ownPort}`;
    processes.push({ command: other, child, ...(other === "serve" && { url: own }) });
    if (other === "serve") await untilReady(`${own}/health/ready`, child);
  }
  const workers = processes.filter(({ command: one }) => one !== "serve").length;
  if (databaseUrl) await untilWorking(databaseUrl, workers);
  const api = apiOf(url, KEY);
  const arrived = async (): Promise<Arrived> => (await fetch(`${sinkUrl}/stats`)).json();
  if (extras.includes("limits")) await limitAccounts(api);
  const account = await api("PUT", "/api/v2/public/linked-account", {
    linked_account_id: "acc-0",
    name: "Account",
  });
  return {
    url,
    key: KEY,
    sinkUrl,
    orgId: account.associated_org,
    server,
    processes,
    databaseUrl,
    api,
    drive: (order) => drive({ headers: { "x-api-key": KEY }, ...order }),
    arrived,
    commits: () => {
      const lines = readFileSync(commitsFile, "utf8").split("\n").slice(0, -1);
      const from = noted;
      noted = lines.length;
      return lines.slice(from).map(Number);
    },
    untilArrived: async (count, quietMs = 10_000) => {
      let before = await arrived();
      let changedAt = Date.now();
      while (before.unique < count && Date.now() - changedAt < quietMs) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const next = await arrived();
        if (next.unique !== before.unique) changedAt = Date.now();
        before = next;
      }
      return before;
    },
    reset: async () => {
      await (await fetch(`${sinkUrl}/reset`, { method: "POST" })).arrayBuffer();
    },
    close: async () => {
      await Promise.all(processes.map(({ child }) => stop(child)));
      await stop(sink);
      rmSync(notes, { recursive: true });
      if ("serverUrl" in where) await onDatabase(where.serverUrl, [`drop database ${name} with (force)`]);
    },
  };
}

async function untilWorking(databaseUrl: string, count: number): Promise<void> {
  const listed = async () => (await askDatabase(databaseUrl, "select from workers")).length;
  while ((await listed()) < count) await new Promise((resolve) => setTimeout(resolve, 50));
}

function sampling(share: string): NodeJS.ProcessEnv {
  return { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: share };
}

/** Gives all accounts hard limits that they never reach. */
async function limitAccounts(api: Api): Promise<void> {
  const limit = { soft: null, hard: 1_000_000_000 };
  await api("POST", "/api/v2/public/plans", {
    name: "Limited",
    is_default: true,
    caps: { executions_per_day: limit, executions_per_month: limit, calls_per_month: limit },
  });
}

/** Publishes a workflow whose nodes follow a start node that incoming webhooks trigger; returns its id. */
export async function publishLine(bench: Bench, nodes: object[], settings: object = {}): Promise<string> {
  const all = [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "Webhook" }] },
    ...(nodes as { id: string }[]),
  ];
  const edges = all.slice(1).map(({ id }, index) => ({ source: all[index]?.id ?? "start", target: id }));
  const workflow = await bench.api("POST", "/api/v2/public/workflow", {
    name: "Benchmark",
    nodes: all,
    edges,
    settings,
  });
  await bench.api("PUT", `/api/v2/public/workflow/${workflow._id}/publish`, { published: true });
  return workflow._id;
}

/** The address that starts a workflow for an account by webhook. */
export async function webhookUrlOf(bench: Bench, workflowId: string, account: string): Promise<string> {
  const { url } = await bench.api("GET", `/api/v2/public/workflow/${workflowId}/webhook-url`, undefined, {
    linked_account_id: account,
  });
  // The server's public address may differ from the one where it listens.
  return bench.url + new URL(url).pathname;
}

/** Publishes webhook → transform → POST of id and time to the sink; returns the workflow's id. */
export function publishEcho(bench: Bench): Promise<string> {
  const shape = {
    id: "shape",
    type: "transform",
    data: { output: { id: "{{ input.id }}", ts: "{{ input.ts }}" } },
  };
  const post = {
    id: "post",
    type: "http",
    data: { method: "POST", url: `${bench.sinkUrl}/orders`, body: "{{ node.shape.body }}" },
  };
  return publishLine(bench, [shape, post]);
}

/**
 * Resident memory of a process in MiB and the processor time it has used in seconds, all threads included but no
 * children.
 */
export function usageOf({ pid }: Pick<ChildProcess, "pid">): { rssMiB: number; cpuS: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, , , , , , , , , , , user = "0", system = "0"] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return {
    rssMiB: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    cpuS: (Number(user) + Number(system)) / 100,
  };
}

async function drive(order: Order): Promise<Driven> {
  const child = spawn(process.execPath, ["bench/load/drive.ts"], {
    env: { ...process.env, ORDER: JSON.stringify(order) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output);
}

/** Returns the rows of one statement, which gets its own connection. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs statements on a separate connection. */
export async function onDatabase(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
