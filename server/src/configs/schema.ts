import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { Id, MapOf, Record, Timestamp } from "../platform/http/route.ts";
import { isObject, type Json } from "../platform/json/json.ts";
import { type Field, getRuleColumns, type Label } from "../workflows/definition/field.ts";
import {
  type ChosenConnections,
  type FieldValues,
  getStoredValue,
  isPassword,
  type SealedValues,
} from "../workflows/definition/stored-values.ts";
import type { OfferedWorkflow } from "../workflows/table.ts";
import { MASK } from "./password.ts";
import type { ConfigChoices, ConfigRow, EnabledWorkflowRow } from "./store.ts";
import type { LabelGroups } from "./table.ts";
import { listShownFields } from "./values.ts";

const AnyJson = Type.Unsafe<Json>({});

const Slug = Type.String({ minLength: 1, maxLength: 255, description: "The application." });
const ConfigId = Type.String({
  maxLength: 255,
  description: "Name of the config. Default: the linked account's own id.",
});

const Values = Type.Union(
  [
    MapOf(AnyJson),
    Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), value: Type.Optional(AnyJson) })),
  ],
  {
    description:
      "Values by field id, or a list of `{id, value}`. Null unsets a value; omitted fields are unchanged.",
  },
);

const chooseConnections = (description: string) =>
  Type.Optional(MapOf(Type.Union([Type.String(), Type.Null()]), { description }));

const ConnectionsBody = chooseConnections(
  "Which of the account's connections the config's workflows use, by application. Null: the default one; omitted applications are unchanged.",
);

const WorkflowBody = Type.Object({
  id: Type.String({ minLength: 1, description: "The workflow." }),
  enabled: Type.Boolean(),
  connections: chooseConnections(
    "The same for this workflow alone. Null: the connection of the config; omitted applications are unchanged.",
  ),
  fields: Type.Optional(Values),
  data_slots: Type.Optional({ ...Values, description: "Older name of `fields`." }),
});

const LabelBody = Type.Object({
  name: Type.String(),
  value: Type.Unsafe<Label["value"]>({ type: ["string", "number", "boolean"] }),
});

// A plain text is a label whose value is the text itself.
const LabelsBody = Type.Union([
  Type.String({ maxLength: 1000 }),
  Type.Array(Type.Union([LabelBody, Type.String({ maxLength: 1000 })])),
]);
const LabelGroupsBody = Type.Union([MapOf(LabelsBody), LabelsBody], {
  description:
    "Left sides of map fields by group; a plain list applies to every map field that has none. A string is a label with that name and value.",
});

/** Body of find-or-create (spec 2.8, configPayload). */
export const ConfigBody = Type.Object({
  slug: Slug,
  config_id: Type.Optional(ConfigId),
  labels: Type.Optional(LabelGroupsBody),
  map_fields_object: Type.Optional({ ...LabelGroupsBody, description: "Older name of `labels`." }),
  fields: Type.Optional(Values),
  application_data_slots: Type.Optional({ ...Values, description: "Older name of `fields`." }),
  connections: ConnectionsBody,
  workflows: Type.Optional(Type.Array(WorkflowBody)),
});

/** Body of the update (spec 2.8, updateConfigPayload). */
export const ConfigChangeBody = Type.Object({
  slug: Slug,
  config_id: Type.Optional(ConfigId),
  labels: Type.Optional(LabelGroupsBody),
  map_fields_object: Type.Optional({ ...LabelGroupsBody, description: "Older name of `labels`." }),
  fields: Type.Optional(Values),
  application_data_slots: Type.Optional({ ...Values, description: "Older name of `fields`." }),
  connections: ConnectionsBody,
  workflows: Type.Optional(Type.Array(WorkflowBody)),
});

/** Headers of every route that returns options. */
export const OptionHeaders = Type.Object({
  disable_field_options: Type.Optional(
    Type.String({ description: "If `true`, data sources are not queried and their fields have no options." }),
  ),
});

/** Whether a request opts out of options from data sources. */
export function shouldSkipOptions({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return String(headers.disable_field_options).toLowerCase() === "true";
}

/** Body of a workflow's switch. */
export const SwitchBody = Type.Object({ enabled: Type.Boolean() });

/** A field with its value (platform-surface 3.2). */
export const ConfigField = Record("ConfigField", {
  id: Type.String(),
  name: Type.String(),
  field_type: Type.String({ description: "text, number, select, map and so on (any text is allowed)." }),
  required: Type.Boolean(),
  multiple: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  value: Type.Optional(AnyJson),
  defaultValue: Type.Optional(AnyJson),
  placeholder: Type.Optional(Type.String()),
  help_text: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: AnyJson }))),
  labels: Type.Array(LabelBody),
  parent: Type.Optional(Type.String()),
  associated_page: Type.Optional(Type.String()),
  dynamic_slot_identifier: Type.Optional(Type.String()),
  data_source: Type.Optional(AnyJson),
  mapping: Type.Optional(AnyJson),
  rule_columns: Type.Optional(AnyJson),
  error: Type.Optional(
    Type.Object(
      { message: Type.String() },
      { description: "Why its data source has no options; only if the field is read by itself." },
    ),
  ),
});

const chosenConnections = (description: string) => Type.Optional(MapOf(Type.String(), { description }));

const ConfigWorkflow = Record("ConfigWorkflow", {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  icon: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  connections: chosenConnections(
    "The connections that were chosen for this workflow alone, by application. Without a choice it uses those of the config.",
  ),
  fields: Type.Array(ConfigField),
  associated_page: Type.Optional(Type.String()),
});

