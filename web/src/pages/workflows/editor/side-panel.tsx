import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconTrash, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useMemo, useState } from "react";
import { START } from "../../../parts/workflow-graph/graph.ts";
import { getKind } from "../../../parts/workflow-graph/step-kind.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import { WORKFLOW_GRAPH } from "../../../words/workflows/workflow-graph.ts";
import type { Workflow, WorkflowNode, WorkflowProblem } from "../workflow.ts";
import { getNode, replaceNode } from "./document/document.ts";
import { idProblem, renameNode } from "./document/rename-node.ts";
import classes from "./editor.module.css";
import { StepSettings } from "./settings/step-settings.tsx";
import { StepOutput } from "./testing/step-output.tsx";
import type { Test } from "./testing/use-test.ts";
import { TriggersField } from "./triggers/triggers-field.tsx";
import type { Commands } from "./use-commands.ts";
import type { Editor } from "./use-editor.ts";
import { WaysOn } from "./ways-on.tsx";

interface SidePanelProps {
  readonly ref: Ref<HTMLElement>;
  readonly editor: Editor;
  readonly commands: Commands;
  readonly problems: readonly WorkflowProblem[];
  /** Called when somebody leaves a field of the settings. */
  readonly onTouch: () => void;
  readonly onConnect: () => void;
  /** Tests the edited document with an input. */
  readonly onTestInput: (input: unknown) => void;
  /** Shown while nothing is selected. */
  readonly whole: React.ReactNode;
  readonly workflow: Workflow;
  readonly test: Test;
}

/** The settings of the selection: a step, several, an edge; or of the whole workflow. */
export function SidePanel({ ref, whole, onTouch, ...props }: SidePanelProps) {
  const { editor } = props;
  const { document, selected } = editor;
  const nodes = document.nodes.filter(({ id }) => selected.has(id));
  const [node] = nodes;
  // Back to the step that it belongs to.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !node) return;
    editor.leadTo(node.id);
  };
  return (
    <aside
      className={classes.panel}
      aria-label={EDITOR.panel}
      ref={ref}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={onTouch}
    >
      {nodes.length === 1 && node ? (
        <NodePanel key={node.id} node={node} {...props} />
      ) : selected.size > 0 ? (
        <SelectionPanel nodes={nodes} {...props} />
      ) : (
        whole
      )}
    </aside>
  );
}

type PanelPartProps = Omit<SidePanelProps, "ref" | "whole" | "onTouch">;

function NodePanel({
  node,
  editor,
  commands,
  problems,
  onConnect,
  onTestInput,
  workflow,
  test,
}: PanelPartProps & { node: WorkflowNode }) {
  const { document, isReadOnly, change } = editor;
  const set = (next: WorkflowNode) =>
    change((before) => replaceNode(before, next), { gesture: `settings of ${node.id}` });
  const edited = useMemo(() => {
    const { nodes, edges, fields, types } = document;
    return { ...workflow, nodes: [...nodes], edges: [...edges], data_slots: [...fields], types };
  }, [workflow, document]);
  return (
    <Stack gap="md">
      <header className={classes.head}>
        <TextInput
          aria-label={EDITOR.name}
          className={classes.headName}
          value={node.name}
          readOnly={isReadOnly}
          maxLength={255}
          data-first
          onChange={({ currentTarget: { value } }) => set({ ...node, name: value })}
        />
        {!isReadOnly && node.type !== START && (
          <ActionIcon variant="subtle" color="red" aria-label={EDITOR.remove} onClick={commands.remove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
        <div className={classes.headId}>
          <Title order={2} size="sm" className={classes.kind}>
            {getKind({ ...node, action: undefined, triggers: [] }, document.types)}
          </Title>
          <IdField node={node} editor={editor} />
        </div>
      </header>
      <StepOutput id={node.id} test={test} />
      {node.type === START && (
        <TriggersField
          workflow={edited}
          node={node}
          problems={problems}
          sample={test.sample}
          isReadOnly={isReadOnly}
          isSaved={!editor.isChanged}
          account={test.settings.account}
          onChange={set}
          onTest={onTestInput}
        />
      )}
      <StepSettings
        workflow={edited}
        node={node}
        problems={problems}
        sample={test.sample}
        account={test.settings.account}
        isReadOnly={isReadOnly}
        onChange={set}
      />
      <WaysOn node={node} editor={editor} commands={commands} onConnect={onConnect} />
    </Stack>
  );
}

/** The id of a step, changed on blur: expressions then follow it. */
function IdField({ node, editor }: { node: WorkflowNode; editor: Editor }) {
  const [typed, setTyped] = useState(node.id);
  const problem = idProblem(editor.document, node.id, typed);
  const keep = () => {
    if (problem !== undefined || typed === node.id) return;
    editor.change((before) => renameNode(before, node.id, typed), { select: [typed] });
  };
  return (
    <TextInput
      aria-label={EDITOR.id}
      title={EDITOR.idHelp}
      value={typed}
      readOnly={editor.isReadOnly}
      error={problem && EDITOR.idProblems[problem]}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === "Enter" && keep()}
    />
  );
}

/** Several steps, or only edges. */
function SelectionPanel({
  nodes,
  editor,
  commands,
  problems,
}: PanelPartProps & { nodes: readonly WorkflowNode[] }) {
  const { document, selected, isReadOnly } = editor;
  const edges = document.edges.filter(({ id }) => selected.has(id));
  const nameOf = (id: string) => getNode(document, id)?.name ?? id;
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        {nodes.length > 0 ? EDITOR.selectedSteps({ count: nodes.length }) : EDITOR.edge}
      </Title>
      {nodes.length === 0 &&
        edges.map(({ id, source, target }) => (
          <Text key={id} size="sm">
            {WORKFLOW_GRAPH.edgeFromTo({ from: nameOf(source), to: nameOf(target) })}
          </Text>
        ))}
      {nodes.length === 0 &&
        problems
          .filter(({ edge_id: id }) => id !== null && selected.has(id))
          .map(({ field, message }) => (
            <Text key={`${field} ${message}`} size="sm" c="var(--bad)">
              {message}
            </Text>
          ))}
      {!isReadOnly && (
        <Group gap="sm">
          {nodes.length > 0 && (
            <Button variant="default" onClick={commands.duplicate}>
              {EDITOR.duplicate}
            </Button>
          )}
          <Button variant="default" color="red" leftSection={<IconX size={14} />} onClick={commands.remove}>
            {nodes.length > 0 ? EDITOR.removeSteps({ count: nodes.length }) : EDITOR.removeEdge}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
