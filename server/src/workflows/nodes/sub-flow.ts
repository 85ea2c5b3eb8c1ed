import { type Static, Type } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import { createFailure } from "./failure.ts";
import type { NodeType } from "./node.ts";
import { subFlowTexts } from "./words/sub-flow.ts";

const Settings = Type.Object({
  workflow: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "Id or alias of a published workflow that the linked account may run.",
  }),
  input: Type.Optional(Type.Unknown({ description: "The `input` of that workflow; `null` if left out." })),
});

/** Runs another workflow of the account and continues with its result. */
export const subFlowNode: NodeType = {
  type: "sub_flow",
  texts: subFlowTexts,
  icon: "route",
  group: "flow",
  description: "Runs another workflow for the same linked account and waits for its result.",
  outside: "calls",
  callsWorkflows: true,
  errors: { SUB_FLOW: "The workflow that this step called failed." },
  settings: Settings,
  run: async (_deps, { data }) => {
    const { workflow, input = null } = data as Static<typeof Settings>;
    return { kind: "call", workflow, input: input as Json };
  },
  wake: (_call, wake) => {
    if (wake.kind === "time")
      return createFailure(
        "NODE_TIMEOUT",
        "The workflow took longer than the node's time limit and was stopped.",
      );
    if (wake.kind !== "child") throw new Error(`A called workflow cannot resume from "${wake.kind}".`);
    const { runId, error, response } = wake;
    if (error === null) return { kind: "next", output: { body: response, execution_id: runId } };
    // Without an execution it could not be started.
    const message =
      runId === "" ? error.message : `Execution ${runId} of the workflow failed: ${error.message}`;
    return createFailure("SUB_FLOW", message);
  },
  guide: {
    example: {
      id: "invoice",
      type: "sub_flow",
      data: { workflow: "send-invoice", input: { order: "{{ input.id }}" } },
    },
    output: '`{ "body": …, "execution_id": "…" }`, the result of the called workflow and its execution',
    notes:
      "The called workflow runs as an execution of its own; the caller uses no worker while it waits. If it fails, the node fails with `SUB_FLOW`. If it exceeds the node's `timeout_ms`, it is stopped and the node fails with `NODE_TIMEOUT`. Neither is retried.",
  },
};
