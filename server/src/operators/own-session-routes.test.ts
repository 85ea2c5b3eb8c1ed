import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { createOperatorSession } from "../auth/sessions/operator-sessions.ts";

const SESSIONS = "/api/v2/public/operator-sessions";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("operators see where they are signed in, and end unfamiliar sessions", async () => {
  const { id, headers } = await signInOperator(server, "viewer");
  const { db, clock } = server.deps;
  const visitor = { address: "203.0.113.9", userAgent: "Strange\n\u0000 browser" };
  const token = await createOperatorSession(db, id, visitor, clock.now());
  await createOperatorSession(db, id, visitor, new Date(clock.now().getTime() - 15 * 86_400_000));
  const list = async () => (await server.request({ url: SESSIONS, headers })).body.docs;
  const [strange, own, ...ended] = await list();
  expect(strange).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    address: "203.0.113.9",
    user_agent: "Strange?? browser",
    is_current: false,
  });
  expect(own).toMatchObject({ address: "192.0.2.1", user_agent: "Test", is_current: true });
  expect(ended).toEqual([]);
  const other = await signInOperator(server, "owner");
  const end = (by: Record<string, string>, session: string) =>
    server.request({ method: "DELETE", url: `${SESSIONS}/${session}`, headers: by });
  expect((await end(other.headers, strange.id)).status).toBe(404);
  expect((await end(headers, strange.id)).status).toBe(200);
  const cookie = `junctor_session=${token}`;
  expect((await server.request({ url: SESSIONS, headers: { cookie } })).status).toBe(401);
  expect(await list()).toEqual([own]);
  expect((await end(headers, own.id)).headers["set-cookie"]).toMatch(/Max-Age=0/);
  expect((await server.request({ url: SESSIONS, headers })).status).toBe(401);
});

test("all other sessions of the operator end at once, those of other operators stay", async () => {
  const [{ id, headers }, other] = [
    await signInOperator(server, "viewer"),
    await signInOperator(server, "viewer"),
  ];
  const { db, clock } = server.deps;
  const visitor = { address: "203.0.113.9", userAgent: "Elsewhere" };
  const tokens = [
    await createOperatorSession(db, id, visitor, clock.now()),
    await createOperatorSession(db, id, visitor, clock.now()),
  ];
  const statuses = () =>
    Promise.all(
      [headers.cookie, ...tokens.map((token) => `junctor_session=${token}`), other.headers.cookie].map(
        async (cookie) => (await server.request({ url: SESSIONS, headers: { cookie } })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect((await server.request({ method: "DELETE", url: SESSIONS, headers })).status).toBe(200);
  expect(await statuses()).toEqual([200, 401, 401, 200]);
  // If no session ends, no process has to look up credentials again.
  let forgotten = 0;
  server.deps.credentials.onForget(() => {
    forgotten += 1;
  });
  expect((await server.request({ method: "DELETE", url: SESSIONS, headers })).status).toBe(200);
  expect(forgotten).toBe(0);
});

test("an operator has at most a hundred; the oldest end first", async () => {
  const { id, headers } = await signInOperator(server, "viewer");
  const { db, clock } = server.deps;
  const visitor = { address: "203.0.113.9", userAgent: "Program" };
  const later = new Date(clock.now().getTime() + 1000);
  for (let i = 0; i < 99; i++) await createOperatorSession(db, id, visitor, later);
  expect((await server.request({ url: SESSIONS, headers })).body.docs).toHaveLength(100);
  const token = await createOperatorSession(db, id, visitor, later);
  await server.deps.credentials.forget();
  expect((await server.request({ url: SESSIONS, headers })).status).toBe(401);
  const cookie = `junctor_session=${token}`;
  expect((await server.request({ url: SESSIONS, headers: { cookie } })).body.docs).toHaveLength(100);
});

test("a sign-in ends no session of other operators, however many there are", async () => {
  const others = await Promise.all(Array.from({ length: 101 }, () => signInOperator(server, "viewer")));
  await signInOperator(server, "viewer");
  await server.deps.credentials.forget();
  for (const { headers } of others)
    expect((await server.request({ url: SESSIONS, headers })).status).toBe(200);
});

test("keys and session tokens of customers have no operator sessions", async () => {
  const token = await server.account("customer");
  for (const credential of [{ key: server.testKey }, { token }])
    expect((await server.request({ url: SESSIONS, ...credential })).status).toBe(401);
});
