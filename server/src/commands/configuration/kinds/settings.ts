import { type TSchema, Type } from "typebox";
import type { Body } from "../../../../../sdk/src/http/wire.ts";
import { OrganizationBody } from "../../../auth/schema.ts";
import { McpSettingsBody } from "../../../mcp/oauth/api-routes.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { PortalExecutionsBody } from "../../../portal/customer-execution-routes.ts";
import { PortalWorkflowsBody } from "../../../portal/customer-workflow-routes.ts";
import { PortalApplicationsBody } from "../../../portal/offer-routes.ts";
import type { Target } from "../../target.ts";
import { getMembers, type RecordChange, type RecordDocument, type ResourceKind } from "../kind.ts";

const ORGANIZATION = "/api/v2/public/organization";
const APPLICATIONS = "/api/v2/public/portal-applications";
const OWN_WORKFLOWS = "/api/v2/public/portal-workflows";
const EXECUTIONS = "/api/v2/public/portal-executions";
const MCP = "/api/v2/public/mcp-settings";

interface Settings {
  readonly folder: string;
  readonly title: string;
  readonly schema: TSchema;
  readonly isOfProduction?: true;
  read(target: Target): Promise<RecordDocument>;
  /** Saves the members of `patch`, in which null restores a default. */
  save(target: Target, patch: RecordDocument): Promise<void>;
}

/** A kind whose one record always exists: files say only what they are about (D548). */
function defineSettings({ read, save, ...kind }: Settings): ResourceKind {
  const update = async (target: Target, { document, record }: RecordChange) => {
    const patch = buildPatch(record.document, document);
    await save(target, isObject(patch) ? patch : {});
  };
  return {
    ...kind,
    isSingle: true,
    getName: () => kind.folder,
    getKeys: () => [kind.folder],
    normalize: (document) => document,
    list: async (target) => [{ id: kind.folder, document: await read(target) }],
    adopt: (document, record) => mergeSettings(record.document, document) as RecordDocument,
    create: async () => {},
    update,
    delete: async () => {},
  };
}

/** What a file leaves out stays as it is; null restores a default. */
function mergeSettings(stored: Json | undefined, given: Json): Json {
  if (!isObject(given)) return given;
  const members = { ...(isObject(stored) && stored), ...given };
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        const before = isObject(stored) ? stored[name] : undefined;
        return [name, name in given ? mergeSettings(before, value) : value];
      }),
  );
}

/** What is to be sent for `after`: null for what it no longer has. */
function buildPatch(before: Json | undefined, after: Json): Json {
  if (!isObject(after)) return after;
  const stored = isObject(before) ? before : {};
  const gone = Object.keys(stored).filter((name) => !(name in after));
  return Object.fromEntries([
    ...Object.entries(after).map(([name, value]) => [name, buildPatch(stored[name], value)] as const),
    ...gone.map((name) => [name, null] as const),
  ]);
}

const { logo: _data, ...organization } = OrganizationBody.properties;
const OrganizationFile = Type.Object({
  ...organization,
  logo: Type.Optional(
    Type.Union([
      Type.String({
        format: "uri",
        pattern: "^https?://",
        "x-form": "an http or https address: an uploaded image is no configuration",
      }),
      Type.Null(),
    ]),
  ),
});

/** Branding, limits and retention, which both environments share. */
export const ORGANIZATION_SETTINGS = defineSettings({
  folder: "organization",
  title: "organization",
  schema: OrganizationFile,
  isOfProduction: true,
  read: async ({ send }) => {
    const found = await send("get", ORGANIZATION, {});
    const { logo, retention, audit_retention, rate_limits, ...rest } = found;
    return getMembers(
      {
        ...rest,
        // An uploaded logo is served by the server itself.
        ...(logo !== undefined && !logo.includes(`${ORGANIZATION}/`) && { logo }),
        rate_limits: withoutNulls(rate_limits),
        retention: withoutNulls({ test: retention.test, production: retention.production }),
        audit_retention: withoutNulls({ test: audit_retention.test, production: audit_retention.production }),
      },
      Object.keys(OrganizationFile.properties),
    );
  },
  save: async ({ send }, patch) =>
    void (await send("put", ORGANIZATION, { body: patch as Body<"put", typeof ORGANIZATION> })),
});

function withoutNulls(value: { [name: string]: Json }): { [name: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** What the portal offers customers. */
export const PORTAL_SETTINGS = defineSettings({
  folder: "portal",
  title: "portal",
  schema: Type.Object({
    ...Type.Partial(PortalApplicationsBody).properties,
    workflows: Type.Optional(Type.Partial(PortalWorkflowsBody)),
    executions: Type.Optional(Type.Partial(PortalExecutionsBody)),
  }),
  read: async ({ send }) => {
    const [offered, workflows, executions] = await Promise.all([
      send("get", APPLICATIONS, {}),
      send("get", OWN_WORKFLOWS, {}),
      send("get", EXECUTIONS, {}),
    ]);
    return { ...offered, workflows: { ...workflows }, executions: { ...executions } };
  },
  save: async ({ send }, { workflows, executions, ...offered }) => {
    const bodies: { [name: string]: object } = {
      offered,
      workflows: { ...Object(workflows) },
      executions: { ...Object(executions) },
    };
    await send("put", APPLICATIONS, { body: bodies.offered as Body<"put", typeof APPLICATIONS> });
    await send("put", OWN_WORKFLOWS, { body: bodies.workflows as Body<"put", typeof OWN_WORKFLOWS> });
    await send("put", EXECUTIONS, { body: bodies.executions as Body<"put", typeof EXECUTIONS> });
  },
});

/** How customers sign in before an assistant gets access, and how calls are approved. */
export const MCP_SETTINGS = defineSettings({
  folder: "mcp",
  title: "MCP settings",
  schema: McpSettingsBody,
  read: async ({ send }) => getMembers(await send("get", MCP, {}), Object.keys(McpSettingsBody.properties)),
  save: async ({ send }, patch) => void (await send("put", MCP, { body: patch as Body<"put", typeof MCP> })),
});
