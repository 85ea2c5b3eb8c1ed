import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const URL = "/api/v2/public/linked-account";

test("POST 400: an account that exists is not created again", async () => {
  const create = () =>
    server.request({ method: "POST", url: URL, key: server.testKey, body: { linked_account_id: "twice" } });
  expect((await create()).status).toBe(200);
  expect(await create()).toMatchObject({ status: 400, body: { error_code: "INVALID_LINKED_ACCOUNT_ID" } });
});

describe("PUT /api/v2/public/linked-account (spec 4.3)", () => {
  test("200: creates the account, with the fields of spec 2.3", async () => {
    const body = {
      linked_account_id: "acme",
      name: "Acme",
      udf: { plan: "pro", seats: 12, trial: false, note: null },
    };
    const reply = await server.request({ method: "PUT", url: URL, key: server.testKey, body });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.body).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      associated_org: server.orgId,
      account_id: "acme",
      environment: "test",
      name: "Acme",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      __v: 0,
    });
    expect(
      reply.body.udf.map((field: { key_name: string; key_value: unknown }) => [
        field.key_name,
        field.key_value,
      ]),
    ).toEqual([
      ["plan", "pro"],
      ["seats", 12],
      ["trial", false],
      ["note", null],
    ]);
  });

  test("200: changes the account in the body, whatever account the header or the query names", async () => {
    const body = { linked_account_id: "in-the-body", name: "Body" };
    for (const other of [
      { url: URL, account: "unknown" },
      { url: `${URL}?linked_account_id=unknown` },
      { url: URL, account: "beta" },
    ]) {
      const reply = await server.request({ ...other, method: "PUT", key: server.testKey, body });
      expect([reply.status, reply.body.account_id]).toEqual([200, "in-the-body"]);
    }
    const none = await server.request({ url: `${URL}/unknown`, key: server.testKey });
    expect(none.status).toBe(404);
  });

  test("200: updates the account: sets the given fields, keeps the others and the ids of user fields, increments __v", async () => {
    const first = await server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: { linked_account_id: "beta", name: "Beta", udf: { a: 1, b: 2 } },
    });
    const second = await server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: { linked_account_id: "beta", udf: { b: 3, c: 4 } },
    });
    expect(second.body).toMatchObject({
      _id: first.body._id,
      name: "Beta",
      createdAt: first.body.createdAt,
      __v: 1,
    });
    expect(second.body.udf).toMatchObject([
      { key_name: "a", key_value: 1, _id: first.body.udf[0]._id },
      { key_name: "b", key_value: 3, _id: first.body.udf[1]._id, createdAt: first.body.udf[1].createdAt },
      { key_name: "c", key_value: 4 },
    ]);
  });

  test("200: says whether it created the account", async () => {
    const put = () =>
      server.request({ method: "PUT", url: URL, key: server.testKey, body: { linked_account_id: "fresh" } });
    expect((await put()).body.new_account).toBe(true);
    expect((await put()).body.new_account).toBe(false);
  });

  test("200: fields may be nested under payload, which takes precedence; with a session token too", async () => {
    const put = (body: object, who: { token?: string; key?: string }) =>
      server.request({ method: "PUT", url: URL, ...who, body });
    const outer = { linked_account_id: "outer", name: "Outer" };
    const byKey = await put(
      { ...outer, payload: { linked_account_id: "inner", name: "Inner" } },
      { key: server.testKey },
    );
    expect(byKey.body).toMatchObject({ account_id: "inner", name: "Inner", new_account: true });
    const token = await server.account("nested");
    const bySession = await put({ payload: { name: "Nested", udf: { a: 1 } } }, { token });
    expect(bySession.body).toMatchObject({
      account_id: "nested",
      name: "Nested",
      new_account: false,
      udf: [{ key_name: "a", key_value: 1 }],
    });
  });

  test("200: only a name from the organization is one that pages may show as the customer's", async () => {
    const put = (body: object, who: { token?: string; key?: string }) =>
      server.request({ method: "PUT", url: URL, body, ...who });
    await put({ linked_account_id: "titled", name: "Titled" }, { key: server.testKey });
    const token = await server.account("titled");
    expect((await put({ name: "Your bank" }, { token })).body.name).toBe("Your bank");
    const rows = server.deps.db.selectFrom("linked_accounts").select("vouched_name");
    expect(await rows.where("account_id", "=", "titled").execute()).toEqual([{ vouched_name: "Titled" }]);
  });

  test("200: a session token always upserts its own account, whatever the body says", async () => {
    const token = await server.account("gamma");
    const reply = await server.request({
      method: "PUT",
      url: URL,
      token,
      body: { linked_account_id: "acme", name: "Gamma" },
    });
    expect(reply.body).toMatchObject({ account_id: "gamma", name: "Gamma" });
  });

  test("400: an empty your_app, and nothing is stored", async () => {
    const reply = await server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: { linked_account_id: "empty", your_app: {} },
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { status_code: 400, http_error_type: "BAD_REQUEST", error_code: "SERVER_ERROR" },
    });
    expect((await server.request({ url: `${URL}/empty`, key: server.testKey })).status).toBe(404);
  });

  test("200: credentials of your_app are encrypted and never returned", async () => {
    const your_app = { app_id: "own", auth_credentials: { secret: "very-secret-value" } };
    const reply = await server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: { linked_account_id: "with-app", your_app },
    });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain("very-secret-value");
    const row = await server.deps.db
      .selectFrom("linked_accounts")
      .select("your_app")
      .where("account_id", "=", "with-app")
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.your_app ?? []).toString("latin1")).not.toContain("very-secret-value");
  });

  test.each([
    ["no id", {}],
    ["an id of the wrong type", { linked_account_id: 5 }],
    ["an empty id", { linked_account_id: "" }],
    ["an id of blanks", { linked_account_id: "  " }],
    ["an id with a line break", { linked_account_id: "a\nb" }],
    ["a nested user field", { linked_account_id: "bad", udf: { a: { b: 1 } } }],
    ["a list body", []],
    ["invalid JSON", "{"],
    ["a NUL character", '{"linked_account_id":"bad","name":"a\\u0000b"}'],
    ["half a surrogate pair", '{"linked_account_id":"bad","name":"\\ud800"}'],
    ["a prototype key", '{"linked_account_id":"bad","udf":{"__proto__":1}}'],
    ["no body", undefined],
  ])("400: %s", async (_name, body) => {
    const reply = await server.request({ method: "PUT", url: URL, key: server.testKey, body });
    expect(reply).toMatchObject({
      status: 400,
      body: { status_code: 400, request_id: expect.any(String), message: expect.any(String) },
    });
  });

  test("401: without a credential, with a wrong one", async () => {
    expect((await server.request({ method: "PUT", url: URL, body: { linked_account_id: "x" } })).status).toBe(
      401,
    );
    expect(await server.request({ method: "PUT", url: URL, key: "tk_wrong", body: {} })).toMatchObject({
      status: 401,
      body: { message: "Invalid Credentials" },
    });
  });

  test("413 and 415: a body that is too large, or not JSON", async () => {
    const large = { linked_account_id: "large", name: "x".repeat(1024 * 1024) };
    expect(await server.request({ method: "PUT", url: URL, key: server.testKey, body: large })).toMatchObject(
      { status: 413, body: { error_code: "PAYLOAD_TOO_LARGE" } },
    );
    const text = await server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: "a=1",
      headers: { "content-type": "text/plain" },
    });
    expect(text).toMatchObject({ status: 415, body: { error_code: "UNSUPPORTED_MEDIA_TYPE" } });
  });
});

