import { readFileSync } from "node:fs";
import swagger from "@fastify/swagger";
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from "fastify";
import type { AuthKind } from "../auth/guard.ts";
import type { Role } from "../auth/roles.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { buildReference, readReference } from "./reference.ts";

const SECURITY: Record<AuthKind, Record<string, string[]>[]> = {
  apiKey: [{ apiKey: [] }, { operatorSession: [] }],
  keyForAccount: [{ apiKey: [] }, { operatorSession: [] }],
  session: [{ sessionToken: [] }],
  either: [{ apiKey: [] }, { operatorSession: [] }, { sessionToken: [] }],
  account: [{ sessionToken: [] }, { apiKey: [] }, { operatorSession: [] }],
  operator: [{ operatorSession: [] }],
  none: [],
};

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "Test or production API key; it selects the environment.",
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Session token of one linked account.",
  },
  operatorSession: {
    type: "apiKey",
    in: "cookie",
    name: "junctor_session",
    description:
      "Cookie of a signed-in operator (`__Host-junctor_session` over https). The header `x-junctor-environment` (`test` or `production`) selects the environment; every request except GET requires it.",
  },
} as const;

const INTRODUCTION = `Connect your customers' applications, run their workflows and follow the results.

Requests and responses are JSON over HTTP. Test and production are separate: the API key selects the environment, and records of the other one return 404. Every error has the same body: \`error_code\` is for programs, \`message\` for people. Lists take \`page\` and \`limit\`; those that can grow without bound also take \`after\`, the \`nextCursor\` of the previous page.

The [API guide](/guides/api) covers credentials, errors, paging, the rate limit, idempotency and webhooks.`;

const NEEDED_WITH_KEY = "The linked account to act for. Required with an API key.";
const ALLOWED_WITH_KEY = "The linked account to act for, with an API key. A session token acts for its own.";
const ACCOUNT_HEADER: Partial<Record<AuthKind, string>> = {
  account: NEEDED_WITH_KEY,
  keyForAccount: NEEDED_WITH_KEY,
  either: ALLOWED_WITH_KEY,
};

/**
 * Documents each route as it is registered, from its schema and its `config.auth`; call it before the first
 * route.
 */
export async function useOpenApi(app: App, version: string): Promise<void> {
  app.addHook("onRoute", (route) => describeRoute(route));
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Junctor API",
        version,
        description: INTRODUCTION,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This server" }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({
      schema: schema && withCredential(schema, route.config),
      url,
    }),
    transformObject: (document) => {
      if (!("openapiObject" in document)) return document.swaggerObject;
      return hoistTitles(document.openapiObject);
    },
  });
}

/** Serves `/openapi.json` and the reference page, both from our own files only. */
export function registerOpenApiRoutes(app: App): void {
  const hidden = { config: { auth: "none" as const }, schema: { hide: true } };
  let text: string | undefined;
  app.get("/openapi.json", hidden, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type("application/json; charset=utf-8").send(text);
  });
  // The reference is 4 MB of JavaScript, so it is loaded on first use and not at every start.
  let reference: Promise<FastifyInstance> | undefined;
  for (const path of ["/docs", "/docs/*"]) {
    app.get(path, hidden, async (request, reply) => {
      reference ??= buildReference().catch((error: unknown) => {
        reference = undefined;
        throw error;
      });
      const { status, headers, body } = await readReference(await reference, request.url);
      return reply.code(status).headers(headers).send(body);
    });
  }
}

/** Adds security, the account header and every error status that a route can answer. */
function describeRoute(route: RouteOptions): void {
  const { schema, config } = route;
  if (!schema || schema.hide || !config?.auth) return;
  const { auth } = config;
  // Every address may contain what is refused (%00), and a body is read for every request but GET.
  const errors = ["400", "500", "503"];
  if (auth !== "none") errors.push("401", "403");
  if (schema.params) errors.push("404");
  // Fastify also registers each GET route as HEAD, with the same schema.
  if (route.method !== "GET" && route.method !== "HEAD") errors.push("413", "415");
  const described = errors.map((status) => [status, { ...ErrorReply, description: ERROR_TEXTS[status] }]);
  const replies = typeof schema.response === "object" && schema.response !== null ? schema.response : {};
  schema.response = { ...Object.fromEntries(described), ...withDescriptions(replies) };
  schema.security = SECURITY[auth];
  // If the body names the account, the header is ignored.
  const description = config.accountInBody === "first" ? undefined : ACCOUNT_HEADER[auth];
  if (description) schema.headers = withAccountHeader(schema.headers, description);
}

/** Appends the required credential to an operation's description, so that all are worded alike. */
function withCredential(schema: FastifySchema, { auth, least }: FastifyContextConfig = {}): FastifySchema {
  if (schema.hide || !auth) return schema;
  const text = credentialText(auth, least);
  return { ...schema, description: schema.description ? `${schema.description}\n\n${text}` : text };
}

