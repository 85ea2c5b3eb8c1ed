import { createHmac } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startLocalServer } from "../../platform/outbound/local-server.ts";
import type { Simulator } from "../simulator.ts";
import { startSimulator } from "../start-simulator.ts";

const DOCUMENT = `
openapi: 3.1.0
info: { title: Book store, version: "1" }
servers: [{ url: "https://{area}.books.example/v2", variables: { area: { default: api } } }]
security: [{ key: [] }, { oauth: [books] }]
paths:
  /books:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 10, default: 2 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses: { "200": { description: ok, content: { application/json: { schema: { type: object, properties: {
        data: { type: array, items: { $ref: "#/components/schemas/Book" } }, next_cursor: { type: [string, "null"] }, has_more: { type: boolean }, total: { type: integer } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string }, price: { type: number } } } } } }
      responses: { "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } } }
    patch:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    delete: { responses: { "204": { description: gone } } }
  /shelves/{shelf}/books:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": { description: ok, content: { application/json: { example: [{ id: b-1 }, { id: b-2 }, { id: b-3 }] } } } }
    post: { responses: { "200": { description: ok, content: { application/json: { example: { book: { id: b-1, shelf: x } } } } } } }
  /shelves/{shelf}/books/{id}:
    get: { responses: { "200": { description: ok, content: { application/json: { example: { book: { id: b-1, shelf: x } } } } } } }
  /me: { get: { responses: { "200": { description: ok, content: { application/json: { example: { name: Ada } } } } } } }
  /open: { get: { security: [], responses: { "204": { description: ok } } } }
  /basic: { get: { security: [{ basic: [] }], responses: { "204": { description: ok } } } }
webhooks:
  bookAdded: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, responses: { "200": { description: ok } } } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string, example: Momo }, author: { type: string } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
    basic: { type: http, scheme: basic }
    oauth: { type: oauth2, flows: { authorizationCode: { authorizationUrl: "https://books.example/authorize", tokenUrl: "https://books.example/token", scopes: { books: Books } } } }
`;

const folder = mkdtempSync(join(tmpdir(), "simulated-"));
const file = join(folder, "books.yaml");
writeFileSync(file, DOCUMENT);
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ documents: [file] });
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

