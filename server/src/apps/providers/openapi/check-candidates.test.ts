import { describe, expect, test } from "vitest";
import { importDocument, previewDocument } from "./import-document.ts";
import { buildDocument } from "./test-document.ts";

const KEY = { type: "apiKey", in: "header", name: "X-Key" };
const SIGNED = { components: { securitySchemes: { key: KEY } }, security: [{ key: [] }] };

const get = (operationId: string, more: object = {}) => ({ get: { operationId, ...more } });
const parameter = (name: string, place: string) => ({
  parameters: [{ name, in: place, required: true, schema: { type: "string" } }],
});

/** The paths that can verify a credential, with a star at the proposed one. */
function listed(paths: object, more: object = SIGNED): string[] {
  return previewDocument(buildDocument(paths, more))
    .operations.filter((one) => one.can_check)
    .map((one) => `${one.path}${one.proposed_check ? " *" : ""}`);
}

describe("the proposed check", () => {
  test.each([
    ["who one is", { "/users": get("listUsers"), "/users/me": get("me") }, "/users/me"],
    ["the current user", { "/pets": get("listPets"), "/users/current": get("a") }, "/users/current"],
    [
      "an operation by its id",
      { "/pets": get("listPets"), "/v1/session": get("getCurrentUser") },
      "/v1/session",
    ],
    ["who one is before an account", { "/account": get("account"), "/whoami": get("x") }, "/whoami"],
    ["the account", { "/pets": get("listPets"), "/account": get("x") }, "/account"],
    ["a ping", { "/pets": get("listPets"), "/ping": get("ping") }, "/ping"],
    ["else a list", { "/search": get("search"), "/pets": get("listPets") }, "/pets"],
    ["a short path before a long one", { "/shops/main/pets": get("a"), "/pets": get("b") }, "/pets"],
  ])("is %s", (_name, paths, path) => {
    expect(listed(paths)).toContain(`${path} *`);
    expect(importDocument({ text: buildDocument(paths, SIGNED) }).manifest.check).toEqual({
      request: { method: "GET", path },
    });
  });

  test.each([
    ["is public", { "/users/me": get("me", { security: [] }) }],
    ["may be called without a credential", { "/users/me": get("me", { security: [{ key: [] }, {}] }) }],
    ["writes", { "/me": { post: { operationId: "me" }, delete: {} } }],
    ["needs a value in its path", { "/{team}/me": get("me") }],
    ["needs a value in its query", { "/me": get("me", parameter("team", "query")) }],
    ["needs a header", { "/me": get("me", parameter("X-Team", "header")) }],
  ])("is never one that %s", (_name, paths) => {
    expect(listed(paths)).toEqual([]);
    const { manifest, checks } = importDocument({ text: buildDocument(paths, SIGNED) });
    expect([manifest.check, checks]).toEqual([undefined, []]);
  });

  test.each([
    ["deprecated", { "/me": get("me", { deprecated: true }) }],
    ["open to all as a rule", { "/status": get("listStatus"), "/health": get("ping") }],
    ["one that does something", { "/users/me/logout": get("logout"), "/keys/reset": get("resetKeys") }],
    [
      "an answer that is no JSON",
      { "/pets": get("x", { responses: { 200: { content: { "text/html": {} } } } }) },
    ],
    ["neither a list nor an account", { "/search": get("search") }],
  ])("is none that is %s, which can still be chosen", (_name, paths) => {
    expect(listed(paths)).toEqual(Object.keys(paths));
  });

  test("needs no input beside the credential itself", () => {
    const schemes = { key: { type: "apiKey", in: "query", name: "api_key" } };
    const more = { components: { securitySchemes: schemes }, security: [{ key: [] }] };
    expect(listed({ "/me": get("me", parameter("api_key", "query")) }, more)).toEqual(["/me *"]);
  });

  test("accepts each way in which customers connect", () => {
    const more = {
      components: { securitySchemes: { key: KEY, basic: { type: "http", scheme: "basic" } } },
      security: [{ key: [] }, { basic: [] }],
    };
    const paths = { "/me": get("me", { security: [{ key: [] }] }), "/pets": get("listPets") };
    expect(listed(paths, more)).toEqual(["/pets *"]);
  });

  test("does not accept a way that hardly any operation has", () => {
    const securitySchemes = { key: KEY, basic: { type: "http", scheme: "basic" } };
    const lists = Array.from({ length: 11 }, (_, i) => [`/list${i}s`, get(`list${i}`)] as const);
    const paths = {
      ...Object.fromEntries(lists),
      "/me": get("me"),
      "/token": { post: { security: [{ basic: [] }] } },
    };
    expect(listed(paths, { components: { securitySchemes }, security: [{ key: [] }] })).toContain("/me *");
  });

  test("takes a scheme for another that is sent alike", () => {
    const securitySchemes = { key: KEY, sameKey: { ...KEY, description: "The same." } };
    const paths = { "/me": get("me"), "/pets": get("listPets", { security: [{ sameKey: [] }] }) };
    expect(listed(paths, { components: { securitySchemes }, security: [{ key: [] }] })).toEqual([
      "/me *",
      "/pets",
    ]);
  });

  test("needs no scope that customers are not asked for", () => {
    const oauth = {
      type: "oauth2",
      flows: {
        authorizationCode: { authorizationUrl: "https://a.example", tokenUrl: "https://a.example/t" },
      },
    };
    const paths = {
      "/me": get("me", { security: [{ oauth: ["profile"] }] }),
      "/pets": get("listPets", { security: [{ oauth: ["pets"] }] }),
    };
    const text = buildDocument(paths, { components: { securitySchemes: { oauth } } });
    const { manifest } = importDocument({ text, operations: ["listPets"] });
    expect(manifest.check?.request.path).toBe("/pets");
    expect(importDocument({ text }).manifest.check?.request.path).toBe("/me");
  });

  test("is preferred among the chosen operations, unless another says who one is", () => {
    const paths = { "/a": {}, "/pets": get("listPets"), "/shops": get("listShops") };
    const check = (all: object, operations: string[]) =>
      importDocument({ text: buildDocument(all, SIGNED), operations }).manifest.check?.request.path;
    expect(check(paths, ["listShops"])).toBe("/shops");
    expect(check({ ...paths, "/me": get("me") }, ["listShops"])).toBe("/me");
  });

  test("carries what the path and the answer always need", () => {
    const answer = { responses: { 200: { content: { "application/vnd.pets+json": {} } } } };
    const paths = {
      "/me?view=full": { ...get("me", answer), servers: [{ url: "https://id.pets.example" }] },
    };
    expect(importDocument({ text: buildDocument(paths, SIGNED) }).manifest.check?.request).toEqual({
      method: "GET",
      path: "/me",
      base_url: "https://id.pets.example",
      query: { view: "full" },
      headers: { Accept: "application/vnd.pets+json" },
    });
  });
});

