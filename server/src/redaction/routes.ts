import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { requireProduction } from "../auth/production-only.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { ById, withExample } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { toStorableValue } from "../platform/measured-value.ts";
import { compilePlan, redactOnce } from "./plan.ts";
import { mergePolicies } from "./policy.ts";
import { PolicyBody, Preview, PreviewBody, RedactionSettings, readPolicy, readRules } from "./schema.ts";
import { presentSettings, readLevels } from "./settings.ts";
import { findWorkflowName, type PolicyPlace, savePolicy } from "./store.ts";

type RedactionDeps = Pick<Deps, "db" | "queue" | "clock" | "redaction">;

const operation = defineOperations<RedactionDeps>("Redaction");
const policyExample = {
  keep: "failures" as const,
  rules: [{ kind: "email" as const }, { key: "date_of_birth" }, { path: "/customer/*/name" }],
  reveal: { days: 7, role: "owner" as const },
};
const Body = withExample(PolicyBody, policyExample);

/** What executions keep, and what is redacted in their records. */
export const REDACTION_OPERATIONS = [
  operation({
    id: "getRedaction",
    method: "get",
    path: "/api/v2/public/redaction",
    least: "viewer",
    credentials: "apiKey",
    summary: "Get an environment's redaction policy",
    description:
      "Returns which executions keep their data and what is redacted in records: what the organization says, what the environment says, and what applies. See [Redaction](/guides/redaction).",
    schema: { response: { 200: RedactionSettings } },
    run: (deps, request) => show(deps, request),
  }),
  operation({
    id: "setRedaction",
    method: "put",
    path: "/api/v2/public/redaction",
    least: "owner",
    credentials: "apiKey",
    summary: "Set an environment's redaction policy",
    description:
      "Replaces what the environment says. It applies to executions that start from now on, and to records of calls made from now on; the organization's policy still applies if it is stricter. An empty object removes the policy. Returns 400 for an invalid rule.",
    schema: { body: Body, response: { 200: RedactionSettings } },
    run: async (deps, request) => {
      const { orgId, environment } = getScope(request);
      await save(deps, { orgId, environment, workflowId: null }, request.body);
      return show(deps, request);
    },
  }),
  operation({
    id: "setOrganizationRedaction",
    method: "put",
    path: "/api/v2/public/organization/redaction",
    least: "owner",
    credentials: "apiKey",
    summary: "Set the organization's redaction policy",
    description:
      "Replaces what the organization says for both environments: no environment and no workflow can be laxer. Requires a production key (403 otherwise). An empty object removes the policy. Returns 400 for an invalid rule.",
    schema: { body: Body, response: { 200: RedactionSettings } },
    run: async (deps, request) => {
      const { orgId } = getScope(request);
      requireProduction(getScope(request), "Changing the organization's redaction policy");
      await save(deps, { orgId, environment: "both", workflowId: null }, request.body);
      return show(deps, request);
    },
  }),
  operation({
    id: "getWorkflowRedaction",
    method: "get",
    path: "/api/v2/public/workflow/:id/redaction",
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a workflow's redaction policy",
    description:
      "Returns what the organization, the environment and the workflow say, and what applies to the workflow's executions in this environment.",
    schema: { params: ById, response: { 200: RedactionSettings } },
    run: async (deps, request) => {
      await requireWorkflow(deps, request, request.params.id);
      return show(deps, request, request.params.id);
    },
  }),
  operation({
    id: "setWorkflowRedaction",
    method: "put",
    path: "/api/v2/public/workflow/:id/redaction",
    least: "developer",
    credentials: "apiKey",
    summary: "Set a workflow's redaction policy",
    description:
      "Replaces what the workflow says in this environment. It can only add to what the organization and the environment say. It applies to executions that start from now on. An empty object removes the policy. Returns 400 for an invalid rule.",
    schema: { params: ById, body: Body, response: { 200: RedactionSettings } },
    run: async (deps, request) => {
      const { orgId, environment } = getScope(request);
      const { id: workflowId } = request.params;
      await requireWorkflow(deps, request, workflowId);
      await save(deps, { orgId, environment, workflowId }, request.body);
      return show(deps, request, workflowId);
    },
  }),
  operation({
    id: "previewRedaction",
    method: "post",
    path: "/api/v2/public/redaction/preview",
    least: "viewer",
    credentials: "apiKey",
    summary: "Try redaction rules on data",
    description:
      "Returns what records would show of JSON that you send. Nothing is stored. Returns 400 for an invalid rule.",
    schema: {
      body: withExample(PreviewBody, {
        data: { mail: "ann@example.com", total: 25 },
        rules: [{ kind: "email" }],
      }),
      response: {
        200: withExample(Preview, { data: { mail: "[redacted: email]", total: 25 }, changed: true }),
        404: { ...ErrorReply, description: "There is no such workflow." },
      },
    },
    run: async (deps, request) => {
      const { workflow_id: workflowId, rules } = request.body;
      if (workflowId !== undefined) await requireWorkflow(deps, request, workflowId);
      const data = toStorableValue(request.body.data as Json); // parsed from JSON
      const tried = rules && mergePolicies([{ rules: readRules(rules) }]);
      const applied = deps.redaction.find(getScope(request), workflowId === undefined ? [] : [workflowId]);
      const shown = redactOnce(rules ? tried && compilePlan(tried) : applied, data);
      return { data: shown, changed: shown !== data };
    },
  }),
];

async function save(
  { queue, clock, redaction }: RedactionDeps,
  place: PolicyPlace,
  body: Static<typeof PolicyBody>,
): Promise<void> {
  const policy = readPolicy(body);
  await queue.transaction((tx) => savePolicy(tx, place, policy, clock.now()));
  await redaction.changed();
}

async function show({ db }: RedactionDeps, request: FastifyRequest, workflowId?: string) {
  return presentSettings(await readLevels(db, getScope(request), workflowId), workflowId);
}

async function requireWorkflow({ db }: RedactionDeps, request: FastifyRequest, id: string): Promise<void> {
  if ((await findWorkflowName(db, getScope(request), id)) === undefined) throw notFound("Workflow");
}
