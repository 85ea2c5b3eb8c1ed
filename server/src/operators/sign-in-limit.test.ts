import { argon2Sync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { createSignInLink } from "./links.ts";

const SESSION = "/api/v2/public/operator-session";
const PASSWORD = "a long enough password";
// A stored hash names its own cost: hundreds of attempts at the least one are a matter of milliseconds.
const HASH = hashCheaply(PASSWORD);
const DAY_MS = 86_400_000;

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

let visitors = 0;
/** The address of a new visitor. */
function stranger(): string {
  visitors += 1;
  return `8.8.${visitors >> 8}.${visitors % 256}`;
}

function signIn(email: string, password: string, from = stranger(), cookie = ""): Promise<TestReply> {
  const headers = { "x-forwarded-for": from, ...(cookie && { cookie }) };
  return server.request({ method: "POST", url: SESSION, body: { email, password }, headers });
}

/** An operator who has signed in with a password, and the cookie that marks their browser. */
async function operatorWithBrowser() {
  const { email, id } = await signInOperator(server, "viewer");
  await server.deps.db.updateTable("operators").set({ password_hash: HASH }).where("id", "=", id).execute();
  const reply = await signIn(email, PASSWORD);
  const browser = [reply.headers["set-cookie"] ?? []]
    .flat()
    .map((line) => String(line))
    .find((line) => line.startsWith("junctor_browser="));
  return { email, id, line: browser ?? "", browser: browser?.split(";")[0] ?? expect.fail("no cookie") };
}

function hashCheaply(password: string): string {
  const [nonce, memory] = [randomBytes(16), 8];
  const cost = { message: password, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 };
  const [salt, hash] = [nonce, argon2Sync("argon2id", cost)].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  );
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${hash}`;
}

/** Uses up all attempts that strangers have for an email address. */
async function attack(email: string): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const from = stranger();
    for (let j = 0; j < 20; j++) await signIn(email, "wrong", from);
  }
  expect((await signIn(email, "wrong")).status).toBe(429);
}

test("tries from one network address are counted per email address, until one succeeds", async () => {
  const { email } = await operatorWithBrowser();
  const from = stranger();
  for (let i = 0; i < 19; i++) expect((await signIn(email, "wrong", from)).status).toBe(401);
  expect((await signIn(email, PASSWORD, from)).status).toBe(200);
  for (let i = 0; i < 20; i++) expect((await signIn(email, "wrong", from)).status).toBe(401);
  const refused = await signIn(email.toUpperCase(), PASSWORD, from);
  expect(refused).toMatchObject({ status: 429, body: { error_code: "RATE_LIMIT_EXCEEDED" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await signIn("else@example.com", "wrong", from)).status).toBe(401);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test("many failed tries do not lock out a browser in which the operator has signed in", async () => {
  const { email, browser, line } = await operatorWithBrowser();
  expect(line).toMatch(/; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
  await attack(email);
  expect((await signIn(email, PASSWORD)).status).toBe(429);
  expect((await signIn(email, PASSWORD, stranger(), browser)).status).toBe(200);
  // The browser's own attempts are limited as well.
  for (let i = 0; i < 20; i++) expect((await signIn(email, "wrong", stranger(), browser)).status).toBe(401);
  expect((await signIn(email, PASSWORD, stranger(), browser)).status).toBe(429);
});

test("no other browser counts as known: of another operator, made up, or too old", async () => {
  const [{ email, browser }, other] = [await operatorWithBrowser(), await operatorWithBrowser()];
  await attack(email);
  for (const wrong of [other.browser, browser.slice(0, -5), "junctor_browser=AAAA", "junctor_browser="])
    expect((await signIn(email, PASSWORD, stranger(), wrong)).status, wrong).toBe(429);
  nowMs += 180 * DAY_MS;
  expect((await signIn(email, PASSWORD, stranger(), browser)).status).toBe(429);
  nowMs -= 180 * DAY_MS;
  expect((await signIn(email, PASSWORD, stranger(), browser)).status).toBe(200);
});

test("tries with passwords are counted per network address, across email addresses; links still work", async () => {
  const { id, orgId } = { ...(await signInOperator(server, "viewer")), orgId: server.orgId };
  const from = stranger();
  for (let i = 0; i < 60; i++) expect((await signIn(`${i}@example.com`, "wrong", from)).status).toBe(401);
  expect((await signIn("other@example.com", "wrong", from)).status).toBe(429);
  const token = await server.deps.queue.transaction((tx) =>
    createSignInLink(tx, { orgId, operatorId: id }, new Date(nowMs)),
  );
  const byLink = (given: string) => {
    const headers = { "x-forwarded-for": from };
    return server.request({ method: "POST", url: `${SESSION}/link`, body: { token: given }, headers });
  };
  expect((await byLink(token)).status).toBe(200);
  for (let i = 0; i < 59; i++) expect((await byLink(`wrong-${i}`)).status).toBe(401);
  expect((await byLink("wrong")).status).toBe(429);
});
