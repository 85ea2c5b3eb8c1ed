import { Type } from "typebox";
import { getAccountScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { badField, badRequest } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { MapOf, Record } from "../../platform/http/route.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { parseDate } from "../../platform/moment.ts";
import { type Application, hasCustomerClients, readEnabledApplication } from "../catalog/application.ts";
import { isTokenRefused, type JsonObject, type ProviderAccount } from "../connector.ts";
import { AUTH_TYPES, type AuthType, type OAuth2Spec } from "../connector-auth.ts";
import { refreshTokens, type TokenRequest, type Tokens } from "../oauth2/token-endpoint.ts";
import { listTypedSettings } from "../providers/list-secrets.ts";
import { type Consent, listAccounts } from "./accounts/connect-account.ts";
import { CallbackError, readCallbackValues } from "./callback-values.ts";
import {
  buildTokenRequest,
  type ConnectRequest,
  readOAuthClient,
  saveKeyConnection,
  saveTokens,
} from "./connect.ts";
import { readTarget, TargetQuery } from "./connect-target.ts";
import { readFields } from "./credential.ts";
import { toProviderApiError } from "./provider-error.ts";

const LONGEST_VALUE = 10_000;
const MOST_NAMED = 5;
// Epoch times below this are seconds: as milliseconds they would be before April 1970.
const FIRST_MILLISECONDS = 10_000_000_000;

const MigrateBody = Type.Object({
  slug: Type.String({ description: "The application." }),
  ...TargetQuery.properties,
  auth_object: MapOf(Type.Unsafe<Json>({}), {
    maxProperties: 100,
    description:
      "Under `oauth2`, what the provider issued, as strings: `access_token`, `refresh_token`, `expires_in` (seconds from now) or `expires_at` (ISO 8601, or seconds or milliseconds since 1970), anything else it returned, and the application's own fields; or the fields of the customer's own client. Under `keybased`, the fields of the key. You can omit the outer `oauth2` or `keybased`.",
  }),
});

const operation = defineOperations<Deps>("Applications");

/**
 * Imports tokens that the customer's consent gave to another system, so that nobody has to consent again
 * (platform-surface 1.2).
 */
export const MIGRATE_TOKEN_OPERATIONS = [
  operation({
    id: "migrateToken",
    method: "put",
    path: "/api/v2/public/migrate-token",
    least: "developer",
    credentials: "keyForAccount",
    summary: "Import tokens or a key",
    description:
      "Connects a linked account with credentials from another system, so that the customer need not consent again. The provider checks the credentials first, and an expired access token is renewed; rejected credentials return 400 and are not stored. Your own applications take no tokens (400), unless they are of the directory. Stop the other system first: most refresh tokens work only once. See [Migrate tokens](/guides/api#migrate-tokens-from-another-system).",
    schema: {
      body: MigrateBody,
      response: {
        200: Record("MigratedToken", { success: Type.Boolean(), message: Type.String() }),
        404: { ...ErrorReply, description: "The application does not exist or is not enabled." },
      },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug, auth_object: given } = request.body;
      const application = await readEnabledApplication(deps, scope, slug);
      const { name } = application.connector.info;
      if (application.custom && (await deps.directory()).get(slug) === undefined)
        throw badRequest(`${name} is your own application: its tokens cannot be migrated.`);
      const target = await readTarget(deps, scope, slug, request.body.connection_id);
      const connecting = { scope, application, target };
      const { type, values } = readAuthObject(application, given);
      if (type === "keybased" || hasCustomerClients(application)) {
        await saveKeyConnection(deps, connecting, values, type);
        return {
          success: true,
          message: `The ${type === "oauth2" ? "client" : "key"} for ${name} is stored.`,
        };
      }
      await importTokens(deps, connecting, values);
      return { success: true, message: `The tokens for ${name} are stored.` };
    },
  }),
];

/**
 * What is imported, and as which kind of connection: as the object says, or by default as the application takes it.
 */
function readAuthObject(
  { connector }: Application,
  given: Readonly<{ [key: string]: Json }>,
): { type: AuthType; values: Readonly<{ [key: string]: string }> } {
  const [name = "", ...others] = Object.keys(given);
  const nested = given[name];
  const named = AUTH_TYPES.find((type) => type === name);
  if (named && others.length === 0 && isObject(nested))
    return { type: named, values: texts(nested, `auth_object.${named}`) };
  const { oauth2, keybased } = connector.info.auth;
  const hasTokens = "access_token" in given || "refresh_token" in given;
  return {
    type: keybased && !(oauth2 && hasTokens) ? "keybased" : "oauth2",
    values: texts(given, "auth_object"),
  };
}

function texts(given: Readonly<{ [key: string]: Json }>, where: string): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value !== "string") throw badField(`${where}.${name}`, `${where}.${name} must be text.`);
      if (value.length <= LONGEST_VALUE) return [name, value];
      throw badField(`${where}.${name}`, `${where}.${name} must have at most ${LONGEST_VALUE} characters.`);
    }),
  );
}

/**
 * Stores the tokens once the provider has accepted them, renewed if the access token has expired; 400 otherwise, and
 * nothing is stored.
 */
