import { Type } from "typebox";
import { getActor } from "../../audit-log/actor.ts";
import { recordAct } from "../../audit-log/note-act.ts";
import { getScope, requireAtLeast } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { ById, Record, withExample } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { readRequestedRun } from "../read/routes.ts";
import { readOriginals, readRevealSettings } from "./reveal.ts";

const RevealBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 500, description: "Recorded in the audit log." }),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "The node's id, or the step's path inside a loop. Without it, the input of the execution.",
    }),
  ),
});

const RevealedRecord = Record("RevealedData", {
  input_data: Type.Unsafe<Json>({}),
  output: Type.Unsafe<Json>({}),
});

const operation = defineOperations<Deps>("Executions");

/** Shows data of executions as they were before redaction. */
export const REVEAL_OPERATIONS = [
  operation({
    id: "revealExecution",
    method: "post",
    path: "/api/v2/public/execution/:id/reveal",
    least: "support",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Reveal redacted data",
    description:
      "Returns the input and output of a step, or the input of the execution, as they were before redaction. The redaction policy says for how long and for which role (403 otherwise). The reason is recorded in the audit log before the reply is sent. Returns 409 if the policy keeps no originals, and 410 once they were deleted. See [Redaction](/guides/redaction#reveal).",
    schema: {
      params: ById,
      body: withExample(RevealBody, { reason: "Customer asks about order A-1", path: "charge" }),
      response: {
        200: withExample(RevealedRecord, { input_data: { to: "ann@example.com" }, output: { body: null } }),
        409: { ...ErrorReply, description: "No originals are kept." },
        410: { ...ErrorReply, description: "The originals were deleted." },
      },
    },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const { role } = readRevealSettings(deps, run);
      requireAtLeast(request, role);
      const { path, reason } = request.body;
      const data = await readOriginals(deps, run, path);
      const act = { object: "execution", verb: "revealed", objectId: run.id, accountId: run.accountId };
      const facts = { reason, ...(path !== undefined && { path }) };
      const scope = getScope(request);
      await recordAct(deps.db, { ...act, scope, actor: getActor(request), facts }, deps.clock.now());
      return { input_data: data.input, output: data.output };
    },
  }),
];
