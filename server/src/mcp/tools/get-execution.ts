import { createInputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { findRun, isShownToAccount } from "../../runs/read/list.ts";
import { openResponse } from "../../runs/sealed-response.ts";
import { readAccountView } from "../../runs/view/account-view.ts";
import { findApprovalUrl } from "../approvals/address.ts";
import { describeDenial, EXPIRED, getCallStatus } from "../calls/call-status.ts";
import { findCall } from "../calls/call-store.ts";
import { openResult } from "../calls/redact-call.ts";
import { isOpen } from "../calls/run-of-call.ts";
import { createToolOutput } from "./output.ts";
import { describeNextPage, formatResult, getTextPage } from "./result.ts";
import { type ObjectSchema, type Tool, type ToolOutcome, toToolAnnotations } from "./tool.ts";
import { toToolOutcome } from "./workflow-tool.ts";

export const GET_EXECUTION = "get_execution";

const INPUT: ObjectSchema = {
  type: "object",
  properties: {
    execution_id: { type: "string", description: "The execution id that another tool returned." },
    page: { type: "integer", minimum: 1, default: 1, description: "Which page of a long result." },
  },
  required: ["execution_id"],
  additionalProperties: false,
};
/** What is known about an execution or call by its id. */
type ExecutionLookup =
  | ExecutionProgress
  | { readonly status: "WAITING" | "DENIED" | "EXPIRED"; readonly message: string; readonly url?: string };

/** The progress of an execution, and its result. */
type ExecutionProgress =
  | { readonly status: "RUNNING" }
  | { readonly status: "ENDED"; readonly outcome: ToolOutcome };

type FindDeps = Pick<Deps, "db" | "clock" | "config" | "credentials" | "vault">;

/** Reads the progress of what took too long to wait for, and the pages of what was too long to answer with. */
export function createGetExecutionTool(deps: FindDeps, serverId: string): Tool {
  return {
    definition: {
      name: GET_EXECUTION,
      title: "Get an execution",
      description:
        "Reads the status and result of an execution that another tool started, by the id that it returned; long results come in pages.",
      inputSchema: INPUT,
      annotations: toToolAnnotations({
        readOnly: true,
        destructive: false,
        idempotent: true,
        openWorld: false,
      }),
    },
    acts: false,
    output: createToolOutput(undefined),
    check: createInputCheck(INPUT),
    run: async ({ scope, args }) => {
      const id = String(args.execution_id);
      const found =
        (await findExecution(deps, scope, id)) ?? (await findLateCall(deps, scope, { id, serverId }));
      if (!found) return { kind: "error", message: `There is no execution ${id}.` };
      return present(id, Number(args.page ?? 1), found);
    },
  };
}

/** The state of the account's execution; undefined if there is none. */
export async function findExecution(
  deps: Pick<Deps, "db" | "config" | "vault">,
  scope: AccountScope,
  id: string,
): Promise<ExecutionProgress | undefined> {
  const run = await findRun(deps.db, scope, id, scope.account);
  if (!run || !isShownToAccount(run)) return undefined;
  if (isOpen(run)) return { status: "RUNNING" };
  const answered = openResponse(deps.vault, run);
  return { status: "ENDED", outcome: toToolOutcome(answered, await readAccountView(deps, run.id)) };
}

/** A call at this server: a token for one server must not read what was called at another. */
async function findLateCall(
  deps: FindDeps,
  scope: AccountScope,
  { id, serverId }: { id: string; serverId: string },
): Promise<ExecutionLookup | undefined> {
  const call = await findCall(deps.db, scope, id);
  if (call?.server_id !== serverId) return undefined;
  if (call.run_id !== null && call.status === "COMPLETED") return findExecution(deps, scope, call.run_id);
  const status = getCallStatus(call, deps.clock.now());
  switch (status) {
    case "WAITING":
      return { status, ...(await waiting(deps, scope, id)) };
    case "RUNNING":
      return { status };
    case "DENIED":
      return { status, message: describeDenial(call.decision_reason) };
    case "EXPIRED":
      return { status, message: EXPIRED };
    case "ERRORED":
    case "REFUSED":
      return { status: "ENDED", outcome: { kind: "error", message: call.error ?? "" } };
    case "COMPLETED":
      return { status: "ENDED", outcome: { kind: "value", value: openResult(deps.vault, call) } };
  }
}

async function waiting(deps: FindDeps, scope: AccountScope, id: string) {
  const url = await findApprovalUrl(deps, scope, id);
  if (url === undefined) return { message: "A person must approve the call first; they decide elsewhere." };
  const message = "A person must approve the call first: ask the user to open approval_url and decide there.";
  return { message, url };
}

function present(id: string, page: number, found: ExecutionLookup): ToolOutcome {
  if (found.status !== "ENDED") {
    const { status, message, url } = { message: undefined, url: undefined, ...found };
    const told = { ...(message && { message }), ...(url && { approval_url: url }) };
    return { kind: "value", value: { execution_id: id, status, ...told } };
  }
  const { outcome } = found;
  if (outcome.kind !== "value") return outcome;
  const part = getTextPage(formatResult(outcome.value), page);
  if (part.pages === 1 && page === 1) return outcome;
  if (page > part.pages) return { kind: "error", message: `The result has ${part.pages} pages.` };
  return { kind: "value", value: `${part.text}\n\n${describeNextPage(part, id)}` };
}
