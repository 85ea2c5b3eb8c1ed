import { Type } from "typebox";
import { Record } from "../../platform/http/route.ts";
import { PortalAvailability } from "../catalog/portal-availability.ts";
import { GRADES } from "../connector.ts";
import { AUTH_TYPES } from "../connector-auth.ts";

/** The grade of an application in replies. */
export const ApplicationGrade = Type.Enum(GRADES, {
  description:
    "How well it is proven. A: ran against the real application. B: every request fits the provider's own document. C: signs in and calls by published facts. D: signs in and sends raw requests. Absent for pieces, and for definitions and documents of your own.",
});

/** The fields of the form on which a customer connects an application. */
const ConnectFields = Type.Array(
  Type.Object({ label: Type.String(), required: Type.Boolean(), help_text: Type.Optional(Type.String()) }),
);

/** An organization's settings for an application; the client secret is never returned. */
export const ApplicationSettings = Record("ApplicationSettings", {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String()),
  icon_url: Type.String({ description: "Path of the icon on this server; empty if there is none." }),
  documentation_url: Type.Optional(Type.String({ description: "The provider's own documentation." })),
  action_count: Type.Integer(),
  trigger_count: Type.Integer(),
  kind: Type.Enum(["native", "custom"]),
  provider: Type.Enum(["manifest", "openapi", "mcp", "piece"], {
    description: "How the application is defined.",
  }),
  grade: Type.Optional(ApplicationGrade),
  auth_types: Type.Array(Type.Enum(AUTH_TYPES), {
    description: "Supported auth types.",
  }),
  needs_connection: Type.Boolean({
    description:
      "Whether an account has to connect it: not where there is nothing to sign in with and nothing to fill in.",
  }),
  connect_fields: Type.Optional(
    Type.Object(
      { oauth2: Type.Optional(ConnectFields), keybased: Type.Optional(ConnectFields) },
      { description: "What customers fill in to connect it, for each auth type. Absent in lists." },
    ),
  ),
  enabled: Type.Boolean(),
  portal: PortalAvailability,
  client_id: Type.Optional(Type.String({ description: "The organization's own OAuth2 client." })),
  has_client_secret: Type.Boolean(),
  client_secret_last_four: Type.Optional(
    Type.String({
      description:
        "Last four characters of the client secret. Absent in lists, and for secrets shorter than 16 characters.",
    }),
  ),
  has_default_client: Type.Boolean({
    description: "Whether the server's operator provides an OAuth2 client.",
  }),
  scopes: Type.Array(Type.String()),
  has_own_scopes: Type.Boolean({ description: "Whether the organization has chosen the scopes." }),
  callback_url: Type.String({ description: "Register this redirect URL with the provider." }),
  webhook_url: Type.Optional(
    Type.String({
      description:
        "Register this webhook URL with the provider, which sends the events of all customers to it. Absent if the application has no such triggers; hidden from viewers and support.",
    }),
  ),
  needs_webhook_secret: Type.Boolean({
    description:
      "Whether a `webhook_secret` verifies webhooks: those to `webhook_url`, or as chosen in its setup.",
  }),
  has_webhook_secret: Type.Boolean({ description: "Whether that secret is set." }),
  connections: Type.Optional(
    Type.Object(
      { total: Type.Integer(), expired: Type.Integer() },
      { description: "Number of connections, counted up to 1,000; only in lists with `connections=true`." },
    ),
  ),
  __v: Type.Integer(),
});

/** Query of the list. */
export const ApplicationSettingsQuery = Type.Object({
  connections: Type.Optional(
    Type.Boolean({ description: "Whether to count the connections of each application." }),
  ),
});

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A change of settings: absent fields stay, null restores the default. */
export const ApplicationSettingsBody = Type.Object(
  {
    enabled: nullable(Type.Boolean()),
    client_id: nullable(Type.String({ minLength: 1, maxLength: 1000 })),
    client_secret: nullable(
      Type.String({ minLength: 1, maxLength: 10_000, description: "Write-only; it is never returned." }),
    ),
    webhook_secret: nullable(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: "What the provider signs webhooks with. Write-only; it is never returned.",
      }),
    ),
    scopes: nullable(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200 })),
  },
  { additionalProperties: false, minProperties: 1 },
);
