import { IconLock } from "@tabler/icons-react";
import type { Role } from "../../api/session.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useRole } from "../../api/use-role.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { SHELL } from "../../words/shell.ts";
import { Nothing } from "./nothing.tsx";

/** Shown instead of what only others may see: the required role, and the reader's own. */
export function TakesRole({ what, least }: { what: string; least: Role }) {
  const environment = useEnvironment();
  const role = useRole() ?? "none";
  return (
    <Nothing
      icon={<IconLock size={28} />}
      title={PAGES.takesRole(what, least)}
      text={PAGES.yourRole(role, SHELL[environment].toLowerCase())}
    />
  );
}
