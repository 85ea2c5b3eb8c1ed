import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { createId } from "../platform/id.ts";
import { insertVersion, insertWorkflow, updateWorkflowRow } from "../workflows/store.ts";
import type { WorkflowContent } from "../workflows/table.ts";
import { blankVersion } from "../workflows/validation/test-definitions.ts";
import { publishIn } from "../workflows/versions/publications.ts";

/** For tests: stores a published Stripe workflow in one environment, changed by `content`; returns its id. */
export async function insertTestWorkflow(
  { db, clock }: Deps,
  { orgId, environment }: Scope,
  content: Partial<WorkflowContent> & { account_id?: string; published?: boolean } = {},
): Promise<string> {
  const { account_id = null, published = true, ...changes } = content;
  const now = clock.now();
  const row = await insertWorkflow(
    db,
    { id: createId(now.getTime()), org_id: orgId, account_id },
    {
      environments: [environment],
      alias: null,
      ...blankVersion({ slug: "stripe", name: "Workflow" }),
      ...changes,
    },
    now,
  );
  if (published) {
    const version = await insertVersion(db, row, now);
    const by = { kind: "api_key", id: "test" } as const;
    await db.transaction().execute(async (tx) => {
      await publishIn(
        tx,
        await updateWorkflowRow(tx, row, { version }, { by, now }),
        environment,
        version,
        now,
      );
    });
  }
  return row.id;
}

/**
 * For tests: two published Stripe workflows, in the order in which a config shows them; the second switches itself on.
 */
export async function insertStripeWorkflows(
  deps: Deps,
  scope: Scope,
): Promise<{ first: string; second: string }> {
  const second = await insertTestWorkflow(deps, scope, {
    name: "Second",
    index_order: 2,
    auto_enable: true,
    icon: "https://e.com/i.png",
  });
  const first = await insertTestWorkflow(deps, scope, {
    name: "First",
    description: "Sends invoices",
    index_order: 1,
    data_slots: [
      { id: "channel", name: "Channel", field_type: "text", required: true, placeholder: "#sales" },
      { id: "count", name: "Count", field_type: "number", defaultValue: 5 },
      { id: "map", name: "Stages", field_type: "map", options: [{ name: "Won", value: "won" }] },
    ],
  });
  return { first, second };
}
