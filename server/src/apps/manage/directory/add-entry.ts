import type { Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import { badField, notFound } from "../../../platform/errors.ts";
import { type Application, findApplication } from "../../catalog/application.ts";
import { findCustomDefinition, findCustomHead } from "../../catalog/application-store.ts";
import { saveCustomApplication } from "../../catalog/custom-application.ts";
import type { JsonObject } from "../../connector.ts";
import { buildDefinition } from "../../directory/build-definition.ts";
import { readInstalledDocument } from "../../directory/documents.ts";
import type { DirectoryEntry } from "../../directory/entry-schema.ts";
import { resolvePlaces } from "../../directory/places.ts";
import { buildSignIn } from "../../directory/sign-in.ts";
import type { ApplicationCheck } from "../../providers/application-check.ts";
import { parseDefinition } from "../../providers/manifest/schema/parse-manifest.ts";
import type { DocumentSource } from "../../providers/openapi/import-worker.ts";
import { toObject } from "../../providers/openapi/read-json.ts";
import { runImport } from "../../providers/openapi/run-import.ts";
import { requireFreeSlug } from "../custom-slug.ts";
import { readSource } from "../import-application.ts";
import { withApiErrors } from "../openapi-body.ts";
import { removeUnusedSettings } from "../setup/clean-definition.ts";
import { listChecks } from "../setup/list-checks.ts";
import { applyTriggerChoices } from "../setup/trigger-choices.ts";
import { applyChosenCheck } from "../setup/update-setup.ts";

/** The entry of the directory; 404 if there is none. */
export async function readEntry(
  { directory }: Pick<Deps, "directory">,
  slug: string,
): Promise<DirectoryEntry> {
  const entry = (await directory()).get(slug);
  if (entry === undefined) throw notFound("Application");
  return entry;
}

/**
 * Adds an application of the directory to the environment as one of its own (D488), or replaces the one with its slug;
 * `operations` of its document become actions beside those that the facts give. 404 if the directory does not have it,
 * 400 if the catalog has its slug or its document cannot be used.
 */
export async function addEntry(
  deps: Deps,
  scope: Scope,
  { slug, operations = [] }: { slug: string; operations?: readonly string[] },
): Promise<{ application: Application; warnings: string[] }> {
  const entry = await readEntry(deps, slug);
  await requireFreeSlug(deps, scope, slug);
  const { definition: facts } = parseDefinition(buildDefinition(entry), slug);
  const { warnings, ...made } =
    operations.length === 0
      ? { definition: facts as JsonObject, checks: null, warnings: [] }
      : await importOperations(deps, { entry, facts: facts as JsonObject, operations });
  const provider = operations.length === 0 ? "manifest" : "openapi";
  const head = await findCustomHead(deps.db, scope, slug);
  const choices = (head && (await findCustomDefinition(deps.db, head)))?.choices ?? {};
  const { check: _check, webhooks: _webhooks, triggers: _triggers, ...said } = choices;
  const definition = applyTriggerChoices({ ...made.definition, ...said }, choices);
  const whole = { ...made, definition: removeUnusedSettings(definition), choices };
  const now = deps.clock.now();
  await saveCustomApplication(deps.db, scope, { slug, provider, ...(applyChosenCheck(whole) ?? whole), now });
  const application = await findApplication(deps, scope, slug);
  if (application === undefined) throw notFound("Application");
  return { application, warnings };
}

/** The document of an entry; 400 if there is none here, or it cannot be fetched. */
export async function readEntryDocument(
  deps: Deps,
  { name, document }: DirectoryEntry,
): Promise<{ source: DocumentSource; documentUrl?: string }> {
  if (document === undefined)
    throw badField("operations", `The directory knows no OpenAPI document of ${name}.`);
  if (document.startsWith("https://")) return readSource(deps, { url: document });
  const source = await readInstalledDocument(deps.config.dataDir, document);
  if (source !== undefined) return { source };
  throw badField(
    "operations",
    "The documents of the directory are not installed: an operator installs them with `junctor directory add openapi`.",
  );
}

interface WantedOperations {
  readonly entry: DirectoryEntry;
  /** The definition that the facts give. */
  readonly facts: JsonObject;
  readonly operations: readonly string[];
}

/** The definition of the facts with operations of the document; where it is and how customers connect stay. */
async function importOperations(
  deps: Deps,
  { entry, facts, operations }: WantedOperations,
): Promise<{ definition: JsonObject; checks: readonly ApplicationCheck[]; warnings: string[] }> {
  // While the document is read, what customers enter has any value.
  const filled = resolvePlaces(entry);
  const { source, documentUrl } = await readEntryDocument(deps, entry);
  const { manifest, warnings, checks } = await withApiErrors(
    runImport(deps, source, {
      documentUrl,
      slug: entry.slug,
      name: entry.name,
      baseUrl: filled.url,
      operations: [...operations],
      auth: buildSignIn(filled),
    }),
  );
  const imported = manifest as unknown as JsonObject; // it was made of JSON
  const merge = (member: string) => ({ ...toObject(imported[member]), ...toObject(facts[member]) });
  const check = facts.check ?? imported.check;
  const definition = {
    ...facts,
    ...(check !== undefined && { check }),
    actions: merge("actions"),
    triggers: merge("triggers"),
  };
  return { definition, checks: listChecks({ definition, checks }).checks, warnings };
}
