import Type, { type Static } from "typebox";
import { MapOf } from "../../../../platform/http/route.ts";
import { AUTH_TYPES, REFUSAL_MEANINGS } from "../../../connector-auth.ts";
import { Paging } from "./paging-schema.ts";
import { CLOSED, Dotted, NAME, Request, Text, TextMap } from "./schema-parts.ts";

const FIELD_TYPES = ["text", "password", "number", "boolean", "select"] as const;
const ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "HS256", "EdDSA"] as const;
const CLIENT_AUTH = Type.Enum(["basic", "post"] as const);
const SEPARATOR = Type.String({ minLength: 1, maxLength: 3 });

/** One value that a customer types in. */
export const Field = Type.Object(
  {
    name: Type.String({ pattern: NAME }),
    label: Text,
    type: Type.Optional(Type.Enum(FIELD_TYPES)),
    required: Type.Optional(Type.Boolean()),
    secret: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
    help_text: Type.Optional(Type.String({ maxLength: 1000 })),
    default: Type.Optional(Text),
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

/** What a token endpoint's refusal means; the first matching rule decides, before the rules that hold for everybody. */
const Refusals = Type.Array(
  Type.Object(
    {
      status: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { minItems: 1 })),
      body: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      equals: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: 50 })),
      contains: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 20 }),
      ),
      means: Type.Enum(REFUSAL_MEANINGS),
    },
    CLOSED,
  ),
  { maxItems: 50 },
);

/** A parameter of the callback that is kept with the connection. */
const Callback = Type.Object(
  {
    name: Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" }),
    required: Type.Optional(Type.Boolean()),
    values: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 50 })),
  },
  CLOSED,
);

/**
 * What a consent gives access to, one of which is connected: `settings` of the chosen one become the connection's. Without
 * a list, the response itself is the only one.
 */
const Accounts = Type.Object(
  {
    request: Request,
    apply: Type.Optional(Apply),
    paging: Type.Optional(Paging),
    items: Type.Optional(Dotted),
    only: Type.Optional(
      Type.Object(
        {
          item: Dotted,
          equals: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
            minItems: 1,
            maxItems: 50,
          }),
        },
        CLOSED,
      ),
    ),
    name: Text,
    detail: Type.Optional(Text),
    settings: MapOf(Text, {
      propertyNames: Type.String({ pattern: NAME }),
      minProperties: 1,
      maxProperties: 10,
    }),
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
    scope_separator: Type.Optional(SEPARATOR),
    pkce: Type.Optional(Type.Boolean()),
    client_auth: Type.Optional(CLIENT_AUTH),
    authorize_params: Type.Optional(TextMap),
    token_params: Type.Optional(TextMap),
    token_path: Type.Optional(Text),
    renewal_token_path: Type.Optional(Text),
    refusals: Type.Optional(Refusals),
    callback: Type.Optional(Type.Array(Callback, { minItems: 1, maxItems: 10 })),
    accounts: Type.Optional(Accounts),
    issuer: Type.Optional(Text),
    client_id: Type.Optional(Text),
    client_secret: Type.Optional(Text),
    fields: Type.Optional(Type.Array(Field, { minItems: 1, maxItems: 30 })),
    apply: Type.Optional(Apply),
  },
  CLOSED,
);

const Jwt = Type.Object(
  {
    algorithm: Type.Enum(ALGORITHMS),
    key: Text,
    key_id: Type.Optional(Text),
    claims: Type.Optional(TextMap),
    life_seconds: Type.Optional(Type.Integer({ minimum: 30, maximum: 86_400 })),
  },
  CLOSED,
);

/** How to get short-lived tokens from what the customer typed in. */
const Token = Type.Object(
  {
    grant: Type.Enum(["client_credentials", "jwt_bearer", "jwt"] as const),
    url: Type.Optional(Text),
    scopes: Type.Optional(Type.Array(Text, { maxItems: 200 })),
    scope_separator: Type.Optional(SEPARATOR),
    client_auth: Type.Optional(CLIENT_AUTH),
    client_id: Type.Optional(Text),
    client_secret: Type.Optional(Text),
    params: Type.Optional(TextMap),
    token_path: Type.Optional(Dotted),
    refusals: Type.Optional(Refusals),
    jwt: Type.Optional(Jwt),
  },
  CLOSED,
);

/** One of several ways to connect with a key: it is used if all fields in `needs` are filled in. */
const KeyWay = Type.Object(
  { label: Text, needs: Type.Array(Text, { minItems: 1, maxItems: 30 }), apply: Apply },
  CLOSED,
);

const Keybased = Type.Object(
  {
    fields: Type.Array(Field, { maxItems: 30 }),
    token: Type.Optional(Token),
    apply: Type.Optional(Apply),
    ways: Type.Optional(Type.Array(KeyWay, { minItems: 2, maxItems: 20 })),
  },
  CLOSED,
);

/** Refers to `{{ linked_account.auth_credentials.x }}`; for an organization's own applications only. */
const YourApp = Type.Object({ apply: Apply }, CLOSED);

/** How customers connect. */
export const Auth = Type.Object(
  {
    default: Type.Optional(Type.Enum(AUTH_TYPES)),
    oauth2: Type.Optional(OAuth2),
    keybased: Type.Optional(Keybased),
    your_app: Type.Optional(YourApp),
  },
  CLOSED,
);

/** How a credential is applied to requests. */
export type ManifestApply = Static<typeof Apply>;
/** One field of a manifest. */
export type ManifestField = Static<typeof Field>;
/** One of several ways to connect with a key. */
export type ManifestKeyWay = Static<typeof KeyWay>;
/** A parameter of the callback that a manifest keeps. */
export type ManifestCallback = Static<typeof Callback>;
/** What a consent gives access to. */
export type ManifestAccounts = Static<typeof Accounts>;
/** The OAuth2 part of a manifest. */
export type ManifestOAuth2 = Static<typeof OAuth2>;
/** A rule for refusals of a token endpoint. */
export type ManifestRefusal = Static<typeof Refusals>[number];
/** How key-based connections of a manifest get short-lived tokens. */
export type ManifestToken = Static<typeof Token>;
