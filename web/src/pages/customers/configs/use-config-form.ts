import type { Body } from "@junctor/sdk";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMemo } from "react";
import { CONFIGS } from "../../../words/configs.ts";
import { PARTS } from "../../../words/parts/parts.ts";
import type { Config } from "./config.ts";
import {
  type ControlValue,
  type FieldControl,
  getControls,
  getGiven,
  getHeld,
  getKind,
  isEmpty,
} from "./control.ts";

/** The values of a config's form, by the keys of its controls; switches of workflows by `on` and their id. */
export type ConfigValues = Record<string, ControlValue>;
export type ConfigFormState = UseFormReturnType<ConfigValues>;

/** The key of a workflow's switch in the form. */
export function switchKey(workflowId: string): string {
  return `on${workflowId}`;
}

/** The key of the connection that all workflows use of an application, or one of them. */
export function connectionKey(slug: string, workflowId = ""): string {
  return `connection:${workflowId}:${slug}`;
}

/** What an input holds. */
export function heldIn(values: ConfigValues, { key }: Pick<FieldControl, "key">): ControlValue {
  const held = values[key];
  // Null: a stored password that is removed.
  return held === undefined ? "" : held;
}

/** The form of a config; unchanged values are not sent. */
export function useConfigForm(config: Config): { form: ConfigFormState; controls: readonly FieldControl[] } {
  const controls = useMemo(() => getControls(config), [config]);
  const form: ConfigFormState = useForm<ConfigValues>({
    initialValues: initialValues(config, controls),
    validate: (values) =>
      Object.fromEntries(
        controls.flatMap((control) => {
          const problem = problemOf(config, control, values);
          return problem === undefined ? [] : [[control.key, problem]];
        }),
      ),
  });
  return { form, controls };
}

function initialValues(config: Config, controls: readonly FieldControl[]): ConfigValues {
  const { workflows, connections } = config;
  const switches = workflows.map(({ id, enabled }) => [switchKey(id), enabled]);
  const chosen = [{ id: undefined, connections }, ...workflows].flatMap(({ id, connections: own = {} }) =>
    Object.entries(own).map(([slug, connection]) => [connectionKey(slug, id), connection]),
  );
  const held = controls.map(({ key, field }) => [key, getHeld(field)]);
  return Object.fromEntries([...switches, ...chosen, ...held]);
}

/** What is wrong with an input; a required one is reported if it was emptied, or its workflow is switched on. */
function problemOf(config: Config, control: FieldControl, values: ConfigValues): string | undefined {
  const { field, workflowId } = control;
  const held = heldIn(values, control);
  if (getKind(field) === "json" && typeof held === "string" && held.trim() !== "" && !isJson(held))
    return PARTS.badJson;
  const isKept = getKind(field) === "password" && held === "" && field.value !== undefined;
  if (!field.required || !isEmpty(held) || isKept || field.defaultValue !== undefined) return undefined;
  const workflow = config.workflows.find(({ id }) => id === workflowId);
  const isOn = workflow === undefined || values[switchKey(workflow.id)] === true;
  const isNew = !isEmpty(getHeld(field)) || (workflow !== undefined && !workflow.enabled);
  return isOn && isNew ? CONFIGS.needed : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Change = Pick<Body<"put", "/api/v2/public/config">, "fields" | "connections" | "workflows">;

/** The changes, as the API takes them. */
export function getChange(config: Config, controls: readonly FieldControl[], form: ConfigFormState): Change {
  const values = form.getValues();
  const givenTo = (workflowId: string | undefined) =>
    Object.fromEntries(
      controls
        .filter((one) => one.workflowId === workflowId && form.isDirty(one.key))
        .map((one) => [one.field.id, getGiven(one.field, heldIn(values, one))])
        .filter(([, given]) => given !== undefined),
    );
  const workflows = config.workflows
    .map(({ id, connections: stored }) => ({
      id,
      enabled: values[switchKey(id)] === true,
      fields: givenTo(id),
      connections: chosenIn(values, stored, id),
    }))
    .filter(
      ({ id, fields, connections }) =>
        form.isDirty(switchKey(id)) || Object.keys({ ...fields, ...connections }).length > 0,
    );
  const connections = chosenIn(values, config.connections);
  return { fields: givenTo(undefined), connections, workflows } as Change;
}

/** The connections that were changed, by application; null for the default one. */
function chosenIn(
  values: ConfigValues,
  stored: Config["connections"] = {},
  workflowId?: string,
): Record<string, string | null> {
  const start = connectionKey("", workflowId);
  const chosen = Object.entries(values).flatMap(([key, value]): [string, string | null][] =>
    key.startsWith(start) ? [[key.slice(start.length), String(value) || null]] : [],
  );
  return Object.fromEntries(chosen.filter(([slug, id]) => id !== (stored[slug] ?? null)));
}

/** The form's current values of the other fields, on which its choices may depend. */
export function besides(
  controls: readonly FieldControl[],
  { workflowId, key: own }: FieldControl,
  values: ConfigValues,
): Record<string, unknown> {
  const near = controls.filter((one) => one.key !== own && one.workflowId === workflowId);
  return Object.fromEntries(
    near.flatMap((one) => {
      const { field } = one;
      if (getKind(field) === "password" || getKind(field) === "json") return [];
      return [[field.id, getGiven(field, heldIn(values, one))]];
    }),
  );
}
