import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import { type FakeProvider, oauthDefinition, startFakeProvider, type TokenReply } from "./fake-provider.ts";
import { invokeAction } from "./invoke.ts";

let server: TestServer;
let provider: FakeProvider;
let nowMs = Date.parse("2026-03-01T12:00:00Z");
let count = 0;

beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
  provider = await startFakeProvider();
  await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key: server.testKey,
    body: { webhook_url: "https://example.com/hook", webhook_events: ["Connection Expired"] },
  });
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

const FORM = "application/x-www-form-urlencoded";
const never = null;
const anHour = 3600;

/** What the token endpoint says, and when the access token that it gave then ends, in seconds; null: not known. */
const GOOD: [string, TokenReply, number | null, object?][] = [
  ["the standard's form", { body: { access_token: "t2", token_type: "Bearer", expires_in: 3600 } }, anHour],
  ["Slack's token type bot", { body: { ok: true, access_token: "t2", token_type: "bot" } }, never],
  [
    "Slack's user token",
    { body: { ok: true, authed_user: { access_token: "t2", expires_in: 3600 } } },
    anHour,
    { token_path: "authed_user" },
  ],
  ["no token type", { body: { access_token: "t2", expires_in: 3600 } }, anHour],
  ["expires_in as text", { body: { access_token: "t2", expires_in: "3600" } }, anHour],
  ["expires_in with a fraction", { body: { access_token: "t2", expires_in: 3600.9 } }, anHour],
  ["expires_in missing", { body: { access_token: "t2" } }, never],
  ["expires_in 0", { body: { access_token: "t2", expires_in: 0 } }, never],
  ["expires_in below one second", { body: { access_token: "t2", expires_in: 0.4 } }, never],
  ["expires_in negative", { body: { access_token: "t2", expires_in: -1 } }, never],
  ["expires_in no number", { body: { access_token: "t2", expires_in: "soon" } }, never],
  ["expires_in null", { body: { access_token: "t2", expires_in: null } }, never],
  ["expires_in beyond all dates", { body: { access_token: "t2", expires_in: 1e18 } }, 10 * 365 * 86_400],
  ["GitHub's form", { type: FORM, body: "access_token=t2&expires_in=3600&token_type=bearer" }, anHour],
  ["a form called JSON", { type: "application/json", body: "access_token=t2&expires_in=3600" }, anHour],
  ["JSON called HTML", { type: "text/html", body: '{"access_token":"t2","expires_in":3600}' }, anHour],
  ["a stray bad id token", { body: { access_token: "t2", id_token: "bad", expires_in: 3600 } }, anHour],
  ["scopes as a list", { body: { access_token: "t2", scope: ["a", "b"], expires_in: 3600 } }, anHour],
];

/** What the token endpoint says, and whether the customer must connect again or it is tried again. */
const BAD: [string, TokenReply, "expired" | "kept", number?][] = [
  ["400 invalid_grant", { status: 400, body: { error: "invalid_grant" } }, "expired"],
  ["401 invalid_grant", { status: 401, body: { error: "invalid_grant" } }, "expired"],
  ["HubSpot's word for it", { status: 400, body: { status: "BAD_REFRESH_TOKEN" } }, "expired"],
  ["Slack's word for it", { body: { ok: false, error: "token_revoked" } }, "expired"],
  ["200 with an error in a form", { type: FORM, body: "error=bad_refresh_token" }, "expired"],
  ["200 with another error", { body: { ok: false, error: "internal_error" } }, "kept"],
  ["400 invalid_request", { status: 400, body: { error: "invalid_request" } }, "kept"],
  ["401 invalid_client", { status: 401, body: { error: "invalid_client" } }, "kept"],
  ["500", { status: 500, body: { error: "server_error" } }, "kept"],
  ["500 that says invalid_grant", { status: 500, body: { error: "invalid_grant" } }, "kept"],
  ["503 with Retry-After", { status: 503, body: "", headers: { "retry-after": "90" } }, "kept", 90_000],
  ["429 with Retry-After", { status: 429, body: {}, headers: { "retry-after": "120" } }, "kept", 120_000],
  [
    "429 with a short Retry-After",
    { status: 429, body: {}, headers: { "retry-after": "1" } },
    "kept",
    30_000,
  ],
  ["HTML", { body: "<html>maintenance</html>" }, "kept"],
  ["nothing", { status: 204, body: "" }, "kept"],
  ["an empty object", { body: {} }, "kept"],
  ["an empty token", { body: { access_token: "" } }, "kept"],
  ["a number for a token", { body: { access_token: 7 } }, "kept"],
  ["a list", { body: [] }, "kept"],
  ["half a document", { type: "application/json", body: '{"access_token":"t2' }, "kept"],
  ["a redirect", { status: 302, body: "", headers: { location: "https://example.com/" } }, "kept"],
];

