import { type Static, Type } from "typebox";
import type { Deps } from "../deps.ts";
import { updateOwnTexts } from "../pages/words/own-texts.ts";
import type { Database } from "../platform/database/database.ts";
import { ApiError, badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { Record } from "../platform/http/route.ts";
import { organizationExample, sessionTokenExample } from "./examples.ts";
import { findAccount, getAccountScope, getScope } from "./guard.ts";
import type { OrganizationLimits } from "./limits/rate-limit.ts";
import { defineOperations } from "./operation.ts";
import { readBranding } from "./organizations/branding.ts";
import { saveLogo } from "./organizations/logo.ts";
import { lockTexts, readOrganization, updateOrganization } from "./organizations/organizations.ts";
import { requireProduction } from "./production-only.ts";
import { buildLogoUrl, Organization, type OrganizationBody, presentOrganization } from "./schema.ts";
import type { AccountRef, Scope } from "./scope.ts";
import { CONNECT_CODE_TTL_S, createConnectCode, takeConnectCode } from "./sessions/connect-codes.ts";
import { createSessionToken, revokeSessionToken } from "./sessions/sessions.ts";

const operation = defineOperations<Deps>("Access");

const ConnectCode = Record("ConnectCode", {
  code: Type.String(),
  expires_in: Type.Integer({ description: "Seconds." }),
});
const USED_CODE = { ...ErrorReply, description: "The code was used, has expired or is unknown." };

/** Session tokens and the organization's settings (platform-surface 1.2, 3.12). */
export const AUTH_OPERATIONS = [
  operation({
    id: "createSessionToken",
    method: "post",
    path: "/api/v2/public/session-token",
    least: "developer",
    credentials: "apiKey",
    accountInBody: "first",
    hasSecret: true,
    summary: "Create a session token",
    description:
      "Issues a token that lets a browser act for one linked account, in the environment of your API key. Call this from your server and give the page the token, never the key. The token is valid for 24 hours, or for the organization's `session_token_ttl`. Returns 400 `INVALID_LINKED_ACCOUNT_ID` if the linked account does not exist.",
    schema: { body: sessionTokenExample.body, response: { 200: sessionTokenExample.reply } },
    run: async ({ database, db, clock, credentials }, request) => {
      const scope = getScope(request);
      const account = await readAccount(database, scope, request.body.linked_account_id);
      const { session_token_ttl_s: ttlS } = await readOrganization(db, scope.orgId);
      const operatorId = request.principal?.kind === "operator" ? request.principal.operatorId : null;
      const issued = await createSessionToken(
        db,
        credentials.sessionSecret,
        { ...scope, account },
        { now: clock.now(), ttlS, operatorId },
      );
      return { token: issued.token, expires_in: issued.expiresIn };
    },
  }),
  operation({
    id: "createConnectCode",
    method: "post",
    path: "/api/v2/public/connect-code",
    least: "developer",
    credentials: "apiKey",
    accountInBody: "first",
    hasSecret: true,
    summary: "Create a connect code",
    description:
      "Creates a code that a browser exchanges once for a session token of one linked account, within ten minutes. Unlike a token, it can be in a URL. Returns 400 `INVALID_LINKED_ACCOUNT_ID` if the linked account does not exist.",
    schema: { body: sessionTokenExample.body, response: { 200: ConnectCode } },
    run: async ({ database, db, clock }, request) => {
      const scope = getScope(request);
      const account = await readAccount(database, scope, request.body.linked_account_id);
      return {
        code: await createConnectCode(db, { ...scope, account }, clock.now()),
        expires_in: CONNECT_CODE_TTL_S,
      };
    },
  }),
  operation({
    id: "exchangeConnectCode",
    method: "post",
    path: "/api/v2/public/connect-code/exchange",
    credentials: "none",
    hasSecret: true,
    summary: "Exchange a connect code",
    description:
      "Exchanges a connect code for a session token. A code works once; returns 401 if it was used, has expired or is unknown.",
    schema: {
      body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 255 }) }),
      response: { 200: sessionTokenExample.reply, 401: USED_CODE },
    },
    run: async ({ db, clock, credentials }, request) => {
      const now = clock.now();
      const scope = await takeConnectCode(db, request.body.code, now);
      if (!scope)
        throw new ApiError(
          "unauthorized",
          "INVALID_TOKEN",
          "The code was used, has expired or is unknown: create another one.",
        );
      const { session_token_ttl_s: ttlS } = await readOrganization(db, scope.orgId);
      const issued = await createSessionToken(db, credentials.sessionSecret, scope, { now, ttlS });
      return { token: issued.token, expires_in: issued.expiresIn };
    },
  }),
  operation({
    id: "revokeSessionToken",
    method: "post",
    path: "/api/v2/public/session-token/revoke",
    credentials: "session",
    summary: "Revoke a session token",
    description:
      "Immediately revokes the session token in the request. The linked account's other tokens stay valid.",
    schema: {
      response: { 200: Record("RevokedToken", { success: Type.Boolean(), revoked_count: Type.Integer() }) },
    },
    run: async ({ db, clock, credentials }, { principal }) => {
      const count =
        principal?.kind === "session" ? await revokeSessionToken(db, principal.tokenId, clock.now()) : 0;
      await credentials.forget();
      return { success: true, revoked_count: count };
    },
  }),
  operation({
    id: "getOrganization",
    method: "get",
    path: "/api/v2/public/organization",
    least: "viewer",
    credentials: "apiKey",
    summary: "Get the organization",
    description:
      "Returns the organization's branding, limits, retention and other settings. They apply to both environments; `retention_days` is the value for the request's environment.",
    schema: { response: { 200: Organization } },
    run: async ({ config, db }, request) => {
      const { orgId, environment } = getScope(request);
      return presentOrganization(await readOrganization(db, orgId), config, environment);
    },
  }),
  operation({
    id: "updateOrganization",
    method: "put",
    path: "/api/v2/public/organization",
    least: "owner",
    credentials: "apiKey",
    summary: "Update the organization",
    description:
      "Updates the settings that you send. Omitted fields are unchanged; `null` restores the default where accepted. Settings apply to both environments, so this requires a production key (403 otherwise). Returns 400 if a limit or retention exceeds the server's maximum. A shorter retention deletes older records within minutes. See [Branding](/guides/portal#branding) and [Rate limits](/guides/api#rate-limits).",
    schema: { body: organizationExample.body, response: { 200: organizationExample.reply } },
    run: async ({ config, queue, clock, credentials }, request) => {
      const { session_token_ttl: sessionTokenTtlS, rate_limits: rateLimits } = request.body;
      requireProduction(getScope(request), "Changing the organization's settings");
      const { frame_origins: frameOrigins, whole_workflows: wholeWorkflows } = request.body;
      checkLimits(rateLimits, config.rateLimitMaxPerMinute);
      const { provider_oauth_url: providerOauthUrl, retention } = request.body;
      const { audit_retention: auditRetention } = request.body;
      checkRetention(retention, "retention", config.retentionDays);
      checkRetention(auditRetention, "audit_retention", config.auditRetentionDays);
      const change = {
        ...readBranding(request.body),
        sessionTokenTtlS,
        rateLimits,
        providerOauthUrl,
        frameOrigins,
        wholeWorkflows,
        retention,
        auditRetention,
      };
      const { orgId, environment } = getScope(request);
      const changed = await queue.transaction(async (tx) => {
        const { texts: changes } = request.body;
        const texts = changes && updateOwnTexts(await lockTexts(tx, orgId), changes);
        const logo = await saveLogo(tx, change.logo, {
          orgId,
          publicUrl: config.publicUrl,
          now: clock.now(),
        });
        return updateOrganization(tx, orgId, { ...change, logo, texts }, clock.now());
      });
      // Cached credentials include the organization's limits.
      if (rateLimits) await credentials.forget();
      return presentOrganization(changed, config, environment);
    },
  }),
  operation({
    id: "getOrganizationBasics",
    method: "get",
    path: "/api/v3/org/basics",
    credentials: "session",
    summary: "Get the organization's public basics",
    description:
      "Returns what a page may show the customer: the organization's name, logo and environment, and the token's linked account.",
    schema: {
      response: {
        200: Record("OrganizationBasics", {
          org: Type.Object({
            _id: Type.String(),
            name: Type.String(),
            logo: Type.Optional(Type.String()),
            environment: Type.String(),
          }),
          linked_account: Type.Object({ _id: Type.String(), account_id: Type.String() }),
        }),
      },
    },
    run: async ({ config, db }, request) => {
      const { orgId, environment, account } = getAccountScope(request);
      const organization = await readOrganization(db, orgId);
      const logo = buildLogoUrl(organization, config.publicUrl);
      return {
        org: { _id: orgId, name: organization.name, logo, environment },
        linked_account: { _id: account.id, account_id: account.accountId },
      };
    },
  }),
];

