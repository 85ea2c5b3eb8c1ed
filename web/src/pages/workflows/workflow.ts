import type { Reply } from "@junctor/sdk";
import { workflowList } from "../../api/audience.ts";
import { useRead } from "../../api/use-api.ts";

/** A workflow, a draft or a version of one. */
export type Workflow = Reply<"get", "/api/v2/public/workflow/{id}">;
export type WorkflowNode = Workflow["nodes"][number];
export type WorkflowProblem = Reply<"get", "/api/v2/public/workflow/{id}/problems">["errors"][number];

/** The prefix of everything to read again after a workflow has changed. */
export const WORKFLOW_PATH = "/api/v2/public/workflow";

/** What starts a workflow: all triggers, those of other products with their application. */
export function getTriggers({ nodes }: Workflow): string[] {
  const triggers = nodes.flatMap(({ triggers = [] }) => triggers);
  return triggers.map(({ application, event }) =>
    application === "Junctor" || application === "" ? event : `${application} · ${event}`,
  );
}

/** The draft of a published workflow, if there is one. */
export function useDraft(id: string, isPublished: boolean): Workflow | undefined {
  const { data } = useRead(workflowList(), { query: { draft_of: id, limit: 1 } }, { enabled: isPublished });
  return isPublished ? data?.docs[0] : undefined;
}

/** The edited record: the current draft, or the workflow itself if there is none; undefined until that is known. */
export function useFreshDraft(workflow: Workflow): Workflow | undefined {
  const { data, isFetchedAfterMount } = useRead(
    workflowList(),
    { query: { draft_of: workflow._id, limit: 1 } },
    { isFresh: true, enabled: workflow.published },
  );
  if (!workflow.published) return workflow;
  return isFetchedAfterMount ? (data?.docs[0] ?? workflow) : undefined;
}

/** An edge of a workflow, as the API has it. */
export type WorkflowEdge = Workflow["edges"][number];
