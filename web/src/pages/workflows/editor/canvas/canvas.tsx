import type { WorkflowEdge } from "../../workflow.ts";
import "@xyflow/react/dist/style.css";
import { useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { useCallbackRef, useElementSize } from "@mantine/hooks";
import {
  type Connection,
  Controls,
  type EdgeChange,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { useEffect, useId, useMemo, useState } from "react";
import type { NodeMarks } from "../../../../parts/workflow-graph/graph.ts";
import type { Box } from "../../../../parts/workflow-graph/layout.ts";
import { LoopFrame } from "../../../../parts/workflow-graph/step-box.tsx";
import { FIT, FLOW_SETTINGS, firstView } from "../../../../parts/workflow-graph/view.ts";
import graph from "../../../../parts/workflow-graph/workflow-graph.module.css";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import type { WorkflowProblem } from "../../workflow.ts";
import { type CanvasPoint, canConnect, move } from "../document/document.ts";
import classes from "../editor.module.css";
import type { Commands, StepPlace } from "../use-commands.ts";
import type { Editor } from "../use-editor.ts";
import { type EditorEdge, WayOnCanvas } from "./editor-edge.tsx";
import { StepOnCanvas } from "./editor-node.tsx";
import { flowEdges, useEdgeWays, useFlowNodes } from "./flow.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";

const NODE_TYPES = { step: StepOnCanvas, frame: LoopFrame };
const EDGE_TYPES = { way: WayOnCanvas };
// An edge dropped near a step connects to it.
const REACH = 40;
// Smaller workflows fit at a glance.
const MAP_FROM = 12;
// Pixels around a step that is scrolled into view.
const ROOM = 60;
const MAP = { width: 140, height: 100 };

interface CanvasProps {
  readonly label: string;
  readonly editor: Editor;
  readonly commands: Commands;
  readonly marks: NodeMarks;
  readonly problems: readonly WorkflowProblem[];
  /** Opens the picker to add a step. */
  readonly onAdd: (place: StepPlace) => void;
  /** Moves the focus to the settings of the selected step. */
  readonly onOpen: () => void;
}

/** The canvas of a workflow. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  );
}

function Drawn({ label, editor, commands, marks, problems, onAdd, onOpen }: CanvasProps) {
  const { document, selected, focus, isReadOnly, select } = editor;
  const [dragged, setDragged] = useState<ReadonlyMap<string, CanvasPoint>>();
  const here = hereOf(editor);
  const { nodes, steps } = useFlowNodes({ document, selected, dragged, marks, here, focus, isReadOnly });
  const insert = useCallbackRef((edge: string) => onAdd({ edge }));
  const ways = useEdgeWays(document);
  const edges = useMemo(
    () =>
      flowEdges({
        document,
        selected,
        focus,
        problems,
        ways,
        onInsert: isReadOnly ? undefined : insert,
      }),
    [document, selected, focus, problems, ways, isReadOnly, insert],
  );
  const { ref, width, height } = useElementSize();
  const show = useView(steps, { width, height });
  const onKeyDown = useCanvasKeys({ editor, steps, here, show, onOpen });
  useSight(editor, steps, show);
  // Stable functions: React Flow re-renders all steps and edges for a new one.
  const choose = useCallbackRef((changes: readonly (NodeChange | EdgeChange<EditorEdge>)[]) => {
    const chosen = changes.filter((change) => change.type === "select");
    // Changes of nodes and of edges arrive one after the other, before a render.
    if (chosen.length > 0) select((before) => chosenAfter(before, chosen));
  });
  const onNodesChange = useCallbackRef((changes: NodeChange[]) => {
    const positions = changes.flatMap((change) =>
      change.type === "position" && change.dragging && change.position
        ? [[change.id, change.position] as const]
        : [],
    );
    if (positions.length > 0) setDragged((before) => new Map([...(before ?? []), ...positions]));
    choose(changes);
  });
  const settle = useCallbackRef(() => {
    if (dragged)
      editor.change((before) => move(before, dragged), { said: EDITOR.moved({ count: dragged.size }) });
    setDragged(undefined);
  });
  const drop = useCallbackRef(useDrop(commands, onAdd));
  const addAtPoint = ({ target }: React.MouseEvent) => {
    const point = target instanceof HTMLElement && target.closest<HTMLElement>(".react-flow__handle.source");
    if (!point || isReadOnly) return;
    const { nodeid: source = "", handleid: sourceHandle = null } = point.dataset;
    onAdd({ from: { source, sourceHandle } });
  };
  const connect = useCallbackRef(({ source, target, sourceHandle }: Connection) =>
    commands.draw({ source, target, sourceHandle }),
  );
  const isValid = useCallbackRef(({ source, target, sourceHandle = null }: Connection | EditorEdge) =>
    canConnect(document, { source, target, sourceHandle }),
  );
  const leave = useCallbackRef(() => select([]));
  const description = useId();
  const scheme = useComputedColorScheme("light");
  return (
    <section
      className={`${graph.canvas} ${classes.canvas}`}
      ref={ref}
      aria-label={label}
      aria-describedby={description}
      onKeyDown={onKeyDown}
      onClick={addAtPoint}
      data-read-only={isReadOnly || undefined}
    >
      <VisuallyHidden id={description}>{EDITOR.canvasKeys}</VisuallyHidden>
      <ReactFlow
        {...FLOW_SETTINGS}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={scheme}
        connectionRadius={REACH}
        connectOnClick={false}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        deleteKeyCode={null}
        panOnScroll
        isValidConnection={isValid}
        onNodesChange={onNodesChange}
        onEdgesChange={choose}
        onNodeDragStop={settle}
        onSelectionDragStop={settle}
        onConnect={connect}
        onConnectEnd={drop}
        onPaneClick={leave}
        onNodeDoubleClick={onOpen}
      >
        <Controls showInteractive={false} fitViewOptions={FIT} />
        {document.nodes.length >= MAP_FROM && (
          <MiniMap pannable zoomable style={MAP} ariaLabel={EDITOR.map} />
        )}
      </ReactFlow>
    </section>
  );
}

/** The step with the keyboard focus: the last focused one, a selected one, or the first. */
function hereOf({ document: { nodes }, selected, focus }: Editor): string | undefined {
  const [first] = nodes;
  const chosen = nodes.filter(({ id }) => selected.has(id));
  return (chosen.find(({ id }) => id === focus?.id) ?? chosen[0] ?? first)?.id;
}

/** The selection after changes by React Flow. */
function chosenAfter(
  selected: ReadonlySet<string>,
  changes: readonly { readonly id?: string; readonly selected?: boolean }[],
): readonly string[] {
  const next = new Set(selected);
  for (const { id = "", selected: isSelected } of changes) isSelected ? next.add(id) : next.delete(id);
  return [...next];
}

/** An edge dropped in empty space asks for a step to add; one dropped on a step connects to it. */
function useDrop(commands: Commands, onAdd: (place: StepPlace) => void) {
  const flow = useReactFlow();
  return (event: MouseEvent | TouchEvent, { isValid, fromNode, fromHandle }: FinalConnectionState) => {
    if (isValid || !fromNode || fromHandle?.type !== "source") return;
    const from = { source: fromNode.id, sourceHandle: fromHandle.id ?? null };
    const { clientX: x, clientY: y } =
      "changedTouches" in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event;
    const under = window.document.elementFromPoint(x, y)?.closest<HTMLElement>(".react-flow__node");
    const target = under?.dataset.id;
    if (target === undefined) return onAdd({ from, at: middleAt(flow.screenToFlowPosition({ x, y })) });
    if (target !== from.source) commands.draw({ ...from, target });
  };
}

/** The position of a step whose upper edge has its middle at a point. */
function middleAt({ x, y }: CanvasPoint): CanvasPoint {
  return { x: Math.round(x - 120), y: Math.round(y) };
}

type Boxes = ReadonlyMap<string, Box>;
type Show = (box: Box) => void;

/** Shows the beginning of the workflow when it opens; the returned function scrolls a step into view. */
function useView(steps: Boxes, { width, height }: { width: number; height: number }): Show {
  const flow = useReactFlow();
  const isReady = width > 0 && height > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the reader's, from then on
  useEffect(() => {
    if (isReady) flow.setViewport(openedView(steps, width, height));
  }, [isReady]);
  return useCallbackRef((box: Box) => {
    const { x, y, zoom } = flow.getViewport();
    const aside = shiftInto(box.x * zoom + x, box.width * zoom, width);
    const down = shiftInto(box.y * zoom + y, box.height * zoom, height);
    if (isReady && (aside !== 0 || down !== 0)) flow.setViewport({ x: x + aside, y: y + down, zoom });
  });
}

/** How far something must move to be fully visible, with a margin; 0 if it is. */
function shiftInto(from: number, size: number, room: number): number {
  if (from >= 0 && from + size <= room) return 0;
  return from < 0 ? ROOM - from : room - ROOM - size - from;
}

/** Like `firstView`, for steps at any position. */
function openedView(steps: Boxes, width: number, height: number) {
  const boxes = [...steps.values()];
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const moved = new Map([...steps].map(([id, box]) => [id, { ...box, x: box.x - left, y: box.y - top }]));
  const across = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const down = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const { x, y, zoom } = firstView({ steps: moved, width: across, height: down }, width, height);
  return { x: x - left * zoom, y: y - top * zoom, zoom };
}

/** Scrolls the step with the keyboard focus, or the middle of the edge, into view. */
function useSight({ document, focus }: Editor, steps: Boxes, show: Show): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is led there
  useEffect(() => {
    const edge = document.edges.find(({ id }) => id === focus?.id);
    const box = focus && (steps.get(focus.id) ?? (edge && betweenEnds(edge, steps)));
    if (box) show(box);
  }, [focus]);
}

/** Where the middle of an edge is; undefined if one of its ends does not exist. */
function betweenEnds({ source, target }: WorkflowEdge, steps: Boxes): Box | undefined {
  const [from, to] = [steps.get(source), steps.get(target)];
  if (!from || !to) return undefined;
  const across = (from.x + from.width / 2 + to.x + to.width / 2) / 2;
  return { x: across, y: (from.y + from.height + to.y) / 2, width: 0, height: 0 };
}
