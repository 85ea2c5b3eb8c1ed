import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnectLink } from "../apps/connections/connect-link.ts";
import type { FakeTokenReply } from "../apps/connections/fake-provider.ts";
import { findConnections } from "../apps/store.ts";
import {
  type FormFields,
  getRefreshAddress,
  HOSTILE,
  startTestPortal,
  type TestPortal,
} from "./test-portal.ts";

const KEY = { "field.team": "acme", "field.region": "eu", "field.key": "good-key" };
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key").add("fresh-token");
});
afterAll(() => portal.close());

const stored = async () => {
  const rows = await portal.server.deps.db.selectFrom("connections").select(["slug", "status"]).execute();
  return rows.length;
};

test.each(["connect", "settings"])(
  "the address of a refused form (%s) leads back when it is opened",
  async (form) => {
    const path = await portal.link("again");
    expect(await portal.get(`${path}/apps/desk/${form}`)).toMatchObject({
      status: 303,
      headers: { location: `${path}/apps/desk` },
    });
    expect((await portal.get(`${path}/apps/nothing/${form}`)).status).toBe(404);
  },
);

describe("connecting with a key", () => {
  test("continues to the application's page, which shows the connection", async () => {
    const path = await portal.link("keys");
    const reply = await portal.send(`${path}/apps/desk`, "connect", KEY);
    expect(reply).toMatchObject({
      status: 303,
      headers: { location: `${path}/apps/desk?outcome=connected` },
    });
    const { text } = await portal.get(`${path}/apps/desk?outcome=connected`);
    expect(text).toContain("is connected");
    expect(text).toContain("Connected as Team good-key");
  });

  test.each<[string, FormFields, string]>([
    [
      "a key that the provider refuses",
      { ...KEY, "field.key": "wrong" },
      "does not accept these credentials",
    ],
    ["a required field left empty", { ...KEY, "field.team": " " }, "Team is required."],
    [
      "a choice that is not offered",
      { ...KEY, "field.region": "moon" },
      "Region must be one of its options.",
    ],
    ["a number that is none", { ...KEY, "field.seats": "many" }, "Seats must be a number."],
  ])("400, and nothing is stored: %s", async (_, fields, message) => {
    const path = await portal.link("refused");
    const before = await stored();
    const { status, text } = await portal.send(`${path}/apps/desk`, "connect", fields);
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain('role="alert"');
    expect(text).toContain("<title>Error: ");
    expect(await stored()).toBe(before);
  });

  test("entered values are shown again as text, except secrets", async () => {
    const path = await portal.link("typed");
    const fields = { ...KEY, "field.team": HOSTILE, "field.region": "us", "field.key": "planted-secret" };
    const { text } = await portal.send(`${path}/apps/desk`, "connect", fields);
    expect(text).toContain('value="&lt;script&gt;alert');
    expect(text).toContain('<option value="us" selected>');
    expect(text).not.toContain("planted-secret");
    expect(text).not.toMatch(/<script|<img src=x/);
    const missing = await portal.send(`${path}/apps/desk`, "connect", { ...KEY, "field.key": "" });
    expect(missing.text).toMatch(
      /<a href="#(keybased-3)">Access key is required\.<\/a>[\s\S]*<input type="password"[^>]* id="\1"[^>]* aria-invalid="true"/,
    );
  });

  test("400 for a kind of connecting that the application lacks, 404 for an unknown application", async () => {
    const path = await portal.link("kinds");
    expect((await portal.send(`${path}/apps/desk`, "connect", { ...KEY, auth_type: "oauth2" })).status).toBe(
      400,
    );
    const { form = "" } = await formOf(path);
    expect((await portal.post(`${path}/apps/nothing/connect`, { form, ...KEY })).status).toBe(404);
    expect((await portal.post(`${path}/apps/__proto__/connect`, { form, ...KEY })).status).toBe(404);
  });
});

async function formOf(path: string): Promise<{ form?: string }> {
  const { text } = await portal.get(`${path}/apps/desk`);
  return { form: /name="form" value="([^"]+)"/.exec(text)?.[1] };
}

