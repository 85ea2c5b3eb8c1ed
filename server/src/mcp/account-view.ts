import { sql } from "kysely";
import type { McpServerRow } from "./schema.ts";
import type { AssociatedApp, OfferedTool, Policy, ServerFields } from "./table.ts";

/** A server as an account sees it: the organization's record with the account's own changes. */
export interface ServerView extends McpServerRow {
  /** The fields that the account has changed. */
  readonly changed: readonly string[];
  /** The organization's entries, whatever the account has changed. */
  readonly offered_apps: readonly AssociatedApp[];
}

/** The source of a view, as SERVER_STATE reads it. */
export interface ServerState extends McpServerRow {
  readonly changed_fields: ServerFields;
  readonly changes_revision: number;
  readonly changes_updated_at: Date | null;
  /** The workflows that entries name. */
  readonly named_workflows: readonly NamedWorkflow[] | null;
}

interface NamedWorkflow {
  readonly id: string;
  readonly alias: string | null;
  readonly is_own: boolean;
}

/**
 * The beginning of a statement about what the server $3 is to the account $4, of organization $1 and environment $2:
 * `server` has no row if it is another account's own, or the account no longer exists, and `callable` has the
 * workflows that the entries name, the organization's as well as the account's own.
 */
export const SERVER_STATE = `with server as (
      select s.*, coalesce(c.fields, '{}') as changed_fields, coalesce(c.revision, 0) as changes_revision,
        c.updated_at as changes_updated_at
      from mcp_servers s join linked_accounts a on a.id = $4 and a.org_id = s.org_id and a.environment = s.environment
        left join mcp_server_changes c on c.server_id = s.id and c.account_id = a.id
      where s.org_id = $1 and s.environment = $2 and s.id = $3 and (s.account_id is null or s.account_id = a.id)
    ), offered as (
      select jsonb_array_elements(associated_apps || coalesce(changed_fields -> 'associated_apps', '[]')) as app from server
    ), named as (
      select e ->> 'id' as name from offered, jsonb_array_elements(app -> 'workflows') e
    ), callable as (
      select w.id, w.alias, w.account_id is not null as is_own, p.version, coalesce(p.revision, w.revision) as revision from workflows w
        left join workflow_publications p on p.workflow_id = w.id and p.environment = $2
      where w.org_id = $1 and $2 = any (w.environments) and (w.account_id is null or w.account_id = $4)
        and (w.id in (select name from named) or w.alias in (select name from named))
    )`;

/** The column of a ServerState that `server` does not have. */
export const NAMED_WORKFLOWS = `(select json_agg(json_build_object('id', id, 'alias', alias, 'is_own', is_own)) from callable) as named_workflows`;

/** The name of the server `s` to the account whose changes of it are `c`, in a query that joins both. */
export const SEEN_NAME = sql<string>`coalesce(c.fields ->> 'name', s.name)`;

/**
 * The account's view. Its changes can make the organization's `safe_mode` and policies stricter, never more lenient,
 * and cannot rename the organization's tools.
 */
export function buildServerView(state: ServerState): ServerView {
  const { changed_fields: own, changes_revision, changes_updated_at, named_workflows, ...record } = state;
  // An account that turns it on wants to be asked, even if the organization would not have asked.
  const isSaferForAccount = own.safe_mode === true && !record.safe_mode;
  const offered = isSaferForAccount ? withoutAllow(record.associated_apps) : record.associated_apps;
  return {
    ...record,
    ...own,
    safe_mode: record.safe_mode || own.safe_mode === true,
    associated_apps: own.associated_apps
      ? limitEntries({ ...record, associated_apps: offered }, own.associated_apps, named_workflows ?? [])
      : offered,
    revision: record.revision + changes_revision,
    updated_at: latest(record.updated_at, changes_updated_at),
    changed: Object.keys(own).sort(),
    offered_apps: record.associated_apps,
  };
}

