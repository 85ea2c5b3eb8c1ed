// Starts 25 hostile executions of each kind at once, or calls hostile actions and agents' tools (bench/hostile-calls),
// and meanwhile times another account's execution and /health/live. Prints a table and exits with 1 if a target is
// missed: `npm run bench:hostile [-- --short] [-- kind …]`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, publishLine, startBench } from "./engine-set-up.ts";
import { type Attack, callActions, callTools, choices, wide } from "./hostile-calls.ts";
import { summary } from "./load/summary.ts";
import { repeatedly, timeHealth } from "./meanwhile.ts";
import { printTable } from "./processes.ts";

const AT_ONCE = 25;
const isShort = process.argv.includes("--short");
const named = process.argv.slice(2).filter((one) => !one.startsWith("-"));
const REST_MS = isShort ? 5000 : 15_000;

const LONG = "x".repeat(900_000);
const MEMBERS = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, index]));
const ANSWERS: Record<string, string> = {
  "/members": JSON.stringify(MEMBERS),
  "/half": JSON.stringify(Object.fromEntries(Object.entries(MEMBERS).slice(0, 45_000))),
  "/deep": "[".repeat(100_000) + "]".repeat(100_000),
  "/long": JSON.stringify({ text: "y".repeat(850_000) }),
};

const transform = (id: string, output: unknown) => ({ id, type: "transform", data: { output } });
const many = <Value>(count: number, of: (index: number) => Value) =>
  Array.from({ length: count }, (_, i) => of(i));
const calls = (count: number, url: string) =>
  many(count, (index) => ({ id: `n${index}`, type: "http", data: { url } }));

/** Executions of a workflow with these nodes in a row; their input is a text of 900 KB. */
const execute =
  (...nodes: object[]): Attack =>
  async (bench) => {
    const workflow = await publishLine(bench, nodes);
    const ids = await Promise.all(
      many(AT_ONCE, async () => {
        const headers = { linked_account_id: "acc-0" };
        return (await bench.api("POST", `/api/v1/workflow/${workflow}/execute`, { text: LONG }, headers))
          .execution_id;
      }),
    );
    const endMs = Date.now() + (isShort ? 60_000 : 180_000);
    const open = new Set<string>(ids);
    while (open.size > 0 && Date.now() < endMs) {
      for (const id of open)
        if ((await bench.api("GET", `/api/v1/execution/${id}/response`)).status !== "RUNNING")
          open.delete(id);
      await sleep(200);
    }
    return open.size > 0 ? `${open.size} did not end` : undefined;
  };

const kinds = (third: string): Record<string, Attack> => ({
  "540 mentions in one text": execute(transform("t", "{{ input.text }}".repeat(540))),
  "540 mentions as members": execute(
    transform("t", Object.fromEntries(many(540, (index) => [`m${index}`, "{{ input.text }}"]))),
  ),
  "90,000 members": execute(...calls(1, `${third}/members`)),
  "45,000 members": execute(...calls(1, `${third}/half`)),
  "12 results of 45,000 members": execute(...calls(12, `${third}/half`), transform("t", 1)),
  "100,000 levels": execute(...calls(1, `${third}/deep`)),
  "60 results of 850 KB": execute(...calls(60, `${third}/long`), transform("t", 1)),
  "code that makes 1 MB, 20 times": execute(
    ...many(20, (index) => ({
      id: `c${index}`,
      type: "ai_code_executor",
      data: { code: `return "${index % 10}".repeat(1000000)` },
    })),
  ),
  "inputs of 60 KB of nested choices": callActions(third, choices(11)),
  "inputs just below the limit of schemas": callActions(third, wide(480)),
  "200 calls of agents at once": callTools(third, choices(11)),
});

async function startThird(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(ANSWERS[request.url ?? ""] ?? "{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close().closeAllConnections() };
}

function memoryOf({ server: { pid } }: Bench, what: "VmHWM" | "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** Milliseconds that one small execution of another account takes, from request to response. */
async function timeOther(bench: Bench, workflow: string): Promise<number> {
  const startMs = performance.now();
  const headers = { linked_account_id: "other" };
  await bench.api("POST", `/api/v1/workflow/${workflow}/execute?sync_execution=true`, { a: 1 }, headers);
  return performance.now() - startMs;
}

interface Row {
  readonly [column: string]: string | number;
}

async function runKind(bench: Bench, name: string, attack: Attack, limits: Limits): Promise<Row> {
  let isOver = false;
  let mostMiB = 0;
  const watching = repeatedly(
    () => isOver,
    async () => (mostMiB = Math.max(mostMiB, memoryOf(bench, "VmRSS"))),
    50,
  );
  const health = repeatedly(
    () => isOver,
    () => timeHealth(bench),
    10,
  );
  const others = repeatedly(
    () => isOver,
    () => timeOther(bench, limits.otherWorkflow),
    100,
  );
  const problem = await attack(bench).catch((error: Error) => error.message);
  isOver = true;
  await watching;
  const [live, other] = [summary(await health), summary(await others)];
  const missed = [
    problem,
    live.p99 > 200 && "health",
    mostMiB > limits.mostMiB && "memory",
    other.p50 > 2 * limits.otherMs && "other p50",
    other.p99 > 500 && "other p99",
  ].filter(Boolean);
  if (missed.length > 0) process.exitCode = 1;
  return {
    kind: name,
    "health p99 ms": live.p99,
    "RSS MiB": mostMiB,
    "other p50 ms": other.p50,
    "other p99 ms": other.p99,
    missed: missed.join(", ") || "-",
  };
}

interface Limits {
  readonly mostMiB: number;
  readonly otherMs: number;
  readonly otherWorkflow: string;
}

async function judge(title: string, bench: Bench, mostAtStart?: number): Promise<void> {
  const third = await startThird();
  try {
    const startMiB = memoryOf(bench, "VmHWM");
    await bench.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "other", name: "Other" });
    const otherWorkflow = await publishLine(bench, [transform("t", "{{ input.a }}")]);
    for (let index = 0; index < 20; index++) await timeOther(bench, otherWorkflow);
    const normal: number[] = [];
    for (let index = 0; index < 50; index++) normal.push(await timeOther(bench, otherWorkflow));
    const otherMs = summary(normal).p50;
    const idleMiB = memoryOf(bench, "VmRSS");
    const mostMiB = bench.databaseUrl ? 1024 : idleMiB + 500;
    console.log(
      `\n${title}: start peaks at ${startMiB} MiB, idle ${idleMiB} MiB, other alone p50 ${otherMs} ms`,
    );
    if (mostAtStart !== undefined && startMiB > mostAtStart) {
      console.log(`Missed: the start may peak at ${mostAtStart} MiB.`);
      process.exitCode = 1;
    }
    const rows: Row[] = [];
    for (const [name, attack] of Object.entries(kinds(third.url))) {
      if (named.length > 0 && !named.some((one) => name.includes(one))) continue;
      rows.push(await runKind(bench, name, attack, { mostMiB, otherMs, otherWorkflow }));
      await sleep(REST_MS);
    }
    printTable(title, rows);
  } finally {
    third.close();
    await bench.close();
  }
}

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:hostile`.");
await judge("PostgreSQL", await startBench({ serverUrl }));
const folder = mkdtempSync(join(tmpdir(), "junctor-hostile-"));
await judge("embedded", await startBench({ dataDir: folder }), 400);
rmSync(folder, { recursive: true, force: true });
