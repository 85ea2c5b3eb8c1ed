import type { Deps } from "../../deps.ts";
import { type Db, runStatement as query } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { LINKED_TYPES } from "../../workflows/nodes/list.ts";
import { HIDDEN } from "../passwords.ts";
import { redactLinks } from "../signals/links.ts";
import { type ErrorOutline, redactErrorMessage } from "./outline-error.ts";

type ViewDeps = Pick<Deps, "config"> & { readonly db: Db };

/** What a linked account may read of one of its executions. */
export interface AccountView {
  /** The same without the URLs at which it, or the execution that called it, can be answered. */
  hide<Value>(value: Value): Value;
  /** The run's response: its workflow chooses it for the caller, which for a called workflow is another run. */
  answer(response: Json): Json;
  /** Why the run failed; it may contain a caller's URL, or settings of the organization's nodes. */
  error<Failure extends ErrorOutline>(error: Failure): Failure;
  /** The record of the run without its steps. */
  run<Run extends RunReply>(run: Run): Run;
  /** The inputs and outputs of a step, or of an item of a loop, with everything secret removed. */
  step<Step extends StepReply>(step: Step, kind: StepKind): Step;
}

type StepKind = "start" | "other" | "item";

/** The parts of a step's record that contain results of expressions and code. */
interface StepReply {
  readonly input_data?: unknown;
  readonly latest_output?: unknown;
  readonly output?: unknown;
  readonly logs?: string[];
  readonly error?: ErrorOutline | undefined;
  /** Of an item of a loop. */
  readonly status?: string;
}

/** Everything, as API keys read it. */
export const WHOLE_VIEW: AccountView = {
  hide: (value) => value,
  answer: (response) => response,
  error: (error) => error,
  run: (run) => run,
  step: (step) => step,
};

/** The views of API keys. */
export const wholeViews = async () => () => WHOLE_VIEW;

interface RunReply {
  readonly execution_error?: ErrorOutline | undefined;
}

interface ChainRow {
  /** The run that is read. */
  readonly of: string;
  readonly id: string;
  readonly parent_run: string | null;
  readonly replay_of: string | null;
  /** Whether a run that the account must not see may have called it, or the run that it repeats. */
  readonly hides_caller: boolean;
  /** Whether its workflow is the account's own. */
  readonly is_own: boolean;
  readonly may_tell: boolean;
  readonly is_outlined: boolean;
}

// The runs, and those that called them; a replay starts with the input of the run that it repeats.
const CHAIN = {
  text: `with recursive chain as (
      select r.id as of, r.id, r.org_id, r.parent_run, r.replay_of, r.source, r.finished_at, r.workflow_id, r.workflow_version
      from runs r where r.id = any ($1)
      union all
      select c.of, r.id, r.org_id, r.parent_run, r.replay_of, r.source, r.finished_at, r.workflow_id, r.workflow_version
      from chain c join runs r on r.id = coalesce(c.parent_run, c.replay_of)
    )
    select c.of, c.id, c.parent_run, c.replay_of,
      (c.parent_run is not null or c.source = 'API Call') and not o.whole_workflows as hides_caller,
      v.account_id is not null as is_own, c.finished_at is null and (v.workflow_id is null or (v.account_id is null
      and v.nodes::text like '%links%'
      and exists (select from json_array_elements(v.nodes) n where n ->> 'type' = any ($2)))) as may_tell,
      v.account_id is null and not o.whole_workflows as is_outlined
    from chain c
    join organizations o on o.id = c.org_id
    left join workflow_versions v on v.workflow_id = c.workflow_id and v.version = c.workflow_version`,
};

/** The same as `readAccountViews` for one run. */
export async function readAccountView(deps: ViewDeps, runId: string): Promise<AccountView> {
  const viewOf = await readAccountViews(deps, [runId]);
  return viewOf(runId);
}

/**
 * The account's view of each of the runs, which were read in its scope. Code and expressions can take a URL to pieces
 * that no search finds, so the outputs of steps that use links are shown only after the run has ended, when the links
 * are worthless. How the organization's nodes work is never shown, unless the organization opens its workflows:
 * neither their settings, nor what logs and failures quote of them.
 */
export async function readAccountViews(
  deps: ViewDeps,
  runIds: readonly string[],
): Promise<(runId: string) => AccountView> {
  const chainOf = await readChains(deps.db, runIds);
  return (runId) => viewOfChain(deps, runId, chainOf(runId));
}

/**
 * A called run's failure as the calling run may handle it: an account's own workflow could reveal everything it is
 * told.
 */
