import { useSend } from "../../api/use-api.ts";
import { tellProblem } from "../../parts/forms/confirm.tsx";
import type { Workflow } from "./workflow.ts";

/** Downloads a workflow, or one version of it, as a file that can be imported elsewhere. */
export function useExport({ _id: id, name, workflow_alias }: Workflow): (version?: number) => Promise<void> {
  const send = useSend();
  return async (version) => {
    try {
      const exported = await send("get", "/api/v2/public/workflow/{id}/export", {
        path: { id },
        query: { version },
      });
      const end = version === undefined ? "" : `-v${version}`;
      download(`${fileNameOf(workflow_alias ?? name)}${end}.json`, JSON.stringify(exported, null, 2));
    } catch (error) {
      tellProblem(error);
    }
  };
}

function fileNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}._]+/gu, "-");
}

function download(file: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
