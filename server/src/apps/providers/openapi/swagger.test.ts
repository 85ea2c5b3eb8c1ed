import { describe, expect, test } from "vitest";
import { type ImportRequest, importDocument, previewDocument } from "./import-document.ts";

/** A document of Swagger 2.0 with everything that differs in OpenAPI 3. */
function swagger(more: object = {}): string {
  return JSON.stringify({
    swagger: "2.0",
    info: { title: "Library", version: "1.0.0" },
    host: "library.example",
    basePath: "/v2",
    consumes: ["application/json"],
    produces: ["application/json"],
    securityDefinitions: {
      key: { type: "apiKey", in: "header", name: "X-Library-Key" },
      login: {
        type: "oauth2",
        flow: "accessCode",
        authorizationUrl: "https://library.example/authorize",
        tokenUrl: "https://library.example/token",
        scopes: { lend: "Lend books" },
      },
      password: { type: "basic" },
    },
    security: [{ key: [] }, { login: ["lend"] }],
    parameters: { page: { name: "page", in: "query", type: "integer", minimum: 1 } },
    definitions: {
      Book: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string" }, note: { type: "string", "x-nullable": true } },
      },
    },
    responses: { Book: { description: "A book", schema: { $ref: "#/definitions/Book" } } },
    paths: {
      "/books": {
        get: {
          operationId: "listBooks",
          parameters: [{ $ref: "#/parameters/page" }],
          responses: { 200: { schema: { type: "array", items: { $ref: "#/definitions/Book" } } } },
        },
        post: {
          operationId: "addBook",
          parameters: [{ name: "book", in: "body", required: true, schema: { $ref: "#/definitions/Book" } }],
          responses: { 200: { $ref: "#/responses/Book" } },
        },
      },
      "/books/{id}": {
        parameters: [{ name: "id", in: "path", required: true, type: "string" }],
        put: {
          operationId: "lendBook",
          consumes: ["application/x-www-form-urlencoded"],
          parameters: [{ name: "to", in: "formData", required: true, type: "string" }],
        },
      },
    },
    ...more,
  });
}

const read = (text: string, request: Partial<ImportRequest> = {}) => importDocument({ text, ...request });

describe("a Swagger 2.0 document", () => {
  test("lists its operations", () => {
    expect(previewDocument(swagger()).operations.map(({ id }) => id)).toEqual([
      "list_books",
      "add_book",
      "lend_book",
    ]);
  });

  test("becomes an application: address, credentials, parameters, bodies, forms, answers", () => {
    const { manifest, warnings } = read(swagger());
    expect(warnings).toEqual([]);
    expect(manifest.base_url).toBe("https://library.example/v2");
    expect(manifest.auth).toMatchObject({
      keybased: { apply: { headers: { "X-Library-Key": "{{ credentials.x_library_key }}" } } },
      oauth2: {
        grant: "authorization_code",
        token_url: "https://library.example/token",
        scopes: ["lend"],
      },
    });
    const { list_books, add_book, lend_book } = manifest.actions;
    expect(list_books?.input.properties).toEqual({ page: { type: "integer", minimum: 1 } });
    expect(list_books?.output).toMatchObject({ type: "array", items: { $ref: "#/$defs/Book" } });
    expect(add_book?.request).toMatchObject({ method: "POST", path: "/books" });
    expect(add_book?.input).toMatchObject({
      required: ["title"],
      properties: { title: { type: "string" }, note: { type: ["string", "null"] } },
    });
    expect(add_book?.output).toMatchObject({
      $ref: "#/$defs/Book",
      $defs: { Book: { required: ["title"] } },
    });
    expect(lend_book?.request).toMatchObject({ path: "/books/{{ input.id }}", form: expect.anything() });
    expect(lend_book?.input.required).toEqual(["id", "to"]);
  });

  test("without schemes goes over https, or as it was fetched; without a host, to where it was fetched from", () => {
    const base = (more: object, documentUrl?: string) =>
      read(swagger(more), { documentUrl }).manifest.base_url;
    expect(base({}, "http://127.0.0.1:8080/swagger.json")).toBe("http://library.example/v2");
    expect(base({ schemes: ["http", "https"] })).toBe("https://library.example/v2");
    expect(base({ host: undefined }, "https://docs.example/a/swagger.json")).toBe("https://docs.example/v2");
    expect(base({ host: undefined })).toBe("{{ settings.url }}/v2");
  });

  test("is read as YAML whose versions are numbers, too", () => {
    const yaml = "swagger: 2.0\ninfo: {title: A, version: '1'}\nhost: a.example\npaths: {/a: {get: {}}}\n";
    expect(Object.keys(read(yaml).manifest.actions)).toEqual(["get_a"]);
    const later =
      "openapi: 3.1\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths: {/a: {get: {}}}\n";
    expect(Object.keys(read(later).manifest.actions)).toEqual(["get_a"]);
  });

  test("never has anything fetched, and says what is wrong with it", () => {
    const outside = { "/a": { get: { parameters: [{ $ref: "https://elsewhere.example/p.json" }] } } };
    expect(read(swagger({ paths: outside })).warnings.join()).toContain("is not fetched");
    expect(() => read(swagger({ paths: { "/a": { get: null } } }))).toThrow(/Swagger 2\.0|operation/);
    expect(() => read(swagger({ swagger: "1.2" }))).toThrow(
      "Swagger 1.2 is not supported: use Swagger 2.0 or OpenAPI 3.0 or 3.1.",
    );
  });
});
