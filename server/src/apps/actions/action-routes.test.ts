import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";
import { isReturnable } from "./action-execute.ts";

const BASE = "/api/v2/integration-schema/things/actions";
let server: TestServer;
let api: ThingsApi;
let token: string;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer();
  token = await server.account("acme");
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: buildThingsDefinition("things", api.url),
  });
  await connect("good");
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

const connect = (key: string) =>
  server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key } });
const execute = (action: string, body: unknown, more: object = {}) =>
  server.request({ method: "POST", url: `${BASE}/${action}/execute`, token, body, ...more });

describe("reading actions", () => {
  test("200: the list describes each action", async () => {
    const { status, body } = await server.request({ url: BASE, key: server.testKey });
    expect(status).toBe(200);
    const tags = body.map(({ action_id, tag }: Record<string, string>) => [action_id, tag]);
    expect(Object.fromEntries(tags)).toEqual({
      list_things: "read",
      make_thing: "write",
      delete_thing: "destructive",
    });
    expect(body).toContainEqual({
      action_id: "list_things",
      name: "List things",
      description: "Reads all things.",
      tag: "read",
      audience: "both",
      hints: { read_only: true, idempotent: true, destructive: false, open_world: true },
    });
  });

  test("200: the option lists with their inputs; 404 for an unknown application", async () => {
    const url = "/api/v2/integration-schema/things/options";
    const lists = [{ list: "lists", needs: ["board"] }];
    for (const as of [{ key: server.testKey }, { token }])
      expect(await server.request({ url, ...as })).toMatchObject({ status: 200, body: lists });
    expect((await server.request({ url })).status).toBe(401);
    const unknown = "/api/v2/integration-schema/nothing/options";
    expect((await server.request({ url: unknown, key: server.testKey })).status).toBe(404);
    expect(api.requests).toEqual([]);
  });

  test("200: a search over all enabled applications finds actions by their names first, then by their applications'", async () => {
    const find = async (query: string) => {
      const { status, body } = await server.request({ url: `/api/v2/public/actions?${query}`, token });
      expect(status).toBe(200);
      return { ...body, names: body.docs.map(({ name }: { name: string }) => name) };
    };
    const [first] = (await find("search=MAKE+thing")).docs;
    expect(first).toMatchObject({
      action_id: "make_thing",
      tag: "write",
      application: { slug: "things", name: expect.any(String) },
    });
    // Whose own name has both words stands before what only its description or its application has.
    const { names } = await find("search=list+things&limit=100");
    expect(names[0]).toBe("List things");
    expect((await find("search=things+delete")).names).toEqual(["Delete a thing"]);
    // Other forms of the words, and others that mean the same.
    expect((await find("search=removing+things")).names).toEqual(["Delete a thing"]);
    // Where no action has all words, those with most of them come first.
    expect((await find("search=list+things+zzyzx")).names[0]).toBe("List things");
    expect(await find("search=zzyzx")).toMatchObject({ totalDocs: 0, docs: [] });
    const pages = [await find("search=things&limit=2"), await find("search=things&limit=2&page=2")];
    expect(pages.flatMap(({ names: on }) => on)).toHaveLength(3);
    expect(pages[0]).toMatchObject({ totalDocs: 3, nextPage: 2 });
  });

  test("200: without words, all actions by application, page by page", async () => {
    const ids = async (query: string): Promise<string[]> => {
      const { body } = await server.request({ url: `/api/v2/public/actions?${query}`, token });
      return body.docs.map(
        ({ application, action_id }: { application: { slug: string }; action_id: string }) =>
          `${application.slug}/${action_id}`,
      );
    };
    const first = await ids("limit=100");
    expect(first).toHaveLength(100);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(`limit=25&page=${page}&search=+`)));
    expect(pages.flat()).toEqual(first);
    const { totalDocs, totalPages } = (
      await server.request({ url: "/api/v2/public/actions?limit=100", token })
    ).body;
    expect(await ids(`limit=100&page=${totalPages}`)).toHaveLength(totalDocs % 100 || 100);
    expect(await ids(`limit=100&page=${totalPages + 1}`)).toEqual([]);
  });

  test("200: actions of a disabled application are not found", async () => {
    const count = async () => {
      const url = "/api/v2/public/actions?search=make+thing";
      const { docs } = (await server.request({ url, key: server.testKey })).body;
      return docs.filter(
        ({ application }: { application: { slug: string } }) => application.slug === "things",
      ).length;
    };
    const enable = async (enabled: boolean) => {
      const url = "/api/v2/public/application/things/settings";
      const { status } = await server.request({ method: "PUT", url, key: server.testKey, body: { enabled } });
      expect(status).toBe(200);
    };
    await enable(false);
    expect(await count()).toBe(0);
    await enable(true);
    expect(await count()).toBe(1);
  });

  test("200: an action's inputs with their schemas, required ones first", async () => {
    const { body } = await server.request({ url: `${BASE}/make_thing`, token });
    const { 0: first, 1: second, ...others } = body;
    expect([first, second]).toEqual(
      expect.arrayContaining([
        { name: "name", label: "Its name", required: true, type: "text", schema: expect.anything() },
        { name: "board", label: "Board", required: true, type: "number", schema: { type: "integer" } },
      ]),
    );
    expect(Object.values(others)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "note", type: "text", help_text: "Anything.", required: false }),
        expect.objectContaining({ name: "list", type: "select", options_list: "lists" }),
        expect.objectContaining({
          name: "size",
          type: "select",
          options: [
            { name: "s", value: "s" },
            { name: "m", value: "m" },
          ],
        }),
        expect.objectContaining({ name: "parts", type: "json" }),
        expect.objectContaining({
          name: "part",
          type: "json",
          schema: { $ref: "#/$defs/part", $defs: { part: expect.anything() } },
        }),
      ]),
    );
    expect(body).toHaveLength(7);
  });

  test("404: an application that is unknown or disabled, an unknown action", async () => {
    const unknown = await server.request({ url: "/api/v2/integration-schema/none/actions", token });
    expect([unknown.status, unknown.body.error_code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await server.request({ url: `${BASE}/none`, token })).status).toBe(404);
    expect((await execute("none", {})).status).toBe(404);
    const enable = (enabled: boolean) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/application/things/settings",
        key: server.testKey,
        body: { enabled },
      });
    await enable(false);
    expect((await execute("list_things", {})).status).toBe(404);
    await enable(true);
    expect((await execute("list_things", {})).status).toBe(200);
  });

  test("400: an API key without an account runs nothing", async () => {
    const url = `${BASE}/list_things/execute`;
    const { status, body } = await server.request({ method: "POST", url, key: server.testKey, body: {} });
    expect([status, body.error_code]).toEqual([400, "INVALID_LINKED_ACCOUNT_ID"]);
  });
});

