import type { Item } from "../../../api/use-api.ts";
import { AUDIT_LOG } from "../../../words/settings/audit-log.ts";

/** A record of the audit log, as in lists. */
export type AuditEntry = Item<"/api/v2/public/audit-log">;

/** What happened, according to a record: "Workflow published". */
export function getChange({ object, action }: AuditEntry): string {
  return (
    AUDIT_LOG.actions[action] ??
    `${AUDIT_LOG.objects[object.type] ?? object.type} ${AUDIT_LOG.verbOf(action)}`
  );
}

/** Who made a change. */
export function getActor({ actor: { kind, name, id } }: AuditEntry): string {
  return name ?? id ?? AUDIT_LOG.kinds[kind];
}

/** The page of the changed object, below its environment; undefined if it no longer exists, or has none. */
export function getPage({ object: { type, id }, action, linked_account_id: account }: AuditEntry) {
  if (action.endsWith(".deleted") && type !== "config" && type !== "schedule") return undefined;
  const [customer, own] = [account, id].map((one) => (one === null ? undefined : encodeURIComponent(one)));
  const pages: Readonly<Record<string, string | undefined>> = {
    workflow: own && `workflows/${own}`,
    webhook: own && `webhooks/${own}`,
    application: own && `applications/${own}`,
    application_settings: own && `applications/${own}`,
    application_fields: own && `applications/${own}`,
    execution: own && `executions/${own}`,
    mcp_server: own && `mcp/servers/${own}`,
    mcp_settings: "mcp/settings",
    api_key: "settings/api-keys",
    operator: "settings/operators",
    organization: "settings/organization",
  };
  return pages[type] ?? (customer && `customers/${customer}`);
}
