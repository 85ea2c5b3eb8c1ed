import type { Static } from "typebox";
import type { Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import type { Db, Tx } from "../../../platform/database/database.ts";
import { badField, badRequest, notFound } from "../../../platform/errors.ts";
import { type CustomApplicationRow, findCustomRow, lockCustomRow } from "../../catalog/application-store.ts";
import { lockCustomApplications, saveCustomApplicationIn } from "../../catalog/custom-application.ts";
import { expireConnections } from "../../connections/fresh-connection.ts";
import type { JsonObject } from "../../connector.ts";
import type { AuthType } from "../../connector-auth.ts";
import { toObject, toShortText } from "../../providers/openapi/read-json.ts";
import { ADDRESS_ALONE } from "../../providers/openapi/triggers/webhook-settings.ts";
import { removeCarriers, removeUnusedSettings } from "./clean-definition.ts";
import { listChecks } from "./list-checks.ts";
import { requireUsable, requireValid } from "./require-usable.ts";
import {
  type ApplicationDefinition,
  type ApplicationSetup,
  type ApplicationSetupBody,
  presentCheck,
} from "./setup-schema.ts";
import { buildAuth, listOutdatedTypes, readSignIn } from "./sign-in.ts";
import {
  applyTriggerChoices,
  hasDocumentWebhooks,
  listSetupTriggers,
  mergeTriggerChoices,
} from "./trigger-choices.ts";

type SetupChange = Static<typeof ApplicationSetupBody>;

/** What can be changed of an application of one's own; 404 for others, 400 for an MCP server. */
export async function readSetup(
  { db }: Pick<Deps, "db">,
  scope: Scope,
  slug: string,
): Promise<Static<typeof ApplicationSetup>> {
  return presentSetup(requireChangeable(await findCustomRow(db, scope, slug)));
}

/** The definition of an application of one's own; 404 for others. */
export async function readDefinition(
  db: Db,
  scope: Scope,
  slug: string,
): Promise<Static<typeof ApplicationDefinition>> {
  const row = await findCustomRow(db, scope, slug);
  if (!row) throw notFound("Application");
  const { provider, definition } = row;
  return { slug, provider, definition };
}

/**
 * Changes an application of one's own; importing its document again keeps that (D510). Connections whose credentials
 * are of no use for another way to sign in expire (D511).
 */
export async function updateSetup(
  deps: Pick<Deps, "queue" | "clock" | "metrics" | "outbound">,
  scope: Scope,
  slug: string,
  change: SetupChange,
): Promise<Static<typeof ApplicationSetup>> {
  requireUsable(deps, change);
  return deps.queue.transaction(async (tx) => {
    await lockCustomApplications(tx, scope);
    const row = await readLocked(tx, scope, slug);
    const changed = { ...row, ...applyChange(row, change) };
    requireValid(changed);
    const name = toShortText(changed.definition.name) ?? slug;
    const outdated = listOutdatedTypes(toObject(row.definition.auth), toObject(changed.definition.auth));
    const reason = `The way to sign in to ${name} has changed.`;
    await expireConnections(deps, tx, scope, { slug, authTypes: outdated, reason });
    const kept = listTypes(changed.definition).filter((type) => !outdated.includes(type));
    const hasNewSignIn = outdated.length > 0 && !(await hasConnections(tx, scope, slug, kept));
    await saveCustomApplicationIn(tx, scope, { ...changed, hasNewSignIn, now: deps.clock.now() });
    return presentSetup(await readLocked(tx, scope, slug));
  });
}

/** Whether there are credentials of these kinds, also of connections that have expired. */
async function hasConnections(
  tx: Tx,
  { orgId, environment }: Scope,
  slug: string,
  types: readonly AuthType[],
): Promise<boolean> {
  if (types.length === 0) return false;
  const found = await tx
    .selectFrom("connections")
    .select("id")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("slug", "=", slug)
    .where("auth_type", "in", types)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function listTypes({ auth }: JsonObject): AuthType[] {
  return (["keybased", "oauth2"] as const).filter((type) => toObject(auth)[type] !== undefined);
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
    base_url: toShortText(row.definition.base_url) ?? "",
    sign_in: readSignIn(row.definition),
    check: presentCheck(used),
    checks: checks.map(({ id, path, title }) => ({ id, path, title })),
    webhooks: hasDocumentWebhooks(row.definition) ? (row.choices.webhooks ?? ADDRESS_ALONE) : null,
    triggers: listSetupTriggers(row.definition),
  };
}

type ChangedParts = Pick<CustomApplicationRow, "definition" | "checks" | "choices">;

function applyChange(row: CustomApplicationRow, change: SetupChange): ChangedParts {
  const { name, base_url: baseUrl, sign_in: signIn } = change;
  const { definition, checks, choices: earlier } = applyCheck(row, change);
  const choices = mergeTriggerChoices(definition, earlier, change);
  const auth = signIn && buildAuth(signIn, toObject(definition.auth));
  const base = baseUrl?.trim().replace(/\/+$/, "");
  const chosen = {
    ...(name !== undefined && { name }),
    ...(base !== undefined && { base_url: base }),
    ...(auth !== undefined && { auth }),
  };
  const whole = { ...applyTriggerChoices(definition, choices), ...chosen };
  return {
    definition: removeUnusedSettings(auth === undefined ? whole : removeCarriers(whole)),
    checks,
    choices: { ...choices, ...chosen },
  };
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
