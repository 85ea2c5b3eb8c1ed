import type { Reply } from "@junctor/sdk";
import { Select, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { parseExactJson } from "../../../../api/exact-json.ts";
import { useRead } from "../../../../api/use-api.ts";
import { ProviderChoice } from "../../../../parts/applications/provider-choice.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import { CodeField } from "./code/code-field.tsx";
import { hasExpression } from "./code/template.ts";
import { FieldFrame } from "./fields/field-frame.tsx";
import { ModeButton } from "./fields/mode-button.tsx";
import { Setting } from "./fields/setting.tsx";
import { problemAt } from "./problems.ts";
import { type Schema, type Values, withMember } from "./schema.ts";
import { type StepForm, useStepForm } from "./step-context.ts";

const ONE = "/api/v2/integration-schema/{slug}/actions/{action_id}";
type Parameter = Reply<"get", typeof ONE>[number];

interface ActionInputProps {
  readonly slug: string;
  readonly action: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** The input of an action: a field for each input that its connector describes. */
export function ActionInput({ slug, action, values, onChange }: ActionInputProps) {
  const path = { slug, action_id: action };
  const { data: parameters, error } = useRead(ONE, { path });
  if (error) return <Problem error={error} />;
  if (!parameters) return <Skeleton height={120} />;
  if (parameters.length === 0)
    return (
      <Text size="sm" className="muted">
        {STEP_SETTINGS.noInput}
      </Text>
    );
  return parameters.map((parameter) => {
    const { name, label, required, help_text: description } = parameter;
    const common = {
      label,
      field: `data.${name}`,
      isRequired: required,
      value: values[name],
      onChange: (value: unknown) => onChange(withMember(values, name, value)),
    };
    if (parameter.options || parameter.options_list !== undefined)
      return <ChoiceSetting key={name} {...common} parameter={parameter} path={path} values={values} />;
    const schema = { ...(parameter.schema as Schema), description };
    return <Setting key={name} {...common} schema={schema} />;
  });
}

interface ChoiceSettingProps {
  readonly label: string;
  readonly field: string;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly parameter: Parameter;
  readonly path: { readonly slug: string; readonly action_id: string };
  readonly values: Values;
}

/** One of the values that the connector names or the provider offers to the current customer, or an expression. */
function ChoiceSetting(props: ChoiceSettingProps) {
  const { label, field, isRequired, value, onChange, parameter } = props;
  const form = useStepForm();
  const [isExpression, setIsExpression] = useState(hasExpression(value));
  const [isSwitched, setIsSwitched] = useState(false);
  const shown = isExpression || hasExpression(value);
  const common = { label, isRequired, description: parameter.help_text };
  const tools = !form.isReadOnly && (
    <ModeButton
      icon={shown ? "value" : "expression"}
      label={shown ? STEP_SETTINGS.toValue({ label }) : STEP_SETTINGS.toExpression({ label })}
      onClick={() => {
        setIsExpression(!shown);
        setIsSwitched(true);
        if (hasExpression(value)) onChange(undefined);
      }}
    />
  );
  if (shown)
    return (
      <CodeField
        {...common}
        field={field}
        tools={tools}
        takesFocus={isSwitched}
        isSingleLine
        value={typeof value === "string" ? value : ""}
        onChange={(text) => onChange(text === "" ? undefined : text)}
      />
    );
  return (
    <FieldFrame {...common} tools={tools} error={problemAt(form.problems, field)}>
      {({ labelledBy, describedBy }) => (
        <Choice
          {...props}
          form={form}
          labels={{ "aria-labelledby": labelledBy, "aria-describedby": describedBy }}
        />
      )}
    </FieldFrame>
  );
}

interface ChoiceProps extends ChoiceSettingProps {
  readonly form: StepForm;
  readonly labels: { readonly "aria-labelledby": string; readonly "aria-describedby": string };
}

function Choice({ parameter, path, values, value, onChange, form, labels }: ChoiceProps) {
  const { name, options, options_list: list } = parameter;
  const chosen = value === undefined ? "" : JSON.stringify(value);
  const choose = (next: string | null) => onChange(next ? parseExactJson(next) : undefined);
  if (!options && list !== undefined)
    return (
      <ProviderChoice
        {...labels}
        path={{ ...path, list }}
        account={form.account}
        isReadOnly={form.isReadOnly}
        placeholder={form.account === undefined ? OPERATOR_EDITOR.choicesNeedCustomer : undefined}
        readInput={() => knownInput(withMember(values, name, undefined), form)}
        value={chosen}
        onChange={choose}
      />
    );
  return (
    <Select
      {...labels}
      clearable
      searchable={(options?.length ?? 0) > 8}
      disabled={form.isReadOnly}
      data={(options ?? []).map((one) => ({ value: JSON.stringify(one.value), label: one.name }))}
      value={chosen || null}
      onChange={choose}
    />
  );
}

/** The inputs so far, if known: expressions by their values. */
function knownInput(values: Values, { evaluations }: StepForm): Values {
  const known = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (!hasExpression(value)) return [[name, value]];
    const found = evaluations.get(`data.${name}`)?.value;
    return found === undefined || found === null ? [] : [[name, found]];
  });
  return Object.fromEntries(known);
}
