import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { SHELL } from "../../words/shell.ts";
import { PUBLISHING } from "../../words/workflows/publishing.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import type { Elsewhere } from "./versions/use-publishing.ts";
import { WORKFLOW_PATH, type Workflow } from "./workflow.ts";

/** Archives a workflow in the shown environment, after saying what that does, or brings it back. */
export function useArchive({ _id: id, name, published, archived }: Workflow, here: Elsewhere): () => void {
  const place = SHELL[useEnvironment()].toLowerCase();
  const change = useChange("put", "/api/v2/public/workflow/{id}/archive", [WORKFLOW_PATH]);
  const set = (next: boolean) =>
    change.mutate(
      { path: { id }, body: { archived: next } },
      {
        onSuccess: () => tell(next ? WORKFLOWS.archiveDone(name) : WORKFLOWS.unarchiveDone(name)),
        onError: tellProblem,
      },
    );
  if (archived) return () => set(false);
  return () =>
    confirm({
      title: WORKFLOWS.archiveTitle(name, place),
      text: [published && WORKFLOWS.unpublishText(PUBLISHING.reach(here.reach, place)), WORKFLOWS.archiveText]
        .filter(Boolean)
        .join(" "),
      action: WORKFLOWS.archive,
      onConfirm: () => set(true),
    });
}
