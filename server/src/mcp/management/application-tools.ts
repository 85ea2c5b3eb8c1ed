import { Type } from "typebox";
import { ActionSummary } from "../../apps/actions/action-schema.ts";
import { BySlug } from "../../apps/schema.ts";
import { OfferedTrigger } from "../../triggers/schema.ts";
import type { ToolDeclaration } from "./tool.ts";

/** The applications that customers connect. */
export const APPLICATION_TOOLS: readonly ToolDeclaration[] = [
  {
    name: "list_applications",
    operation: "listApplicationSettings",
    title: "List applications",
    description:
      "Lists all applications that customers can connect, enabled or not, with the organization's settings; never secrets.",
    preset: { connections: false },
  },
  {
    name: "get_application",
    operation: "listActions",
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
    run: async ({ request }, { slug }) => {
      const actions = await request("listActions", { slug });
      const { name } = await request("getApplicationSettings", { slug });
      return { slug, name, actions, triggers: await request("listTriggers", { slug }) };
    },
  },
  {
    name: "search_actions",
    operation: "searchActions",
    description:
      "Finds actions of all enabled applications by words, best first: start here when you know what to do but not which action does it.",
  },
  {
    name: "get_action",
    operation: "getAction",
    description:
      "Reads the inputs of an action of an application: what `data` of an action node must contain.",
  },
  {
    name: "import_openapi",
    operation: "importOpenApi",
    description:
      'Creates an application of your own from an OpenAPI document, or replaces the one with the same slug. If needs_credential is true in the result, customers cannot connect yet: find out how the API authenticates, or ask, and import the document again with security_scheme: {"type":"apiKey","in":"header","name":"X-Api-Key"} (or "query"), {"type":"http","scheme":"bearer"} (or "basic"), {"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"…","tokenUrl":"…","scopes":{}}}} (or "clientCredentials" with tokenUrl), or {"type":"none"} for an API without credentials.',
    acts: { destructive: true, idempotent: true, openWorld: true },
  },
];
