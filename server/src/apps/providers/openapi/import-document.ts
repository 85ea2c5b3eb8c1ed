import Compile from "typebox/compile";
import { createConstant } from "../../../platform/memory/computed-once.ts";
import type { JsonObject } from "../../connector.ts";
import type { ApplicationCheck } from "../application-check.ts";
import { findManifestProblems } from "../manifest/check/check-manifest.ts";
import type { ManifestProblem } from "../manifest/schema/manifest-error.ts";
import { type Manifest, type ManifestAction, ManifestSchema } from "../manifest/schema/manifest-schema.ts";
import { findShapeProblems } from "../manifest/schema/shape-problems.ts";
import { listCheckCandidates } from "./check-candidates.ts";
import { type OpenApiDocument, readDocument } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";
import {
  chooseOperations,
  type DocumentOperation,
  type OperationSummary,
  readOperations,
  summarizeOperation,
} from "./operations.ts";
import { listParameterSources } from "./parameters.ts";
import { buildAction } from "./read-action.ts";
import { type CheckChoice, readChecks } from "./read-checks.ts";
import { toObject, toShortText } from "./read-json.ts";
import { createSchemas } from "./schemas.ts";
import { readGivenAuth, restrictToOwnHost } from "./security/given-auth.ts";
import { readSecurity, type Security } from "./security/security.ts";
import { readBase } from "./servers.ts";
import { readWebhooks } from "./triggers/document-webhooks.ts";
import { buildListTriggers } from "./triggers/list-triggers.ts";
import { buildWebhookTriggers } from "./triggers/webhook-triggers.ts";

/** A document to import, and how. */
export interface ImportRequest extends CheckChoice {
  /** JSON or YAML. */
  text: string;
  /** The address that it was fetched from. */
  documentUrl?: string;
  slug?: string;
  name?: string;
  baseUrl?: string;
  /** Names of operations; all if absent. */
  operations?: string[];
  /** The name of the only security scheme to use, or a scheme that replaces the document's. */
  scheme?: string | JsonObject;
  /** The `auth` of a manifest, which replaces the document's security. */
  auth?: JsonObject;
}

/** The manifest of a document, with warnings about what is not supported. */
export interface ImportedDocument {
  manifest: Manifest;
  warnings: string[];
  /** The requests that can verify a credential. */
  checks: readonly ApplicationCheck[];
  /** The id of the one that does. */
  checkId: string | undefined;
}

const MOST_ACTIONS = 2000;
// Of each kind.
const MOST_TRIGGERS = 500;
const MOST_WARNINGS = 200;
const LARGEST_MANIFEST_BYTES = 8 * 1024 * 1024;
// Limits of all schemas together; each gets a share of it, between `least` and `most`.
const INPUT_BYTES = { all: 3 * 1024 * 1024, most: 64 * 1024, least: 3 * 1024 };
const OUTPUT_BYTES = { all: 1024 * 1024, most: 16 * 1024, least: 1024 };
const EVENT_BYTES = { all: 1024 * 1024, most: 16 * 1024, least: 1024 };

/** What an import of a document proposes before anything is chosen. */
export interface DocumentPreview {
  name: string;
  slug: string;
  /** Undefined if customers enter it, or a part of it. */
  baseUrl: string | undefined;
  operations: OperationSummary[];
}

/** Reads what an import would propose. Throws `OpenApiError`. */
export function previewDocument(text: string, documentUrl?: string): DocumentPreview {
  const document = readDocument(text, () => {}, documentUrl);
  const name = nameOf(document);
  const { base_url, settings } = readBase(document, { documentUrl });
  return {
    name,
    slug: slugOf(name),
    baseUrl: settings.length === 0 ? base_url : undefined,
    operations: listOperations(document, documentUrl),
  };
}

/** The operations of a document, to choose from. */
function listOperations(document: OpenApiDocument, documentUrl: string | undefined): OperationSummary[] {
  const all = readOperations(document);
  const security = readDocumentSecurity(document, all, { documentUrl });
  const candidates = listCheckCandidates(document, { all, chosen: all }, security);
  const checks = new Map(candidates.map(({ operation, isProposed }) => [operation, isProposed]));
  const needsCredential = Object.keys(security.auth).length === 0;
  return all.map((operation) => ({
    ...summarizeOperation(operation),
    needs_credential: needsCredential,
    can_check: checks.has(operation),
    proposed_check: checks.get(operation) ?? false,
  }));
}

