import { listPortalApplications } from "../../apps/catalog/portal-availability.ts";
import { type CustomerWorkflows, getCustomerWorkflows } from "../../auth/organizations/customer-workflows.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import { START, type WorkflowNode } from "../definition/graph.ts";
import { findActionApplication, findTriggerApplication } from "./application-problems.ts";
import {
  type CheckDeps,
  createNodeProblem,
  createWorkflowProblem,
  type DefinitionCandidate,
  type WorkflowProblem,
} from "./problem.ts";

/** Who writes a definition: limits apply only to customers, with a session token. */
type Builder = Scope & { readonly ownOnly?: boolean };

/**
 * Refuses (403) a customer if the organization does not let customers build workflows. Their existing workflows keep
 * running.
 */
export async function requireBuildPermission(db: Db, builder: Builder): Promise<void> {
  if ((await limitsOf(db, builder))?.building !== "off") return;
  throw new ApiError(
    "forbidden",
    "FORBIDDEN",
    "This organization does not let its customers build workflows of their own: a session token may switch off and delete them, but not create or change them.",
  );
}

/** The parts of a definition that the organization does not permit a customer to build. */
export async function findCustomerLimitProblems(
  deps: CheckDeps,
  builder: Builder,
  definition: DefinitionCandidate,
): Promise<WorkflowProblem[]> {
  const limits = await limitsOf(deps.db, builder);
  if (limits?.building !== "portal") return [];
  const permitted = new Set([START, ...limits.node_types]);
  return [
    ...definition.nodes.filter(({ type }) => !permitted.has(type)).map(typeProblem),
    ...(await applicationProblems(deps, builder, definition)),
  ];
}

async function limitsOf(db: Db, builder: Builder): Promise<CustomerWorkflows | undefined> {
  if (!builder.ownOnly) return undefined;
  return getCustomerWorkflows(await readOrganization(db, builder.orgId), builder.environment);
}

function typeProblem(node: WorkflowNode): WorkflowProblem {
  const text = `type "${node.type}" is not permitted in workflows that customers build.`;
  return createNodeProblem(node, "type", text);
}

async function applicationProblems(
  deps: CheckDeps,
  { orgId, environment }: Builder,
  { nodes, slug }: DefinitionCandidate,
): Promise<WorkflowProblem[]> {
  const uses = nodes.flatMap((node) => [
    { node, field: "action", application: findActionApplication(node, slug) },
    ...(node.triggers ?? []).map((trigger, index) => ({
      node,
      field: `triggers.${index}.application`,
      application: findTriggerApplication(trigger),
    })),
  ]);
  if (slug === null && uses.every(({ application }) => application === undefined)) return [];
  // Without the account: a customer's connections and publications do not widen what it is offered.
  const offered = await listPortalApplications(deps, { orgId, environment }, new Set());
  const slugs = new Set(offered.map(({ connector }) => connector.info.slug));
  const problems = uses.flatMap(({ node, field, application }) =>
    application === undefined || slugs.has(application)
      ? []
      : [createNodeProblem(node, field, `${field}: ${refusal(application)}`)],
  );
  return slug === null || slugs.has(slug)
    ? problems
    : [createWorkflowProblem("slug", `slug: ${refusal(slug)}`), ...problems];
}

function refusal(slug: string): string {
  return `the application "${slug}" is not offered in the portal.`;
}
