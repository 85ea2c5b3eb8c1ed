import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { eventually, startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { startMailServer, type TestMailServer } from "../../platform/mail/test-mail-server.ts";

const SESSION = "/api/v2/public/operator-session";
const OPERATORS = "/api/v2/public/operators";
const PASSWORD = "a long enough password";

let server: TestServer;
let mailServer: TestMailServer;
let nowMs = Date.now();
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ mail: mailServer.server }, { clock: { now: () => new Date(nowMs) } });
  server.work();
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

let visitors = 0;
function post(url: string, body: object, headers: Record<string, string> = {}): Promise<TestReply> {
  visitors += 1;
  const from = { "x-forwarded-for": `198.51.100.${visitors % 250}` };
  return server.request({ method: "POST", url, body, headers: { ...from, ...headers } });
}
const askReset = (email: string, headers = {}) => post(`${SESSION}/reset`, { email }, headers);
const signInByLink = (body: object) => post(`${SESSION}/link`, body);
const mailsTo = (email: string) => mailServer.mails.filter(({ recipients }) => recipients.includes(email));
const cookieOf = ({ headers }: TestReply) => String(headers["set-cookie"]).split(";")[0] ?? "";

/** The nth mail to an address, and the token of its link. */
async function readMail(email: string, nth = 1): Promise<{ subject: string; text: string; token: string }> {
  const { parsed } = await eventually(async () => mailsTo(email)[nth - 1]);
  const { subject = "", text = "" } = parsed;
  const [, token = ""] = /\/app\/sign-in#([\w-]{43})/.exec(text) ?? [];
  return { subject, text, token };
}

test("an invitation and a reset by an owner are mailed, with the link of the reply", async () => {
  const email = "grace@example.org";
  const key = server.productionKey;
  const body = { email, roles: { test: "viewer" } };
  const invited = await server.request({ method: "POST", url: OPERATORS, key, body });
  expect(invited.body).toMatchObject({ is_mailed: true, operator: { email } });
  const mail = await readMail(email);
  expect(mail.subject).toBe("You are invited to Test organization on Junctor");
  expect(invited.body.link).toContain(`#${mail.token}`);
  expect((await signInByLink({ token: mail.token, password: PASSWORD })).status).toBe(200);

  const url = `${OPERATORS}/${invited.body.operator.id}/link`;
  const reset = await server.request({ method: "POST", url, key });
  expect(reset.body.is_mailed).toBe(true);
  const second = await readMail(email, 2);
  expect(second.subject).toBe("Your new sign-in link for Test organization");
  expect(reset.body.link).toContain(second.token);
});

test("an address that mail cannot be sent to is still invited by link", async () => {
  const body = { email: "a,b@example.org", roles: { test: "viewer" } };
  const { body: invited } = await server.request({
    method: "POST",
    url: OPERATORS,
    key: server.productionKey,
    body,
  });
  expect(invited).toMatchObject({ is_mailed: false, link: expect.stringContaining("#") });
});

test("a link by mail sets a new password, once and within an hour, and ends all sessions", async () => {
  const { email, cookie } = await signInOperator(server, "viewer");
  expect((await askReset(email)).status).toBe(200);
  const { subject, token } = await readMail(email);
  expect(subject).toBe("Set a new password for Junctor");
  const stored = await server.deps.db.selectFrom("operator_links").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);

  const reply = await signInByLink({ token, password: PASSWORD });
  expect(reply.status).toBe(200);
  expect((await server.request({ url: SESSION, headers: { cookie } })).status).toBe(401);
  expect((await server.request({ url: SESSION, headers: { cookie: cookieOf(reply) } })).status).toBe(200);
  expect((await signInByLink({ token })).body.error_code).toBe("LINK_USED");
  expect((await post(SESSION, { email, password: PASSWORD })).status).toBe(200);

  await askReset(email);
  const late = await readMail(email, 2);
  nowMs += 3_600_000;
  expect((await signInByLink({ token: late.token })).body.error_code).toBe("LINK_USED");
});

