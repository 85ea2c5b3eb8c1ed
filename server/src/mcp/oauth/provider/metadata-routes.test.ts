import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { buildChallengeHeader } from "../address.ts";

const ID = "6a1f0c2e9b3d4f5a6b7c8d9e";
let server: TestServer;
let below: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: "https://junctor.example.com" });
  below = await startTestServer({ publicUrl: "https://example.com/junctor" });
});
afterAll(async () => {
  await server?.close();
  await below?.close();
});

const issuer = "https://junctor.example.com/mcp/oauth";
const SERVER = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  scopes_supported: ["mcp"],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
};

describe("a client finds the authorization server", () => {
  test("of a server record: it is the record's address, and lists no offline_access (RFC 9728)", async () => {
    const reply = await server.request({ url: `/.well-known/oauth-protected-resource/mcp/v1/${ID}` });
    expect(reply).toMatchObject({ status: 200, headers: { "access-control-allow-origin": "*" } });
    expect(reply.body).toEqual({
      resource: `https://junctor.example.com/mcp/v1/${ID}`,
      authorization_servers: [issuer],
      scopes_supported: ["mcp"],
      bearer_methods_supported: ["header"],
    });
  });

  test.each([
    "/.well-known/oauth-authorization-server/mcp/oauth",
    "/.well-known/oauth-authorization-server",
    "/mcp/oauth/.well-known/oauth-authorization-server",
  ])("by %s (RFC 8414)", async (url) => {
    const reply = await server.request({ url });
    expect(reply.body).toEqual(SERVER);
    expect(reply.headers["cache-control"]).toBe("public, max-age=300");
  });

  test.each([
    "/.well-known/openid-configuration/mcp/oauth",
    "/mcp/oauth/.well-known/openid-configuration",
    "/.well-known/openid-configuration",
  ])("by %s, where other clients look, with what they need there", async (url) => {
    const { body } = await server.request({ url });
    expect(body).toEqual({
      ...SERVER,
      jwks_uri: `${issuer}/jwks`,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["EdDSA"],
    });
  });

  test("below a path, whether the proxy keeps it or not", async () => {
    for (const path of ["/junctor/mcp/oauth", "/mcp/oauth"]) {
      const { body } = await below.request({ url: `/.well-known/oauth-authorization-server${path}` });
      expect(body.issuer).toBe("https://example.com/junctor/mcp/oauth");
    }
    for (const path of ["/junctor/mcp/v1/", "/mcp/v1/"]) {
      const { body } = await below.request({ url: `/.well-known/oauth-protected-resource${path}${ID}` });
      expect(body.resource).toBe(`https://example.com/junctor/mcp/v1/${ID}`);
    }
    expect(buildChallengeHeader(below.deps.config, ID, { error: "invalid_token" })).toBe(
      `Bearer error="invalid_token", resource_metadata="https://example.com/.well-known/oauth-protected-resource/junctor/mcp/v1/${ID}", scope="mcp"`,
    );
  });

  test("and nothing for unknown addresses", async () => {
    for (const url of [
      "/.well-known/oauth-authorization-server/other",
      "/.well-known/oauth-protected-resource/mcp/v1/x",
      `/.well-known/oauth-protected-resource/mcp/v2/${ID}`,
      `/.well-known/oauth-protected-resource/${ID}`,
    ])
      expect((await server.request({ url })).status, url).toBe(404);
  });

  test("the public key is published without its private part", async () => {
    const { body } = await server.request({ url: "/mcp/oauth/jwks" });
    expect(body.keys).toHaveLength(1);
    expect(body.keys[0]).toMatchObject({ kty: "OKP", crv: "Ed25519" });
    expect(body.keys[0]).not.toHaveProperty("d");
  });
});