describe("a form from elsewhere", () => {
  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example.com" }],
    ["no origin", { origin: "null" }],
  ])("403, and nothing is stored: %s", async (_, headers) => {
    const path = await portal.link("forged");
    const before = await stored();
    const reply = await portal.send(`${path}/apps/desk`, "connect", KEY, headers);
    expect(reply.status).toBe(403);
    expect(reply.text).toContain("send the form again");
    expect(await stored()).toBe(before);
  });

  test("403 without the link's proof, or with that of another link", async () => {
    const path = await portal.link("unproven");
    const other = await portal.link("prover");
    const before = await stored();
    const { form = "" } = await formOf(other);
    for (const fields of [KEY, { ...KEY, form: "" }, { ...KEY, form }])
      expect(
        (await portal.post(`${path}/apps/desk/connect`, { auth_type: "keybased", ...fields })).status,
      ).toBe(403);
    expect(await stored()).toBe(before);
  });

  test("the server's own origin is accepted, under its public name and the requested one", async () => {
    const path = await portal.link("origins");
    const send = (headers: Record<string, string>) =>
      portal.send(`${path}/apps/desk`, "connect", KEY, headers);
    expect((await send({ origin: portal.server.deps.config.publicUrl })).status).toBe(303);
    expect((await send({ origin: "http://localhost:8080", host: "localhost:8080" })).status).toBe(303);
    expect((await send({})).status).toBe(303);
  });
});

