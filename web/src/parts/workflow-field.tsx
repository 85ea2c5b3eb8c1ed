import { useEnvironment } from "../shell/use-environment.ts";
import { PARTS } from "../words/parts.ts";
import { useTypedSearch, useWorkflowChoices } from "./remote-choices.ts";
import { RemoteSelect } from "./remote-select.tsx";

interface WorkflowFieldProps {
  /** The workflow's id. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly width?: number;
}

/** One workflow, found by its name. */
export function WorkflowField({ value, onChange, width = 200 }: WorkflowFieldProps) {
  const { search, onType } = useTypedSearch();
  const chosen = value === undefined ? [] : [value];
  const choices = useWorkflowChoices(useEnvironment(), { search, chosen });
  return (
    <RemoteSelect
      label={PARTS.workflow}
      nothingFoundMessage={PARTS.noWorkflow}
      w={width}
      {...{ value, choices, onChange, onType }}
    />
  );
}