export async function readFailureForCaller<Failure extends ErrorOutline>(
  deps: ViewDeps,
  calledId: string,
  failure: Failure,
): Promise<Failure> {
  const chain = (await readChains(deps.db, [calledId]))(calledId);
  const callerId = chain.find(({ id }) => id === calledId)?.parent_run;
  const caller = chain.find(({ id }) => id === callerId);
  return caller && !caller.is_own ? failure : viewOfChain(deps, calledId, chain).error(failure);
}

async function readChains(
  db: Db,
  runIds: readonly string[],
): Promise<(runId: string) => readonly ChainRow[]> {
  const rows = runIds.length > 0 ? await query<ChainRow>(db, CHAIN, [runIds, LINKED_TYPES]) : [];
  const chains = Map.groupBy(rows, ({ of }) => of);
  return (runId) => chains.get(runId) ?? [];
}

function viewOfChain(deps: Pick<Deps, "config">, runId: string, chain: readonly ChainRow[]): AccountView {
  const ids = chain.map(({ id }) => id);
  const own = chain.find(({ id }) => id === runId);
  const callers = new Set(chain.map(({ parent_run }) => parent_run));
  // Nobody can tell any more what a deleted caller was.
  const isCallerGone = chain.some(
    ({ parent_run, replay_of, hides_caller }) =>
      hides_caller && !ids.includes(parent_run ?? replay_of ?? runId),
  );
  const mayTell = chain.some(({ may_tell }) => may_tell);
  const callerMayTell = chain.some(({ id, may_tell }) => may_tell && id !== runId);
  const isOutlined = own?.is_outlined ?? true;
  const isCallerOutlined =
    isCallerGone || chain.some(({ id, is_outlined }) => is_outlined && callers.has(id));
  // Anyone with a link can answer in another's place, and code can take a link apart so that no search finds it
  // (docs/executions.md).
  const hide = <Value>(value: Value) => redactLinks(deps, ids, value);
  const errorOf = <Failure extends ErrorOutline>(error: Failure): Failure => {
    if (callerMayTell) return { ...error, message: HIDDEN };
    return hide(isOutlined ? redactErrorMessage(error) : error);
  };
  return {
    hide,
    answer: (response) => (callerMayTell && response !== null ? HIDDEN : hide(response)),
    error: errorOf,
    run: (run) => {
      const { execution_error: error } = run;
      return { ...hide(run), ...(error && { execution_error: errorOf(error) }) };
    },
    // A run's input is older than its links; only a caller can put its own links in.
    step: (step, kind) => {
      // A node's settings are the organization's own, before and after evaluation.
      const shown = isOutlined ? outlineStep(step, kind) : step;
      if (kind !== "start") return mayTell ? withheld(shown) : hide(shown);
      // Its input is what the settings of the caller's node gave it.
      if (isCallerOutlined) return withoutData(shown);
      return callerMayTell ? withheld(shown) : hide(shown);
    },
  };
}

function withoutData<Step extends StepReply>(step: Step): Step {
  const parts = (["latest_output", "output"] as const).filter((part) => step[part] !== undefined);
  return { ...step, input_data: null, ...Object.fromEntries(parts.map((part) => [part, null])) };
}

/** A step without its node's settings, and without messages that may quote them. */
function outlineStep<Step extends StepReply>(step: Step, kind: StepKind): Step {
  const { error, latest_output, output } = step;
  return {
    ...step,
    // The input and output of the start node are the input of the run.
    ...(kind !== "start" && "input_data" in step && { input_data: null }),
    ...(latest_output !== undefined && { latest_output: outlineOutput(latest_output, step, kind) }),
    ...(output !== undefined && { output: outlineOutput(output, step, kind) }),
    ...(error && { error: redactErrorMessage(error) }),
    ...(step.logs && { logs: [] }),
  };
}

/**
 * An output that contains a failure, with the failure outlined: only if the step has failed, not if its data merely
 * have that shape.
 */
function outlineOutput(output: unknown, { error, status }: StepReply, kind: StepKind): unknown {
  if (kind === "start" || typeof output !== "object" || output === null) return output;
  // Of a running loop: the items that its settings name.
  if (Array.isArray(output)) return kind === "item" ? output : null;
  const hasFailed = kind === "item" ? status !== "Success" : error !== undefined;
  return hasFailed && "error" in output
    ? { ...output, error: redactErrorMessage(output.error as ErrorOutline) }
    : output;
}

function withheld<Step extends StepReply>(step: Step): Step {
  const parts = (["input_data", "latest_output", "output"] as const).filter(
    (part) => step[part] !== undefined && step[part] !== null,
  );
  return {
    ...step,
    ...Object.fromEntries(parts.map((part) => [part, HIDDEN])),
    ...(step.logs && { logs: [] }),
    ...(step.error && { error: { ...step.error, message: HIDDEN } }),
  };
}
