import { type Db, runStatement as query } from "../../../platform/database/database.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { NextOutcome } from "../../../workflows/nodes/node.ts";
import { buildItemPrefix } from "../../path.ts";
import { readStepPayloads } from "../../results/payload-store.ts";
import type { PayloadRef } from "../../results/payloads.ts";
import type { StandIn } from "../../stand-in.ts";
import type { StepStatus } from "../../table.ts";
import type { NodeContext, Progress } from "../progress.ts";
import type { EarlierNode } from "./tested-part.ts";

// How many executions are searched for a recorded output: the newest of the customer, and of the workflow.
const MOST_RUNS = 5000;

/** The outcome of a node in another execution, and which one. */
export interface RecordedAnswer {
  readonly runId: string;
  readonly outcome: NextOutcome;
}

interface AnswerRow {
  readonly run_id: string;
  readonly status: StepStatus;
  readonly handle: string | null;
  readonly output: Json;
  readonly sealed: string | null;
  readonly refs: PayloadRef[] | null;
  readonly stand_in: StandIn | null;
}

// Only of the same account and config: nobody must read in their execution what another customer was answered, and
// passwords are sealed for them. In a loop the output of the same item, or of the first one.
const OF_RUNS = (runs: string, own: string) => ({
  text: `select s.* from (${runs}) r cross join lateral (
      select run_id, status, handle, output, sealed, refs, stand_in from run_steps
      where run_id = r.id and path = any ($1::text[]) and status in ('Success', 'Rejected') ${own}
      order by path = ($1::text[])[1] desc, attempt desc limit 1) s
    order by s.run_id desc limit 1`,
});
const newestOf = (owner: string) => `(select id from (
    select id, account_id, workflow_id, config_id from runs where ${owner} order by id desc limit ${MOST_RUNS}) newest
  where account_id = $2 and workflow_id = $3 and config_id = $4)`;
// For a customer or workflow with very many executions, no more than that are read.
const RUNS = `${newestOf("account_id = $2")} union ${newestOf("workflow_id = $3")}`;
const ONE = "select id from runs where account_id = $2 and workflow_id = $3 and config_id = $4 and id = $5";
const NEWEST = OF_RUNS(`select id from (${RUNS}) runs where id <> $5`, "and stand_in is null");
const OF_SOURCE = OF_RUNS(ONE, "and (stand_in is null or stand_in ->> 'kind' = 'recorded')");
const OF_ONE = OF_RUNS(ONE, "");

/** Whose executions are searched, and the one that takes precedence. */
export interface RecordedIn {
  readonly accountId: string;
  readonly workflowId: string;
  readonly configId: string;
  readonly source: string | undefined;
}

const STANDING = {
  text: `select n.id, s.run_id from unnest($1::text[], $6::text[]) n (id, path) cross join lateral (
      select r.id as run_id from (${RUNS} union ${ONE}) r
      where exists (select from run_steps where run_id = r.id and path = n.path and status in ('Success', 'Rejected'))
      order by coalesce(r.id = $5, false) desc, r.id desc limit 1) s`,
};

/** The executions in which nodes last had an output, including pinned ones, by the nodes' ids. */
export async function findLastRecordings(
  db: Db,
  { accountId, workflowId, configId, source }: RecordedIn,
  nodes: readonly EarlierNode[],
): Promise<Record<string, string>> {
  const [ids, paths] = [nodes.map(({ id }) => id), nodes.map(({ path }) => path)];
  const values = [ids, accountId, workflowId, configId, source ?? null, paths];
  const rows = await query<{ id: string; run_id: string }>(db, STANDING, values);
  return Object.fromEntries(rows.map(({ id, run_id }) => [id, run_id]));
}

/**
 * The last recorded outcome of the node of a step, from the test's source if that has one; undefined if there is
 * none.
 */
export async function findRecordedAnswer(
  progress: Progress,
  place: NodeContext,
): Promise<RecordedAnswer | undefined> {
  const { source } = progress.run.test ?? {};
  const ofSource = source === undefined ? undefined : await readAnswer(progress, place, OF_SOURCE, source);
  return ofSource ?? readAnswer(progress, place, NEWEST, progress.run.id);
}

/** The outcome of the node of a step in one execution, from wherever; undefined if it did not succeed. */
export function findAnswerInRun(
  progress: Progress,
  place: NodeContext,
  runId: string,
): Promise<RecordedAnswer | undefined> {
  return readAnswer(progress, place, OF_ONE, runId);
}

async function readAnswer(
  { deps, run, passwords }: Progress,
  { path }: NodeContext,
  statement: { readonly text: string },
  runId: string,
): Promise<RecordedAnswer | undefined> {
  const paths = [...new Set([path, firstItem(path)])];
  const values = [paths, run.account_id, run.workflow_id, run.config_id, runId];
  const [row] = await readStepPayloads(
    deps.db,
    run.org_id,
    await query<AnswerRow>(deps.db, statement, values),
  );
  if (!row) return undefined;
  const output = row.sealed === null ? row.output : passwords.open(row.sealed);
  return {
    // If a test had it from elsewhere, that source is named.
    runId: row.stand_in?.execution_id ?? row.run_id,
    outcome: {
      kind: "next",
      output,
      ...(row.handle !== null && { handle: row.handle }),
      ...(row.status === "Rejected" && { status: "Rejected" }),
    },
  };
}

/** The same step in the first item of each loop around it. */
function firstItem(path: string): string {
  return path.replace(/\[\d+\]\//g, buildItemPrefix("", 0));
}
