import { Button, Group, SegmentedControl, Text, Title } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { type Item, useRead } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import { findFiles } from "../../../parts/files/shown-files.ts";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { lasting } from "../../../parts/time/time-words.ts";
import { State } from "../../../parts/values/state.tsx";
import { EXECUTION, FAILURE, STEP, STEP_STATES } from "../../../words/execution.ts";
import classes from "./execution-page.module.css";
import { RedactionNote } from "./redaction-note.tsx";
import type { ReplayWish } from "./replay-dialog.tsx";
import { STEP_MOODS } from "./step-moods.ts";
import { getItem } from "./steps.ts";
import {
  EXECUTION_KINDS,
  type Execution,
  type ExecutionNode,
  failedPath,
  hasEnded,
  nodeAt,
  POLL_EVERY_MS,
} from "./use-execution.ts";

const StepRequests = loadedWhenShown(() => import("./step-requests.tsx").then((file) => file.StepRequests));

const PATH = "/api/v2/public/execution/{id}/nodes/{node_id}/attempts";
const LARGE_BYTES = 1_000_000;

const FileList = loadedWhenShown(() =>
  import("../../../parts/files/file-list.tsx").then((file) => file.FileList),
);

type Attempt = Item<typeof PATH>;

interface StepPanelProps {
  readonly execution: Execution;
  readonly path: string;
  readonly onReplay: (wish: ReplayWish) => void;
}

/** The selected step: its input, output and logs. */
export function StepPanel({ execution, path, onReplay }: StepPanelProps) {
  const node = nodeAt(execution, path);
  const size = node === undefined ? 0 : (node.input_size ?? 0) + (node.output_size ?? 0);
  const [isWanted, setIsWanted] = useState(size < LARGE_BYTES);
  // It is read again whenever the execution changes.
  const everyMs = useRenewal(EXECUTION_KINDS, [], { everyMs: POLL_EVERY_MS });
  const { data, error, refetch } = useRead(
    PATH,
    { path: { id: execution._id, node_id: path } },
    { enabled: isWanted, everyMs: hasEnded(execution.status) ? undefined : everyMs },
  );
  const [chosen, setChosen] = useState<number>();
  if (node === undefined) return null;
  const attempts = data?.docs ?? [];
  const shown = attempts.find(({ attempt }) => attempt === chosen) ?? attempts.at(-1);
  // A step that waits for a reconnect has made no attempt.
  const standing = shown?.status ?? node.node_status;
  const reason = execution.waiting_for.find((one) => (one.path ?? one.node_id) === path);
  const item = getItem(path);
  return (
    <section className={classes.panel} aria-label={STEP.label}>
      <header className={classes.panelHead}>
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h5">
            {node.node_name}
            {item !== undefined && <span className="muted"> · {EXECUTION.item(item)}</span>}
          </Title>
          <State mood={STEP_MOODS[standing]} word={STEP_STATES[standing]} />
        </Group>
        {shown && <AttemptFacts attempt={shown} />}
        {attempts.length > 1 && (
          <SegmentedControl
            mt="sm"
            aria-label={EXECUTION.attempts(attempts.length)}
            value={String(shown?.attempt)}
            onChange={(value) => setChosen(Number(value))}
            data={attempts.map(({ attempt }) => ({
              value: String(attempt),
              label: EXECUTION.attempt(attempt),
            }))}
          />
        )}
        {shown && execution.redaction && (
          <RedactionNote
            execution={execution}
            redaction={execution.redaction}
            path={node.node_type === "start" ? undefined : path}
          />
        )}
        {shown && isReplayable(execution) && node.node_type !== "start" && (
          <ReplayButtons execution={execution} path={path} onReplay={onReplay} />
        )}
      </header>
      <div className={classes.panelBody}>
        {!isWanted && (
          <Group gap="sm">
            <Text size="sm">{STEP.large(`${(size / 1e6).toFixed(1)} MB`)}</Text>
            <Button variant="default" onClick={() => setIsWanted(true)}>
              {STEP.load}
            </Button>
          </Group>
        )}
        {error && <Problem error={error} onRetry={refetch} />}
        {data && shown === undefined && (
          <Text size="sm" className="muted">
            {reason?.message ?? STEP.notReached}
          </Text>
        )}
        {shown && (
          <AttemptValues node={node} attempt={shown}>
            {node.node_type !== "start" && (
              <StepRequests execution={execution} path={path} endedMs={endOf(shown)} />
            )}
          </AttemptValues>
        )}
      </div>
    </section>
  );
}

