import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../../server/test/free-port.ts";
import { type Api, apiOf } from "../api-client.ts";
import { start, untilReady } from "../processes.ts";

const KEY = "tk-benchmark-key-of-the-test-environment";

/** Several processes on one PostgreSQL, any of which may be killed. */
export interface Installation {
  readonly url: string;
  readonly databaseUrl: string;
  /** The settings of its processes. */
  readonly environment: NodeJS.ProcessEnv;
  /** Starts a process, with other settings if some are given; if it serves, resolves once it is ready. */
  begin(command: "serve" | "work" | "all", settings?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  readonly api: Api;
  /** Returns the rows of a statement, which gets its own connection. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Kills all processes that still run. */
  close(): Promise<void>;
}

/** Prepares an installation on the PostgreSQL at `clusterUrl`; `begin` starts its first process. */
export async function prepareInstallation(
  clusterUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Installation> {
  const port = await findFreePort();
  const environment = {
    DATABASE_URL: clusterUrl,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    JUNCTOR_TEST_API_KEY: KEY,
    JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
    JUNCTOR_LOG_LEVEL: "error",
    ...settings,
  };
  const children = new Set<ChildProcess>();
  const url = `http://127.0.0.1:${port}`;
  const rows: Installation["rows"] = async (text, values) => {
    const client = new pg.Client(clusterUrl);
    // Killing the database server also ends this connection.
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const workers = async () =>
    new Set((await rows<{ id: string }>("select id from workers")).map(({ id }) => id));
  return {
    url,
    databaseUrl: clusterUrl,
    environment,
    rows,
    begin: async (command, own = {}) => {
      const PORT = String(command === "work" ? await findFreePort() : port);
      const before = command === "work" ? await workers() : new Set();
      const child = start(["server/junctor.mjs", command], { ...environment, ...own, PORT });
      children.add(child);
      child.on("exit", () => children.delete(child));
      if (command !== "work") await untilReady(`${url}/health/ready`, child);
      else while ([...(await workers())].every((id) => before.has(id))) await sleep(50);
      return child;
    },
    api: apiOf(url, KEY),
    close: async () => {
      for (const child of children) child.kill("SIGKILL");
      while (children.size > 0) await sleep(20);
    },
  };
}

/** Publishes nodes in a row after a start node; returns the workflow's id. */
export async function publishNodes(installation: Installation, nodes: readonly object[]): Promise<string> {
  const all = [{ id: "start", type: "start" }, ...(nodes as { id: string }[])];
  const edges = all.slice(1).map(({ id }, index) => ({ source: all[index]?.id ?? "start", target: id }));
  const workflow = await installation.api("POST", "/api/v2/public/workflow", {
    name: "Fault test",
    nodes: all,
    edges,
  });
  await installation.api("PUT", `/api/v2/public/workflow/${workflow._id}/publish`, { published: true });
  return workflow._id;
}

/** Starts a run of the workflow for the account; returns its id. */
export async function startRun(
  { api }: Installation,
  workflowId: string,
  account: string,
  input: object,
): Promise<string> {
  const headers = { linked_account_id: account };
  return (await api("POST", `/api/v1/workflow/${workflowId}/execute`, input, headers)).execution_id;
}

/** Kills a process as a power cut would and waits until it has ended. */
export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** How a command has ended; `code` is null if it was killed. */
export interface EndedCommand {
  readonly code: number | null;
  readonly seconds: number;
  /** The most memory that it had, in MiB; of one that was killed, 0. */
  readonly mostMib: number;
}

/** Runs a command of Junctor, and kills it after that time if it still runs. */
export async function runCommand(
  argv: readonly string[],
  settings: NodeJS.ProcessEnv,
  killAfterMs?: number,
): Promise<EndedCommand> {
  const startedAt = performance.now();
  const child = start(["server/junctor.mjs", ...argv], settings);
  const ended = once(child, "exit");
  let isOver = false;
  ended.then(() => (isOver = true));
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended]);
    await killNow(child);
  }
  let mostMib = 0;
  while (!isOver) {
    mostMib = Math.max(mostMib, readPeakMib(child.pid));
    await Promise.race([sleep(200), ended]);
  }
  const [code] = await ended;
  return { code, seconds: (performance.now() - startedAt) / 1000, mostMib };
}

function readPeakMib(pid: number | undefined): number {
  try {
    const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kib) / 1024);
  } catch {
    return 0; // it has ended
  }
}

/** Runs a test, then all of its cleanup; sets a failing exit code if the test says so, or if cleaning up fails. */
export async function conclude(
  test: () => Promise<boolean>,
  ends: readonly (() => unknown)[],
): Promise<void> {
  try {
    if (!(await test())) process.exitCode = 1;
  } finally {
    for (const end of ends) await Promise.resolve().then(end).catch(fail);
  }
}

function fail(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}
