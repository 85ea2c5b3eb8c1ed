import { type Job as BossJob, type CommandResponse, fromKysely, type PgBoss } from "pg-boss";
import { startMeasuring } from "../clock.ts";
import type { Logger } from "../log.ts";
import { startRepeating } from "../repeat.ts";
import { drain, startClaimLoop } from "../work/claim-loop.ts";
import { ClaimLostError, InterruptedError, type Job, type JobContext } from "./job.ts";
import type { Queue } from "./queue.ts";

const POLL_MS = 1000;
const HEARTBEAT_MS = 3000;
// A claim ends ten seconds after its last heartbeat.
const SURE_MS = 6000;
// A job that threw is retried after 1 to 2 s, then 2 to 4 s, and so on up to half a minute. pg-boss's own backoff is
// off, because it would also delay jobs whose process was restarted.
const LONGEST_PAUSE_S = 30;

export interface Workers {
  /** Stops claiming, waits up to `graceMs` for running jobs, then leaves the rest to be recovered by others. */
  stop(graceMs: number): Promise<void>;
}

interface JobClaim {
  readonly job: BossJob<object>;
  readonly abort: AbortController;
  /** How long ago the claim was last certainly ours. */
  sinceSureMs: () => number;
}

/** Claims and runs the jobs of this process until stopped: woken by commits, with a poll as fallback (D123). */
export function startWorkers<Deps>(
  queue: Queue,
  jobs: readonly Job<never, Deps>[],
  deps: Deps,
  log: Logger,
): Workers {
  const lines = jobs.map((job) => startJobLine(queue, job as Job<object, Deps>, deps, log));
  const wake = (name: string) => {
    for (const line of lines) if (line.name === name) line.wake();
  };
  queue.onWork(wake);
  const names = jobs.map(({ name }) => name);
  const polling = startRepeating({ name: "queue.poll", intervalMs: POLL_MS, log }, async () => {
    for (const name of await queue.findReadyQueues(names)) wake(name);
  });
  return {
    stop: async (graceMs) => {
      await Promise.all([polling.stop(), ...lines.map((line) => line.stop(graceMs))]);
    },
  };
}

/** The claim loop of one kind of job. */
function startJobLine<Deps>(queue: Queue, job: Job<object, Deps>, deps: Deps, log: Logger) {
  const { boss } = queue;
  // Not by job id: a process that lost a claim may also hold the next claim of the same job.
  const active = new Set<JobClaim>();
  let stopping = false;
  const claimSome = async () => {
    const free = job.concurrency - active.size;
    if (free <= 0) return false;
    try {
      const sinceSureMs = startMeasuring();
      const batch = await boss.fetch<object>(job.name, { batchSize: batchSize(free) });
      for (const job of batch) void run({ job, abort: new AbortController(), sinceSureMs });
      return batch.length > 0;
    } catch (error) {
      log.warn({ err: error, queue: job.name }, "queue.claim-failed");
      return false;
    }
  };
  const run = async (current: JobClaim) => {
    active.add(current);
    await runJob(queue, job, deps, { claim: current, isStopping: () => stopping, log });
    active.delete(current);
    claims.wake();
  };
  let beating = false;
  const heartbeat = setInterval(async () => {
    // A slow database must not be asked again while its last answer is outstanding.
    if (beating) return;
    beating = true;
    await touch(boss, job.name, [...active], log);
    beating = false;
  }, HEARTBEAT_MS);
  const claims = startClaimLoop(claimSome);

  return {
    name: job.name,
    wake: claims.wake,
    stop: async (graceMs: number) => {
      stopping = true;
      await claims.stop();
      await drain(active, graceMs, () => {
        for (const { abort } of active) abort.abort(new InterruptedError());
      });
      clearInterval(heartbeat);
    },
  };
}

