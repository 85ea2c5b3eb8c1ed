import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { signInByIdentity } from "./sign-in-by-identity.ts";

const SESSION = "/api/v2/public/operator-session";
const START = `${SESSION}/oidc`;
const PUBLIC_URL = "http://127.0.0.1:3000";
const CLIENT = { client_id: "junctor", client_secret: "the-secret-of-the-client" };

let server: TestServer;
let identity: Server;
let nowMs = Date.now();
interface Person {
  readonly sub?: string;
  readonly email: string;
  readonly email_verified: unknown;
}

/**
 * Whom the identity provider signs in, without asking; each email address is another person unless `sub` says
 * otherwise.
 */
let person: Person = { email: "", email_verified: true };
const subjectOf = ({ sub, email }: Person) => sub ?? `subject of ${email.toLowerCase()}`;

beforeAll(async () => {
  identity = createServer().listen(0, "127.0.0.1");
  await once(identity, "listening");
  const address = identity.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const provider = openProvider(issuer);
  identity.on("request", (request, reply) => {
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, reply);
    return provider.interactionFinished(request, reply, { login: { accountId: subjectOf(person) } });
  });
  const oidc = { issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret };
  server = await startTestServer({ oidc, publicUrl: PUBLIC_URL }, { clock: { now: () => new Date(nowMs) } });
});
afterAll(async () => {
  await server.close();
  identity.closeAllConnections();
  identity.close();
});

// The library ships no types, and our settings cover only what the server uses.
// biome-ignore lint/suspicious/noExplicitAny: see above
function openProvider(issuer: string): any {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const settings: any = {
    clients: [{ ...CLIENT, redirect_uris: [`${PUBLIC_URL}${START}/callback`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ ...person, sub: accountId }),
    }),
    // biome-ignore lint/suspicious/noExplicitAny: see above
    loadExistingGrant: async ({ oidc }: any) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  };
  return new Provider(issuer, settings);
}

const cookiesOf = (reply: TestReply) =>
  [reply.headers["set-cookie"] ?? []].flat().map((line) => String(line).split(";")[0] ?? "");
const locationOf = (reply: TestReply) => String(reply.headers.location);

/** Begins a sign-in and returns the cookie that the browser then holds. */
async function begin(): Promise<{ url: string; cookie: string }> {
  const reply = await server.request({ url: START });
  expect(reply.status, reply.text).toBe(302);
  expect(locationOf(reply)).not.toContain("/app/sign-in");
  const [cookie = ""] = cookiesOf(reply);
  return { url: locationOf(reply), cookie };
}

/** Follows the identity provider's pages and returns where it sends the browser back to. */
async function followProvider(from: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = from;
  while (!url.startsWith(PUBLIC_URL)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = reply.headers.get("location") ?? expect.fail(`${reply.status} ${await reply.text()}`);
    url = new URL(location, url).href;
  }
  return url.slice(PUBLIC_URL.length);
}

const comeBack = (url: string, cookie: string) =>
  server.request({ url, headers: { cookie, "sec-fetch-site": "cross-site" } });

test("an operator invited under a verified address signs in at the identity provider", async () => {
  const { email, id } = await signInOperator(server, "support");
  person = { email: email.toUpperCase(), email_verified: true };
  const { url, cookie } = await begin();
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: "junctor",
    scope: "openid email",
    code_challenge_method: "S256",
    redirect_uri: `${PUBLIC_URL}${START}/callback`,
  });
  const back = await followProvider(url);
  const reply = await comeBack(back, cookie);
  expect([reply.status, locationOf(reply)]).toEqual([302, `${PUBLIC_URL}/app`]);
  const session = cookiesOf(reply).find((one) => one.startsWith("junctor_session=")) ?? "";
  const { body } = await server.request({ url: SESSION, headers: { cookie: session } });
  expect(body.operator).toMatchObject({ id, email });
  expect(cookiesOf(reply)).toContain("junctor_oidc=");
  // The code is used up.
  expect(locationOf(await comeBack(back, cookie))).toContain("error=OIDC_FAILED");
});

