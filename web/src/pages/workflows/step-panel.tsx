import { ActionIcon, Badge, Group, List, Stack, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { lasting } from "../../parts/time/time-words.ts";
import { Identifier } from "../../parts/values/identifier.tsx";
import { type NodeTypes, useNodeTypes } from "../../parts/workflow-graph/node-types.ts";
import { getKind } from "../../parts/workflow-graph/step-kind.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import type { WorkflowNode, WorkflowProblem } from "./workflow.ts";
import classes from "./workflow-page.module.css";

const StepProblems = loadedWhenShown(() =>
  import("./workflow-problems.tsx").then((file) => file.StepProblems),
);

interface StepPanelProps {
  readonly node: WorkflowNode | undefined;
  readonly problems: readonly WorkflowProblem[];
  readonly onClose: () => void;
}

/** The settings of the selected step. */
export function StepPanel({ node, problems, onClose }: StepPanelProps) {
  const { types } = useNodeTypes();
  if (!node) return <Text className={`${classes.panel} muted`}>{WORKFLOWS.noStep}</Text>;
  const { code, ...settings } = (node.data ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <section className={classes.panel} aria-label={node.name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" className={classes.stepName}>
          {node.name}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={WORKFLOWS.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <Stack gap="md" mt="xs">
        {problems.length > 0 && <StepProblems problems={problems} type={types.get(node.type)} />}
        <dl className={classes.facts}>
          {factsOf(node, types).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {typeof code === "string" && (
          <div>
            <Title order={3} className={classes.part}>
              {WORKFLOWS.code}
            </Title>
            <pre className={classes.code}>{code}</pre>
          </div>
        )}
        <div>
          <Title order={3} className={classes.part}>
            {WORKFLOWS.settings}
          </Title>
          {Object.keys(settings).length === 0 ? (
            <Text size="sm" className="muted">
              {WORKFLOWS.noSettings}
            </Text>
          ) : (
            <JsonTree key={node.id} value={settings} label={WORKFLOWS.settings} />
          )}
        </div>
      </Stack>
    </section>
  );
}

function factsOf(node: WorkflowNode, types: NodeTypes): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [WORKFLOWS.step, <Identifier key="id" id={node.id} whole />],
    [WORKFLOWS.type, getKind({ ...node, action: undefined }, types)],
  ];
  if (node.triggers)
    facts.push([
      WORKFLOWS.triggers,
      <List key="triggers" size="sm" listStyleType="none">
        {node.triggers.map(({ _id, application, event }) => (
          <List.Item key={_id}>
            {event} <Badge color="gray">{application}</Badge>
          </List.Item>
        ))}
      </List>,
    ]);
  else if (node.action && node.action !== "no_action") facts.push([WORKFLOWS.action, node.action]);
  if (node.type !== "start") facts.push([WORKFLOWS.attempts, WORKFLOWS.attemptsUpTo(node.maximum_attempts)]);
  if (node.type !== "start") facts.push([WORKFLOWS.onError, WORKFLOWS.onErrorWords[node.on_error]]);
  if (node.timeout_ms) facts.push([WORKFLOWS.timeout, lasting(node.timeout_ms)]);
  if (node.is_batch) facts.push([WORKFLOWS.batch, WORKFLOWS.yes]);
  if (node.configurable) facts.push([WORKFLOWS.configurable, WORKFLOWS.yes]);
  return facts;
}
