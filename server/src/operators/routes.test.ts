import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestRequest, type TestServer } from "../../test/test-server.ts";

const OPERATORS = "/api/v2/public/operators";
const SESSION = "/api/v2/public/operator-session";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const byKey = (request: TestRequest) => server.request({ key: server.productionKey, ...request });
const invite = (body: object) => byKey({ method: "POST", url: OPERATORS, body });
const change = (id: string, body: object) => byKey({ method: "PUT", url: `${OPERATORS}/${id}`, body });
const remove = (id: string) => byKey({ method: "DELETE", url: `${OPERATORS}/${id}` });
const who = (cookie: string) => server.request({ url: SESSION, headers: { cookie } });

test("an invitation is a link that signs its operator in", async () => {
  const { status, body } = await invite({
    email: "Linus@Example.com",
    name: "Linus",
    roles: { test: "developer" },
  });
  expect(status).toBe(200);
  expect(body.operator).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    email: "linus@example.com",
    email_proved: false,
    name: "Linus",
    roles: { test: "developer", production: null },
    has_password: false,
    has_totp: false,
    last_sign_in_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    keys: [],
  });
  expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/sign-in#[\w-]{43}$/);
  const token = body.link.split("#")[1];
  const reply = await server.request({ method: "POST", url: `${SESSION}/link`, body: { token } });
  expect(reply).toMatchObject({ status: 200, body: { operator: { id: body.operator.id } } });
  const listed = await byKey({ url: `${OPERATORS}?limit=100` });
  expect(listed.body.docs).toContainEqual({
    ...body.operator,
    email_proved: true,
    last_sign_in_at: expect.any(String),
  });
});

test("409 for an address in use; 400 for an invalid address or role", async () => {
  await invite({ email: "twice@example.com", roles: {} });
  expect((await invite({ email: "TWICE@example.com", roles: {} })).body).toMatchObject({
    status_code: 409,
    message: "An operator with this email address already exists.",
  });
  for (const bad of [
    { email: "nobody", roles: {} },
    { email: "a@b.example" },
    { email: "a@b.example", roles: { test: "admin" } },
  ])
    expect((await invite(bad)).status, JSON.stringify(bad)).toBe(400);
});

test("a role change applies at once", async () => {
  const { id, headers } = await signInOperator(server, "developer");
  const list = () => server.request({ url: OPERATORS, headers });
  expect((await list()).status).toBe(200);
  const changed = await change(id, { name: "Renamed", roles: { test: "support" } });
  expect(changed.body).toMatchObject({
    name: "Renamed",
    roles: { test: "support", production: "developer" },
  });
  expect((await list()).status).toBe(403);
  await change(id, { roles: { test: null } });
  expect((await server.request({ url: "/api/v2/public/organization", headers })).status).toBe(403);
});

test("an operator who is removed, or gets a new link, is signed out at once", async () => {
  const [leaver, locked] = [await signInOperator(server, "viewer"), await signInOperator(server, "viewer")];
  const password = "a long enough password";
  await server.request({
    method: "PUT",
    url: `${SESSION}/password`,
    headers: locked.headers,
    body: { password },
  });
  expect((await remove(leaver.id)).status).toBe(200);
  expect((await who(leaver.cookie)).status).toBe(401);
  expect((await remove(leaver.id)).status).toBe(404);
  const { body } = await byKey({ method: "POST", url: `${OPERATORS}/${locked.id}/link` });
  expect((await who(locked.cookie)).status).toBe(401);
  const signIn = { method: "POST", url: SESSION, body: { email: locked.email, password } } as const;
  expect((await server.request(signIn)).status).toBe(401);
  const token = body.link.split("#")[1];
  const back = await server.request({ method: "POST", url: `${SESSION}/link`, body: { token } });
  expect(back.body.operator).toMatchObject({ id: locked.id, has_password: false });
});

