import type { Selectable } from "kysely";
import { type Static, Type } from "typebox";
import { Integration } from "../apps/connections/integrations.ts";
import type { HealthCounts } from "../apps/health/health-store.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { FormattedText, Id, MapOf, Record, Timestamp } from "../platform/http/route.ts";
import type { LinkedAccountTable, UserField } from "./table.ts";

export const AccountId = FormattedText(
  // What a header, which can also name accounts, can carry.
  "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$",
  "text without control characters or surrounding spaces",
  {
    minLength: 1,
    maxLength: 255,
    description: "Your own id for the customer, without control characters or surrounding spaces.",
  },
);

/** The search text of a list of accounts. */
export const AccountSearch = Type.Optional(
  Type.String({
    maxLength: 200,
    description: "Beginnings of words in the name or id, case-insensitive; all must match.",
    examples: ["acme berl"],
  }),
);

const Primitive = Type.Unsafe<UserField["key_value"]>({ type: ["string", "number", "boolean", "null"] });

const AccountFields = {
  name: Type.Optional(Type.String({ maxLength: 1000, description: "Name of the customer." })),
  your_app: Type.Optional(
    Type.Object(
      {
        app_id: Type.Optional(Type.String()),
        auth_credentials: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      {
        description: "Your own application for this customer. Must have `auth_credentials` if given.",
      },
    ),
  ),
  language: Type.Optional(
    Type.Union(
      [
        FormattedText("^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$", "a language tag such as de or pt-BR", {
          maxLength: 35,
        }),
        Type.Null(),
      ],
      {
        description:
          "Language of the hosted pages for this customer; overrides that of a link or the browser. `null` unsets it.",
      },
    ),
  ),
  udf: Type.Optional(
    MapOf(Primitive, {
      propertyNames: { type: "string", minLength: 1 },
      description: "User-defined fields; omitted keys are unchanged.",
    }),
  ),
};

/** Body of the upsert with an API key (spec 4.3). */
export const AccountBody = Type.Object({
  linked_account_id: Type.Optional(AccountId),
  account_id: Type.Optional(AccountId),
  ...AccountFields,
  payload: Type.Optional(
    Type.Object(
      { linked_account_id: Type.Optional(AccountId), ...AccountFields },
      { description: "The same fields, nested; these take precedence." },
    ),
  ),
});
export type AccountBody = Static<typeof AccountBody>;

/** A linked account on the wire (spec 2.3). */
export const LinkedAccount = Record("LinkedAccount", {
  _id: Id,
  associated_org: Id,
  account_id: Type.String(),
  environment: Type.Enum(ENVIRONMENTS),
  name: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  udf: Type.Array(
    Type.Object({
      key_name: Type.String(),
      key_value: Primitive,
      _id: Id,
      createdAt: Timestamp,
      updatedAt: Timestamp,
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
});

/** A linked account in a list, with the health of its connections. */
export const ListedAccount = Record("ListedAccount", {
  ...LinkedAccount.properties,
  connections: Type.Object(
    { healthy: Type.Integer(), degraded: Type.Integer(), expired: Type.Integer() },
    { description: "Number of connections by health." },
  ),
});

/** A single linked account also shows its connections, never with credentials (platform-surface 3.11). */
export const LinkedAccountWithIntegrations = Record("LinkedAccountWithIntegrations", {
  ...LinkedAccount.properties,
  integrations: Type.Array(Integration),
});

/** The reply of the upsert: the account, and whether it is new (platform-surface 1.2). */
export const UpsertedAccount = Record("UpsertedAccount", {
  ...LinkedAccount.properties,
  new_account: Type.Boolean({ description: "Whether this request created the account." }),
});

export type AccountRow = Omit<Selectable<LinkedAccountTable>, "your_app" | "vouched_name">;

/** Wire form of a linked account; never with credentials. */
export function presentAccount(row: AccountRow): Static<typeof LinkedAccount> {
  return {
    _id: row.id,
    associated_org: row.org_id,
    account_id: row.account_id,
    environment: row.environment,
    name: row.name ?? undefined,
    language: row.language ?? undefined,
    udf: row.udf,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of an account in a list; `health` is undefined if it has no connection. */
export function presentListedAccount(
  row: AccountRow,
  health: HealthCounts = { healthy: 0, degraded: 0, expired: 0 },
): Static<typeof ListedAccount> {
  return { ...presentAccount(row), connections: health };
}

/** Wire form of an account that was just created or updated. */
export function presentUpsertedAccount(row: AccountRow): Static<typeof UpsertedAccount> {
  // Every update increments the revision.
  return { ...presentAccount(row), new_account: row.revision === 0 };
}
