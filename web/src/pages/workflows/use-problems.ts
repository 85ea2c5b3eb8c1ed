import { useIsMutating } from "@tanstack/react-query";
import { useRead } from "../../api/use-api.ts";
import type { WorkflowProblem } from "./workflow.ts";

const NONE: readonly WorkflowProblem[] = [];

/** What prevents publishing a workflow or a draft, as it is stored. */
export function useProblems(id: string): readonly WorkflowProblem[] {
  // Publishing ends a draft, which must not be requested again meanwhile.
  const isChanging = useIsMutating() > 0;
  const { data } = useRead(
    "/api/v2/public/workflow/{id}/problems",
    { path: { id } },
    { enabled: !isChanging },
  );
  return data?.errors ?? NONE;
}