/** How customers connect by the operations that were chosen, or as the request says. */
function readDocumentSecurity(
  document: OpenApiDocument,
  chosen: readonly DocumentOperation[],
  request: Omit<ImportRequest, "text">,
  { base_url } = readBase(document, request),
): Security {
  if (request.auth !== undefined) return readGivenAuth(request.auth);
  return readSecurity(document, {
    operations: chosen.map(({ source }) => source),
    parameters: chosen.flatMap((one) => listParameterSources(document, one)),
    scheme: request.scheme,
    baseUrl: base_url,
  });
}

/** Makes a manifest of a document; fetches and stores nothing. Throws `OpenApiError`. */
export function importDocument(request: ImportRequest): ImportedDocument {
  const warnings = new Set<string>();
  const document = readDocument(request.text, (message) => warnings.add(message), request.documentUrl);
  const all = readOperations(document);
  const chosen = chooseOperations(all, request.operations);
  if (chosen.length === 0) throw new OpenApiError("The document has no operations.");
  if (chosen.length > MOST_ACTIONS) {
    throw new OpenApiError(`${chosen.length} operations are too many: choose at most ${MOST_ACTIONS}.`);
  }
  const { manifest, checks, checkId } = buildManifest(document, request, { all, chosen });
  restrictToOwnHost(document, manifest);
  dropBroken(document, manifest, request);
  if (Object.keys(manifest.actions).length === 0) {
    throw new OpenApiError(`No operation can be used. ${[...warnings].slice(0, 5).join(" ")}`);
  }
  const whole = addTriggers(document, manifest, { request, chosen });
  const size = JSON.stringify(whole).length;
  if (size > LARGEST_MANIFEST_BYTES) {
    throw new OpenApiError(
      `The application would have ${inMib(size)} MiB, over the limit of ${inMib(LARGEST_MANIFEST_BYTES)}: choose fewer operations.`,
    );
  }
  const said = [...warnings];
  const more = said.length - MOST_WARNINGS;
  return {
    manifest: whole,
    checks,
    checkId: whole.check && checkId,
    warnings: more > 0 ? [...said.slice(0, MOST_WARNINGS), `And ${more} more.`] : said,
  };
}

/**
 * The manifest with the triggers of its webhooks and lists, as far as it would not be too large with them; without, if
 * nobody connects to it.
 */
function addTriggers(
  document: OpenApiDocument,
  manifest: Manifest,
  { request, chosen }: { request: ImportRequest; chosen: readonly DocumentOperation[] },
): Manifest {
  if (manifest.auth.your_app !== undefined) return manifest;
  const kinds = [
    { name: "webhooks", triggers: readWebhookTriggers(document, chosen) },
    { name: "lists", triggers: buildListTriggers(manifest.actions) },
  ];
  let whole = manifest;
  for (const { name, triggers } of kinds) {
    const all = Object.entries(triggers);
    const kept = all.slice(0, MOST_TRIGGERS);
    if (kept.length === 0) continue;
    if (kept.length < all.length)
      document.warn(`Only the first ${kept.length} of its ${all.length} ${name} become triggers.`);
    const larger = { ...whole, triggers: Object.assign(Object.fromEntries(kept), whole.triggers) };
    dropBroken(document, larger, request);
    if (JSON.stringify(larger).length <= LARGEST_MANIFEST_BYTES) whole = larger;
    else
      document.warn(
        `Its ${name} have no triggers, because the application would be too large: choose fewer operations.`,
      );
  }
  return whole;
}

function readWebhookTriggers(
  document: OpenApiDocument,
  chosen: readonly DocumentOperation[],
): NonNullable<Manifest["triggers"]> {
  const webhooks = readWebhooks(document, chosen);
  return buildWebhookTriggers(document, webhooks, {
    schemas: createSchemas(document),
    outputBytes: shareOf(EVENT_BYTES, webhooks.length),
  });
}

function inMib(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}

