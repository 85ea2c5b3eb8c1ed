import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../connector.ts";
import { importDocument } from "./import-document.ts";
import { buildDocument } from "./test-document.ts";

const PATHS = { "/a": { get: {} } };

function read(more: object, request: { scheme?: string | JsonObject } = {}) {
  const { manifest, warnings } = importDocument({ text: buildDocument(PATHS, more), ...request });
  return { ...manifest, warnings };
}

describe("a document without securitySchemes", () => {
  test("says so, and what to send", () => {
    expect(read({})).toMatchObject({
      auth: {},
      warnings: [
        "The document has no securitySchemes: customers cannot connect until you say how they sign in.",
      ],
    });
  });

  test.each([
    [{ type: "http", scheme: "bearer" }, ["token"]],
    [{ type: "http", scheme: "basic" }, ["username", "password"]],
    [{ type: "apiKey", in: "query", name: "api_key" }, ["api_key"]],
  ])("takes %j in the request", (scheme, fields) => {
    const { auth, warnings } = read({}, { scheme });
    expect([auth.keybased?.fields.map(({ name }) => name), warnings]).toEqual([fields, []]);
  });

  test("takes OAuth2, also in place of what a document has", () => {
    const flow = {
      authorizationUrl: "https://id.example/authorize",
      tokenUrl: "/token",
      scopes: { read: "" },
    };
    const scheme = { type: "oauth2", flows: { authorizationCode: flow } };
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    const { auth } = read({ components: { securitySchemes: { key } } }, { scheme });
    expect(auth.keybased).toBeUndefined();
    expect(auth.oauth2).toMatchObject({ token_url: "https://api.pets.example/token", scopes: ["read"] });
  });

  test.each([
    [{ type: "http", scheme: "digest" }, "security_scheme cannot be used"],
    [{ type: "apiKey", in: "cookie", name: "session" }, "security_scheme cannot be used"],
    [{}, "security_scheme cannot be used"],
    ["key", "There is no security scheme key; the document has: none."],
  ])("refuses %j", (scheme, message) => {
    expect(() => read({}, { scheme })).toThrow(message);
  });
});

test.each([
  ["/api/v2", "/api/v2"],
  ["api/v2/", "/api/v2"],
  ["./v2?x=1", "/v2"],
  ["/", ""],
  ["/{tenant}/api", "/{{ settings.tenant }}/api"],
])("the server %s keeps its path, and customers are asked for the host", (url, path) => {
  const scheme = { type: "http", scheme: "bearer" };
  const { base_url, settings, warnings } = read({ servers: [{ url }] }, { scheme });
  const where = path === "" ? "The document" : `The server ${url}`;
  expect(base_url).toBe(`{{ settings.url }}${path}`);
  expect(settings?.[0]).toMatchObject({ name: "url", label: "Address" });
  expect(warnings).toEqual([
    `${where} has no host, so customers enter the address. Set the base URL if it is the same for all of them.`,
  ]);
});

test("a server with a host comes before one without", () => {
  const servers = [{ url: "/api" }, { url: "https://a.example/api" }];
  expect(read({ servers }).base_url).toBe("https://a.example/api");
});
