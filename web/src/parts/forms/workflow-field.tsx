import type { SelectProps } from "@mantine/core";
import { useEnvironment } from "../../api/use-environment.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { useTypedSearch, useWorkflowChoices } from "./remote-choices.ts";
import { RemoteSelect } from "./remote-select.tsx";

type Further = Pick<
  SelectProps,
  "required" | "withAsterisk" | "description" | "error" | "clearable" | "readOnly"
> & {
  readonly "data-path"?: string;
};

interface WorkflowFieldProps extends Further {
  /** The workflow's id. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly width?: number | string;
  /** In a form, where its label is above it. */
  readonly hasLabel?: boolean;
  /** Only runnable ones. */
  readonly isPublished?: boolean;
}

/** One workflow, found by its name. */
export function WorkflowField({ value, onChange, width = 200, isPublished, ...props }: WorkflowFieldProps) {
  const { search, onType } = useTypedSearch();
  const chosen = value === undefined ? [] : [value];
  const choices = useWorkflowChoices(useEnvironment(), { search, chosen, isPublished });
  return (
    <RemoteSelect
      label={PARTS.workflow}
      nothingFoundMessage={PARTS.noWorkflow}
      w={width}
      {...props}
      value={value}
      choices={choices}
      onChange={onChange}
      onType={onType}
    />
  );
}
