import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { dumpDatabase, findSecrets } from "../../../test/find-secrets.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { deleteOld } from "../../runs/retention.ts";
import { createHttpNode, startTestRun, waitForRunEnd } from "../../runs/start/test-run.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";
import { openRequestLog } from "./request-log.ts";
import { deleteOldRequests, type NewRequest } from "./store.ts";

const REQUESTS = "/api/v2/public/requests";
const SECRET = 'MARK+key/"0123456789"=ö';

let server: TestServer;
let api: ThingsApi;
let token: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer();
  token = await server.account("acme");
  await connect("things", {}, "good");
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(async () => {
  api.answer = undefined;
  vi.restoreAllMocks();
  await server.deps.requestLog.flush();
  await server.deps.db.deleteFrom("provider_requests").execute();
});

/** Adds an application whose key is sent as `apply` says, and connects the customer to it. */
async function connect(slug: string, auth: object, key: string): Promise<void> {
  const definition = buildThingsDefinition(slug, api.url, auth);
  const created = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: definition,
  });
  expect(created.status, created.text).toBeLessThan(300);
  const saved = await server.request({
    method: "POST",
    url: `/api/v2/app/${slug}/save`,
    token,
    body: { key },
  });
  expect(saved.status, saved.text).toBe(200);
}

function execute(action: string, body: unknown = {}, slug = "things") {
  const url = `/api/v2/integration-schema/${slug}/actions/${action}/execute`;
  return server.request({ method: "POST", url, token, body });
}

async function list(query = "", key = server.testKey) {
  await server.deps.requestLog.flush();
  const { status, body, text } = await server.request({ url: `${REQUESTS}?limit=100&${query}`, key });
  expect(status, text).toBe(200);
  return body.docs;
}

const read = async (id: string, key = server.testKey) => server.request({ url: `${REQUESTS}/${id}`, key });

