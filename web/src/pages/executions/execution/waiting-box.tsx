import { Anchor, Group, Text, Title } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { useChange } from "../../../api/use-api.ts";
import { ReconnectButton } from "../../../parts/applications/reconnect-button.tsx";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { exactly } from "../../../parts/time/time-words.ts";
import { WAITING } from "../../../words/execution.ts";
import classes from "./execution-page.module.css";
import type { Execution } from "./use-execution.ts";

type Reason = Execution["waiting_for"][number];

/** What an execution waits for, since when, until when, and how to let it continue. */
export function WaitingBox({ execution }: { execution: Execution }) {
  const { waiting_for: reasons } = execution;
  if (reasons.length === 0) return null;
  return (
    <section
      className={classes.box}
      style={{ "--mood": "var(--busy)" } as React.CSSProperties}
      aria-label={WAITING.label}
    >
      {reasons.map((reason) => (
        <WaitReason
          key={`${reason.kind} ${reason.path ?? reason.node_id}`}
          execution={execution}
          reason={reason}
        />
      ))}
    </section>
  );
}

function WaitReason({ execution, reason }: { execution: Execution; reason: Reason }) {
  const { kind, message, since, until, application } = reason;
  return (
    <div>
      <Group gap="sm">
        <IconClockPause size={18} color="var(--busy)" aria-hidden />
        <Title order={2} size="h5">
          {WAITING.kinds[kind]}
        </Title>
      </Group>
      <Text size="sm" mt={4}>
        {message}{" "}
        <span className="muted">
          {since && (
            <>
              {WAITING.since} <Moment at={since} />
            </>
          )}
          {until && ` · ${WAITING.until} ${exactly(until)}`}
        </span>
      </Text>
      {kind === "reconnect" && application && (
        <Group mt="sm">
          <ReconnectButton
            slug={application}
            account={execution.linked_account_id}
            connectionId={execution.advice?.connection_id}
          />
        </Group>
      )}
      {kind === "approval" && <Decision execution={execution} reason={reason} />}
    </div>
  );
}

function Decision({ execution, reason }: { execution: Execution; reason: Reason }) {
  const decide = useChange("put", "/api/v2/public/execution/{id}/nodes/{node_id}/approval", [
    "/api/v2/public/execution",
    "/api/v2/public/approval",
  ]);
  const path = { id: execution._id, node_id: reason.path ?? reason.node_id ?? "" };
  const ask = (approved: boolean) =>
    confirm({
      title: approved ? WAITING.approveTitle : WAITING.rejectTitle,
      text: (approved ? WAITING.approveText : WAITING.rejectText)(execution.linked_account_id),
      action: approved ? WAITING.approve : WAITING.reject,
      isDangerous: !approved,
      onConfirm: () =>
        decide.mutate(
          { path, body: { approved } },
          { onSuccess: () => tell(approved ? WAITING.approved : WAITING.rejected), onError: tellProblem },
        ),
    });
  return (
    <Group gap="sm" mt="sm">
      <RoleButton least="support" variant="filled" loading={decide.isPending} onClick={() => ask(true)}>
        {WAITING.approve}
      </RoleButton>
      <RoleButton least="support" loading={decide.isPending} onClick={() => ask(false)}>
        {WAITING.reject}
      </RoleButton>
      {reason.url?.startsWith("http") && (
        <Anchor href={reason.url} target="_blank" rel="noreferrer" size="sm">
          {WAITING.openPage}
        </Anchor>
      )}
    </Group>
  );
}
