import type { Tx } from "../database/database.ts";

/**
 * A kind of background work: a value beside its feature. `run` may be called twice for the same data, and by another
 * process after a crash. It either settles the job itself inside its transaction, with `context.settle(tx)`, or
 * simply returns, after which the job is deleted. If it throws, the job is retried with backoff.
 */
export interface Job<Data extends object, Deps> {
  readonly name: string;
  /** How many of them one process runs at a time. */
  readonly concurrency: number;
  readonly run: (deps: Deps, data: Data, context: JobContext) => Promise<void>;
}

/** A kind of job as its senders see it: lower layers name it, and the composition root says what it does. */
export interface Topic<Data extends object> {
  readonly name: string;
  readonly run?: (deps: never, data: Data, context: JobContext) => Promise<void>;
}

/** The claim under which a job runs: a token that becomes invalid as soon as another process takes the job over. */
export interface JobContext {
  readonly jobId: string;
  /** How often this job was claimed before; with `jobId` it is the fencing token. */
  readonly attempt: number;
  /** Aborted when the claim was lost, or when a stopping process can wait no longer: stop what is running. */
  readonly signal: AbortSignal;
  /** Await this before any outside effect: it rejects if this process was paused and lost the claim meanwhile. */
  confirm(): Promise<void>;
  /** True while this process is stopping: start nothing new, throw InterruptedError at the next safe point. */
  readonly stopping: boolean;
  /**
   * Deletes the job in `tx`, if the claim still holds; otherwise throws ClaimLostError, which rolls `tx` back. All
   * effects of the job belong in the same transaction.
   */
  settle(tx: Tx): Promise<void>;
}

/** Another process has taken the job over: this one must not write any more. */
export class ClaimLostError extends Error {
  override readonly name = "ClaimLostError";
  constructor() {
    super("Another process has taken this job over.");
  }
}

/** The process is stopping: the job is released and continues elsewhere, or after the next start. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  constructor() {
    super("This process is stopping.");
  }
}

/** Declares a job; the composition root lists it. */
export function defineJob<Data extends object, Deps>(job: Job<Data, Deps>): Job<Data, Deps> {
  return job;
}
