import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenAnswers, oddAnswers, randomAnswers } from "../../../test/strange-answers.ts";
import { startTestConnections, type TestConnections } from "../actions/test-connections.ts";
import type { FakeProvider, FakeTokenReply } from "./fake-provider.ts";

let connections: TestConnections;
let provider: FakeProvider;
let clock: TestConnections["clock"];

beforeAll(async () => {
  connections = await startTestConnections();
  ({ provider, clock } = connections);
});
afterAll(() => connections.close());

const FORM = "application/x-www-form-urlencoded";
const never = null;
const anHour = 3600;

/** What the token endpoint says, and when the access token that it gave then ends, in seconds; null: not known. */
const GOOD: [string, FakeTokenReply, number | null, object?][] = [
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
const BAD: [string, FakeTokenReply, "expired" | "kept", number?][] = [
  ["400 invalid_grant", { status: 400, body: { error: "invalid_grant" } }, "expired"],
  ["401 invalid_grant", { status: 401, body: { error: "invalid_grant" } }, "expired"],
  ["HubSpot's word for it", { status: 400, body: { status: "BAD_REFRESH_TOKEN" } }, "expired"],
  ["Slack's word for it", { body: { ok: false, error: "token_revoked" } }, "expired"],
  ["200 with an error in a form", { type: FORM, body: "error=bad_refresh_token" }, "expired"],
  [
    "Atlassian's 403",
    { status: 403, body: { error: "unauthorized_client", error_description: "refresh_token is invalid" } },
    "expired",
  ],
  [
    "Shopify's 401",
    {
      status: 401,
      body: { error: "invalid_request", error_description: "This request requires an active refresh_token" },
    },
    "expired",
  ],
  ["Zoho's 200", { body: { error: "invalid_code" } }, "expired"],
  ["403 unauthorized_client alone", { status: 403, body: { error: "unauthorized_client" } }, "kept"],
  [
    "Salesforce's word for two renewals at once",
    {
      status: 400,
      body: { error: "invalid_grant", error_description: "token request is already being processed" },
    },
    "kept",
  ],
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
  provider.accepted.clear();
  const first = { access_token: "t1", expires_in: 3600, refresh_token: "r1" };
  const use = await connections.connect({ ...first, authed_user: first }, oauth2);
  const rows = connections.server.deps.db.selectFrom("connections").selectAll().where("slug", "=", use.slug);
  return { read: () => connections.read(use), row: () => rows.executeTakeFirstOrThrow() };
}

test.each(GOOD)("a renewal answered with %s succeeds", async (_, reply, lifeS, oauth2) => {
  const { read, row } = await connected(oauth2);
  provider.script.splice(0, 9, reply);
  provider.accepted.add("t2");
  clock.nowMs += 3_600_000;
  expect(await read()).toEqual({ ok: true, token: "t2" });
  const { status, expires_at: expiresAt } = await row();
  expect(status).toBe("active");
  expect(expiresAt?.getTime() ?? null).toBe(lifeS === null ? null : clock.nowMs + lifeS * 1000);
  // The answer named no refresh token: the old one is still there.
  provider.accepted.delete("t2");
  provider.accepted.add("t3");
  provider.script.splice(0, 9, { body: { access_token: "t3", authed_user: { access_token: "t3" } } });
  expect(await read()).toEqual({ ok: true, token: "t3" });
  expect(provider.tokenRequests.map((form) => form.get("refresh_token"))).toEqual(["r1", "r1"]);
});

test.each(BAD)(
  "a renewal answered with %s leaves the connection in the right state",
  async (_, reply, end, waitMs) => {
    const { read, row } = await connected();
    const before = await connections.announced();
    provider.script.splice(0, 9, reply);
    clock.nowMs += 3_600_000;
    const code = end === "expired" ? "auth" : "remote";
    const endings = await Promise.allSettled(Array.from({ length: 5 }, read));
    for (const ending of endings) {
      expect(ending).toMatchObject({ status: "rejected", reason: { code } });
    }
    expect(provider.tokenRequests).toHaveLength(1);
    expect((await row()).status).toBe(end === "expired" ? "expired" : "active");
    expect((await connections.announced()) - before).toBe(end === "expired" ? 1 : 0);
    if (end === "expired") return;
    expect((await row()).retry_at?.getTime()).toBe(clock.nowMs + (waitMs ?? 30_000));
    clock.nowMs += 120_000;
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2" } });
    expect(await read()).toEqual({ ok: true, token: "t2" });
    expect(provider.tokenRequests.at(-1)?.get("refresh_token")).toBe("r1");
  },
);

test("an application's own rule says what a refusal means", async () => {
  const refusals = [{ body: "fault.code", equals: [17], means: "expired" }];
  const { read, row } = await connected({ refusals });
  provider.script.splice(0, 9, { status: 409, body: { fault: { code: 17 } } });
  clock.nowMs += 3_600_000;
  await expect(read()).rejects.toMatchObject({ code: "auth" });
  expect(await row()).toMatchObject({ status: "expired" });
});

test("with a token_path, a renewal never takes the token at the top of the answer", async () => {
  const { read, row } = await connected({ token_path: "authed_user" });
  provider.accepted.add("bot");
  provider.script.splice(0, 9, { body: { ok: true, access_token: "bot", authed_user: { id: "U1" } } });
  clock.nowMs += 3_600_000;
  await expect(read()).rejects.toMatchObject({
    code: "remote",
    message: expect.stringContaining("issued no token at authed_user: the customer may not have allowed it."),
  });
  expect(await row()).toMatchObject({ status: "active" });
});

test("a provider that hangs up costs only time", async () => {
  const { read, row } = await connected();
  provider.script.splice(0, 9, { body: "", hangUp: true });
  clock.nowMs += 3_600_000;
  await expect(read()).rejects.toMatchObject({ code: "remote" });
  expect(await row()).toMatchObject({ status: "active" });
});

test.each([5, -5])("a process whose clock is off by %i minutes loses nothing", async (minutes) => {
  const { read, row } = await connected();
  clock.nowMs += 3_600_000 - 60_000 + minutes * 60_000;
  provider.accepted.add("t2");
  provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: 3600, refresh_token: "r2" } });
  // Ahead, it renews early; behind, it finds the token good, or refused and renews it then.
  if (minutes < 0) provider.accepted.delete("t1");
  expect(await read()).toEqual({ ok: true, token: "t2" });
  clock.nowMs -= minutes * 60_000;
  expect(await read()).toEqual({ ok: true, token: "t2" });
  expect(await row()).toMatchObject({ status: "active" });
  expect(provider.tokenRequests).toHaveLength(1);
});

test("a renewal is sent once, whatever the answer, and the connection stays valid", async () => {
  for (const [name, raw] of [...oddAnswers(), ...brokenAnswers(), ...randomAnswers(15)]) {
    const { read, row } = await connected();
    provider.script.splice(0, 9, { body: "", raw });
    clock.nowMs += 3_600_000;
    await expect(read(), name).rejects.toMatchObject({ code: "remote" });
    expect(provider.tokenRequests, name).toHaveLength(1);
    expect(await row(), name).toMatchObject({ status: "active" });
    clock.nowMs += 120_000;
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2" } });
    expect(await read(), name).toEqual({ ok: true, token: "t2" });
  }
});
