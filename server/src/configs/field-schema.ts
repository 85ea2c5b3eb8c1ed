import { Type } from "typebox";
import { MapOf, Record } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { FieldBody } from "../workflows/definition/field.ts";
import type { Fields } from "../workflows/definition/graph.ts";
import { OptionHeaders } from "./schema.ts";

const AnyJson = Type.Unsafe<Json>({});

/** Headers that name the application of a config field. */
export const FieldHeaders = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 255, description: "The application." }),
  ...OptionHeaders.properties,
});

/** Path of a field. */
export const ByField = Type.Object({ fieldId: Type.String({ description: "Id of the field." }) });

/** Query that names the config. */
export const ConfigQuery = Type.Object({
  config_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Name of the config. Default: the linked account's own id.",
    }),
  ),
});

/** Query that names the config and workflow of a field. */
export const FieldQuery = Type.Object({
  ...ConfigQuery.properties,
  workflow_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "The field's workflow; omit it for a field of the application.",
    }),
  ),
});

/** Unsaved values of a form. */
export const UnsavedBody = Type.Object(
  {
    value: Type.Optional(AnyJson),
    values: Type.Optional(MapOf(AnyJson, { description: "Values of other fields, by their ids." })),
  },
  { description: "Values to treat as stored; may be omitted." },
);

/** The new value of a field. */
export const ValueBody = Type.Object({
  value: Type.Unsafe<Json>({ description: "Any JSON that fits the field; null unsets it." }),
});

/** The left side of a condition; without one, only what all left sides share is known. */
export const RuleBody = Type.Object({
  rule_column: Type.Optional(
    Type.Object(
      { lhs: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])) },
      { additionalProperties: true },
    ),
  ),
});

const RuleColumn = Type.Object({
  name: Type.String(),
  type: Type.String({ description: "text or select." }),
  options: Type.Array(Type.Object({ name: Type.String(), value: AnyJson })),
});

/** The parts of a condition (platform-surface 3.4). */
export const RuleOptionsReply = Record("RuleOptions", {
  rule_column: Type.Object({ rhs: RuleColumn, operator: RuleColumn }),
  options: Type.Array(Type.Object({ name: Type.String(), value: AnyJson }), {
    description: "The possible left sides of a condition.",
  }),
  conditional_code_stdout: Type.Array(Type.String(), { description: "What the field's code printed." }),
  error: Type.Optional(Type.Object({ message: Type.String(), stack: Type.String() })),
});

/** Declares the fields that an application's configs ask for. */
export const ApplicationFieldsBody = Type.Object({ fields: Type.Array(FieldBody, { maxItems: 200 }) });

/** The fields that an application's configs ask for, as declared. */
export const ApplicationFields = Record("ApplicationFields", {
  slug: Type.String(),
  fields: Type.Array(Type.Unsafe<Fields>({ type: "object", additionalProperties: true })),
});