describe("the log of requests", () => {
  test("has a request with its cause, what was sent and what was answered", async () => {
    await execute("make_thing", { name: "a", board: 1 });
    const [listed, ...others] = await list();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      slug: "things",
      linked_account_id: "acme",
      connection_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      cause: "action",
      subject: "make_thing",
      method: "POST",
      url: `${api.url}/api/things`,
      status_code: 201,
      duration_ms: expect.any(Number),
    });
    expect(listed.request).toBeUndefined();
    const { body } = await read(listed._id);
    expect(body).toMatchObject({
      ...listed,
      request: { headers: { "x-app-key": "[redacted]" }, body: { text: '{"name":"a","board":1}' } },
      response: {
        headers: { "content-type": "application/json" },
        body: { text: '{"made":{"name":"a","board":1}}', type: "application/json", bytes: 31 },
      },
    });
  });

  test("has the answer of a failure, and requests without one", async () => {
    api.answer = () => ({
      status: 422,
      headers: { "content-type": "application/json" },
      body: '{"error":"no board"}',
    });
    await execute("list_things");
    api.answer = () => ({ raw: Buffer.alloc(0) });
    await execute("list_things");
    const failed = await list("status=failed");
    expect(failed).toMatchObject([{ error: expect.stringMatching(/failed/) }, { status_code: 422 }]);
    expect(failed[0].status_code).toBeUndefined();
    expect((await read(failed[1]._id)).body.response.body.text).toBe('{"error":"no board"}');
    expect(await list("status=none")).toMatchObject([{ _id: failed[0]._id }]);
    expect(await list("status=4xx")).toMatchObject([{ _id: failed[1]._id }]);
    expect(await list("status=5xx")).toEqual([]);
    expect(await list("status=2xx")).toEqual([]);
  });

  test("has no request that was refused before it was sent", async () => {
    expect((await execute("make_thing", { board: "x" })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test("has checks, raw requests and option lists", async () => {
    await server.request({
      url: "/api/v2/public/proxy/things/lists?board=7",
      key: server.testKey,
      account: "acme",
    });
    await server.request({
      url: "/api/v2/integration-schema/things/actions/make_thing/options/lists?board=7",
      key: server.testKey,
      account: "acme",
    });
    const causes = (await list()).map(({ cause, subject }: { cause: string; subject?: string }) => [
      cause,
      subject,
    ]);
    expect(causes.filter(([cause]: string[]) => cause !== "options")).toEqual([["raw", undefined]]);
  });
});

describe("a secret", () => {
  const PLACES: Readonly<Record<string, object>> = {
    header: { apply: { headers: { "x-odd-name": "{{ credentials.key }}" } } },
    query: { apply: { query: { odd: "{{ credentials.key }}" } } },
    basic: { apply: { basic: { username: "someone", password: "{{ credentials.key }}" } } },
  };

  test.each(Object.keys(PLACES))(
    "in the %s, and in an answer that repeats the request, is nowhere in the log",
    async (place) => {
      const auth = { auth: { keybased: { fields: [{ name: "key", label: "Key" }], ...PLACES[place] } } };
      const slug = `things-${place}`;
      api.answer = ({ url, headers, body }) => {
        const sent = {
          url,
          headers,
          body,
          key: SECRET,
          basic: Buffer.from(`x:${SECRET}`).toString("base64"),
        };
        return {
          status: 302,
          headers: {
            "content-type": "application/json",
            location: `https://app.example.com/back?odd=${encodeURIComponent(SECRET)}#${encodeURIComponent(SECRET)}`,
            etag: encodeURIComponent(SECRET),
            "set-cookie": `a=${encodeURIComponent(SECRET)}`,
          },
          body: JSON.stringify(sent),
        };
      };
      await connect(slug, auth, SECRET);
      await execute("make_thing", { name: `it is ${SECRET}`, board: 1 }, slug);
      api.answer = ({ url }) => ({
        status: 400,
        headers: { "content-type": "text/plain" },
        body: `${SECRET} at ${url}`,
      });
      await execute("list_things", {}, slug);
      const [last, first] = await list(`slug=${slug}`);
      const whole = [await read(last._id), await read(first._id)];
      expect(whole[0]?.body.response.body.text).toContain("[redacted]");
      expect(whole[1]?.body.request.body.text).toBe('{"name":"it is [redacted]","board":1}');
      expect(whole[1]?.body.response.headers).toMatchObject({
        etag: "[redacted]",
        "set-cookie": "[redacted]",
      });
      const dump = await dumpDatabase(server.deps);
      const texts = new Map([["log", dump.get("public.provider_requests") ?? ""]]);
      expect(texts.get("log")).toContain("things");
      expect(findSecrets({ SECRET }, texts)).toEqual([]);
    },
  );
});

describe("the list", () => {
  test("shows an organization's environment alone, and nothing to a linked account", async () => {
    await execute("list_things");
    const [{ _id: id }] = await list();
    const other = await server.organization();
    for (const key of [server.productionKey, other.testKey]) {
      expect(await list("", key)).toEqual([]);
      expect((await read(id, key)).status).toBe(404);
    }
    for (const url of [REQUESTS, `${REQUESTS}/${id}`])
      expect((await server.request({ url, token })).status).toBe(401);
  });

  test("is filtered by application, customer, connection, cause, date and part of the address", async () => {
    await execute("list_things");
    const [{ connection_id: connection, createdAt }] = await list();
    const match = [
      "slug=things",
      "linked_account_id=acme",
      `connection_id=${connection}`,
      "cause=action",
      "search=/API/Thi",
      `start_date=${createdAt}&end_date=${createdAt}`,
      `slug=things&linked_account_id=acme&connection_id=${connection}&cause=action&status=2xx&search=things`,
    ];
    for (const query of match) expect(await list(query), query).toHaveLength(1);
    const none = [
      "slug=other",
      "linked_account_id=nobody",
      `connection_id=${"0".repeat(24)}`,
      "cause=step",
      "cause=token",
      "search=nothing",
      "search=%25",
      "end_date=2020-01-01",
      `execution_id=${"0".repeat(24)}`,
      `connection_id=${connection}&slug=other`,
      `connection_id=${connection}&cause=poll`,
    ];
    for (const query of none) expect(await list(query), query).toEqual([]);
    for (const bad of [
      "status=9xx",
      "step=first",
      "cause=x",
      "start_date=x",
      "after=x",
      `search=${"a".repeat(201)}`,
    ])
      expect((await server.request({ url: `${REQUESTS}?${bad}`, key: server.testKey })).status, bad).toBe(
        400,
      );
  });

  test("is paged by cursor", async () => {
    for (let count = 0; count < 3; count += 1) await execute("list_things");
    const all = await list();
    const { body: first } = await server.request({ url: `${REQUESTS}?limit=2`, key: server.testKey });
    const { body: last } = await server.request({
      url: `${REQUESTS}?limit=2&after=${first.nextCursor}`,
      key: server.testKey,
    });
    expect([...first.docs, ...last.docs]).toEqual(all);
    expect([first.totalDocs, last.nextCursor]).toEqual([3, null]);
  });
});

describe("requests of executions", () => {
  test("name the execution and the step, and are found by them", async () => {
    server.work();
    const id = await startTestRun(server, {
      nodes: [
        createHttpNode("first", `${api.url}/api/nothing?token=abc`),
        createHttpNode("second", `${api.url}/x`),
      ],
    });
    await waitForRunEnd(server, id);
    const [request, ...others] = await list(`execution_id=${id}`);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      cause: "step",
      step: "first",
      status_code: 401,
      url: `${api.url}/api/nothing?token=[redacted]`,
    });
    expect(request.slug).toBeUndefined();
    expect(await list(`execution_id=${id}&step=first`)).toHaveLength(1);
    expect(await list(`execution_id=${id}&step=second`)).toEqual([]);
  });
});

