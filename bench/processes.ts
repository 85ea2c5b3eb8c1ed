import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A measurement by wrk. */
export interface Load {
  /** Requests per second. */
  rps: number;
  p50Ms: number;
  p99Ms: number;
  /** Connection errors and responses other than 2xx or 3xx. */
  errors: number;
}

/** Loads `url` with wrk for `seconds` over `connections`; `script` is Lua that builds the requests. */
export async function drive(
  url: string,
  script: string,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "junctor-bench-"));
  const file = join(folder, "requests.lua");
  const report = `done = function(s, l) io.write(string.format("RESULT %d %d %.4f %.4f %d\\n", s.requests, s.duration,
    l:percentile(50) / 1000, l:percentile(99) / 1000, s.errors.status + s.errors.connect + s.errors.read + s.errors.write + s.errors.timeout)) end`;
  writeFileSync(file, `${script}\n${report}\n`);
  const wrk = spawn("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", file, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  wrk.on("error", () => {
    console.error("This benchmark needs wrk: apt-get install wrk.");
    process.exit(1);
  });
  let output = "";
  for await (const chunk of wrk.stdout) output += chunk;
  rmSync(folder, { recursive: true });
  const match = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/.exec(output);
  if (!match) throw new Error(`wrk said: ${output}`);
  const [requests = 0, durationUs = 1, p50Ms = 0, p99Ms = 0, errors = 0] = match.slice(1).map(Number);
  return { rps: Math.round(requests / (durationUs / 1e6)), p50Ms, p99Ms, errors };
}

/** The options that `npm start` passes to Node. */
export function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  return scripts.start.split(" ").filter((word: string) => word.startsWith("--"));
}

/** Starts a program on this Node with the given environment; shows its output only if it fails. */
export function start(args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  child.on("exit", (code) => {
    if (code) console.error(said);
  });
  return child;
}

/** Stops a program with SIGTERM and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** How long a busy machine may take to start a program; if the program ends instead, that is noticed at once. */
const READY_DEADLINE_MS = 5 * 60_000;

/** Milliseconds until `url` first answers 200; throws if `child`, which should answer, ends first. */
export async function untilReady(url: string, child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_DEADLINE_MS) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The program that was to answer ${url} has ended.`);
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.status === 200) return performance.now() - startedAt;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} did not answer within ${READY_DEADLINE_MS / 60_000} min.`);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Prints rows as a Markdown table. */
export function printTable(title: string, rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  console.log(`\n### ${title}\n\n| ${columns.join(" | ")} |\n|${columns.map(() => "---").join("|")}|`);
  for (const row of rows) console.log(`| ${columns.map((column) => row[column] ?? "").join(" | ")} |`);
}
