import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../../platform/json/json.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { ConnectorError } from "../../connector.ts";
import type {
  DemandReply,
  PieceDemand,
  PieceDemandMessage,
  PieceFailure,
  PieceReply,
  PieceRequest,
} from "./messages.ts";

const HOST = fileURLToPath(new URL("host/main.ts", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../../", import.meta.url));
const MEMORY_MB = 256;

/** An installed piece: its folder, package name, and the SHA-256 of its code (hex). */
export interface PiecePackage {
  folder: string;
  packageName: string;
  hash: string;
}

/** What a piece may reach: the list of allowed hosts, and a file of further certificate authorities, as for Junctor. */
export interface PieceNetwork {
  allow: string;
  caFile?: string;
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
  ask(request: PieceRequest, terms: PieceTerms): Promise<Json>;
  end(): void;
}

/** The limits of one request, and what meets the piece's demands meanwhile. */
export interface PieceTerms {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Throws `ConnectorError`, whose message the piece gets, if it cannot. */
  meet?(demand: PieceDemand): Promise<Json>;
}

interface PendingReply {
  meet: PieceTerms["meet"];
  resolve(value: Json): void;
  reject(error: unknown): void;
}

/**
 * Starts the process of a piece (D61) without environment or output, with access to its own files and ours only, and
 * with a memory limit. `onIdle` is called after each last reply and when the process has ended.
 */
export function startPieceProcess(
  source: PiecePackage,
  network: PieceNetwork,
  onIdle: () => void,
): PieceProcess {
  const waiting = new Map<number, PendingReply>();
  let lastId = 0;
  let retired = false;
  let ended = false;
  const child = spawnHost(source, network);
  child.on("message", (text: string) => {
    const reply: PieceReply | PieceDemandMessage = parseJson(text);
    if ("demand" in reply) return void answerDemand(reply);
    const one = take(waiting, reply.id);
    if ("failure" in reply) one?.reject(new PieceFailedError(reply.failure));
    else one?.resolve(reply.value);
    settle();
  });
  const answerDemand = async ({ id, demandId, demand }: PieceDemandMessage) => {
    let answer: DemandReply;
    try {
      const { meet } = waiting.get(id) ?? {};
      if (meet === undefined) throw new ConnectorError("input", "This is not available here.");
      answer = { demandId, value: await meet(demand) };
    } catch (error) {
      const isRefusal = error instanceof ConnectorError;
      answer = { demandId, refusal: isRefusal ? error.message : "Junctor failed to do this." };
      // A failure of ours is not the piece's to know, but its call ends with it.
      if (!isRefusal) take(waiting, id)?.reject(error);
    }
    // A process that has ended needs no answer.
    child.send(JSON.stringify(answer), () => {});
  };
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
    ask: (request, { timeoutMs, signal, meet }) =>
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
          meet,
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

function spawnHost({ folder, packageName, hash }: PiecePackage, network: PieceNetwork): ChildProcess {
  const argv = [
    "--permission",
    `--allow-fs-read=${folder}`,
    `--allow-fs-read=${SOURCE}`,
    "--no-warnings",
    `--max-old-space-size=${MEMORY_MB}`,
    HOST,
    folder,
    packageName,
    hash,
    network.allow,
  ];
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    // Pieces see an empty environment, and UTC on every host; Node reads the authorities before them.
    env: { TZ: "UTC", ...(network.caFile && { NODE_EXTRA_CA_CERTS: resolve(network.caFile) }) },
    // What a piece prints may contain requests with their credentials.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "json",
  });
  // An idle piece must not keep a stopping server running.
  child.unref();
  child.channel?.unref();
  return child;
}
