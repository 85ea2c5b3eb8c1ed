import { Select } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { WORKFLOW_APPLICATION } from "../../words/workflows/new-workflow.ts";
import { toApplicationChoices } from "./application-choices.ts";

interface ApplicationSelectProps {
  /** The slug; null: none. */
  readonly value: string | null;
  readonly onChange: (slug: string | null) => void;
  readonly error?: React.ReactNode;
  readonly isReadOnly?: boolean;
  /** The parts from top to bottom. */
  readonly order?: ("label" | "input" | "description" | "error")[];
}

/** The application in whose portal pages a workflow is offered to customers, or none. */
export function ApplicationSelect({
  value,
  onChange,
  error,
  isReadOnly = false,
  order,
}: ApplicationSelectProps) {
  const { data = [] } = useRead("/api/v2/public/application/all", {});
  return (
    <Select
      label={WORKFLOW_APPLICATION.label}
      description={value === null ? WORKFLOW_APPLICATION.helpWithout : WORKFLOW_APPLICATION.help}
      placeholder={WORKFLOW_APPLICATION.none}
      data={choicesOf(data, value)}
      value={value}
      onChange={onChange}
      error={error}
      inputWrapperOrder={order}
      readOnly={isReadOnly}
      searchable
      clearable={!isReadOnly}
      nothingFoundMessage={WORKFLOW_APPLICATION.noneFound}
    />
  );
}

function choicesOf(
  catalog: readonly { readonly slug: string; readonly name: string }[],
  chosen: string | null,
) {
  const choices = toApplicationChoices(catalog).toSorted((a, b) => a.label.localeCompare(b.label));
  // It may have been removed since, or is still loading.
  const isThere = chosen === null || choices.some(({ value }) => value === chosen);
  return isThere ? choices : [...choices, { value: chosen, label: chosen }];
}
