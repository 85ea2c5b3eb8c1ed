import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type Configuration, Provider } from "oidc-provider";
import { afterAll, afterEach, expect, test } from "vitest";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import type { OAuth2Spec, OAuthClient } from "../connector-auth.ts";
import { buildBasicAuthorization } from "./client-basic.ts";
import { revokeToken } from "./revoke.ts";
import { fetchClientToken, refreshTokens, type TokenRequest } from "./token-endpoint.ts";

const PLAIN = "ABCxyz019*-._";
// Every printable character.
const ALL = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));

const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
let server: Server | undefined;
afterAll(() => outbound.close());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

function requestAs(client: OAuthClient, tokenUrl: string): TokenRequest {
  const spec = { tokenUrl, clientAuth: "basic", scopeSeparator: " " } as const;
  return { outbound, spec, client, settings: {}, name: "Shop", nowMs: Date.now() };
}

function revoke(client: OAuthClient, revokeUrl: string): Promise<void> {
  const spec: OAuth2Spec = {
    grant: "client_credentials",
    authorizeUrl: "",
    tokenUrl: "",
    revokeUrl,
    scopes: [],
    scopeSeparator: " ",
    pkce: false,
    clientAuth: "basic",
    authorizeParams: {},
  };
  return revokeToken(outbound, { spec, client, settings: {}, token: "a-token" });
}

test.each([
  ["letters, digits and *-._ stay as they are", PLAIN, PLAIN],
  ["a space is a plus, and a plus is not", "a b+c", "a+b%2Bc"],
  ["what else is printable is encoded", "!~'():/%&=@", "%21%7E%27%28%29%3A%2F%25%26%3D%40"],
  ["other letters are their bytes in UTF-8", "ü€😀", "%C3%BC%E2%82%AC%F0%9F%98%80"],
  ["half a character does not fail", "\ud800", "%EF%BF%BD"],
])("%s", (_name, text, encoded) => {
  expect(buildBasicAuthorization(text, text)).toBe(
    `Basic ${Buffer.from(`${encoded}:${encoded}`, "ascii").toString("base64")}`,
  );
});

test("a server that compares undecoded values accepts both token requests and the revocation", async () => {
  const expected = `Basic ${Buffer.from("client-1_x.y:a-secret*of_it.").toString("base64")}`;
  const seen: string[] = [];
  const url = await serve(async (request, reply) => {
    const known = request.headers.authorization === expected;
    seen.push(`${request.url} ${known}`);
    reply.writeHead(known ? 200 : 401, { "content-type": "application/json" });
    reply.end(known ? '{"access_token":"t","token_type":"bearer"}' : '{"error":"invalid_client"}');
  });
  const client = { id: "client-1_x.y", secret: "a-secret*of_it." };
  expect((await fetchClientToken(requestAs(client, `${url}/token`), [])).values.access_token).toBe("t");
  expect((await refreshTokens(requestAs(client, `${url}/token`), "r")).values.access_token).toBe("t");
  await revoke(client, `${url}/revoke`);
  expect(seen).toEqual(["/token true", "/token true", "/revoke true"]);
});

test("a strict server (oidc-provider) decodes every printable character", async () => {
  const configuration = {
    clients: [
      {
        client_id: ALL,
        client_name: "Odd",
        token_endpoint_auth_method: "client_secret_basic",
        client_secret: ALL,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { clientCredentials: { enabled: true }, revocation: { enabled: true } },
  };
  // Our declaration of the library names what our own provider sets.
  const provider = new Provider("http://127.0.0.1", configuration as unknown as Configuration);
  const refused: string[] = [];
  provider.on("grant.error", (_context, error) => refused.push(error.message));
  provider.on("revocation.error", (_context, error) => refused.push(error.message));
  const url = await serve(provider.callback());
  const { values } = await fetchClientToken(requestAs({ id: ALL, secret: ALL }, `${url}/token`), []);
  expect(values.access_token).toEqual(expect.any(String));
  await revoke({ id: ALL, secret: ALL }, `${url}/token/revocation`);
  expect(refused).toEqual([]);
  const wrong = fetchClientToken(requestAs({ id: ALL, secret: `${ALL}x` }, `${url}/token`), []);
  await expect(wrong).rejects.toMatchObject({
    kind: "refused",
    code: expect.stringContaining("invalid_client"),
  });
  expect(refused).toEqual(["invalid_client"]);
});
