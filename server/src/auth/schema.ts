import { type Static, Type } from "typebox";
import type { Config } from "../config.ts";
import { FONTS } from "../pages/fonts.ts";
import { LANGUAGES, mapLanguages } from "../pages/words/languages.ts";
import { FormattedText, Id, MapOf, Record, Timestamp } from "../platform/http/route.ts";
import type { ApiKeySummary } from "./keys/keys.ts";
import { BrandingFields } from "./organizations/branding.ts";
import { getRetentionDays } from "./organizations/organizations.ts";
import { ROLES } from "./roles.ts";
import type { Environment } from "./scope.ts";
import type { OrganizationRow } from "./table.ts";

/** Shortest and longest lifetime that an organization may give its session tokens: a minute and 30 days. */
export const SESSION_TTL_S = { min: 60, max: 30 * 86_400 };

const ProviderOauthUrl = Type.Boolean({
  description:
    "If true, OAuth URLs created with an API key go straight to the provider. By default they open a page that first names the account, and only the browser that continues from it can finish connecting.",
});

const OwnDays = Type.Union([Type.Integer(), Type.Null()], {
  description: "Null for the server's retention.",
});

const OwnTextsShown = MapOf(Type.Union([Type.String(), MapOf(Type.String())]));

export const Organization = Record("Organization", {
  _id: Id,
  name: Type.String(),
  logo: Type.Optional(Type.String({ description: "URL of the image." })),
  color: Type.Optional(
    Type.String({ description: "Color of buttons and links on the hosted pages, as `#rrggbb`." }),
  ),
  background_color: Type.Optional(Type.String()),
  font: Type.Optional(Type.Enum(FONTS, { description: "Font of the hosted pages; `inter` if absent." })),
  support: Type.Optional(
    Type.String({ description: "Where customers get help: an email address or an https URL." }),
  ),
  language: Type.Optional(
    Type.Enum(LANGUAGES, {
      description: "Language of the hosted pages for customers whose language is unknown. English if absent.",
    }),
  ),
  texts: Type.Partial(Type.Object(mapLanguages(() => OwnTextsShown)), {
    description: "The organization's own texts for the hosted pages, by language and key.",
  }),
  session_token_ttl: Type.Integer({ description: "Lifetime of new session tokens in seconds." }),
  frame_origins: Type.Array(Type.String(), {
    description: "Origins that may show the portal and other pages in a frame.",
  }),
  whole_workflows: Type.Boolean({
    description:
      "Whether session tokens can read the organization's workflows with their node settings and step inputs.",
  }),
  rate_limits: Type.Object(
    {
      requests: Type.Union([Type.Integer(), Type.Null()], {
        description: "Requests per minute of each linked account; null for the server's limit.",
      }),
      triggers: Type.Union([Type.Integer(), Type.Null()], {
        description:
          "Events and calls of workflows per minute of each linked account; null if they count as requests.",
      }),
    },
    { description: "The organization's own rate limits." },
  ),
  provider_oauth_url: ProviderOauthUrl,
  retention_days: Type.Integer({
    description:
      "Days that executions, events, deliveries and agents' calls are kept in this environment; 0: forever.",
  }),
  retention: Type.Object(
    {
      test: OwnDays,
      production: OwnDays,
      server: Type.Integer({
        description: "The operator's setting, `JUNCTOR_RETENTION_DAYS`, which is the maximum; 0: forever.",
      }),
    },
    { description: "The organization's own retention in days, and the server's." },
  ),
  audit_retention: Type.Object(
    {
      test: OwnDays,
      production: OwnDays,
      server: Type.Integer({
        description:
          "The operator's setting, `JUNCTOR_AUDIT_RETENTION_DAYS`, which is the maximum; 0: forever.",
      }),
    },
    { description: "Retention of audit log records, in the same form." },
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer(),
});

const Days = Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()]);

// An intruder with an hour of access must not be able to have the traces deleted soon.
const AuditDays = Type.Union([Type.Integer({ minimum: 30, maximum: 36_500 }), Type.Null()]);

