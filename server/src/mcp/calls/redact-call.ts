import type { JsonObject } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { SealedColumn } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import { createValueRedactor } from "../../redaction/plan.ts";
import { MARKS } from "../../redaction/rules.ts";
import type { CallCompletion, NewCall } from "./call-store.ts";

type MaskDeps = Pick<Deps, "redaction" | "vault">;
type MaskedCall = Pick<NewCall, "scope"> & { readonly tool: Pick<NewCall["tool"], "origin"> | undefined };

/** Redacts the records of one call, as the policy of its workflow or of the environment says. */
export interface CallMask {
  /** Arguments as the log shows them. */
  args(args: JsonObject): JsonObject;
  /** A text about the call, once its arguments are known. */
  text(text: string): string;
  /** The end as it is stored, with the result sealed for the agent that has still to read it. */
  end<End extends Omit<CallCompletion, "sealed_result">>(end: End): End & Partial<CallCompletion>;
}

const NOT_KEPT = "Not kept.";

/** Undefined if no policy applies. */
export function openCallMask(
  { redaction, vault }: MaskDeps,
  { scope, tool }: MaskedCall,
): CallMask | undefined {
  const workflowId = tool?.origin?.logged.workflow_id;
  const plan = redaction.find(scope, workflowId ? [workflowId] : []);
  if (!plan) return undefined;
  const { keep } = plan.policy;
  const redactor = createValueRedactor(plan);
  return {
    args: (args) => (keep === "nothing" ? {} : redactor.redact(args)),
    text: (text) => (keep === "nothing" ? NOT_KEPT : redactor.redact(text)),
    end: (end) => {
      const isKept = keep === "everything" || (keep === "failures" && end.status !== "COMPLETED");
      const error = end.error === null ? null : isKept ? redactor.redact(end.error) : NOT_KEPT;
      const sealed = end.result === null ? null : sealResult(vault, end.id, end.result);
      return {
        ...end,
        error,
        ...(sealed !== null && { result: MARKS.value, sealed_result: sealed }),
        ...(!isKept && { is_cleared: true }),
      };
    },
  };
}

/** The results that agents have still to read. */
export const RESULT_COLUMN: SealedColumn = {
  table: "mcp_calls",
  key: ["id"],
  column: "sealed_result",
  form: "base64",
  identify: ({ id }) => identityOf(`${id}`),
};

function sealResult(vault: Vault, id: string, result: Json): string {
  return vault.seal(JSON.stringify(result), identityOf(id)).toString("base64");
}

/** The result for the agent that made the call, as long as its original is kept; throws `VaultError`. */
export function openResult(
  vault: Vault,
  { id, result, sealed_result: sealed }: { id: string; result: Json; sealed_result: string | null },
): Json {
  return sealed === null ? result : parseJson(vault.open(Buffer.from(sealed, "base64"), identityOf(id)));
}

function identityOf(id: string): string {
  return `mcp_calls/${id}/result`;
}
