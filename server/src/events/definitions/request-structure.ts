import { type Static, Type } from "typebox";
import { getAccountScope, isSession } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { START } from "../../workflows/definition/graph.ts";
import { findVersion } from "../../workflows/store.ts";
import type { AliasOrder } from "../../workflows/table.ts";
import { findRunnable } from "../../workflows/versions/publications.ts";
import { findDefinitions } from "./definition-store.ts";
import { listEventFields } from "./event-fields.ts";

const AnyJson = (description: string) => Type.Unsafe<Json>({ description });

const RequestStructure = Record("RequestStructure", {
  payload: AnyJson("An example of the input, or null."),
  schema: AnyJson("JSON Schema of the input, or null."),
  schema_interpreted: AnyJson(
    "The input's fields, each with its dotted `key` and `type`; null when unknown.",
  ),
});

const operation = defineOperations<Pick<Deps, "db">>("Workflows");

/** The payload that a published workflow expects (platform-surface 1.1). */
export const REQUEST_STRUCTURE_OPERATIONS = [
  operation({
    id: "getRequestStructure",
    method: "get",
    path: "/api/v2/public/workflow/request-structure/:id",
    least: "viewer",
    credentials: "account",
    summary: "Get a workflow's input structure",
    description:
      "Returns an example and the JSON Schema of the input that a published workflow expects: from its settings, or from the event that starts it. Each is null if unknown.",
    schema: {
      params: Type.Object({ id: Type.String({ description: "Id or alias of a published workflow." }) }),
      response: { 200: RequestStructure },
    },
    run: async ({ db }, request) =>
      readStructure(db, { ...getAccountScope(request), ownFirst: isSession(request) }, request.params.id),
  }),
];

/** From the workflow's own settings, else from the definition of the first event that starts it. */
async function readStructure(
  db: Db,
  scope: AccountScope & AliasOrder,
  idOrAlias: string,
): Promise<Static<typeof RequestStructure>> {
  const found = await findRunnable(db, scope, idOrAlias, scope.account);
  const version = found && (await findVersion(db, found.id, found.version));
  if (version === undefined) throw notFound("Workflow");
  const { manual_execution_payload: own = null, json_schema: schema = null } = version.settings;
  if (own !== null || schema !== null) return { payload: own, schema, schema_interpreted: interpret(own) };
  const triggers = version.nodes.find(({ type }) => type === START)?.triggers ?? [];
  const names = triggers.map(({ event }) => event);
  const definitions = await findDefinitions(db, scope, names);
  const [event] = definitions.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  if (event === undefined) return { payload: null, schema: null, schema_interpreted: null };
  const { sample, json_schema, fields } = event;
  const interpreted = fields.map(({ key, type }) => ({ key, type }));
  return { payload: sample, schema: json_schema, schema_interpreted: interpreted };
}

function interpret(payload: Json): Json {
  if (!isObject(payload)) return null;
  return listEventFields(payload).map(({ key, type }) => ({ key, type }));
}
