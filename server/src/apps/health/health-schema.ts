import { type Static, Type } from "typebox";
import { Id, Record, Timestamp } from "../../platform/http/route.ts";
import { type Application, hasCustomerClients, listScopes } from "../catalog/application.ts";
import { AUTH_TYPES } from "../connector-auth.ts";
import { getConnectionName } from "../schema.ts";
import type { ConnectionRow } from "../store.ts";
import { type HealthEventRow, type HealthRow, isCredentialRefused } from "./health-store.ts";

/**
 * The health of a connection: `degraded` something went wrong since it last worked, `expired` only the customer can
 * help.
 */
export const HEALTH_STATES = ["healthy", "degraded", "expired"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const OrNull = <Schema extends typeof Timestamp>(schema: Schema) => Type.Union([schema, Type.Null()]);
const MaybeAt = OrNull(Timestamp);
const Scopes = Type.Array(Type.String());
const Counts = Type.Object({
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  last_at: MaybeAt,
  last_succeeded: Type.Union([Type.Boolean(), Type.Null()]),
});

const HealthFields = {
  _id: Id,
  slug: Type.String(),
  application: Type.String({ description: "The application's name." }),
  linked_account_id: Type.String(),
  linked_account_name: Type.Optional(Type.String({ description: "Only in lists." })),
  name: Type.String({ description: "What the customer calls this connection." }),
  is_default: Type.Boolean({ description: "Whether it is used where no connection is named." }),
  auth_type: Type.Enum(AUTH_TYPES),
  identifier: Type.Optional(Type.String({ description: "Name of the account at the provider." })),
  callback: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        "What the sign-in found out, as far as the application declares it: parameters that the provider added to the redirect after consent, and the settings of the account that was chosen.",
    }),
  ),
  status: Type.Enum(HEALTH_STATES, {
    description:
      "`healthy`; `degraded`: something has failed since it last worked; it is retried unless `what_to_do` says to connect again; `expired`: the customer must connect again.",
  }),
  cause: Type.Union([Type.String(), Type.Null()], { description: "What is wrong, for the customer." }),
  what_to_do: Type.Union([Type.String(), Type.Null()], {
    description: "What to do about it, for the customer.",
  }),
  detail: Type.Union([Type.String(), Type.Null()], { description: "The provider's message, for engineers." }),
  consecutive_failures: Type.Integer({ description: "Failures since the last success." }),
  connected_at: Timestamp,
  expires_at: OrNull(
    Type.String({ description: "When the access token expires; null if unknown or never." }),
  ),
  next_refresh_at: MaybeAt,
  next_check_at: MaybeAt,
  scopes: Type.Object(
    { granted: Type.Union([Scopes, Type.Null()]), needed: Scopes, missing: Scopes },
    {
      description: "`granted` is null if the provider does not report it; nothing then counts as missing.",
    },
  ),
  checks: Counts,
  refreshes: Counts,
  last_answer: Type.Union([
    Type.Object({
      status: Type.Integer(),
      at: Timestamp,
      about: Type.String({ description: "`action`, `check`, `token` or `trigger`." }),
    }),
    Type.Null(),
  ]),
};

/** A connection's health as lists show it. */
export const ConnectionHealth = Record("ConnectionHealth", HealthFields);

/** A connection's health with its last fifty events, newest first. */
export const ConnectionHealthRecord = Record("ConnectionHealthRecord", {
  ...HealthFields,
  timeline: Type.Array(
    Type.Object({
      at: Timestamp,
      kind: Type.String({
        description:
          "`connected`, `reconnected`, `checked`, `check_failed`, `refreshed`, `refresh_failed`, `refused`, `expired` or `trigger_failed`.",
      }),
      message: Type.String(),
      status: Type.Union([Type.Integer(), Type.Null()], {
        description: "HTTP status of the provider's response.",
      }),
    }),
  ),
});

/** A connection with everything that determines its health; the application is absent if it no longer exists. */
export interface KnownConnection {
  readonly row: ConnectionRow;
  readonly accountId: string;
  /** Set in lists. */
  readonly accountName?: string | null;
  readonly health: HealthRow | undefined;
  /** Parameters of the callback that are kept with it. */
  readonly callback?: Readonly<Record<string, string>>;
  readonly application: Application | undefined;
}

