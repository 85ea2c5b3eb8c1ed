import { type Static, Type } from "typebox";
import type { AccountRef } from "../auth/scope.ts";
import { FormattedText, Id, MapOf, Record, Timestamp, withExample } from "../platform/http/route.ts";
import type { Application } from "./catalog/application.ts";
import { getAvailability, type PortalRules } from "./catalog/portal-availability.ts";
import { AUTH_TYPES, type AuthField, type AuthType, needsConnection } from "./connector-auth.ts";
import { findTypedCredential, listTypedSettings } from "./providers/list-secrets.ts";
import type { ConnectionRow } from "./store.ts";

/** A query that limits something to one kind of connection. */
export const AuthTypeQuery = Type.Object({
  auth_type: Type.Optional(Type.Enum(AUTH_TYPES, { description: "Only connections of this kind." })),
});

/** What a disconnect is limited to. */
export const DisconnectQuery = Type.Object({
  ...AuthTypeQuery.properties,
  connection_id: Type.Optional(Type.String({ description: "Only this connection." })),
});

/** The slug of a new application. */
export const Slug = FormattedText(
  "^[a-z0-9][a-z0-9-]{0,63}$",
  "1 to 64 lower-case letters, digits and hyphens, not beginning with a hyphen",
  { description: "The application's slug." },
);

/** `{slug}` as the path of a route. */
export const BySlug = Type.Object({ slug: Type.String({ description: "The application's slug." }) });

/** What a customer typed in, by field name. */
export const TypedFields = MapOf(Type.Unknown(), {
  description: "Values by field name; `auth_type_options` of the application lists the fields.",
});

const InputField = Record("InputField", {
  name: Type.String(),
  label: Type.String(),
  placeholder: Type.String(),
  type: Type.Enum(["text", "password", "number", "boolean", "select"]),
  required: Type.Boolean(),
  help_text: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
});

/** One of an account's connections to an application. */
export const AccountConnection = Record("AccountConnection", {
  connection_id: Id,
  name: Type.String({
    description: "What the customer reads: a name given to it, or that of the account behind it.",
  }),
  identifier: Type.Optional(Type.String({ description: "Name of the account at the provider." })),
  auth_type: Type.Enum(AUTH_TYPES),
  status: Type.Enum(["active", "expired"]),
  is_default: Type.Boolean({ description: "Whether it is used where no connection is named." }),
  connectedAt: Timestamp,
});

/** An application as a linked account sees it (platform-surface 3.1). */
export const ApplicationRecord = Record("Application", {
  _id: Id,
  app_id: Id,
  name: Type.String(),
  description: Type.String(),
  icon: Type.String({ description: "A data URL; may be empty." }),
  slug: Type.String(),
  type: Type.String({ description: "The slug, or `custom` for an organization's own application." }),
  kind: Type.Enum(["native", "custom"]),
  tags: Type.Array(Type.String()),
  ecosystem: Type.Boolean(),
  version: Type.Object({ _v: Type.String(), description: Type.String() }),
  in_portal: Type.Boolean({ description: "Whether the portal shows it to this linked account." }),
  ready: Type.Boolean({
    description: "Whether it can be connected: not while its OAuth2 client is missing.",
  }),
  auth_type: Type.Enum(AUTH_TYPES, { description: "Default auth type." }),
  auth_type_options: Type.Object({
    oauth2: Type.Optional(Type.Array(InputField)),
    keybased: Type.Optional(Type.Array(InputField)),
  }),
  auth_input_map: Type.Array(InputField),
  grant_type: Type.Optional(
    Type.Enum(["authorization_code", "authorization_code_pkce", "client_credentials"]),
  ),
  connected: Type.Boolean({
    description: "Whether it can be used: always, if it needs no connection.",
  }),
  connected_accounts: Type.Array(
    Type.Object({
      identifier: Type.String(),
      auth_type: Type.Enum(AUTH_TYPES),
      connectedAt: Timestamp,
      status: Type.Enum(["active", "expired"]),
      connection_id: Id,
    }),
    { description: "The default connections." },
  ),
  connections: Type.Array(AccountConnection, {
    description: "All connections of the linked account, active ones first.",
  }),
  reauth_required: Type.Boolean({
    description: "Whether all connections have expired, so that the customer must reconnect.",
  }),
});

