import type { Application } from "../../apps/catalog/application.ts";
import { getCustomerExecutions } from "../../auth/organizations/customer-executions.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";
import { parseLongPage } from "../../platform/page.ts";
import { listRuns } from "../../runs/read/list.ts";
import type { ListedRun } from "../../runs/read/schema.ts";
import { readAccountViews } from "../../runs/view/account-view.ts";
import { findApplications } from "../../workflows/definition/applications.ts";
import type { Visit } from "../visit.ts";
import { describeFailure } from "./failure-words.ts";

const PAGE = 25;

/** What the customer may see of its executions in the portal of this link; undefined if nothing. */
export type ActivityAccess = "results" | "data" | undefined;

/** A link to one application shows nothing else; the organization decides for the others. */
export async function findActivityAccess(
  deps: Pick<Deps, "db">,
  { link, isAlone }: Visit,
): Promise<ActivityAccess> {
  if (isAlone) return undefined;
  const shown = getCustomerExecutions(
    await readOrganization(deps.db, link.scope.orgId),
    link.scope.environment,
  );
  return shown === "off" ? undefined : shown;
}

const HAS_RUN: Statement = {
  name: "portal-has-run",
  text: "select exists (select from runs where account_id = $1 and test is null and parent_run is null) as found",
};

/** Whether there is anything to show. */
export async function hasActivity(
  { database }: Pick<Deps, "database">,
  { account }: AccountScope,
): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(HAS_RUN, [account.id]);
  return row?.found === true;
}

export type ActivityState =
  | "completed"
  | "running"
  | "waiting"
  | "waitsForAnswer"
  | "waitsForReconnect"
  | "failed"
  | "stopped";

/** An execution as the customer's list shows it. */
export interface ActivityItem {
  readonly id: string;
  readonly name: string;
  readonly state: ActivityState;
  readonly startedAt: Date;
  readonly application: Application | undefined;
  /** Why it failed. */
  readonly reason: string | undefined;
  /** Name of the application that it waits for. */
  readonly awaited: string | undefined;
}

/** What the customer's list is limited to. */
export interface ActivityFilter {
  /** Where the previous page ended. */
  readonly after?: string | undefined;
  readonly failed?: boolean;
  readonly slug?: string | undefined;
}

/** One page of an account's executions, newest first; `next` is where the following page begins. */
export async function listActivity(
  deps: Pick<Deps, "db" | "config" | "catalog" | "log">,
  { link: { scope }, words }: Pick<Visit, "link" | "words">,
  { after, failed, slug }: ActivityFilter,
  limit = PAGE,
): Promise<{ items: ActivityItem[]; next: string | undefined }> {
  const filter = { account: scope.account, byAccount: true, withoutCalled: true, failed };
  const narrowed = slug === undefined ? filter : { ...filter, slugs: [slug] };
  const { rows, envelope } = await listRuns(deps.db, scope, narrowed, parseLongPage({ limit, after }));
  const slugs = rows.flatMap((row) => [row.slug ?? [], row.waits?.application ?? []].flat());
  const applications = await findApplications(deps, scope, new Set(slugs));
  const failures = rows.filter(({ error }) => error !== null).map(({ id }) => id);
  const viewOf = await readAccountViews(deps, failures);
  const items = rows.map((row): ActivityItem => {
    const awaited = row.waits?.application ?? undefined;
    const { error } = row;
    const isFailed = getActivityState(row) === "failed";
    return {
      id: row.id,
      name: row.workflow_name,
      state: getActivityState(row),
      startedAt: row.created_at,
      application: row.slug === null ? undefined : applications.get(row.slug),
      reason: isFailed && error !== null ? describeFailure(words, error, viewOf(row.id)) : undefined,
      awaited: awaited && (applications.get(awaited)?.connector.info.name ?? awaited),
    };
  });
  return { items, next: envelope.nextCursor ?? undefined };
}

const WAITS = { reconnect: "waitsForReconnect", answer: "waitsForAnswer" } as const;

/** The state of an execution in the customer's terms. */
export function getActivityState({ status, waits }: Pick<ListedRun, "status" | "waits">): ActivityState {
  switch (status) {
    case "COMPLETED":
      return "completed";
    case "ERRORED":
    case "TIMED_OUT":
      return "failed";
    case "STOPPED":
    case "STOPPING":
      return "stopped";
    case "RUNNING":
      if (waits === null) return "running";
      return waits.kind === "reconnect" || waits.kind === "answer" ? WAITS[waits.kind] : "waiting";
  }
}
