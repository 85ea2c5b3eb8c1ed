import { type Static, Type } from "typebox";
import type { OperatorKey as OperatorKeyRow } from "../auth/keys/operator-keys.ts";
import { ROLES } from "../auth/roles.ts";
import { ENVIRONMENTS } from "../auth/scope.ts";
import type { OrganizationRow } from "../auth/table.ts";
import { FormattedText, Id, Record, Timestamp } from "../platform/http/route.ts";
import type { OperatorRow } from "./store.ts";

export const MIN_PASSWORD_CHARACTERS = 12;

const Role = Type.Enum(ROLES, {
  description: "What the operator may do there; each role includes the ones before it.",
});
const AnyRole = Type.Union([Role, Type.Null()]);

const RolesFields = { test: AnyRole, production: AnyRole };
const Roles = Type.Object(RolesFields, { description: "Role in each environment; null for no access." });

/** An email address. Only its form is checked; mail is sent to fewer (`isMailAddress`). Invisible characters would make two look alike. */
export const EMAIL_PATTERN = "^[^\\s\\p{C}@]{1,64}@[^\\s\\p{C}@]{1,189}$";
export const Email = FormattedText(EMAIL_PATTERN, "an email address", { maxLength: 254 });
export const Name = Type.String({ minLength: 1, maxLength: 200 });
export const Password = Type.String({
  minLength: MIN_PASSWORD_CHARACTERS,
  maxLength: 1000,
  description: `At least ${MIN_PASSWORD_CHARACTERS} characters.`,
});

export const SignInBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  code: Type.Optional(
    Type.String({
      maxLength: 16,
      description: "Code from the authenticator app, if the operator uses one.",
    }),
  ),
});

export const ResetBody = Type.Object({ email: Type.String({ maxLength: 254 }) });

export const LinkBody = Type.Object({
  token: Type.String({ maxLength: 100, description: "The part of the link after `#`." }),
});

export const SignInLink = Record("SignInLink", {
  organization: Type.Object({ id: Id, name: Type.String() }),
  operator: Type.Union(
    [
      Type.Object({
        email: Type.String(),
        name: Type.Union([Type.String(), Type.Null()]),
        has_password: Type.Boolean(),
        has_totp: Type.Boolean({
          description: "Whether the link takes a code of the authenticator app, too.",
        }),
      }),
      Type.Null(),
    ],
    {
      description: "Null for the link that a start prints while nobody owns production: it creates an owner.",
    },
  ),
  expires_at: Timestamp,
});

export const LinkSignInBody = Type.Object({
  token: Type.String({ maxLength: 100, description: "The part of the link after `#`." }),
  email: Type.Optional({
    ...Email,
    description:
      "Required with the link that a start prints while nobody owns production: it creates an owner.",
  }),
  name: Type.Optional(Name),
  password: Type.Optional({
    ...Password,
    description: "Password for later sign-ins, which ends all other sessions; it can also be set later.",
  }),
  code: Type.Optional(
    Type.String({
      maxLength: 16,
      description: "Code from the authenticator app, if the operator uses one.",
    }),
  ),
});

export const PasswordBody = Type.Object({
  current_password: Type.Optional(
    Type.String({ maxLength: 1000, description: "Required if the operator has a password." }),
  ),
  code: Type.Optional(
    Type.String({
      maxLength: 16,
      description:
        "Code from the authenticator app. Lets you set a first password if the sign-in is older than 15 minutes.",
    }),
  ),
  password: Password,
});

export const OwnOperatorBody = Type.Object({
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  current_password: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "Required to change the email address, if you have a password.",
    }),
  ),
});

export const TotpBody = Type.Object({
  current_password: Type.Optional(
    Type.String({ maxLength: 1000, description: "Required if the operator has a password." }),
  ),
});

/** A code of an authenticator app; each can be used once. */
export const CodeBody = Type.Object({ code: Type.String({ maxLength: 16 }) });

export const TotpSecret = Record("TotpSecret", {
  secret: Type.String({ description: "Secret in base32, for apps that cannot scan a QR code." }),
  uri: Type.String({ description: "The same as an otpauth:// URL, to show as a QR code." }),
});

