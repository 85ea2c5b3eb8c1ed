import { Button, Group, List, Progress, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useChange } from "../../../api/use-api.ts";
import { confirm, tellProblem } from "../../../parts/forms/confirm.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { BULK } from "../../../words/executions.ts";
import classes from "./bulk-progress.module.css";
import { getStarter } from "./replay-columns.tsx";
import { type BulkProgress as ProgressOf, useReplayProgress } from "./use-bulk-replay.ts";

/** The progress of the bulk replay in the URL; it survives a reload. */
export function BulkProgress({ onEnd }: { onEnd: () => void }) {
  const { id, data, error, refetch, show } = useReplayProgress();
  const status = data?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "RUNNING" && status !== "RUNNING") onEnd();
    before.current = status;
  }, [status, onEnd]);
  if (error && data === undefined) return <Problem error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  return (
    <section className={classes.box} aria-label={BULK.title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={500} role="status">
          {titleOf(data)} · {BULK.progress(data.started, data.matched)}
          {data.failed > 0 && ` · ${BULK.failures(data.failed)}`}
          {data.started_by && <span className="muted"> {BULK.by(getStarter(data))}</span>}
        </Text>
        <Group gap="sm">
          {data.status === "RUNNING" ? (
            <StopReplay id={id} />
          ) : (
            <Button variant="default" onClick={() => show(undefined)}>
              {BULK.dismiss}
            </Button>
          )}
        </Group>
      </Group>
      <Progress
        mt="sm"
        size="sm"
        value={data.matched === 0 ? 100 : (100 * (data.started + data.failed)) / data.matched}
        color={data.failed > 0 ? "yellow" : undefined}
        aria-label={BULK.progress(data.started, data.matched)}
      />
      <Problems problems={data.problems} />
    </section>
  );
}

function StopReplay({ id }: { id: string }) {
  const stop = useChange("post", "/api/v2/public/execution/replay/{id}/stop", [
    "/api/v2/public/execution/replay",
  ]);
  const ask = () =>
    confirm({
      title: BULK.stopTitle,
      text: BULK.stopText,
      action: BULK.stop,
      isDangerous: true,
      onConfirm: () => stop.mutate({ path: { id } }, { onError: tellProblem }),
    });
  return (
    <RoleButton least="support" onClick={ask} loading={stop.isPending}>
      {BULK.stop}
    </RoleButton>
  );
}

function Problems({ problems }: Pick<ProgressOf, "problems">) {
  if (problems.length === 0) return null;
  return (
    <List size="sm" mt="sm">
      {problems.map(({ execution_id: id, message }) => (
        <List.Item key={id}>
          <TextLink to="/$environment/executions/$id" params={{ id }} className="mono">
            {id}
          </TextLink>{" "}
          {message}
        </List.Item>
      ))}
    </List>
  );
}

function titleOf({ status }: ProgressOf): string {
  if (status === "RUNNING") return BULK.isRunning;
  return status === "STOPPED" ? BULK.wasStopped : BULK.isDone;
}
