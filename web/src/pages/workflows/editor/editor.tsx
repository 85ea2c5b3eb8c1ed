import { VisuallyHidden } from "@mantine/core";
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { useMay } from "../../../api/use-role.ts";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import type { NodeMark, NodeMarks } from "../../../parts/workflow-graph/graph.ts";
import type { NodeTypes } from "../../../parts/workflow-graph/node-types.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../words/workflows/operator-editor.ts";
import type { Workflow, WorkflowProblem } from "../workflow.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { getDocument } from "./document/place.ts";
import classes from "./editor.module.css";
import { PanelDivider, usePanelWidth } from "./panel-width.tsx";
import { ProblemList } from "./problem-list.tsx";
import { OthersLine } from "./saving/others-line.tsx";
import { SaveActions } from "./saving/save-actions.tsx";
import { StaleBox } from "./saving/stale-box.tsx";
import { useSaving } from "./saving/use-saving.ts";
import { SidePanel } from "./side-panel.tsx";
import { openPicker, type StepChoice, StepPicker } from "./step-picker.tsx";
import { TestPanel } from "./testing/test-panel.tsx";
import { useTest } from "./testing/use-test.ts";
import { Toolbar, useShortcutSheet } from "./toolbar.tsx";
import { type Commands, getCommands, type StepPlace } from "./use-commands.ts";
import { useDrawnProblems } from "./use-drawn-problems.ts";
import { type Editor, selectedNode, useEditor } from "./use-editor.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { useUntouched } from "./use-untouched.ts";
import { WorkflowForm } from "./workflow-form.tsx";

const FieldsDialog = loadedWhenShown(() =>
  import("./customer-fields/fields-dialog.tsx").then((file) => file.FieldsDialog),
);

const VersionsDialog = loadedWhenShown(() =>
  import("./saving/versions-dialog.tsx").then((file) => file.VersionsDialog),
);

interface WorkflowEditorProps {
  readonly workflow: Workflow;
  /** The opened draft, or the workflow itself if there is none. */
  readonly opened: Workflow;
  /** The node types of the server when it was opened. */
  readonly types: NodeTypes;
  /** The initially selected step, and the execution whose data is shown with it. */
  readonly step: string | undefined;
  readonly execution: string | undefined;
}

/** The canvas with everything around it. */
export function WorkflowEditor({ workflow, opened, types, step, execution }: WorkflowEditorProps) {
  const isReadOnly = !useMay("developer");
  const [first] = useState(() => getDocument(opened, types));
  const editor = useEditor(first, isReadOnly, step);
  const commands = getCommands(editor);
  const saving = useSaving(workflow, opened, editor);
  // By the permanent id: a draft's own ends when it is published.
  const { slug = opened.slug } = saving.savedFields;
  const edited = { ...opened, slug: slug ?? "", _id: workflow._id, published: workflow.published };
  const test = useTest(edited, editor.document, execution);
  const [isTesting, setIsTesting] = useState(execution !== undefined);
  const [dialog, setDialog] = useState<"fields" | "versions">();
  const closeDialog = () => setDialog(undefined);
  const problems = useDrawnProblems(workflow._id, editor.document);
  const { untouched, touch } = useUntouched(editor, first);
  // A step that has just been added lacks settings: its reader knows.
  const told = useMemo(
    () => problems.filter(({ node_id: id }) => id === null || id !== untouched),
    [problems, untouched],
  );
  const marks = useMemo(() => marksOf(told, test.marks), [told, test.marks]);
  const picker = usePicker(editor, commands);
  const panel = useRef<HTMLElement>(null);
  const node = selectedNode(editor);
  const openSettings = () => panel.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings of another step are read from their beginning
  useEffect(() => {
    panel.current?.scrollTo({ top: 0 });
  }, [node?.id]);
  const { sheet, open: openSheet } = useShortcutSheet();
  const toggleTest = () => setIsTesting((before) => !before);
  const testInput = (input: unknown) => {
    setIsTesting(true);
    if (!test.runWith(input)) editor.say(OPERATOR_EDITOR.needsCustomer);
  };
  const { addNext, connect } = picker;
  useEditorKeys({
    editor,
    commands,
    onAdd: addNext,
    onConnect: connect,
    onSave: saving.save,
    onTest: toggleTest,
  });
  const divider = usePanelWidth();
  return (
    <div className={classes.editor} style={{ "--panel-width": `${divider.width}px` } as CSSProperties}>
      <Toolbar
        editor={editor}
        commands={commands}
        onAdd={addNext}
        onShortcuts={openSheet}
        onDialog={setDialog}
      >
        <SaveActions workflow={workflow} editor={editor} saving={saving} onTest={toggleTest} />
      </Toolbar>
      <OthersLine workflow={workflow._id} isChanged={editor.isChanged} saving={saving} />
      <StaleBox {...saving} />
      {saving.error ? <Problem error={saving.error} /> : null}
      <div className={classes.split}>
        <div className={classes.main}>
          <div className={classes.frame}>
            <ProblemList
              problems={problems}
              document={editor.document}
              onOpen={(id) => [editor.select([id]), editor.leadTo(id)]}
            />
            <Canvas
              label={EDITOR.canvas({ name: workflow.name })}
              editor={editor}
              commands={commands}
              marks={marks}
              problems={problems}
              onAdd={picker.add}
              onOpen={openSettings}
            />
          </div>
          {isTesting && !isReadOnly && (
            <TestPanel
              workflow={edited}
              nodes={editor.document.nodes}
              test={test}
              node={node}
              onClose={() => setIsTesting(false)}
            />
          )}
        </div>
        <PanelDivider {...divider} />
        <SidePanel
          ref={panel}
          editor={editor}
          commands={commands}
          problems={told}
          onTouch={touch}
          onConnect={connect}
          onTestInput={testInput}
          workflow={edited}
          test={test}
          whole={
            <WorkflowForm
              fields={{ ...opened, workflow_alias: workflow.workflow_alias, ...saving.savedFields }}
              isReadOnly={isReadOnly}
              saving={saving}
            />
          }
        />
      </div>
      {picker.list}
      {dialog === "fields" && <FieldsDialog workflow={edited} editor={editor} onClose={closeDialog} />}
      {dialog === "versions" && (
        <VersionsDialog workflow={workflow} opened={opened} editor={editor} onClose={closeDialog} />
      )}
      {sheet}
      <VisuallyHidden component="div" role="status">
        {editor.said}
      </VisuallyHidden>
    </div>
  );
}

/** The picker for adding and connecting steps. */
function usePicker(editor: Editor, commands: Commands) {
  const [choice, setChoice] = useState<StepChoice>();
  const node = selectedNode(editor);
  const choose = (next: StepChoice) => {
    if (editor.isReadOnly) return;
    setChoice(next);
    openPicker();
  };
  const add = (place: StepPlace) => choose({ kind: "add", onPick: (picked) => commands.add(picked, place) });
  return {
    add,
    addNext: () => add(commands.placeOfNext()),
    connect: () => node && choose({ kind: "connect", node, onPick: commands.draw }),
    list: (
      <StepPicker document={editor.document} choice={choice} onLeave={() => node && editor.leadTo(node.id)} />
    ),
  };
}

/** The results of steps in the last test, and the number of their problems. */
function marksOf(problems: readonly WorkflowProblem[], tested: NodeMarks): NodeMarks {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id ?? "");
  const marked = [...byNode].map(([id, of]): [string, NodeMark] => [
    id,
    { ...tested.get(id), problems: of.length },
  ]);
  return new Map([...tested, ...marked]);
}
