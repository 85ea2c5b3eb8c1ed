import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { PAGES } from "../../../words/parts/pages.ts";
import { SHELL } from "../../../words/shell.ts";
import { PUBLISHING } from "../../../words/workflows/publishing.ts";
import { WORKFLOWS } from "../../../words/workflows/workflows.ts";
import { useExport } from "../use-export.ts";
import type { Workflow } from "../workflow.ts";
import { usePublishing, useRestore } from "./use-publishing.ts";

interface VersionMenuProps {
  readonly workflow: Workflow;
  readonly version: Workflow;
  /** Production already runs it. */
  readonly isInProduction: boolean;
}

/** Commands for an earlier version. */
export function VersionMenu({ workflow, version: { version, published }, isInProduction }: VersionMenuProps) {
  const environment = useEnvironment();
  const isDeveloper = useMay("developer");
  const mayPromote = useMay("developer", "production");
  const here = usePublishing(workflow, environment);
  const production = usePublishing(workflow, "production");
  const restore = useRestore(workflow);
  const exportVersion = useExport(workflow);
  const needs = isDeveloper ? undefined : PAGES.needsRole("developer");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={WORKFLOWS.actionsOf(version)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {needs && <Menu.Label>{needs}</Menu.Label>}
        {!published && (
          <Menu.Item disabled={!isDeveloper} onClick={() => here.publish(version)}>
            {PUBLISHING.action(SHELL[environment].toLowerCase())}
          </Menu.Item>
        )}
        {environment === "test" && !isInProduction && (
          <Menu.Item disabled={!mayPromote} onClick={() => production.publish(version)}>
            {WORKFLOWS.promote}
          </Menu.Item>
        )}
        <Menu.Item disabled={!isDeveloper} onClick={() => restore(version)}>
          {WORKFLOWS.restore}
        </Menu.Item>
        <Menu.Item disabled={!isDeveloper} onClick={() => exportVersion(version)}>
          {WORKFLOWS.exportWorkflow}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
