import type { Json } from "../../../platform/json/json.ts";
import type { Action, ConnectorInfo, ConnectorTrigger, JsonSchema, WebhookProof } from "../../connector.ts";
import type {
  AuthField,
  AuthInfo,
  OAuth2Spec,
  RefusalRule,
  SettingChoices,
  TokenSpec,
} from "../../connector-auth.ts";
import { buildCallersSchema } from "./input/input-defaults.ts";
import { listNeededInputs } from "./option-list.ts";
import { buildPagedInput, buildPagedOutput } from "./paging/page-cursor.ts";
import { compileTemplate } from "./request/template.ts";
import type { ManifestApply, ManifestField, ManifestOAuth2, ManifestToken } from "./schema/auth-schema.ts";
import type { Manifest, ManifestAction } from "./schema/manifest-schema.ts";
import type { ManifestTrigger, ManifestVerify } from "./schema/trigger-schema.ts";
import { listSettingChoices } from "./setting-choices.ts";

const DEFAULT_POLL_SECONDS = 300;
const DEFAULT_RENEW_SECONDS = 86_400;

/** Describes a manifest's connector without network access. */
export function buildConnectorInfo(
  manifest: Manifest,
  icon: string,
  provider: ConnectorInfo["provider"],
): ConnectorInfo {
  const limit = manifest.rate_limit;
  return {
    slug: manifest.slug,
    name: manifest.name,
    description: manifest.description,
    version: manifest.version,
    provider,
    tags: manifest.tags ?? [],
    icon,
    documentationUrl: manifest.documentation_url,
    auth: authOf(manifest),
    actions: Object.entries(manifest.actions).map(([id, action]) => actionOf(id, action)),
    triggers: Object.entries(manifest.triggers ?? {}).map(([id, trigger]) => triggerOf(id, trigger)),
    options: Object.entries(manifest.options ?? {}).map(([id, list]) => ({
      id,
      needs: listNeededInputs(list),
    })),
    limit: limit && { requests: limit.requests, perSeconds: limit.per_seconds },
  };
}

function authOf(manifest: Manifest): AuthInfo {
  const { auth, settings } = manifest;
  const choices = listSettingChoices(manifest);
  return {
    defaultType: auth.default ?? (auth.oauth2 === undefined ? "keybased" : "oauth2"),
    settings: (settings ?? []).map((field) => fieldOf(field, false)),
    keybased: auth.keybased && {
      fields: auth.keybased.fields.map((field) => fieldOf(field, true)),
      token: auth.keybased.token && tokenOf(auth.keybased.token, choices),
      ways: auth.keybased.ways?.map(({ label, needs }) => ({ label, needs })),
    },
    oauth2: auth.oauth2 && oauth2Of(auth.oauth2, choices),
    yourApp: auth.your_app && credentialPaths(auth.your_app.apply),
  };
}

/** Paths below `linked_account.auth_credentials`. */
function credentialPaths(apply: ManifestApply): string[][] {
  return compileTemplate(apply as Json).paths.map((path) => path.slice(2)); // manifests are JSON
}

function fieldOf(field: ManifestField, secretByDefault: boolean): AuthField {
  const secret = field.secret ?? (secretByDefault && (field.type ?? "password") === "password");
  return {
    name: field.name,
    label: field.label,
    type: field.type ?? (secret ? "password" : "text"),
    required: field.default === undefined && (field.required ?? true),
    secret,
    placeholder: field.placeholder ?? field.default,
    helpText: field.help_text,
    default: field.default,
    options: field.options,
  };
}

function oauth2Of(source: ManifestOAuth2, choices: SettingChoices): OAuth2Spec {
  return {
    grant: source.grant ?? "authorization_code",
    authorizeUrl: source.authorize_url ?? "",
    tokenUrl: source.token_url,
    revokeUrl: source.revoke_url,
    choices,
    scopes: source.scopes ?? [],
    scopeSeparator: source.scope_separator ?? " ",
    pkce: source.pkce ?? true,
    clientAuth: source.client_auth ?? "post",
    authorizeParams: source.authorize_params ?? {},
    tokenParams: source.token_params,
    tokenPath: source.token_path,
    renewalTokenPath: source.renewal_token_path,
    refusals: refusalsOf(source.refusals),
    callback: source.callback?.map(({ name, required = true, values }) => ({ name, required, values })),
    accountSettings: source.accounts && Object.keys(source.accounts.settings),
    issuer: source.issuer,
    ...clientOf(source, choices),
  };
}