const KEY = { "x-api-key": "simulated-key" };
const GLOBEX = { "x-api-key": "simulated-key-globex" };

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = KEY) {
  const response = await fetch(`${simulator.url}/api.books.example/v2${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

test("a document's hosts, triggers and values to enter are known", () => {
  expect(simulator.hosts).toEqual(["api.books.example", "books.example"]);
  expect(simulator.applications).toMatchObject([
    {
      slug: "book-store",
      name: "Book store",
      credentials: { key: "simulated-key", basic: "simulated-key" },
      hasConsent: true,
      triggers: ["bookAdded", "/books", "/shelves/{shelf}/books"],
    },
  ]);
});

test("records are created, read, changed and deleted, in each account for itself", async () => {
  const made = await ask("POST", "/books", { title: "Emil" });
  expect(made).toEqual({ status: 201, body: { id: 4, title: "Emil", author: "author" } });
  expect(await ask("GET", "/books/4")).toEqual({ status: 200, body: made.body });
  expect((await ask("GET", "/books/4", undefined, GLOBEX)).status).toBe(404);
  expect((await ask("PATCH", "/books/4", { title: "Lotte", id: 9 })).body).toMatchObject({
    id: 4,
    title: "Lotte",
  });
  expect((await ask("GET", "/books?limit=10")).body.data.map(({ id }: { id: number }) => id)).toEqual([
    1, 2, 3, 4,
  ]);
  expect(await ask("DELETE", "/books/4")).toEqual({ status: 204, body: undefined });
  expect(await ask("GET", "/books/4")).toEqual({ status: 404, body: { message: "There is no 4 here." } });
});

test("lists within another record are apart, with ids and wrapping of the document's example", async () => {
  expect((await ask("POST", "/shelves/red/books", { title: "Emil" })).body).toEqual({
    book: { id: "b-4", shelf: "x", title: "Emil" },
  });
  const ids = async (shelf: string) =>
    (await ask("GET", `/shelves/${shelf}/books`)).body.map(({ id }: { id: string }) => id);
  expect([await ids("red"), await ids("blue")]).toEqual([
    ["b-1", "b-2", "b-3", "b-4"],
    ["b-1", "b-2", "b-3"],
  ]);
});

test("lists are paged by the parameters that the document declares", async () => {
  const first = (await ask("GET", "/books")).body;
  expect(first).toMatchObject({ data: [{ id: 1 }, { id: 2 }], next_cursor: "2", has_more: true, total: 3 });
  const last = (await ask("GET", `/books?cursor=${first.next_cursor}`)).body;
  expect(last).toMatchObject({ data: [{ id: 3 }], next_cursor: null, has_more: false, total: 3 });
  expect(last.data).toHaveLength(1);
  const second = (await ask("GET", "/shelves/red/books?page=2&per_page=2")).body;
  expect(second).toEqual([{ id: "b-3" }]);
});

test.each([
  ["POST", "/books", {}, 'The body is wrong: The input must have "title"'],
  ["POST", "/books", undefined, "A body in JSON is missing."],
  [
    "GET",
    "/books?limit=11",
    undefined,
    "The query parameter limit is wrong: The input must be at most 10, but is 11",
  ],
  ["GET", "/books/x", undefined, /^The path parameter bookId is wrong/],
])("%s %s with %o is refused", async (method, path, body, message) => {
  expect(await ask(method, path, body)).toEqual({
    status: 400,
    body: { message: typeof message === "string" ? message : expect.stringMatching(message) },
  });
});

test.each([
  ["/me", {}, 401],
  ["/me", { "x-api-key": "other" }, 401],
  ["/me", { "x-api-key": "simulated-keyx" }, 401],
  ["/me", { authorization: "Bearer simulated-token" }, 401],
  ["/me", KEY, 200],
  ["/open", {}, 204],
  ["/basic", KEY, 401],
  ["/basic", { authorization: `Basic ${btoa("ada:simulated-key")}` }, 204],
  ["/none", KEY, 404],
])("%s with %o is answered with %i", async (path, headers, status) => {
  expect((await ask("GET", path, undefined, headers as Record<string, string>)).status).toBe(status);
});

test("consent at the document's addresses gives tokens of the chosen account, which a refresh replaces", async () => {
  const callback = "http://127.0.0.1:9/callback";
  const query = new URLSearchParams({ response_type: "code", client_id: "c", redirect_uri: callback });
  const page = `${simulator.url}/books.example/authorize?${query}`;
  const body = new URLSearchParams({ account: "Globex", decision: "allow" });
  const sent = await fetch(page, { method: "POST", body, redirect: "manual" });
  const code = new URL(sent.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const token = async (form: Record<string, string>) => {
    const more = { client_id: "c", client_secret: "s", redirect_uri: callback, ...form };
    const reply = await fetch(`${simulator.url}/books.example/token`, {
      method: "POST",
      body: new URLSearchParams(more),
    });
    return { status: reply.status, body: await reply.json() };
  };
  const issued = (await token({ grant_type: "authorization_code", code })).body;
  await ask("POST", "/books", { title: "Globex's" }, { authorization: `Bearer ${issued.access_token}` });
  expect((await ask("GET", "/books/4", undefined, GLOBEX)).body.title).toBe("Globex's");
  expect((await token({ grant_type: "authorization_code", code })).body).toEqual({ error: "invalid_grant" });
  const renew = { grant_type: "refresh_token", refresh_token: issued.refresh_token };
  expect((await token(renew)).status).toBe(200);
  expect((await token(renew)).body).toEqual({ error: "invalid_grant" });
});

test("a webhook of the document is delivered, signed if there is a secret", async () => {
  const received: { body: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const { origin, close } = await startLocalServer((request, reply) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ body, headers: request.headers });
      reply.end();
    });
  });
  const secret = `whsec_${btoa("a key of the receiver")}`;
  const happening = {
    application: "book-store",
    trigger: "bookAdded",
    url: `${origin}/hook`,
    secret,
    data: { id: 7 },
  };
  expect(await simulator.happen(happening)).toMatchObject([{ status: 200 }]);
  await close();
  const [{ body, headers } = { body: "", headers: {} }] = received;
  expect(JSON.parse(body)).toEqual({ id: 7, title: "Momo", author: "author" });
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", "a key of the receiver").update(text).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
  await expect(simulator.happen({ application: "book-store", trigger: "bookAdded" })).rejects.toThrow(
    /Pass the address/,
  );
});

test("what happens in a list is a new record", async () => {
  await simulator.happen({ application: "book-store", trigger: "/books", data: { title: "Came in" } });
  expect((await ask("GET", "/books/4")).body).toMatchObject({ id: 4, title: "Came in" });
  const unknown = simulator.happen({ application: "book-store", trigger: "/magazines" });
  await expect(unknown).rejects.toThrow('book-store has neither a webhook nor a list "/magazines".');
});

test.each([
  ["none.yaml", undefined, /There is no file .*none\.yaml that can be read/],
  ["text.yaml", "just: text", /text\.yaml: The document is not OpenAPI/],
  ["local.yaml", "openapi: 3.1.0\ninfo: { title: X }\npaths: {}", /names no server with a complete address/],
])("a document %s that cannot be played is refused", async (name, text, sentence) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  await expect(startSimulator({ documents: [path] })).rejects.toThrow(sentence);
});
