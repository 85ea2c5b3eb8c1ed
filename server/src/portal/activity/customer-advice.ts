import { type Application, findApplication } from "../../apps/catalog/application.ts";
import { findConnections } from "../../apps/store.ts";
import type { Deps } from "../../deps.ts";
import { findAdvice } from "../../runs/read/advise.ts";
import { findRun, listRuns } from "../../runs/read/list.ts";
import type { RunWithAccount } from "../../runs/store.ts";
import { getChosenConnection } from "../../workflows/definition/stored-values.ts";
import { findVersion } from "../../workflows/store.ts";
import { isInPortal } from "../pages/page-routes.ts";
import type { Visit } from "../visit.ts";

/** What a customer can do about an execution that failed or waits; with the application whose page helps. */
export interface CustomerAdvice {
  readonly kind:
    | "connect"
    | "connected"
    | "reconnect"
    | "reconnected"
    | "resumes"
    | "settings"
    | "later"
    | "help";
  readonly application?: Application | undefined;
}

/** Failures that the customer's own choices can cause. */
const SETTINGS: ReadonlySet<string> = new Set(["NO_CONFIG", "INPUT", "CONNECTION_REMOVED"]);

// Workflows that call each other.
const DEEPEST = 5;

/** What a customer can do about an execution; undefined if there is nothing to do. */
export async function findCustomerAdvice(
  deps: Deps,
  visit: Visit,
  run: RunWithAccount,
): Promise<CustomerAdvice | undefined> {
  const cause = await findCause(deps, visit, run);
  const version = await findVersion(deps.db, cause.workflow_id, cause.workflow_version);
  const advice = await findAdvice(deps, cause, version?.nodes ?? []);
  if (advice === undefined) return undefined;
  const application = await findShown(deps, visit, advice.application ?? cause.slug);
  const help = { kind: "help" } as const;
  if (advice.action === "replay_later") return { kind: "later" };
  if (application === undefined) return help;
  if (advice.action === "reconnect") return adviseReconnect(deps, visit, cause, application);
  if (advice.action === "connect") {
    const { kind } = await adviseReconnect(deps, visit, cause, application);
    return { kind: kind === "reconnected" ? "connected" : "connect", application };
  }
  const isSetting = SETTINGS.has(cause.error?.code ?? "");
  return advice.action === "edit_input" && isSetting ? { kind: "settings", application } : help;
}

async function adviseReconnect(
  deps: Deps,
  { link }: Visit,
  { parked_at: parkedAt, finished_at: end, settings }: RunWithAccount,
  application: Application,
): Promise<CustomerAdvice> {
  if (parkedAt !== null) return { kind: "resumes", application };
  const { slug } = application.connector.info;
  const chosen = getChosenConnection(settings.connections, slug);
  const connections = await findConnections(deps.database, link.scope, slug, chosen);
  const isNewer = connections.some(
    (one) => one.status === "active" && end !== null && one.connected_at > end,
  );
  return { kind: isNewer ? "reconnected" : "reconnect", application };
}

/** The execution that the failure or the wait comes from, which may be one that this one has called. */
async function findCause(
  deps: Deps,
  { link: { scope } }: Visit,
  run: RunWithAccount,
): Promise<RunWithAccount> {
  let cause = run;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    if (cause.finished_at !== null && cause.error?.code !== "SUB_FLOW") return cause;
    const page = { page: 1, limit: 10, offset: 0 };
    const filter = { account: scope.account, parentId: cause.id, byAccount: true };
    const { rows } = await listRuns(deps.db, scope, filter, page);
    const called = rows.find(({ error, waits }) => error !== null || waits !== null);
    const found = called && (await findRun(deps.db, scope, called.id, scope.account));
    if (found === undefined) return cause;
    cause = found;
  }
  return cause;
}

/** The application, if the customer has a page for it. */
async function findShown(
  deps: Deps,
  { link: { scope } }: Visit,
  slug: string | null,
): Promise<Application | undefined> {
  if (slug === null || !(await isInPortal(deps, scope, slug))) return undefined;
  return findApplication(deps, scope, slug);
}
