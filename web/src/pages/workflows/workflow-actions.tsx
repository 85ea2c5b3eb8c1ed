import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { ChangesLink } from "../../parts/changes/changes-link.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { PAGES } from "../../words/parts/pages.ts";
import { SHELL } from "../../words/shell.ts";
import { EDITOR } from "../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../words/workflows/operator-editor.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { useArchive } from "./use-archive.ts";
import { useCopy } from "./use-copy.ts";
import { useDelete } from "./use-delete.ts";
import { useExport } from "./use-export.ts";
import { type Elsewhere, usePublishing } from "./versions/use-publishing.ts";
import type { Workflow } from "./workflow.ts";

interface ActionsProps {
  readonly workflow: Workflow;
  readonly draft: Workflow | undefined;
  readonly test: Elsewhere;
  readonly production: Elsewhere;
}

/** Commands for a workflow; the next step towards production is the prominent one. */
export function WorkflowActions({ workflow, draft, test, production }: ActionsProps) {
  const environment = useEnvironment();
  const here = usePublishing(workflow, environment);
  const there = usePublishing(workflow, "production");
  const promoted = promotedVersion(test, production);
  const isTest = environment === "test";
  // Work in test reaches production by promotion.
  const isOwn = isTest || !workflow.workflow_environment.includes("test");
  const mayPublish = isOwn
    ? draft !== undefined || !workflow.published
    : !workflow.published && promoted === undefined;
  return (
    <>
      <RunActions workflow={workflow} />
      <EditLink id={workflow._id} />
      {mayPublish && (
        <RoleButton
          least="developer"
          variant={promoted === undefined ? "filled" : "default"}
          onClick={() =>
            here.publish(isTest || workflow.published ? undefined : workflow.version || undefined)
          }
        >
          {draft ? WORKFLOWS.publishDraft : WORKFLOWS.publish}
        </RoleButton>
      )}
      {promoted !== undefined && (
        <RoleButton
          least="developer"
          environment="production"
          variant="filled"
          onClick={() => there.publish(promoted)}
        >
          {WORKFLOWS.promote}
        </RoleButton>
      )}
      <MoreMenu
        workflow={workflow}
        draft={draft}
        here={isTest ? test : production}
        onUnpublish={here.unpublish}
      />
    </>
  );
}

/** The version that test runs and production does not. */
function promotedVersion(test: Elsewhere, production: Elsewhere): number | undefined {
  if (!test.workflow?.published || !production.isKnown) return undefined;
  const { version } = test.workflow;
  return production.workflow?.published && production.workflow.version === version ? undefined : version;
}

function RunActions({ workflow }: { workflow: Workflow }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { published, _id: id } = workflow;
  const openExecution = (execution: string) =>
    navigate({ to: "/$environment/executions/$id", params: { id: execution } });
  return (
    <>
      <TextLink size="sm" to="/$environment/executions" search={{ workflow_id: id }}>
        {WORKFLOWS.executions}
      </TextLink>
      <ChangesLink filter={{ object_type: "workflow", object_id: id }} />
      <Tooltip label={WORKFLOWS.runNeedsPublished} disabled={published}>
        <span>
          <RoleButton
            least="developer"
            disabled={!published}
            onClick={async () =>
              (await import("./run-dialog.tsx")).openRun(workflow, environment, openExecution)
            }
          >
            {WORKFLOWS.run}
          </RoleButton>
        </span>
      </Tooltip>
    </>
  );
}

/** Links to the editor, which is read-only for those who may not change anything. */
function EditLink({ id }: { id: string }) {
  const isDeveloper = useMay("developer");
  return (
    <ButtonLink variant="default" to="/$environment/workflows/$id/edit" params={{ id }}>
      {isDeveloper ? EDITOR.edit : OPERATOR_EDITOR.view}
    </ButtonLink>
  );
}

interface MoreMenuProps {
  readonly workflow: Workflow;
  readonly draft: Workflow | undefined;
  readonly here: Elsewhere;
  readonly onUnpublish: () => void;
}

function MoreMenu({ workflow, draft, here, onUnpublish }: MoreMenuProps) {
  const environment = useEnvironment();
  const isDeveloper = useMay("developer");
  const exportNow = useExport(workflow);
  const copy = useCopy(draft ?? workflow);
  const archive = useArchive(workflow, here);
  const remove = useDelete(workflow, here);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={WORKFLOWS.more}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isDeveloper && <Menu.Label>{PAGES.needsRole("developer")}</Menu.Label>}
        <Menu.Item disabled={!isDeveloper} onClick={copy}>
          {WORKFLOWS.copy}
        </Menu.Item>
        <Menu.Item disabled={!isDeveloper} onClick={() => exportNow()}>
          {WORKFLOWS.exportWorkflow}
        </Menu.Item>
        {workflow.published && (
          <Menu.Item color="red" disabled={!isDeveloper} onClick={onUnpublish}>
            {WORKFLOWS.unpublishIn(SHELL[environment].toLowerCase())}
          </Menu.Item>
        )}
        <Menu.Item disabled={!isDeveloper} onClick={archive}>
          {workflow.archived ? WORKFLOWS.unarchive : WORKFLOWS.archive}
        </Menu.Item>
        <Menu.Item color="red" disabled={!isDeveloper} onClick={remove}>
          {WORKFLOWS.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
