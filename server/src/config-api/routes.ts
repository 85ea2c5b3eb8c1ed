import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { listApplications, readEnabledApplication } from "../apps/catalog/application.ts";
import { getAccountScope } from "../auth/guard.ts";
import {
  applyConfigChange,
  findOrCreateConfig,
  readConfigView,
  setWorkflowEnabled,
} from "../configs/change.ts";
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
} from "../configs/schema.ts";
import { deleteConfig, listConfigs, listEnabled } from "../configs/store.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, Message } from "../platform/http/route.ts";
import { registerApplicationFieldRoutes } from "./application-field-routes.ts";
import { getConfigKey } from "./config-key.ts";
import { registerCountRoutes } from "./count-routes.ts";
import { registerDatastoreRoutes } from "./datastore-routes.ts";
import { registerEvaluateRoutes } from "./evaluate-routes.ts";
import { configChangeExample, newConfigExample } from "./examples.ts";
import { registerFieldRoutes } from "./field-routes.ts";
import { registerListAllRoute } from "./list-routes.ts";
import { presentConfigWithOptions } from "./options/answer.ts";
import type { OptionDeps } from "./options/look-up-options.ts";

const BASE = "/api/v2/public";
const tags = ["Configs"];
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

type ConfigRouteDeps = OptionDeps & Pick<Deps, "sandbox">;

/** The same routes for the browser, which polls them, and for servers. */
interface Surface {
  readonly base: string;
  readonly config: { readonly auth: "session" | "account"; readonly rateLimit?: false };
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
    config: { auth: "session", rateLimit: false },
    suffix: "InBrowser",
    where: " (browser)",
    note: " Not counted against the rate limit.",
  },
  { base: BASE, config: { auth: "account" }, suffix: "", where: "", note: "" },
];

/** Configs: a linked account's settings for an application (spec 2.8 and 4.7, platform-surface 3.2). */
export function registerConfigRoutes(app: App, deps: ConfigRouteDeps): void {
  for (const surface of SURFACES) {
    writeRoutes(app, deps, surface);
    readRoutes(app, deps, surface);
    deleteRoutes(app, deps, surface);
  }
  listRoutes(app, deps);
  registerListAllRoute(app, deps);
  switchRoute(app, deps);
  registerCountRoutes(app, deps);
  registerEvaluateRoutes(app, deps);
  registerFieldRoutes(app, deps);
  registerApplicationFieldRoutes(app, deps);
  registerDatastoreRoutes(app, deps);
}

function writeRoutes(app: App, deps: ConfigRouteDeps, { base, config, suffix, where, note }: Surface): void {
  const { queue, clock, vault } = deps;
  app.post(
    `${base}/config`,
    {
      config,
      schema: {
        operationId: `getOrCreateConfig${suffix}`,
        summary: `Find or create a config${where}`,
        description: `Returns a linked account's config for an application, with its fields and workflows; creates it if it is missing. Stores the values, switches and labels that you send, so the call is safe to repeat. Options of data sources are fetched from the provider; failures are in \`field_errors\`. See [Configs](/guides/configs).${note}`,
        tags,
        headers: OptionHeaders,
        body: newConfigExample.body,
        response: { 200: newConfigExample.reply, 404: NO_APPLICATION },
      },
    },
    async (request) => {
      const { slug, config_id } = request.body;
      const scope = getAccountScope(request);
      await readEnabledApplication(deps, scope, slug);
      const change = readChange(request.body);
      const now = clock.now();
      const view = await queue.transaction((tx) =>
        findOrCreateConfig(tx, scope, getConfigKey(scope, slug, config_id), { change, now, vault }),
      );
      return presentConfigWithOptions(deps, request, view);
    },
  );

  app.put(
    `${base}/config`,
    {
      config,
      schema: {
        operationId: `updateConfig${suffix}`,
        summary: `Update a config${where}`,
        description: `Sets values of fields and labels, switches workflows on or off, and returns the config. \`null\` unsets a value; omitted fields are unchanged. If any value is invalid, returns 400 and changes nothing. See [Set values](/guides/configs#set-values).${note}`,
        tags,
        headers: OptionHeaders,
        body: configChangeExample.body,
        response: { 200: configChangeExample.reply, 404: NO_CONFIG },
      },
    },
    async (request) => {
      const { slug, config_id } = request.body;
      const scope = getAccountScope(request);
      await readEnabledApplication(deps, scope, slug);
      const change = readChange(request.body);
      const now = clock.now();
      const view = await queue.transaction((tx) =>
        applyConfigChange(tx, scope, getConfigKey(scope, slug, config_id), { change, now, vault }),
      );
      return presentConfigWithOptions(deps, request, view);
    },
  );
}

