import { Type } from "typebox";
import type { Body, Reply } from "../../../../../sdk/src/http/wire.ts";
import { ApplicationSettingsBody } from "../../../apps/manage/settings-schema.ts";
import { ManifestError } from "../../../apps/providers/manifest/schema/manifest-error.ts";
import { parseDefinition } from "../../../apps/providers/manifest/schema/parse-manifest.ts";
import { Slug } from "../../../apps/schema.ts";
import { ApiError } from "../../../platform/errors.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { FieldBody } from "../../../workflows/definition/field.ts";
import type { Target } from "../../target.ts";
import {
  getMembers,
  getText,
  type RecordChange,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
  removeDefaults,
  type StoredSecret,
} from "../kind.ts";
import { withSecretNames, withStoredSecrets } from "./secrets.ts";

const ALL = "/api/v2/public/application/all";
const CUSTOM = "/api/v2/public/application";
const MCP = "/api/v2/public/application/mcp";
const SETTINGS = "/api/v2/public/application/{slug}/settings";
const DEFINITION = "/api/v2/public/application/{slug}/definition";
const FIELDS = "/api/v2/public/application/{slug}/fields";
const { webhook_secret, client_secret, ...settings } = ApplicationSettingsBody.properties;
const schema = Type.Object({
  slug: Slug,
  ...settings,
  client_secret,
  webhook_secret,
  fields: Type.Optional(
    Type.Array(FieldBody, { maxItems: 200, description: "Fields that every config asks for." }),
  ),
  definition: Type.Optional(
    Type.Unsafe<RecordDocument>({
      type: "object",
      additionalProperties: true,
      description: "Of an application of your own: the contents of its manifest.",
    }),
  ),
  mcp: Type.Optional(
    Type.Object(
      {
        url: Type.String({ maxLength: 2000, description: "The server's streamable HTTP endpoint." }),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        description: Type.Optional(Type.String({ maxLength: 2000 })),
      },
      { description: "Of a remote MCP server whose tools are the actions." },
    ),
  ),
});
const MEMBERS = Object.keys(schema.properties);
const SETTINGS_MEMBERS = Object.keys(ApplicationSettingsBody.properties);

/**
 * Applications of the organization, and those of the catalog with its settings. As of settings, a member that a file leaves
 * out stays as it is; none is deleted, because its customers' connections would be (D548).
 */
export const APPLICATIONS: ResourceKind = {
  folder: "applications",
  title: "application",
  isNeverDeleted: true,
  schema,
  getName: (document) => getText(document, "slug") ?? "",
  getKeys: (document) => [getText(document, "slug") ?? ""],
  normalize,
  list: async ({ send }) => (await send("get", ALL, {})).map(toRecord),
  find: async (_target, { slug, definition, mcp }) =>
    definition === undefined && mcp === undefined
      ? { problem: `there is no application "${slug}": correct its slug, or give its definition.` }
      : undefined,
  complete: readWhole,
  adopt: mergeApplication,
  create: async (target, document) => {
    await saveDefinition(target, document);
    await saveSettings(target, document, {});
  },
  update: updateApplication,
  delete: async () => {},
};

/** With what the file leaves out, and stored secrets where those that it names may be the same. */
function mergeApplication(document: RecordDocument, record: RemoteRecord, target: Target): RecordDocument {
  const merged = { ...record.document, ...document };
  const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const isNewClient = given.client_id !== record.document.client_id;
  const secrets = (record.secrets ?? []).filter(({ path: [member = ""] }) => {
    // The API removes the secret of another client.
    if (member === "client_secret" && isNewClient) return false;
    return document[member] !== null;
  });
  const kept = { ...given };
  if (isNewClient && document.client_secret === undefined) delete kept.client_secret;
  return withStoredSecrets(normalizeOrder(kept), { ...record, secrets }, { target, keeps: true });
}

function normalize({ definition, ...document }: RecordDocument): RecordDocument {
  if (!isObject(definition)) return normalizeOrder(document);
  const { slug: _slug, ...whole } = parseManifest({ ...definition, slug: document.slug ?? "" });
  return normalizeOrder({ ...document, definition: whole });
}

