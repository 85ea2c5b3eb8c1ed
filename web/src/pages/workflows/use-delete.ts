import { useQueryClient } from "@tanstack/react-query";
import { getKey, useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { SHELL } from "../../words/shell.ts";
import { PUBLISHING } from "../../words/workflows/publishing.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import type { Elsewhere } from "./versions/use-publishing.ts";
import { WORKFLOW_PATH, type Workflow } from "./workflow.ts";

/** Deletes a workflow in the shown environment, after saying what that does and to how many customers. */
export function useDelete(
  { _id: id, name, published, workflow_environment: places }: Workflow,
  here: Elsewhere,
): () => void {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const queries = useQueryClient();
  const change = useChange("delete", "/api/v2/public/workflow/{id}", []);
  const place = SHELL[environment].toLowerCase();
  return () =>
    confirm({
      title: WORKFLOWS.deleteTitle(name, place),
      text: [
        published && PUBLISHING.reach(here.reach, place),
        places.length === 1 ? WORKFLOWS.deleteForGood : WORKFLOWS.deleteHere(place),
      ]
        .filter(Boolean)
        .join(" "),
      action: WORKFLOWS.deleteAction,
      isDangerous: true,
      onConfirm: () =>
        change.mutate(
          { path: { id }, query: {} },
          {
            onSuccess: async () => {
              // Leave its page first: what it reads no longer exists.
              await navigate({ to: "/$environment/workflows" });
              queries.invalidateQueries({ queryKey: getKey(environment, `${WORKFLOW_PATH}/all`) });
              tell(WORKFLOWS.deleted(name));
            },
            onError: tellProblem,
          },
        ),
    });
}