function refusalsOf(source: ManifestOAuth2["refusals"]): RefusalRule[] | undefined {
  // Manifests are JSON.
  return source?.map((rule) => ({ ...rule, equals: rule.equals as Json[] | undefined }));
}

/** The client that receives the tokens: the operator's, if there is one, or with `fields` each customer's own. */
function clientOf(
  source: ManifestOAuth2,
  choices: SettingChoices,
): Pick<OAuth2Spec, "client" | "customerClient"> {
  const { client_id: id, client_secret: secret, fields } = source;
  if (fields === undefined) return { client: id === undefined ? undefined : { id, secret } };
  const { token_url, scopes, scope_separator, client_auth, token_params, token_path, refusals } = source;
  const token = tokenOf(
    {
      grant: "client_credentials",
      url: token_url,
      scopes,
      scope_separator,
      client_auth,
      client_id: id,
      client_secret: secret,
      params: token_params,
      token_path,
      refusals,
    },
    choices,
  );
  return { customerClient: { fields: fields.map((field) => fieldOf(field, true)), token } };
}

function tokenOf(source: ManifestToken, choices: SettingChoices): TokenSpec {
  const { jwt } = source;
  return {
    grant: source.grant,
    url: source.url,
    choices,
    scopes: source.scopes ?? [],
    scopeSeparator: source.scope_separator ?? " ",
    clientAuth: source.client_auth ?? "post",
    clientId: source.client_id,
    clientSecret: source.client_secret,
    params: source.params ?? {},
    tokenPath: source.token_path,
    refusals: refusalsOf(source.refusals),
    jwt: jwt && {
      algorithm: jwt.algorithm,
      key: jwt.key,
      keyId: jwt.key_id,
      claims: jwt.claims ?? {},
      lifeSeconds: jwt.life_seconds ?? 3600,
    },
  };
}

function actionOf(id: string, source: ManifestAction): Action {
  const { hints, paging } = source;
  // Manifests are JSON, and these are validated schemas.
  const input = source.input as JsonSchema;
  const output = source.output as JsonSchema | undefined;
  return {
    id,
    title: source.title,
    description: source.description,
    audience: source.audience ?? "both",
    input: buildCallersSchema(paging === undefined ? input : buildPagedInput(input)),
    output: paging === undefined ? output : buildPagedOutput(paging.output as JsonSchema | undefined),
    hints: {
      readOnly: hints.read_only,
      idempotent: hints.idempotent ?? hints.read_only,
      destructive: hints.destructive ?? false,
      openWorld: hints.open_world ?? true,
    },
  };
}

function triggerOf(id: string, source: ManifestTrigger): ConnectorTrigger {
  const { poll, webhook } = source;
  return {
    id,
    title: source.title,
    description: source.description,
    // Manifests are JSON, and these two are validated schemas.
    input: buildCallersSchema(source.input as JsonSchema),
    output: source.output as JsonSchema | undefined,
    delivery:
      poll === undefined
        ? webhookDelivery(webhook)
        : { kind: "poll", everySeconds: poll.every_seconds ?? DEFAULT_POLL_SECONDS },
  };
}

function webhookDelivery(webhook: ManifestTrigger["webhook"]): ConnectorTrigger["delivery"] {
  const { subscribe, renew, missed, verify } = webhook ?? {};
  return {
    kind: "webhook",
    automatic: subscribe !== undefined,
    ...(renew && { renewEverySeconds: renew.every_seconds ?? DEFAULT_RENEW_SECONDS }),
    ...(missed && { readsMissed: true }),
    ...(verify && proofOf(verify)),
  };
}

function proofOf(verify: ManifestVerify): { proof?: WebhookProof } {
  const text = JSON.stringify(verify);
  const more = {
    ...(verify.basic && { username: verify.basic.username }),
    ...(verify.standard_webhooks && { label: "whsec_" }),
  };
  if (/\{\{\s*application\./.test(text)) return { proof: { secret: "application", ...more } };
  if (/\{\{\s*hook\.entered_secret\b/.test(text)) return { proof: { secret: "entered", ...more } };
  return /\{\{\s*hook\./.test(text) ? { proof: { secret: "subscription", ...more } } : {};
}