async function importTokens(
  deps: Deps,
  connecting: ConnectRequest,
  given: Readonly<{ [key: string]: string }>,
): Promise<void> {
  const { application } = connecting;
  const { auth, name } = application.connector.info;
  const { spec, client } = readOAuthClient(deps, application);
  if (spec.grant !== "authorization_code")
    throw badRequest(`${name} does not use customers' tokens, so there is nothing to import.`);
  const account = readGivenAccount(spec, given);
  const entered = account === undefined ? listTypedSettings(auth, "oauth2") : auth.settings;
  const settings = { ...account, ...readFields(entered, given) };
  const places = { settings, callback: readGivenCallback(spec, given) };
  const request = buildTokenRequest(deps, connecting, { spec, client, ...places });
  const tokens = readTokens(given, { ...places, nowMs: request.nowMs });
  const mustRenew = tokens.values.access_token === undefined || hasEnded(tokens, request.nowMs);
  const save = async (fresh: Tokens) => {
    const found = account ? undefined : await findOnlyAccount(deps, connecting, { places, tokens: fresh });
    await saveTokens(deps, connecting, { ...places, account: found }, fresh);
  };
  try {
    const good = mustRenew ? await renewed(request, tokens) : tokens;
    await save(good).catch(async (error: unknown) => {
      // The other system may not have known that the access token had expired.
      if (mustRenew || tokens.refreshToken === undefined || !isTokenRefused(error)) throw error;
      await save(await renewed(request, tokens));
    });
  } catch (error) {
    throw toProviderApiError(application, error);
  }
}

/** What another system kept of the provider's callback. */
function readGivenCallback(
  { callback }: OAuth2Spec,
  given: Readonly<{ [key: string]: string }>,
): JsonObject | undefined {
  try {
    return readCallbackValues(callback, (name) => (Object.hasOwn(given, name) ? [given[name] ?? ""] : []));
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    throw badField(`auth_object.${error.parameter}`, `auth_object.${error.message}`);
  }
}

/** Which account another system used; undefined if that is not given, or the application does not need it. */
function readGivenAccount(
  { accountSettings: names = [] }: OAuth2Spec,
  given: Readonly<{ [key: string]: string }>,
): JsonObject | undefined {
  if (names.length === 0 || !names.every((name) => Object.hasOwn(given, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? ""]));
}

/** The account that the tokens give access to; 400 unless it is the only one, because nobody is there to choose. */
async function findOnlyAccount(
  deps: Deps,
  connecting: ConnectRequest,
  imported: Omit<Consent, "back">,
): Promise<ProviderAccount | undefined> {
  const accounts = await listAccounts(deps, connecting, imported);
  if (accounts === undefined || accounts.length === 1) return accounts?.[0];
  const { name } = connecting.application.connector.info;
  if (accounts.length === 0) throw badRequest(`These tokens of ${name} give access to no account.`);
  const [first] = accounts;
  const settings = Object.keys(first?.settings ?? {});
  const found = accounts.slice(0, MOST_NAMED).map(({ name: called, settings: own }) => {
    return `${Object.values(own).join(", ")} (${called})`;
  });
  throw badField(
    `auth_object.${settings[0]}`,
    `These tokens give access to ${accounts.length} accounts: add ${settings.join(", ")} to auth_object, such as ${found.join("; ")}.`,
    "MISSING_REQUIRED_FIELD",
  );
}

async function renewed(request: TokenRequest, { values, refreshToken }: Tokens): Promise<Tokens> {
  if (refreshToken === undefined)
    throw badField(
      "auth_object.access_token",
      "auth_object.access_token has expired, and there is no refresh_token.",
    );
  const answer = await refreshTokens(request, refreshToken);
  return {
    values: { ...values, ...answer.values },
    refreshToken: answer.refreshToken ?? refreshToken,
    expiresAt: answer.expiresAt,
  };
}

function hasEnded({ expiresAt }: Tokens, nowMs: number): boolean {
  return expiresAt !== undefined && expiresAt.getTime() <= nowMs;
}

/** The tokens in the form in which a provider's own response is stored. */
function readTokens(
  given: Readonly<{ [key: string]: string }>,
  { settings, callback = {}, nowMs }: { settings: JsonObject; callback?: JsonObject; nowMs: number },
): Tokens {
  const {
    refresh_token: refreshToken,
    expires_in: life,
    expires_at: end,
    id_token: _unused,
    ...rest
  } = given;
  if (!rest.access_token && !refreshToken) {
    throw badField(
      "auth_object",
      "auth_object must have an access_token, a refresh_token or both.",
      "MISSING_REQUIRED_FIELD",
    );
  }
  const places = { ...settings, ...callback };
  const kept = Object.entries(rest).filter(([name, value]) => !Object.hasOwn(places, name) && value !== "");
  return {
    values: { ...Object.fromEntries(kept), token_type: "bearer" },
    refreshToken: refreshToken || undefined,
    expiresAt: readEnd(life, end, nowMs),
  };
}

function readEnd(life: string | undefined, end: string | undefined, nowMs: number): Date | undefined {
  if (end) {
    const number = Number(end);
    const at = Number.isFinite(number)
      ? new Date(number < FIRST_MILLISECONDS ? number * 1000 : number)
      : (parseDate(end.trim()) ?? new Date(Number.NaN));
    if (isStorable(at)) return at;
    throw badField(
      "auth_object.expires_at",
      "auth_object.expires_at must be a time: ISO 8601, or seconds or milliseconds since 1970.",
    );
  }
  if (!life) return undefined;
  const at = new Date(nowMs + Number(life) * 1000);
  if (Number(life) > 0 && isStorable(at)) return at;
  throw badField("auth_object.expires_in", "auth_object.expires_in must be a number of seconds.");
}

function isStorable(at: Date): boolean {
  return at.getTime() >= 0 && at.getUTCFullYear() <= 9999;
}