/** Connects a new account; its token ends in an hour. */
async function connected(oauth2: object = {}) {
  const slug = `quirky-${++count}`;
  const body = oauthDefinition(slug, provider.url, oauth2);
  const base = "/api/v2/public/application";
  await server.request({ method: "POST", url: base, key: server.testKey, body });
  const client = { client_id: "id", client_secret: "secret" };
  await server.request({ method: "PUT", url: `${base}/${slug}/settings`, key: server.testKey, body: client });
  const token = await server.account(`customer-${count}`);
  const started = await server.request({ url: `/api/v1/${slug}/integrate`, token });
  const state = new URL(started.body.auth_url).searchParams.get("state");
  const first = { access_token: "t1", expires_in: 3600, refresh_token: "r1" };
  provider.script.splice(0, 9, { body: { ...first, authed_user: first } });
  provider.accepted.clear();
  provider.accepted.add("t1");
  expect((await server.request({ url: `/api/v1/${slug}/callback?code=c&state=${state}` })).status).toBe(200);
  const account = await findAccount(server.deps.database, server.test, `customer-${count}`);
  if (account === undefined) throw new Error("The account is missing.");
  provider.tokenRequests.length = 0;
  const rows = server.deps.db.selectFrom("connections").selectAll().where("slug", "=", slug);
  return {
    read: () => invokeAction(server.deps, { ...server.test, account }, { slug, actionId: "read", input: {} }),
    row: () => rows.executeTakeFirstOrThrow(),
  };
}

async function announced(): Promise<number> {
  return (await server.deps.db.selectFrom("webhook_deliveries").select("id").execute()).length;
}

test.each(GOOD)("a renewal answered with %s is a renewal", async (_, reply, lifeS, oauth2) => {
  const { read, row } = await connected(oauth2);
  provider.script.splice(0, 9, reply);
  provider.accepted.add("t2");
  nowMs += 3_600_000;
  expect(await read()).toEqual({ ok: true, token: "t2" });
  const { status, expires_at: expiresAt } = await row();
  expect(status).toBe("active");
  expect(expiresAt?.getTime() ?? null).toBe(lifeS === null ? null : nowMs + lifeS * 1000);
  // The answer named no refresh token: the old one is still there.
  provider.accepted.delete("t2");
  provider.accepted.add("t3");
  provider.script.splice(0, 9, { body: { access_token: "t3", authed_user: { access_token: "t3" } } });
  expect(await read()).toEqual({ ok: true, token: "t3" });
  expect(provider.tokenRequests.map((form) => form.get("refresh_token"))).toEqual(["r1", "r1"]);
});

test.each(BAD)(
  "a renewal answered with %s leaves the connection as it should",
  async (_, reply, end, waitMs) => {
    const { read, row } = await connected();
    const before = await announced();
    provider.script.splice(0, 9, reply);
    nowMs += 3_600_000;
    const code = end === "expired" ? "auth" : "remote";
    const endings = await Promise.allSettled(Array.from({ length: 5 }, read));
    for (const ending of endings) {
      expect(ending).toMatchObject({ status: "rejected", reason: { code } });
    }
    expect(provider.tokenRequests).toHaveLength(1);
    expect((await row()).status).toBe(end === "expired" ? "expired" : "active");
    expect((await announced()) - before).toBe(end === "expired" ? 1 : 0);
    if (end === "expired") return;
    expect((await row()).retry_at?.getTime()).toBe(nowMs + (waitMs ?? 30_000));
    nowMs += 120_000;
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2" } });
    expect(await read()).toEqual({ ok: true, token: "t2" });
    expect(provider.tokenRequests.at(-1)?.get("refresh_token")).toBe("r1");
  },
);

test("a provider that hangs up costs nothing but time", async () => {
  const { read, row } = await connected();
  provider.script.splice(0, 9, { body: "", hangUp: true });
  nowMs += 3_600_000;
  await expect(read()).rejects.toMatchObject({ code: "remote" });
  expect(await row()).toMatchObject({ status: "active" });
});

test.each([5, -5])("a process whose clock is off by %i minutes loses nothing", async (minutes) => {
  const { read, row } = await connected();
  nowMs += 3_600_000 - 60_000 + minutes * 60_000;
  provider.accepted.add("t2");
  provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: 3600, refresh_token: "r2" } });
  // Ahead, it renews early; behind, it finds the token good, or refused and renews it then.
  if (minutes < 0) provider.accepted.delete("t1");
  expect(await read()).toEqual({ ok: true, token: "t2" });
  nowMs -= minutes * 60_000;
  expect(await read()).toEqual({ ok: true, token: "t2" });
  expect(await row()).toMatchObject({ status: "active" });
  expect(provider.tokenRequests).toHaveLength(1);
});
