import { type Selectable, sql, type Updateable } from "kysely";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { StoredLanguages } from "../../pages/words/request-words.ts";
import type { Database, Db, Statement, Tx } from "../../platform/database/database.ts";
import { WHOLE_VIEW } from "../../runs/view/account-view.ts";
import { toInsertRow } from "../calls/call-keys.ts";
import type { CallRow } from "../calls/call-store.ts";
import { mergeCallWithRun, RUN_OF_CALL } from "../calls/run-of-call.ts";
import type { CallStatus, McpCallTable } from "../table.ts";

/** A call that somebody must approve, with what it will be made with. */
export type NewApproval = CallRow &
  Pick<Selectable<McpCallTable>, "title" | "application" | "sealed_call" | "idempotency_key" | "fingerprint">;

/** Inserts a call that waits for approval; false if its key is taken, or an equal call waits. */
export async function insertApprovalCall(tx: Tx, row: NewApproval): Promise<boolean> {
  const made = await tx
    .insertInto("mcp_calls")
    .values({ ...row, ...toInsertRow(row) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** How many calls of an account wait now. */
export async function countWaiting(db: Db, { account }: AccountScope): Promise<number> {
  const { count } = await db
    .selectFrom("mcp_calls")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("account_id", "=", account.id)
    .where("status", "=", "WAITING")
    .executeTakeFirstOrThrow();
  return count;
}

/** A call as the person who decides on it sees it. */
export interface ApprovalCall {
  readonly id: string;
  readonly accountId: string;
  /** What is stored about the languages of the person who decides. */
  readonly languages: StoredLanguages;
  readonly server_name: string;
  readonly brand: { readonly name: string; readonly logo: string | null; readonly color: string | null };
  /** What it will be made with, while that is stored. */
  readonly sealed_call: Uint8Array | null;
  readonly title: string | null;
  readonly application: string | null;
  readonly action_id: string | null;
  readonly workflow_id: string | null;
  /** The author's name for the workflow; null if it is not one, or no longer exists. */
  readonly workflow_name: string | null;
  readonly arguments: McpCallTable["arguments"];
  readonly client: string | null;
  readonly status: CallStatus;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly finished_at: Date | null;
}

/** The scope of the call, if it is not named by a link. */
export interface ServerFilter {
  readonly scope: Scope;
  readonly serverId: string;
}

/**
 * A call that must be, or had to be, approved; undefined if there is none with this id, or its server no longer
 * exists.
 */
export async function findApprovalCall(db: Db, id: string): Promise<ApprovalCall | undefined> {
  const row = await askedCall(db, id)
    .innerJoin("linked_accounts as a", "a.id", "c.account_id")
    .innerJoin("organizations as o", "o.id", "c.org_id")
    .leftJoin("mcp_server_changes as changes", (join) =>
      join.onRef("changes.server_id", "=", "c.server_id").onRef("changes.account_id", "=", "c.account_id"),
    )
    .leftJoin("mcp_settings as m", (join) =>
      join.onRef("m.org_id", "=", "c.org_id").onRef("m.environment", "=", "c.environment"),
    )
    .leftJoin("workflow_names as w", (join) =>
      join.onRef("w.id", "=", "c.workflow_id").onRef("w.environment", "=", "c.environment"),
    )
    .leftJoin("runs as run", "run.id", "c.run_id")
    .select(RUN_OF_CALL)
    .select(["c.action_id", "c.workflow_id", "w.name as workflow_name"])
    .select(sql<string>`coalesce(changes.fields ->> 'name', s.name)`.as("server_name"))
    .select(["c.id", "c.title", "c.application", "c.arguments", "c.sealed_call"])
    .select(["c.client", "c.decided_at", "c.finished_at", "a.account_id as accountId", "s.primary_color"])
    .select(["o.name as org_name", "o.logo as org_logo", "m.product_name", "m.logo"])
    .select(["o.color", "o.background_color", "o.support", "o.font"])
    .select(["a.language as account_language", "o.language as org_language", "o.portal_texts"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { product_name, logo, org_name, org_logo, primary_color, color, ...rest } = row;
  const {
    background_color,
    support,
    font,
    account_language,
    org_language,
    portal_texts: texts,
    ...call
  } = rest;
  const languages = { account: account_language, organization: org_language, texts };
  // As on the page on which an assistant is allowed.
  const brand = {
    name: product_name ?? org_name,
    logo: logo ?? org_logo,
    color: primary_color ?? color,
    background_color,
    support,
    font,
  };
  // Why it failed is not shown.
  return { ...mergeCallWithRun(call, WHOLE_VIEW), brand, languages };
}

/** The status of such a call, locked until the end of `tx`, so that nobody else decides on it meanwhile. */
export function lockApprovalCall(tx: Tx, id: string, within?: ServerFilter) {
  return askedCall(tx, id, within).forNoKeyUpdate("c").executeTakeFirst();
}

// Only such calls have a title: what the person who decides is shown.
const HAD_TO_BE_APPROVED = sql<boolean>`c.title is not null`;

function askedCall(db: Db, id: string, within?: ServerFilter) {
  const { scope, serverId } = within ?? {};
  return db
    .selectFrom("mcp_calls as c")
    .innerJoin("mcp_servers as s", "s.id", "c.server_id")
    .select(["c.status", "c.created_at"])
    .where("c.id", "=", id)
    .where(HAD_TO_BE_APPROVED)
    .$if(scope !== undefined, (query) =>
      query
        .where("c.org_id", "=", scope?.orgId ?? "")
        .where("c.environment", "=", scope?.environment ?? "test")
        .where("c.server_id", "=", serverId ?? ""),
    );
}

/** The next status of a waiting call. */
type CallTransition = Pick<
  Updateable<McpCallTable>,
  "decided_at" | "decided_by" | "decision_reason" | "finished_at"
> & {
  status: CallStatus;
};

/** Moves a waiting call to another status; an end deletes its arguments. */
export async function updateWaitingCall(tx: Tx, id: string, to: CallTransition): Promise<void> {
  await tx
    .updateTable("mcp_calls")
    .set({ ...to, ...(to.finished_at && { sealed_call: null }) })
    .where("id", "=", id)
    .where("status", "=", "WAITING")
    .execute();
}

/** An approved call to be made. */
export interface ApprovedCall {
  readonly id: string;
  readonly tool: string;
  readonly scope: AccountScope;
  readonly serverId: string;
  readonly sealed: Uint8Array;
}

/** The approved call with this id; undefined if it was made, or deleted. */
export async function findApprovedCall(db: Db, id: string): Promise<ApprovedCall | undefined> {
  const row = await db
    .selectFrom("mcp_calls as c")
    .innerJoin("linked_accounts as a", "a.id", "c.account_id")
    .select(["c.tool", "c.org_id", "c.environment", "c.account_id", "c.server_id", "c.sealed_call"])
    .select("a.account_id as accountId")
    .where("c.id", "=", id)
    .where("c.status", "=", "RUNNING")
    .executeTakeFirst();
  if (!row?.sealed_call) return undefined;
  const account = { id: row.account_id, accountId: row.accountId };
  const scope = { orgId: row.org_id, environment: row.environment, account };
  return { id, tool: row.tool, scope, serverId: row.server_id, sealed: row.sealed_call };
}

/** Records that an approved call has begun; false if it had begun before, in a process that did not finish it. */
export async function markStarted(db: Db, id: string, now: Date): Promise<boolean> {
  const begun = await db
    .updateTable("mcp_calls")
    .set({ begun_at: now })
    .where("id", "=", id)
    .where("begun_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return begun !== undefined;
}

const STATUS: Statement = {
  name: "mcp-call-status",
  text: "select status, created_at from mcp_calls where account_id = $1 and server_id = $2 and id = $3",
};

/** The status of a call of an account in the log. */
export async function findCallStatus(
  database: Database,
  { account }: AccountScope,
  serverId: string,
  id: string,
): Promise<{ status: CallStatus; created_at: Date } | undefined> {
  const rows = await database.query<{ status: CallStatus; created_at: Date }>(STATUS, [
    account.id,
    serverId,
    id,
  ]);
  return rows[0];
}