const FieldError = Type.Object({
  id: Type.String(),
  name: Type.String(),
  error: Type.Object({ message: Type.String(), error: Type.Optional(AnyJson) }),
});

/** A field whose data source failed, and why in plain words. */
export type FieldError = Static<typeof FieldError>;

/** A config on the wire (platform-surface 3.2). */
export const Config = Record("Config", {
  slug: Type.String(),
  config_id: Type.String(),
  connections: chosenConnections(
    "The connections that were chosen for the config's workflows, by application. Without a choice they use the default one.",
  ),
  fields: Type.Array(ConfigField),
  workflows: Type.Array(ConfigWorkflow),
  field_errors: Type.Array(FieldError),
});

/** A row in the list of an account's configs for an application. */
export const ConfigSummary = Record("ConfigSummary", { config_id: Type.String() });

export const SwitchReply = Record("ConfigWorkflows", { workflows: Type.Array(ConfigWorkflow) });

/** A workflow that is on in one of the account's configs. */
export const EnabledWorkflow = Record("EnabledWorkflow", {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  icon: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  config_id: Type.String(),
  application: Type.Object({ _id: Id, name: Type.String(), slug: Type.String(), icon: Type.String() }),
});

/** A published workflow with the fields it asks for. */
export type ViewedWorkflow = OfferedWorkflow & { readonly fields: readonly Field[] };

/** A config with its application's fields, the workflows it offers, and its choice for each. */
export interface ConfigView {
  readonly row: ConfigRow;
  readonly fields: readonly Field[];
  readonly workflows: readonly ViewedWorkflow[];
  readonly choices: ConfigChoices;
}

/** The given values by field id; list entries without a value are left out. */
export function readValues(values: Static<typeof Values> | undefined): FieldValues {
  if (!Array.isArray(values)) return values ?? {};
  return Object.fromEntries(values.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value]])));
}

/** The given labels by group; undefined if none are given, which clients also send as an empty list. */
export function parseLabels(labels: Static<typeof LabelGroupsBody> | undefined): LabelGroups | undefined {
  const groups = typeof labels === "string" || Array.isArray(labels) ? { "": labels } : (labels ?? {});
  const cleaned = Object.entries(groups).map(([group, list]): [string, Label[]] => [
    group,
    [list].flat().flatMap(readLabel),
  ]);
  return cleaned.some(([, list]) => list.length > 0) ? Object.fromEntries(cleaned) : undefined;
}

function readLabel(label: string | Label): Label[] {
  if (typeof label !== "string") return [{ name: label.name, value: label.value }];
  return label === "" ? [] : [{ name: label, value: label }];
}

/** Wire form of a config; `errors` are those of its data sources. */
export function presentConfig(view: ConfigView, errors: FieldError[] = []): Static<typeof Config> {
  const { row } = view;
  return {
    slug: row.slug,
    config_id: row.config_id,
    connections: presentChosen(row.connections),
    fields: presentFields(view.fields, row),
    workflows: presentWorkflows(view),
    field_errors: errors,
  };
}

/** Wire form of a config's workflows. */
export function presentWorkflows({ workflows, choices }: ConfigView): Static<typeof ConfigWorkflow>[] {
  return workflows.map(({ id, name, description, icon, autoEnable, associatedPage, fields }) => {
    const choice = choices.get(id);
    return {
      id,
      name,
      description,
      icon: icon === "" ? undefined : icon,
      enabled: choice?.enabled ?? autoEnable,
      connections: choice && presentChosen(choice.connections),
      fields: presentFields(fields, choice ?? { fields: {}, secrets: {} }),
      associated_page: associatedPage ?? undefined,
    };
  });
}

function presentChosen(connections: ChosenConnections): ChosenConnections | undefined {
  return Object.keys(connections).length > 0 ? connections : undefined;
}

/** Wire form of an enabled workflow; undefined if its application is no longer `known`. */
export function presentEnabled(
  row: EnabledWorkflowRow,
  known: ReadonlyMap<string, { _id: string; name: string; icon: string }>,
): Static<typeof EnabledWorkflow> | undefined {
  const application = known.get(row.slug);
  return (
    application && {
      id: row.id,
      name: row.name,
      description: row.description,
      icon: row.icon,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      config_id: row.config_id,
      application: { ...application, slug: row.slug },
    }
  );
}

/** Wire form of fields with their values: the declared fields or, if none are declared, one for each value. */
export function presentFields(
  declared: readonly Field[],
  stored: { fields: FieldValues; secrets: SealedValues },
): Static<typeof ConfigField>[] {
  return listShownFields(declared, stored.fields).map((field) => ({
    ...field,
    // The left sides of conditions, for clients that look for them where every other field has its options.
    options: field.field_type === "rule_engine" ? getRuleColumns(field).lhs.options : field.options,
    rule_columns: withoutCode(field.rule_columns),
    value: isPassword(field) ? maskOf(field, stored) : getStoredValue(stored.fields, field.id),
  }));
}

/** The organization's code must not be shown to its customers. */
function withoutCode(columns: Field["rule_columns"]): Field["rule_columns"] {
  if (!isObject(columns)) return columns;
  const { conditional_code: _code, ...shown } = columns;
  return shown;
}

/** A text stored before its field became a password is hidden too. */
function maskOf(
  { id }: Field,
  { fields, secrets }: { fields: FieldValues; secrets: SealedValues },
): string | undefined {
  return Object.hasOwn(secrets, id) || Object.hasOwn(fields, id) ? MASK : undefined;
}