test("asking for a reset leaves password, sessions and invitation as they are", async () => {
  const operator = await signInOperator(server, "viewer");
  const invited = await server.request({
    method: "POST",
    url: OPERATORS,
    key: server.productionKey,
    body: { email: "invited@example.org", roles: { test: "viewer" } },
  });
  await askReset(operator.email);
  await askReset("invited@example.org");
  await readMail(operator.email);
  await readMail("invited@example.org", 2);
  expect((await server.request({ url: SESSION, headers: { cookie: operator.cookie } })).status).toBe(200);
  const token = invited.body.link.split("#")[1];
  expect((await signInByLink({ token })).status).toBe(200);
});

test("the reply does not tell whether an operator has the address", async () => {
  const { email } = await signInOperator(server, "viewer");
  const known = await askReset(email);
  const unknown = await askReset("nobody@example.org");
  const odd = await askReset("not an address");
  expect(known.status).toBe(200);
  expect([unknown.body, odd.body]).toEqual([known.body, known.body]);
  await readMail(email);
  expect(mailsTo("nobody@example.org")).toEqual([]);
});

test("an address gets 5 mails an hour, and other sites cannot ask", async () => {
  for (let i = 0; i < 5; i++) expect((await askReset("Often@example.org")).status).toBe(200);
  const sixth = await askReset("often@example.org");
  expect(sixth).toMatchObject({ status: 429, body: { error_code: "RATE_LIMIT_EXCEEDED" } });
  expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
  const foreign = await askReset("other@example.org", { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("whoever reads the mail of an operator with an authenticator still needs its code", async () => {
  const { TOTP, Secret } = await import("otpauth");
  const operator = await signInOperator(server, "viewer");
  const { headers } = operator;
  const started = await server.request({ method: "POST", url: `${SESSION}/totp`, headers, body: {} });
  const totp = new TOTP({ secret: Secret.fromBase32(started.body.secret) });
  const code = (steps: number) => totp.generate({ timestamp: nowMs + steps * 30_000 });
  const enabled = await server.request({
    method: "PUT",
    url: `${SESSION}/totp`,
    headers,
    body: { code: code(0) },
  });
  expect(enabled.status).toBe(200);
  await askReset(operator.email);
  const { token } = await readMail(operator.email);
  const check = await post(`${SESSION}/link/check`, { token });
  expect(check.body.operator).toMatchObject({ has_totp: true });
  expect((await signInByLink({ token, password: PASSWORD })).body.error_code).toBe("CODE_REQUIRED");
  const wrong = await signInByLink({ token, password: PASSWORD, code: code(50) });
  expect(wrong.body.error_code).toBe("INVALID_SIGN_IN");
  expect((await signInByLink({ token, password: PASSWORD, code: code(1) })).status).toBe(200);
});

test("an operator whom the identity provider signs in gets no link past it", async () => {
  const { id, email } = await signInOperator(server, "viewer");
  const identity = { oidc_issuer: "https://id.example.com", oidc_subject: "ada" };
  await server.deps.db.updateTable("operators").set(identity).where("id", "=", id).execute();
  await askReset(email);
  const { subject, text, token } = await readMail(email);
  expect(subject).toBe("How you sign in to Junctor");
  expect(text).toContain("you sign in with your company account");
  expect(token).toBe("");
});

test("without mail the sign-in page offers no reset, and asking for one is refused", async () => {
  const plain = await startTestServer();
  const ask = { method: "POST", url: `${SESSION}/reset`, body: { email: "a@example.org" } } as const;
  expect(await plain.request(ask)).toMatchObject({ status: 409, body: { error_code: "CONFLICT" } });
  expect((await plain.request({ url: `${SESSION}/methods` })).body.reset).toBe(false);
  expect((await server.request({ url: `${SESSION}/methods` })).body.reset).toBe(true);
  await plain.close();
});
