import type { Body, Reply } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useChange } from "../../../../api/use-api.ts";
import type { Workflow } from "../../workflow.ts";
import type { CustomerField } from "../document/document.ts";

const PATH = "/api/v2/public/organization/portal-preview";
const TYPING_MS = 250;

type PreviewedWorkflow = NonNullable<Body<"post", typeof PATH>["workflow"]>;

/** The portal's settings page of a workflow with unsaved fields; the last page stays if they are refused. */
export function useFieldsPreview(
  { name, description }: Workflow,
  fields: readonly CustomerField[],
  scheme: "light" | "dark",
) {
  const [settled] = useDebouncedValue(fields, TYPING_MS);
  const [shown, setShown] = useState<Reply<"post", typeof PATH>>();
  const { mutate, error } = useChange("post", PATH, []);
  useEffect(() => {
    const workflow: PreviewedWorkflow = { name, description, data_slots: [...settled] };
    mutate({ body: { workflow, scheme } }, { onSuccess: setShown });
  }, [mutate, name, description, settled, scheme]);
  return { html: shown?.html, error };
}
