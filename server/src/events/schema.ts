import type { Selectable } from "kysely";
import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { FormattedText, Id, MapOf, Record, Timestamp } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { FIELD_TYPES } from "./definitions/event-fields.ts";
import type { ApplicationEventTable } from "./table.ts";

const AnyJson = (description: string) => Type.Unsafe<Json>({ description });
const JsonObject = (description: string) =>
  Type.Unsafe<{ [key: string]: Json }>({ type: "object", additionalProperties: true, description });

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Name by which triggers and workflows refer to the event.",
});

const ShapeFields = {
  model: Type.Optional(
    MapOf(Type.String(), {
      propertyNames: { type: "string", minLength: 1 },
      description: "Types by field name.",
    }),
  ),
  response: Type.Optional(
    Type.Unsafe<Json>({
      type: ["string", "object", "array"],
      description:
        "An example of the payload as an object or as JSON text, or the list of its fields (key, type); at most 64 KB.",
    }),
  ),
  json_schema: Type.Optional(
    Type.Unsafe<{ [key: string]: Json } | string | null>({
      type: ["object", "string", "null"],
      description: "JSON Schema of the payload, as an object or as JSON text; at most 64 KB.",
    }),
  ),
};

/** Body of a new definition, in both published forms (platform-surface 1.2). */
export const NewApplicationEvent = Type.Object({ name: Name, ...ShapeFields });

/** Body of a change: given fields are set, others stay unchanged. */
export const ApplicationEventBody = Type.Object({ name: Type.Optional(Name), ...ShapeFields });
export type ApplicationEventBody = Static<typeof ApplicationEventBody>;

/** The definition of an event on the wire, under the names of both published forms (spec 2.7, platform-surface C4). */
export const ApplicationEvent = Record("ApplicationEvent", {
  _id: Id,
  event_id: Id,
  name: Type.String(),
  event_name: Type.String({ description: "The same as `name`." }),
  response: Type.Array(
    Type.Object({ key: Type.String({ description: "Dotted path." }), type: Type.Enum(FIELD_TYPES) }),
  ),
  event_model: Type.Unsafe<{ [key: string]: string }>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "The fields of `response`: types by path.",
  }),
  raw_response: Type.Optional(AnyJson("The example that the fields were read from.")),
  json_schema: Type.Optional(JsonObject("JSON Schema of the payload.")),
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
});

export type ApplicationEventRow = Selectable<ApplicationEventTable>;

/** Wire form of the definition of an event. */
export function presentApplicationEvent(row: ApplicationEventRow): Static<typeof ApplicationEvent> {
  return {
    _id: row.id,
    event_id: row.id,
    name: row.name,
    event_name: row.name,
    response: row.fields,
    event_model: Object.fromEntries(row.fields.map(({ key, type }) => [key, type])),
    raw_response: row.sample ?? undefined,
    json_schema: row.json_schema ?? undefined,
    org_id: row.org_id,
    environment: row.environment,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

const AccountHeader = Type.Optional(
  Type.String({ description: "The linked account to act for. Required with an API key." }),
);
const SlugHeader = Type.Optional(
  Type.String({ maxLength: 255, description: "Application of the workflow." }),
);
const ConfigHeader = Type.Optional(
  Type.String({ maxLength: 255, description: "Name of the config. Default: the linked account's own id." }),
);

const KeyHeader = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

/** Headers of an event; each overrides the same field of the body. */
export const TriggerHeaders = Type.Object({
  linked_account_id: AccountHeader,
  slug: SlugHeader,
  config_id: ConfigHeader,
  "idempotency-key": KeyHeader(
    "Repeating an event with the same key within 24 hours starts nothing and returns the first response.",
  ),
});

/** Body of an event; `trigger` is another name of `event`. */
export const TriggerBody = Type.Object({
  event: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "Name of an application event." }),
  ),
  trigger: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "The same as `event`." })),
  payload: Type.Optional(AnyJson("Input of the executions.")),
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
  slug: Type.Optional(
    Type.String({ maxLength: 255, description: "Start only workflows of this application." }),
  ),
  config_id: Type.Optional(Type.String({ maxLength: 255 })),
});

/** The reply to an event. */
export const TriggeredEvent = Record("TriggeredEvent", {
  message: Type.String(),
  event_id: Type.String({ description: "Id of the received event." }),
  executions: Type.Integer({ description: "Number of executions that it started." }),
});

/** Headers of an execution. */
export const ExecuteHeaders = Type.Object({
  linked_account_id: AccountHeader,
  slug: SlugHeader,
  config_id: ConfigHeader,
  "idempotency-key": KeyHeader(
    "Repeating a call with the same key within 24 hours starts nothing and returns the first execution.",
  ),
  sync_execution: Type.Optional(
    FormattedText("^([Tt]rue|[Ff]alse|)$", "true or false", {
      description: "`true` waits up to 60 seconds for the end of the execution.",
    }),
  ),
});

/** The reply to an execution: its id, and its end if the caller waited for it. */
export const ExecutedWorkflow = Record("ExecutedWorkflow", {
  execution_id: Id,
  message: Type.Optional(Type.String()),
  return_value: Type.Optional(AnyJson("Output of the last node, or what a `response` node returned.")),
  errored: Type.Optional(Type.Boolean()),
  status_code: Type.Optional(Type.Integer({ description: "200, or the third party's status, or 500." })),
  execution_error: Type.Optional(
    Type.Object({
      message: Type.String(),
      code: Type.String(),
      node_id: Type.Optional(Type.String()),
      node_name: Type.Optional(Type.String()),
      attempts: Type.Optional(Type.Integer()),
      status: Type.Optional(Type.Integer({ description: "The third party's HTTP status." })),
    }),
  ),
});
