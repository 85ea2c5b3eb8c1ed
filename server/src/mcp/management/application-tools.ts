import { Type } from "typebox";
import {
  ActionParameter,
  ActionSummary,
  presentAction,
  presentParameters,
} from "../../apps/actions/action-schema.ts";
import { listApplications, readEnabledApplication } from "../../apps/catalog/application.ts";
import { ApplicationSettings, presentSettings } from "../../apps/catalog/settings-schema.ts";
import { buildCallbackUrl } from "../../apps/connections/connect.ts";
import { BySlug } from "../../apps/schema.ts";
import { notFound } from "../../platform/errors.ts";
import { OfferedTrigger, presentTrigger } from "../../triggers/schema.ts";
import { defineTool } from "./tool.ts";

const listApplicationsTool = defineTool({
  name: "list_applications",
  title: "List applications",
  description:
    "Lists all applications that customers can connect, enabled or not, with the organization's settings; never with secrets.",
  input: {},
  output: { docs: Type.Array(ApplicationSettings) },
  run: async (deps, scope) => {
    const applications = await listApplications(deps, scope);
    return {
      docs: applications.map((one) => presentSettings(one, buildCallbackUrl(deps, one.connector.info.slug))),
    };
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
  description: "Reads the inputs of an action of an application: what `data` of an action node must hold.",
  input: {
    ...BySlug.properties,
    action_id: Type.String({ description: "The action's id, as get_application gives it." }),
  },
  output: { docs: Type.Array(ActionParameter) },
  run: async (deps, scope, { slug, action_id: actionId }) => {
    const { connector } = await readEnabledApplication(deps, scope, slug);
    const action = connector.info.actions.find(({ id }) => id === actionId);
    if (action === undefined) throw notFound("Action");
    return { docs: presentParameters(action) };
  },
});

/** The applications that customers connect. */
export const APPLICATION_TOOLS = [listApplicationsTool, getApplicationTool, getActionTool];
