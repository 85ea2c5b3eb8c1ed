import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { PageEnvelope } from "../platform/page.ts";
import type { DataReferenceRow, ExternalId } from "./store.ts";

const LONGEST = 255;

/** Name of a data reference. */
export const ReferenceName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "Name of the data reference, such as the kind of its records.",
  examples: ["contacts"],
});

/** The id of a record. */
export const RecordId = Type.String({
  minLength: 1,
  maxLength: LONGEST,
  description: "Your id of the record.",
  examples: ["4711"],
});

/** The id of a record in another application. */
export const ExternalIdText = Type.String({
  minLength: 1,
  maxLength: LONGEST,
  description: "Id of the record in the application.",
  examples: ["701"],
});

/** The application that knows a record by an id. */
export const ReferenceSlug = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The application that knows the record by this id.",
  examples: ["hubspot"],
});

export const NewDataReferenceBody = Type.Object({ refName: ReferenceName });

export const ByReferenceName = Type.Object({
  refName: Type.String({ description: "Name of the data reference." }),
});

/** Body that stores external ids. */
export const ExternalIdsBody = Type.Object({
  refs: Type.Array(Type.Object({ record_id: RecordId, slug: ReferenceSlug, external_id: ExternalIdText }), {
    minItems: 1,
    maxItems: 1000,
  }),
});

/** Body that files data references under a group. */
export const ReferenceGroupBody = Type.Object({
  refNames: Type.Array(ReferenceName, { minItems: 1, maxItems: 100 }),
  group: Type.Optional(Type.String({ maxLength: 100, description: "Name of the group; empty for none." })),
});

const ReferenceData = Type.Unsafe<ReferenceData>({
  type: "object",
  additionalProperties: {
    type: "array",
    items: {
      type: "object",
      properties: { slug: { type: "string" }, value: { type: "string" } },
      required: ["slug", "value"],
    },
  },
  description:
    "By record id: the ids that it has in applications. The first 100 ids; read all with `GET /api/v2/public/dataref/{refName}`.",
  examples: [{ "4711": [{ slug: "hubspot", value: "701" }] }],
});

/** The ids of records in applications, by record id. */
export type ReferenceData = { [recordId: string]: { slug: string; value: string }[] };

/** A data reference on the wire. */
export const DataReference = Record("DataReference", {
  _id: Id,
  name: Type.String(),
  linked_account_id: Type.String(),
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  data: ReferenceData,
  external_ids: Type.Integer({ description: "How many ids in applications it has." }),
  group: Type.Union([Type.String(), Type.Null()]),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const DataReferencePage = Type.Object({ docs: Type.Array(DataReference), ...PageEnvelope });

/** One page of the records of a data reference, as a table. */
export const ReferenceTable = Type.Object({
  headers: Type.Array(Type.String(), {
    description: "The columns: `record_id`, and each application in which records have ids.",
    examples: [["record_id", "hubspot", "salesforce"]],
  }),
  rows: Type.Array(
    Type.Unsafe<{ [column: string]: Json }>({
      type: "object",
      properties: { record_id: { type: "string" } },
      additionalProperties: { type: "string" },
      required: ["record_id"],
      examples: [{ record_id: "4711", hubspot: "701" }],
    }),
  ),
  ...PageEnvelope,
});

export const DeletedReference = Type.Object({
  acknowledged: Type.Boolean(),
  deletedCount: Type.Integer({ description: "How many data references were deleted: 1." }),
});

/** External ids by record. */
export function toReferenceData(externalIds: readonly ExternalId[]): ReferenceData {
  const data = groupByRecord(externalIds).map(
    ([recordId, ids]) => [recordId, ids.map(({ slug, value }) => ({ slug, value }))] as const,
  );
  return Object.fromEntries(data);
}

/** External ids as rows, a record each, in their order. */
export function toReferenceRows(externalIds: readonly ExternalId[]): { [column: string]: string }[] {
  return groupByRecord(externalIds).map(([recordId, ids]) => ({
    ...Object.fromEntries(ids.map(({ slug, value }) => [slug, value])),
    record_id: recordId,
  }));
}

function groupByRecord(externalIds: readonly ExternalId[]): [string, ExternalId[]][] {
  return [...Map.groupBy(externalIds, ({ record_id: recordId }) => recordId)];
}

export function presentDataReference(
  row: DataReferenceRow,
  shown: readonly ExternalId[] = [],
): Static<typeof DataReference> {
  return {
    _id: row.id,
    name: row.name,
    linked_account_id: row.linked_account_id,
    org_id: row.org_id,
    environment: row.environment,
    data: toReferenceData(shown),
    external_ids: row.external_ids,
    group: row.group_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
