import { describe, expect, test } from "vitest";
import type { ImportRequest } from "../import-document.ts";
import { importSingleAction, importTestDocument } from "../test-document.ts";

describe("servers", () => {
  const base = (servers: unknown, request: Partial<ImportRequest> = {}) => {
    const { manifest } = importTestDocument({ "/a": { get: {} } }, { servers }, request);
    return [manifest.base_url, (manifest.settings ?? []).map(({ name, type }) => `${name} ${type}`)];
  };
  test.each([
    [[{ url: "http://a.example" }, { url: "https://b.example/x/" }], "https://b.example/x", []],
    [
      [{ url: "https://{region}.a.example", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
      "https://{{ settings.region }}.a.example",
      ["region select"],
    ],
    [
      [
        {
          url: "https://a.example:{port}/{base}",
          variables: { port: { default: "8443" }, base: { default: "v2.1" } },
        },
      ],
      "https://a.example:8443/v2.1",
      [],
    ],
    [
      [{ url: "https://{host}/api", variables: { host: { default: "a.example" } } }],
      "{{ settings.host }}/api",
      ["host text"],
    ],
    [[{ url: "/v1" }], "{{ settings.url }}/v1", ["url text"]],
    [undefined, "{{ settings.url }}", ["url text"]],
  ])("%j is %s", (servers, address, settings) => {
    expect(base(servers)).toEqual([address, settings]);
  });

  test("whose variables have defaults and choices keep them, and the rest of the address; what cannot be kept is said", () => {
    const of = (url: string, variables: object) => {
      const { manifest, warnings } = importTestDocument(
        { "/a": { get: {} } },
        { servers: [{ url, variables }] },
      );
      return { base: manifest.base_url, setting: manifest.settings?.[0], warnings };
    };
    expect(of("https://{region}.a.example", { region: { default: "eu", enum: ["eu", "us"] } })).toMatchObject(
      {
        setting: { type: "select", default: "eu", options: [{ value: "eu" }, { value: "us" }] },
        warnings: [],
      },
    );
    expect(of("https://{host}:8443/v1", { host: { default: "a.example" } })).toMatchObject({
      base: "{{ settings.host }}/v1",
      setting: { default: "https://a.example:8443" },
      warnings: ["Customers enter the server's port 8443 as part of the address."],
    });
    const both = {
      host: { default: "a.example", enum: ["a.example", "b.example"] },
      port: { default: "81" },
    };
    expect(of("https://{host}:{port}/v1", both)).toMatchObject({
      setting: { type: "select", options: [{}, { name: "b.example", value: "https://b.example:81" }] },
      warnings: [],
    });
    expect(
      of("https://a.example:{port}", { port: { default: "443", enum: ["443", "8443"] } }).warnings,
    ).toEqual(['The server\'s variable port cannot be chosen: it is always "443".']);
  });

  test("that are relative are relative to where the document was fetched; the caller's own address goes before", () => {
    const documentUrl = "https://docs.a.example/specs/openapi.yaml";
    expect(base([{ url: "../v1" }], { documentUrl })).toEqual(["https://docs.a.example/v1", []]);
    expect(base([{ url: "/v1" }], { documentUrl, baseUrl: "https://own.example/" })).toEqual([
      "https://own.example",
      [],
    ]);
  });

  test("of a single operation are its own", () => {
    const { request } = importSingleAction("/a", "get", { servers: [{ url: "https://upload.a.example" }] });
    expect(request.base_url).toBe("https://upload.a.example");
  });
});

describe("security", () => {
  const auth = (securitySchemes: object, security: object[], request: Partial<ImportRequest> = {}) => {
    const more = { components: { securitySchemes }, security };
    const { manifest, warnings } = importTestDocument({ "/a": { get: {} } }, more, request);
    return { ...manifest.auth, warnings };
  };
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const flows = {
    authorizationCode: {
      authorizationUrl: "https://a.example/authorize",
      tokenUrl: "/token",
      scopes: { read: "", write: "" },
    },
  };

  test.each([
    [{ type: "http", scheme: "Bearer" }, { headers: { Authorization: "Bearer {{ credentials.token }}" } }],
    [
      { type: "http", scheme: "basic" },
      { basic: { username: "{{ credentials.username }}", password: "{{ credentials.password }}" } },
    ],
    [key, { headers: { "X-Key": "{{ credentials.x_key }}" } }],
    [{ type: "apiKey", in: "query", name: "api_key" }, { query: { api_key: "{{ credentials.api_key }}" } }],
  ])("%j", (scheme, apply) => {
    expect(auth({ s: scheme }, [{ s: [] }]).keybased?.apply).toEqual(apply);
    expect(auth({ s: scheme }, []).keybased?.apply).toEqual(apply);
  });

  test("several schemes together are fields together, and either way is offered", () => {
    const schemes = { key, secret: { ...key, name: "X-Secret" }, oauth: { type: "oauth2", flows } };
    const both = auth(schemes, [{ key: [], secret: [] }, { oauth: ["read"] }]);
    expect(both.keybased?.fields.map(({ name }) => name)).toEqual(["x_key", "x_secret"]);
    expect(both.oauth2).toEqual({
      grant: "authorization_code",
      authorize_url: "https://a.example/authorize",
      token_url: "https://api.pets.example/token",
      scopes: ["read"],
    });
    expect(auth(schemes, [{ key: [] }, { oauth: [] }], { scheme: "oauth" }).keybased).toBeUndefined();
    expect(() => auth(schemes, [], { scheme: "none" })).toThrow("There is no security scheme none");
  });

  test("a parameter that carries the credential is no input", () => {
    const parameters = [{ name: "x-key", in: "header", required: true, schema: { type: "string" } }];
    const more = { components: { securitySchemes: { key } }, security: [{ key: [] }] };
    expect(importSingleAction("/a", "get", { parameters }, more).properties).toEqual({});
  });

  test("what cannot be used is said", () => {
    const { keybased, warnings } = auth({ d: { type: "http", scheme: "digest" } }, [{ d: [] }]);
    expect(keybased).toBeUndefined();
    expect(warnings).toEqual([
      "None of the security schemes can be used (d): customers cannot connect until you say how they sign in.",
    ]);
  });
});