async function runJob<Deps>(
  queue: Queue,
  job: Job<object, Deps>,
  deps: Deps,
  { claim, isStopping, log }: { claim: JobClaim; isStopping: () => boolean; log: Logger },
): Promise<void> {
  const { id, retryCount, data } = claim.job;
  const attempt = { id, retryCount };
  let settled = false;
  const context: JobContext = {
    jobId: id,
    attempt: retryCount,
    signal: claim.abort.signal,
    confirm: async () => {
      if (claim.sinceSureMs() >= SURE_MS) await touch(queue.boss, job.name, [claim], log);
      claim.abort.signal.throwIfAborted();
      if (claim.sinceSureMs() >= SURE_MS) throw new ClaimLostError();
    },
    get stopping() {
      return isStopping();
    },
    settle: async (tx) => {
      const response = await queue.boss.deleteJob(job.name, attempt, { db: fromKysely(tx) });
      if (affected(response) !== 1) throw new ClaimLostError();
      settled = true;
    },
  };
  try {
    await job.run(deps, data, context);
    if (!settled) await queue.boss.deleteJob(job.name, attempt);
  } catch (error) {
    await handBack(queue, job.name, { attempt, error, log });
  }
}

/** A job that did not end is retried, after a pause if it threw, unless another process has it already. */
async function handBack(
  queue: Queue,
  name: string,
  { attempt, error, log }: { attempt: { id: string; retryCount: number }; error: unknown; log: Logger },
): Promise<void> {
  const about = { queue: name, jobId: attempt.id, attempt: attempt.retryCount };
  if (error instanceof ClaimLostError) return log.warn(about, "job.claim-lost");
  if (error instanceof InterruptedError) log.info(about, "job.handed-back");
  else log.error({ ...about, err: error }, "job.failed");
  try {
    await queue.transaction(async (tx) => {
      const db = fromKysely(tx);
      const response = await queue.boss.fail(name, attempt, undefined, { db });
      if (affected(response) === 0 || error instanceof InterruptedError) return;
      await queue.boss.update(name, undefined, {
        id: attempt.id,
        startAfter: pauseS(attempt.retryCount),
        db,
      });
    });
  } catch (failure) {
    // The heartbeat stops, so that the supervisor hands the job back.
    log.warn({ ...about, err: failure }, "job.hand-back-failed");
  }
}

function pauseS(retryCount: number): number {
  return Math.min(LONGEST_PAUSE_S, 2 ** Math.min(retryCount, 16) * (1 + Math.random()));
}

/** Tells the supervisor in one statement that the claims are alive; a claim that is no longer ours is aborted. */
async function touch(boss: PgBoss, name: string, claims: readonly JobClaim[], log: Logger): Promise<void> {
  if (claims.length === 0) return;
  // Of two claims of one job in this process only the newer can be valid: the reply names jobs, not claims.
  const newest = new Map<string, number>();
  for (const { job } of claims) newest.set(job.id, Math.max(job.retryCount, newest.get(job.id) ?? 0));
  const attempts = [...newest].map(([id, retryCount]) => ({ id, retryCount }));
  const sinceSureMs = startMeasuring();
  try {
    const kept = new Set(settled(await boss.touch(name, attempts)));
    for (const claim of claims) {
      const { job, abort } = claim;
      if (!kept.has(job.id) || job.retryCount !== newest.get(job.id)) abort.abort(new ClaimLostError());
      else claim.sinceSureMs = sinceSureMs;
    }
  } catch (error) {
    log.warn({ err: error, queue: name }, "queue.heartbeat-failed");
  }
}

/** The ids of the jobs that a command has changed, which pg-boss's type omits as well. */
function settled(response: CommandResponse): string[] {
  if ("settled" in response && Array.isArray(response.settled)) return response.settled;
  throw new Error("pg-boss did not say which jobs its command has changed.");
}

/** pg-boss returns the number of rows, which its type omits. */
function affected(response: CommandResponse): number {
  return "affected" in response ? Number(response.affected) : 0;
}

/** Few batch sizes mean few prepared statements: the limit is part of pg-boss's SQL text. */
function batchSize(free: number): number {
  return [100, 32, 8].find((size) => size <= free) ?? 1;
}
