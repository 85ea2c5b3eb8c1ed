import Type, { type Static } from "typebox";
import { MapOf } from "../../../platform/http/route.ts";

const CLOSED = { additionalProperties: false };
const NAME = "^[a-z][a-z0-9_]{0,63}$";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ERROR_CODES = ["auth", "rateLimit", "input", "remote", "timeout"] as const;
const AUDIENCES = ["human", "ai", "both"] as const;
const FIELD_TYPES = ["text", "password", "number", "boolean", "select"] as const;

const Text = Type.String({ minLength: 1, maxLength: 2000 });
const KEYS = { propertyNames: Type.String({ minLength: 1, maxLength: 100 }) };
const TextMap = MapOf(Type.String({ maxLength: 2000 }), KEYS);
const TemplateMap = MapOf(Type.Unknown(), KEYS);
const AnyObject = MapOf(Type.Unknown());

const Field = Type.Object(
  {
    name: Type.String({ pattern: NAME }),
    label: Text,
    type: Type.Optional(Type.Enum(FIELD_TYPES)),
    required: Type.Optional(Type.Boolean()),
    secret: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
    help_text: Type.Optional(Type.String({ maxLength: 1000 })),
    options: Type.Optional(
      Type.Array(Type.Object({ name: Text, value: Text }, CLOSED), { minItems: 1, maxItems: 200 }),
    ),
  },
  CLOSED,
);

/** Where a credential goes in each request. */
const Apply = Type.Object(
  {
    headers: Type.Optional(TextMap),
    query: Type.Optional(TextMap),
    basic: Type.Optional(Type.Object({ username: Type.String(), password: Type.String() }, CLOSED)),
  },
  CLOSED,
);

const OAuth2 = Type.Object(
  {
    grant: Type.Optional(Type.Enum(["authorization_code", "client_credentials"] as const)),
    authorize_url: Type.Optional(Text),
    token_url: Text,
    revoke_url: Type.Optional(Text),
    scopes: Type.Optional(Type.Array(Text, { maxItems: 200 })),
    scope_separator: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    pkce: Type.Optional(Type.Boolean()),
    client_auth: Type.Optional(Type.Enum(["basic", "post"] as const)),
    authorize_params: Type.Optional(TextMap),
    token_path: Type.Optional(Text),
    client_id: Type.Optional(Text),
    client_secret: Type.Optional(Text),
    apply: Type.Optional(Apply),
  },
  CLOSED,
);

const Keybased = Type.Object(
  { fields: Type.Array(Field, { maxItems: 30 }), apply: Type.Optional(Apply) },
  CLOSED,
);

const Request = Type.Object(
  {
    method: Type.Enum(METHODS),
    path: Type.String({ pattern: "^/", maxLength: 1000 }),
    base_url: Type.Optional(Text),
    query: Type.Optional(TemplateMap),
    headers: Type.Optional(TextMap),
    json: Type.Optional(Type.Unknown()),
    form: Type.Optional(TemplateMap),
  },
  CLOSED,
);

const Hints = Type.Object(
  {
    read_only: Type.Boolean(),
    idempotent: Type.Optional(Type.Boolean()),
    destructive: Type.Optional(Type.Boolean()),
    open_world: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

const ManifestAction = Type.Object(
  {
    title: Text,
    description: Text,
    audience: Type.Optional(Type.Enum(AUDIENCES)),
    hints: Hints,
    input: AnyObject,
    output: Type.Optional(AnyObject),
    request: Request,
    response: Type.Optional(Type.Unknown()),
  },
  CLOSED,
);

const RetryAfter = Type.Object(
  {
    header: Type.Optional(Type.String({ minLength: 1 })),
    body: Type.Optional(Type.String({ minLength: 1 })),
    unit: Type.Enum(["seconds", "milliseconds", "epoch_seconds"] as const),
  },
  CLOSED,
);

/** One reading of a bad answer: all that is given of `status`, `body`, `header` must hold; the first that fits decides. */
const ErrorRule = Type.Object(
  {
    status: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { minItems: 1 })),
    body: Type.Optional(Type.String({ minLength: 1 })),
    header: Type.Optional(Type.String({ minLength: 1 })),
    equals: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1 })),
    code: Type.Enum(ERROR_CODES),
    message: Type.Optional(Text),
    retry_after: Type.Optional(RetryAfter),
  },
  CLOSED,
);

const Check = Type.Object({ request: Request, account: Type.Optional(Text) }, CLOSED);

/** A connector as written in `manifest.yaml` or sent as a custom application (docs/add-a-connector.md). */
export const ManifestSchema = Type.Object(
  {
    slug: Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Text,
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    documentation_url: Type.Optional(Text),
    tags: Type.Optional(Type.Array(Text, { maxItems: 20 })),
    base_url: Text,
    hosts: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 50 })),
    settings: Type.Optional(Type.Array(Field, { maxItems: 30 })),
    auth: Type.Object(
      {
        default: Type.Optional(Type.Enum(["oauth2", "keybased"] as const)),
        oauth2: Type.Optional(OAuth2),
        keybased: Type.Optional(Keybased),
      },
      CLOSED,
    ),
    headers: Type.Optional(TextMap),
    check: Type.Optional(Check),
    error_message: Type.Optional(Text),
    errors: Type.Optional(Type.Array(ErrorRule, { maxItems: 50 })),
    actions: MapOf(ManifestAction, {
      propertyNames: Type.String({ pattern: NAME }),
      minProperties: 1,
      maxProperties: 500,
    }),
  },
  CLOSED,
);

/** A manifest whose shape has been checked; its templates and references have not. */
export type Manifest = Static<typeof ManifestSchema>;
/** One request template of a manifest. */
export type ManifestRequest = Static<typeof Request>;
/** One way of applying a credential. */
export type ManifestApply = Static<typeof Apply>;
/** One field of a manifest. */
export type ManifestField = Static<typeof Field>;
/** One reading of a bad answer. */
export type ManifestErrorRule = Static<typeof ErrorRule>;
/** The OAuth2 part of a manifest. */
export type ManifestOAuth2 = Static<typeof OAuth2>;
/** One action of a manifest. */
export type ManifestAction = Static<typeof ManifestAction>;
