import { getScope } from "../../../auth/guard.ts";
import { defineOperations } from "../../../auth/operation.ts";
import type { Deps } from "../../../deps.ts";
import { BySlug } from "../../schema.ts";
import { ApplicationDefinition, ApplicationSetup, ApplicationSetupBody } from "./setup-schema.ts";
import { readDefinition, readSetup, updateSetup } from "./update-setup.ts";

const PATH = "/api/v2/public/application/:slug/setup";

const operation = defineOperations<Deps>("Application settings");

/** How an application of one's own is connected, after it was added (ours). */
export const APPLICATION_SETUP_OPERATIONS = [
  operation({
    id: "getApplicationSetup",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get your own application's setup",
    description:
      "Returns what you can change of an application that you imported, defined or added from the directory: the request that verifies a credential when a customer connects, and the others that could. Applications of the catalog have none (404).",
    schema: { params: BySlug, response: { 200: ApplicationSetup } },
    run: async (deps, request) => readSetup(deps, getScope(request), request.params.slug),
  }),
  operation({
    id: "getApplicationDefinition",
    method: "get",
    path: "/api/v2/public/application/:slug/definition",
    least: "developer",
    credentials: "apiKey",
    summary: "Get your own application's definition",
    description:
      "Returns the definition of an application that you imported, defined or added from the directory, to keep it elsewhere or create it in another environment. Applications of the catalog have none (404).",
    schema: { params: BySlug, response: { 200: ApplicationDefinition } },
    run: async ({ db }, request) => readDefinition(db, getScope(request), request.params.slug),
  }),
  operation({
    id: "updateApplicationSetup",
    method: "put",
    path: PATH,
    least: "developer",
    credentials: "apiKey",
    summary: "Update your own application's setup",
    description:
      "Changes an application that you imported, defined or added from the directory. Omitted fields are unchanged. Importing its document again keeps what you chose here. See [Change an application after adding it](/guides/applications#change-an-application-after-adding-it).",
    schema: { params: BySlug, body: ApplicationSetupBody, response: { 200: ApplicationSetup } },
    run: async (deps, request) => updateSetup(deps, getScope(request), request.params.slug, request.body),
  }),
];
