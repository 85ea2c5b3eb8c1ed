import { TOTP, URI } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const SESSION = "/api/v2/public/operator-session";
const CODES = `${SESSION}/totp`;
const PASSWORD = "a long enough password";
const STEP_MS = 30_000;

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

/** An operator with a password and a secret that no code has proven yet. */
async function operatorWithSecret() {
  const operator = await signInOperator(server, "viewer");
  const send = (method: "POST" | "PUT" | "DELETE", url: string, body?: object) =>
    server.request({ method, url, headers: operator.headers, body });
  await send("PUT", `${SESSION}/password`, { password: PASSWORD });
  const { body } = await send("POST", CODES, { current_password: PASSWORD });
  const app = URI.parse(body.uri);
  if (!(app instanceof TOTP)) expect.fail("no TOTP");
  const code = (aheadMs = 0) => app.generate({ timestamp: nowMs + aheadMs });
  let visitor = 0;
  const signIn = async (given?: string) => {
    const reply = await server.request({
      method: "POST",
      url: SESSION,
      headers: { "x-forwarded-for": `203.0.113.${++visitor}` },
      body: { email: operator.email, password: PASSWORD, code: given },
    });
    return reply.body.error_code ?? reply.status;
  };
  return { ...operator, ...body, app, code, send, signIn };
}

test("after a code has confirmed the app, a password alone does not sign in", async () => {
  const { code, send, signIn, app, secret, email } = await operatorWithSecret();
  expect(app).toMatchObject({ issuer: "Junctor", label: email, digits: 6, period: 30, algorithm: "SHA1" });
  expect(app.secret.base32).toBe(secret);
  expect(await signIn()).toBe(200);
  for (const wrong of ["", "000", "abcdef", code(10 * STEP_MS)])
    expect((await send("PUT", CODES, { code: wrong })).status).toBe(400);
  expect(await signIn()).toBe(200);
  expect((await send("PUT", CODES, { code: code() })).status).toBe(200);
  nowMs += STEP_MS;
  expect([await signIn(), await signIn("")]).toEqual(["CODE_REQUIRED", "CODE_REQUIRED"]);
  expect(await signIn(code(10 * STEP_MS))).toBe("INVALID_SIGN_IN");
  expect(await signIn(`${code().slice(0, 3)} ${code().slice(3)}`)).toBe(200);
  expect((await send("POST", CODES, { current_password: PASSWORD })).status).toBe(409);
});

test("an open browser cannot set up an app without the existing password", async () => {
  const { send, code } = await operatorWithSecret();
  for (const body of [undefined, {}, { current_password: "" }, { current_password: "wrong" }])
    expect(await send("POST", CODES, body)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "current_password" }] },
    });
  // The existing secret is unchanged.
  expect((await send("PUT", CODES, { code: code() })).status).toBe(200);
  const bare = await signInOperator(server, "viewer");
  const { headers } = bare;
  expect((await server.request({ method: "POST", url: CODES, headers })).status).toBe(200);
});

test("a code works once, and older ones no longer do; clocks may differ by one step", async () => {
  const { code, send, signIn } = await operatorWithSecret();
  expect((await send("PUT", CODES, { code: code() })).status).toBe(200);
  expect(await signIn(code())).toBe("INVALID_SIGN_IN");
  expect(await signIn(code(STEP_MS))).toBe(200);
  expect([await signIn(code(STEP_MS)), await signIn(code())]).toEqual(["INVALID_SIGN_IN", "INVALID_SIGN_IN"]);
  nowMs += 3 * STEP_MS;
  expect(await signIn(code(-2 * STEP_MS))).toBe("INVALID_SIGN_IN");
  const both = await Promise.all([signIn(code(-STEP_MS)), signIn(code(-STEP_MS))]);
  expect(both.sort()).toEqual([200, "INVALID_SIGN_IN"]);
});

test("codes are turned off by a code, and by a reset", async () => {
  const { id, code, send, signIn } = await operatorWithSecret();
  await send("PUT", CODES, { code: code() });
  nowMs += STEP_MS;
  expect((await send("DELETE", CODES, { code: "000000" })).status).toBe(400);
  expect((await send("DELETE", CODES, { code: code() })).status).toBe(200);
  expect(await signIn()).toBe(200);
  const { db } = server.deps;
  await db.updateTable("operators").set({ totp_on: true }).where("id", "=", id).execute();
  const reset = { method: "POST", url: `/api/v2/public/operators/${id}/link` } as const;
  const { body } = await server.request({ ...reset, key: server.productionKey });
  const token = body.link.split("#")[1];
  const back = await server.request({ method: "POST", url: `${SESSION}/link`, body: { token } });
  expect(back.body.operator).toMatchObject({ has_totp: false, has_password: false });
});

test("codes are counted separately from passwords, and strangers' separately from the operator's own", async () => {
  const { signIn, code, send } = await operatorWithSecret();
  await send("PUT", CODES, { code: code() });
  for (let i = 0; i < 10; i++) expect(await signIn("000000")).toBe("INVALID_SIGN_IN");
  nowMs += STEP_MS;
  expect(await signIn(code())).toBe("RATE_LIMIT_EXCEEDED");
  // The throttled code was not checked, so it is still valid here.
  expect((await send("DELETE", CODES, { code: code() })).status).toBe(200);
  const other = await operatorWithSecret();
  for (let i = 0; i < 10; i++) expect((await other.send("PUT", CODES, { code: "000000" })).status).toBe(400);
  expect((await other.send("PUT", CODES, { code: other.code() })).status).toBe(429);
});

test("the secret is stored encrypted", async () => {
  const { id, secret } = await operatorWithSecret();
  const { db } = server.deps;
  const row = await db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.totp_sealed).not.toBeNull();
  expect(Buffer.from(row.totp_sealed ?? []).toString("latin1")).not.toContain(secret);
});
