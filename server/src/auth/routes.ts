import { type Static, Type } from "typebox";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { type App, Record } from "../platform/http/route.ts";
import { changeOwnTexts } from "../platform/pages/words/own-texts.ts";
import { accountScopeOf, findAccount, scopeOf } from "./guard.ts";
import type { OrganizationLimits } from "./limits/rate-limit.ts";
import { readBranding } from "./organizations/branding.ts";
import { keepLogo } from "./organizations/logo.ts";
import { lockTexts, readOrganization, updateOrganization } from "./organizations/organizations.ts";
import { requireProduction } from "./production-only.ts";
import { logoAddress, Organization, OrganizationBody, presentOrganization, SessionToken } from "./schema.ts";
import { issueSessionToken, revokeSessionToken } from "./sessions/sessions.ts";

const tags = ["Access"];

/** Session tokens and the organization's settings (platform-surface 1.2, 3.12). */
export function authRoutes(app: App, { config, database, db, queue, clock, credentials }: Deps): void {
  app.post(
    "/api/v2/public/session-token",
    {
      config: { auth: "apiKey", accountInBody: "first", hasSecret: true },
      schema: {
        operationId: "createSessionToken",
        summary: "Issue a session token for a linked account",
        tags,
        body: Type.Object({ linked_account_id: Type.String({ minLength: 1, maxLength: 255 }) }),
        response: { 200: SessionToken },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const account = await findAccount(database, scope, request.body.linked_account_id);
      if (!account)
        throw badField(
          "linked_account_id",
          "There is no linked account with this linked_account_id.",
          "INVALID_LINKED_ACCOUNT_ID",
        );
      const { session_token_ttl_s: ttlS } = await readOrganization(db, scope.orgId);
      const operatorId = request.principal?.kind === "operator" ? request.principal.operatorId : null;
      const issued = await issueSessionToken(
        db,
        credentials.sessionSecret,
        { ...scope, account },
        { now: clock.now(), ttlS, operatorId },
      );
      return { token: issued.token, expires_in: issued.expiresIn };
    },
  );

  app.post(
    "/api/v2/public/session-token/revoke",
    {
      config: { auth: "session" },
      schema: {
        operationId: "revokeSessionToken",
        summary: "Revoke the session token of this request, at once",
        tags,
        response: { 200: Record("RevokedToken", { success: Type.Boolean(), revoked_count: Type.Integer() }) },
      },
    },
    async ({ principal }) => {
      const count =
        principal?.kind === "session" ? await revokeSessionToken(db, principal.tokenId, clock.now()) : 0;
      await credentials.forget();
      return { success: true, revoked_count: count };
    },
  );

  app.get(
    "/api/v2/public/organization",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "getOrganization",
        summary: "Read the organization's settings",
        tags,
        response: { 200: Organization },
      },
    },
    async (request) => {
      const { orgId, environment } = scopeOf(request);
      return presentOrganization(await readOrganization(db, orgId), config, environment);
    },
  );

  app.put(
    "/api/v2/public/organization",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "updateOrganization",
        summary: "Change the organization's settings, with a production key: they hold in both environments",
        tags,
        body: OrganizationBody,
        response: { 200: Organization },
      },
    },
    async (request) => {
      const { session_token_ttl: sessionTokenTtlS, rate_limits: rateLimits } = request.body;
      requireProduction(scopeOf(request), "Changing the organization's settings");
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
      const { orgId, environment } = scopeOf(request);
      const changed = await queue.transaction(async (tx) => {
        const { texts: changes } = request.body;
        const texts = changes && changeOwnTexts(await lockTexts(tx, orgId), changes);
        const logo = await keepLogo(tx, change.logo, {
          orgId,
          publicUrl: config.publicUrl,
          now: clock.now(),
        });
        return updateOrganization(tx, orgId, { ...change, logo, texts }, clock.now());
      });
      // Whoever is let in is kept with the organization's limits.
      if (rateLimits) await credentials.forget();
      return presentOrganization(changed, config, environment);
    },
  );

  app.get(
    "/api/v3/org/basics",
    {
      config: { auth: "session" },
      schema: {
        operationId: "getOrganizationBasics",
        summary: "Read what a browser may know about the organization and the account",
        tags,
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
    },
    async (request) => {
      const { orgId, environment, account } = accountScopeOf(request);
      const organization = await readOrganization(db, orgId);
      const logo = logoAddress(organization, config.publicUrl);
      return {
        org: { _id: orgId, name: organization.name, logo, environment },
        linked_account: { _id: account.id, account_id: account.accountId },
      };
    },
  );
}

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