function checkLimits(limits: Partial<OrganizationLimits> = {}, max: number): void {
  for (const [kind, limit] of Object.entries(limits))
    if (limit !== null && limit > max)
      throw badField(
        `rate_limits.${kind}`,
        `rate_limits.${kind} must be at most ${max}, which the operator of this server allows (JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE).`,
      );
}

const RETENTION_SETTING = {
  retention: "JUNCTOR_RETENTION_DAYS",
  audit_retention: "JUNCTOR_AUDIT_RETENTION_DAYS",
} as const;

function checkRetention(
  retention: Static<typeof OrganizationBody>["retention"] = {},
  field: keyof typeof RETENTION_SETTING,
  serverDays: number,
): void {
  for (const [environment, days] of Object.entries(retention))
    if (serverDays > 0 && days !== null && days > serverDays)
      throw badField(
        `${field}.${environment}`,
        `${field}.${environment} must be at most ${serverDays} days, which the operator of this server allows (${RETENTION_SETTING[field]}).`,
      );
}

/** 400 if there is no account with this id of the organization's. */
async function readAccount(database: Database, scope: Scope, accountId: string): Promise<AccountRef> {
  const account = await findAccount(database, scope, accountId);
  if (account) return account;
  throw badField(
    "linked_account_id",
    "There is no linked account with this linked_account_id.",
    "INVALID_LINKED_ACCOUNT_ID",
  );
}