test("credentials that a workflow's author has put into a request are hidden in its response", async () => {
  server.work();
  const url = `${api.url}/api/nothing?token=in-the-query&q=1`;
  api.answer = ({ url: asked, headers }) => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      asked: decodeURIComponent(asked),
      said: headers.authorization,
      also: headers["x-api-key"],
    }),
  });
  const data = { url, headers: { authorization: "Custom in-the-header", "x-api-key": "an-own-key" } };
  const id = await startTestRun(server, { nodes: [{ id: "call", type: "http", data }] });
  await waitForRunEnd(server, id);
  const [request] = await list(`execution_id=${id}`);
  const { text } = await read(request._id);
  expect(text).toContain("[redacted]");
  for (const secret of ["in-the-query", "in-the-header", "an-own-key"]) expect(text).not.toContain(secret);
});

describe("rows", () => {
  const rowOf = async (more: Partial<NewRequest> = {}): Promise<NewRequest> => {
    await execute("list_things");
    await server.deps.requestLog.flush();
    const [row] = await server.deps.db.selectFrom("provider_requests").selectAll().execute();
    await server.deps.db.deleteFrom("provider_requests").execute();
    if (!row) throw new Error("There is a request.");
    return { ...row, ...more };
  };
  const idOf = (n: number) => n.toString(16).padStart(24, "0");

  test("of many requests are written by one statement, also if an account was deleted meanwhile", async () => {
    const row = await rowOf();
    const query = vi.spyOn(server.deps.database, "query");
    const log = openRequestLog(server.deps);
    for (let n = 0; n < 50; n += 1) log.add({ ...row, id: idOf(n) });
    log.add({ ...row, id: idOf(50), account_id: "f".repeat(24) });
    await log.close();
    expect(query.mock.calls.filter(([{ name }]) => name === "provider-requests-insert")).toHaveLength(1);
    expect(await list()).toHaveLength(50);
  });

  test("are written soon without a flush", async () => {
    const row = await rowOf();
    const log = openRequestLog(server.deps);
    log.add(row);
    await vi.waitFor(
      async () =>
        expect(await server.deps.db.selectFrom("provider_requests").select("id").execute()).toHaveLength(1),
      { timeout: 30_000 },
    );
    await log.close();
  });

  test("that cannot be stored do not cost the others", async () => {
    const row = await rowOf();
    const warn = vi.spyOn(server.deps.log, "warn");
    const log = openRequestLog(server.deps);
    for (let n = 0; n < 5; n += 1) log.add({ ...row, id: idOf(n), ...(n === 2 && { duration_ms: 2 ** 40 }) });
    await log.close();
    expect((await list()).map(({ _id }: { _id: string }) => _id)).toEqual([4, 3, 1, 0].map(idOf));
    expect(warn).toHaveBeenCalledWith(expect.anything(), "request.not-logged");
  });

  test("wait while the database is away, the oldest are dropped, and their number is logged", async () => {
    const row = await rowOf();
    const warn = vi.spyOn(server.deps.log, "warn");
    const { query } = server.deps.database;
    const away = vi.spyOn(server.deps.database, "query");
    away.mockRejectedValue(Object.assign(new Error("away"), { code: "57P01" }));
    const log = openRequestLog(server.deps);
    for (let n = 0; n < 5003; n += 1) log.add({ ...row, id: idOf(n) });
    await log.flush();
    away.mockImplementation(query);
    await log.close();
    const { rows } = await sql<{ least: string; count: number }>`
      select min(id) as least, count(*)::int as count from provider_requests
    `.execute(server.deps.db);
    expect(rows).toEqual([{ least: idOf(3), count: 5000 }]);
    expect(warn).toHaveBeenCalledWith({ requests: 3 }, "request.dropped");
  });

  test("are deleted with their account, and after the retention period", async () => {
    const row = await rowOf();
    const { deps } = server;
    const log = openRequestLog(deps);
    const oldId = `${(Date.now() - 31 * 86_400_000).toString(16).padStart(12, "0")}${"0".repeat(12)}`;
    log.add({ ...row, id: oldId });
    log.add({ ...row, slug: "kept" });
    await log.close();
    await deleteOld(deps, { old: [deleteOldRequests], leftOver: [] });
    expect(await list()).toMatchObject([{ slug: "kept" }]);
    const url = "/api/v2/public/linked-account/acme";
    expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBeLessThan(300);
    expect(await list()).toEqual([]);
  });
});
