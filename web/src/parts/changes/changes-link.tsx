import { useMay } from "../../api/use-role.ts";
import { LINKS } from "../../words/parts/links.ts";
import type { PageAddress } from "../links/page-link.tsx";
import { TextLink } from "../links/text-link.tsx";
import { given } from "../page/use-filters.ts";

/** The filters of the audit log that select the changes. */
export interface ChangesFilter {
  readonly object_type?: string;
  readonly object_id?: string;
  readonly actor_id?: string;
  readonly linked_account_id?: string;
}

/** Links to the changes of one object in the audit log; nothing for those who may not read it. */
export function ChangesLink({ filter }: { filter: ChangesFilter }) {
  const changes = useChangesLink();
  if (changes === undefined) return null;
  return (
    <TextLink size="sm" {...changes(filter)}>
      {LINKS.changes}
    </TextLink>
  );
}

/** Where a link or a menu item leads to changes in the audit log; undefined for those who may not read it. */
export function useChangesLink() {
  if (!useMay("developer")) return undefined;
  return (filter: ChangesFilter): PageAddress => ({
    to: "/$environment/settings/audit-log",
    search: given(filter),
  });
}
