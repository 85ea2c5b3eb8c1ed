import Type, { type Static } from "typebox";
import { WAIT_UNITS } from "../../../../platform/http/retry-after.ts";
import { MapOf } from "../../../../platform/http/route.ts";
import { Auth, Field } from "./auth-schema.ts";
import { ActionPaging, OptionSource } from "./paging-schema.ts";
import { AnyObject, CLOSED, NAME, Request, Text, TextMap } from "./schema-parts.ts";
import { Columns, Rows } from "./table-schema.ts";
import { TriggerSource } from "./trigger-schema.ts";

const ERROR_CODES = ["auth", "rateLimit", "input", "remote", "timeout"] as const;
const AUDIENCES = ["human", "ai", "both"] as const;
const IDS = { propertyNames: Type.String({ pattern: NAME }) };

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
    paging: Type.Optional(ActionPaging),
    columns: Type.Optional(Columns),
    rows: Type.Optional(Rows),
    response: Type.Optional(Type.Unknown()),
  },
  CLOSED,
);

const RetryAfter = Type.Object(
  {
    header: Type.Optional(Type.String({ minLength: 1 })),
    body: Type.Optional(Type.String({ minLength: 1 })),
    unit: Type.Optional(Type.Enum(WAIT_UNITS)),
  },
  CLOSED,
);

/**
 * How to interpret an error response: its status is one of `status`, and the value at `body` or `header`, or the whole
 * text of the response, is one of `equals`, contains one of `contains` or matches `pattern`. The first matching rule
 * decides.
 */
const ErrorRule = Type.Object(
  {
    status: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { minItems: 1 })),
    body: Type.Optional(Type.String({ minLength: 1 })),
    header: Type.Optional(Type.String({ minLength: 1 })),
    equals: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1 })),
    contains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 20 }),
    ),
    pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    code: Type.Enum(ERROR_CODES),
    renew: Type.Optional(Type.Boolean()),
    message: Type.Optional(Text),
    retry_after: Type.Optional(RetryAfter),
  },
  CLOSED,
);

const Check = Type.Object(
  { request: Request, account: Type.Optional(Text), scopes: Type.Optional(Text) },
  CLOSED,
);

const RateLimit = Type.Object(
  {
    requests: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    per_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  },
  CLOSED,
);

/** A connector as declared in `manifest.yaml` or sent as a custom application (docs/add-a-connector.md). */
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
    auth: Auth,
    headers: Type.Optional(TextMap),
    check: Type.Optional(Check),
    rate_limit: Type.Optional(RateLimit),
    error_message: Type.Optional(Text),
    errors: Type.Optional(Type.Array(ErrorRule, { maxItems: 50 })),
    options: Type.Optional(MapOf(OptionSource, { ...IDS, maxProperties: 200 })),
    triggers: Type.Optional(MapOf(TriggerSource, { ...IDS, maxProperties: 1000 })),
    actions: MapOf(ManifestAction, { ...IDS, minProperties: 1, maxProperties: 2000 }),
  },
  CLOSED,
);

/** A manifest whose shape is valid; its templates and references are not checked yet. */
export type Manifest = Static<typeof ManifestSchema>;
/** A rule that interprets an error response. */
export type ManifestErrorRule = Static<typeof ErrorRule>;
/** One action of a manifest. */
export type ManifestAction = Static<typeof ManifestAction>;
