import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { createLog } from "../platform/log.ts";
import { createFirstLink, createSignInLink } from "./links.ts";
import { createPasswordHasher } from "./passwords.ts";
import { signInByPassword } from "./sign-in.ts";
import { findOperatorByEmail } from "./store.ts";

const SESSION = "/api/v2/public/operator-session";
const OPERATORS = "/api/v2/public/operators";
const PASSWORD = "a long enough password";
const DAY_MS = 86_400_000;

let server: TestServer;
let logged = "";
let nowMs = Date.now();
beforeAll(async () => {
  const log = createLog("debug", {
    write: (line) => {
      logged += line;
    },
  });
  server = await startTestServer({}, { log, clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

let visitors = 0;
/** Each request has its own address, so that no test throttles another. */
function post(url: string, body: object, headers: Record<string, string> = {}): Promise<TestReply> {
  visitors += 1;
  const from = { "x-forwarded-for": `203.0.113.${visitors % 250}` };
  return server.request({ method: "POST", url, body, headers: { ...from, ...headers } });
}
const signIn = (email: string, password: string) => post(SESSION, { email, password });
const signInByLink = (body: object, headers = {}) => post(`${SESSION}/link`, body, headers);
const checkLink = (token: string | undefined, headers = {}) =>
  post(`${SESSION}/link/check`, { token }, headers);
const cookieOf = ({ headers }: TestReply) => String(headers["set-cookie"]).split(";")[0] ?? "";
const whoIs = (cookie: string) => server.request({ url: SESSION, headers: { cookie } });

async function operatorWithPassword(role: "owner" | "viewer" = "viewer") {
  const operator = await signInOperator(server, role);
  const set = { method: "PUT", url: `${SESSION}/password`, body: { password: PASSWORD } } as const;
  expect((await server.request({ ...set, headers: operator.headers })).status).toBe(200);
  return operator;
}
const linkOf = (operatorId: string | null, test = server) =>
  test.deps.queue.transaction((tx) =>
    createSignInLink(tx, { orgId: test.orgId, operatorId }, new Date(nowMs)),
  );

test("the first link creates the owner of both environments, once; a start without an owner replaces it", async () => {
  const fresh = await startTestServer();
  const first = (body: object) => fresh.request({ method: "POST", url: `${SESSION}/link`, body });
  const old = await createFirstLink(fresh.deps);
  const token = await createFirstLink(fresh.deps);
  const checked = await fresh.request({ method: "POST", url: `${SESSION}/link/check`, body: { token } });
  expect(checked.body).toMatchObject({ operator: null });
  expect(await first({ token: old, email: "a@example.com" })).toMatchObject({
    status: 401,
    body: { error_code: "LINK_USED", message: expect.stringContaining("was already used or has expired") },
  });
  expect(await first({ token })).toMatchObject({
    status: 400,
    body: { error_code: "MISSING_REQUIRED_FIELD" },
  });
  // A rejected attempt does not use up the link.
  const reply = await first({ token, email: " Ada@Example.com".trim(), name: "Ada", password: PASSWORD });
  expect(reply).toMatchObject({
    status: 200,
    body: {
      operator: { email: "ada@example.com", name: "Ada", has_password: true, has_totp: false },
      organization: { id: fresh.orgId, name: "Test organization" },
      roles: { test: "owner", production: "owner" },
    },
  });
  const cookie = cookieOf(reply);
  expect((await fresh.request({ url: SESSION, headers: { cookie } })).body).toEqual(reply.body);
  expect((await first({ token, email: "b@example.com" })).body.error_code).toBe("LINK_USED");
  expect(await createFirstLink(fresh.deps)).toBeUndefined();
  await fresh.close();
});

test("the first link works beside operators of whom none owns production", async () => {
  const fresh = await startTestServer();
  const { email: taken } = await signInOperator(fresh, "developer");
  const token = await createFirstLink(fresh.deps);
  const first = (email: string) =>
    fresh.request({ method: "POST", url: `${SESSION}/link`, body: { token, email } });
  expect((await first(taken)).status).toBe(409);
  const reply = await first("owner@example.com");
  expect(reply).toMatchObject({ status: 200, body: { roles: { test: "owner", production: "owner" } } });
  expect(await createFirstLink(fresh.deps)).toBeUndefined();
  await fresh.close();
});

test("the first link expires as soon as there is an owner", async () => {
  const fresh = await startTestServer();
  const token = await createFirstLink(fresh.deps);
  await signInOperator(fresh, "owner");
  const reply = await fresh.request({
    method: "POST",
    url: `${SESSION}/link`,
    body: { token, email: "late@example.com" },
  });
  expect([reply.status, reply.body.error_code]).toEqual([401, "LINK_USED"]);
  await fresh.close();
});

test("a password signs in, ignoring the case of the address, with a cookie that scripts cannot read", async () => {
  const { email, id } = await operatorWithPassword("owner");
  const reply = await signIn(email.toUpperCase(), PASSWORD);
  expect(reply).toMatchObject({ status: 200, body: { operator: { id, email, has_password: true } } });
  expect([reply.headers["set-cookie"]].flat()[0]).toMatch(
    /^junctor_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
  );
  expect((await whoIs(cookieOf(reply))).body).toEqual(reply.body);
});

test("over https the cookie is secure and bound to the host", async () => {
  const secure = await startTestServer({ publicUrl: "https://junctor.example" });
  const token = await createFirstLink(secure.deps);
  const body = { token, email: "a@example.com" };
  const reply = await secure.request({ method: "POST", url: `${SESSION}/link`, body });
  expect(reply.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Host-junctor_session=.*; Path=\/; .*; Secure$/),
    expect.stringMatching(/^__Host-junctor_browser=.*; Path=\/; .*; Secure$/),
  ]);
  await secure.close();
});

test("a wrong password, an unknown address and an operator without a password get the same answer", async () => {
  const { email } = await operatorWithPassword();
  const invited = await signInOperator(server, "viewer");
  const replies = [
    await signIn(email, `${PASSWORD}!`),
    await signIn("nobody@example.com", PASSWORD),
    await signIn(invited.email, PASSWORD),
    await signIn(invited.email, ""),
  ].map(({ status, body, headers }) => ({
    status,
    body: { ...body, request_id: "" },
    cookie: headers["set-cookie"],
  }));
  expect(replies[0]).toMatchObject({
    status: 401,
    cookie: undefined,
    body: { error_code: "INVALID_SIGN_IN" },
  });
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
});

test("an operator's link signs in once within 7 days, and may set name and password", async () => {
  const { id, email } = await signInOperator(server, "support");
  const late = await linkOf(id);
  nowMs += 7 * DAY_MS;
  expect((await signInByLink({ token: late })).body.error_code).toBe("LINK_USED");
  const bare = await linkOf(id);
  nowMs += 7 * DAY_MS - 1;
  expect((await signInByLink({ token: bare })).body.operator).toMatchObject({ has_password: false });
  const [ended, token] = [await linkOf(id), await linkOf(id)];
  expect((await signInByLink({ token: ended })).status).toBe(401);
  const short = await signInByLink({ token, password: "too short" });
  expect([short.status, short.body.error_code]).toEqual([400, "VALIDATION_ERROR"]);
  const reply = await signInByLink({ token, name: "Grace", password: PASSWORD, email: "else@example.com" });
  expect(reply.body.operator).toEqual({ id, email, name: "Grace", has_password: true, has_totp: false });
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  for (const wrong of [token, "", "x".repeat(43)])
    expect((await signInByLink({ token: wrong })).body.error_code).toBe("LINK_USED");
});

test("a link shows whom it signs in without being used up, until it expires", async () => {
  const { id, email } = await signInOperator(server, "support");
  const token = await linkOf(id);
  const expires_at = new Date(nowMs + 7 * DAY_MS).toISOString();
  for (const _ of [1, 2])
    expect(await checkLink(token)).toMatchObject({
      status: 200,
      body: {
        organization: { id: server.orgId, name: "Test organization" },
        operator: { email, name: null, has_password: false },
        expires_at,
      },
      headers: { "cache-control": "no-store" },
    });
  await signInByLink({ token });
  for (const wrong of [token, "", "x".repeat(43)])
    expect(await checkLink(wrong)).toMatchObject({ status: 401, body: { error_code: "LINK_USED" } });
  const ended = await linkOf(id);
  nowMs += 7 * DAY_MS;
  expect((await checkLink(ended)).status).toBe(401);
  // An earlier start, without operators, printed this link; now there are some.
  expect((await checkLink(await linkOf(null))).status).toBe(401);
});

test("a link used twice concurrently signs in once", async () => {
  const { id } = await signInOperator(server, "support");
  const token = await linkOf(id);
  const replies = await Promise.all([1, 2, 3].map(() => signInByLink({ token })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

test("each sign-in starts a new session and ends the browser's previous one", async () => {
  const { email, cookie } = await operatorWithPassword();
  const planted = await post(SESSION, { email, password: PASSWORD }, { cookie });
  expect(cookieOf(planted)).not.toBe(cookie);
  expect([(await whoIs(cookie)).status, (await whoIs(cookieOf(planted))).status]).toEqual([401, 200]);
  const chosen = await post(SESSION, { email, password: PASSWORD }, { cookie: "junctor_session=chosen" });
  expect(cookieOf(chosen)).not.toContain("chosen");
});

test("signing out ends the session at once and deletes the cookie", async () => {
  const { headers, cookie } = await signInOperator(server, "viewer");
  expect((await whoIs(cookie)).status).toBe(200);
  const reply = await server.request({ method: "DELETE", url: SESSION, headers });
  expect(reply.headers["set-cookie"]).toMatch(/^junctor_session=; Path=\/; Max-Age=0/);
  expect((await whoIs(cookie)).status).toBe(401);
});

test("a new password requires the old one, also by then, and ends the other sessions", async () => {
  const { email, headers, cookie } = await operatorWithPassword();
  const other = cookieOf(await signIn(email, PASSWORD));
  const put = (body: object) => server.request({ method: "PUT", url: `${SESSION}/password`, headers, body });
  const next = "another good password";
  for (const current of [undefined, "", `${PASSWORD} `])
    expect(await put({ current_password: current, password: next })).toMatchObject({
      status: 400,
      body: { message: "current_password is not your current password." },
    });
  expect((await put({ current_password: PASSWORD, password: "short" })).status).toBe(400);
  expect((await whoIs(other)).status).toBe(200);
  expect((await put({ current_password: PASSWORD, password: next })).status).toBe(200);
  expect([(await whoIs(cookie)).status, (await whoIs(other)).status]).toEqual([200, 401]);
  expect([(await signIn(email, PASSWORD)).status, (await signIn(email, next)).status]).toEqual([401, 200]);
  const atOnce = ["one more good password", "and yet another one"].map((password) =>
    put({ current_password: next, password }),
  );
  expect((await Promise.all(atOnce)).map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a sign-in that began before a reset, a new password or a removal fails", async () => {
  const passwords = createPasswordHasher();
  const counted = { isKnown: false, countCode: async () => async () => {}, succeeded: async () => {} };
  const visitor = { address: "203.0.113.9", userAgent: "Test" };
  const owner = await signInOperator(server, "owner", "production");
  const changes = {
    "a reset": (id: string) =>
      server.request({ method: "POST", url: `${OPERATORS}/${id}/link`, headers: owner.headers }),
    "a removal": (id: string) =>
      server.request({ method: "DELETE", url: `${OPERATORS}/${id}`, headers: owner.headers }),
    "a new password": (_id: string, headers: Record<string, string>) => {
      const body = { current_password: PASSWORD, password: `${PASSWORD} too` };
      return server.request({ method: "PUT", url: `${SESSION}/password`, headers, body });
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    const { id, email, headers } = await operatorWithPassword();
    const operator = await findOperatorByEmail(server.deps.db, server.orgId, email);
    expect((await change(id, headers)).status, what).toBe(200);
    const late = signInByPassword(
      { ...server.deps, passwords },
      { operators: operator ? [operator] : [], password: PASSWORD, code: undefined, counted },
      visitor,
    );
    await expect(late, what).rejects.toMatchObject({ code: "INVALID_SIGN_IN" });
  }
});

test("an operator's links expire with any sign-in", async () => {
  const { id, email } = await operatorWithPassword();
  const token = await linkOf(id);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect((await signInByLink({ token })).body.error_code).toBe("LINK_USED");
});

test("no page of another site can sign anybody in", async () => {
  const { email } = await operatorWithPassword();
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await post(SESSION, { email, password: PASSWORD }, foreign)).status).toBe(403);
  expect((await signInByLink({ token: "x" }, foreign)).status).toBe(403);
  expect((await checkLink("x", foreign)).status).toBe(403);
});

test("neither database nor log contains a password or the token of a session or link", async () => {
  const { email, id } = await operatorWithPassword();
  const token = await linkOf(id);
  const session = cookieOf(await signIn(email, PASSWORD)).split("=")[1] ?? expect.fail("no cookie");
  await signIn(email, "MARK-of-a-wrong-password");
  const { db } = server.deps;
  const stored = JSON.stringify([
    await db.selectFrom("operators").selectAll().execute(),
    await db.selectFrom("operator_links").selectAll().execute(),
    await db.selectFrom("operator_sessions").selectAll().execute(),
  ]);
  expect(stored).toContain(email);
  expect(logged).toContain("operator.signed-in");
  for (const secret of [PASSWORD, token, session, "MARK-of-a-wrong-password"]) {
    expect(stored).not.toContain(secret);
    expect(logged).not.toContain(secret);
  }
});
