import type { Deps } from "../deps.ts";
import { type Db, run as query } from "../platform/database/database.ts";
import type { Json } from "../platform/json.ts";
import { NODE_TYPES } from "../workflows/nodes/list.ts";
import { hideLinks } from "./links.ts";
import { HIDDEN } from "./passwords.ts";

type ViewDeps = Pick<Deps, "config"> & { readonly db: Db };

/** What a linked account may read of one of its executions. */
export interface AccountView {
  /** The same without the addresses at which it, or the execution that called it, is answered. */
  hide<Value>(value: Value): Value;
  /** What the run answers with: its workflow chooses that for whoever asked, which of a called one is another run. */
  answer(response: Json): Json;
  /** Why the run failed; of a called one, a caller's address may be in it. */
  error<Failure extends ToldError>(error: Failure): Failure;
  /** The record of the run but for its steps. */
  run<Run extends ToldRun>(run: Run): Run;
  /** What a step was given and came to, as far as nobody could find such an address in it. */
  step<Step extends ToldStep>(step: Step, kind: "start" | "other"): Step;
}

/** The parts of a step's record that hold what came from expressions and code. */
interface ToldStep {
  readonly input_data?: unknown;
  readonly latest_output?: unknown;
  readonly output?: unknown;
  readonly logs?: string[];
  readonly error?: ToldError | undefined;
}

/** All of it, as API keys read it. */
export const WHOLE_VIEW: AccountView = {
  hide: (value) => value,
  answer: (response) => response,
  error: (error) => error,
  run: (run) => run,
  step: (step) => step,
};

interface ToldRun {
  readonly execution_error?: ToldError | undefined;
}

interface ToldError {
  readonly message: string;
}

interface ChainRow {
  /** The run that is read. */
  readonly of: string;
  readonly id: string;
  readonly parent_run: string | null;
  readonly may_tell: boolean;
  readonly is_outlined: boolean;
}

// The runs, and those that called them; a replay begins with what was given to the run that it repeats.
const CHAIN = {
  text: `with recursive chain as (
      select r.id as of, r.id, r.org_id, r.parent_run, r.replay_of, r.finished_at, r.workflow_id, r.workflow_version
      from runs r where r.id = any ($1)
      union all
      select c.of, r.id, r.org_id, r.parent_run, r.replay_of, r.finished_at, r.workflow_id, r.workflow_version
      from chain c join runs r on r.id = coalesce(c.parent_run, c.replay_of)
    )
    select c.of, c.id, c.parent_run, c.finished_at is null and (v.workflow_id is null or (v.account_id is null
      and v.nodes::text like '%links%'
      and exists (select from json_array_elements(v.nodes) n where n ->> 'type' = any ($2)))) as may_tell,
      v.account_id is null and not o.whole_workflows as is_outlined
    from chain c
    join organizations o on o.id = c.org_id
    left join workflow_versions v on v.workflow_id = c.workflow_id and v.version = c.workflow_version`,
};

const LINKED = NODE_TYPES.flatMap(({ type, hasLink }) => (hasLink ? [type] : []));

/** The same as `accountViewsOf` for one run. */
export async function accountViewOf(deps: ViewDeps, runId: string): Promise<AccountView> {
  const viewOf = await accountViewsOf(deps, [runId]);
  return viewOf(runId);
}

/**
 * How the account sees each of the runs, which were read in its scope. Code and expressions can take an address to
 * pieces so that no search finds it: what the steps of an organization's workflow came to that uses addresses is told
 * once the run has ended, when they are worth nothing.
 */
export async function accountViewsOf(
  { db, config }: ViewDeps,
  runIds: readonly string[],
): Promise<(runId: string) => AccountView> {
  const rows = runIds.length > 0 ? await query<ChainRow>(db, CHAIN, [runIds, LINKED]) : [];
  const chains = Map.groupBy(rows, ({ of }) => of);
  return (runId) => viewOfChain({ config }, runId, chains.get(runId) ?? []);
}

function viewOfChain(deps: Pick<Deps, "config">, runId: string, chain: readonly ChainRow[]): AccountView {
  const mayTell = chain.some(({ may_tell }) => may_tell);
  const callerMayTell = chain.some(({ id, may_tell }) => may_tell && id !== runId);
  const isOutlined = chain.some(({ id, is_outlined }) => is_outlined && id === runId);
  const callers = new Set(chain.map(({ parent_run }) => parent_run));
  const isCallerOutlined = chain.some(({ id, is_outlined }) => is_outlined && callers.has(id));
  const ids = chain.map(({ id }) => id);
  const hide = <Value>(value: Value) => hideLinks(deps, ids, value);
  const errorOf = <Failure extends ToldError>(error: Failure): Failure =>
    callerMayTell ? { ...error, message: HIDDEN } : hide(error);
  return {
    hide,
    answer: (response) => (callerMayTell && response !== null ? HIDDEN : hide(response)),
    error: errorOf,
    run: (run) => {
      const { execution_error: error } = run;
      return { ...hide(run), ...(error && { execution_error: errorOf(error) }) };
    },
    // What a run starts with is older than its addresses; only a caller can put its own in.
    step: (step, kind) => {
      // Its input is what the node of the caller was set to give it.
      if (kind === "start" && isCallerOutlined) return { ...step, input_data: null, latest_output: null };
      if (kind === "start") return callerMayTell ? withheld(step) : hide(step);
      // A node's settings are the organization's own, with expressions replaced or not.
      const shown = isOutlined ? { ...step, input_data: null } : step;
      return mayTell ? withheld(shown) : hide(shown);
    },
  };
}

function withheld<Step extends ToldStep>(step: Step): Step {
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
