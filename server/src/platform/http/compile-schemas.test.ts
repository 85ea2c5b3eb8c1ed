import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type InjectOptions } from "fastify";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { useSchemas } from "./compile-schemas.ts";
import { useErrorReplies } from "./error-reply.ts";
import { parseJsonBody } from "./json-body.ts";
import { FormattedText } from "./route.ts";

const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
useSchemas(app);
useErrorReplies(app);
app.removeAllContentTypeParsers();
app.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, text: string) =>
  parseJsonBody(text),
);
app.post(
  "/things/:id",
  {
    schema: {
      params: Type.Object({ id: Type.String({ maxLength: 5 }) }),
      querystring: Type.Object({
        page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
        deep: Type.Optional(Type.Boolean()),
      }),
      headers: Type.Object({ "x-count": Type.Optional(Type.Integer()) }),
      body: Type.Object({
        name: Type.String(),
        kind: Type.Optional(Type.Union([Type.Literal("a"), Type.Literal("b")])),
        level: Type.Optional(Type.Enum(["low", "high"])),
        size: Type.Optional(Type.Integer()),
        at: Type.Optional(Type.String({ format: "date-time" })),
        slug: Type.Optional(FormattedText("^[a-z]+$", "lower-case letters")),
        code: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$" })),
        list: Type.Optional(
          Type.Array(Type.Object({ "a/b": Type.String() }, { additionalProperties: false })),
        ),
      }),
      response: { 200: Type.Object({ query: Type.Unknown(), count: Type.Unknown(), body: Type.Unknown() }) },
    },
  },
  async ({ query, body, headers }) => ({ query, body, count: headers["x-count"], secret: "not declared" }),
);

async function post(options: InjectOptions) {
  const reply = await app.inject({ method: "POST", url: "/things/1", payload: { name: "x" }, ...options });
  return { status: reply.statusCode, body: reply.json() };
}

test("path, query and headers are converted to the declared types and get their defaults", async () => {
  const { status, body } = await post({ url: "/things/1?deep=true", headers: { "x-count": "3" } });
  expect(status).toBe(200);
  expect(body).toEqual({ query: { page: 1, deep: true }, count: 3, body: { name: "x" } });
});

test("a field missing from the reply schema is not sent", async () => {
  expect((await post({})).body).not.toHaveProperty("secret");
});

test.each([
  [{ payload: {} }, "MISSING_REQUIRED_FIELD", "name is required in the body."],
  [{ payload: { name: 1 } }, "VALIDATION_ERROR", "body.name must be a string."],
  [{ payload: { name: null } }, "VALIDATION_ERROR", "body.name must be a string."],
  [{ payload: { name: "x", level: "mid" } }, "VALIDATION_ERROR", "body.level must be one of low, high."],
  [{ payload: { name: "x", size: 1.5 } }, "VALIDATION_ERROR", "body.size must be an integer."],
  [{ payload: { name: "x", size: "1" } }, "VALIDATION_ERROR", "body.size must be an integer."],
  [{ payload: { name: "x", at: "yesterday" } }, "VALIDATION_ERROR", "body.at must be a valid date-time."],
  [{ payload: { name: "x", list: [{}] } }, "MISSING_REQUIRED_FIELD", "list.0.a/b is required in the body."],
  [{ payload: { name: "x", list: [{ "a/b": 1 }] } }, "VALIDATION_ERROR", "body.list.0.a/b must be a string."],
  [
    { payload: { name: "x", list: [{ "a/b": "y", c: 1 }] } },
    "VALIDATION_ERROR",
    'body.list.0 must not have the field "c".',
  ],
  [{ payload: { name: "x", slug: "A1" } }, "VALIDATION_ERROR", "body.slug must be lower-case letters."],
  [{ payload: { name: "x", code: "eur" } }, "VALIDATION_ERROR", "body.code must be of the form ^[A-Z]{3}$."],
  [{ payload: undefined }, "VALIDATION_ERROR", "body must be an object."],
  [
    { payload: "[]", headers: { "content-type": "application/json" } },
    "VALIDATION_ERROR",
    "body must be an object.",
  ],
  [{ url: "/things/1?page=0" }, "VALIDATION_ERROR", "query.page must be at least 1."],
  [{ url: "/things/1?page=1e999" }, "VALIDATION_ERROR", "query.page is too large."],
  [{ url: "/things/1?page=1&page=2" }, "VALIDATION_ERROR", "query.page must be an integer."],
  [{ url: "/things/123456" }, "VALIDATION_ERROR", "path.id must have at most 5 characters."],
  [{ headers: { "x-count": "many" } }, "VALIDATION_ERROR", "headers.x-count must be an integer."],
  [{ headers: { "x-count": "1e999" } }, "VALIDATION_ERROR", "headers.x-count is too large."],
] satisfies [InjectOptions, string, string][])("%j is a 400 %s: %s", async (options, code, message) => {
  const { status, body } = await post(options);
  expect({ status, code: body.error_code, message: body.message }).toEqual({ status: 400, code, message });
});

test.each([
  [{ payload: {} }, { field: "name", message: "name is required." }],
  [{ payload: { name: "x", list: [{}] } }, { field: "list.0.a/b", message: "list.0.a/b is required." }],
  [{ payload: { name: "x", size: 1.5 } }, { field: "size", message: "size must be an integer." }],
  [{ url: "/things/1?page=1e999" }, { field: "page", message: "page is too large." }],
] satisfies [InjectOptions, object][])("%j names the field: %j", async (options, detail) => {
  expect((await post(options)).body.errors).toEqual([detail]);
});

test("no field is named if the body itself is wrong", async () => {
  expect((await post({ payload: undefined })).body).not.toHaveProperty("errors");
});

test("a number that no double holds stays itself unless its field is declared as a number", async () => {
  const send = (payload: string) =>
    app.inject({
      method: "POST",
      url: "/things/1",
      payload,
      headers: { "content-type": "application/json", "x-count": "3" },
    });
  const more = '"a/b":{"id":9007199254740993},"ids":[0.1234567890123456789]';
  const reply = await send(`{"name":"x","size":7.00000000000000000001,${more}}`);
  expect([reply.statusCode, reply.body]).toEqual([
    200,
    `{"query":{"page":1},"count":3,"body":{"name":"x","size":7,${more}}}`,
  ]);
  for (const [payload, message] of [
    ['{"name":9007199254740993}', "body.name must be a string."],
    ['{"name":"x","size":1.50000000000000000001}', "body.size must be an integer."],
    ["9007199254740993", "body must be an object."],
  ] as const) {
    const refused = await send(payload);
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  }
});
