import { requireProduction } from "../../auth/production-only.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { isId } from "../../platform/id.ts";
import type { ApplicationEventRow } from "../schema.ts";
import {
  findDefinitions,
  insertEventDefinition,
  readEventDefinition,
  updateEventDefinition,
} from "./definition-store.ts";

/**
 * Makes production's definition the same as test's, found by its id or name; 403 with a test key, 404 if test has none.
 */
export async function promoteDefinition(
  db: Db,
  scope: Scope,
  idOrName: string,
  now: Date,
): Promise<ApplicationEventRow> {
  requireProduction(scope, "Promoting an event");
  const test: Scope = { ...scope, environment: "test" };
  const [found] = isId(idOrName)
    ? [await readEventDefinition(db, test, idOrName)]
    : await findDefinitions(db, test, [idOrName]);
  if (!found) throw notFound("Event");
  const { name, fields, sample, json_schema: jsonSchema } = found;
  const input = { name, shape: { fields, sample }, jsonSchema };
  const [there] = await findDefinitions(db, scope, [name]);
  return there
    ? updateEventDefinition(db, scope, there.id, { input, now })
    : insertEventDefinition(db, scope, input, now);
}
