import { type Body, JunctorError } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { usePreview } from "../../../api/use-api.ts";
import type { WorkflowProblem } from "../workflow.ts";
import { toBody, type WorkflowDrawing } from "./document/document.ts";

const PATH = "/api/v2/public/workflow/{id}/problems";
const TYPING_MS = 500;
const NONE: readonly WorkflowProblem[] = [];

/** What prevents publishing the edited document, saved or not, checked a moment after it has changed. */
export function useDrawnProblems(id: string, { nodes, edges }: WorkflowDrawing): readonly WorkflowProblem[] {
  const drawn = useMemo(() => ({ nodes, edges }), [nodes, edges]);
  const [settled] = useDebouncedValue(drawn, TYPING_MS);
  const body = useMemo(() => withoutPositions(settled), [settled]);
  const { data, error } = usePreview(PATH, { path: { id }, body });
  return useMemo(() => data?.errors ?? refusalOf(error), [data, error]);
}

/** Moving steps needs no new check. */
function withoutPositions(drawing: WorkflowDrawing): Body<"post", typeof PATH> {
  const { nodes = [], edges } = toBody(drawing);
  return { nodes: nodes.map(({ position: _, ...node }) => node), edges };
}

/** A document that cannot even be saved has no further problems until that is fixed. */
function refusalOf(error: unknown): readonly WorkflowProblem[] {
  if (!(error instanceof JunctorError) || error.status !== 400) return NONE;
  return [{ node_id: null, edge_id: null, field: "", message: error.message }];
}
