import { type Static, Type } from "typebox";
import { ExternalIdText, RecordId, ReferenceName, toReferenceData } from "../../data-references/schema.ts";
import {
  deleteExternalIds,
  type ExternalId,
  findDataReference,
  findExternalIds,
  type RecordFilter,
  saveExternalIds,
} from "../../data-references/store.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import type { Fields } from "../definition/graph.ts";
import { createFailure } from "./failure.ts";
import type { FailOutcome, NodeCall, NodeOutcome, NodeType } from "./node.ts";
import { dataReferenceTexts } from "./words/data-reference.ts";

const MOST_AT_ONCE = 1000;

const DataReferenceSettings = Type.Object({
  operation: Type.Enum(["create", "bulk", "get_by_record_id", "get_by_external_id", "delete"], {
    description: "Operation.",
  }),
  name: { ...ReferenceName, description: "Name of the data reference; `create` and `bulk` create it." },
  slug: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "The application that has the external ids; default: the workflow's own.",
    }),
  ),
  record_id: Type.Optional({ ...RecordId, description: "Your id of the record." }),
  external_id: Type.Optional({ ...ExternalIdText, description: "The record's id in the application." }),
  refs: Type.Optional(
    Type.Array(Type.Object({ record_id: RecordId, external_id: ExternalIdText }), {
      maxItems: MOST_AT_ONCE,
      description: "For `bulk`: pairs of ids, which replace those that the records had in the application.",
    }),
  ),
});
type DataReferenceSettings = Static<typeof DataReferenceSettings>;

const UNUSABLE = "The data reference of this step could not be used.";
const NEEDED = {
  create: ["record_id", "external_id"],
  bulk: ["refs"],
  get_by_record_id: ["record_id"],
  get_by_external_id: ["external_id"],
  delete: ["record_id"],
} as const;

/** Keeps which id a record has in which application, for synchronisations in both directions. */
export const dataReferenceNode: NodeType = {
  type: "data_reference",
  texts: dataReferenceTexts,
  icon: "link",
  group: "data",
  description:
    "Keeps which id a record has in which application. A synchronisation in both directions finds with it whether a record is there already.",
  settings: DataReferenceSettings,
  problem: (data) => findMissing(data),
  errors: { DATA_REFERENCE: UNUSABLE, NO_APPLICATION: UNUSABLE },
  run: async (deps, call) => {
    const settings = call.data as DataReferenceSettings;
    const missing = findMissing(settings);
    if (missing !== undefined) return createFailure("INVALID_SETTINGS", missing);
    try {
      return await carryOut(deps, call, settings);
    } catch (error) {
      if (error instanceof ApiError) return createFailure("DATA_REFERENCE", error.message);
      throw error;
    }
  },
  guide: {
    example: {
      id: "known",
      type: "data_reference",
      data: {
        operation: "get_by_external_id",
        name: "contacts",
        slug: "hubspot",
        external_id: "{{ input.id }}",
      },
    },
    output:
      '`{ "body": { "message": "…", "data": { "4711": [{ "slug": "hubspot", "value": "701" }] } } }`: by record id, the ids that the record has in all applications; `{}` if none is known',
    notes:
      "Data references belong to the linked account, so all its workflows share them. A record has one id in each application; storing another one replaces it. `delete` forgets the record, or with `slug` only its id there. Limits: 100 data references for an account, 100,000 ids in each, 1,000 pairs at once. See [Data references](data-references.md).",
  },
};

/** What an operation requires, unless it is an expression. */
function findMissing(data: Fields | DataReferenceSettings): string | undefined {
  const { operation } = data;
  if (typeof operation !== "string" || !Object.hasOwn(NEEDED, operation)) return undefined;
  const field = NEEDED[operation as keyof typeof NEEDED].find(
    (name) => Reflect.get(data, name) === undefined,
  );
  return field && `data.${field} is required by the operation ${operation}.`;
}

async function carryOut(deps: Deps, call: NodeCall, settings: DataReferenceSettings): Promise<NodeOutcome> {
  const { operation, record_id: recordId, external_id: externalId } = settings;
  switch (operation) {
    case "get_by_record_id":
      return find(deps, call, settings, { recordId });
    case "get_by_external_id":
      return find(deps, call, settings, { externalId, slug: settings.slug ?? call.slug ?? undefined });
    case "delete":
      return remove(deps, call, settings);
    default:
      return save(
        deps,
        call,
        settings,
        settings.refs ?? [{ record_id: recordId ?? "", external_id: externalId ?? "" }],
      );
  }
}

async function find(
  { db }: Deps,
  { scope }: NodeCall,
  { name }: DataReferenceSettings,
  filter: RecordFilter,
): Promise<NodeOutcome> {
  const reference = await findDataReference(db, scope, name);
  const found = reference
    ? await findExternalIds(db, reference, filter, { limit: MOST_AT_ONCE, offset: 0 })
    : [];
  return answer(found.length > 0 ? "Found" : "Not found", found);
}

async function save(
  deps: Deps,
  call: NodeCall,
  { operation, name, slug = call.slug ?? undefined }: DataReferenceSettings,
  refs: NonNullable<DataReferenceSettings["refs"]>,
): Promise<NodeOutcome> {
  if (slug === undefined) return noApplication();
  const given = operation === "bulk" ? refs : refs.slice(0, 1);
  const externalIds = given.map(({ record_id, external_id: value }) => ({ record_id, slug, value }));
  if (!call.isDry)
    await deps.queue.transaction(async (tx) => {
      await saveExternalIds(tx, call.scope, name, { externalIds, now: deps.clock.now() });
      // Last, so that other commits of the run do not wait for a busy data reference.
      await call.holdRun(tx);
    });
  return answer("Saved", externalIds, call);
}

async function remove(
  deps: Deps,
  call: NodeCall,
  { name, slug, record_id: recordId = "" }: DataReferenceSettings,
): Promise<NodeOutcome> {
  const reference = await findDataReference(deps.db, call.scope, name);
  if (!reference) return answer("Not found", [], call);
  if (call.isDry) return answer("Deleted", [], call);
  const deleted = await deps.queue.transaction(async (tx) => {
    const isDeleted = await deleteExternalIds(tx, reference, { recordId, slug }, deps.clock.now());
    await call.holdRun(tx);
    return isDeleted;
  });
  return answer(deleted ? "Deleted" : "Not found", []);
}

function answer(
  message: string,
  externalIds: readonly ExternalId[],
  { isDry }: Partial<Pick<NodeCall, "isDry">> = {},
): NodeOutcome {
  const output = { body: { message, data: toReferenceData(externalIds) } };
  if (!isDry) return { kind: "next", output };
  return { kind: "next", output, logs: ["Nothing was written: this test may not write to data references."] };
}

function noApplication(): FailOutcome {
  return createFailure(
    "NO_APPLICATION",
    "This workflow belongs to no application: name the application that has the ids in data.slug.",
  );
}
