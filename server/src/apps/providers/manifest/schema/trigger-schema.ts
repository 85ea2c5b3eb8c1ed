import Type, { type Static } from "typebox";
import { Paging } from "./paging-schema.ts";
import { AnyObject, CLOSED, Dotted, Request, Text } from "./schema-parts.ts";

const HeaderName = Type.String({ pattern: "^[A-Za-z0-9-]{1,100}$" });
const Encoding = Type.Enum(["hex", "base64"] as const);

/** A condition on a delivery; without `equals` the value only has to exist. */
const Condition = Type.Object(
  { path: Dotted, equals: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 })) },
  CLOSED,
);
const Conditions = Type.Union([Condition, Type.Array(Condition, { minItems: 1, maxItems: 10 })]);

const Timestamp = Type.Object(
  {
    header: HeaderName,
    part: Type.Optional(Text),
    unit: Type.Optional(Type.Enum(["seconds", "milliseconds"] as const)),
    tolerance_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  },
  CLOSED,
);

const Hmac = Type.Object(
  {
    header: HeaderName,
    part: Type.Optional(Text),
    algorithm: Type.Enum(["sha1", "sha256", "sha512"] as const),
    encoding: Type.Optional(Encoding),
    prefix: Type.Optional(Text),
    key: Text,
    key_encoding: Type.Optional(Type.Enum(["text", "base64", "hex"] as const)),
    signed: Type.Optional(Text),
    timestamp: Type.Optional(Timestamp),
  },
  CLOSED,
);

const Token = Type.Object(
  {
    header: Type.Optional(HeaderName),
    query: Type.Optional(Text),
    body: Type.Optional(Dotted),
    equals: Text,
  },
  CLOSED,
);

const Basic = Type.Object({ username: Text, password: Text }, CLOSED);

const PublicKey = Type.Object(
  {
    header: HeaderName,
    encoding: Type.Optional(Encoding),
    prefix: Type.Optional(Text),
    public_key: Text,
    signed: Type.Optional(Text),
    timestamp: Type.Optional(Timestamp),
  },
  CLOSED,
);

const StandardWebhooks = Type.Object(
  {
    key: Text,
    tolerance_seconds: Timestamp.properties.tolerance_seconds,
  },
  CLOSED,
);

/** Exactly one of them; `address`: that a sender knows the address is all that there is. */
const Verify = Type.Object(
  {
    hmac: Type.Optional(Hmac),
    token: Type.Optional(Token),
    basic: Type.Optional(Basic),
    standard_webhooks: Type.Optional(StandardWebhooks),
    ed25519: Type.Optional(PublicKey),
    ecdsa: Type.Optional(PublicKey),
    address: Type.Optional(Type.Object({}, CLOSED)),
  },
  CLOSED,
);

const Challenge = Type.Object(
  {
    when: Conditions,
    unverified: Type.Optional(Type.Boolean()),
    reply: Type.Object(
      {
        status: Type.Optional(Type.Integer({ minimum: 200, maximum: 299 })),
        text: Type.Optional(Type.String({ maxLength: 2000 })),
        json: Type.Optional(Type.Unknown()),
      },
      CLOSED,
    ),
  },
  CLOSED,
);

/** How far behind the newest item late ones are looked for: a time, or a number in the position's own unit. */
const Overlap = Type.Object(
  {
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  CLOSED,
);

const LIST = {
  request: Request,
  start: Type.Optional(Text),
  paging: Type.Optional(Paging),
  items: Type.Optional(Dotted),
  key: Text,
  position: Type.Optional(Text),
  overlap: Type.Optional(Overlap),
  data: Type.Optional(Type.Unknown()),
};
const Poll = Type.Object(
  { every_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400 })), ...LIST },
  CLOSED,
);
/** The list from which events are read that a webhook may have missed. */
const Missed = Type.Object(LIST, CLOSED);

/** Prolongs a subscription, or only looks whether it still exists. */
const Renew = Type.Object(
  {
    request: Request,
    alive: Type.Optional(Conditions),
    state: Type.Optional(Type.Unknown()),
    every_seconds: Type.Optional(Type.Integer({ minimum: 300, maximum: 2_592_000 })),
  },
  CLOSED,
);
/** When a subscription ends: a template over the response, or a fixed time. */
const Expires = Type.Union([
  Text,
  Type.Object({ seconds: Type.Integer({ minimum: 300, maximum: 31_536_000 }) }, CLOSED),
]);

const Webhook = Type.Object(
  {
    subscribe: Type.Optional(Type.Object({ request: Request, state: Type.Optional(Type.Unknown()) }, CLOSED)),
    unsubscribe: Type.Optional(Type.Object({ request: Request }, CLOSED)),
    renew: Type.Optional(Renew),
    expires: Type.Optional(Expires),
    missed: Type.Optional(Missed),
    verify: Verify,
    challenge: Type.Optional(Challenge),
    when: Type.Optional(Conditions),
    items: Type.Optional(Dotted),
    key: Type.Optional(Text),
    optional_key: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Unknown()),
  },
  CLOSED,
);

/** One trigger: exactly one of `poll` and `webhook`. */
export const TriggerSource = Type.Object(
  {
    title: Text,
    description: Text,
    input: AnyObject,
    output: Type.Optional(AnyObject),
    poll: Type.Optional(Poll),
    webhook: Type.Optional(Webhook),
  },
  CLOSED,
);

/** One trigger of a manifest. */
export type ManifestTrigger = Static<typeof TriggerSource>;
/** How a trigger polls the provider. */
export type ManifestPoll = Static<typeof Poll>;
/** How the provider notifies a trigger. */
export type ManifestWebhook = Static<typeof Webhook>;
/** How a delivery is verified. */
export type ManifestVerify = Static<typeof Verify>;
/** A signature with a shared key. */
export type ManifestHmac = Static<typeof Hmac>;
/** A signature with a public key. */
export type ManifestPublicKey = Static<typeof PublicKey>;
/** A secret that the provider sends with each delivery. */
export type ManifestSentToken = Static<typeof Token>;
/** A user name and a password that the provider sends with each delivery. */
export type ManifestBasic = Static<typeof Basic>;
/** A signature by the rules of Standard Webhooks. */
export type ManifestStandardWebhooks = Static<typeof StandardWebhooks>;
/** The maximum age of a signature. */
export type ManifestTimestamp = Static<typeof Timestamp>;
/** A condition on a delivery. */
export type ManifestCondition = Static<typeof Condition>;
