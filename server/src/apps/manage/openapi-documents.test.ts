import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const BASE = "/api/v2/public/application/openapi";
const MIB = 1024 * 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NOTES = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  servers: [{ url: "https://notes.example/api" }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: { "/notes": { get: { operationId: "listNotes" }, post: { operationId: "addNote" } } },
};
const LARGE = { ...NOTES, "x-padding": "p".repeat(2 * MIB) };

function send(body: unknown, type = "application/json", url = BASE) {
  return server.request({
    method: "POST",
    url,
    key: server.testKey,
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function actionsOf(reply: ReturnType<typeof send>): Promise<string[]> {
  const { status, body, text } = await reply;
  expect(status, text.slice(0, 300)).toBe(200);
  return body.actions.map(({ action_id }: { action_id: string }) => action_id);
}

describe("a document as the whole body", () => {
  test("is accepted as JSON and as YAML, with options in the query", async () => {
    const both = ["list_notes", "add_note"];
    expect(await actionsOf(send(NOTES, "application/json", `${BASE}?slug=whole`))).toEqual(both);
    const named = `${BASE}?slug=whole&name=Whole`;
    expect(await actionsOf(send(stringify(NOTES), "application/yaml", named))).toEqual(both);
    const listed = await send(stringify(NOTES), "application/yaml", `${BASE}/operations`);
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(both);
    const settings = await server.request({
      url: "/api/v2/public/application/whole/settings",
      key: server.testKey,
    });
    expect(settings.body).toMatchObject({ slug: "whole", name: "Whole" });
  });

  test("400: neither format, an invalid query, an empty body", async () => {
    for (const [body, type, url, message] of [
      ["a: [", "application/yaml", BASE, "neither JSON nor YAML"],
      [stringify(NOTES), "application/yaml", `${BASE}?slug=No%20Slug`, "query.slug"],
      ["{", "application/json", BASE, "not valid JSON"],
      ["[]", "application/json", BASE, "body"],
    ] as const) {
      const reply = await send(body, type, url);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
    }
  });
});

describe("a body of more than 1 MB", () => {
  test("is parsed outside the server's thread: as the body, as an object and as text", async () => {
    expect(await actionsOf(send(LARGE, "application/json", `${BASE}?slug=large`))).toHaveLength(2);
    const chosen = { slug: "large", operations: ["addNote"] };
    expect(await actionsOf(send({ ...chosen, document: LARGE }))).toEqual(["add_note"]);
    expect(await actionsOf(send({ ...chosen, document: JSON.stringify(LARGE) }))).toEqual(["add_note"]);
  });

  test("400: is validated like a small one", async () => {
    const text = JSON.stringify({ document: LARGE });
    for (const [body, message] of [
      [{ document: LARGE, other: 1 }, '"other"'],
      [{ document: [LARGE] }, "body.document"],
      [text.slice(0, -1), "not valid JSON"],
      [text.replace("ppp", '","__proto__":"'), '"__proto__" is not allowed'],
    ] as const) {
      const reply = await send(body);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  test("413: beyond 20 MB, and the message names the limit", async () => {
    const reply = await send({ document: { ...NOTES, "x-padding": "p".repeat(21 * MIB) } });
    expect([reply.status, reply.body.error_code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(reply.body.message).toBe("The request body is larger than 20 MB.");
    const other = await server.request({
      method: "PUT",
      url: "/api/v2/public/linked-account",
      key: server.testKey,
      body: { linked_account_id: "x".repeat(2 * MIB) },
    });
    expect(other.body.message).toBe("The request body is larger than 1 MB.");
  });
});

test("a document without securitySchemes is reported, and the request can supply them", async () => {
  const { components: _none, ...document } = NOTES;
  const { body } = await send({ document, slug: "open" });
  expect(body.warnings).toEqual([expect.stringMatching(/^The document has no securitySchemes/)]);
  const scheme = { type: "http", scheme: "bearer" };
  const told = await send({ document, slug: "open", security_scheme: scheme });
  expect(told.body).toMatchObject({ auth_types: ["keybased"], warnings: [] });
  const unknown = await send({ document, slug: "open", security_scheme: { type: "http", scheme: "digest" } });
  expect(unknown.status).toBe(400);
  expect(unknown.body.message).toMatch(/^security_scheme cannot be used/);
});
