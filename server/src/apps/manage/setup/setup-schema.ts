import { type Static, Type } from "typebox";
import { FormattedText, Record } from "../../../platform/http/route.ts";
import type { JsonObject } from "../../connector.ts";
import type { ApplicationCheck } from "../../providers/application-check.ts";

/** A request that can verify a credential. */
export const CheckRequest = Record("CheckRequest", {
  id: Type.String({ description: "The operation that it sends." }),
  path: Type.String(),
  title: Type.String(),
});

const SIGN_IN_KINDS = ["header", "query", "bearer", "basic", "oauth2", "none"] as const;

const signIn = {
  name: Type.Optional(
    Type.String({ maxLength: 100, description: "The header or query parameter that carries the key." }),
  ),
  prefix: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "What stands before the key in its header, such as `Token`.",
    }),
  ),
  label: Type.Optional(
    Type.String({ maxLength: 200, description: "What customers read above the key's field." }),
  ),
  help: Type.Optional(
    Type.String({ maxLength: 1000, description: "What they read below: where to find the key." }),
  ),
  authorize_url: Type.Optional(Type.String({ maxLength: 2000 })),
  token_url: Type.Optional(Type.String({ maxLength: 2000 })),
  scopes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200 })),
};

/** How customers sign in, as far as a form shows it. */
export const SignIn = Type.Object({
  kind: Type.Enum([...SIGN_IN_KINDS, "missing", "custom"], {
    description: "`missing`: nobody has said how. `custom`: in a way that only a definition can express.",
  }),
  ...signIn,
});

/** How customers sign in, to replace what is there. */
export const SignInBody = Type.Object(
  { kind: Type.Enum(SIGN_IN_KINDS), ...signIn },
  {
    additionalProperties: false,
    description:
      "How customers sign in: a key in a `header` (`name`, `prefix`) or the `query` (`name`), a `bearer` token, `basic` with user name and password, `oauth2` with `authorize_url` and `token_url`, or `none` for an open API.",
  },
);

const HeaderName = FormattedText("^[A-Za-z0-9-]{1,100}$", "letters, digits and hyphens");
const DeliveryPath = FormattedText(
  "^(body|headers|query)(\\.[A-Za-z0-9_$@-]+)+$",
  "a path that begins with body., headers. or query.",
  { maxLength: 200 },
);
const MemberPath = FormattedText("^[A-Za-z0-9_$@-]+(\\.[A-Za-z0-9_$@-]+)*$", "a path such as body.id", {
  maxLength: 200,
});
// What stands beside a secret in a template must be no part of a placeholder.
const Plain = FormattedText("^[\\x20-\\x7a|~]*$", "letters, digits and punctuation except braces", {
  maxLength: 100,
});

/** What proves that webhooks of a document come from the provider. */
export const WebhookSecurityBody = Type.Object(
  {
    kind: Type.Enum(["address", "hmac", "stripe", "standard-webhooks", "token", "basic"], {
      description:
        "`address`: nothing but the address of each customer. `hmac`: a signature of the body. `stripe`: time and signature in one header, `t=…,v1=…`. `standard-webhooks`: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, or Svix's. `token`: the secret in a header. `basic`: the secret as the password of Basic authentication.",
    }),
    secret: Type.Optional(
      Type.Enum(["generated", "entered", "webhook_secret"], {
        description:
          "`generated` (default): one for each subscription, shown with its address. `entered`: the provider's for each subscription, which the customer or you enter with `…/trigger-subscriptions/:id/secret`. `webhook_secret`: the one in the application's settings, for all customers.",
      }),
    ),
    header: Type.Optional(HeaderName),
    prefix: Type.Optional(Plain),
    algorithm: Type.Optional(Type.Enum(["sha1", "sha256", "sha512"], { description: "Default: `sha256`." })),
    encoding: Type.Optional(Type.Enum(["hex", "base64"], { description: "Default: `hex`." })),
    timestamp_header: Type.Optional(HeaderName),
    timestamp_unit: Type.Optional(
      Type.Enum(["seconds", "milliseconds"], {
        description: "Of the signed time, since 1970. Default: `seconds`.",
      }),
    ),
    separator: Type.Optional(Plain),
    tolerance_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: "Default: 300." }),
    ),
    username: Type.Optional(Plain),
    challenge: Type.Optional(DeliveryPath),
  },
  {
    additionalProperties: false,
    description:
      "What proves that webhooks of a document come from the provider. With `timestamp_header`, its value, `separator` (default `.`) and the body are signed. The text at `challenge`, such as `query.challenge`, is repeated to whoever sends it.",
  },
);

