import type { AccountScope } from "../../auth/scope.ts";
import type { Fields } from "../definition/graph.ts";
import type { NodeCall } from "./node.ts";

const NOBODY: AccountScope = {
  orgId: "0123456789abcdef01234567",
  environment: "test",
  account: { id: "0123456789abcdef01234568", accountId: "acme" },
};

/** A call of a node with these settings, for tests. */
export function createNodeCall(data: Fields, more: Partial<NodeCall> = {}): NodeCall {
  return {
    scope: NOBODY,
    slug: null,
    workflowId: "0123456789abcdef01234569",
    configId: "acme",
    action: "no_action",
    isBatch: false,
    data,
    roots: {
      input: null,
      node: {},
      linked_account: {},
      config: {},
      instance_meta_data: {},
      loop: null,
      links: {},
    },
    runId: "0".repeat(24),
    cause: { kind: "step", executionId: "0".repeat(24), stepPath: "node" },
    idempotencyKey: "0f".repeat(16),
    signal: new AbortController().signal,
    untilSure: () => undefined,
    isDry: false,
    moreRoom: async () => {},
    holdRun: async () => {},
    ...more,
  };
}
