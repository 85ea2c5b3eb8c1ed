import { afterEach, describe, expect, test, vi } from "vitest";
import { type AnsweringServer, json, startAnsweringServer } from "../../test/answering-server.ts";
import { connectionCalls } from "../resources/connections.ts";
import { staleRevisionOf } from "../resources/workflows.ts";
import { JunctorError } from "./error.ts";
import { type ConnectionOptions, createSend, type Send } from "./http.ts";

const ACCOUNT = { account_id: "acme" };
const AWAY = json(503, { error_code: "UNAVAILABLE", message: "Try again.", request_id: "r1" });
const LIMITED = json(
  403,
  { error_code: "RATE_LIMIT_EXCEEDED", message: "Used up.", request_id: "r2" },
  { "retry-after": "1" },
);

let server: AnsweringServer;

async function start(
  answers: Parameters<typeof startAnsweringServer>[0],
  options: Partial<ConnectionOptions> = {},
): Promise<Send> {
  server = await startAnsweringServer(answers);
  return createSend({ baseUrl: `${server.baseUrl}/`, ...options }, () => ({ "x-api-key": "tk_secret" }));
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("The request succeeded."),
    (error: unknown) => error,
  );
}

const getAcme = (send: Send, options = {}) =>
  send("get", "/api/v2/public/linked-account/{id}", { path: { id: "acme" }, ...options });
const postToken = (send: Send, options = {}) =>
  send("post", "/api/v2/public/session-token", { body: { linked_account_id: "acme" }, ...options });

afterEach(() => server.close());

describe("a request", () => {
  test("sends credential, path, query and body", async () => {
    const send = await start([json(200, ACCOUNT)]);
    await send("get", "/api/v2/public/linked-account/{id}", { path: { id: "a/b@c d" } });
    await send("get", "/api/v2/public/linked-account", { query: { page: 2, limit: undefined } });
    await postToken(send);
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /api/v2/public/linked-account/a%2Fb%40c%20d",
      "GET /api/v2/public/linked-account?page=2",
      "POST /api/v2/public/session-token",
    ]);
    expect(server.asked[0]?.headers).toMatchObject({ "x-api-key": "tk_secret", accept: "application/json" });
    expect(server.asked[0]?.headers["content-type"]).toBeUndefined();
    expect(server.asked[2]).toMatchObject({
      body: '{"linked_account_id":"acme"}',
      headers: { "content-type": "application/json" },
    });
  });

  test.each(["", ".", ".."])("rejects the id %j, which would change the path", async (id) => {
    const send = await start([json(200, ACCOUNT)]);
    const error = await failure(send("delete", "/api/v2/public/linked-account/{id}", { path: { id } }));
    expect(error).toBeInstanceOf(TypeError);
    expect(server.asked).toEqual([]);
  });

  test("rejects an invalid base address at once", async () => {
    await start([]);
    for (const baseUrl of ["", "junctor.example.com", "javascript:alert(1)"])
      expect(() => createSend({ baseUrl }, () => ({}))).toThrow(/baseUrl must be an http/);
  });

  test("uses the given fetch", async () => {
    const urls: string[] = [];
    const send = await start([json(200, ACCOUNT)], {
      fetch: async (url, init) => {
        urls.push(String(url));
        return fetch(url, init);
      },
    });
    expect(await getAcme(send)).toEqual(ACCOUNT);
    expect(urls).toEqual([`${server.baseUrl}/api/v2/public/linked-account/acme`]);
  });
});

