import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Json } from "../../../platform/json/json.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { ConnectorError } from "../../connector.ts";
import type { PieceFailure, PieceReply, PieceRequest } from "./messages.ts";

const HOST = fileURLToPath(new URL("host/main.ts", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../../", import.meta.url));
const MEMORY_MB = 256;

/** An installed piece: its folder and package name. */
export interface PiecePackage {
  folder: string;
  packageName: string;
}

/** What a piece threw, as its process reports it. */
export class PieceFailedError extends Error {
  override readonly name = "PieceFailedError";
  readonly failure: PieceFailure;
  constructor(failure: PieceFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The process of one piece. */
export interface PieceProcess {
  /** The number of requests in progress. */
  readonly busy: number;
  /** False once it has ended, or will end after its last reply. */
  readonly open: boolean;
  /** Throws `PieceFailedError`, or `ConnectorError` if the process ends, exceeds the time limit or is stopped. */
  ask(request: PieceRequest, limits: { timeoutMs: number; signal?: AbortSignal }): Promise<Json>;
  end(): void;
}

interface PendingReply {
  resolve(value: Json): void;
  reject(error: Error): void;
}

/**
 * Starts the process of a piece (D61) without environment or output, with access to its own files and ours only, and
 * with a memory limit. `onIdle` is called after each last reply and when the process has ended.
 */
export function startPieceProcess(source: PiecePackage, allow: string, onIdle: () => void): PieceProcess {
  const waiting = new Map<number, PendingReply>();
  let lastId = 0;
  let retired = false;
  let ended = false;
  const child = spawnHost(source, allow);
  child.on("message", (text: string) => {
    const reply: PieceReply = parseJson(text);
    const one = take(waiting, reply.id);
    if ("failure" in reply) one?.reject(new PieceFailedError(reply.failure));
    else one?.resolve(reply.value);
    settle();
  });
  const over = () => {
    if (ended) return;
    ended = true;
    for (const { reject } of waiting.values()) {
      reject(new ConnectorError("remote", "The piece's process ended before it answered."));
    }
    waiting.clear();
    onIdle();
  };
  child.on("error", over).on("exit", over);
  const settle = () => {
    if (waiting.size > 0) return;
    if (retired) child.kill("SIGKILL");
    else onIdle();
  };
  return {
    get busy() {
      return waiting.size;
    },
    get open() {
      return !ended && !retired;
    },
    ask: (request, { timeoutMs, signal }) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        // Abandoning a promise does not stop its work: the process must end, once the other requests have their
        // replies.
        const giveUp = (message: string) => {
          if (!take(waiting, id)) return;
          retired = true;
          reject(new ConnectorError("timeout", message));
          settle();
        };
        const stop = () => giveUp("The call was stopped.");
        const timer = setTimeout(
          giveUp,
          timeoutMs,
          `The piece did not respond within ${timeoutMs / 1000} s.`,
        );
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", stop);
        };
        waiting.set(id, {
          resolve: (value) => {
            done();
            resolve(value);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
        signal?.addEventListener("abort", stop, { once: true });
        if (signal?.aborted) return stop();
        child.send(JSON.stringify({ id, request }), (error) => {
          if (error)
            take(waiting, id)?.reject(new ConnectorError("remote", "The piece's process has ended."));
        });
      }),
    end: () => {
      retired = true;
      child.kill("SIGKILL");
    },
  };
}

function take(waiting: Map<number, PendingReply>, id: number): PendingReply | undefined {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}

function spawnHost({ folder, packageName }: PiecePackage, allow: string): ChildProcess {
  const argv = [
    "--permission",
    `--allow-fs-read=${folder}`,
    `--allow-fs-read=${SOURCE}`,
    "--no-warnings",
    `--max-old-space-size=${MEMORY_MB}`,
    HOST,
    folder,
    packageName,
    allow,
  ];
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    // Pieces see an empty environment, and UTC on every host.
    env: { TZ: "UTC" },
    // What a piece prints may contain requests with their credentials.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "json",
  });
  // An idle piece must not keep a stopping server running.
  child.unref();
  child.channel?.unref();
  return child;
}
