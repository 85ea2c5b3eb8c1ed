import { Type } from "typebox";
import { listApplications } from "../apps/catalog/application.ts";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { Record, Timestamp } from "../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import { listConfigsOfAccount } from "./list-configs.ts";

const ListedConfig = Record("ListedConfig", {
  slug: Type.String({ description: "The application." }),
  config_id: Type.String({ description: "Name of the config." }),
  application: Type.String({ description: "Name of the application; its slug if it no longer exists." }),
  application_enabled: Type.Boolean({
    description: "Whether the application is enabled; otherwise the config can only be deleted.",
  }),
  enabled_workflows: Type.Integer({
    description: "Number of the application's workflows that are on in it.",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const operation = defineOperations<Pick<Deps, "db" | "catalog" | "log">>("Configs");

/** The configs of a linked account for all applications, with the workflows that are on in each. */
export const CONFIG_LIST_OPERATIONS = [
  operation({
    id: "listAllConfigs",
    method: "get",
    path: "/api/v2/public/configs",
    least: "viewer",
    credentials: "account",
    summary: "List all configs",
    description:
      "Returns the linked account's configs for all applications, by application, with the number of workflows that are on in each. A config of a disabled application can only be deleted.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(ListedConfig), ...PageEnvelope }) },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const page = parsePage(request.query);
      const { rows, total } = await listConfigsOfAccount(deps.db, scope, page);
      const applications = new Map(
        (await listApplications(deps, scope)).map((one) => [one.connector.info.slug, one]),
      );
      const docs = rows.map(({ created_at, updated_at, ...row }) => {
        const application = applications.get(row.slug);
        return {
          ...row,
          application: application?.connector.info.name ?? row.slug,
          application_enabled: application?.enabled ?? false,
          createdAt: created_at.toISOString(),
          updatedAt: updated_at.toISOString(),
        };
      });
      return { docs, ...buildEnvelope(page, total) };
    },
  }),
];
