import { Type } from "typebox";
import { parseObject, parseShape } from "../../../events/definitions/event-fields.ts";
import { NewApplicationEvent } from "../../../events/schema.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { Target } from "../../target.ts";
import {
  getText,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
  removeDefaults,
} from "../kind.ts";

const ALL = "/api/v2/public/application/event";
const ONE = `${ALL}/{event_id}`;
const { name, response, json_schema } = NewApplicationEvent.properties;
const MEMBERS = ["name", "response", "json_schema"];

/** The organization's own events. */
export const EVENTS: ResourceKind = {
  folder: "events",
  title: "event",
  schema: Type.Object({ name, response, json_schema }, { additionalProperties: false }),
  getName: (document) => getText(document, "name") ?? "",
  getKeys: (document) => [getText(document, "name") ?? ""],
  normalize,
  list: async ({ send }) =>
    (await send("get", ALL, {})).map(
      ({ _id, name, raw_response, response, json_schema }): RemoteRecord => ({
        id: _id,
        document: toDocument({
          name,
          response: (raw_response ?? response) as Json,
          json_schema: json_schema as Json,
        }),
      }),
    ),
  create: async ({ send }, document) => void (await send("post", ALL, { body: toBody(document) })),
  update: async ({ send }, { document, record: { id } }) =>
    void (await send("put", ONE, { path: { event_id: id }, body: toBody(document) })),
  delete: async ({ send }: Target, { id }) => void (await send("delete", ONE, { path: { event_id: id } })),
};

/** The example as it is stored: of a list of fields, with the types' own names. */
function normalize({ response, json_schema: given, ...document }: RecordDocument): RecordDocument {
  const shape = response === undefined ? undefined : parseShape({ response });
  return toDocument({
    ...document,
    ...(shape && { response: shape.sample ?? shape.fields.map(({ key, type }) => ({ key, type })) }),
    ...(given !== undefined && {
      json_schema: typeof given === "string" ? parseObject(given, "json_schema") : given,
    }),
  });
}

function toDocument(document: { [member: string]: Json | undefined }): RecordDocument {
  return removeDefaults(document as RecordDocument, MEMBERS, { response: [], json_schema: null });
}

/** With the defaults of what the document leaves out, because the API leaves such members as they are. */
function toBody(document: RecordDocument) {
  return { response: [], json_schema: null, ...document, name: getText(document, "name") ?? "" };
}
