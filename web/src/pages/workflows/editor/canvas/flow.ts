import { useMemo, useRef } from "react";
import { findLoops, isWayBack, type NodeMarks } from "../../../../parts/workflow-graph/graph.ts";
import type { Box } from "../../../../parts/workflow-graph/layout.ts";
import type { FrameNode } from "../../../../parts/workflow-graph/step-box.tsx";
import { ARROW, describeEdge, placed } from "../../../../parts/workflow-graph/view.ts";
import type { WorkflowProblem } from "../../workflow.ts";
import { waysFrom } from "../document/branches.ts";
import type { CanvasPoint, WorkflowDocument } from "../document/document.ts";
import { type EdgeWay, getBoxes, waysByLayout } from "../document/place.ts";
import type { EditorEdge } from "./editor-edge.tsx";
import type { EditorNode, EditorNodeData } from "./editor-node.tsx";

/** What rendering steps needs besides the document. */
interface Drawn {
  readonly document: WorkflowDocument;
  readonly selected: ReadonlySet<string>;
  /** Positions of nodes while they are dragged. */
  readonly dragged: ReadonlyMap<string, CanvasPoint> | undefined;
  readonly marks: NodeMarks;
  /** The step in the tab order. */
  readonly here: string | undefined;
  /** The step to focus. */
  readonly focus: { readonly id: string } | undefined;
  readonly isReadOnly: boolean;
}

/** The nodes for React Flow. Unchanged ones stay the same objects, so that they are not rendered again. */
export function useFlowNodes({ document, selected, dragged, marks, here, focus, isReadOnly }: Drawn) {
  const kept = useRef(new Map<string, EditorNode>());
  const { steps, frames } = getBoxes(document, dragged);
  const waysOf = useWays(document);
  const next = new Map<string, EditorNode>();
  for (const node of document.nodes) {
    const data = {
      node,
      types: document.types,
      mark: marks.get(node.id),
      ways: waysOf(node.id),
      isHere: node.id === here,
      isReadOnly,
      focus: focus?.id === node.id ? focus : undefined,
    };
    const box = steps.get(node.id) ?? { ...node.position, width: 0, height: 0 };
    next.set(node.id, keptOr(kept.current.get(node.id), data, { box, isSelected: selected.has(node.id) }));
  }
  kept.current = next;
  const framesDrawn = [...frames].map(
    ([loop, box]): FrameNode => ({
      ...placed(box),
      id: `frame of ${loop}`,
      type: "frame",
      data: {},
      zIndex: -1,
      draggable: false,
      selectable: false,
      connectable: false,
    }),
  );
  return { nodes: [...framesDrawn, ...next.values()], steps };
}

/** The branches of each node, recomputed only if nodes or edges change. */
function useWays(document: WorkflowDocument) {
  const { nodes, edges } = document;
  const known = useRef<{ nodes: unknown; edges: unknown; ways: Map<string, readonly (string | null)[]> }>(
    undefined,
  );
  if (known.current?.nodes !== nodes || known.current.edges !== edges) {
    const before = known.current?.ways;
    const ways = new Map(
      nodes.map((node) => {
        const [old, now] = [before?.get(node.id), waysFrom(node, document)];
        return [node.id, old && old.join("\n") === now.join("\n") ? old : now];
      }),
    );
    known.current = { nodes, edges, ways };
  }
  const { ways } = known.current;
  return (id: string) => ways.get(id) ?? [];
}

interface Look {
  readonly box: Box;
  readonly isSelected: boolean;
}

function keptOr(before: EditorNode | undefined, data: EditorNodeData, { box, isSelected }: Look): EditorNode {
  const isSameData = before !== undefined && sameFields(before.data, data);
  const isSamePlace =
    before?.position.x === box.x && before.position.y === box.y && before.width === box.width;
  if (isSameData && isSamePlace && before.selected === isSelected) return before;
  return {
    ...placed(box),
    id: data.node.id,
    type: "step",
    selected: isSelected,
    data: isSameData ? before.data : data,
  };
}

function sameFields(one: EditorNodeData, other: EditorNodeData): boolean {
  return (Object.keys(one) as (keyof EditorNodeData)[]).every((key) => one[key] === other[key]);
}

/** How the layout draws edges, recomputed only if steps or edges come, go or change their branches. */
export function useEdgeWays(document: WorkflowDocument): ReadonlyMap<string, EdgeWay> {
  const { nodes, edges } = document;
  const shape = JSON.stringify([
    nodes.map((node) => [node.id, node.type, waysFrom(node, document)]),
    edges.map(({ id, source, target, sourceHandle }) => [id, source, target, sourceHandle]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says all that the layout depends on
  return useMemo(() => waysByLayout(document), [shape]);
}

/** What rendering edges needs besides the document. */
interface DrawnEdges extends Pick<Drawn, "document" | "selected" | "focus"> {
  readonly problems: readonly WorkflowProblem[];
  readonly ways: ReadonlyMap<string, EdgeWay>;
  readonly onInsert: ((edge: string) => void) | undefined;
}

/**
 * The edges for React Flow. An edge back to its loop is left out, because the frame shows it, unless it has problems.
 */
export function flowEdges({ document, selected, focus, problems, ways, onInsert }: DrawnEdges): EditorEdge[] {
  const { nodes, edges } = document;
  const loopOf = findLoops(document);
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const problemsOf = Map.groupBy(problems, ({ edge_id }) => edge_id);
  const problemOf = (id: string) =>
    problemsOf
      .get(id)
      ?.map(({ message }) => message)
      .join("\n");
  return edges
    .filter(
      (edge) =>
        names.has(edge.source) &&
        names.has(edge.target) &&
        (problemsOf.has(edge.id) || !isWayBack(edge, loopOf)),
    )
    .map(({ id, source, target, sourceHandle }) => ({
      id,
      source,
      target,
      sourceHandle,
      type: "way",
      ariaLabel: describeEdge({ source, target }, names),
      selected: selected.has(id),
      markerEnd: ARROW,
      data: {
        onInsert,
        way: ways.get(id),
        problem: problemOf(id),
        focus: focus?.id === id ? focus : undefined,
      },
    }));
}
