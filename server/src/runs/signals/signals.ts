import { sql } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type KeptFile, requireFileRoom } from "../../files/received-files.ts";
import { buildInsertFileStatements, type FileOwner } from "../../files/store.ts";
import type { StoredLanguages } from "../../pages/words/request-words.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Vault } from "../../platform/vault.ts";
import type { LinkKind } from "../../workflows/nodes/node.ts";
import { RUNS } from "../name.ts";
import { buildRunIdentity, encryptOriginal, openOriginal, openStepInput } from "../passwords.ts";
import { buildDecisionLogStatement } from "../run-changes.ts";
import type { RunRedaction, RunStatus, StepStatus, Wait } from "../table.ts";
import type { LinkedStep } from "./links.ts";
import { buildSignalStatement } from "./wake.ts";

/** A step that waits for an answer, and its run. */
export interface SignalStep {
  readonly scope: FileOwner;
  /** What is stored about the languages of the person who decides. */
  readonly languages: StoredLanguages;
  readonly workflowName: string;
  /** The config of the run, and its redaction policy. */
  readonly configId: string;
  readonly redaction: RunRedaction | null;
  readonly runStatus: RunStatus;
  /** The newest attempt; undefined until the step is reached. */
  readonly step: SignalAttempt | undefined;
  /** The answer that it got; undefined until there is one. */
  readonly answer: { readonly body: Json } | undefined;
}

export interface SignalAttempt {
  readonly nodeType: string | null;
  readonly status: StepStatus;
  /** The node's settings with all expressions evaluated. */
  readonly input: Json;
  readonly output: Json;
  /** Until when it can be answered; undefined if it does not wait for an answer. */
  readonly until: Date | undefined;
  /** When it timed out without an answer; undefined if it did not. */
  readonly timedOutAt: Date | undefined;
}

/**
 * How an asked step stands.
 * - `early`: it was not reached yet
 * - `open`: it waits for its answer
 * - `answered`: it has one, or the time limit gave one in its place
 * - `late`: the time for an answer is over, and no worker has noticed it yet
 * - `ended`: nobody is asked any more
 */
export type SignalState = "early" | "open" | "answered" | "late" | "ended";

interface SignalStepRow {
  account_id: string;
  account_language: string | null;
  org_language: string | null;
  portal_texts: StoredLanguages["texts"];
  org_id: string;
  environment: Scope["environment"];
  workflow_name: string;
  run_status: RunStatus;
  status: StepStatus | null;
  node_type: string | null;
  input: Json;
  output: Json;
  wait: Wait | null;
  error_code: string | null;
  ended_at: Date | null;
  is_answered: boolean;
  answer: Json;
  sealed: string | null;
  sealed_answer: string | null;
  config_id: string;
  redaction: RunRedaction | null;
}

// Run and path come from a link that was issued here, or were just read in the caller's scope.
const FIND = {
  text: `select r.org_id, r.environment, r.account_id, a.language as account_language, o.language as org_language, o.portal_texts, r.workflow_name, r.status as run_status,
      s.status, s.input, s.output, s.wait, s.error ->> 'code' as error_code,
      s.started_at + s.duration_ms * interval '1 millisecond' as ended_at, (select n ->> 'type' from json_array_elements(v.nodes) n where n ->> 'id' = s.node_id) as node_type,
      g.run_id is not null as is_answered, g.body as answer, g.sealed as sealed_answer, s.sealed, r.config_id, r.redaction
    from runs r
    join organizations o on o.id = r.org_id
    left join linked_accounts a on a.id = r.account_id
    left join workflow_versions v on v.workflow_id = r.workflow_id and v.version = r.workflow_version
    left join lateral (
      select * from run_steps where run_id = r.id and path = $2 order by attempt desc limit 1
    ) s on true
    left join run_signals g on g.run_id = r.id and g.path = $2 and g.kind = 'answer'
    where r.id = $1`,
};

