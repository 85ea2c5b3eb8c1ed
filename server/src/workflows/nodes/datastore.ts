import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import { searchRecords } from "../../datastores/search.ts";
import {
  type DatastoreRecord,
  deleteRecord,
  findConfigOf,
  findRecord,
  listRecords,
  putRecord,
} from "../../datastores/store.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import { MapOf } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json.ts";
import type { Fields } from "../definition/graph.ts";
import { failure } from "./failure.ts";
import type { FailOutcome, NodeCall, NodeOutcome, NodeType } from "./node.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const MAX_RESULT_BYTES = 1024 * 1024;

const DatastoreSettings = Type.Object({
  operation: Type.Enum(["get", "put", "query", "delete", "list"], { description: "What to do." }),
  name: Type.String({ minLength: 1, maxLength: 100, description: "Name of the datastore; `put` makes it." }),
  slug: Type.Optional(
    Type.String({
      description: "Application whose config has the datastore; the workflow's own if left out.",
    }),
  ),
  record_id: Type.Optional(
    Type.String({ description: "UUID of the record; needed by `get` and `delete`, made up by `put`." }),
  ),
  fields: Type.Optional(
    MapOf(Type.Unsafe<Json>({}), { description: "What `put` stores, in place of what the record had." }),
  ),
  match: Type.Optional(
    MapOf(Type.String({ maxLength: 500 }), {
      maxProperties: 20,
      description:
        "For `query`: regular expressions by field, all of which must match in any case, as in the API's search.",
    }),
  ),
  equals: Type.Optional(
    MapOf(Type.Unsafe<Json>({}), {
      maxProperties: 20,
      description: "For `query`: values by field, all of which must be the same.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: "How many records `query` and `list` give at most.",
    }),
  ),
});
type DatastoreSettings = Static<typeof DatastoreSettings>;

/** Reads and writes the records of a datastore of the run's config (platform-surface 3.8). */
export const datastoreNode: NodeType = {
  type: "datastore",
  title: "Datastore",
  description: "Reads or writes records that a config keeps between executions.",
  settings: DatastoreSettings,
  problem: (data) => neededProblem(data),
  run: async (deps, call) => {
    const settings = call.data as DatastoreSettings;
    const slug = settings.slug ?? call.slug;
    if (slug === null)
      return failure(
        "NO_CONFIG",
        "Datastores belong to a config, and this workflow to no application: name the application in data.slug.",
      );
    const config = await findConfigOf(deps.db, call.scope, slug, call.configId);
    if (config === undefined)
      return failure(
        "NO_CONFIG",
        `The linked account has no config "${call.configId}" for the application ${slug}, so it has no datastores there.`,
      );
    try {
      return await carryOut(deps, call, config, settings);
    } catch (error) {
      if (error instanceof ApiError) return failure("DATASTORE", error.message);
      throw error;
    }
  },
  guide: {
    example: {
      id: "remember",
      type: "datastore",
      data: {
        operation: "put",
        name: "invoices",
        slug: "stripe",
        record_id: "{{ input.uuid }}",
        fields: { number: "{{ input.number }}", paid: false },
      },
    },
    output:
      '`put` and `get`: `{ "body": { "record_id": "…", … } }`, null where there is no such record; `query` and `list`: `{ "body": [ … ], "total": 7 }`, oldest first; `delete`: `{ "body": { "deleted": true } }`',
    notes:
      "Records belong to the config that the execution uses and stay until they are deleted, or the config is. A `put` without `record_id` makes a new record, one for each step however often it is repeated. At most 100 datastores for a config, 10,000 records and 8 MiB in each; one node gives at most 1 MiB.",
  },
};

/** What an operation cannot do without, where it is not an expression. */
function neededProblem({
  operation,
  fields,
  record_id: recordId,
  match,
  equals,
}: Fields): string | undefined {
  if (operation === "put" && fields === undefined) return needed("fields", operation);
  if ((operation === "get" || operation === "delete") && recordId === undefined)
    return needed("record_id", operation);
  if (operation === "query" && isEmpty(match) && isEmpty(equals))
    return needed("match or data.equals", operation);
  return undefined;
}

