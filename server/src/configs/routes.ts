import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { listApplications, readEnabledApplication } from "../apps/catalog/application.ts";
import { getAccountScope } from "../auth/guard.ts";
import { type Access, defineOperations } from "../auth/operation.ts";
import type { Role } from "../auth/roles.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { Message } from "../platform/http/route.ts";
import { APPLICATION_FIELD_OPERATIONS } from "./application-field-routes.ts";
import { applyConfigChange, findOrCreateConfig, readConfigView, setWorkflowEnabled } from "./change.ts";
import { getConfigKey } from "./config-key.ts";
import { CONFIG_CONNECTION_OPERATIONS } from "./connection-routes.ts";
import { WORKFLOW_ACCOUNT_OPERATIONS } from "./count-routes.ts";
import { DATASTORE_OPERATIONS } from "./datastore-routes.ts";
import { EVALUATION_OPERATIONS } from "./evaluate-routes.ts";
import { configChangeExample, newConfigExample } from "./examples.ts";
import { CONFIG_FIELD_OPERATIONS } from "./field-routes.ts";
import { CONFIG_LIST_OPERATIONS } from "./list-routes.ts";
import { presentConfigWithOptions } from "./options/answer.ts";
import type { OptionDeps } from "./options/look-up-options.ts";
import {
  Config,
  type ConfigChangeBody,
  ConfigSummary,
  EnabledWorkflow,
  OptionHeaders,
  parseLabels,
  presentEnabled,
  presentWorkflows,
  readValues,
  SwitchBody,
  SwitchReply,
} from "./schema.ts";
import { deleteConfig, listConfigs, listEnabled } from "./store.ts";

const BASE = "/api/v2/public";
const Slug = Type.String({ description: "The application." });
const ConfigId = Type.String({ description: "Name of the config." });
const NO_APPLICATION = { ...ErrorReply, description: "The application does not exist or is not enabled." };
const NO_CONFIG = { ...ErrorReply, description: "The config or application does not exist." };
const BySlug = Type.Object({ slug: Slug });
const ByConfig = Type.Object({ slug: Slug, config_id: ConfigId });
const ByWorkflow = Type.Object({
  slug: Slug,
  configId: ConfigId,
  workflowId: Type.String({ description: "The workflow." }),
});

type ConfigRouteDeps = OptionDeps & Pick<Deps, "sandbox" | "plans">;

/** The same routes for the browser, which polls them, and for servers. */
interface Surface {
  readonly base: string;
  /** With a session token alone, as the client library in a browser has it. */
  readonly isBrowser: boolean;
  /** Suffix of the operation ids. */
  readonly suffix: string;
  /** Suffix of the summaries. */
  readonly where: string;
  /** Suffix of the descriptions. */
  readonly note: string;
}

const SURFACES: readonly Surface[] = [
  {
    base: "/api/v2/f-sdk",
    isBrowser: true,
    suffix: "InBrowser",
    where: " (browser)",
    note: " Not counted against the rate limit.",
  },
  { base: BASE, isBrowser: false, suffix: "", where: "", note: "" },
];

function accessTo({ isBrowser }: Surface, least: Role): Access & { readonly rateLimit?: false } {
  return isBrowser ? { credentials: "session", rateLimit: false } : { credentials: "account", least };
}

const operation = defineOperations<ConfigRouteDeps>("Configs");

