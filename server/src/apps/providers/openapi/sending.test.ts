import { describe, expect, test } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import type { HttpRequest } from "../../connector.ts";
import { createManifestConnector } from "../manifest/manifest-connector.ts";
import { type ImportedDocument, importDocument } from "./import-document.ts";
import { buildDocument, importTestDocument } from "./test-document.ts";

const BYTES = Buffer.from([0xff, 0, 0x0d, 0x0a]);
const FILE = { $file: "f".repeat(24), name: 'é".png', content_type: "image/png", size: 4 };

/** The request of a document's only action with this input. */
function send(paths: object, input: Json, more: Record<string, unknown> = {}): Promise<HttpRequest> {
  return sendOf(importTestDocument(paths, more), input);
}

async function sendOf({ manifest }: ImportedDocument, input: Json): Promise<HttpRequest> {
  const connector = createManifestConnector(manifest, "");
  const [action] = connector.info.actions;
  if (action === undefined) throw new Error("There is no action.");
  let sent: HttpRequest | undefined;
  await connector.run(action.id, {
    credential: { type: "keybased", settings: {}, values: { token: "t" } },
    input,
    http: async (request) => {
      sent = request;
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
    now: () => 0,
    readFiles: async () =>
      new Map([
        [FILE.$file, { name: "a.png", content_type: "image/png", size: BYTES.length, content: BYTES }],
      ]),
  });
  if (sent === undefined) throw new Error("Nothing was sent.");
  return sent;
}

/** The same of a Swagger 2.0 document. */
function sendSwagger(paths: object, input: Json): Promise<HttpRequest> {
  const document = { swagger: "2.0", info: { title: "Old", version: "1" }, host: "api.old.example", paths };
  return sendOf(
    importDocument({ text: JSON.stringify(document), scheme: { type: "http", scheme: "bearer" } }),
    input,
  );
}

const search = ({ url }: HttpRequest) => [...new URL(url).searchParams].map((pair) => pair.join("="));
const query = (parameter: object) => ({ "/a": { get: { parameters: [{ in: "query", ...parameter }] } } });
const TEXTS = { type: "array", items: { type: "string", enum: ["a", "b", "c"] } };

describe("a parameter of the query is sent", () => {
  const filter = {
    type: "object",
    properties: {
      status: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      created: { type: "object", properties: { gte: { type: "string" }, deep: { type: "object" } } },
    },
  };

  test("as deepObject at any depth", async () => {
    const value = { status: "open", tags: ["a", "b"], created: { gte: "2026-01-01", deep: { x: { y: 1 } } } };
    const sent = await send(query({ name: "filter", style: "deepObject", schema: filter }), {
      filter: value,
    });
    expect(search(sent)).toEqual([
      "filter[status]=open",
      "filter[tags]=a",
      "filter[tags]=b",
      "filter[created][gte]=2026-01-01",
      "filter[created][deep][x][y]=1",
    ]);
  });

  test("as deepObject where it may also be a number", async () => {
    const schema = {
      anyOf: [{ type: "object", properties: { gte: { type: "integer" } } }, { type: "integer" }],
    };
    const paths = query({ name: "created", style: "deepObject", explode: true, schema });
    expect(search(await send(paths, { created: { gte: 5 } }))).toEqual(["created[gte]=5"]);
    expect(search(await send(paths, { created: 5 }))).toEqual(["created=5"]);
  });

  test("as one text where lists are not exploded, and text is taken as it is", async () => {
    for (const [style, separator] of [
      ["form", ","],
      ["spaceDelimited", " "],
      ["pipeDelimited", "|"],
    ]) {
      const paths = query({ name: "ids", style, explode: false, schema: TEXTS });
      expect(search(await send(paths, { ids: ["a", "c"] }))).toEqual([`ids=a${separator}c`]);
      expect(search(await send(paths, { ids: "a;b" }))).toEqual(["ids=a;b"]);
    }
    const choice = await send(query({ name: "ids", schema: TEXTS }), { ids: ["a", "b"] });
    expect(search(choice)).toEqual(["ids=a", "ids=b"]);
    const paths = query({ name: "ids", explode: false, schema: TEXTS });
    await expect(send(paths, { ids: [1] })).rejects.toThrow("ids");
  });

  test("member by member, or as names and values, or as JSON", async () => {
    const schema = { type: "object", properties: { r: { type: "integer" }, g: { type: "integer" } } };
    const value = { color: { r: 1, g: 2 } };
    expect(search(await send(query({ name: "color", schema }), value))).toEqual(["r=1", "g=2"]);
    const flat = query({ name: "color", explode: false, schema });
    expect(search(await send(flat, value))).toEqual(["color=r,1,g,2"]);
    const json = query({ name: "color", content: { "application/json": { schema } } });
    expect(search(await send(json, value))).toEqual(['color={"r":1,"g":2}']);
  });

  test("also if its type stands beside a reference", async () => {
    const more = { openapi: "3.1.0", components: { schemas: { Texts: { items: { type: "string" } } } } };
    const schema = { $ref: "#/components/schemas/Texts", type: "array" };
    const sent = await send(query({ name: "t", explode: false, schema }), { t: ["a", "b"] }, more);
    expect(search(sent)).toEqual(["t=a,b"]);
  });
});

test("lists in path and header are sent with commas", async () => {
  const parameters = [
    { in: "path", name: "ids", schema: TEXTS },
    { in: "header", name: "X-Ids", schema: TEXTS },
  ];
  const sent = await send({ "/a/{ids}": { get: { parameters } } }, { ids: ["a", "b"], "X-Ids": ["b", "c"] });
  expect([sent.url, sent.headers?.["x-ids"]]).toEqual(["https://api.pets.example/v1/a/a%2Cb", "b,c"]);
});

describe("an operation is kept", () => {
  const body = (content: object, required = false) => ({ requestBody: { required, content } });

  test("with a form without fields, which is no body", async () => {
    const form = { "application/x-www-form-urlencoded": { schema: { type: "object", properties: {} } } };
    const sent = await send({ "/a": { delete: body(form, true) } }, {});
    expect([sent.method, sent.body]).toEqual(["DELETE", undefined]);
  });

  test("with a body of any type, which is sent as JSON", async () => {
    const any = { "*/*": { schema: { type: "object", properties: { a: { type: "integer" } } } } };
    const sent = await send({ "/a": { post: body(any, true) } }, { a: 1 });
    expect([sent.body, sent.headers?.["content-type"]]).toEqual(['{"a":1}', "application/json"]);
  });

  test("with a body of XML or another text", async () => {
    const xml = { "application/xml": { schema: { type: "string" } } };
    const sent = await send({ "/a": { post: body(xml, true) } }, { body: "<a/>" });
    expect([sent.body, sent.headers?.["content-type"]]).toEqual(["<a/>", "application/xml"]);
  });

  const typeOf = ({ headers }: HttpRequest) => headers?.["content-type"] ?? "";
  const partsOf = (sent: HttpRequest) =>
    new Response(String(sent.body), { headers: { "content-type": typeOf(sent) } }).formData();

  test("with parts of text", async () => {
    const properties = { a: { type: "string" }, 'b"c': { type: "array", items: { type: "string" } } };
    const parts = { "multipart/form-data": { schema: { type: "object", properties } } };
    const sent = await send({ "/a": { post: body(parts) } }, { a: "é", b_c: ["1", "2"] });
    const form = await partsOf(sent);
    expect([form.get("a"), form.getAll('b"c')]).toEqual(["é", ["1", "2"]]);
  });

  test("with files, alone, in lists and as one of several things", async () => {
    const binary = { type: "string", format: "binary" };
    const properties = {
      title: { type: "string" },
      one: { $ref: "#/components/schemas/Upload" },
      many: { type: "array", items: binary },
      either: { anyOf: [binary, { type: "string" }] },
      modern: { type: "string", contentMediaType: "image/png" },
    };
    const schema = { type: "object", required: ["one"], properties };
    const content = {
      "application/json": { schema: { type: "object", properties: { title: {} } } },
      "multipart/form-data": { schema },
    };
    const components = { schemas: { Upload: { ...binary, description: "The picture." } } };
    const paths = { "/a": { post: body(content, true) } };
    const input = { title: "t", one: FILE, many: [FILE, FILE], either: FILE, modern: FILE };
    const sent = await send(paths, input, { components });
    const raw = (sent.body as Buffer).toString("latin1");
    const head = 'name="one"; filename="Ã©%22.png"\r\nContent-Type: image/png\r\n\r\n';
    expect(raw).toContain(`${head}${BYTES.toString("latin1")}\r\n--`);
    expect(raw.match(/name="(many|either|modern|title)"(; filename)?/g)).toEqual([
      'name="title"',
      'name="many"; filename',
      'name="many"; filename',
      'name="either"; filename',
      'name="modern"; filename',
    ]);
    const text = await partsOf(await send(paths, { one: FILE, either: "https://a.example" }, { components }));
    expect(text.get("either")).toBe("https://a.example");
    await expect(send(paths, { one: "text" }, { components })).rejects.toThrow("one must be an object");
  });

  test("with a file of Swagger 2.0", async () => {
    const parameters = [{ in: "formData", name: "upload", type: "file", required: true }];
    const sent = await sendSwagger({ "/a": { post: { parameters } } }, { upload: FILE });
    expect(String(sent.body)).toContain('name="upload"; filename=');
  });

  test("as the bytes of a file, of the type that is declared or else its own", async () => {
    const binary = { schema: { type: "string", format: "binary" } };
    const cases: [object, string][] = [
      [{ "application/octet-stream": binary }, "application/octet-stream"],
      [{ "application/octet-stream": {} }, "application/octet-stream"],
      [{ "application/pdf": { schema: {} } }, "application/pdf"],
      [{ "image/*": binary }, "image/png"],
      [{ "*/*": binary }, "image/png"],
      [{ "image/gif": binary, "image/png": binary }, "image/png"],
      [{ "text/csv": binary }, "text/csv"],
    ];
    for (const [content, type] of cases) {
      const sent = await send({ "/a": { put: body(content, true) } }, { file: FILE });
      expect([sent.body, typeOf(sent)]).toEqual([BYTES, type]);
    }
    const paths = { "/a": { put: body({ "image/*": binary }) } };
    expect((await send(paths, {})).body).toBeUndefined();
  });

  test("with a file as base64 where the document asks for that", async () => {
    const content = { type: "string", format: "byte" };
    const schema = {
      type: "object",
      properties: { files: { type: "array", items: { properties: { content } } } },
    };
    const paths = { "/a": { post: body({ "application/json": { schema } }) } };
    const sent = await send(paths, { files: [{ content: FILE }, { content: "YQ==" }] });
    expect(sent.body).toBe(`{"files":[{"content":"${BYTES.toString("base64")}"},{"content":"YQ=="}]}`);
  });

  test("with a fragment or a query in its path", async () => {
    const target = {
      name: "X-Target",
      in: "header",
      required: true,
      schema: { type: "string", enum: ["A.B"] },
    };
    const paths = { "/#X-Target=A.B": { post: { parameters: [target] } } };
    const sent = await send(paths, { "X-Target": "A.B" });
    expect([sent.url, sent.headers?.["x-target"]]).toEqual(["https://api.pets.example/v1/", "A.B"]);
    const asked = await send({ "/s?f=List&m=1&id={id}": { get: {} } }, { id: "a b" });
    expect([new URL(asked.url).pathname, search(asked)]).toEqual(["/v1/s", ["f=List", "m=1", "id=a b"]]);
  });

  test("of Swagger 2 whose form names no type", async () => {
    const parameters = [{ name: "to", in: "formData", required: true, type: "string" }];
    const text = JSON.stringify({
      swagger: "2.0",
      info: { title: "Library", version: "1.0.0" },
      host: "library.example",
      consumes: ["application/json"],
      paths: { "/lend": { post: { operationId: "lend", parameters } } },
    });
    const { manifest } = importDocument({ text, scheme: { type: "none" } });
    expect(manifest.actions.lend?.request.form).toEqual({ to: "{{ input.to }}" });
  });
});

describe("an optional body", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" }, b: { type: "string" } },
  };
  const paths = { "/a": { post: { requestBody: { content: { "application/json": { schema } } } } } };

  test("is not sent if nothing is given, and whole as soon as anything is", async () => {
    expect((await send(paths, {})).body).toBeUndefined();
    await expect(send(paths, { b: "x" })).rejects.toThrow("a");
    expect((await send(paths, { a: "x" })).body).toBe('{"a":"x"}');
  });

  test("that is required is sent, even empty", async () => {
    const open = { type: "object", properties: { a: { type: "string" } } };
    const needed = {
      "/a": { post: { requestBody: { required: true, content: { "application/json": { schema: open } } } } },
    };
    expect((await send(needed, {})).body).toBe("{}");
  });
});

