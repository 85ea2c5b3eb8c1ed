import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../server/junctor.mjs", import.meta.url));
// Generous for a busy machine; if the process ends instead, that is noticed at once.
const START_DEADLINE_MS = 5 * 60_000;
const STOP_DEADLINE_MS = 20_000;
const KEPT_LINES = 30;

/** The platform in its own process; `start` may be called again after `kill`. */
export type Platform = {
  /** Resolves when `/health/ready` answers 200; throws when the process ends or 5 min pass before that. */
  start(): Promise<void>;
  /** SIGKILL: the process has no chance to save anything. */
  kill(): Promise<void>;
  /** SIGTERM, then SIGKILL after 20 s; it cannot be started again. */
  stop(): Promise<void>;
  /** Rejects when the process ends unexpectedly. */
  readonly failed: Promise<never>;
  /** The last lines of its log and of its error output. */
  said(): string;
};

/** Prepares `junctor all` at `url`; `settings` are its whole environment. */
export function createPlatform(url: string, settings: Record<string, string>): Platform {
  const failed = Promise.withResolvers<never>();
  // Without this, a failure that nobody awaits would end the demo before it can clean up.
  failed.promise.catch(() => {});
  let child: ChildProcess | undefined;
  let isStopped = false;
  const lines: string[] = [];

  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  return {
    async start() {
      if (isStopped) throw new Error("Junctor was stopped for good.");
      const started = spawnPlatform(settings, lines);
      child = started;
      // Not at "exit", when its last output may still be unread.
      started.once("close", (code, signal) => {
        if (child === started) failed.reject(new Error(`Junctor ended by itself (${signal ?? code}).`));
      });
      await Promise.race([waitUntilReady(url), failed.promise]);
    },
    kill: () => end("SIGKILL"),
    stop() {
      isStopped = true;
      return end("SIGTERM");
    },
    failed: failed.promise,
    said: () => lines.join("\n"),
  };
}

/** Starts the process; its last lines of output are kept in `lines`. */
function spawnPlatform(settings: Record<string, string>, lines: string[]): ChildProcess {
  const started = spawn(process.execPath, [PROGRAM, "all"], {
    // Nothing from this shell's environment, which may be set up for an installation in use.
    env: settings,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [started.stdout, started.stderr])
    createInterface(stream).on("line", (line) => {
      // The box with the address and the keys is for people who start Junctor by hand.
      if (stream === started.stderr || line.startsWith("{")) lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    });
  return started;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
  await exited;
  clearTimeout(timer);
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (await isReady(url)) return;
    if (Date.now() > deadline) throw new Error(`Junctor was not ready within ${START_DEADLINE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(20_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Nothing listens yet.
    return false;
  }
}