function isEmpty(map: Json | undefined): boolean {
  return map === undefined || (typeof map === "object" && map !== null && Object.keys(map).length === 0);
}

async function carryOut(
  deps: Deps,
  call: NodeCall,
  config: string,
  settings: DatastoreSettings,
): Promise<NodeOutcome> {
  const { operation, name, record_id: recordId, fields } = settings;
  const write = <Result>(work: (tx: Tx) => Promise<Result>) =>
    deps.queue.transaction(async (tx) => {
      const result = await work(tx);
      // Last: other commits of the run do not wait for a datastore that many write.
      await call.holdRun(tx);
      return result;
    });
  switch (operation) {
    case "put": {
      if (fields === undefined) return missing("fields", operation);
      // The same for every attempt, so that a repeated one replaces its own record.
      const record = { recordId: recordId ?? uuidFrom(call.idempotencyKey), fields, now: deps.clock.now() };
      if (call.isDry) return notWritten({ body: present({ record_id: record.recordId, fields }) });
      const record_id = await write((tx) => putRecord(tx, config, name, record));
      return { kind: "next", output: { body: present({ record_id, fields }) } };
    }
    case "get": {
      if (recordId === undefined) return missing("record_id", operation);
      const record = await findRecord(deps.db, config, name, recordId);
      return result({ body: record ? present(record) : null });
    }
    case "delete": {
      if (recordId === undefined) return missing("record_id", operation);
      if (call.isDry) {
        const found = await findRecord(deps.db, config, name, recordId);
        return notWritten({ body: { deleted: found !== undefined } });
      }
      const deleted = await write((tx) => deleteRecord(tx, config, name, recordId));
      return { kind: "next", output: { body: { deleted } } };
    }
    default:
      return select(deps, config, settings);
  }
}

async function select(
  { db, sandbox }: Deps,
  config: string,
  { operation, name, match, equals, limit = DEFAULT_LIMIT }: DatastoreSettings,
): Promise<NodeOutcome> {
  const all = (await listRecords(db, config, name)) ?? [];
  if (operation === "list") return page(all, limit);
  const wanted = Object.entries(equals ?? {});
  const isSought = match !== undefined && Object.keys(match).length > 0;
  if (wanted.length === 0 && !isSought) return missing("match or data.equals", operation);
  const same = all.filter((record) => {
    const shown = present(record);
    return wanted.every(
      ([field, value]) => Object.hasOwn(shown, field) && isDeepStrictEqual(shown[field], value),
    );
  });
  return page(isSought ? await searchRecords(sandbox, same, match) : same, limit);
}

function page(records: readonly DatastoreRecord[], limit: number): NodeOutcome {
  return result({ body: records.slice(0, limit).map(present), total: records.length });
}

/** What an operation would come to that a test may not carry out. */
function notWritten(output: { [key: string]: Json }): NodeOutcome {
  return { kind: "next", output, logs: ["Nothing was written: this test may not."] };
}

function result(output: { [key: string]: Json }): NodeOutcome {
  if (Buffer.byteLength(JSON.stringify(output)) <= MAX_RESULT_BYTES) return { kind: "next", output };
  return failure(
    "TOO_LARGE",
    "What was found is larger than 1 MiB: ask for less, for instance with data.limit.",
  );
}

function present({ record_id, fields }: DatastoreRecord): { [field: string]: Json } {
  return { ...fields, record_id };
}

/** A UUID (version 8) of the first 122 bits that fit. */
function uuidFrom(key: string): string {
  const variant = "89ab"[Number.parseInt(key[16] ?? "0", 16) % 4];
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-${variant}${key.slice(17, 20)}-${key.slice(20, 32)}`;
}

function missing(field: string, operation: string): FailOutcome {
  return failure("INVALID_SETTINGS", needed(field, operation));
}

function needed(field: string, operation: string): string {
  return `data.${field} is needed to ${operation}.`;
}