/** The step that a link names, as it was before redaction; undefined if its run no longer exists. */
export async function findSignalStep(
  db: Db,
  vault: Vault,
  { runId, path }: LinkedStep,
): Promise<SignalStep | undefined> {
  const [row] = await runStatement<SignalStepRow>(db, FIND, [runId, path]);
  if (row === undefined) return undefined;
  const { status, node_type: nodeType, output, wait, sealed_answer: sealed } = row;
  const input = openStepInput(vault, row, row);
  const until = wait?.kind === "answer" ? new Date(wait.until) : undefined;
  const timedOutAt = isTimedOut(row) ? (row.ended_at ?? undefined) : undefined;
  return {
    scope: { orgId: row.org_id, environment: row.environment, account: { id: row.account_id } },
    languages: { account: row.account_language, organization: row.org_language, texts: row.portal_texts },
    workflowName: row.workflow_name,
    runStatus: row.run_status,
    step: status === null ? undefined : { status, nodeType, input, output, until, timedOutAt },
    configId: row.config_id,
    redaction: row.redaction,
    answer: row.is_answered
      ? { body: sealed === null ? row.answer : openOriginal(vault, buildRunIdentity(row), sealed).value }
      : undefined,
  };
}

/** Whether the step timed out, or the time limit has decided: then nobody has answered. */
function isTimedOut({ status, error_code: code, output }: SignalStepRow): boolean {
  if (code !== null) return code === "WAIT_TIMEOUT";
  if (status !== "Success" && status !== "Rejected") return false;
  return Object(Object(output).body).answered_at === null;
}

/** The state at `now` of a step that waits for an answer. */
export function getSignalState(
  { runStatus, step, answer }: Pick<SignalStep, "runStatus" | "step" | "answer">,
  now: Date,
): SignalState {
  if (step !== undefined && step.status !== "Waiting")
    return step.status === "Success" || step.status === "Rejected" ? "answered" : "ended";
  if (answer !== undefined) return "answered";
  if (runStatus !== "RUNNING") return "ended";
  if (step === undefined) return "early";
  return step.until !== undefined && step.until <= now ? "late" : "open";
}

/**
 * Stores an answer, only the first one, and resumes the run. What a program posts before the step is reached is kept
 * for it; a person cannot decide before. Returns the previous state of the step: the answer was stored if that is
 * `open`, or `early` and of a `hook`. Undefined if the run no longer exists. `files` are those that `body` refers to;
 * ApiError 413 or 429 if the account has no room for them.
 */
export function saveAnswer(
  deps: Pick<Deps, "queue" | "clock" | "config" | "vault" | "usageCaps">,
  kind: LinkKind,
  asked: LinkedStep,
  body: Json,
  files: readonly KeptFile[] = [],
): Promise<SignalState | undefined> {
  const { queue, clock, vault } = deps;
  return queue.transaction(async (tx) => {
    // Ending the step or the run takes this lock as well, so what is read below stays true.
    await sql`select from runs where id = ${asked.runId} for no key update`.execute(tx);
    const found = await findSignalStep(tx, vault, asked);
    if (found === undefined) return undefined;
    const now = clock.now();
    const state = getSignalState(found, now);
    if (state === "open" || (state === "early" && kind === "hook")) {
      const signal = buildSignalStatement(
        [{ ...asked, kind: "answer", ...sealBody(vault, found, body) }],
        now,
      );
      await runStatement(tx, signal, signal.values);
      await requireFileRoom(deps, tx, found.scope, files);
      const owned = { executionId: asked.runId, now };
      for (const insert of buildInsertFileStatements(found.scope, files, owned))
        await runStatement(tx, insert, insert.values);
      const decision = buildDecisionLogStatement(asked.runId, asked.path);
      if (kind === "page") await runStatement(tx, decision, decision.values);
      queue.ready(tx, RUNS);
    }
    return state;
  });
}

/** An answer as it is stored until its step uses it. */
function sealBody(vault: Vault, { redaction, scope, configId }: SignalStep, body: Json) {
  if (redaction === null) return { body };
  const identity = buildRunIdentity({ account_id: scope.account.id, config_id: configId });
  return { body: null, sealed: encryptOriginal(vault, identity, { value: body, passwords: [] }) };
}

/** Throws 404, 409 or 410 unless the answer was stored, or could have been. */
export function requireAnswerState(kind: LinkKind, state: SignalState | undefined): void {
  if (state === undefined) throw notFound(kind === "page" ? "Execution" : "Address");
  const verb = kind === "page" ? "decided" : "answered";
  if (state === "answered") throw new ApiError("conflict", "CONFLICT", `It has already been ${verb}.`);
  if (state === "ended" || state === "late")
    throw new ApiError("gone", "GONE", "The execution has ended, or the time to answer has passed.");
}
