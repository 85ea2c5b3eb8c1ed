import "@xyflow/react/dist/style.css";
import { Skeleton, useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { Controls, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { useEffect, useId, useMemo } from "react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { DrawnWay, type WayEdge } from "./drawn-way.tsx";
import type { EdgeMarks, NodeMarks, TypedGraph } from "./graph.ts";
import { type Box, type Drawing, drawWorkflow } from "./layout.ts";
import { type FrameNode, LoopFrame, StepBox, type StepNode } from "./step-box.tsx";
import { useGraphKeys } from "./use-graph-keys.ts";
import { ARROW, describeEdge, FIT, FLOW_SETTINGS, firstView, placed } from "./view.ts";
import classes from "./workflow-graph.module.css";

const NODE_TYPES = { step: StepBox, frame: LoopFrame };
const EDGE_TYPES = { way: DrawnWay };
// Below this, rendering everything at once is faster than deciding what is visible.
const MANY_STEPS = 100;

interface DrawnGraphProps {
  readonly label: string;
  /** Undefined while the node types are loading. */
  readonly graph: TypedGraph | undefined;
  readonly marks: NodeMarks | undefined;
  readonly edgeMarks: EdgeMarks | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

/** The drawing of a workflow; loaded with its libraries. */
export function DrawnGraph({ graph, ...props }: DrawnGraphProps) {
  if (!graph) return <Skeleton h="100%" radius={0} />;
  return (
    <ReactFlowProvider>
      <Canvas graph={graph} {...props} />
    </ReactFlowProvider>
  );
}

type CanvasProps = DrawnGraphProps & { readonly graph: TypedGraph };

function Canvas({ label, graph, marks, edgeMarks, selected, onSelect }: CanvasProps) {
  const drawing = useDrawing(graph);
  const { nodes, types } = graph;
  const { ref, width, height } = useElementSize();
  const { show } = useView(drawing, { width, height });
  const { here, focused, onKeyDown, forget } = useGraphKeys({ drawing, selected, onMove: show });
  const description = useId();
  const scheme = useComputedColorScheme("light");
  const chosen = selected === undefined ? undefined : drawing.steps.get(selected);
  useEffect(() => {
    if (chosen) show(chosen);
  }, [chosen, show]);
  const steps = useMemo(
    () => [
      ...[...drawing.frames].map(([loop, box]) => frameNode(loop, box)),
      ...nodes.map((node): StepNode => {
        const data = {
          node,
          types,
          mark: marks?.get(node.id),
          isSelected: node.id === selected,
          isHere: node.id === here,
          takesFocus: node.id === focused,
          onSelect,
        };
        return { ...placed(drawing.steps.get(node.id)), id: node.id, type: "step", data };
      }),
    ],
    [drawing, nodes, types, marks, selected, here, focused, onSelect],
  );
  const ways = useMemo(() => {
    const names = new Map(nodes.map(({ id, name }) => [id, name]));
    return drawing.ways.map((way) => wayEdge(way, names, edgeMarks));
  }, [drawing, nodes, edgeMarks]);
  return (
    <section
      className={classes.canvas}
      ref={ref}
      aria-label={label}
      aria-describedby={description}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || forget()}
    >
      <VisuallyHidden id={description}>{WORKFLOW_GRAPH.keys}</VisuallyHidden>
      <ReactFlow
        {...FLOW_SETTINGS}
        nodes={steps}
        edges={ways}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        onlyRenderVisibleElements={nodes.length > MANY_STEPS}
        onPaneClick={() => onSelect(undefined)}
      >
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
    </section>
  );
}

/** The drawing, recomputed only if steps or edges change: states change much more often. */
function useDrawing(graph: TypedGraph): Drawing {
  const { nodes, edges, types } = graph;
  const shape = JSON.stringify([
    nodes.map(({ id, type }) => [id, type]),
    edges.map(({ id, source, target, sourceHandle }) => [id, source, target, sourceHandle]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says all that the drawing depends on
  return useMemo(() => drawWorkflow(graph), [shape, types]);
}

/** Shows the beginning of a drawing, as large as fits; `show` scrolls a step into view. */
function useView(drawing: Drawing, { width, height }: { width: number; height: number }) {
  const flow = useReactFlow();
  const isReady = width > 0 && height > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of size moves nothing that somebody looks at
  useEffect(() => {
    if (isReady) flow.setViewport(firstView(drawing, width, height));
  }, [drawing, isReady]);
  const show = useMemo(
    () => (box: Box) => {
      const { x, y, zoom } = flow.getViewport();
      const [left, top] = [box.x * zoom + x, box.y * zoom + y];
      const isSeen =
        left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
      if (isReady && !isSeen) flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom });
    },
    [flow, width, height, isReady],
  );
  return { show };
}

function frameNode(loop: string, box: Box): FrameNode {
  return { ...placed(box), id: `frame of ${loop}`, type: "frame", data: {}, zIndex: -1 };
}

function wayEdge(
  { edge, points, label }: Drawing["ways"][number],
  names: ReadonlyMap<string, string>,
  edgeMarks: EdgeMarks | undefined,
): WayEdge {
  const { id, source, target } = edge;
  return {
    id,
    source,
    target,
    type: "way",
    ariaLabel: describeEdge(edge, names),
    markerEnd: ARROW,
    data: { edge, points, label, change: edgeMarks?.get(edge.id) },
  };
}