/** Wire form of an application with an account's connections to it. */
export function presentApplication(
  application: Application,
  all: readonly ConnectionRow[],
  { account, rules }: { account: AccountRef; rules: PortalRules },
): Static<typeof ApplicationRecord> {
  const { id, custom, authTypes, connector } = application;
  const { info } = connector;
  // Published clients know of one connection, and poll until it is active: others must not look like it.
  const connections = all.filter((row) => row.is_default);
  const options = Object.fromEntries(authTypes.map((type) => [type, inputFields(application, type)]));
  const [authType = "keybased"] = authTypes;
  const { in_portal: isOffered, ready } = getAvailability(application, rules);
  return {
    _id: id,
    app_id: id,
    name: info.name,
    description: info.description,
    icon: info.icon,
    slug: info.slug,
    type: custom ? "custom" : info.slug,
    kind: custom ? "custom" : "native",
    tags: info.tags,
    ecosystem: false,
    version: { _v: info.version, description: "" },
    in_portal: isOffered || (application.enabled && all.length > 0),
    ready,
    auth_type: authType,
    auth_type_options: options,
    auth_input_map: inputFields(application, authType),
    grant_type: grantOf(application),
    connected: connections.length > 0 || !needsConnection(info.auth),
    connected_accounts: connections.map((row) => ({
      identifier: row.identifier ?? account.accountId,
      auth_type: row.auth_type,
      connectedAt: row.connected_at.toISOString(),
      status: row.status,
      connection_id: row.id,
    })),
    connections: all.map((row) => presentConnection(row, info.name)),
    reauth_required: needsReauth(connections),
  };
}

/** Wire form of a connection; `application` is the application's name. */
export function presentConnection(row: ConnectionRow, application: string): Static<typeof AccountConnection> {
  return {
    connection_id: row.id,
    name: getConnectionName(row, application),
    identifier: row.identifier ?? undefined,
    auth_type: row.auth_type,
    status: row.status,
    is_default: row.is_default,
    connectedAt: row.connected_at.toISOString(),
  };
}

/** What people call a connection: by default as the provider calls the account behind it, or "Slack 2". */
export function getConnectionName(
  { name, identifier, place }: Pick<ConnectionRow, "name" | "identifier" | "place">,
  application: string,
): string {
  return name ?? identifier ?? (place === 1 ? application : `${application} ${place}`);
}

/** Whether the customer must reconnect: the default connections, or all if there is none, have expired. */
export function needsReauth(connections: readonly ConnectionRow[]): boolean {
  const defaults = connections.filter((row) => row.is_default);
  const used = defaults.length > 0 ? defaults : connections;
  return used.length > 0 && used.every((row) => row.status === "expired");
}

/** The fields that a customer fills in for one kind of connecting. */
export function listAuthFields({ connector }: Pick<Application, "connector">, type: AuthType): AuthField[] {
  const { auth } = connector.info;
  return [...listTypedSettings(auth, type), ...(findTypedCredential(auth, type)?.fields ?? [])];
}

function inputFields(application: Application, type: AuthType): Static<typeof InputField>[] {
  return listAuthFields(application, type).map((field) => ({
    name: field.name,
    label: field.label,
    placeholder: field.placeholder ?? "",
    type: field.type,
    required: field.required,
    help_text: field.helpText,
    options: field.options,
  }));
}

function grantOf({ authTypes, connector }: Application) {
  const { oauth2 } = connector.info.auth;
  if (oauth2 === undefined || !authTypes.includes("oauth2")) return undefined;
  if (oauth2.grant === "client_credentials") return oauth2.grant;
  return oauth2.pkce ? "authorization_code_pkce" : "authorization_code";
}

/** Which fields each kind of connecting takes, by name: `"string"`, or an object where it is optional. */
export const AuthStructure = Record("AuthStructure", {
  oauth2: Type.Optional(MapOf(Type.Unknown())),
  keybased: Type.Optional(MapOf(Type.Unknown())),
});

/** Wire form of an application's fields (platform-surface 1.2, auth-structure). */
export function presentStructure(application: Pick<Application, "connector">): Static<typeof AuthStructure> {
  const { auth } = application.connector.info;
  const map = (type: AuthType) =>
    Object.fromEntries(
      listAuthFields(application, type).map((field) => {
        const wireType = field.type === "number" || field.type === "boolean" ? field.type : "string";
        return [field.name, field.required ? wireType : { type: wireType, required: false }];
      }),
    );
  return {
    ...(auth.oauth2 && { oauth2: map("oauth2") }),
    ...(auth.keybased && { keybased: map("keybased") }),
  };
}

export const keyExample = {
  body: withExample(TypedFields, { api_key: "sk_example" }),
  reply: withExample(Type.Object({ success: Type.Boolean() }), { success: true }),
};
