import { useState } from "react";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { useTypedSearch, useWorkflowChoices } from "../../../../parts/forms/remote-choices.ts";
import { RemoteSelect } from "../../../../parts/forms/remote-select.tsx";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import { CodeField } from "./code/code-field.tsx";
import { hasExpression } from "./code/template.ts";
import { FieldFrame } from "./fields/field-frame.tsx";
import { ModeButton } from "./fields/mode-button.tsx";
import { problemAt } from "./problems.ts";
import { useStepForm } from "./step-context.ts";

const FIELD = "data.workflow";

interface WorkflowSettingProps {
  readonly description: string | undefined;
  readonly value: unknown;
  readonly onChange: (workflow: string | undefined) => void;
}

/** The workflow that a step runs: one of the published ones, or its alias by an expression. */
export function WorkflowSetting({ description, value, onChange }: WorkflowSettingProps) {
  const { isReadOnly } = useStepForm();
  const [isExpression, setIsExpression] = useState(hasExpression(value));
  const label = STEP_SETTINGS.workflow;
  const shown = isExpression || hasExpression(value);
  const tools = !isReadOnly && (
    <ModeButton
      icon={shown ? "value" : "expression"}
      label={shown ? STEP_SETTINGS.toValue({ label }) : STEP_SETTINGS.toExpression({ label })}
      onClick={() => {
        setIsExpression(!shown);
        if (hasExpression(value)) onChange(undefined);
      }}
    />
  );
  const text = typeof value === "string" ? value : undefined;
  if (!shown) return <Choice description={description} value={text} onChange={onChange} tools={tools} />;
  return (
    <CodeField
      label={label}
      field={FIELD}
      isRequired
      isSingleLine
      description={description}
      tools={tools}
      value={text ?? ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
    />
  );
}

interface WorkflowChoiceProps extends WorkflowSettingProps {
  readonly value: string | undefined;
  readonly tools: React.ReactNode;
}

function Choice({ description, value, onChange, tools }: WorkflowChoiceProps) {
  const { isReadOnly, problems } = useStepForm();
  const { search, onType } = useTypedSearch();
  const choices = useWorkflowChoices(useEnvironment(), {
    search,
    chosen: value === undefined ? [] : [value],
    isPublished: true,
  });
  return (
    <FieldFrame
      label={STEP_SETTINGS.workflow}
      isRequired
      description={description}
      tools={tools}
      error={problemAt(problems, FIELD)}
    >
      {({ describedBy }) => (
        <RemoteSelect
          label={STEP_SETTINGS.workflow}
          aria-describedby={describedBy}
          disabled={isReadOnly}
          choices={choices}
          value={value}
          onChange={onChange}
          onType={onType}
        />
      )}
    </FieldFrame>
  );
}