function credentialText(auth: AuthKind, role: Role | undefined): string {
  const key = keyText(role);
  switch (auth) {
    case "apiKey":
      return `Requires ${key}.`;
    case "keyForAccount":
      return `Requires ${key} and the header \`linked_account_id\`.`;
    case "session":
      return "Requires a session token.";
    case "either":
      return `Requires ${key}, or a session token.`;
    case "account":
      return `Requires a session token, or ${key} and the header \`linked_account_id\`.`;
    case "operator":
      return "Requires a signed-in operator's session.";
    case "none":
      return "Requires no credential.";
  }
}

function keyText(role: Role | undefined): string {
  if (role === undefined || role === "viewer") return "an API key";
  return role === "owner" ? "an API key (role `owner`)" : `an API key (role \`${role}\` or higher)`;
}

function withAccountHeader(headers: unknown, description: string): object {
  const given = typeof headers === "object" && headers !== null ? headers : { type: "object" };
  const own = "properties" in given && typeof given.properties === "object" ? given.properties : {};
  return { ...given, properties: { linked_account_id: { type: "string", description }, ...own } };
}

const ERROR_TEXTS: Record<string, string> = {
  "400": "The request is invalid; `message` says what is wrong.",
  "401": "The credential is missing, invalid, revoked or of the wrong kind.",
  "403":
    "The linked account has reached its rate limit (`RATE_LIMIT_EXCEEDED`; `Retry-After` says when to retry), or the credential lacks permission (`FORBIDDEN`, `ROLE_TOO_LOW`).",
  "404": "The record does not exist in this organization and environment.",
  "413": "The body is larger than 1 MB.",
  "415": "The body is not application/json.",
  "500": "Something went wrong on the server.",
  "503": "The database is not responding; try again.",
};

function withDescriptions(replies: object): object {
  const described = Object.entries(replies).map(([status, schema]) => [
    status,
    { description: "Success.", ...schema },
  ]);
  return Object.fromEntries(described);
}

interface DocumentParts {
  readonly info: unknown;
  readonly components: object;
  readonly paths: Record<string, object>;
}

/**
 * Moves every schema that has a title to `components.schemas`, so that it appears once and clients get a
 * named type. Enumerations get the type that TypeBox omits.
 */
function hoistTitles<Document extends object>(document: Document): Document {
  const schemas = new Map<string, object>();
  const visit = (node: unknown, isNames = false): unknown => {
    if (Array.isArray(node)) return node.map((one) => visit(one));
    if (typeof node !== "object" || node === null) return node;
    const entries = Object.entries(node).map(([key, value]) => {
      // An example may look like a schema, but is a value.
      if (!isNames && (key === "example" || key === "examples")) return [key, value];
      return [key, visit(value, key === "properties")];
    });
    const shape = Object.fromEntries(entries);
    if ("enum" in shape && !("type" in shape) && isTexts(shape.enum)) shape.type = "string";
    const title = "type" in shape && typeof shape.title === "string" ? shape.title : undefined;
    if (!title) return shape;
    // A reply's description is about the reply, not about the schema.
    const { description: _ofReply, ...rest } = shape;
    const known = schemas.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(rest))
      throw new Error(`Two different schemas have the title ${title}.`);
    schemas.set(title, rest);
    return { $ref: `#/components/schemas/${title}` };
  };
  const { info, components, paths, ...rest } = document as Document & DocumentParts;
  const visited = visit({ ...rest, paths: joinTwins(paths) }) as object;
  const named = Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...visited, info, components: { ...components, schemas: named } } as Document;
}

/**
 * Merges paths that differ only in parameter names, which the document must not contain side by side: a later
 * one takes the names of the first.
 */
function joinTwins(paths: Record<string, object>): Record<string, object> {
  const joined = new Map<string, { path: string; operations: object }>();
  for (const [path, operations] of Object.entries(paths)) {
    const bare = path.replace(/\{\w+\}/g, "{}");
    const first = joined.get(bare);
    const named = first ? renameParameters(operations, path, first.path) : operations;
    joined.set(bare, { path: first?.path ?? path, operations: { ...first?.operations, ...named } });
  }
  return Object.fromEntries([...joined.values()].map(({ path, operations }) => [path, operations]));
}

function renameParameters(operations: object, from: string, to: string): object {
  const old = namesIn(from);
  const names = new Map(namesIn(to).map((name, index) => [old[index], name]));
  const rename = (key: string, value: unknown) =>
    key === "parameters" && Array.isArray(value)
      ? value.map((one) => (one.in === "path" ? { ...one, name: names.get(one.name) ?? one.name } : one))
      : value;
  return JSON.parse(JSON.stringify(operations, rename));
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function isTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}

/** Version of this package. */
export function getPackageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
