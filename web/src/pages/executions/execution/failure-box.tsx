import { Badge, Button, Group, Spoiler, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { ReconnectButton } from "../../../parts/applications/reconnect-button.tsx";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { getCause } from "../../../parts/values/cause.ts";
import { FAILURE } from "../../../words/execution.ts";
import classes from "./execution-page.module.css";
import type { ReplayWish } from "./replay-dialog.tsx";
import { getItem } from "./steps.ts";
import { type Execution, nodeAt } from "./use-execution.ts";

const CAUSE_HEIGHT = 90;

interface FailureBoxProps {
  readonly execution: Execution;
  readonly onReplay: (wish: ReplayWish) => void;
  readonly onSelect: (path: string) => void;
}

type Error = NonNullable<Execution["execution_error"]>;

/** What happened, the provider's reason, what to do, and the button for it. */
export function FailureBox({ execution, onReplay, onSelect }: FailureBoxProps) {
  const { execution_error: error, advice } = execution;
  if (!error || execution.status === "RUNNING") return null;
  const path = error.path ?? error.node_id;
  return (
    <section
      className={classes.box}
      style={{ "--mood": "var(--bad)" } as React.CSSProperties}
      aria-label={FAILURE.label}
    >
      <Group gap="sm" mb={6}>
        <IconAlertTriangle size={18} color="var(--bad)" aria-hidden />
        <Title order={2} size="h5">
          {sentenceOf(execution, error)}
        </Title>
        {error.status !== undefined && <Badge color="gray">{FAILURE.status(error.status)}</Badge>}
        {(error.attempts ?? 1) > 1 && (
          <Text size="sm" className="muted">
            {FAILURE.afterAttempts(error.attempts ?? 1)}
          </Text>
        )}
      </Group>
      <Spoiler maxHeight={CAUSE_HEIGHT} showLabel={FAILURE.more} hideLabel={FAILURE.less}>
        <div className={classes.cause}>{getCause(error.message)}</div>
      </Spoiler>
      {advice && (
        <Text size="sm" mt="sm">
          <strong>{FAILURE.whatToDo}:</strong> {advice.message}
        </Text>
      )}
      <Group gap="sm" mt="md">
        <AdviceButtons execution={execution} path={path} onReplay={onReplay} />
        {path !== undefined && (
          <Button variant="subtle" color="gray" onClick={() => onSelect(path)}>
            {FAILURE.showStep}
          </Button>
        )}
      </Group>
    </section>
  );
}

function sentenceOf(execution: Execution, error: Error): string {
  const { status } = execution;
  if (error.node_id === undefined) return status === "TIMED_OUT" ? FAILURE.timedOut : FAILURE.failed;
  const node = nodeAt(execution, error.path ?? error.node_id);
  const name = node?.node_name ?? error.node_name ?? error.node_id;
  const item = getItem(error.path ?? "");
  return item === undefined ? FAILURE.failedAt(name) : FAILURE.failedAtItem(name, item);
}

interface AdviceButtonsProps {
  readonly execution: Execution;
  readonly path: string | undefined;
  readonly onReplay: (wish: ReplayWish) => void;
}

function AdviceButtons({ execution, path, onReplay }: AdviceButtonsProps) {
  const { advice, environment, associated_workflow: workflow, linked_account_id: customer } = execution;
  const again = (isPrimary: boolean) => (
    <RoleButton
      least="support"
      variant={isPrimary ? "filled" : "default"}
      onClick={() => onReplay({ from: path })}
    >
      {FAILURE.replayFrom(path === undefined ? undefined : (nodeAt(execution, path)?.node_name ?? path))}
    </RoleButton>
  );
  const nodeId = advice?.node_id ?? execution.execution_error?.node_id;
  const toWorkflow = (isPrimary: boolean) => (
    <ButtonLink
      to="/$environment/workflows/$id/edit"
      params={{ environment, id: workflow._id }}
      search={{ execution: execution._id, ...(nodeId !== undefined && { step: nodeId }) }}
      variant={isPrimary ? "filled" : "default"}
    >
      {FAILURE.editStep}
    </ButtonLink>
  );
  // Tests are not replayed: the editor tests again.
  if (execution.is_test) return toWorkflow(true);
  switch (advice?.action) {
    case "connect":
    case "reconnect":
      return (
        <>
          {advice.application && (
            <ReconnectButton
              slug={advice.application}
              account={customer}
              connectionId={advice.connection_id}
              isFirst={advice.action === "connect"}
            />
          )}
          {again(!advice.application)}
        </>
      );
    case "edit_input":
      return (
        <>
          <RoleButton
            least="support"
            variant="filled"
            onClick={() => onReplay({ from: path, isEdited: true })}
          >
            {FAILURE.editInput}
          </RoleButton>
          {again(false)}
          {toWorkflow(false)}
        </>
      );
    case "edit_workflow":
    case "raise_limit":
      return (
        <>
          {toWorkflow(true)}
          {again(false)}
        </>
      );
    case "enable_application":
    case "set_up_application":
      return (
        <>
          <ButtonLink
            to="/$environment/applications/$slug"
            params={{ environment, slug: advice.application ?? "" }}
          >
            {FAILURE.openApplication}
          </ButtonLink>
          {again(false)}
        </>
      );
    default:
      return (
        <>
          {again(true)}
          {toWorkflow(false)}
        </>
      );
  }
}