function buildManifest(
  document: OpenApiDocument,
  request: ImportRequest,
  { all, chosen }: { all: DocumentOperation[]; chosen: DocumentOperation[] },
): Pick<ImportedDocument, "manifest" | "checks" | "checkId"> {
  const name = request.name ?? nameOf(document);
  const base = readBase(document, request);
  const { base_url } = base;
  const security = readDocumentSecurity(document, chosen, request, base);
  const { auth, carriers } = security;
  const settings = [...base.settings, ...security.settings];
  if (auth.your_app !== undefined && base.settings.length > 0) {
    throw new OpenApiError(
      "The document does not give the full address of its server, and with your_app no customer enters it: send base_url.",
    );
  }
  const schemas = createSchemas(document);
  const read = (operation: DocumentOperation): ManifestAction | undefined => {
    const label = `${operation.method} ${operation.path}`;
    const warn = (message: string) => document.warn(`${label}: ${message}.`);
    return buildAction({ document, schemas, credentials: carriers, warn }, operation, {
      base_url,
      documentUrl: request.documentUrl,
      inputBytes: shareOf(INPUT_BYTES, chosen.length),
      outputBytes: shareOf(OUTPUT_BYTES, chosen.length),
    });
  };
  const actions = chosen.flatMap((operation) => {
    const action = read(operation);
    return action === undefined ? [] : [[operation.id, action] as const];
  });
  const { checks, chosen: checkId } = readChecks(
    document,
    { all, chosen, security, base_url, documentUrl: request.documentUrl },
    request,
  );
  const used = checks.find(({ id }) => id === checkId);
  const manifest: Manifest = {
    slug: request.slug ?? slugOf(name),
    name,
    ...aboutOf(toObject(document.root.info), name),
    ...documentationOf(document),
    base_url,
    ...(settings.length > 0 && { settings }),
    auth,
    ...(used && { check: used.check as Manifest["check"] }), // only read-checks.ts makes them
    actions: Object.fromEntries(actions),
  };
  return { manifest, checks, checkId };
}

function nameOf({ root }: OpenApiDocument): string {
  return toShortText(toObject(root.info).title, 100) ?? "Imported application";
}

function aboutOf(info: JsonObject, name: string): Pick<Manifest, "description" | "version"> {
  return {
    description: toShortText(info.summary, 500) ?? toShortText(info.description, 500) ?? name,
    version: /^\d+\.\d+\.\d+/.exec(toShortText(info.version) ?? "")?.[0] ?? "1.0.0",
  };
}

function documentationOf({ root }: OpenApiDocument): Pick<Manifest, "documentation_url"> {
  const url = toShortText(toObject(root.externalDocs).url, 2000);
  return url === undefined ? {} : { documentation_url: url };
}

function shareOf({ all, most, least }: typeof INPUT_BYTES, count: number): number {
  return Math.max(least, Math.min(most, Math.floor(all / count)));
}

// Created on first use.
const getValidator = createConstant(() => Compile(ManifestSchema));

/** Leaves out invalid actions and triggers, and a check that nobody asked for; any other problem concerns the whole. */
function dropBroken(document: OpenApiDocument, manifest: Manifest, request: ImportRequest): void {
  drop(document, manifest, request, findShapeProblems(getValidator().Errors(manifest)));
  drop(document, manifest, request, findManifestProblems(manifest, "document"));
}

function drop(
  document: OpenApiDocument,
  manifest: Manifest,
  { check }: ImportRequest,
  problems: readonly ManifestProblem[],
): void {
  for (const { path, message } of problems) {
    const [part, id] = path;
    if (part === "triggers" && typeof id === "string") {
      const trigger = manifest.triggers?.[id];
      if (trigger?.webhook !== undefined)
        document.warn(
          `Webhook ${trigger.title}: left out: ${path.slice(2).join(".")} ${message}.`.slice(0, 1000),
        );
      delete manifest.triggers?.[id];
      continue;
    }
    if (part === "check" && check === undefined) {
      delete manifest.check;
      continue;
    }
    if (part !== "actions" || typeof id !== "string") {
      throw new OpenApiError(`The document cannot become an application: ${path.join(".")} ${message}.`);
    }
    const action: ManifestAction | undefined = manifest.actions[id];
    if (action === undefined) continue;
    document.warn(
      `${action.request.method} ${action.request.path}: left out: ${path.slice(2).join(".")} ${message}.`,
    );
    delete manifest.actions[id];
  }
}

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
  return slug === "" ? "imported" : slug;
}
