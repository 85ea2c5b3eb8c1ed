import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readEnabledApplication } from "../apps/catalog/application.ts";
import { getAccountScope, isSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { searchRecords } from "../datastores/search.ts";
import { type DatastoreRecord, listDatastoreRecords, listDatastores } from "../datastores/store.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { MapOf, withExample } from "../platform/http/route.ts";
import { redactLinks } from "../runs/signals/links.ts";
import { getConfigKey } from "./config-key.ts";
import { RECORDS } from "./examples.ts";
import { ConfigQuery } from "./field-schema.ts";
import { findConfig } from "./store.ts";

const BASE = "/api/v2/public/datastore/config/:slug";
const NOT_FOUND = { ...ErrorReply, description: "The application, config or datastore does not exist." };

const BySlug = Type.Object({ slug: Type.String({ description: "The application." }) });
const ByName = Type.Object({
  ...BySlug.properties,
  name: Type.String({ description: "Name of the datastore." }),
});
const Records = Type.Array(
  Type.Object(
    { record_id: Type.String({ description: "UUID of the record." }) },
    { additionalProperties: true, description: "A record: its id and its fields." },
  ),
);
const SearchBody = MapOf(Type.String({ maxLength: 500 }), {
  maxProperties: 20,
  description:
    "Regular expressions by field name, case-insensitive; all must match. Without any, no records are found.",
});

type DatastoreRouteDeps = Pick<Deps, "db" | "catalog" | "log" | "sandbox" | "config">;

const operation = defineOperations<DatastoreRouteDeps>("Datastores");

/** The datastores of a config, which only workflow runs write (platform-surface 3.8). */
export const DATASTORE_OPERATIONS = [
  operation({
    id: "listDatastores",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "account",
    summary: "List datastores",
    description:
      "Returns the names of the datastores of a linked account's config. Only workflows write to them.",
    schema: {
      params: BySlug,
      querystring: ConfigQuery,
      response: { 200: Type.Array(Type.String()), 404: NOT_FOUND },
    },
    run: async (deps, request) => {
      const { slug } = request.params;
      return listDatastores(deps.db, await configOf(deps, request, slug, request.query.config_id));
    },
  }),
  operation({
    id: "listDatastoreRecords",
    method: "get",
    path: `${BASE}/:name/records`,
    least: "viewer",
    credentials: "account",
    summary: "List datastore records",
    description:
      "Returns all records of a datastore, oldest first: the fields of each with its `record_id`. The list is not paginated.",
    schema: {
      params: ByName,
      querystring: ConfigQuery,
      response: { 200: withExample(Records, RECORDS.all), 404: NOT_FOUND },
    },
    run: async (deps, request) => {
      const { slug, name } = request.params;
      const row = await configOf(deps, request, slug, request.query.config_id);
      return (await recordsOf(deps, request, row, name)).map(present);
    },
  }),
  operation({
    id: "searchDatastoreRecords",
    method: "post",
    path: `${BASE}/:name/search`,
    least: "viewer",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Search datastore records",
    description:
      "Returns the records whose fields match all the given regular expressions, case-insensitively. Without expressions, returns no records.",
    schema: {
      params: ByName,
      querystring: ConfigQuery,
      body: withExample(SearchBody, RECORDS.search),
      response: { 200: withExample(Records, RECORDS.found), 404: NOT_FOUND },
    },
    run: async (deps, request) => {
      const { slug, name } = request.params;
      const row = await configOf(deps, request, slug, request.query.config_id);
      const records = await recordsOf(deps, request, row, name);
      const sandbox = deps.sandbox.forTenant(getAccountScope(request).account.id);
      return (await searchRecords(sandbox, records, request.body)).map(present);
    },
  }),
];

/** Row id of the config; 404 if there is none, or the application does not exist. */
async function configOf(
  deps: DatastoreRouteDeps,
  request: FastifyRequest,
  slug: string,
  configId: string | undefined,
): Promise<string> {
  const scope = getAccountScope(request);
  await readEnabledApplication(deps, scope, slug);
  const row = await findConfig(deps.db, scope, getConfigKey(scope, slug, configId));
  if (!row) throw notFound("Config");
  return row.id;
}

/**
 * The records that the caller may read and search. Links that answer waiting steps are redacted for session tokens:
 * permission to run a workflow is not permission to answer for others.
 */
async function recordsOf(
  deps: DatastoreRouteDeps,
  request: FastifyRequest,
  row: string,
  name: string,
): Promise<DatastoreRecord[]> {
  const records = await listDatastoreRecords(deps.db, row, name);
  if (!records) throw notFound("Datastore");
  return isSession(request) ? redactLinks(deps, [], records) : records;
}

function present({ record_id, fields }: DatastoreRecord) {
  return { ...fields, record_id };
}
