import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../src/config.ts";
import { eventually } from "./test-server.ts";

const LAUNCHER = fileURLToPath(new URL("../junctor.mjs", import.meta.url));

/** The output of a command and how it ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server in its own process, as an operator runs it. */
export interface SpawnedServer {
  /** The address where it listens; empty for `work`. */
  readonly url: string;
  readonly startMs: number;
  stdout(): string;
  /** Makes the process reload its connectors. */
  hangUp(): void;
  /** Suspends the process until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** Sends `signal` and waits for the end; returns the exit code, null after SIGKILL. */
  stop(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

type Environment = Record<string, string>;

/** The variables with which a process opens the database of `config`. */
export function databaseEnvironment({ databaseUrl, dataDir, encryptionKey }: Config): Environment {
  return {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { JUNCTOR_DATA_DIR: dataDir }),
    ...(Buffer.isBuffer(encryptionKey) && { JUNCTOR_ENCRYPTION_KEY: encryptionKey.toString("base64") }),
  };
}

/** Runs `junctor <argv>` to its end, with only the PATH of the test's own environment. */
export async function runJunctor(argv: readonly string[], environment: Environment): Promise<CommandResult> {
  const { child, output } = start(argv, environment);
  const [code] = await once(child, "close");
  return { code, ...output };
}

/** Starts `junctor <command>` on a free port and waits until it is ready; throws with its output if it ends first. */
export async function spawnServer(command: string, environment: Environment): Promise<SpawnedServer> {
  const started = performance.now();
  const { child, output } = start([command], { PORT: "0", ...environment });
  const closed = once(child, "close");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`"${command}" ended: ${output.stderr}${output.stdout}`);
    return /Reference {2}|running as a worker/.test(output.stdout);
  });
  return {
    url: /Reference +(http:\S+)\/docs/.exec(output.stdout)?.[1] ?? "",
    startMs: performance.now() - started,
    stdout: () => output.stdout,
    hangUp: () => child.kill("SIGHUP"),
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}

function start(argv: readonly string[], environment: Environment) {
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, ...argv], {
    env: { PATH: process.env.PATH ?? "", JUNCTOR_LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output.stderr += chunk;
  });
  return { child, output };
}