/** Configs: a linked account's settings for an application (spec 2.8 and 4.7, platform-surface 3.2). */
export const CONFIG_OPERATIONS = [
  ...SURFACES.flatMap((surface) => [
    ...writingOperations(surface),
    ...readingOperations(surface),
    ...deletingOperations(surface),
  ]),
  operation({
    id: "listConfigs",
    method: "get",
    path: `${BASE}/slug/:slug/configs`,
    least: "viewer",
    credentials: "account",
    summary: "List configs of an application",
    description: "Returns the linked account's configs for an application, oldest first.",
    schema: { params: BySlug, response: { 200: Type.Array(ConfigSummary) } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      await readEnabledApplication(deps, scope, slug);
      return listConfigs(deps.db, scope, slug);
    },
  }),
  operation({
    id: "listEnabledWorkflows",
    method: "get",
    path: `${BASE}/workflow/enabled`,
    least: "viewer",
    credentials: "account",
    summary: "List enabled workflows",
    description:
      "Returns the workflows that are switched on in the linked account's configs, each with its config and application. Workflows of applications that are disabled or gone are omitted.",
    schema: { response: { 200: Type.Array(EnabledWorkflow) } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const applications = (await listApplications(deps, scope)).filter(({ enabled }) => enabled);
      const known = new Map(
        applications.map(({ id, connector: { info } }) => [
          info.slug,
          { _id: id, name: info.name, icon: info.icon },
        ]),
      );
      const rows = await listEnabled(deps.db, scope);
      return rows.map((row) => presentEnabled(row, known)).filter((workflow) => workflow !== undefined);
    },
  }),
  operation({
    id: "switchConfigWorkflow",
    method: "patch",
    path: `${BASE}/slug/:slug/config/:configId/workflows/:workflowId`,
    least: "developer",
    credentials: "account",
    summary: "Switch a workflow on or off",
    description:
      "Switches one workflow of a config on or off and returns the config's workflows. Returns 404 if the config does not exist or does not offer the workflow.",
    schema: { params: ByWorkflow, body: SwitchBody, response: { 200: SwitchReply } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug, configId, workflowId } = request.params;
      await readEnabledApplication(deps, scope, slug);
      const choice = { id: workflowId, enabled: request.body.enabled };
      const view = await deps.queue.transaction((tx) =>
        setWorkflowEnabled(
          tx,
          scope,
          { slug, configId },
          { choice, now: deps.clock.now(), vault: deps.vault },
        ),
      );
      return { workflows: presentWorkflows(view) };
    },
  }),
  ...CONFIG_LIST_OPERATIONS,
  ...CONFIG_CONNECTION_OPERATIONS,
  ...WORKFLOW_ACCOUNT_OPERATIONS,
  ...EVALUATION_OPERATIONS,
  ...CONFIG_FIELD_OPERATIONS,
  ...APPLICATION_FIELD_OPERATIONS,
  ...DATASTORE_OPERATIONS,
];

function writingOperations(surface: Surface) {
  const { base, suffix, where, note } = surface;
  return [
    operation({
      id: `getOrCreateConfig${suffix}`,
      method: "post",
      path: `${base}/config`,
      ...accessTo(surface, "developer"),
      summary: `Find or create a config${where}`,
      description: `Returns a linked account's config for an application, with its fields and workflows; creates it if it is missing. Stores the values, switches and labels that you send, so the call is safe to repeat. Options of data sources are fetched from the provider; failures are in \`field_errors\`. See [Configs](/guides/configs).${note}`,
      schema: {
        headers: OptionHeaders,
        body: newConfigExample.body,
        response: { 200: newConfigExample.reply, 404: NO_APPLICATION },
      },
      run: (deps, request) => write(deps, request, request.body, findOrCreateConfig),
    }),
    operation({
      id: `updateConfig${suffix}`,
      method: "put",
      path: `${base}/config`,
      ...accessTo(surface, "developer"),
      summary: `Update a config${where}`,
      description: `Sets values of fields and labels, switches workflows on or off, and returns the config. \`null\` unsets a value; omitted fields are unchanged. If any value is invalid, returns 400 and changes nothing. See [Set values](/guides/configs#set-values).${note}`,
      schema: {
        headers: OptionHeaders,
        body: configChangeExample.body,
        response: { 200: configChangeExample.reply, 404: NO_CONFIG },
      },
      run: (deps, request) => write(deps, request, request.body, applyConfigChange),
    }),
  ];
}

