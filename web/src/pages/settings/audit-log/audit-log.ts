import type { Item } from "../../../api/use-api.ts";
import type { PageAddress } from "../../../parts/links/page-link.tsx";
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

/** The page of the changed object; undefined if it no longer exists, or has none. */
export function getPage(entry: AuditEntry): PageAddress | undefined {
  const { object, action, linked_account_id: account } = entry;
  const { type, id } = object;
  if (action.endsWith(".deleted") && type !== "config" && type !== "schedule") return undefined;
  const page = (id === null ? undefined : getOwnPage(type, id)) ?? COMMON_PAGES[type];
  if (page !== undefined || account === null) return page;
  return { to: "/$environment/customers/$id", params: { id: account } };
}

const COMMON_PAGES: Readonly<Record<string, PageAddress>> = {
  mcp_settings: { to: "/$environment/mcp/settings" },
  api_key: { to: "/$environment/settings/api-keys" },
  operator: { to: "/$environment/settings/operators" },
  organization: { to: "/$environment/settings/organization" },
};

function getOwnPage(type: string, id: string): PageAddress | undefined {
  switch (type) {
    case "workflow":
      return { to: "/$environment/workflows/$id", params: { id } };
    case "webhook":
      return { to: "/$environment/webhooks/$id", params: { id } };
    case "application":
    case "application_settings":
    case "application_fields":
      return { to: "/$environment/applications/$slug", params: { slug: id } };
    case "execution":
      return { to: "/$environment/executions/$id", params: { id } };
    case "mcp_server":
      return { to: "/$environment/mcp/servers/$id", params: { id } };
  }
}
