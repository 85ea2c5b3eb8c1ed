import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { CodeField } from "../code/code-field.tsx";
import { hasExpression } from "../code/template.ts";
import { FieldFrame } from "../fields/field-frame.tsx";
import { ModeButton } from "../fields/mode-button.tsx";
import { isValues, type Schema, type Values, withMember } from "../schema.ts";
import { getSettingWords } from "../setting-words.ts";
import { useStepForm } from "../step-context.ts";
import { ConditionGroup } from "./condition-group.tsx";
import { getGroup } from "./conditions.ts";

interface ConditionRowsProps {
  readonly label: string;
  readonly field: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Of a list, which has its logic next to it. */
  readonly logic: unknown;
  readonly onLogic: (logic: string) => void;
}

/** Conditions as rows: a list with its logic next to it, or one group, as stored. */
function ConditionRows({ label, field, value, onChange, logic, onLogic }: ConditionRowsProps) {
  const isOne = isValues(value);
  const values: Values = isOne ? value : { conditions: value ?? [], logic };
  const { logic: shown, parts } = getGroup(values);
  return (
    <ConditionGroup
      label={label}
      field={isOne ? `${field}.conditions` : field}
      place=""
      group={{ logic: shown, parts }}
      onParts={(next) => onChange(isOne ? { ...value, conditions: next } : next)}
      onLogic={(next) => (isOne ? onChange({ ...value, logic: next }) : onLogic(next))}
      hasLogic
      isUnset={value === undefined || value === null}
    />
  );
}

interface ConditionsProps {
  readonly label: string;
  /** Dotted path of the object with the conditions and their logic. */
  readonly field: string;
  readonly schema: Schema;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly isRequired?: boolean;
}

/**
 * The conditions of a rule or a case: rows, or an expression, such as the rule that a customer built in their config.
 */
export function Conditions({ label, field, schema, values, onChange, isRequired }: ConditionsProps) {
  const { type, problems, isReadOnly } = useStepForm();
  const path = `${field}.conditions`;
  const { conditions } = values;
  const set = (next: unknown) => onChange(withMember(values, "conditions", next));
  const isExpression = hasExpression(conditions);
  const tools = !isReadOnly && (
    <ModeButton
      icon={isExpression ? "value" : "expression"}
      label={isExpression ? STEP_SETTINGS.toValue({ label }) : STEP_SETTINGS.toExpression({ label })}
      onClick={() => set(isExpression ? [] : "{{ }}")}
    />
  );
  const common = { label, isRequired, tools };
  if (isExpression || typeof conditions === "string")
    return (
      <CodeField
        {...common}
        field={path}
        description={getSettingWords(type, path, schema.properties?.conditions ?? {}).description}
        value={String(conditions)}
        onChange={set}
      />
    );
  return (
    <FieldFrame {...common} error={problems.get(path)}>
      {() => (
        <ConditionRows
          label={label}
          field={path}
          value={conditions}
          onChange={set}
          logic={values.logic}
          onLogic={(logic) => onChange(withMember(values, "logic", logic))}
        />
      )}
    </FieldFrame>
  );
}