describe("running an action", () => {
  test("200: uses the account's own credential and passes on the caller's idempotency key", async () => {
    const input = { name: "Chair", board: 7, note: null };
    const { status, body } = await execute("make_thing", input, {
      headers: { "idempotency-key": "order-7" },
    });
    expect([status, body]).toEqual([
      200,
      { node_status: "Success", http_status: 201, data: { made: input } },
    ]);
    expect(api.requests).toMatchObject([
      { method: "POST", url: "/api/things", headers: { "x-app-key": "good", "idempotency-key": "order-7" } },
    ]);
  });

  test("200: with an API key and an account, and without a body", async () => {
    const { body } = await server.request({
      method: "POST",
      url: `${BASE}/list_things/execute`,
      key: server.testKey,
      account: "acme",
      headers: { "content-type": "application/json" },
    });
    expect(body).toEqual({ node_status: "Success", http_status: 200, data: { things: [] } });
  });

  test("400: invalid input is not sent to the provider", async () => {
    const { status, body } = await execute("make_thing", { name: "Chair" });
    expect([status, body.error_code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.message).toContain("board");
    expect((await execute("make_thing", [])).status).toBe(400);
    const headers = { "idempotency-key": "two words" };
    expect((await execute("list_things", {}, { headers })).status).toBe(400);
    expect(api.requests).toEqual([]);
  });

  test("200 and Errored: what the provider rejected, with its status and whether to retry", async () => {
    expect((await execute("delete_thing", { id: "9" })).body).toEqual({
      node_status: "Errored",
      http_status: 404,
      data: {
        code: "input",
        message: "Things responded with 404: there is no /api/things/9",
        may_retry: false,
      },
    });
    api.answer = () => ({ status: 429, headers: { "retry-after": "2" } });
    expect((await execute("list_things", {})).body).toMatchObject({
      node_status: "Errored",
      http_status: 429,
      data: { code: "rateLimit", may_retry: true, retry_after_ms: 2000 },
    });
  });

  test("200 and Errored: an account that is not connected, or whose key is rejected; no key is repeated", async () => {
    const other = await server.account("other");
    const without = await execute("list_things", {}, { token: other });
    expect(without.body).toMatchObject({ node_status: "Errored", data: { code: "auth" } });
    expect(without.body.data.message).toBe("The linked account has not connected Things.");
    await server.request({
      method: "POST",
      url: "/api/v2/app/things/save",
      token: other,
      body: { key: "planted-secret-key" },
    });
    const refused = await execute("list_things", {}, { token: other });
    expect(refused.body).toMatchObject({
      node_status: "Errored",
      http_status: 401,
      data: { code: "auth", message: "Things responded with 401: bad key [redacted]" },
    });
    expect(refused.text).not.toContain("planted-secret-key");
  });

  test("200 and Errored: a result that is too large", async () => {
    const third = await server.account("third");
    await server.request({
      method: "POST",
      url: "/api/v2/app/things/save",
      token: third,
      body: { key: "good" },
    });
    // Under the limit on the wire, beyond it as JSON: each character takes six.
    const body = JSON.stringify("\u0001".repeat(2_000_000)).replaceAll("\\u0001", "\\u0001");
    api.answer = () => ({ headers: { "content-type": "text/plain" }, body: "\u0001".repeat(2_000_000) });
    expect(body.length).toBeGreaterThan(10 * 1024 * 1024);
    const reply = await execute("list_things", {}, { token: third });
    expect(reply.body).toMatchObject({
      node_status: "Errored",
      data: { message: "The result is larger than 10 MiB: request less at a time.", may_retry: false },
    });
  });
});

test("a result too long to serialize as JSON is too large, and no internal error", () => {
  const page = "x".repeat(10 * 1024 * 1024 - 2);
  expect(isReturnable(page)).toBe(true);
  expect(isReturnable(`${page}x`)).toBe(false);
  const pages = Array.from({ length: 60 }, () => ({ page }));
  expect(() => JSON.stringify(pages)).toThrow("Invalid string length");
  expect(isReturnable(pages)).toBe(false);
});

test("200 and Errored: a result that is nested too deep", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  api.answer = () => ({ headers: { "content-type": "application/json" }, body: deep });
  const { status, body } = await execute("list_things", {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ node_status: "Errored", http_status: 200, data: { code: "remote" } });
});

