import { expect } from "vitest";
import type { OAuth2Spec } from "../server/src/apps/connector-auth.ts";
import { buildConsentUrl } from "../server/src/apps/oauth2/authorize.ts";
import { revokeToken } from "../server/src/apps/oauth2/revoke.ts";
import { createPkce } from "../server/src/apps/oauth2/state.ts";
import { exchangeCode, refreshTokens, type TokenRequest } from "../server/src/apps/oauth2/token-endpoint.ts";
import { TokenError } from "../server/src/apps/oauth2/token-error.ts";
import type { Outbound } from "../server/src/platform/outbound/outbound.ts";
import { attempt, succeed, type Trial } from "./conform.ts";
import { conformAccounts } from "./conform-accounts.ts";
import { type AuthorizationServer, createAuthorizationServer, REGISTERED } from "./mock-oauth.ts";

const { client, redirectUri } = REGISTERED;

/**
 * Runs consent, code exchange, the check with the new token, renewal and revocation at the vendor's authorization
 * server.
 */
export async function conformOAuth(trial: Trial): Promise<void> {
  const { connector, vendor } = trial;
  const spec = connector.info.auth.oauth2;
  expect(vendor.oauth === undefined, "the mock has an authorization server").toBe(spec === undefined);
  if (vendor.oauth === undefined || spec === undefined || trial.type !== "oauth2") return;
  const { oauth, settings = {} } = vendor;
  const access = vendor.credentials.oauth2?.good.access_token ?? "";
  const server = createAuthorizationServer(oauth, access);
  const outbound = outboundTo(server);
  const request: TokenRequest = { outbound, spec, client, settings, name: "App", nowMs: Date.now() };

  const { code, proof } = consent(spec, settings, server);
  await refusalOf(exchangeCode(request, "no-code", proof));
  const tokens = await succeed("the code's trade", exchangeCode(request, code, proof));
  expect(tokens.values.access_token).toBe(access);
  const lasts = oauth.lasts === undefined ? undefined : request.nowMs + oauth.lasts * 1000;
  expect(tokens.expiresAt?.getTime(), "when the token ends").toBe(lasts);
  await check(trial, tokens.values);
  await conformAccounts(trial);

  expect(tokens.refreshToken !== undefined).toBe(oauth.refreshRefused !== undefined);
  const renewed =
    tokens.refreshToken === undefined ? tokens : await refreshTokens(request, tokens.refreshToken);
  if (tokens.refreshToken !== undefined) {
    expect(renewed.values.access_token).toBe(`${access}-1`);
    expect(await refusalOf(refreshTokens(request, "no-token")), "a refresh token that is no more").toBe(
      "dead",
    );
  }
  expect(spec.revokeUrl !== undefined, "revoke_url").toBe(oauth.revoke !== undefined);
  // The same choice as in a disconnect by a customer.
  const token = renewed.refreshToken ?? tokens.refreshToken ?? access;
  await revokeToken(outbound, { spec, client, settings, token });
  expect(server.revoked, "revoked").toEqual(oauth.revoke === undefined ? [] : [token]);
}

/** The code that the authorization server grants, and what its exchange must prove. */
function consent(spec: OAuth2Spec, settings: TokenRequest["settings"], server: AuthorizationServer) {
  const { verifier, challenge } = createPkce();
  const address = buildConsentUrl({
    spec,
    client,
    settings,
    redirectUri,
    scopes: spec.scopes,
    state: "state-1",
    ...(spec.pkce && { challenge }),
    refusal: () => undefined,
  });
  return { code: server.visit(address), proof: { redirectUri, verifier: spec.pkce ? verifier : undefined } };
}

async function check(trial: Trial, values: object): Promise<void> {
  await attempt(trial, async ({ call }) => {
    const good = trial.vendor.credentials.oauth2?.good ?? {};
    // The other members of a token response also become values of the credential, whatever their type.
    const credential = { ...call.credential, values: values as typeof call.credential.values };
    for (const [name, value] of Object.entries(good)) expect(credential.values[name], name).toBe(value);
    await succeed("check", Promise.resolve(trial.connector.check?.({ ...call, credential })));
  });
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error("It was granted."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TokenError)) throw error;
  return error.kind;
}

/** The product's outgoing HTTP without sockets: everything goes to the authorization server. */
function outboundTo(server: AuthorizationServer): Pick<Outbound, "fetch" | "request"> {
  const ask = (address: string, method: string, headers: Headers, body: string) => {
    const url = new URL(address);
    const named: Record<string, string> = {};
    headers.forEach((value, name) => {
      named[name] = value;
    });
    const asked = { method, path: url.pathname, query: url.searchParams, headers: named, body };
    const answer = server.answer(asked, address);
    const said = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return { status: answer.status, said };
  };
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { status, said } = ask(request.url, request.method, request.headers, await request.text());
      return new Response(said, { status });
    },
    request: async ({ url, method, headers, body }) => {
      const { status, said } = ask(url, method ?? "GET", new Headers(headers), String(body ?? ""));
      return { status, headers: {}, body: Buffer.from(said), truncated: false, durationMs: 0, url };
    },
  };
}
