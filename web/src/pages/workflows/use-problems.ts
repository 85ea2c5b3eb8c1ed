import { useIsMutating } from "@tanstack/react-query";
import { useRead } from "../../api/use-api.ts";
import type { WorkflowProblem } from "./workflow.ts";

const NONE: readonly WorkflowProblem[] = [];

/** What stands in the way of publishing a workflow or a draft, as it is stored. */
export function useProblems(id: string): readonly WorkflowProblem[] {
  // Publishing ends a draft, which is not to be asked for once more on the way.
  const isChanging = useIsMutating() > 0;
  const { data } = useRead(
    "/api/v2/public/workflow/{id}/problems",
    { path: { id } },
    { enabled: !isChanging },
  );
  return data?.errors ?? NONE;
}
