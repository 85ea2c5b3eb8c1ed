import type { Body } from "@junctor/sdk";
import { useEffect, useState } from "react";
import { useChange, useSend } from "../../api/use-api.ts";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { WORKFLOW_PATH } from "./workflow.ts";

const IMPORT = "/api/v2/public/workflow/import";

/** What a new workflow is created from. */
export interface NamedWorkflow {
  name: string;
  /** Of its application; null: none. */
  slug: string | null;
}

/** Creates a workflow, by its name or from a template, and opens it in the editor. */
export function useNewWorkflow() {
  const navigate = usePageNavigation();
  const send = useSend();
  const creating = useChange("post", WORKFLOW_PATH, [WORKFLOW_PATH]);
  const importing = useChange("post", IMPORT, [WORKFLOW_PATH]);
  const [template, setTemplate] = useState<string>();
  const [unread, setUnread] = useState<unknown>();
  useEffect(preloadEditor, []);
  const edit = ({ _id: id }: { readonly _id: string }) =>
    navigate({ to: "/$environment/workflows/$id/edit", params: { id } });
  return {
    createNamed: (body: NamedWorkflow) => creating.mutate({ body }, { onSuccess: edit }),
    createFrom: async (id: string) => {
      setTemplate(id);
      setUnread(undefined);
      try {
        const { document } = await send("get", "/api/v2/public/workflow-templates/{id}", { path: { id } });
        // A document is what an import takes.
        const body = document as unknown as Body<"post", typeof IMPORT>;
        importing.mutate(
          { body },
          { onSuccess: ({ workflow }) => edit(workflow), onError: () => setTemplate(undefined) },
        );
      } catch (error) {
        setUnread(error);
        setTemplate(undefined);
      }
    },
    isCreating: creating.isPending,
    /** The template from which a workflow is being created. */
    template,
    error: creating.error ?? importing.error ?? unread,
  };
}

/** Preloads the editor's code while the user is choosing; if that fails, opening the editor shows why. */
function preloadEditor(): void {
  void Promise.allSettled([import("./edit-workflow-page.tsx"), import("./editor/editor.tsx")]);
}
