import type { Deps } from "../../deps.ts";
import { measureMemory } from "../../platform/measured-value.ts";
import { getSpan } from "../../platform/tracing/tracing.ts";
import type { RedactionPlan } from "../../redaction/plan.ts";
import { createRunPasswords } from "../passwords.ts";
import type { VersionPlan } from "../plan-cache.ts";
import { setHeldResult } from "../results/held-results.ts";
import type { Holder } from "../results/memory.ts";
import { readRunInput, readRunResponse } from "../results/payload-store.ts";
import { openResponse } from "../sealed-response.ts";
import { openStart } from "../start/redact-start.ts";
import type { LoadedRun, StepState } from "../store.ts";
import { OutOfMemoryError } from "./interruption.ts";
import { loadSteps } from "./load-steps.ts";
import type { Progress } from "./progress.ts";
import { readSignals } from "./wait-for-news.ts";

/** A run of which only the row has been read. */
export function createProgress(
  deps: Deps,
  run: LoadedRun,
  version: VersionPlan | undefined,
  { context, signal }: Pick<Progress, "context" | "signal">,
): Progress {
  const progress: Progress = {
    deps,
    run,
    version: version ?? NO_VERSION,
    passwords: createRunPasswords(deps.vault, run, planOf(deps, run)),
    context,
    signal,
    span: deps.tracer && getSpan(),
    steps: new Map(),
    loops: new Map(),
    held: {
      bytes: 0,
      limit: deps.config.runResultBytes,
      sizes: new Map(),
      onChange: (bytes) => deps.runMemory.hold(holder, bytes),
    },
    parked: new Map(),
    running: new Set(),
    deferred: { rows: [] },
    arrivals: { signals: new Map(), news: 0 },
    state: { phase: "running", responded: undefined },
  };
  const holder = toMemoryHolder(progress);
  return progress;
}

/** The redaction policy that the run began with. */
function planOf(
  { redaction }: Pick<Deps, "redaction">,
  { redaction: own }: LoadedRun,
): RedactionPlan | undefined {
  if (own === null) return undefined;
  const { keep, rules, reveal } = own;
  return redaction.planOf({ keep, rules, reveal });
}

/** The run as a holder of memory. */
export function toMemoryHolder({ run: { id, account_id: accountId }, state }: Progress): Holder {
  return {
    id,
    accountId,
    shed: () => {
      if (state.phase === "running") state.phase = "leaving";
    },
  };
}

/** Reads what a response node has set. */
export async function loadResponse(progress: Progress): Promise<void> {
  const { deps, run } = progress;
  const { response } = openResponse(deps.vault, await readRunResponse(deps.db, run));
  progress.state.responded = { body: response };
}

/** Reads what the run resumes from. Throws OutOfMemoryError if there is not enough memory for it right now. */
export async function loadProgress(progress: Progress): Promise<void> {
  const { deps, run, version, steps, loops } = progress;
  const admit = (bytes: number) => {
    const holder = toMemoryHolder(progress);
    if (!deps.runMemory.mayLoad(holder, bytes)) throw new OutOfMemoryError();
    // Reserved at once, because others ask while it is read.
    deps.runMemory.hold(holder, bytes);
  };
  Object.assign(run, await readRunInput(deps.db, run));
  const isFirst = run.claim === 1 && run.replay_of === null;
  if (!isFirst) {
    const loaded = await loadSteps(deps.db, run, version.plan, admit);
    for (const [path, state] of loaded.steps) steps.set(path, state);
    for (const [path, loop] of loaded.loops) loops.set(path, loop);
  }
  if (isFirst || steps.has(version.startId)) steps.set(version.startId, startState(run));
  if (run.signals > 0) await readSignals(progress);
  if (run.responded_at) await loadResponse(progress);
}

const NO_VERSION: VersionPlan = {
  plan: { nodes: new Map(), entries: [], exits: [], isSequential: true },
  slug: null,
  applications: [],
  startId: "",
  timeoutS: undefined,
  concurrency: undefined,
};

/** Restores what the record hides, because the run computes with the values, and counts the memory it then holds. */
export function decryptProgress({ run, steps, version, passwords, held }: Progress): void {
  const { sealedInput, sealedContext } = run.settings;
  if (sealedInput !== undefined || sealedContext !== undefined) {
    Object.assign(run, openStart(passwords, run));
    if (steps.has(version.startId)) steps.set(version.startId, startState(run));
  }
  for (const [path, { sealed, ...state }] of steps) {
    if (sealed) steps.set(path, { ...state, output: passwords.open(sealed) });
    // What the start node passes on is the run's input.
    if (path !== version.startId) setHeldResult(held, path, measureMemory(steps.get(path)?.output ?? null));
  }
}

/** The start node ran when the run was accepted; its output is the run's own input. */
function startState(run: LoadedRun): StepState {
  const output = { body: run.input };
  return { status: "Success", attempt: 1, retryAt: null, handle: null, output, error: null, wait: null };
}