function readingOperations(surface: Surface) {
  const { base, suffix, where, note } = surface;
  return [
    operation({
      id: `getDefaultConfig${suffix}`,
      method: "get",
      path: `${base}/slug/:slug/config`,
      ...accessTo(surface, "viewer"),
      summary: `Get the default config${where}`,
      description: `Returns the linked account's default config for an application, the one named after the account's id. Returns 404 until it is created.${note}`,
      schema: { headers: OptionHeaders, params: BySlug, response: { 200: Config } },
      run: (deps, request) => present(deps, request, request.params.slug),
    }),
    operation({
      id: `getConfig${suffix}`,
      method: "get",
      path: `${base}/slug/:slug/config/:config_id`,
      ...accessTo(surface, "viewer"),
      summary: `Get a config${where}`,
      description: `Returns a config with the fields of the application and its workflows, their values and which workflows are on. Passwords are shown as \`********\`. The header \`disable_field_options: true\` omits options that must be fetched from the provider.${note}`,
      schema: { headers: OptionHeaders, params: ByConfig, response: { 200: configChangeExample.reply } },
      run: (deps, request) => present(deps, request, request.params.slug, request.params.config_id),
    }),
  ];
}

function deletingOperations(surface: Surface) {
  const { base, suffix, where, note } = surface;
  return [
    operation({
      id: `deleteDefaultConfig${suffix}`,
      method: "delete",
      path: `${base}/slug/:slug/config`,
      ...accessTo(surface, "developer"),
      summary: `Delete the default config${where}`,
      description: `Deletes the linked account's default config for an application, the one named after the account's id, even if the application is disabled or gone.${note}`,
      schema: { params: BySlug, response: { 200: Message } },
      run: (deps, request) => remove(deps, request, request.params.slug),
    }),
    operation({
      id: `deleteConfig${suffix}`,
      method: "delete",
      path: `${base}/slug/:slug/config/:config_id`,
      ...accessTo(surface, "developer"),
      summary: `Delete a config${where}`,
      description: `Deletes a config with its values, switches and datastores, even if the application is disabled or gone. Workflows that were on in it no longer start from it.${note}`,
      schema: { params: ByConfig, response: { 200: Message } },
      run: (deps, request) => remove(deps, request, request.params.slug, request.params.config_id),
    }),
  ];
}

async function write(
  deps: ConfigRouteDeps,
  request: FastifyRequest,
  body: Static<typeof ConfigChangeBody>,
  store: typeof applyConfigChange,
) {
  const { slug, config_id } = body;
  const scope = getAccountScope(request);
  await readEnabledApplication(deps, scope, slug);
  const change = { change: readChange(body), now: deps.clock.now(), vault: deps.vault };
  const view = await deps.queue.transaction((tx) =>
    store(tx, scope, getConfigKey(scope, slug, config_id), change),
  );
  return presentConfigWithOptions(deps, request, view);
}

async function present(deps: ConfigRouteDeps, request: FastifyRequest, slug: string, configId?: string) {
  const scope = getAccountScope(request);
  await readEnabledApplication(deps, scope, slug);
  const view = await readConfigView(deps.db, scope, getConfigKey(scope, slug, configId));
  return presentConfigWithOptions(deps, request, view);
}

/** Also works for an application that was disabled or removed. */
async function remove({ db }: ConfigRouteDeps, request: FastifyRequest, slug: string, configId?: string) {
  const scope = getAccountScope(request);
  await deleteConfig(db, scope, getConfigKey(scope, slug, configId));
  return { message: "Installation Deleted Success" };
}

/**
 * Values and switches of a body; the names that clients of 2023 use count if the current ones are absent, because
 * published samples still have them.
 */
function readChange(body: Static<typeof ConfigChangeBody>) {
  const { fields, application_data_slots: slots, workflows, labels, map_fields_object: olderLabels } = body;
  const values = fields ?? slots;
  return {
    labels: parseLabels(labels ?? olderLabels),
    fields: values && readValues(values),
    connections: body.connections,
    workflows: workflows?.map(({ id, enabled, connections, fields: own, data_slots: ownSlots }) => ({
      id,
      enabled,
      connections,
      fields: readValues(own ?? ownSlots),
    })),
  };
}
