import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import { CodeField } from "./code/code-field.tsx";
import { Conditions } from "./conditions/conditions-field.tsx";
import { GroupField } from "./fields/setting.tsx";
import { type TypeSettingsProps, withMember } from "./schema.ts";
import { getSettingWords } from "./setting-words.ts";
import { useStepForm } from "./step-context.ts";
import { SwitchSettings } from "./switch-settings.tsx";
import { WorkflowSetting } from "./workflow-setting.tsx";

const DATA = "data";

/** The settings of a step: generated from their schema and, where that is not enough, by a form for the type. */
export function TypeSettings({ type, ...props }: TypeSettingsProps & { readonly type: string }) {
  switch (type) {
    case "rule":
      return <RuleSettings {...props} />;
    case "switch":
      return <SwitchSettings {...props} />;
    case "delay":
      return <DelaySettings {...props} />;
    case "datastore":
      return <DatastoreSettings {...props} />;
    case "ai_code_executor":
      return <CodeSettings {...props} />;
    case "sub_flow":
      return <SubFlowSettings {...props} />;
    default:
      return <Group {...props} />;
  }
}

function Group({
  schema,
  values,
  onChange,
  only,
}: TypeSettingsProps & { readonly only?: readonly string[] }) {
  const rest = only && { only };
  return (
    <GroupField
      field={DATA}
      schema={schema}
      value={values}
      onChange={(next) => onChange(next ?? {})}
      {...rest}
    />
  );
}

function RuleSettings(props: TypeSettingsProps) {
  return (
    <>
      <Conditions label={STEP_SETTINGS.conditions} field={DATA} {...props} isRequired />
      <Group {...props} only={["values"]} />
    </>
  );
}

const WAITS = ["for", "until", "for_ms"];

function DelaySettings({ schema, values, onChange }: TypeSettingsProps) {
  const { isReadOnly } = useStepForm();
  const given = WAITS.find((name) => name in values);
  const [chosen, setChosen] = useState(given ?? "for");
  const shown = given ?? chosen;
  return (
    <>
      <SegmentedControl
        aria-label={STEP_SETTINGS.waits}
        disabled={isReadOnly}
        data={[
          { value: "for", label: STEP_SETTINGS.waitFor },
          { value: "until", label: STEP_SETTINGS.waitUntil },
          { value: "for_ms", label: STEP_SETTINGS.waitMs },
        ]}
        value={shown}
        onChange={(next) => {
          setChosen(next);
          const rest = Object.entries(values).filter(([name]) => !WAITS.includes(name));
          onChange(Object.fromEntries(rest));
        }}
      />
      <Group schema={schema} values={values} onChange={onChange} only={[shown]} />
    </>
  );
}

// The settings that each operation uses, besides the datastore's name.
const USED: Readonly<Record<string, readonly string[]>> = {
  get: ["record_id"],
  put: ["record_id", "fields"],
  query: ["match", "equals", "limit"],
  delete: ["record_id"],
  list: ["limit"],
};

function DatastoreSettings(props: TypeSettingsProps) {
  const { operation } = props.values;
  const used = typeof operation === "string" ? USED[operation] : undefined;
  const all = Object.keys(props.schema.properties ?? {});
  // Set values stay visible, whatever the operation.
  const shown = all.filter(
    (name) => !isOfOperation(name) || !used || used.includes(name) || name in props.values,
  );
  return <Group {...props} only={shown} />;
}

function isOfOperation(name: string): boolean {
  return Object.values(USED).some((names) => names.includes(name));
}

function CodeSettings(props: TypeSettingsProps) {
  const { values, onChange } = props;
  return (
    <>
      <CodeField
        label={STEP_SETTINGS.code}
        field="data.code"
        description={STEP_SETTINGS.codeHelp}
        language="javascript"
        value={typeof values.code === "string" ? values.code : ""}
        onChange={(code) => onChange(withMember(values, "code", code === "" ? undefined : code))}
      />
      <Group {...props} only={["params", "prompt", "timeout_ms"]} />
    </>
  );
}

function SubFlowSettings(props: TypeSettingsProps) {
  const { type } = useStepForm();
  const { schema, values, onChange } = props;
  return (
    <>
      <WorkflowSetting
        description={getSettingWords(type, "data.workflow", schema).description}
        value={values.workflow}
        onChange={(workflow) => onChange(withMember(values, "workflow", workflow))}
      />
      <Group {...props} only={Object.keys(schema.properties ?? {}).filter((name) => name !== "workflow")} />
    </>
  );
}
