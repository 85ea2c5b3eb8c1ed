import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "./http-client.ts";
import { UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const ACCOUNT = "/api/v2/public/linked-account";

let server: SpecServer;
let key: string;
let token: string;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
  token = await server.account("acme");
});
afterAll(() => server.close());

const shape = (status: number, type: string, code: string) => ({
  status_code: status,
  http_error_type: type,
  error_type: type,
  error_code: code,
  error: code,
  message: expect.stringMatching(/.{5,}/),
  request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
});

test("7: 200 is success", async () => {
  expect((await server.call({ path: `${ACCOUNT}/acme`, key })).status).toBe(200);
});

describe("7: 400 is a bad request", () => {
  test.each<[string, Partial<Call>, string, string?]>([
    ["invalid JSON", { raw: '{"linked_account_id":' }, "VALIDATION_ERROR"],
    ["a wrong type", { body: { linked_account_id: ["a"] } }, "VALIDATION_ERROR", "linked_account_id"],
    ["a missing field", { body: {} }, "INVALID_LINKED_ACCOUNT_ID", "linked_account_id"],
    ["an empty your_app", { body: { linked_account_id: "x", your_app: {} } }, "SERVER_ERROR", "your_app"],
  ])("%s", async (_what, call, code, field) => {
    const reply = await server.call({ method: "PUT", path: ACCOUNT, key, ...call });
    expect(reply.status).toBe(400);
    const errors = field && [{ field, message: expect.stringContaining(field) }];
    expect(reply.body).toEqual({ ...shape(400, "BAD_REQUEST", code), ...(errors && { errors }) });
  });
});

test("7: 401 is unauthorized", async () => {
  const { body } = await server.call({ path: ACCOUNT });
  expect(body).toEqual(shape(401, "UNAUTHORIZED", "INVALID_TOKEN"));
});

test.each([
  ["PUT", `/api/v2/public/mcp-servers/${UNKNOWN_ID}`],
  ["PUT", `/api/v1/workflow/public/scheduled/${UNKNOWN_ID}/resume`],
  ["DELETE", `/api/v2/public/webhook/${UNKNOWN_ID}`],
  ["DELETE", `/api/v2/public/application/event/${UNKNOWN_ID}`],
])("7: 404 is not found: %s %s", async (method, path) => {
  const who = path.includes("mcp") ? { token, body: {} } : { key };
  const { body } = await server.call({ method, path, ...who });
  expect(body).toEqual(shape(404, "NOT_FOUND", "RESOURCE_NOT_FOUND"));
});

test.each([
  ["GET", "/none"],
  ["GET", "/api"],
  ["GET", "/api/v2/public"],
  ["POST", "/api/v2/public/linked-account/acme"],
  ["PATCH", "/api/v2/public/linked-account"],
  ["GET", "/api/v2/public/linked-account/a/b/c"],
  ["GET", "/API/V2/public/linked-account"],
  ["GET", "/api/v2/public/../v1"],
  ["GET", "//api/v2/public/linked-account"],
  ["GET", "/.env"],
])("7: an unknown address is a 404 in the same shape: %s %s", async (method, path) => {
  const reply = await server.callUnchecked({ method, path, key });
  expect(reply.status).toBe(404);
  expect(reply.body).toEqual(shape(404, "NOT_FOUND", "RESOURCE_NOT_FOUND"));
});

test("7: the request id of an error equals its header, and is unique", async () => {
  const replies = await Promise.all([1, 2, 3].map(() => server.call({ path: ACCOUNT })));
  for (const { headers, body } of replies) expect(headers["x-request-id"]).toBe(body.request_id);
  expect(new Set(replies.map(({ body }) => body.request_id)).size).toBe(3);
});

test("7: an error reveals no internals: no stack, no SQL, no file path, no secret", async () => {
  const replies = [
    await server.call({ method: "PUT", path: ACCOUNT, key, raw: "{oops" }),
    await server.call({ path: `${ACCOUNT}/'%20or%201=1--`, key }),
    await server.call({ path: ACCOUNT, key: "tk_secretsecretsecretsecret" }),
    await server.call({ path: "/api/v2/public/workflow", token: "not.a.jwt-secretsecret" }),
  ];
  for (const { text } of replies) expect(text).not.toMatch(/at .*\.ts|node_modules|select |secretsecret/i);
});

test("7 rule 2: an empty your_app is an API error", async () => {
  const body = { linked_account_id: "x", your_app: {} };
  expect((await server.call({ method: "PUT", path: ACCOUNT, key, body })).status).toBe(400);
});

test("9: the version is part of the path: v1 for the schedule's resume, v2 for the other endpoints", async () => {
  const ids = server.contract.operations.map(({ id }) => id);
  expect(ids).toContain("PUT /api/v1/workflow/public/scheduled/{schedule_id}/resume");
  for (const path of ["/api/v1/public/linked-account", "/api/v3/public/linked-account", "/linked-account"])
    expect((await server.callUnchecked({ method: "PUT", path, key, body: {} })).status).toBe(404);
  const v2 = `/api/v2/workflow/public/scheduled/${UNKNOWN_ID}/resume`;
  expect((await server.callUnchecked({ method: "PUT", path: v2, key })).body.message).toContain("Route PUT");
});

test("9: records carry __v, an integer that counts revisions", async () => {
  const body = { linked_account_id: "counted" };
  const versions = [];
  for (let round = 0; round < 3; round += 1)
    versions.push((await expectOk(server.call({ method: "PUT", path: ACCOUNT, key, body }))).__v);
  expect(versions).toEqual([0, 1, 2]);
});

test("9: workflows carry is_v2, a boolean", async () => {
  const body = { name: "Versioned" };
  const made = await expectOk(server.call({ method: "POST", path: "/api/v2/public/workflow", key, body }));
  expect(made.is_v2).toBe(true);
});