function withoutAllow(apps: readonly AssociatedApp[]): AssociatedApp[] {
  const strip = ({ policy, ...entry }: OfferedTool): OfferedTool =>
    policy === undefined || policy === "allow" ? entry : { ...entry, policy };
  return apps.map(({ slug, workflows, actions }) => ({
    slug,
    workflows: workflows.map(strip),
    actions: actions.map(strip),
  }));
}

function latest(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}

function limitEntries(
  record: McpServerRow,
  own: readonly AssociatedApp[],
  workflows: readonly NamedWorkflow[],
): AssociatedApp[] {
  const offered = entriesByName(record.associated_apps, workflows);
  const given = new Set([...offered.values()].flat().map(({ tool_name }) => tool_name));
  const limit = (entry: OfferedTool, names: readonly string[]): OfferedTool => {
    const theirs = names.flatMap((one) => offered.get(one) ?? []);
    const policy = limitedPolicy(entry, theirs, record);
    return { ...limitedNaming(entry, theirs, given), ...(policy && { policy }) };
  };
  return own.map((app) => ({
    slug: app.slug,
    workflows: app.workflows.map((entry) => limit(entry, namesOfWorkflow(entry, workflows))),
    actions: app.actions.map((entry) => limit(entry, [nameOfAction(app, entry)])),
  }));
}

type Limit = Policy | undefined;

// From the most lenient. Without a policy an entry follows `safe_mode`, which can only be stricter than allowing.
const STRICTNESS: readonly Limit[] = ["allow", undefined, "ask", "deny"];

function stricter(one: Limit, other: Limit): Limit {
  return STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other) ? one : other;
}

/** The account's entry combined with the organization's entries for the same tool. */
function limitedPolicy(
  { policy: own }: OfferedTool,
  theirs: readonly OfferedTool[],
  { safe_mode }: McpServerRow,
): Limit {
  const policies: Limit[] = theirs.map(({ policy }) => policy);
  const limit = policies.length > 0 ? policies.reduce(stricter) : undefined;
  if (own === undefined) return limit;
  return limit === undefined && !safe_mode ? own : stricter(own, limit);
}

/** People who decide on calls know tools by the organization's names: an account must not mislead them. */
function limitedNaming(
  own: OfferedTool,
  theirs: readonly OfferedTool[],
  given: ReadonlySet<string | undefined>,
): OfferedTool {
  const same = theirs.find(({ tool_name }) => tool_name === own.tool_name) ?? theirs[0];
  const { name, description, tool_name } = same ?? own;
  const isNamed = tool_name !== undefined && (same !== undefined || !given.has(tool_name));
  return { id: own.id, name, description, ...(isNamed && { tool_name }) };
}

/** The organization's entries, by all names of what they stand for. */
function entriesByName(
  apps: readonly AssociatedApp[],
  workflows: readonly NamedWorkflow[],
): Map<string, OfferedTool[]> {
  const entries = new Map<string, OfferedTool[]>();
  const note = (name: string, entry: OfferedTool) => entries.set(name, [...(entries.get(name) ?? []), entry]);
  for (const app of apps) {
    for (const entry of app.actions) note(nameOfAction(app, entry), entry);
    for (const entry of app.workflows)
      for (const name of namesOfWorkflow(entry, workflows)) note(name, entry);
  }
  return entries;
}

function nameOfAction({ slug }: AssociatedApp, { id }: OfferedTool): string {
  return `action/${slug}/${id}`;
}

/**
 * A workflow is the same under its id and its alias, which means the organization's if both have it, whatever the
 * application that lists it.
 */
function namesOfWorkflow({ id: name }: OfferedTool, workflows: readonly NamedWorkflow[]): string[] {
  const named = workflows.filter(({ id, alias }) => id === name || alias === name);
  const shared = named.filter(({ is_own }) => !is_own);
  const same = shared.length > 0 ? shared : named;
  return [...new Set([name, ...same.map(({ id }) => id)])].map((one) => `workflow/${one}`);
}