function isReplayable({ status, is_test: isTest }: Execution): boolean {
  return hasEnded(status) && !isTest;
}

/** Replaying from this step, unless the box of its failure offers that. */
function ReplayButtons({ execution, path, onReplay }: StepPanelProps) {
  const isFailed = path === failedPath(execution);
  const isOffered = isFailed && execution.advice?.action === "edit_input";
  return (
    <Group gap="sm" mt="sm">
      {!isFailed && (
        <RoleButton least="support" onClick={() => onReplay({ from: path })}>
          {STEP.replayHere}
        </RoleButton>
      )}
      {!isOffered && (
        <RoleButton least="support" onClick={() => onReplay({ from: path, isEdited: true })}>
          {STEP.editInput}
        </RoleButton>
      )}
    </Group>
  );
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  return (
    <Text size="sm" className="muted">
      {STEP.began} <Moment at={attempt.started_at} />
      {attempt.status !== "Waiting" && (
        <>
          {" "}
          · {STEP.took} <span className="number">{lasting(attempt.execution_time)}</span>
        </>
      )}
      {attempt.retry_at && (
        <>
          {" "}
          · {STEP.retries} <Moment at={attempt.retry_at} />
        </>
      )}
    </Text>
  );
}

function endOf({ started_at: startedAt, execution_time: tookMs }: Attempt): number {
  return Date.parse(startedAt) + tookMs;
}

interface AttemptValuesProps {
  readonly node: ExecutionNode;
  readonly attempt: Attempt;
  /** What is shown between the error and the values. */
  readonly children: ReactNode;
}

function AttemptValues({ node, attempt, children }: AttemptValuesProps) {
  const { error, output, input_data: input, logs } = attempt;
  const isStart = node.node_type === "start";
  return (
    <>
      {error && (
        <div className={classes.box} style={{ "--mood": "var(--bad)" } as React.CSSProperties}>
          <Title order={3} size="h6" mb={4}>
            {STEP.error}
          </Title>
          <div className={classes.cause}>{error.message}</div>
          <Text size="xs" mt={4} className="muted">
            {FAILURE.code(error.code)}
            {error.status !== undefined && ` · ${FAILURE.status(error.status)}`}
          </Text>
        </div>
      )}
      {children}
      {!isStart && !error && (
        <Section title={STEP.output}>
          <Value
            label={STEP.output}
            value={output}
            expression={outputExpression(node.node_id)}
            empty={attempt.status === "Waiting" ? STEP.noOutputYet : STEP.noOutput}
          />
        </Section>
      )}
      <Section title={titleOfInput(node.node_type)}>
        <Value
          label={titleOfInput(node.node_type)}
          value={input}
          expression={isStart ? "input" : undefined}
          empty={STEP.noOutput}
        />
      </Section>
      {logs.length > 0 && (
        <Section title={STEP.logs}>
          <pre className={`mono ${classes.logs}`}>{logs.join("\n")}</pre>
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}

function WithFiles({ value, ...tree }: Omit<ValueProps, "empty">) {
  const files = useMemo(() => findFiles(value), [value]);
  return (
    <>
      {files.length > 0 && <FileList files={files} />}
      <JsonTree value={value} {...tree} />
    </>
  );
}

interface ValueProps {
  readonly label: string;
  readonly value: unknown;
  readonly expression: string | undefined;
  readonly empty: string;
}

function Value({ label, value, expression, empty }: ValueProps) {
  if (value === null || value === undefined)
    return (
      <Text size="sm" className="muted">
        {empty}
      </Text>
    );
  return <WithFiles label={label} value={value} expression={expression} />;
}

function titleOfInput(type: string): string {
  if (type === "start") return STEP.payload;
  return type === "http" ? STEP.request : STEP.input;
}

/** The name by which later steps read the output. */
function outputExpression(nodeId: string): string {
  return /^[A-Za-z_][\w-]*$/.test(nodeId) ? `node.${nodeId}` : `node[${JSON.stringify(nodeId)}]`;
}
