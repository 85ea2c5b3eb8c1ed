import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SpecOperation } from "../spec/contract.ts";
import type { Call, Reply } from "../spec/http-client.ts";
import { makeTenant, type Tenant, UNKNOWN } from "../spec/records.ts";
import { callOf, IDS } from "../spec/sample-calls.ts";
import { type SpecServer, startSpecServer } from "../spec/spec-server.ts";

const JSON_TYPE = { "content-type": "application/json" };
// Names of records that do not exist: every operation runs to its end without changing what the next one needs.
const NOBODY = { ...UNKNOWN };
/** Operations with empty replies. */
const EMPTY = new Set(["DELETE /api/v2/public/mcp-servers/{id}", "PUT /api/v2/public/datarefs/group"]);

let server: SpecServer;
let tenant: Tenant;
let token: string;
beforeAll(async () => {
  server = await startSpecServer();
  tenant = await makeTenant(server, server.testKey, "habits");
  token = await tenant.token();
});
afterAll(() => server.close());

const operation = (id: string): SpecOperation | undefined =>
  server.contract.operations.find((one) => one.id === id);

/** A credential that the operation accepts. */
async function credential(id: string): Promise<Partial<Call>> {
  const security = operation(id)?.security ?? [];
  if (security.includes("apiKey")) return { key: tenant.key, account: tenant.records.account };
  if (!security.includes("sessionToken")) return {};
  // A separate token for the operation that revokes its own.
  return { token: id.endsWith("/revoke") ? await tenant.token() : token };
}

/** The part of a reply that shows whether two requests were understood alike. */
const meaning = ({ status, body }: Reply) => ({ status, code: body?.error_code, message: body?.message });

describe.each(IDS)("%s", (id) => {
  const isRead = id.startsWith("GET ");

  test("a trailing slash, a bare ? and both change nothing", async () => {
    const known = { ...callOf(id, NOBODY), ...(await credential(id)) };
    const plain = meaning(await server.call(known));
    // An operation that would succeed each time is called with a wrong key: the refusal also proves that the route was
    // found.
    const isDone = !isRead && plain.status < 400;
    const call = isDone ? { ...known, key: "wrong", token: "wrong" } : known;
    const expected = isDone ? meaning(await server.call(call)) : plain;
    if (isDone && operation(id)?.security.length) expect(expected.status).toBe(401);
    const [path, query] = call.path.split("?");
    for (const end of ["/", "?", "/?"]) {
      const whole = query === undefined ? end : `${end.replace("?", "")}?${query}`;
      const got = await server.call({ ...call, path: `${path}${whole}` });
      expect(meaning(got), end).toEqual(expected);
    }
  });

  test("a JSON content type without a body counts as no body, and a body is tolerated on GET and DELETE", async () => {
    const { body: _body, ...call } = { ...callOf(id, NOBODY), ...(await credential(id)) };
    const plain = meaning(await server.call(call));
    const empty = await server.call({ ...call, headers: { ...JSON_TYPE, ...call.headers } });
    if (!isRead && plain.status < 400) expect(empty.status).toBeLessThan(500);
    else expect(meaning(empty)).toEqual(plain);
    if (/^(POST|PUT|PATCH) /.test(id)) return;
    const borne = await server.call({ ...call, body: { slug: "any", linked_account_id: "any", more: [1] } });
    if (isRead || plain.status >= 400) expect(meaning(borne)).toEqual(plain);
  });

  test("no response that a client parses as JSON is empty", () => {
    const statuses = operation(id)?.statuses ?? [];
    // The platform documents these, and its clients do not parse them (platform-surface 1.2).
    if (EMPTY.has(id)) expect(statuses).toContain(204);
    else expect(statuses).not.toContain(204);
  });

  test("a browser's preflight allows its method and every header that clients send", async () => {
    const [method = "", path = ""] = id.split(" ");
    const asked =
      "authorization,content-type,slug,sync_execution,config_id,connection_id,disable_field_options,linked_account_id,x-api-key";
    const got = await server.callUnchecked({
      method: "OPTIONS",
      path: path.replace(/\{\w+\}/g, "any"),
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": method,
        "access-control-request-headers": asked,
      },
    });
    expect([got.status, got.text]).toEqual([204, ""]);
    expect(got.headers["access-control-allow-origin"]).toBe("*");
    expect(String(got.headers["access-control-allow-methods"]).split(", ")).toContain(method);
    expect(
      String(got.headers["access-control-allow-headers"])
        .split(",")
        .map((name) => name.trim()),
    ).toEqual(expect.arrayContaining(asked.split(",")));
  });
});

test("header names with underscores arrive, in any case and as bytes on the wire", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    "GET /api/v2/public/application HTTP/1.1",
    `Host: ${hostname}`,
    `X-API-KEY: ${tenant.key}`,
    `LINKED_Account_Id: ${tenant.records.account}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
});

test("the header that names an account takes precedence over the query", async () => {
  const path = "/api/v2/public/application?linked_account_id=nobody";
  const { key, records } = tenant;
  expect((await server.call({ path, key, account: records.account })).status).toBe(200);
  expect((await server.call({ path, key })).status).toBe(400);
});

describe("unsupported families of the platform's routes are a 404 in JSON", () => {
  test.each([
    "POST /api/v1/ecosystem/leads",
    "POST /api/v1/auth-service/f-sdk/universal-connector/stripe/integrate",
    "POST /api/v1/auth-service/f-sdk/universal-connector/stripe/save-credentials",
    "POST /api/v1/auth-service/f-sdk/universal-connector/stripe/revoke",
    "GET /api/v2/public/tables",
    "POST /api/v2/public/tables/any/records",
    "GET /api/v2/public/env/variables",
    "GET /api/v2/public/human-tasks/any",
    "POST /api/v2/public/human-tasks/any",
    "GET /api/v1/audit/public/audit-logs",
    "POST /api/v1/webhook/any",
    "GET /api/v1/template/published",
    "POST /api/v1/linked-acc",
  ])("%s", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    for (const who of [{}, { token }, { key: tenant.key }]) {
      const body = method === "GET" ? undefined : { any: "thing" };
      const got = await server.callUnchecked({ method, path, body, ...who });
      expect(got.status).toBe(404);
      expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(got.body).toMatchObject({ status_code: 404, error_code: "RESOURCE_NOT_FOUND" });
    }
  });
});