/** A browser in which the operator has signed in. */
export const OwnSession = Record("OwnOperatorSession", {
  id: Id,
  created_at: Timestamp,
  last_seen_at: { ...Timestamp, description: "At most an hour before the last request. ISO 8601 in UTC." },
  expires_at: Timestamp,
  address: Type.String({ description: "IP address of the sign-in; for IPv6, the network." }),
  user_agent: Type.String(),
  is_current: Type.Boolean({ description: "Whether it is the session of this request." }),
});

/** The signed-in operator, and what they may do. */
export const OperatorSession = Record("OperatorSession", {
  operator: Type.Object({
    id: Id,
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    has_password: Type.Boolean(),
    has_totp: Type.Boolean({ description: "Whether sign-in requires a code from an authenticator app." }),
  }),
  organization: Type.Object({ id: Id, name: Type.String() }),
  roles: Roles,
});

const OperatorKey = Record("OperatorKey", {
  id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  name: Type.Union([Type.String(), Type.Null()]),
  role: Role,
  last_four: Type.String({ description: "The last four characters of the key." }),
});

/** An operator as others see it. */
export const Operator = Record("Operator", {
  id: Id,
  email: Type.String(),
  email_proved: Type.Boolean({
    description:
      "Whether the operator has proved the address: with a link made for it, or by single sign-on.",
  }),
  name: Type.Union([Type.String(), Type.Null()]),
  roles: Roles,
  has_password: Type.Boolean({
    description: "False if the operator signs in by link or through the identity provider.",
  }),
  has_totp: Type.Boolean(),
  last_sign_in_at: Type.Union([Timestamp, Type.Null()], {
    description: "Null until the invitation is accepted.",
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  keys: Type.Array(OperatorKey, {
    description:
      "Working API keys in both environments that this operator created; they outlast the operator unless deleted with them. Keys from before creators were recorded are not included.",
  }),
});

export const RemoveQuery = Type.Object({
  delete_keys: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Whether to also revoke, immediately, the API keys that the operator created. By default they keep working, because your systems may use them; the response lists them in `keys`.",
    }),
  ),
});

/** What happened to the keys of a removed operator. */
export const RemovedOperator = Record("RemovedOperator", {
  message: Type.String(),
  keys: Type.Array(OperatorKey, { description: "The API keys that the operator created." }),
  keys_deleted: Type.Boolean(),
});

const Link = Type.String({
  description: "One-time sign-in link, valid for 7 days. It is shown only in this response.",
});
const IsMailed = Type.Boolean({
  description: "Whether the link is also sent to the operator by [mail](/guides/self-hosting#mail).",
});

export const InviteBody = Type.Object({
  email: Email,
  name: Type.Optional(Name),
  roles: Type.Object(
    { test: Type.Optional(AnyRole), production: Type.Optional(AnyRole) },
    { description: "Role in each environment; omit one for no access." },
  ),
});
export const InvitedOperator = Record("InvitedOperator", {
  operator: Operator,
  link: Link,
  is_mailed: IsMailed,
});
export const OperatorLink = Record("OperatorLink", { link: Link, is_mailed: IsMailed });

export const OperatorBody = Type.Object({
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  roles: Type.Optional(
    Type.Object(
      { test: Type.Optional(AnyRole), production: Type.Optional(AnyRole) },
      { description: "Omitted roles are unchanged." },
    ),
  ),
});

/** Wire form of a key that an operator has created. */
export function presentOperatorKey(key: OperatorKeyRow): Static<typeof OperatorKey> {
  const { id, environment, name, role, lastFour } = key;
  return { id, environment, name, role, last_four: lastFour };
}

/** Wire form of an operator; `keys` are those of all operators shown. */
export function presentOperator(row: OperatorRow, keys: readonly OperatorKeyRow[]): Static<typeof Operator> {
  return {
    id: row.id,
    email: row.email,
    email_proved: row.email_proved,
    name: row.name,
    roles: { test: row.test_role, production: row.production_role },
    has_password: row.password_hash !== null,
    has_totp: row.totp_on,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    keys: keys.filter(({ operatorId }) => operatorId === row.id).map(presentOperatorKey),
  };
}

/** Wire form of a session. */
export function presentSession(
  row: OperatorRow,
  { id, name }: OrganizationRow,
): Static<typeof OperatorSession> {
  const { email, name: own, roles, has_password, has_totp } = presentOperator(row, []);
  return {
    operator: { id: row.id, email, name: own, has_password, has_totp },
    organization: { id, name },
    roles,
  };
}
