import type { Body } from "@junctor/sdk";
import { useNavigate } from "@tanstack/react-router";
import { useChange, useSend } from "../../api/use-api.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { WORKFLOW_PATH, type Workflow } from "./workflow.ts";

const IMPORT = "/api/v2/public/workflow/import";

/** Creates an unpublished copy of a workflow, without its alias, and opens it in the editor. */
export function useCopy({ _id: id, name }: Workflow): () => Promise<void> {
  const environment = useEnvironment();
  const navigate = useNavigate();
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
      await navigate({
        to: "/$environment/workflows/$id/edit",
        params: { environment, id: workflow._id } as never,
      });
    } catch (error) {
      tellProblem(error);
    }
  };
}