/** Wire form of a connection's health. */
export function presentHealth(known: KnownConnection): Static<typeof ConnectionHealth> {
  const { row, accountId, health, application } = known;
  const isActive = row.status === "active";
  return {
    _id: row.id,
    slug: row.slug,
    application: nameOf(known),
    linked_account_id: accountId,
    name: getConnectionName(row, nameOf(known)),
    is_default: row.is_default,
    auth_type: row.auth_type,
    identifier: row.identifier ?? undefined,
    callback: known.callback,
    ...explain(known),
    consecutive_failures: health?.failures ?? 0,
    linked_account_name: known.accountName ?? undefined,
    connected_at: row.connected_at.toISOString(),
    expires_at: iso(row.expires_at),
    next_refresh_at: isActive ? iso(row.retry_at ?? row.refresh_at) : null,
    next_check_at: isActive && application?.connector.check ? iso(row.next_probe_at) : null,
    scopes: presentScopes(known),
    checks: {
      succeeded: health?.checks_ok ?? 0,
      failed: health?.checks_failed ?? 0,
      last_at: iso(health?.last_check_at),
      last_succeeded: health?.last_check_ok ?? null,
    },
    refreshes: {
      succeeded: health?.refreshes_ok ?? 0,
      failed: health?.refreshes_failed ?? 0,
      last_at: iso(health?.last_refresh_at),
      last_succeeded: health?.last_refresh_ok ?? null,
    },
    last_answer: presentAnswer(health),
  };
}

/** Wire form of a connection's health with its timeline. */
export function presentHealthRecord(
  known: KnownConnection,
  events: readonly HealthEventRow[],
): Static<typeof ConnectionHealthRecord> {
  const own = events.filter((event) => event.connection_id === known.row.id);
  return {
    ...presentHealth(known),
    timeline: own.map(({ at, kind, message, status }) => ({ at: at.toISOString(), kind, message, status })),
  };
}

/** State, cause and remedy in words that a customer understands. */
function explain(
  known: KnownConnection,
): Pick<Static<typeof ConnectionHealth>, "status" | "cause" | "what_to_do" | "detail"> {
  const { row, health } = known;
  const name = nameOf(known);
  const detail = health?.cause ?? row.last_error;
  if (row.status === "expired") {
    const cause = `${name} no longer accepts this connection: access was revoked or has expired.`;
    return { status: "expired", cause, what_to_do: `Connect ${name} again${howToSignIn(known)}.`, detail };
  }
  if (health && isCredentialRefused(health)) {
    const cause = `${name} does not accept the credentials of this connection.`;
    return { status: "degraded", cause, what_to_do: `Connect ${name} again${howToSignIn(known)}.`, detail };
  }
  if (health && health.failures > 0) {
    return { status: "degraded", ...troubleOf(known, health), detail };
  }
  const { missing } = presentScopes(known);
  if (missing.length === 0) return { status: "healthy", cause: null, what_to_do: null, detail: null };
  return {
    status: "healthy",
    cause: `${name} did not confirm these permissions: ${missing.join(", ")}.`,
    what_to_do: `If something does not work, connect ${name} again and allow everything it asks for.`,
    detail: null,
  };
}

/** The end of "Connect it again". */
function howToSignIn({ row, application }: KnownConnection): string {
  const isTyped = row.auth_type === "keybased" || (application && hasCustomerClients(application));
  return isTyped ? ", with credentials that are valid now" : " and allow the access";
}

function troubleOf(known: KnownConnection, health: HealthRow): { cause: string; what_to_do: string } {
  const name = nameOf(known);
  if (health.last_refresh_ok === false) {
    return {
      cause: `${name} did not renew access when last asked.`,
      what_to_do: "Nothing: it is retried automatically.",
    };
  }
  if (health.last_check_ok === false) {
    return {
      cause: `${name} did not respond to the last check as expected.`,
      what_to_do: "Nothing yet: it is checked again automatically. If this continues, connect again.",
    };
  }
  if (health.answer_where === "trigger") {
    return {
      cause: `Events from ${name} are not arriving as they should.`,
      what_to_do: "Nothing yet: it is retried automatically. If this continues, contact support.",
    };
  }
  return {
    cause: `${name} refused the last call made with this connection.`,
    what_to_do: `Make sure that the connected account has the permissions it needs in ${name}, or connect another one.`,
  };
}

function presentScopes({ row, health, application }: KnownConnection) {
  const needed = application && row.auth_type === "oauth2" ? [...listScopes(application)] : [];
  const granted = health?.scopes_granted ?? null;
  const missing = granted === null ? [] : needed.filter((scope) => !granted.includes(scope));
  return { granted, needed, missing };
}

function presentAnswer(health: HealthRow | undefined): Static<typeof ConnectionHealth>["last_answer"] {
  if (!health?.answer_at || health.answer_status === null) return null;
  const { answer_status: status, answer_at: at, answer_where: about } = health;
  return { status, at: at.toISOString(), about: about ?? "action" };
}

function nameOf({ row, application }: KnownConnection): string {
  return application?.connector.info.name ?? row.slug;
}

function iso(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}