test("signing in ends the session that the browser had before, even another operator's", async () => {
  const before = await signInOperator(server, "support");
  const { email } = await signInOperator(server, "support");
  person = { email, email_verified: true };
  const { url, cookie } = await begin();
  const reply = await comeBack(await followProvider(url), `${cookie}; ${before.cookie}`);
  expect(locationOf(reply)).toBe(`${PUBLIC_URL}/app`);
  expect((await server.request({ url: SESSION, headers: { cookie: before.cookie } })).status).toBe(401);
});

test("a person without an invitation or with an unverified address is not let in", async () => {
  const { email } = await signInOperator(server, "owner");
  for (const one of [
    { email: "stranger@example.com", email_verified: true },
    { email, email_verified: false },
  ]) {
    person = one;
    const { url, cookie } = await begin();
    const reply = await comeBack(await followProvider(url), cookie);
    expect(locationOf(reply)).toBe(`${PUBLIC_URL}/app/sign-in?error=OIDC_NOT_INVITED`);
    expect(cookiesOf(reply).join()).not.toContain("junctor_session");
  }
});

/** Signs in at the provider; returns the operator's id, or where the browser was sent if nobody was signed in. */
async function signInAs(one: Person): Promise<string> {
  person = one;
  const { url, cookie } = await begin();
  const reply = await comeBack(await followProvider(url), cookie);
  const session = cookiesOf(reply).find((line) => line.startsWith("junctor_session="));
  if (session === undefined) return locationOf(reply);
  return (await server.request({ url: SESSION, headers: { cookie: session } })).body.operator.id;
}

test("an operator stays linked to their identity, even if their address changes", async () => {
  const { email, id } = await signInOperator(server, "owner");
  const ada = { sub: "ada", email, email_verified: true };
  expect(await signInAs(ada)).toBe(id);
  expect(await signInAs({ ...ada, email: "ada-married@example.com" })).toBe(id);
  expect(await signInAs({ ...ada, email_verified: false })).toBe(id);
  const refusal = `${PUBLIC_URL}/app/sign-in?error=OIDC_NOT_INVITED`;
  expect(await signInAs({ sub: "her successor", email, email_verified: true })).toBe(refusal);
  // Resetting the operator means that it may be another person now.
  const reset = { method: "POST", url: `/api/v2/public/operators/${id}/link` } as const;
  expect((await server.request({ ...reset, key: server.productionKey })).status).toBe(200);
  expect(await signInAs({ sub: "her successor", email, email_verified: true })).toBe(id);
  expect(await signInAs(ada)).toBe(refusal);
});

test("if the company changes providers, operators are matched by address again", async () => {
  const { email, id } = await signInOperator(server, "viewer");
  const before = { oidc_issuer: "https://before.example", oidc_subject: "ada" };
  await server.deps.db.updateTable("operators").set(before).where("id", "=", id).execute();
  expect(await signInAs({ sub: "ada-now", email, email_verified: true })).toBe(id);
  expect(await signInAs({ sub: "ada", email, email_verified: true })).toContain("OIDC_NOT_INVITED");
});