describe("an invalid form", () => {
  test("413 beyond 100 KB or a thousand values, 415 for other content, 400 for values that cannot be stored", async () => {
    const path = await portal.link("odd");
    const url = `${path}/apps/desk/connect`;
    const statuses = [
      await portal.post(url, { ...(await formOf(path)), "field.team": "x".repeat(100 * 1024) }),
      await portal.post(url, { a: Array.from({ length: 1001 }, () => "1") }),
      await portal.post(url, KEY, { "content-type": "application/json" }),
      await portal.post(url, KEY, { "content-type": "multipart/form-data; boundary=x" }),
      await portal.post(url, { "field.team": "a\0b" }),
      await portal.get(`${path}?step=nine`),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([413, 413, 415, 415, 400, 400]);
    for (const { headers, text } of statuses) {
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(text).toContain("<h1>");
    }
  });
});

describe("connecting by OAuth2", () => {
  const tokenReply = (reply: FakeTokenReply) => {
    portal.provider.script.splice(0, portal.provider.script.length, reply);
  };
  const begin = async (path: string, headers?: Record<string, string>) => {
    const reply = await portal.send(`${path}/apps/books`, "connect", {}, headers);
    expect(reply.status).toBe(200);
    return {
      address: getRefreshAddress(reply.text),
      cookie: String(reply.headers["set-cookie"]).split(";")[0] ?? "",
      reply,
    };
  };
  const comeBack = (address: URL, query: string, cookie: string) =>
    portal.get(`/api/v1/books/callback?state=${address.searchParams.get("state")}&${query}`, { cookie });

  test("sends the browser to the provider and returns to the page, which confirms it", async () => {
    tokenReply({ body: { access_token: "fresh-token", refresh_token: "r", token_type: "bearer" } });
    const path = await portal.link("consents");
    const { address, cookie, reply } = await begin(path);
    expect(address.href).toMatch(/\/authorize\?/);
    expect(address.searchParams.get("client_id")).toBe("portal-client");
    expect(String(reply.headers["set-cookie"])).toMatch(
      /^junctor_connect_[\w-]{32}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const back = await comeBack(address, "code=abc", cookie);
    expect(back.status).toBe(303);
    expect(back.headers.location).toBe(
      `${portal.server.deps.config.publicUrl}${path}/apps/books?outcome=connected`,
    );
    expect(back.headers["referrer-policy"]).toBe("no-referrer");
    const { text } = await portal.get(`${path}/apps/books?outcome=connected`);
    expect(text).toContain("App books is connected");
    expect(text).toContain("Connected as acme");
    // The state was used up.
    expect((await comeBack(address, "code=abc", cookie)).text).toContain("can no longer be completed");
  });

  test("the first of two consents to return counts for a link that works once", async () => {
    tokenReply({ body: { access_token: "fresh-token", token_type: "bearer" } });
    const scope = await portal.scopeOf("twice");
    const { url } = await createConnectLink(portal.server.deps, scope, { slug: "books" });
    const { pathname: path } = new URL(url);
    const consents = [await begin(path), await begin(path)];
    const ends: unknown[] = [];
    for (const { address, cookie } of consents) {
      ends.push((await comeBack(address, "code=abc", cookie)).headers.location);
    }
    const page = `${portal.server.deps.config.publicUrl}${path}/apps/books`;
    expect(ends).toEqual([`${page}?outcome=connected`, `${page}?outcome=stale`]);
    const rows = await findConnections(portal.server.deps.database, scope, "books");
    expect(rows).toMatchObject([{ status: "active", revision: 0 }]);
  });

  test("a consent given in another browser connects nothing", async () => {
    const path = await portal.link("victim");
    const { address } = await begin(path);
    const { cookie } = await begin(path);
    const asked = portal.provider.tokenRequests.length;
    const reply = await comeBack(address, "code=abc", cookie);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("started in another browser");
    expect(portal.provider.tokenRequests).toHaveLength(asked);
    expect((await portal.get(`${path}/apps/books`)).text).not.toContain("Connected as");
  });

  test.each([
    ["declined", "error=access_denied", {}, "did not allow access"],
    ["misconfigured", "error=invalid_scope", {}, "must correct its settings for App books"],
    ["unreachable", "error=temporarily_unavailable", {}, "is not responding as expected"],
    [
      "refused",
      "code=used",
      { status: 400, body: { error: "invalid_grant" } },
      "no longer accepts the approval",
    ],
    [
      "misconfigured",
      "code=x",
      { status: 401, body: { error: "invalid_client" } },
      "must correct its settings for App books",
    ],
    ["unreachable", "code=x", { status: 503, body: "<h1>down</h1>" }, "is not responding as expected"],
    ["refused", "code=x", { body: { access_token: "unknown-token" } }, "no longer accepts the approval"],
  ])("%s: %s ends on the page, with the reason in plain words", async (kind, query, answer, words) => {
    tokenReply({ body: {}, ...answer });
    const path = await portal.link(`ends-${kind}`);
    const { address, cookie } = await begin(path);
    const reply = await comeBack(
      address,
      `${query}&error_description=${encodeURIComponent(HOSTILE)}`,
      cookie,
    );
    expect(reply.headers.location).toMatch(new RegExp(`outcome=${kind}$`));
    const page = await portal.get(`${new URL(String(reply.headers.location)).pathname}?outcome=${kind}`);
    expect(page.text).toContain(words);
    expect(page.text).not.toContain("Connected as");
  });

  test("an application disabled meanwhile is not connected", async () => {
    const path = await portal.link("late");
    const { address, cookie } = await begin(path);
    const url = "/api/v2/public/application/books/settings";
    const { testKey: key } = portal.server;
    await portal.server.request({ method: "PUT", url, key, body: { enabled: false } });
    const reply = await comeBack(address, "code=x", cookie);
    await portal.server.request({ method: "PUT", url, key, body: { enabled: true } });
    expect(reply.headers.location).toMatch(/outcome=disabled$/);
  });

  test("in a window of its own it ends there, and two connects can run at once", async () => {
    tokenReply({ body: { access_token: "fresh-token" } });
    const path = await portal.link("windows");
    const first = await begin(path);
    const page = await portal.get(`${path}/apps/books`, { "sec-fetch-dest": "iframe" });
    const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const fields = { form, auth_type: "oauth2", window: "new" };
    const second = await portal.post(`${path}/apps/books/connect`, fields, { cookie: first.cookie });
    const both = `${first.cookie}; ${String(second.headers["set-cookie"]).split(";")[0]}`;
    const ended = await comeBack(getRefreshAddress(second.text), "code=x", both);
    expect(ended.status).toBe(200);
    expect(ended.text).toContain("You can close this window");
    expect(String(ended.headers["set-cookie"])).toContain("Max-Age=0");
    expect((await comeBack(first.address, "code=y", both)).status).toBe(303);
  });

  test("the page never shows a connection that does not exist", async () => {
    const path = await portal.link("claims");
    const { text } = await portal.get(`${path}/apps/books?outcome=connected`);
    expect(text).not.toContain("is connected");
  });
});

describe("disconnecting", () => {
  test("asks for confirmation, then removes the connection and revokes it at the provider", async () => {
    const path = await portal.link("leaves");
    await portal.send(`${path}/apps/desk`, "connect", KEY);
    const asked = await portal.get(`${path}/apps/desk/disconnect`);
    expect(asked.text).toContain("Keep it connected");
    expect((await portal.get(path)).text).toContain("Connected as");
    const { form = "" } = await formOf(path);
    const reply = await portal.post(`${path}/apps/desk/disconnect`, { form });
    expect(reply).toMatchObject({ status: 303, headers: { location: `${path}?disconnected=desk` } });
    expect((await portal.get(`${path}?disconnected=desk`)).text).toContain("is disconnected.");
    expect((await portal.post(`${path}/apps/desk/disconnect`, { form })).status).toBe(404);
  });
});
