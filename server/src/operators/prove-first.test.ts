import { TOTP, URI } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const SESSION = "/api/v2/public/operator-session";
const CODES = `${SESSION}/totp`;
const PASSWORD = "a long enough password";
const FRESH_MS = 15 * 60_000;

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

/** An operator without a password, and what an unlocked browser can send. */
async function signInBare() {
  const { headers } = await signInOperator(server, "viewer");
  const send = (method: "POST" | "PUT", url: string, body?: object) =>
    server.request({ method, url, headers, body });
  return {
    send,
    setPassword: (code?: string) => send("PUT", `${SESSION}/password`, { password: PASSWORD, code }),
  };
}

const TOO_OLD = { status: 403, body: { error_code: "SIGN_IN_TOO_OLD" } };

test("setting a first password needs a sign-in within the last 15 minutes", async () => {
  const [early, late] = [await signInBare(), await signInBare()];
  nowMs += FRESH_MS;
  expect((await early.setPassword()).status).toBe(200);
  nowMs += 1;
  for (const code of [undefined, "123456"]) expect(await late.setPassword(code)).toMatchObject(TOO_OLD);
  expect((await late.send("PUT", SESSION, { name: "Still signed in" })).body.operator).toMatchObject({
    has_password: false,
  });
});

test("an open browser without a password cannot set up an app, which would set the password", async () => {
  const { send, setPassword } = await signInBare();
  nowMs += FRESH_MS + 1;
  expect(await send("POST", CODES, {})).toMatchObject(TOO_OLD);
  expect(await setPassword()).toMatchObject(TOO_OLD);
});

test("a code of the app sets the first password later, once", async () => {
  const { send, setPassword } = await signInBare();
  const { body } = await send("POST", CODES, {});
  const app = URI.parse(body.uri);
  if (!(app instanceof TOTP)) expect.fail("no TOTP");
  expect((await send("PUT", CODES, { code: app.generate({ timestamp: nowMs }) })).status).toBe(200);
  nowMs += FRESH_MS + 1;
  expect(await setPassword()).toMatchObject(TOO_OLD);
  expect(await setPassword(app.generate({ timestamp: nowMs - FRESH_MS }))).toMatchObject({
    status: 400,
    body: { errors: [{ field: "code" }] },
  });
  expect((await setPassword(app.generate({ timestamp: nowMs }))).status).toBe(200);
});