describe("an error", () => {
  test("has the server's status, code, message and request id", async () => {
    const send = await start([
      json(404, { error_code: "RESOURCE_NOT_FOUND", message: "Linked account not found", request_id: "r7" }),
    ]);
    const error = await failure(getAcme(send));
    expect(error).toBeInstanceOf(JunctorError);
    expect(error).toMatchObject({
      name: "JunctorError",
      status: 404,
      code: "RESOURCE_NOT_FOUND",
      message: "Linked account not found",
      requestId: "r7",
    });
    expect(server.asked).toHaveLength(1);
  });

  test("lists the invalid fields", async () => {
    const errors = [{ field: "name", message: "name is required." }];
    const send = await start([json(400, { error_code: "MISSING_REQUIRED_FIELD", message: "…", errors })]);
    expect(await failure(getAcme(send))).toMatchObject({ errors });
    const strange = await start([json(400, { message: "…", errors: ["name", { field: 1 }] })]);
    expect(await failure(getAcme(strange))).toMatchObject({ errors: [] });
  });

  test("is UNEXPECTED_REPLY for a proxy's HTML page", async () => {
    const page = (status: number) => (response: import("node:http").ServerResponse) =>
      void response.writeHead(status, { "x-request-id": "p1" }).end("<h1>Gateway</h1>");
    const send = await start([page(502), page(200)]);
    expect(await failure(getAcme(send))).toMatchObject({
      status: 502,
      code: "UNEXPECTED_REPLY",
      message: "The server responded with 502 Bad Gateway.",
      requestId: "p1",
    });
    expect(await failure(getAcme(send))).toMatchObject({ status: 200, code: "UNEXPECTED_REPLY" });
  });

  test("is TIMEOUT when no reply comes in time", async () => {
    const send = await start([() => {}], { timeoutMs: 50, retries: 0 });
    expect(await failure(getAcme(send))).toMatchObject({ status: 0, code: "TIMEOUT" });
  });

  test("is NETWORK_ERROR when nothing listens on the port", async () => {
    const send = await start([], { retries: 0 });
    await server.close();
    expect(await failure(getAcme(send))).toMatchObject({ status: 0, code: "NETWORK_ERROR" });
  });

  test("is the signal's reason when the caller aborts", async () => {
    const send = await start([() => {}]);
    const controller = new AbortController();
    const work = failure(getAcme(send, { signal: controller.signal }));
    const reason = new Error("The page was left.");
    controller.abort(reason);
    expect(await work).toBe(reason);
  });
});

describe("a retry", () => {
  test("follows a 503 if the request may be repeated", async () => {
    const send = await start([AWAY, json(200, ACCOUNT)]);
    expect(await getAcme(send)).toEqual(ACCOUNT);
    expect(server.asked).toHaveLength(2);
  });

  test("follows a broken connection", async () => {
    const send = await start([(response) => void response.destroy(), json(200, ACCOUNT)]);
    expect(await getAcme(send)).toEqual(ACCOUNT);
  });

  test("waits as long as the server says", async () => {
    const away = json(503, { error_code: "UNAVAILABLE", message: "Try again." }, { "retry-after": "5" });
    const send = await start([away]);
    const waits = vi.spyOn(globalThis, "setTimeout");
    const controller = new AbortController();
    const work = failure(getAcme(send, { signal: controller.signal }));
    await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(expect.any(Function), 5000));
    controller.abort(new Error("Left."));
    expect(await work).toMatchObject({ message: "Left." });
    waits.mockRestore();
  });

  test("follows a reply that did not come in time", async () => {
    const send = await start([() => {}, json(200, ACCOUNT)], { timeoutMs: 250, retries: 9 });
    expect(await getAcme(send)).toEqual(ACCOUNT);
  });

  test("does not follow a POST, except with an idempotency key", async () => {
    const send = await start([AWAY, AWAY, json(200, { token: "t", expires_in: 1 })]);
    expect(await failure(postToken(send))).toMatchObject({ status: 503, requestId: "r1" });
    expect(server.asked).toHaveLength(1);
    expect(await postToken(send, { headers: { "idempotency-key": "k1" } })).toMatchObject({ token: "t" });
    expect(server.asked.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, "k1", "k1"]);
  });

  test("does not follow tokens from another system, which may work only once", async () => {
    const send = await start([AWAY, json(200, { success: true, message: "Stored." })]);
    const tokens = { slug: "hubspot", auth_object: { refresh_token: "once" } };
    const migrating = connectionCalls(send).migrateToken(tokens, { linkedAccountId: "acme" });
    expect(await failure(migrating)).toMatchObject({ status: 503 });
    expect(server.asked).toHaveLength(1);
  });

  test("ends with the last attempt's error", async () => {
    const send = await start([AWAY], { retries: 1 });
    expect(await failure(getAcme(send))).toMatchObject({ status: 503 });
    expect(server.asked).toHaveLength(2);
  });

  test("follows the rate limit only when enabled", async () => {
    const send = await start([LIMITED, LIMITED, json(200, ACCOUNT)]);
    expect(await failure(getAcme(send))).toMatchObject({
      status: 403,
      code: "RATE_LIMIT_EXCEEDED",
      retryAfterS: 1,
    });
    const patient = createSend({ baseUrl: server.baseUrl, retryRateLimit: true }, () => ({}));
    const before = Date.now();
    expect(await getAcme(patient)).toEqual(ACCOUNT);
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  });
});

test("only a change that was refused for its revision has details of one", () => {
  const details = {
    status: 409,
    message: "Changed since.",
    errors: [{ field: "base_revision", message: "2" }],
  };
  expect(staleRevisionOf(new JunctorError({ ...details, code: "STALE_REVISION" }))).toBe(details.errors[0]);
  expect(staleRevisionOf(new JunctorError({ ...details, code: "CONFLICT" }))).toBeUndefined();
  expect(staleRevisionOf(new Error("STALE_REVISION"))).toBeUndefined();
});
