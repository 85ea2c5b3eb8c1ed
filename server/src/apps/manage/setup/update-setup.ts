import type { Static } from "typebox";
import type { Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { badField, badRequest, notFound } from "../../../platform/errors.ts";
import { type CustomApplicationRow, findCustomRow, lockCustomRow } from "../../catalog/application-store.ts";
import { lockCustomApplications, saveCustomApplicationIn } from "../../catalog/custom-application.ts";
import { toShortText } from "../../providers/openapi/read-json.ts";
import { listChecks } from "./list-checks.ts";
import { type ApplicationSetup, type ApplicationSetupBody, presentCheck } from "./setup-schema.ts";

type SetupChange = Static<typeof ApplicationSetupBody>;

/** What can be changed of an application of one's own; 404 for others, 400 for an MCP server. */
export async function readSetup(
  { db }: Pick<Deps, "db">,
  scope: Scope,
  slug: string,
): Promise<Static<typeof ApplicationSetup>> {
  return presentSetup(requireChangeable(await findCustomRow(db, scope, slug)));
}

/** Changes an application of one's own; importing its document again keeps that (D510). */
export async function updateSetup(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: Scope,
  slug: string,
  change: SetupChange,
): Promise<Static<typeof ApplicationSetup>> {
  return db.transaction().execute(async (tx) => {
    await lockCustomApplications(tx, scope);
    const row = requireChangeable(await lockCustomRow(tx, scope, slug));
    const changed = { ...row, ...applyChange(row, change) };
    await saveCustomApplicationIn(tx, scope, { ...changed, now: clock.now() });
    return presentSetup(await readLocked(tx, scope, slug));
  });
}

async function readLocked(tx: Tx, scope: Scope, slug: string): Promise<CustomApplicationRow> {
  return requireChangeable(await lockCustomRow(tx, scope, slug));
}

function requireChangeable(row: CustomApplicationRow | undefined): CustomApplicationRow {
  if (row === undefined) throw notFound("Application");
  if (row.provider === "mcp") throw badRequest("An MCP server says itself how customers connect.");
  return row;
}

function presentSetup(row: CustomApplicationRow): Static<typeof ApplicationSetup> {
  const { checks, used } = listChecks(row);
  return {
    slug: row.slug,
    name: toShortText(row.definition.name) ?? row.slug,
    check: presentCheck(used),
    checks: checks.map(({ id, path, title }) => ({ id, path, title })),
  };
}

type ChangedParts = Pick<CustomApplicationRow, "definition" | "checks" | "choices">;

function applyChange(row: CustomApplicationRow, { name, ...change }: SetupChange): ChangedParts {
  const { definition, checks, choices } = applyCheck(row, change);
  if (name === undefined) return { definition, checks, choices };
  return { definition: { ...definition, name }, checks, choices: { ...choices, name } };
}

function applyCheck(row: CustomApplicationRow, { check: wanted }: Pick<SetupChange, "check">): ChangedParts {
  if (wanted === undefined) return row;
  const changed = applyChosenCheck({ ...row, choices: { ...row.choices, check: wanted } });
  if (changed !== undefined) return changed;
  throw badField("check", `There is no request ${wanted?.slice(0, 200)} that can test a credential.`);
}

/** An application with the check that its author chose; undefined if it does not have it, or nobody chose. */
export function applyChosenCheck({ choices, ...row }: ChangedParts): ChangedParts | undefined {
  const { checks } = listChecks(row);
  const { check: _replaced, ...rest } = row.definition;
  if (choices.check === null) return { definition: rest, checks, choices };
  const chosen = checks.find(({ id }) => id === choices.check);
  return chosen && { definition: { ...rest, check: chosen.check }, checks, choices };
}
