import type { JsonObject } from "../../connector.ts";
import type { ApplicationCheck } from "../application-check.ts";
import { canBeCheck, listCheckCandidates } from "./check-candidates.ts";
import type { OpenApiDocument } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";
import { buildOperationTitle } from "./operation-title.ts";
import { chooseOperations, type DocumentOperation } from "./operations.ts";
import { splitFixedPath } from "./parameters.ts";
import { readDeclaredAnswer } from "./request-body.ts";
import { createSchemas } from "./schemas.ts";
import type { Security } from "./security/security.ts";
import { findFixedServer } from "./servers.ts";

/** The requests of a document that can verify a credential, and the id of the one to use. */
export interface DocumentChecks {
  readonly checks: readonly ApplicationCheck[];
  readonly chosen: string | undefined;
}

/** What decides which check an application has. */
export interface CheckChoice {
  /** The name of an operation, or null for none; absent, the document's best. */
  readonly check?: string | null;
  /** The same as the author chose it earlier, which counts as far as the document still has it. */
  readonly earlierCheck?: string | null;
}

interface CheckContext {
  readonly all: readonly DocumentOperation[];
  readonly chosen: readonly DocumentOperation[];
  readonly security: Security;
  readonly base_url: string;
  readonly documentUrl?: string;
}

// A list to choose from.
const MOST_CHECKS = 200;

/** Reads the checks of a document (D510); throws `OpenApiError` if the wanted one cannot verify a credential. */
export function readChecks(
  document: OpenApiDocument,
  context: CheckContext,
  { check, earlierCheck }: CheckChoice,
): DocumentChecks {
  const { all, chosen, security } = context;
  const candidates = listCheckCandidates(document, { all, chosen }, security);
  const proposed = candidates.find(({ isProposed }) => isProposed)?.operation;
  const wanted = check === undefined ? keepEarlier(document, context, earlierCheck) : check;
  const named = wanted == null ? undefined : findNamed(document, context, wanted);
  const used = wanted === undefined ? proposed : named;
  // The one in use and the proposal stay in the list, however long it is.
  const fit = new Set([used, proposed, ...candidates.map(({ operation }) => operation)]);
  const shown = new Set([...fit].slice(0, MOST_CHECKS));
  const checks = all.filter((one) => shown.has(one)).map((one) => buildCheck(document, context, one));
  return { checks, chosen: used?.id };
}

/** What the author chose earlier; undefined, with a warning, if the document no longer has it. */
function keepEarlier(
  document: OpenApiDocument,
  context: CheckContext,
  earlier: string | null | undefined,
): string | null | undefined {
  if (earlier == null) return earlier;
  try {
    findNamed(document, context, earlier);
    return earlier;
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error;
    document.warn(`The document no longer has the test request that you chose, ${earlier.slice(0, 200)}.`);
    return undefined;
  }
}

function findNamed(
  document: OpenApiDocument,
  { all, security: { carriers } }: CheckContext,
  wanted: string,
): DocumentOperation | undefined {
  const [operation] = chooseOperations(all, [wanted]);
  if (operation === undefined || canBeCheck(document, operation, carriers)) return operation;
  throw new OpenApiError(`${wanted} cannot check a credential: it must be a GET that needs no input.`);
}

function buildCheck(
  document: OpenApiDocument,
  { security: { carriers }, base_url, documentUrl }: CheckContext,
  operation: DocumentOperation,
): ApplicationCheck {
  const { id, path: whole, source, pathItem } = operation;
  const { path, query } = splitFixedPath(whole);
  const silent = { ...document, warn: () => {} };
  const reading = { document: silent, schemas: createSchemas(silent), credentials: carriers, warn: () => {} };
  const { accept } = readDeclaredAnswer(reading, source);
  const server = findFixedServer(source.servers ?? pathItem.servers, documentUrl);
  const request: JsonObject = {
    method: "GET",
    path,
    ...(server !== undefined && server !== base_url && { base_url: server }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(accept !== undefined && { headers: { Accept: accept } }),
  };
  return { id, path: whole, title: buildOperationTitle(operation), check: { request } };
}
