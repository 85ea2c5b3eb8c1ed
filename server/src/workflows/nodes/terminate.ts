import { type Static, Type } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import type { NodeType } from "./node.ts";
import { terminateTexts } from "./words/terminate.ts";

const Settings = Type.Object({
  status: Type.Optional(
    Type.Enum(["completed", "failed"], {
      default: "completed",
      description: "Status that the execution ends with.",
    }),
  ),
  message: Type.Optional(
    Type.String({ maxLength: 1000, description: "Reason; the error message of a failed execution." }),
  ),
  response: Type.Optional(Type.Unknown({ description: "Result of the execution." })),
});

/** Ends the whole execution at once. */
export const terminateNode: NodeType = {
  type: "terminate",
  texts: terminateTexts,
  icon: "stop",
  group: "flow",
  description:
    "Ends the whole execution at once, as completed or failed, and stops nodes that run in parallel.",
  settings: Settings,
  ends: true,
  errors: { TERMINATED: true },
  run: async (_deps, { data }) => {
    const { status = "completed", message, response = null } = data as Static<typeof Settings>;
    const failed = { code: "TERMINATED", message: message ?? "The workflow ended this execution as failed." };
    return {
      kind: "end",
      error: status === "failed" ? failed : null,
      response: response as Json,
      logs: message === undefined ? [] : [message],
    };
  },
  guide: {
    example: {
      id: "no_stock",
      type: "terminate",
      data: { status: "failed", message: "{{ input.sku }} is not in stock." },
    },
    output: "none; nothing runs after it",
    notes:
      "With `failed`, the execution is `ERRORED` with the error code `TERMINATED` and `Workflow Errored` is sent. Otherwise it is `COMPLETED`.",
  },
};
