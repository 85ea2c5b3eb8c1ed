import { useEffect, useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { getSentence } from "../../../parts/page/problem.tsx";
import { CONFIGS } from "../../../words/configs.ts";
import type { Config, ConfigField, ConfigKey } from "./config.ts";
import { type FieldControl, getKind, isEmpty } from "./control.ts";
import { ControlInput } from "./control-input.tsx";
import { besides, type ConfigFormState, heldIn } from "./use-config-form.ts";

interface ConfigControlProps {
  readonly configKey: ConfigKey;
  readonly config: Config;
  readonly control: FieldControl;
  readonly controls: readonly FieldControl[];
  readonly form: ConfigFormState;
}

/**
 * A field of a config in its form: the field that it depends on comes first, and its choices are the matching ones.
 */
export function ConfigControl({ configKey, config, control, controls, form }: ConfigControlProps) {
  const { key } = control;
  const parent = controls.find(
    (one) => one.workflowId === control.workflowId && one.field.id === control.field.parent,
  );
  const isFirst = parent === undefined || hasValue(parent, form);
  const { field, isAsking, problem } = useChoices({ configKey, control, controls, form, parent });
  const failed =
    problem ?? field.error?.message ?? config.field_errors.find(({ id }) => id === field.id)?.error.message;
  const waits = isFirst ? isAsking && CONFIGS.loading : CONFIGS.first(parent.field.name);
  return (
    <ControlInput
      name={key}
      field={field}
      value={heldIn(form.getValues(), control)}
      error={form.errors[key]}
      note={waits || (failed && CONFIGS.failed(failed))}
      disabled={!isFirst || isAsking}
      onChange={(value) => {
        form.setFieldValue(key, value);
        for (const child of childrenOf(control, controls)) form.setFieldValue(child.key, emptyOf(child));
      }}
    />
  );
}

function hasValue({ key, field }: FieldControl, form: ConfigFormState): boolean {
  return !isEmpty(form.getValues()[key]) || field.defaultValue !== undefined;
}

/** The fields that depend on one with looked-up choices: another value of it has other choices. */
function childrenOf(
  { field: { id }, workflowId }: FieldControl,
  controls: readonly FieldControl[],
): FieldControl[] {
  const own = controls.filter((one) => one.workflowId === workflowId && one.field.parent === id);
  return own.filter(({ field }) => field.data_source !== undefined);
}

function emptyOf({ field }: FieldControl) {
  const kind = getKind(field);
  if (kind === "list" || kind === "lines") return [];
  return kind === "pairs" ? {} : "";
}

const FIELD = "/api/v2/public/config/field/{fieldId}";

/** The response for certain values of the other fields. */
interface Answer {
  readonly values: string;
  readonly field?: ConfigField;
  readonly problem?: string;
}

/** The field with the choices that match the form's current values, after what it depends on was changed there. */
function useChoices({
  configKey: { account, slug, id },
  control,
  controls,
  form,
  parent,
}: Omit<ConfigControlProps, "config"> & { readonly parent: FieldControl | undefined }) {
  const [answer, setAnswer] = useState<Answer>();
  const { mutate } = useChange("post", FIELD, []);
  const isChanged = parent !== undefined && form.isDirty(parent.key) && hasValue(parent, form);
  const values =
    isChanged && control.field.data_source !== undefined
      ? JSON.stringify(besides(controls, control, form.getValues()))
      : undefined;
  useEffect(() => {
    if (values === undefined) return;
    mutate(
      {
        path: { fieldId: control.field.id },
        headers: { slug },
        query: { config_id: id, workflow_id: control.workflowId },
        body: { values: JSON.parse(values) },
        account,
      },
      {
        onSuccess: ({ value: _stored, ...field }) => setAnswer({ values, field }),
        onError: (error) => setAnswer({ values, problem: getSentence(error) }),
      },
    );
  }, [mutate, values, account, slug, id, control]);
  const isAnswered = answer !== undefined && answer.values === values;
  const isAsking = values !== undefined && !isAnswered;
  return {
    field: (isAnswered && answer.field) || control.field,
    isAsking,
    problem: isAnswered ? answer.problem : undefined,
  };
}