test.each([
  ["JSON", (members: string) => `{"type":"string","enum":[${members}]}`, "404, true", ["404", "true"]],
  [
    "YAML",
    (members: string) => `{type: string, enum: [${members}], default: 0123}`,
    "00501, 0123, 1e3, YES, no",
    ["00501", "0123", "1e3", "YES", "no"],
  ],
])("what a text may be stays text in %s", (_name, write, members, choices) => {
  const text = `openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: https://a.example}]
paths: {/a: {get: {parameters: [{name: zip, in: query, schema: ${write(members)}}]}}}`;
  const { manifest } = importDocument({ text, scheme: { type: "none" } });
  const [action] = Object.values(manifest.actions);
  expect(action?.input.properties).toMatchObject({ zip: { type: "string", enum: choices } });
});

test("what only the provider writes is never required of the caller, however the schema is composed", () => {
  const schemas = {
    Id: { type: "string", readOnly: true },
    Base: {
      type: "object",
      required: ["id", "name"],
      properties: { id: { $ref: "#/components/schemas/Id" }, name: { type: "string" } },
    },
    Pet: {
      allOf: [
        { $ref: "#/components/schemas/Base" },
        {
          type: "object",
          required: ["made", "id"],
          properties: { made: { allOf: [{ $ref: "#/components/schemas/Id" }] } },
        },
      ],
    },
    Either: {
      required: ["id", "a"],
      oneOf: [
        { $ref: "#/components/schemas/Pet" },
        { properties: { a: { type: "string" } }, required: ["a", "id"] },
      ],
    },
  };
  const operation = (name: string) => ({
    post: {
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
      },
    },
  });
  const paths = { "/pet": operation("Pet"), "/either": operation("Either") };
  const text = buildDocument(paths, { components: { schemas } });
  const { manifest } = importDocument({ text, scheme: { type: "none" } });
  const { post_pet: pet, post_either: either } = manifest.actions;
  expect(pet?.input).toMatchObject({ required: ["name"], properties: { name: { type: "string" } } });
  expect(Object.keys((pet?.input.properties ?? {}) as object)).toEqual(["name"]);
  expect(JSON.stringify(either?.input)).not.toMatch(/"required":\[[^\]]*"(?:id|made)"/);
});
