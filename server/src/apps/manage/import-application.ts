import type { Static } from "typebox";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { badField, badRequest, notFound } from "../../platform/errors.ts";
import { describeAnswer, readReason } from "../../platform/http/failure-reason.ts";
import { isObject } from "../../platform/json/json.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { presentAction } from "../actions/action-schema.ts";
import { type Application, findApplication } from "../catalog/application.ts";
import { findCustomDefinition, findCustomHead } from "../catalog/application-store.ts";
import { saveCustomApplication } from "../catalog/custom-application.ts";
import type { JsonObject } from "../connector.ts";
import type { Manifest } from "../providers/manifest/schema/manifest-schema.ts";
import type { ImportRequest } from "../providers/openapi/import-document.ts";
import type { DocumentSource } from "../providers/openapi/import-worker.ts";
import { toObject } from "../providers/openapi/read-json.ts";
import { runImport } from "../providers/openapi/run-import.ts";
import type { ApplicationChoices } from "../table.ts";
import { requireFreeSlug } from "./custom-slug.ts";
import { withApiErrors } from "./openapi-body.ts";
import type { OpenApiBody, OpenApiSource } from "./openapi-schema.ts";
import { requireSignIn } from "./setup/require-usable.ts";
import { type CheckRequest, presentCheck } from "./setup/setup-schema.ts";
import { buildAuth } from "./setup/sign-in.ts";
import { applyTriggerChoices } from "./setup/trigger-choices.ts";

/** The most that is read of a document. */
export const LARGEST_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** An application that was made of a document. */
export interface ImportedApplication {
  application: Application;
  actions: ReturnType<typeof presentAction>[];
  /** Nobody has said yet how customers connect. */
  needs_credential: boolean;
  check: Static<typeof CheckRequest> | null;
  warnings: string[];
}

/**
 * Creates an organization's own application from an OpenAPI document, or replaces an earlier one; 400 if the document
 * cannot be used or the slug is taken.
 */
export async function importApplication(
  deps: Deps,
  scope: Scope,
  body: Static<typeof OpenApiBody>,
): Promise<ImportedApplication> {
  const { operations, check } = body;
  const { source, documentUrl } = await readSource(deps, body);
  const told = readWishes(body);
  const read = (wishes: ImportWishes) =>
    withApiErrors(runImport(deps, source, { documentUrl, slug: body.slug, operations, ...wishes }));
  let imported = await read(told);
  const { slug } = imported.manifest;
  await requireFreeSlug(deps, scope, slug);
  const earlier = await findEarlierImport(deps, scope, slug);
  const kept = keepChoices(earlier, told, hasAuth(imported.manifest));
  if (Object.keys(kept).length > 0) imported = await read({ ...told, ...kept, slug });
  const { manifest, warnings, checks, checkId } = imported;
  await saveCustomApplication(deps.db, scope, {
    slug,
    provider: "openapi",
    definition: applyTriggerChoices(manifest as unknown as JsonObject, earlier.choices), // it was made of JSON
    checks,
    choices: {
      ...forget(earlier.choices, told),
      ...(check !== undefined && { check: checkId ?? null }),
      ...(body.sign_in !== undefined && { auth: told.auth }),
    },
    now: deps.clock.now(),
  });
  const application = await findApplication(deps, scope, slug);
  if (application === undefined) throw notFound("Application");
  return {
    application,
    actions: application.connector.info.actions.map(presentAction),
    needs_credential: !hasAuth(manifest),
    check: presentCheck(checks.find(({ id }) => id === checkId)),
    warnings: [
      ...(kept.auth === undefined ? [] : [earlier.choices.auth === undefined ? KEPT : CHOSEN]),
      ...listPlainServers(deps, manifest),
      ...warnings,
    ],
  };
}

type ImportWishes = Pick<
  ImportRequest,
  "slug" | "name" | "baseUrl" | "scheme" | "auth" | "check" | "earlierCheck"
>;

/** What the importer says in place of the document. */
function readWishes(body: Static<typeof OpenApiBody>): ImportWishes {
  const { name, base_url: baseUrl, security_scheme: scheme, auth, sign_in: signIn, check } = body;
  if ([scheme, auth, signIn].filter((one) => one !== undefined).length > 1)
    throw badRequest("Send only one of sign_in, security_scheme and auth.");
  if (signIn !== undefined) {
    requireSignIn(signIn);
    return { name, baseUrl, check, auth: buildAuth(signIn) };
  }
  // These came as JSON.
  const told = { scheme: scheme as string | JsonObject | undefined, auth: auth as JsonObject | undefined };
  return { name, baseUrl, check, ...told };
}