describe("a provider's options", () => {
  const url = `${BASE}/make_thing/options/lists`;
  const expected = (board: string) => [
    { name: `One of ${board}`, value: 1 },
    { name: "Two", value: 2 },
  ];

  test("200: by query and by body", async () => {
    const chooser = await server.account("chooser");
    await server.request({
      method: "POST",
      url: "/api/v2/app/things/save",
      token: chooser,
      body: { key: "good" },
    });
    expect((await server.request({ url: `${url}?board=7`, token: chooser })).body).toEqual(expected("7"));
    const posted = await server.request({ method: "POST", url, token: chooser, body: { board: 8 } });
    expect([posted.status, posted.body]).toEqual([200, expected("8")]);
  });

  test("400: a required earlier choice is missing, or the provider rejects the request; 404: no such list", async () => {
    const chooser = await server.account("chooser-2");
    await server.request({
      method: "POST",
      url: "/api/v2/app/things/save",
      token: chooser,
      body: { key: "bad" },
    });
    const early = await server.request({ method: "POST", url, token: chooser, body: {} });
    expect([early.status, early.body.error_code, early.body.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      "board must be chosen first.",
    ]);
    expect(api.requests).toEqual([]);
    const refused = await server.request({ url: `${url}?board=7`, token: chooser });
    expect([refused.status, refused.body.error_code]).toEqual([400, "EXTERNAL_API_FAILURE"]);
    const elsewhere = await server.request({ url: `${BASE}/list_things/options/lists`, token: chooser });
    expect(elsewhere.status).toBe(404);
  });
});
