import { type Static, Type } from "typebox";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { Id, Record, Timestamp } from "../../platform/http/route.ts";
import { type Application, listApplications } from "../catalog/application.ts";
import { AUTH_TYPES } from "../connector-auth.ts";
import { getConnectionName } from "../schema.ts";
import { type ConnectionRow, listConnections } from "../store.ts";

/** A connection in a linked account's record, never with credentials (platform-surface 3.11). */
export const Integration = Record("Integration", {
  _id: Id,
  type: Type.String({ description: "The application's slug, or `custom`." }),
  slug: Type.String(),
  name: Type.String(),
  icon: Type.String(),
  app_id: Type.Union([Type.String(), Type.Null()], {
    description: "Null for an application of the catalog.",
  }),
  auth_type: Type.Enum(AUTH_TYPES),
  connection_name: Type.String({ description: "What the customer calls this connection." }),
  is_default: Type.Boolean({ description: "Whether it is used where no connection is named." }),
  identifier: Type.Optional(Type.String()),
  reauth_required: Type.Boolean(),
  refresh_token_expired: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** All connections of an account in wire form, oldest first. */
export async function listIntegrations(
  deps: Pick<Deps, "db" | "catalog" | "log">,
  scope: AccountScope,
): Promise<Static<typeof Integration>[]> {
  const rows = await listConnections(deps.db, scope);
  if (rows.length === 0) return [];
  const applications = new Map(
    (await listApplications(deps, scope)).map((one) => [one.connector.info.slug, one]),
  );
  return rows.map((row) => present(row, applications.get(row.slug)));
}

function present(row: ConnectionRow, application: Application | undefined): Static<typeof Integration> {
  const name = application?.connector.info.name ?? row.slug;
  return {
    _id: row.id,
    type: application?.custom ? "custom" : row.slug,
    slug: row.slug,
    name,
    icon: application?.connector.info.icon ?? "",
    app_id: application?.custom ? application.id : null,
    auth_type: row.auth_type,
    connection_name: getConnectionName(row, name),
    is_default: row.is_default,
    identifier: row.identifier ?? undefined,
    reauth_required: row.status === "expired",
    refresh_token_expired: row.status === "expired" && row.auth_type === "oauth2",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