export const OrganizationBody = Type.Object({
  ...BrandingFields,
  rate_limits: Type.Optional(
    Type.Object(
      {
        requests: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
        triggers: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
      },
      { description: "Rate limits per minute. `null` removes a limit; omitted limits are unchanged." },
    ),
  ),
  retention: Type.Optional(
    Type.Object(
      { test: Type.Optional(Days), production: Type.Optional(Days) },
      {
        description:
          "In days, at most the server's. Older records are deleted within minutes and cannot be restored. `null` removes a value; omitted values are unchanged.",
      },
    ),
  ),
  audit_retention: Type.Optional(
    Type.Object(
      { test: Type.Optional(AuditDays), production: Type.Optional(AuditDays) },
      {
        description:
          "Days to keep audit log records, at least 30 and at most the server's, in the form of `retention`. Records shared by both environments are kept for the longer of the two.",
      },
    ),
  ),
  frame_origins: Type.Optional(
    Type.Array(
      FormattedText("^https?://[a-z0-9.-]+(:[0-9]{1,5})?$", "an origin such as https://app.example.com", {
        maxLength: 300,
      }),
      { maxItems: 20, uniqueItems: true },
    ),
  ),
  whole_workflows: Type.Optional(Type.Boolean()),
  session_token_ttl: Type.Optional(Type.Integer({ minimum: SESSION_TTL_S.min, maximum: SESSION_TTL_S.max })),
  provider_oauth_url: Type.Optional(ProviderOauthUrl),
});

export const SessionToken = Record("SessionToken", {
  token: Type.String({ description: "Bearer token for this linked account." }),
  expires_in: Type.Integer({ description: "Lifetime in seconds." }),
});

const KeyName = Type.String({ minLength: 1, maxLength: 100 });
const KeyRole = Type.Enum(ROLES, {
  description: "What the key may do; each role includes the ones before it.",
});

const ApiKeyFields = {
  id: Id,
  name: Type.Union([Type.String(), Type.Null()]),
  role: KeyRole,
  last_four: Type.String({ description: "The last four characters of the key." }),
  created_at: Timestamp,
  expires_at: Type.Union([Timestamp, Type.Null()]),
  last_used_at: Type.Union([Type.String(), Type.Null()], {
    description: "The day of the last use, in UTC.",
    examples: ["2026-01-31"],
  }),
  last_used_from: Type.Union([Type.String(), Type.Null()], {
    description: "IP address of the last use; for IPv6, the network.",
  }),
};

export const ApiKey = Record("ApiKey", ApiKeyFields);

/** The reply when a key is created, the only one that shows the whole key. */
export const CreatedApiKey = Record("CreatedApiKey", {
  ...ApiKeyFields,
  key: Type.String({ description: "The key. It is shown only in this response." }),
});

// A misspelled `expires_at` must not make a key that never expires.
export const ApiKeyBody = Type.Object(
  {
    name: KeyName,
    role: KeyRole,
    expires_at: Type.Optional(
      Type.String({ maxLength: 40, description: "When the key expires (ISO 8601). Default: never." }),
    ),
  },
  { additionalProperties: false },
);

/** Wire form of an API key. */
export function presentApiKey(key: ApiKeySummary): Static<typeof ApiKey> {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt,
    last_used_from: key.lastUsedFrom,
  };
}

/** The address of an organization's logo; an uploaded one is served by this server. */
export function buildLogoUrl({ logo }: Pick<OrganizationRow, "logo">, publicUrl: string): string | undefined {
  return logo?.startsWith("/") ? publicUrl + logo : (logo ?? undefined);
}

/** Wire form of an organization. */
export function presentOrganization(
  row: OrganizationRow,
  config: Pick<Config, "publicUrl" | "retentionDays" | "auditRetentionDays">,
  environment: Environment,
): Static<typeof Organization> {
  return {
    _id: row.id,
    name: row.name,
    logo: buildLogoUrl(row, config.publicUrl),
    color: row.color ?? undefined,
    background_color: row.background_color ?? undefined,
    support: row.support ?? undefined,
    font: row.font ?? undefined,
    language: row.language ?? undefined,
    texts: row.portal_texts,
    session_token_ttl: row.session_token_ttl_s,
    frame_origins: row.frame_origins,
    whole_workflows: row.whole_workflows,
    rate_limits: { requests: row.rate_limit_requests, triggers: row.rate_limit_triggers },
    provider_oauth_url: row.provider_oauth_url,
    retention_days: getRetentionDays(row, environment, config.retentionDays),
    retention: {
      test: row.retention_test_days,
      production: row.retention_production_days,
      server: config.retentionDays,
    },
    audit_retention: {
      test: row.audit_test_days,
      production: row.audit_production_days,
      server: config.auditRetentionDays,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}
