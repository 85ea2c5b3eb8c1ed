import { Type } from "typebox";
import {
  ActionParameter,
  ActionSummary,
  presentAction,
  presentParameters,
} from "../../apps/actions/action-schema.ts";
import { listApplications, readEnabledApplication } from "../../apps/catalog/application.ts";
import { importApplication } from "../../apps/catalog/import-application.ts";
import { OPENAPI_OPERATIONS } from "../../apps/catalog/openapi-routes.ts";
import { OpenApiBody, OpenApiImport } from "../../apps/catalog/openapi-schema.ts";
import { createSettingsPresenter } from "../../apps/catalog/present-settings.ts";
import { ApplicationSettings } from "../../apps/catalog/settings-schema.ts";
import { BySlug } from "../../apps/schema.ts";
import { findOperation } from "../../auth/operation.ts";
import { notFound } from "../../platform/errors.ts";
import { OfferedTrigger, presentTrigger } from "../../triggers/schema.ts";
import { defineTool } from "./tool.ts";

const listApplicationsTool = defineTool({
  name: "list_applications",
  title: "List applications",
  description:
    "Lists all applications that customers can connect, enabled or not, with the organization's settings; never secrets.",
  input: {},
  output: { docs: Type.Array(ApplicationSettings) },
  run: async (deps, scope) => {
    const applications = await listApplications(deps, scope);
    return { docs: applications.map(await createSettingsPresenter(deps, scope)) };
  },
});

const getApplicationTool = defineTool({
  name: "get_application",
  title: "Get an application",
  description:
    "Reads the actions of an enabled application, which action nodes name, and its triggers, which start nodes name.",
  input: BySlug.properties,
  output: {
    slug: Type.String(),
    name: Type.String(),
    actions: Type.Array(ActionSummary),
    triggers: Type.Array(OfferedTrigger),
  },
  run: async (deps, scope, { slug }) => {
    const { info } = (await readEnabledApplication(deps, scope, slug)).connector;
    const actions = info.actions.map(presentAction);
    return { slug, name: info.name, actions, triggers: info.triggers.map(presentTrigger) };
  },
});

const getActionTool = defineTool({
  name: "get_action",
  title: "Get an action",
  description: "Reads the inputs of an action of an application: what `data` of an action node must contain.",
  input: {
    ...BySlug.properties,
    action_id: Type.String({ description: "The action's id, as returned by get_application." }),
  },
  output: { docs: Type.Array(ActionParameter) },
  run: async (deps, scope, { slug, action_id: actionId }) => {
    const { connector } = await readEnabledApplication(deps, scope, slug);
    const action = connector.info.actions.find(({ id }) => id === actionId);
    if (action === undefined) throw notFound("Action");
    return { docs: presentParameters(action) };
  },
});

const importOpenApiTool = defineTool({
  name: "import_openapi",
  title: "Import an OpenAPI document",
  description:
    'Creates an application of your own from an OpenAPI document, or replaces the one with the same slug. If needs_credential is true in the result, customers cannot connect yet: find out how the API authenticates, or ask, and import the document again with security_scheme: {"type":"apiKey","in":"header","name":"X-Api-Key"} (or "query"), {"type":"http","scheme":"bearer"} (or "basic"), {"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"…","tokenUrl":"…","scopes":{}}}} (or "clientCredentials" with tokenUrl), or {"type":"none"} for an API without credentials.',
  input: OpenApiBody.properties,
  output: OpenApiImport.properties,
  acts: { destructive: true, idempotent: true, openWorld: true },
  operation: findOperation(OPENAPI_OPERATIONS, "importOpenApi"),
  run: async (deps, scope, body) => {
    const { application, ...imported } = await importApplication(deps, scope, body);
    const toSettings = await createSettingsPresenter(deps, scope);
    return { ...toSettings(application), ...imported };
  },
});

/** The applications that customers connect. */
export const APPLICATION_TOOLS = [listApplicationsTool, getApplicationTool, getActionTool, importOpenApiTool];
