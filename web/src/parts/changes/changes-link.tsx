import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../api/use-role.ts";
import { useEnvironment } from "../../shell/use-environment.ts";
import { PARTS } from "../../words/parts/parts.ts";

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
    <Anchor component={Link} size="sm" {...changes(filter)}>
      {PARTS.changes}
    </Anchor>
  );
}

/** Where a link or a menu item leads to changes in the audit log; undefined for those who may not read it. */
export function useChangesLink() {
  const environment = useEnvironment();
  if (!useMay("developer")) return undefined;
  return (filter: ChangesFilter) => ({
    to: "/$environment/settings/audit-log" as never,
    params: { environment } as never,
    search: filter as never,
  });
}