const conditions = Type.Array(
  Type.Object(
    { field: DeliveryPath, value: Type.String({ maxLength: 500 }) },
    { additionalProperties: false },
  ),
  { maxItems: 5, description: "Conditions that must all hold; values are compared as text." },
);

/** A trigger of which something can be chosen. */
export const SetupTrigger = Record("SetupTrigger", {
  id: Type.String(),
  title: Type.String(),
  delivery: Type.Enum(["poll", "webhook"]),
  key: Type.Union([Type.String(), Type.Null()], {
    description:
      "The path of what identifies an item or an event; null: each webhook is an event of its own.",
  }),
  time: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: "Of a poll: what changes with an item." }),
  ),
  filter: Type.Optional(conditions),
  members: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "Of a list that has no trigger yet because its document does not say what identifies an item: set `key` to one of these members to get it.",
    }),
  ),
});

const TriggerChange = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64 }),
    key: Type.Optional(Type.Union([MemberPath, Type.Null()])),
    time: Type.Optional(Type.Union([MemberPath, Type.Null()])),
    filter: Type.Optional(conditions),
  },
  { additionalProperties: false },
);

/** What can be changed of an application of one's own. */
export const ApplicationSetup = Record("ApplicationSetup", {
  slug: Type.String(),
  name: Type.String(),
  base_url: Type.String({ description: "`{{ settings.x }}` is what customers enter." }),
  sign_in: SignIn,
  check: Type.Union([CheckRequest, Type.Null()], {
    description:
      "What verifies a credential when a customer connects, and later; null if nothing does, so that a wrong key is noticed by its first call.",
  }),
  checks: Type.Array(CheckRequest, { description: "The requests that can verify a credential." }),
  webhooks: Type.Union([WebhookSecurityBody, Type.Null()], {
    description: "What proves webhooks of its document; null if it has none.",
  }),
  triggers: Type.Array(SetupTrigger, {
    description: "Webhooks of its document, and what polls lists: those of which something can be chosen.",
  }),
});

/** A change of the setup: absent fields stay. */
export const ApplicationSetupBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    base_url: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    sign_in: Type.Optional(SignInBody),
    check: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1100 }), Type.Null()], {
        description: "The id of one of `checks`, or `null` for none.",
      }),
    ),
    webhooks: Type.Optional(WebhookSecurityBody),
    triggers: Type.Optional(
      Type.Array(TriggerChange, { maxItems: 1000, description: "Those that change; omitted members stay." }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** A check on the wire; null if there is none. */
export function presentCheck(check: ApplicationCheck | undefined): Static<typeof CheckRequest> | null {
  return check === undefined ? null : { id: check.id, path: check.path, title: check.title };
}

/** The definition of an application of one's own. */
export const ApplicationDefinition = Record("ApplicationDefinition", {
  slug: Type.String(),
  provider: Type.Enum(["manifest", "openapi", "mcp"], { description: "How the application was defined." }),
  definition: Type.Unsafe<JsonObject>({
    type: "object",
    additionalProperties: true,
    description:
      "Of a remote MCP server, its address, sign-in and tools; of others a connector definition, as `POST /api/v2/public/application` takes it.",
  }),
});
