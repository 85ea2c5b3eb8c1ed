import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { getPrincipal, getScope, isSession } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { toCallerRef } from "../../operators/caller.ts";
import { badField } from "../../platform/errors.ts";
import { EXAMPLE } from "../../platform/http/example-values.ts";
import { withExample } from "../../platform/http/route.ts";
import { readRequestView } from "../../runs/read/routes.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import { startedExample } from "../examples.ts";
import {
  presentEndedExecution,
  presentStartedExecution,
  type Stopping,
  SYNC_LIMIT_MS,
} from "../intake/execute-routes.ts";
import { ExecuteHeaders } from "../schema.ts";
import { DraftTestFields, readTestAccount, startDraftTest, type Tester } from "./draft-test.ts";

const { linked_account_id, sync_execution } = ExecuteHeaders.properties;

const operation = defineOperations<Deps & Stopping>("Workflows");

/** Runs of a draft. */
export const DRAFT_TEST_OPERATIONS = [
  operation({
    id: "testWorkflow",
    method: "post",
    path: "/api/v2/public/workflow/:id/test",
    least: "developer",
    credentials: "either",
    accountInBody: "last",
    rateLimit: "triggers",
    summary: "Test a workflow draft",
    description:
      "Runs the stored draft, with the nodes, edges and settings that you send, for one linked account; the workflow is unchanged. Recorded or pinned outputs replace external calls, unless `call_third_parties` allows them. Returns the `execution_id` immediately or, with `sync_execution: true`, waits up to 60 seconds for the end. A session token can test only its own account's workflows. See [Test a draft](/guides/workflows#test-a-draft).",
    schema: {
      params: Type.Object({
        id: Type.String({ description: "Id or alias of a workflow, or id of a draft." }),
      }),
      headers: Type.Object({ linked_account_id: Type.Optional(linked_account_id), sync_execution }),
      body: withExample(
        Type.Object({
          linked_account_id: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 255,
              description:
                "The linked account to run for; you can also send it as a header. Default: that of `execution_id`.",
            }),
          ),
          ...DraftTestFields,
        }),
        {
          linked_account_id: EXAMPLE.account,
          input: { quantity: 2, unit_price: 12.5 },
          until: "totals",
        },
      ),
      response: { 200: startedExample.reply },
    },
    run: async (deps, request) => {
      const waits = request.headers.sync_execution?.toLowerCase() === "true";
      const tester = await testerOf(deps, request, request.body.linked_account_id);
      const type = waits ? "SYNC" : "ASYNC";
      const { runId, scope } = await startDraftTest(deps, tester, request.params.id, request.body, type);
      if (!waits) return presentStartedExecution(runId);
      const run = await waitForAnswer(deps, scope, runId, { limitMs: SYNC_LIMIT_MS, signal: deps.stop });
      if (!run) return presentStartedExecution(runId);
      const view = await readRequestView(deps, request, runId);
      const shown = { response: view.answer(run.response), error: run.error && view.error(run.error) };
      // A response node has answered while the run continues.
      const status = run.finished_at ? run.status : ("COMPLETED" as const);
      return presentEndedExecution({ ...run, ...shown, status });
    },
  }),
];

async function testerOf(deps: Deps, request: FastifyRequest, named: string | undefined): Promise<Tester> {
  const scope = getScope(request);
  const { account } = request;
  const who = { ...scope, ownOnly: isSession(request), by: toCallerRef(getPrincipal(request)) };
  if (named === undefined || named === account?.accountId) return { ...who, account };
  if (account)
    throw badField(
      "linked_account_id",
      "linked_account_id names a different linked account than the credential or header.",
    );
  return { ...who, account: await readTestAccount(deps, scope, named) };
}
