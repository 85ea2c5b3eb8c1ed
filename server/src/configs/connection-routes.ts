import { Type } from "typebox";
import { readEnabledApplication } from "../apps/catalog/application.ts";
import { AccountConnection, BySlug, presentConnection } from "../apps/schema.ts";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { Id, Record } from "../platform/http/route.ts";
import { listUsedApplications } from "./used-connections.ts";

const UsedApplicationRecord = Record("UsedApplication", {
  slug: Type.String(),
  name: Type.String(),
  workflows: Type.Array(Id, { description: "The application's workflows that use it." }),
  connections: Type.Array(AccountConnection, {
    description: "All of the linked account's connections to it, oldest first.",
  }),
});

const operation = defineOperations<Pick<Deps, "db" | "catalog" | "log" | "plans">>("Configs");

/** What a config can choose among: the connections of each application that its workflows use. */
export const CONFIG_CONNECTION_OPERATIONS = [
  operation({
    id: "listConfigConnections",
    method: "get",
    path: "/api/v2/public/slug/:slug/connections",
    least: "viewer",
    credentials: "account",
    summary: "List connections for configs",
    description:
      "Returns the applications that the published workflows of an application use, itself first, each with the linked account's connections to it: what `connections` of a config can name. Applications that need no connection are omitted.",
    schema: { params: BySlug, response: { 200: Type.Array(UsedApplicationRecord) } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      await readEnabledApplication(deps, scope, slug);
      const used = await listUsedApplications(deps, scope, slug);
      return used.map(({ application: { connector }, workflows, connections }) => {
        const { slug: named, name } = connector.info;
        return {
          slug: named,
          name,
          workflows: [...workflows],
          connections: connections.map((row) => presentConnection(row, name)),
        };
      });
    },
  }),
];
