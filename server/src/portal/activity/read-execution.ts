import type { Application } from "../../apps/catalog/application.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { isShownToAccount, listRuns } from "../../runs/read/list.ts";
import { presentFullExecution, readOwnRun } from "../../runs/read/read.ts";
import type { RunWithAccount } from "../../runs/store.ts";
import { type AccountView, readAccountView } from "../../runs/view/account-view.ts";
import { findApplications } from "../../workflows/definition/applications.ts";
import { START } from "../../workflows/definition/graph.ts";
import type { Visit } from "../visit.ts";
import { type CustomerAdvice, findCustomerAdvice } from "./customer-advice.ts";
import { describeFailure, findFailureDetails } from "./failure-words.ts";
import { type ActivityState, getActivityState } from "./read-activity.ts";

/** An execution as the customer reads it. */
export interface ActivityExecution {
  readonly id: string;
  readonly name: string;
  readonly state: ActivityState;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly application: Application | undefined;
  readonly awaited: string | undefined;
  readonly reason: string | undefined;
  /** The failure's own message, where the customer may read it. */
  readonly details: string | undefined;
  readonly advice: CustomerAdvice | undefined;
  /** What it received and what its steps returned, where the organization shows that. */
  readonly data: ActivityData | undefined;
}

export interface ActivityData {
  readonly received: Json;
  readonly steps: readonly ActivityStep[];
}

export interface ActivityStep {
  readonly name: string;
  readonly status: "Success" | "Errored" | "Waiting" | "Stopped" | "Rejected";
  readonly output: Json;
}

/** One of the account's executions; 404 for any other, for tests, and for those that another one has called. */
export async function readActivityExecution(
  deps: Deps,
  visit: Visit,
  id: string,
  { withData }: { readonly withData: boolean },
): Promise<ActivityExecution> {
  const { scope } = visit.link;
  const run = await readOwnRun(deps.db, scope, id);
  if (!isShownToAccount(run) || run.test !== null || run.parent_run !== null) throw notFound("Page");
  const page = { page: 1, limit: 1, offset: 0 };
  const listed = await listRuns(deps.db, scope, { account: scope.account, executionIds: [id] }, page);
  const state = getActivityState({ status: run.status, waits: listed.rows[0]?.waits ?? null });
  const slugs = [run.slug, run.parked_slug].flatMap((slug) => slug ?? []);
  const applications = await findApplications(deps, scope, new Set(slugs));
  const view = await readAccountView(deps, id);
  const failure = state === "failed" ? run.error : null;
  const nameOf = (slug: string) => applications.get(slug)?.connector.info.name ?? slug;
  return {
    id,
    name: run.workflow_name,
    state,
    startedAt: run.created_at,
    endedAt: run.finished_at,
    application: run.slug === null ? undefined : applications.get(run.slug),
    awaited: run.parked_slug === null ? undefined : nameOf(run.parked_slug),
    reason: failure ? describeFailure(visit.words, failure, view) : undefined,
    details: failure ? findFailureDetails(failure, view) : undefined,
    advice: await findCustomerAdvice(deps, visit, run),
    data: withData ? await readData(deps, run, view) : undefined,
  };
}

const STATUSES = {
  Success: "Success",
  Errored: "Errored",
  Errored_and_Skipped: "Errored",
  Timed_Out: "Errored",
  Waiting: "Waiting",
  Stopped: "Stopped",
  Rejected: "Rejected",
} as const;

async function readData(deps: Deps, run: RunWithAccount, view: AccountView): Promise<ActivityData> {
  const { nodes } = await presentFullExecution(deps, run);
  const shown = nodes.map((node) => view.step(node, node.node_type === START ? "start" : "other"));
  const steps = shown.flatMap(({ node_type, node_name, node_status, latest_output }): ActivityStep[] => {
    if (node_type === START || node_status === "Ready") return [];
    return [{ name: node_name, status: STATUSES[node_status], output: (latest_output ?? null) as Json }];
  });
  const start = shown.find(({ node_type }) => node_type === START);
  return { received: (start?.input_data ?? null) as Json, steps };
}
