import type { Static } from "typebox";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { DATA_KEPT, mergePolicies, type RedactionPolicy } from "./policy.ts";
import type { PolicyLevel, RedactionSettings } from "./schema.ts";
import { listOwnPolicies, type PolicyRow, readWorkflowNames, toPolicy } from "./store.ts";

/** What the levels of one environment, or of a workflow in it, say. */
export interface PolicyLevels {
  readonly levels: Readonly<Record<PolicyLevel, RedactionPolicy>>;
  /** The workflows with a policy of their own. */
  readonly workflows: readonly { readonly workflow_id: string; readonly name: string }[];
}

export async function readLevels(
  db: Db,
  { orgId, environment }: Scope,
  workflowId?: string,
): Promise<PolicyLevels> {
  const rows = await listOwnPolicies(db, orgId);
  const ofWorkflows = rows.filter((row) => row.environment === environment && row.workflow_id !== null);
  const of = (matches: (row: PolicyRow) => boolean) => {
    const row = rows.find(matches);
    return row ? toPolicy(row) : {};
  };
  return {
    levels: {
      organization: of((row) => row.environment === "both"),
      environment: of((row) => row.environment === environment && row.workflow_id === null),
      workflow: of((row) => row.environment === environment && row.workflow_id === (workflowId ?? "")),
    },
    workflows: await readWorkflowNames(
      db,
      orgId,
      ofWorkflows.flatMap(({ workflow_id: id }) => id ?? []),
    ),
  };
}

/** Wire form of what the levels say, and of what applies. */
export function presentSettings(
  { levels, workflows }: PolicyLevels,
  workflowId: string | undefined,
): Static<typeof RedactionSettings> {
  const { organization, environment, workflow } = levels;
  const said: [PolicyLevel, RedactionPolicy][] = [
    ["organization", organization],
    ["environment", environment],
    ["workflow", workflow],
  ];
  const merged = mergePolicies(said.map(([, policy]) => policy));
  const { keep = "everything" } = merged ?? {};
  const strictest = said.find(([, policy]) => policy.keep === keep && keep !== DATA_KEPT[0]);
  // A rule that several levels have is the highest one's.
  const rules = new Map(
    said
      .toReversed()
      .flatMap(([from, { rules = [] }]) =>
        rules.map((rule) => [JSON.stringify(rule), { ...rule, from }] as const),
      ),
  );
  return {
    organization: present(organization),
    environment: present(environment),
    ...(workflowId === undefined ? { workflows: [...workflows] } : { workflow: present(workflow) }),
    effective: {
      keep,
      ...(strictest && { keep_from: strictest[0] }),
      rules: [...rules.values()],
      reveal: merged?.reveal ?? null,
    },
  };
}

function present({ keep, rules, reveal }: RedactionPolicy) {
  return {
    ...(keep !== undefined && { keep }),
    ...(rules !== undefined && { rules: [...rules] }),
    ...(reveal !== undefined && { reveal }),
  };
}
