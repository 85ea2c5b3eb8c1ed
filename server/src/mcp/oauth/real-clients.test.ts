import {
  type AuthResult,
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import * as oauthClient from "openid-client";
import { describe, expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { verifyAccessToken } from "./provider/access-token.ts";
import { postDecision, REDIRECT, startTestOauth } from "./test-oauth.ts";

const oauth = forAllTests(startTestOauth);

const LOOPBACK = "http://127.0.0.1:49876/callback";

/** What an agent on the official client library keeps; `sentTo` is where it sends its user. */
function agent(redirectUrl: string, clientMetadataUrl?: string) {
  let information: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let discovered: OAuthDiscoveryState | undefined;
  const seen: { sentTo?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: "Example agent",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "agent state",
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      seen.sentTo = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovered = given;
    },
    discoveryState: () => discovered,
    invalidateCredentials: () => {
      tokens = undefined;
    },
  };
  return { provider, seen, tokens: () => tokens, clientId: () => information?.client_id };
}

describe("the official client library", () => {
  const connect = async ({ provider, seen }: ReturnType<typeof agent>): Promise<AuthResult> => {
    expect(await auth(provider, { serverUrl: oauth.resource })).toBe("REDIRECT");
    const returned = await postDecision(oauth, seen.sentTo?.href ?? "");
    const authorizationCode = returned.searchParams.get("code") ?? "";
    const iss = returned.searchParams.get("iss") ?? undefined;
    return auth(provider, { serverUrl: oauth.resource, authorizationCode, iss });
  };

  test("discovers everything from the server's address, registers itself, and refreshes", async () => {
    const one = agent(LOOPBACK);
    expect(await connect(one)).toBe("AUTHORIZED");
    expect(one.clientId()).toMatch(/^client_/);
    expect(one.seen.sentTo?.searchParams.get("resource")).toBe(oauth.resource);
    const first = one.tokens();
    expect(await auth(one.provider, { serverUrl: oauth.resource })).toBe("AUTHORIZED");
    const second = one.tokens();
    expect(second?.refresh_token).not.toBe(first?.refresh_token);
    expect(await verifyAccessToken(oauth.server.deps, second?.access_token ?? "")).toMatchObject({
      serverId: oauth.serverId,
      clientId: one.clientId(),
      scope: { environment: "test", account: { accountId: "acme" } },
    });
  });

  test("is sent to sign in, uses its access, and is sent again after a revocation", async () => {
    const { server, token, resource } = oauth;
    const one = agent(LOOPBACK);
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(resource), { authProvider: one.provider });
    const about = { name: "agent", version: "1.0.0" };
    const first = transport();
    await expect(new Client(about).connect(first)).rejects.toThrow(UnauthorizedError);
    const returned = await postDecision(oauth, one.seen.sentTo?.href ?? "");
    await first.finishAuth(returned.searchParams);
    const client = new Client(about);
    await client.connect(transport());
    expect((await client.listTools()).tools).toBeInstanceOf(Array);

    const access = one.tokens()?.access_token ?? "";
    const elsewhere = resource.replace(oauth.serverId, await oauth.makeServer());
    const refused = await fetch(elsewhere, {
      method: "POST",
      headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');

    const url = "/api/v2/public/mcp-grants";
    const [grant] = (await server.request({ url, token })).body.docs;
    await server.request({ method: "DELETE", url: `${url}/${grant._id}`, token });
    one.seen.sentTo = undefined;
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    expect(one.seen.sentTo).toBeDefined();
    await client.close();
  });

  test("uses its metadata document instead of registering itself", async () => {
    const id = "https://agent.test/client.json";
    oauth.publish(id, { client_id: id, client_name: "Example agent", redirect_uris: [LOOPBACK] });
    const one = agent(LOOPBACK, id);
    expect(await connect(one)).toBe("AUTHORIZED");
    expect(one.clientId()).toBe(id);
    expect((await verifyAccessToken(oauth.server.deps, one.tokens()?.access_token ?? ""))?.clientId).toBe(id);
  });
});

test("openid-client, which strictly checks each answer, completes the flow", async () => {
  const settings = await oauthClient.dynamicClientRegistration(
    new URL(oauth.issuer),
    { redirect_uris: [REDIRECT], client_name: "By the letter", token_endpoint_auth_method: "none" },
    oauthClient.None(),
    { algorithm: "oauth2", execute: [oauthClient.allowInsecureRequests] },
  );
  const verifier = oauthClient.randomPKCECodeVerifier();
  const state = oauthClient.randomState();
  const url = oauthClient.buildAuthorizationUrl(settings, {
    redirect_uri: REDIRECT,
    resource: oauth.resource,
    state,
    code_challenge: await oauthClient.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const returned = await postDecision(oauth, url.href);
  const tokens = await oauthClient.authorizationCodeGrant(
    settings,
    returned,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource: oauth.resource },
  );
  expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "mcp" });
  const next = await oauthClient.refreshTokenGrant(settings, tokens.refresh_token ?? "", {
    resource: oauth.resource,
  });
  expect(await verifyAccessToken(oauth.server.deps, next.access_token)).toMatchObject({
    serverId: oauth.serverId,
  });
  await oauthClient.tokenRevocation(settings, next.refresh_token ?? "");
  expect(await verifyAccessToken(oauth.server.deps, next.access_token)).toBeUndefined();
});
