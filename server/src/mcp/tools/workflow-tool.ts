import { createInputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import { readRunSettings } from "../../runs/settings/run-settings.ts";
import type { RunRow } from "../../runs/store.ts";
import type { RunError } from "../../runs/table.ts";
import { type AccountView, readAccountView } from "../../runs/view/account-view.ts";
import type { RunnableWorkflow } from "../../workflows/table.ts";
import { findMissingConnection, listNeededApplications } from "./connections.ts";
import { createToolOutput } from "./output.ts";
import {
  type MissingConnection,
  type Naming,
  type ObjectSchema,
  type PreparedCall,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  toToolAnnotations,
} from "./tool.ts";

/** How long a caller waits for an execution: most clients give up after a minute. */
export const LONGEST_WAIT_MS = 55_000;

/** What a workflow may do is not known beforehand. */
const HINTS = { readOnly: false, destructive: true, idempotent: false, openWorld: true };

/** A published workflow as a tool; its arguments are the workflow's input. */
export interface CalledWorkflow extends RunnableWorkflow {
  /** The workflow's own input schema, `settings.json_schema`; any object if it has none. */
  readonly input: ObjectSchema;
  /** The name of the application under which it is offered. */
  readonly application: string;
}

type EndedRun = Pick<RunRow, "status" | "response" | "responded_at" | "error">;

type WorkflowDeps = Pick<
  Deps,
  "catalog" | "database" | "db" | "plans" | "intake" | "work" | "log" | "config" | "sandbox" | "vault"
>;

/** A published workflow as a tool: it runs synchronously, as with a call of the API. */
export function createWorkflowTool(deps: WorkflowDeps, workflow: CalledWorkflow, naming: Naming): Tool {
  const missing = ({ scope }: PreparedCall) => missingOf(deps, scope, workflow);
  const check = createInputCheck(workflow.input);
  return {
    definition: { ...naming, inputSchema: workflow.input, annotations: toToolAnnotations(HINTS) },
    acts: true,
    origin: {
      id: `workflow/${workflow.id}@${workflow.version}`,
      application: workflow.application,
      logged: { slug: null, action_id: null, workflow_id: workflow.id },
    },
    // The same key starts no second execution.
    repeatable: true,
    output: createToolOutput(undefined),
    check: (args) => check(args, deps.sandbox.checkValue),
    missing,
    run: async (call) => (await missing(call)) ?? runWorkflow(deps, workflow, call),
  };
}

/** A connection without which it would do half of its work, and end with an error. */
async function missingOf(
  deps: WorkflowDeps,
  scope: AccountScope,
  workflow: CalledWorkflow,
): Promise<MissingConnection | undefined> {
  const { id, version, slug } = workflow;
  const found = await deps.plans.get(deps.db, id, version);
  const needed = found ? listNeededApplications(found.plan, slug) : new Set<string>();
  if (needed.size === 0) return undefined;
  const { connections } = await readRunSettings(deps.db, scope, scope.account.accountId, workflow);
  return findMissingConnection(deps, scope, needed, connections);
}

async function runWorkflow(
  deps: WorkflowDeps,
  workflow: CalledWorkflow,
  call: ToolCall,
): Promise<ToolOutcome> {
  const { scope, gone } = call;
  const started = await start(deps, workflow, call);
  if (typeof started !== "string") return started;
  try {
    const run = await waitForAnswer(deps, scope, started, { limitMs: LONGEST_WAIT_MS, signal: gone() });
    const outcome = run && toToolOutcome(run, await readAccountView(deps, run.id));
    if (outcome) return outcome.kind === "error" ? { ...outcome, executionId: started } : outcome;
  } catch (error) {
    // Clients that were told that the call failed would have the workflow run again.
    deps.log.error({ err: error, runId: started }, "mcp.execution-unread");
  }
  return { kind: "later", executionId: started };
}

/** Starts the execution and returns its id, or why there is none. */
async function start(
  { intake }: WorkflowDeps,
  { id, slug }: CalledWorkflow,
  { id: callId, scope, args }: ToolCall,
): Promise<string | ToolOutcome> {
  const { orgId, environment, account } = scope;
  try {
    const { runId = "" } = await intake({
      kind: "call",
      orgId,
      environment,
      accountId: account.accountId,
      accountRow: account.id,
      workflow: id,
      slug: slug ?? undefined,
      configId: undefined,
      payload: args,
      bytes: JSON.stringify(args).length,
      // Not the caller's own, under which the account may have another tool or server start the same workflow.
      headers: { "idempotency-key": callId },
      executionType: "SYNC",
    });
    return runId;
  } catch (error) {
    if (error instanceof ApiError) return { kind: "error", message: error.message };
    throw error;
  }
}

/** What an execution that has answered or ended tells its caller, as far as `view` allows. */
export function toToolOutcome(
  { status, response, responded_at, error }: EndedRun,
  view: Pick<AccountView, "answer" | "error">,
): ToolOutcome {
  if (responded_at || status === "COMPLETED") return { kind: "value", value: view.answer(response) };
  const failure: RunError = error ?? { code: status, message: `The execution ended as ${status}.` };
  const { message, nodeName } = view.error(failure);
  return { kind: "error", message: nodeName ? `${nodeName}: ${message}` : message };
}