describe("keys that an operator created", () => {
  const ask = (key: string) => server.request({ url: "/api/v2/public/organization", key });

  /** An operator with a key for each environment, one of which has created another key, and a session token. */
  async function operatorWithKeys() {
    const operator = await signInOperator(server, "developer");
    const make = async (name: string, by: Partial<TestRequest>) =>
      (
        await server.request({
          method: "POST",
          url: "/api/v2/public/api-keys",
          body: { name, role: "developer" },
          ...by,
        })
      ).body.key as string;
    const inTest = { ...operator.headers, "x-junctor-environment": "test" };
    const inProduction = { ...operator.headers, "x-junctor-environment": "production" };
    const ci = await make("CI", { headers: inTest });
    const backend = await make("Backend", { headers: inProduction });
    const made = await make("Made by CI", { key: ci });
    await make("Revoked", { headers: inTest });
    const keys = server.deps.db.updateTable("api_keys").set({ revoked_at: server.deps.clock.now() });
    await keys.where("name", "=", "Revoked").execute();
    await server.request({
      method: "PUT",
      url: "/api/v2/public/linked-account",
      key: server.testKey,
      body: { linked_account_id: "acme" },
    });
    const { body } = await server.request({
      method: "POST",
      url: "/api/v2/public/session-token",
      headers: inTest,
      body: { linked_account_id: "acme" },
    });
    return { ...operator, keys: [ci, backend, made], token: body.token as string };
  }
  const names = [
    { name: "CI", environment: "test", role: "developer" },
    { name: "Backend", environment: "production" },
    { name: "Made by CI", environment: "test" },
  ];

  test("are listed with the operator, and survive the removal unless they are deleted with it", async () => {
    const { id, keys } = await operatorWithKeys();
    const { body } = await byKey({ url: `${OPERATORS}?limit=100` });
    const shown = body.docs.find((one: { id: string }) => one.id === id);
    expect(shown.keys).toMatchObject(names);
    expect(JSON.stringify(shown)).not.toContain(keys[0]);
    expect((await remove(id)).body).toMatchObject({ keys: names, keys_deleted: false });
    for (const key of keys) expect((await ask(key)).status).toBe(200);
  });

  test("are revoked at once with delete_keys; a refused removal revokes none", async () => {
    const { id, keys } = await operatorWithKeys();
    const path = `${OPERATORS}/${id}?delete_keys=true`;
    const refused = await byKey({ method: "DELETE", url: path, key: server.testKey });
    expect(refused.status).toBe(403);
    expect((await byKey({ method: "DELETE", url: `${path}x` })).status).toBe(400);
    for (const key of keys) expect((await ask(key)).status).toBe(200);
    const removed = await byKey({ method: "DELETE", url: path });
    expect(removed).toMatchObject({ status: 200, body: { keys: names, keys_deleted: true } });
    for (const key of keys) expect((await ask(key)).status).toBe(401);
  });

  test("session tokens issued by the operator end with the operator", async () => {
    const { id, token } = await operatorWithKeys();
    const list = () =>
      server.request({ url: "/api/v2/public/configs", headers: { authorization: `Bearer ${token}` } });
    expect((await list()).status).toBe(200);
    await remove(id);
    expect((await list()).status).toBe(401);
  });
});

test("production keeps at least one owner", async () => {
  const other = await startTestServer();
  const [first, second] = [await signInOperator(other, "owner"), await signInOperator(other, "owner")];
  // Owners of another organization do not count.
  const { orgId } = await other.organization();
  for (let i = 0; i < 2; i++) await signInOperator({ ...other, orgId }, "owner");
  const send = (method: "PUT" | "DELETE", id: string, body?: object) =>
    other.request({ method, url: `${OPERATORS}/${id}`, key: other.productionKey, body });
  const ends = await Promise.all([
    send("DELETE", first.id),
    send("PUT", second.id, { roles: { production: "developer" } }),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { body } = await other.request({ url: OPERATORS, key: other.productionKey });
  const [owner] = body.docs.filter(
    (one: { roles: object }) => "production" in one.roles && one.roles.production === "owner",
  );
  expect(await send("DELETE", owner.id)).toMatchObject({
    status: 409,
    body: { message: "This is the last owner of production: make another operator owner first." },
  });
  expect((await send("PUT", owner.id, { roles: { production: null } })).status).toBe(409);
  expect((await send("PUT", owner.id, { roles: { test: null }, name: "Still owner" })).status).toBe(200);
  await other.close();
});

test("only owners of production can invite: test keys and operators without that role cannot", async () => {
  const { id } = await signInOperator(server, "viewer");
  const { headers: inTest } = await signInOperator(server, "owner", "test");
  const { headers: developer } = await signInOperator(server, "developer", "production");
  const { headers: owner } = await signInOperator(server, "owner", "production");
  const acts: TestRequest[] = [
    { method: "POST", url: OPERATORS, body: { email: "new@example.com", roles: { test: "owner" } } },
    { method: "PUT", url: `${OPERATORS}/${id}`, body: { roles: { test: "owner" } } },
    { method: "POST", url: `${OPERATORS}/${id}/link` },
    { method: "DELETE", url: `${OPERATORS}/${id}` },
  ];
  for (const act of acts) {
    const refused = [
      await server.request({ ...act, key: server.testKey }),
      await server.request({ ...act, headers: inTest }),
      await server.request({ ...act, headers: developer }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error_code])).toEqual([
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
      [403, "ROLE_TOO_LOW"],
    ]);
  }
  for (const act of acts)
    expect((await server.request({ ...act, headers: owner })).status, act.method).toBe(200);
});

test("operators of another organization do not exist", async () => {
  const stranger = await server.organization();
  const { id, email } = await signInOperator(server, "viewer");
  const key = stranger.productionKey;
  for (const request of [
    { method: "PUT", url: `${OPERATORS}/${id}`, body: {} },
    { method: "DELETE", url: `${OPERATORS}/${id}` },
    { method: "POST", url: `${OPERATORS}/${id}/link` },
  ] as const)
    expect((await server.request({ ...request, key })).status).toBe(404);
  expect((await server.request({ url: OPERATORS, key })).body.totalDocs).toBe(0);
  expect(email).toContain("@");
});