test("400: an account has at most 200 user-defined fields, counted over all requests, and nothing is stored", async () => {
  const put = (udf: object) =>
    server.request({
      method: "PUT",
      url: URL,
      key: server.testKey,
      body: { linked_account_id: "many-fields", name: Object.keys(udf)[0], udf },
    });
  const names = Array.from({ length: 201 }, (_, index) => [`field-${index}`, index]);
  expect((await put(Object.fromEntries(names))).status).toBe(400);
  expect((await put(Object.fromEntries(names.slice(0, 200)))).status).toBe(200);
  const reply = await put({ "field-200": 1 });
  expect(reply).toMatchObject({
    status: 400,
    body: { message: "udf: a linked account has at most 200 user-defined fields." },
  });
  expect((await put({ "field-199": 1 })).body.udf).toHaveLength(200);
});

describe("reading and deleting linked accounts", () => {
  test("200: lists the newest first in the page envelope of spec 2.6", async () => {
    const { testKey } = await server.organization();
    for (const id of ["one", "two", "three"]) await server.account(id, testKey);
    const reply = await server.request({ url: `${URL}?limit=2`, key: testKey });
    expect(reply.body.docs.map((account: { account_id: string }) => account.account_id)).toEqual([
      "three",
      "two",
    ]);
    expect(reply.body).toMatchObject({
      totalDocs: 3,
      limit: 2,
      totalPages: 2,
      page: 1,
      pagingCounter: 1,
      hasPrevPage: false,
      hasNextPage: true,
      prevPage: null,
      nextPage: 2,
    });
  });

  test("400 for a bad page; a limit above 100 is treated as 100", async () => {
    for (const query of ["page=0", "page=-1", "limit=abc", "limit=0"]) {
      expect((await server.request({ url: `${URL}?${query}`, key: server.testKey })).status).toBe(400);
    }
    expect((await server.request({ url: `${URL}?limit=1000000000`, key: server.testKey })).body.limit).toBe(
      100,
    );
  });

  test("404: an account is not visible to the other environment and other organizations", async () => {
    await server.account("mine");
    const other = await server.organization();
    const missing = await server.request({ url: `${URL}/unknown`, key: server.testKey });
    for (const key of [server.productionKey, other.testKey]) {
      const reply = await server.request({ url: `${URL}/mine`, key });
      expect({ ...reply.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
    }
  });

  test("200: a deleted account and its token stop working at once", async () => {
    const token = await server.account("leaving@example.com");
    expect((await server.request({ url: `${URL}/leaving%40example.com`, token })).status).toBe(200);
    const reply = await server.request({
      method: "DELETE",
      url: `${URL}/leaving@example.com`,
      key: server.testKey,
    });
    expect(reply).toMatchObject({ status: 200, body: { message: "User deleted successfully" } });
    expect((await server.request({ url: `${URL}/leaving@example.com`, token })).status).toBe(401);
    expect(
      (await server.request({ method: "DELETE", url: `${URL}/leaving@example.com`, key: server.testKey }))
        .status,
    ).toBe(404);
  });

  test("401: a session token may not list, create or delete accounts", async () => {
    const token = await server.account("reader");
    expect((await server.request({ url: URL, token })).status).toBe(401);
    expect((await server.request({ method: "DELETE", url: `${URL}/reader`, token })).status).toBe(401);
  });
});

test("a non-ASCII id is found by header, query, path and body alike", async () => {
  const id = "Zoë@x.example";
  await server.account(id);
  const url = "/api/v2/public/execution";
  // Clients send the bytes of the UTF-8 text.
  const header = Buffer.from(id, "utf8").toString("latin1");
  expect(
    (await server.request({ url, key: server.testKey, headers: { linked_account_id: header } })).status,
  ).toBe(200);
  expect(
    (await server.request({ url: `${url}?linked_account_id=${encodeURIComponent(id)}`, key: server.testKey }))
      .status,
  ).toBe(200);
  expect(
    (await server.request({ url: `${URL}/${encodeURIComponent(id)}`, key: server.testKey })).body.account_id,
  ).toBe(id);
});

test("200: a browser reads its token's account with its connections", async () => {
  const token = await server.account("active");
  const url = "/api/v2/public/session/active-linked-account";
  const reply = await server.request({ url, token, account: "acme" });
  expect(reply).toMatchObject({ status: 200, body: { account_id: "active", integrations: [] } });
  expect(reply.body).toEqual((await server.request({ url: `${URL}/active`, token })).body);
  expect((await server.request({ url, key: server.testKey, account: "active" })).status).toBe(401);
});