/** What was chosen earlier and the importer does not say now. */
function keepChoices(
  { choices, auth }: EarlierImport,
  told: ImportWishes,
  saysSignIn: boolean,
): Pick<ImportWishes, "name" | "baseUrl" | "auth" | "earlierCheck"> {
  const isTold = told.auth !== undefined || told.scheme !== undefined;
  const { check, name, base_url: baseUrl } = choices;
  // Otherwise, importing the document of an application in use again would disable it.
  const kept = choices.auth ?? (saysSignIn ? undefined : auth);
  return {
    ...(told.name === undefined && name !== undefined && { name }),
    ...(told.baseUrl === undefined && baseUrl !== undefined && { baseUrl }),
    ...(told.check === undefined && check !== undefined && { earlierCheck: check }),
    ...(!isTold && kept !== undefined && { auth: kept }),
  };
}

/** The choices in place of which the importer says something now are gone. */
function forget(choices: ApplicationChoices, told: ImportWishes): ApplicationChoices {
  const isTold = told.auth !== undefined || told.scheme !== undefined;
  return {
    ...choices,
    ...(told.name !== undefined && { name: undefined }),
    ...(told.baseUrl !== undefined && { base_url: undefined }),
    ...(isTold && { auth: undefined }),
  };
}

const KEPT = "The document does not say how customers connect: that of the earlier import stays.";
const CHOSEN = "Customers sign in as you chose under Setup, whatever the document says.";

function hasAuth({ auth }: Manifest): boolean {
  return Object.keys(auth).length > 0;
}

/** How customers connect to an application that was imported earlier, and what its author chose. */
interface EarlierImport {
  readonly auth?: JsonObject;
  readonly choices: ApplicationChoices;
}

async function findEarlierImport(
  { db }: Pick<Deps, "db">,
  scope: Scope,
  slug: string,
): Promise<EarlierImport> {
  const head = await findCustomHead(db, scope, slug);
  const stored = head && (await findCustomDefinition(db, head));
  if (stored?.provider !== "openapi") return { choices: {} };
  const { choices } = stored;
  const { auth } = toObject(stored.definition);
  // Its settings would be missing.
  if (!isObject(auth) || Object.keys(auth).length === 0 || JSON.stringify(auth).includes("settings."))
    return { choices };
  return { auth, choices };
}

/** A sentence for each server without https: it cannot be called as a rule, and where it can, anybody may listen. */
function listPlainServers({ outbound }: Pick<Deps, "outbound">, { base_url, actions }: Manifest): string[] {
  const servers = new Set([
    base_url,
    ...Object.values(actions).map(({ request }) => request.base_url ?? base_url),
  ]);
  return [...servers]
    .filter((server) => /^http:/i.test(server))
    .map((server) => {
      const { host } = new URL(server.replace(/\{\{.*?\}\}/g, "x"));
      if (server.includes("{{") || outbound.refusal(server) === undefined)
        return "The server does not use https: credentials are sent unencrypted.";
      const proposal = server.replace(/^http:/i, "https:");
      return `${server} cannot be called unless the operator allows it (JUNCTOR_OUTBOUND_ALLOW=${host}), because it does not use https. If the server supports https, use the base URL ${proposal}.`;
    });
}

interface GivenDocument {
  source: DocumentSource;
  documentUrl?: string;
}

/** The document of a body, fetched if it is an address; 400 if that fails. */
export async function readSource(
  deps: Deps,
  { document, url }: Static<typeof OpenApiSource>,
): Promise<GivenDocument> {
  if ((document === undefined) === (url === undefined)) {
    throw badRequest("Send either document or url.", "MISSING_REQUIRED_FIELD");
  }
  if (url !== undefined) return fetchDocument(deps, url);
  return { source: typeof document === "string" ? document : JSON.stringify(document) };
}

async function fetchDocument({ outbound }: Deps, url: string): Promise<GivenDocument> {
  try {
    const {
      status,
      headers,
      body,
      url: documentUrl,
    } = await outbound.request({
      method: "GET",
      url,
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
      redirects: "follow",
      maxResponseBytes: LARGEST_DOCUMENT_BYTES,
    });
    const source = { bytes: ownBytes(body), contentType: headers["content-type"] };
    if (status === 200) return { source, documentUrl };
    const reason = readReason(decodeText(body, headers["content-type"]));
    throw badField("url", describeAnswer("The address", status, reason), "EXTERNAL_API_FAILURE");
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw badField("url", error.message, "EXTERNAL_API_FAILURE");
  }
}

/** The bytes in a buffer of their own, which can be transferred to another thread. */
function ownBytes(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = body;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(body);
}
