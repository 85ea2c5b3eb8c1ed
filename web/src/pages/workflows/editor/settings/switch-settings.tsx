import { SegmentedControl } from "@mantine/core";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import { Conditions } from "./conditions/conditions-field.tsx";
import { AddButton } from "./fields/add-button.tsx";
import { AnyField } from "./fields/any-field.tsx";
import { FieldFrame } from "./fields/field-frame.tsx";
import { RowTools } from "./fields/row-tools.tsx";
import { GroupField } from "./fields/setting.tsx";
import { useRowKeys } from "./fields/use-row-keys.ts";
import { isValues, moved, type TypeSettingsProps, type Values } from "./schema.ts";
import classes from "./settings.module.css";
import { useStepForm } from "./step-context.ts";

/** The value of a switch, and its cases in order. */
export function SwitchSettings({ schema, values, onChange }: TypeSettingsProps) {
  const { problems } = useStepForm();
  const cases = Array.isArray(values.cases) ? values.cases.filter(isValues) : [];
  const keys = useRowKeys(cases.length);
  const item = schema.properties?.cases?.items ?? {};
  const set = (next: readonly Values[]) => onChange({ ...values, cases: next });
  return (
    <>
      <GroupField
        field="data"
        schema={schema}
        value={values}
        onChange={(next) => onChange(next ?? {})}
        only={["value"]}
      />
      <FieldFrame label={STEP_SETTINGS.cases} isRequired error={problems.get("data.cases")}>
        {() => (
          <>
            {cases.map((one, index) => (
              <Case
                key={keys.of(index)}
                index={index}
                count={cases.length}
                schema={item}
                values={one}
                onChange={(next) => set(cases.with(index, next))}
                onMove={(by) => {
                  keys.move(index, by);
                  set(moved(cases, index, by));
                }}
                onRemove={() => {
                  keys.remove(index);
                  set(cases.toSpliced(index, 1));
                }}
              />
            ))}
            <AddButton onClick={() => set([...cases, { value: "" }])}>{STEP_SETTINGS.addCase}</AddButton>
          </>
        )}
      </FieldFrame>
    </>
  );
}

interface CaseProps extends TypeSettingsProps {
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function Case({ index, count, schema, values, onChange, onMove, onRemove }: CaseProps) {
  const { isReadOnly } = useStepForm();
  const field = `data.cases.${index}`;
  const what = STEP_SETTINGS.caseName({ place: index + 1 });
  const by = "conditions" in values ? "conditions" : "value";
  const change = (next: string) => {
    const { value, conditions, logic, values: record, ...rest } = values;
    onChange(next === "value" ? { value: "", ...rest } : { conditions: [], ...rest });
  };
  return (
    <fieldset className={classes.box} aria-label={what}>
      <div className={classes.boxHead}>
        <span className={classes.label}>{what}</span>
        <RowTools what={what} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      <SegmentedControl
        aria-label={`${what}: ${STEP_SETTINGS.caseBy}`}
        disabled={isReadOnly}
        data={[
          { value: "value", label: STEP_SETTINGS.byValue },
          { value: "conditions", label: STEP_SETTINGS.byConditions },
        ]}
        value={by}
        onChange={change}
      />
      {by === "value" ? (
        <AnyField
          isBare
          isSingleLine
          label={`${what}: ${STEP_SETTINGS.byValue}`}
          field={`${field}.value`}
          value={values.value}
          onChange={(value) => onChange({ ...values, value: value ?? "" })}
        />
      ) : (
        <Conditions
          label={STEP_SETTINGS.conditions}
          field={field}
          schema={schema}
          values={values}
          onChange={onChange}
        />
      )}
      <GroupField
        field={field}
        schema={schema}
        value={values}
        onChange={(next) => onChange(next ?? {})}
        only={by === "value" ? ["handle"] : ["values", "handle"]}
      />
    </fieldset>
  );
}