function readRoutes(app: App, deps: ConfigRouteDeps, { base, config, suffix, where, note }: Surface): void {
  const read = async (request: FastifyRequest, slug: string, configId?: string) => {
    const scope = getAccountScope(request);
    await readEnabledApplication(deps, scope, slug);
    return presentConfigWithOptions(
      deps,
      request,
      await readConfigView(deps.db, scope, getConfigKey(scope, slug, configId)),
    );
  };

  app.get(
    `${base}/slug/:slug/config`,
    {
      config,
      schema: {
        operationId: `getDefaultConfig${suffix}`,
        summary: `Get the default config${where}`,
        description: `Returns the linked account's default config for an application, the one named after the account's id. Returns 404 until it is created.${note}`,
        tags,
        headers: OptionHeaders,
        params: BySlug,
        response: { 200: Config },
      },
    },
    (request) => read(request, request.params.slug),
  );

  app.get(
    `${base}/slug/:slug/config/:config_id`,
    {
      config,
      schema: {
        operationId: `getConfig${suffix}`,
        summary: `Get a config${where}`,
        description: `Returns a config with the fields of the application and its workflows, their values and which workflows are on. Passwords are shown as \`********\`. The header \`disable_field_options: true\` omits options that must be fetched from the provider.${note}`,
        tags,
        headers: OptionHeaders,
        params: ByConfig,
        response: { 200: configChangeExample.reply },
      },
    },
    (request) => read(request, request.params.slug, request.params.config_id),
  );
}

function deleteRoutes(
  app: App,
  { db }: ConfigRouteDeps,
  { base, config, suffix, where, note }: Surface,
): void {
  // Also works for an application that was disabled or removed.
  const remove = async (request: FastifyRequest, slug: string, configId?: string) => {
    const scope = getAccountScope(request);
    await deleteConfig(db, scope, getConfigKey(scope, slug, configId));
    return { message: "Installation Deleted Success" };
  };

  app.delete(
    `${base}/slug/:slug/config`,
    {
      config,
      schema: {
        operationId: `deleteDefaultConfig${suffix}`,
        summary: `Delete the default config${where}`,
        description: `Deletes the linked account's default config for an application, the one named after the account's id, even if the application is disabled or gone.${note}`,
        tags,
        params: BySlug,
        response: { 200: Message },
      },
    },
    (request) => remove(request, request.params.slug),
  );

  app.delete(
    `${base}/slug/:slug/config/:config_id`,
    {
      config,
      schema: {
        operationId: `deleteConfig${suffix}`,
        summary: `Delete a config${where}`,
        description: `Deletes a config with its values, switches and datastores, even if the application is disabled or gone. Workflows that were on in it no longer start from it.${note}`,
        tags,
        params: ByConfig,
        response: { 200: Message },
      },
    },
    (request) => remove(request, request.params.slug, request.params.config_id),
  );
}

function listRoutes(app: App, deps: ConfigRouteDeps): void {
  app.get(
    `${BASE}/slug/:slug/configs`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "listConfigs",
        summary: "List configs of an application",
        description: "Returns the linked account's configs for an application, oldest first.",
        tags,
        params: BySlug,
        response: { 200: Type.Array(ConfigSummary) },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      await readEnabledApplication(deps, scope, slug);
      return listConfigs(deps.db, scope, slug);
    },
  );

  app.get(
    `${BASE}/workflow/enabled`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "listEnabledWorkflows",
        summary: "List enabled workflows",
        description:
          "Returns the workflows that are switched on in the linked account's configs, each with its config and application. Workflows of applications that are disabled or gone are omitted.",
        tags,
        response: { 200: Type.Array(EnabledWorkflow) },
      },
    },
    async (request) => {
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
  );
}

function switchRoute(app: App, deps: ConfigRouteDeps): void {
  const { queue, clock, vault } = deps;
  app.patch(
    `${BASE}/slug/:slug/config/:configId/workflows/:workflowId`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "switchConfigWorkflow",
        summary: "Switch a workflow on or off",
        description:
          "Switches one workflow of a config on or off and returns the config's workflows. Returns 404 if the config does not exist or does not offer the workflow.",
        tags,
        params: ByWorkflow,
        body: SwitchBody,
        response: { 200: SwitchReply },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      const { slug, configId, workflowId } = request.params;
      await readEnabledApplication(deps, scope, slug);
      const choice = { id: workflowId, enabled: request.body.enabled };
      const view = await queue.transaction((tx) =>
        setWorkflowEnabled(tx, scope, { slug, configId }, { choice, now: clock.now(), vault }),
      );
      return { workflows: presentWorkflows(view) };
    },
  );
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
    workflows: workflows?.map(({ id, enabled, fields: own, data_slots: ownSlots }) => ({
      id,
      enabled,
      fields: readValues(own ?? ownSlots),
    })),
  };
}