describe("an address that somebody took before its owner came", () => {
  const OPERATORS = "/api/v2/public/operators";
  const refusal = `${PUBLIC_URL}/app/sign-in?error=OIDC_NOT_INVITED`;
  const PASSWORD = "the password of a squatter";
  const read = (id: string) =>
    server.deps.db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  /** An operator with a password, in an organization, under an address that was never proved. */
  async function squat(orgId: string) {
    const operator = await signInOperator({ ...server, orgId }, "viewer");
    const body = { password: PASSWORD };
    await server.request({ method: "PUT", url: `${SESSION}/password`, headers: operator.headers, body });
    return operator;
  }
  const isSignedIn = async ({ cookie }: { cookie: string }) =>
    (await server.request({ url: SESSION, headers: { cookie } })).status === 200;

  test("in another organization does not receive their sign-on, before or after they are invited", async () => {
    const other = await server.organization();
    const squatter = await squat(other.orgId);
    const ceo = { sub: `ceo ${squatter.id}`, email: squatter.email, email_verified: true };
    expect(await signInAs(ceo)).toBe(refusal);
    const body = { email: squatter.email, roles: { production: "owner" } };
    const invited = await server.request({ method: "POST", url: OPERATORS, key: server.productionKey, body });
    expect(invited.status, invited.text).toBe(200);
    expect(await signInAs(ceo)).toBe(invited.body.operator.id);
    expect(await read(squatter.id)).toMatchObject({ oidc_subject: null, email_proved: false });
    expect(await isSignedIn(squatter)).toBe(true);
  });

  test("in their own organization loses password and sessions to them", async () => {
    const squatter = await squat(server.orgId);
    expect(await signInAs({ sub: squatter.id, email: squatter.email, email_verified: true })).toBe(
      squatter.id,
    );
    expect(await isSignedIn(squatter)).toBe(false);
    expect(await read(squatter.id)).toMatchObject({ password_hash: null, email_proved: true });
    const again = {
      method: "POST",
      url: SESSION,
      body: { email: squatter.email, password: PASSWORD },
    } as const;
    expect((await server.request(again)).status).toBe(401);
  });

  test("which they proved by their invitation keeps password and sessions", async () => {
    const body = { email: "proved@example.com", roles: { test: "viewer" } };
    const invited = await server.request({ method: "POST", url: OPERATORS, key: server.productionKey, body });
    const token = invited.body.link.split("#")[1];
    const came = await server.request({
      method: "POST",
      url: `${SESSION}/link`,
      body: { token, password: PASSWORD },
    });
    const { id } = invited.body.operator;
    const session = cookiesOf(came).find((line) => line.startsWith("junctor_session=")) ?? "";
    expect(await signInAs({ sub: id, email: "proved@example.com", email_verified: true })).toBe(id);
    expect(await isSignedIn({ cookie: session })).toBe(true);
    expect((await read(id)).password_hash).not.toBeNull();
  });

  test("and to which they were bound there goes to the operator of the provider's organization", async () => {
    const other = await server.organization();
    const elsewhere = await squat(other.orgId);
    const bound = { oidc_issuer: String(server.deps.config.oidc?.issuer), oidc_subject: elsewhere.id };
    await server.deps.db.updateTable("operators").set(bound).where("id", "=", elsewhere.id).execute();
    const person = { sub: elsewhere.id, email: elsewhere.email, email_verified: true };
    // Who signed in this way before the upgrade still does.
    expect(await signInAs(person)).toBe(elsewhere.id);
    const body = { email: elsewhere.email, roles: { test: "viewer" } };
    const invited = await server.request({ method: "POST", url: OPERATORS, key: server.productionKey, body });
    expect(await signInAs(person)).toBe(invited.body.operator.id);
    expect(await signInAs(person)).toBe(invited.body.operator.id);
  });

  test.each([
    ["that is not verified", false],
    ["whose verification is text", "true"],
    ["whose verification is a number", 1],
    ["whose verification is missing", undefined],
  ])("an address %s matches nobody", async (_, verified) => {
    const { email } = await signInOperator(server, "owner");
    expect(await signInAs({ sub: `unverified ${email}`, email, email_verified: verified })).toBe(refusal);
  });

  test("an address with other letters that look or sort alike matches nobody", async () => {
    const body = { email: "book@example.com", roles: { test: "viewer" } };
    await server.request({ method: "POST", url: OPERATORS, key: server.productionKey, body });
    for (const email of [
      "boo\u212a@example.com",
      "\ufeffbook@example.com",
      "book@example.com ",
      "boo\uff4b@example.com",
    ])
      expect(await signInAs({ sub: `like ${email}`, email, email_verified: true }), email).toBe(refusal);
  });

  test("a removed operator who is invited again is bound anew, and not before", async () => {
    const { id, email } = await signInOperator(server, "viewer");
    const person = { sub: `again ${id}`, email, email_verified: true };
    expect(await signInAs(person)).toBe(id);
    const key = server.productionKey;
    expect((await server.request({ method: "DELETE", url: `${OPERATORS}/${id}`, key })).status).toBe(200);
    expect(await signInAs(person)).toBe(refusal);
    const body = { email, roles: { test: "viewer" } };
    const { body: back } = await server.request({ method: "POST", url: OPERATORS, key, body });
    expect(await signInAs(person)).toBe(back.operator.id);
  });
});