describe("a document that does not say how customers connect", () => {
  const paths = { "/ping": get("ping"), "/pets": get("listPets") };

  test("gets a check only by who one is: what it lists may be public", () => {
    expect(listed(paths, {})).toEqual(["/ping", "/pets"]);
    expect(listed({ ...paths, "/me": get("me") }, {})).toContain("/me *");
  });

  test("says so of each operation", () => {
    const needs = (more: object) =>
      previewDocument(buildDocument(paths, more)).operations.map((one) => one.needs_credential);
    expect([needs({}), needs(SIGNED)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("has none if anybody may call it, or with credentials that no customer enters", () => {
    const text = buildDocument({ "/me": get("me") });
    expect(importDocument({ text, scheme: { type: "none" } }).manifest.check).toBeUndefined();
    const auth = {
      your_app: { apply: { headers: { "x-key": "{{ linked_account.auth_credentials.key }}" } } },
    };
    expect(importDocument({ text, auth }).manifest.check).toBeUndefined();
  });

  test("that declares schemes and requires none needs them everywhere", () => {
    const more = { components: SIGNED.components };
    expect(listed(paths, more)).toEqual(["/ping *", "/pets"]);
    const some = { ...paths, "/shops": get("listShops", { security: [{ key: [] }] }) };
    expect(listed(some, more)).toEqual(["/shops *"]);
  });
});

describe("the author's choice", () => {
  const text = buildDocument({ "/me": get("me"), "/pets": get("listPets"), "/x": { post: {} } }, SIGNED);
  const path = (request: object) => importDocument({ text, ...request }).manifest.check?.request.path;

  test("takes precedence: another operation, or none", () => {
    expect(path({ check: "GET /pets" })).toBe("/pets");
    expect(path({ check: null })).toBeUndefined();
    expect(() => path({ check: "POST /x" })).toThrow("cannot check a credential");
  });

  test("of an earlier import stays, as far as the document still has it", () => {
    expect(path({ earlierCheck: "list_pets" })).toBe("/pets");
    expect(path({ earlierCheck: null })).toBeUndefined();
    expect(path({ earlierCheck: null, check: "me" })).toBe("/me");
    const gone = importDocument({ text, earlierCheck: "list_shops" });
    expect(gone.manifest.check?.request.path).toBe("/me");
    expect(gone.warnings.join()).toContain("list_shops");
  });
});
