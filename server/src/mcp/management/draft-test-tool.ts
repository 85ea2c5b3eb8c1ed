import { Type } from "typebox";
import { findOperation } from "../../auth/operation.ts";
import { DraftTestFields, startDraftTest } from "../../events/draft-tests/draft-test.ts";
import { DRAFT_TEST_OPERATIONS } from "../../events/draft-tests/draft-test-routes.ts";
import { Id } from "../../platform/http/route.ts";
import { AccountArgument, resolveAccount } from "./account.ts";
import { defineTool } from "./tool.ts";

/** Tests a draft before a person publishes it. */
export const testWorkflowTool = defineTool({
  name: "test_workflow",
  title: "Test a workflow",
  description:
    "Runs the draft of a workflow as a test, whole, up to a node (until) or one node alone (node_id), for a linked account or with the input of an execution (execution_id). Applications, addresses and datastores are reached only where call_third_parties allows it; otherwise the last recorded outputs are used. Read the outcome with get_execution: nodes with stand_in did not run.",
  input: {
    workflow_id: Type.String({ description: "Id of a workflow or of a draft." }),
    linked_account_id: Type.Optional({
      ...AccountArgument,
      description: "The customer for whom it runs; if left out, that of execution_id.",
    }),
    ...DraftTestFields,
  },
  output: {
    execution_id: Type.String({ ...Id, description: "For get_execution; the test has only just begun." }),
  },
  acts: { destructive: true, idempotent: false, openWorld: true },
  operation: findOperation(DRAFT_TEST_OPERATIONS, "testWorkflow"),
  run: async (deps, scope, { workflow_id: id, linked_account_id: accountId, ...wish }) => {
    const account = await resolveAccount(deps, scope, accountId);
    const { runId } = await startDraftTest(deps, { ...scope, account, ownOnly: false }, id, wish);
    return { execution_id: runId };
  },
});
