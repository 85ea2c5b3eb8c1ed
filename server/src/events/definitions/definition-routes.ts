import { Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { Message } from "../../platform/http/route.ts";
import { RESERVED_EVENTS } from "../../workflows/definition/graph.ts";
import { eventExample } from "../examples.ts";
import { ApplicationEvent, ApplicationEventBody, presentApplicationEvent } from "../schema.ts";
import {
  type DefinitionInput,
  deleteEventDefinition,
  insertEventDefinition,
  listDefinitions,
  readEventDefinition,
  updateEventDefinition,
} from "./definition-store.ts";
import { parseObject, parseShape } from "./event-fields.ts";
import { promoteDefinition } from "./promote.ts";

// An environment's definitions are listed without paging.
const MOST_BYTES = 64 * 1024;
const BASE = "/api/v2/public/application/event";
const ByEventId = Type.Object({ event_id: Type.String({ description: "Id of the event's definition." }) });

const operation = defineOperations<Pick<Deps, "db" | "clock">>("Events");

interface RouteVariant {
  readonly base: string;
  /** Distinguishes the operation ids of the two paths. */
  readonly suffix: string;
  /** Distinguishes their summaries. */
  readonly note: string;
}

const VARIANTS: readonly RouteVariant[] = [
  { base: BASE, suffix: "", note: "" },
  { base: "/api/v2/public/event", suffix: "Alias", note: " (short path)" },
];

/** Definitions of the organization's own events (spec 2.7 and 4.6), also under the published server library's paths. */
export const EVENT_DEFINITION_OPERATIONS = [
  operation({
    id: "createEvent",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    summary: "Define an event",
    description:
      "Defines an event of your product, with the name that workflows and `POST /api/v2/public/event/trigger` use. `response` and `json_schema` describe its payload for editors; they do not validate it. Returns 400 if the name is taken or reserved (`Webhook`, `Schedule`, `API Call`). An environment can have at most 500 events.",
    schema: { body: eventExample.body, response: { 200: eventExample.reply } },
    run: async ({ db, clock }, request) => {
      const input = { ...readInput(request.body), name: request.body.name };
      return presentApplicationEvent(await insertEventDefinition(db, getScope(request), input, clock.now()));
    },
  }),
  operation({
    id: "promoteEvent",
    method: "post",
    path: `${BASE}/:event_id/promote`,
    least: "developer",
    credentials: "apiKey",
    summary: "Promote an event to production",
    description:
      "Copies the definition of an event from test to production, creating it if it is missing. Identify it by its name, or by its id in test. Requires a production key (403 otherwise).",
    schema: {
      params: Type.Object({
        event_id: Type.String({ description: "Name of the event, or its id in test." }),
      }),
      response: { 200: ApplicationEvent },
    },
    run: async ({ db, clock }, request) =>
      presentApplicationEvent(
        await promoteDefinition(db, getScope(request), request.params.event_id, clock.now()),
      ),
  }),
  ...VARIANTS.flatMap((variant) => [...readingOperations(variant), ...changingOperations(variant)]),
];

function readingOperations({ base, suffix, note }: RouteVariant) {
  return [
    operation({
      id: `listEvents${suffix}`,
      method: "get",
      path: base,
      least: "viewer",
      credentials: "apiKey",
      summary: `List events${note}`,
      description: "Returns the definitions of your product's events in this environment, by name.",
      schema: { response: { 200: Type.Array(ApplicationEvent) } },
      run: async ({ db }, request) =>
        (await listDefinitions(db, getScope(request))).map(presentApplicationEvent),
    }),
    operation({
      id: `getEvent${suffix}`,
      method: "get",
      path: `${base}/:event_id`,
      least: "viewer",
      credentials: "apiKey",
      summary: `Get an event${note}`,
      description:
        "Returns the definition of an event: its name, its fields, and the JSON Schema of its payload.",
      schema: { params: ByEventId, response: { 200: ApplicationEvent } },
      run: async ({ db }, request) =>
        presentApplicationEvent(await readEventDefinition(db, getScope(request), request.params.event_id)),
    }),
  ];
}

function changingOperations({ base, suffix, note }: RouteVariant) {
  return [
    operation({
      id: `updateEvent${suffix}`,
      method: "put",
      path: `${base}/:event_id`,
      least: "developer",
      credentials: "apiKey",
      summary: `Update an event${note}`,
      description:
        "Updates the definition of an event; omitted fields are unchanged. Returns 400 if the name is taken or reserved. Workflows refer to an event by its name, so renaming one stops those that listen to the old name.",
      schema: { params: ByEventId, body: ApplicationEventBody, response: { 200: ApplicationEvent } },
      run: async ({ db, clock }, request) => {
        const change = { input: readInput(request.body), now: clock.now() };
        const { event_id } = request.params;
        return presentApplicationEvent(await updateEventDefinition(db, getScope(request), event_id, change));
      },
    }),
    operation({
      id: `deleteEvent${suffix}`,
      method: "delete",
      path: `${base}/:event_id`,
      least: "developer",
      credentials: "apiKey",
      summary: `Delete an event${note}`,
      description:
        "Deletes the definition of an event. Triggering it then returns 404; received events are kept.",
      schema: { params: ByEventId, response: { 200: Message } },
      run: async ({ db }, request) => {
        await deleteEventDefinition(db, getScope(request), request.params.event_id);
        return { message: "event deleted successfully" };
      },
    }),
  ];
}

function readInput({ name, json_schema, ...shape }: ApplicationEventBody): DefinitionInput {
  if (name !== undefined && RESERVED_EVENTS.includes(name))
    throw badField("name", `name must not be "${name}", which is reserved.`);
  const jsonSchema = typeof json_schema === "string" ? parseObject(json_schema, "json_schema") : json_schema;
  const read = parseShape(shape);
  if (bytesOf(read) > MOST_BYTES) {
    const field = shape.response === undefined ? "model" : "response";
    throw badField(field, `${field} must have at most 64 KB, with the paths of its fields.`);
  }
  if (bytesOf(jsonSchema) > MOST_BYTES) throw badField("json_schema", "json_schema must have at most 64 KB.");
  return { name, shape: read, jsonSchema };
}

function bytesOf(value: DefinitionInput["shape"] | DefinitionInput["jsonSchema"]): number {
  return value ? Buffer.byteLength(JSON.stringify(value)) : 0;
}