function normalizeOrder(document: RecordDocument): RecordDocument {
  return removeDefaults(document, MEMBERS, {});
}

/** Throws ApiError with the problems by their places in the file. */
function parseManifest(definition: RecordDocument): { [member: string]: Json } {
  try {
    return { ...(parseDefinition(definition, "definition").definition as RecordDocument) }; // a manifest is an object
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const errors = error.problems.map(({ path, message }) => {
      const field = ["definition", ...path].join(".");
      return { field, message: `${field} ${message}.` };
    });
    throw new ApiError("bad_request", "VALIDATION_ERROR", error.message, errors);
  }
}

type ListedApplication = Reply<"get", typeof ALL>[number];

function toRecord(application: ListedApplication): RemoteRecord {
  const { slug, kind, provider, __v: revision } = application;
  const { enabled, client_id, scopes, has_own_scopes, has_client_secret, has_webhook_secret } = application;
  const secrets: StoredSecret[] = [
    ...(has_client_secret ? [{ path: ["client_secret"], isLike: () => true }] : []),
    ...(has_webhook_secret ? [{ path: ["webhook_secret"], isLike: () => true }] : []),
  ];
  const known = getMembers({ slug, enabled, client_id, ...(has_own_scopes && { scopes }) }, MEMBERS);
  return {
    id: slug,
    document: normalizeOrder(withSecretNames(known, secrets, slug)),
    secrets,
    // Of the catalog, those that nobody has set up.
    isDormant: kind === "native" && revision === 0,
    provider: kind === "native" ? undefined : provider,
  };
}

async function readWhole({ send }: Target, record: RemoteRecord): Promise<RemoteRecord> {
  const { id: slug, document, secrets = [], provider } = record;
  const path = { slug };
  const [{ fields }, found, whole] = await Promise.all([
    send("get", FIELDS, { path }),
    provider === undefined || provider === "piece" ? undefined : send("get", DEFINITION, { path }),
    send("get", SETTINGS, { path }),
  ]);
  const { slug: _slug, ...definition } = (found?.definition ?? {}) as RecordDocument;
  const { name, description, client_secret_last_four: tail } = whole;
  const own: RecordDocument =
    provider === "mcp" ? { mcp: { url: definition.url ?? "", name, description } } : { definition };
  return {
    ...record,
    document: normalizeOrder({
      ...document,
      ...(fields.length > 0 && { fields: fields as Json }),
      ...(found !== undefined && own),
    }),
    secrets: secrets.map((one) =>
      one.path[0] === "client_secret" && tail !== undefined
        ? { ...one, isLike: (value) => value.endsWith(tail) }
        : one,
    ),
  };
}

async function updateApplication(target: Target, { document, record }: RecordChange): Promise<void> {
  const before = record.document;
  const isChanged = (member: string) => JSON.stringify(before[member]) !== JSON.stringify(document[member]);
  if (isChanged("definition") || isChanged("mcp")) await saveDefinition(target, document);
  await saveSettings(target, document, before);
}

async function saveDefinition({ send }: Target, { slug, definition, mcp }: RecordDocument): Promise<void> {
  const body: { [member: string]: Json | undefined } = { ...Object(definition ?? mcp), slug };
  if (mcp === undefined) await send("post", CUSTOM, { body });
  else await send("post", MCP, { body: body as Body<"post", typeof MCP> });
}

/** Sends the settings that differ; null restores a default. */
async function saveSettings(
  { send }: Target,
  document: RecordDocument,
  before: RecordDocument,
): Promise<void> {
  const slug = getText(document, "slug") ?? "";
  const isChanged = (member: string) => JSON.stringify(before[member]) !== JSON.stringify(document[member]);
  const changed = SETTINGS_MEMBERS.filter(isChanged);
  const body: object = Object.fromEntries(changed.map((member) => [member, document[member] ?? null]));
  if (changed.length > 0)
    await send("put", SETTINGS, { path: { slug }, body: body as Body<"put", typeof SETTINGS> });
  if (!isChanged("fields")) return;
  const fields = (document.fields ?? []) as Body<"put", typeof FIELDS>["fields"];
  await send("put", FIELDS, { path: { slug }, body: { fields } });
}
