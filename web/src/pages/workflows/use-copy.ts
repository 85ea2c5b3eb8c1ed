import type { Body } from "@junctor/sdk";
import { useChange, useSend } from "../../api/use-api.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { WORKFLOW_PATH, type Workflow } from "./workflow.ts";

const IMPORT = "/api/v2/public/workflow/import";

/** Creates an unpublished copy of a workflow, without its alias, and opens it in the editor. */
export function useCopy({ _id: id, name }: Workflow): () => Promise<void> {
  const navigate = usePageNavigation();
  const send = useSend();
  const importing = useChange("post", IMPORT, [WORKFLOW_PATH]);
  return async () => {
    try {
      const document = await send("get", "/api/v2/public/workflow/{id}/export", { path: { id }, query: {} });
      const body = { ...document, name: WORKFLOWS.copyOf(name), alias: null };
      // A document is what an import takes.
      const { workflow } = await importing.mutateAsync({
        body: body as unknown as Body<"post", typeof IMPORT>,
      });
      tell(WORKFLOWS.copied(workflow.name));
      await navigate({ to: "/$environment/workflows/$id/edit", params: { id: workflow._id } });
    } catch (error) {
      tellProblem(error);
    }
  };
}
