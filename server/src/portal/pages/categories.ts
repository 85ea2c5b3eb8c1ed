import type { Application } from "../../apps/catalog/application.ts";

// The first that fits an application's tags counts.
const CATEGORIES = [
  { key: "list.other", tags: ["generic"] },
  { key: "list.crm", tags: ["crm", "marketing", "sales"] },
  { key: "list.commerce", tags: ["e-commerce", "payments", "finance", "accounting"] },
  { key: "list.support", tags: ["support", "helpdesk"] },
  { key: "list.projects", tags: ["project-management", "issue-tracking", "developer-tools"] },
  { key: "list.messaging", tags: ["communication", "chat", "email", "sms", "messaging"] },
  {
    key: "list.documents",
    tags: ["files", "storage", "spreadsheet", "database", "wiki", "content", "calendar", "productivity"],
  },
  { key: "list.ai", tags: ["ai"] },
] as const;
const OTHER = CATEGORIES[0];

/** Rows by the category of their application; categories in a fixed order, others last. */
export function splitByCategory<Row extends { readonly application: Application }>(
  rows: readonly Row[],
): { key: (typeof CATEGORIES)[number]["key"]; rows: Row[] }[] {
  const of = ({ application }: Row) => {
    const tags: readonly string[] = application.connector.info.tags ?? [];
    return CATEGORIES.find((one) => one.tags.some((tag) => tags.includes(tag))) ?? OTHER;
  };
  const [, ...named] = CATEGORIES;
  return [...named, OTHER]
    .map((category) => ({ key: category.key, rows: rows.filter((row) => of(row) === category) }))
    .filter((group) => group.rows.length > 0);
}