test("the provider's organization can be named", async () => {
  const oidc = server.deps.config.oidc ?? expect.fail("There is no provider.");
  const identityOf = (email: string) => ({ ...oidc, subject: email, readEmail: async () => email });
  const visitor = { address: "192.0.2.1", userAgent: "Test" };
  const other = await server.organization();
  const { id, email } = await signInOperator({ ...server, orgId: other.orgId }, "viewer");
  const config = (organization: string) => ({ ...server.deps.config, oidc: { ...oidc, organization } });
  const signIn = (organization: string) =>
    signInByIdentity({ ...server.deps, config: config(organization) }, identityOf(email), visitor);
  expect(await signIn(server.orgId)).toBeUndefined();
  expect((await signIn(other.orgId))?.operator.id).toBe(id);
  await expect(signIn("0".repeat(24))).rejects.toThrow("JUNCTOR_OIDC_ORGANIZATION");
});

test("an answer is valid only in the browser that started it, for ten minutes, with its own state", async () => {
  const { email } = await signInOperator(server, "owner");
  person = { email, email_verified: true };
  const attempts = {
    "another browser": async () => comeBack(await followProvider((await begin()).url), ""),
    "another sign-in": async () =>
      comeBack(await followProvider((await begin()).url), (await begin()).cookie),
    "a made-up proof": async () => comeBack(await followProvider((await begin()).url), "junctor_oidc=AAAA"),
    "another state": async () => {
      const { url, cookie } = await begin();
      return comeBack((await followProvider(url)).replace(/state=[^&]+/, "state=other"), cookie);
    },
    "no answer": async () => comeBack(`${START}/callback`, (await begin()).cookie),
    "a refusal": async () => {
      const { url, cookie } = await begin();
      const state = new URL(url).searchParams.get("state");
      return comeBack(`${START}/callback?error=access_denied&state=${state}`, cookie);
    },
    "eleven minutes later": async () => {
      const { url, cookie } = await begin();
      const back = await followProvider(url);
      nowMs += 11 * 60_000;
      return comeBack(back, cookie);
    },
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    const reply = await attempt();
    expect(locationOf(reply), what).toBe(`${PUBLIC_URL}/app/sign-in?error=OIDC_FAILED`);
    expect(cookiesOf(reply).join(), what).not.toContain("junctor_session");
  }
});

test("a provider that does not answer leads back to the sign-in page", async () => {
  const oidc = { issuer: "http://127.0.0.1:1", clientId: "a", clientSecret: "b" };
  const lonely = await startTestServer({ oidc, publicUrl: PUBLIC_URL });
  const reply = await lonely.request({ url: START });
  expect(locationOf(reply)).toBe(`${PUBLIC_URL}/app/sign-in?error=OIDC_FAILED`);
  await lonely.close();
});

test("the sign-in methods are listed; without a provider its method is missing", async () => {
  expect((await server.request({ url: `${SESSION}/methods` })).body).toEqual({
    password: true,
    oidc: true,
    reset: false,
  });
  const plain = await startTestServer();
  expect((await plain.request({ url: `${SESSION}/methods` })).body).toMatchObject({ oidc: false });
  expect((await plain.request({ url: START })).status).toBe(404);
  await plain.close();
});

test("after too many attempts the browser is back at the sign-in page", async () => {
  const attempts = await Promise.all(Array.from({ length: 201 }, () => comeBack(`${START}/callback`, "")));
  const tooMany = `${PUBLIC_URL}/app/sign-in?error=OIDC_TOO_MANY`;
  expect(attempts.map(locationOf)).toContain(tooMany);
  const reply = await server.request({ url: START });
  expect([reply.status, locationOf(reply), reply.headers["retry-after"]]).toEqual([302, tooMany, undefined]);
});
