import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveConsent, completeSignIn } from "../../../../demo/third-party/approve-consent.ts";
import {
  LEDGERLY_CUSTOMER,
  startThirdParty,
  type ThirdParty,
} from "../../../../demo/third-party/third-party.ts";
import { goOn, type SentOn } from "../../../test/connect-page.ts";
import { findFreeUrl } from "../../../test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { invokeAction } from "../actions/with-connection.ts";

const DEMO_CONNECTORS = fileURLToPath(new URL("../../../../demo/connectors", import.meta.url));
const CLIENT_SECRET = "client-secret-of-the-operator";
let server: ListeningServer;
let thirdParty: ThirdParty;
let nowMs = Date.now();

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  thirdParty = await startThirdParty({
    client: { id: "shop", secret: CLIENT_SECRET, redirectUris: [`${publicUrl}/api/v1/ledgerly/callback`] },
  });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: "shop",
    LEDGERLY_CLIENT_SECRET: CLIENT_SECRET,
  };
  server = await startListeningServer(
    { publicUrl, connectorsDir: DEMO_CONNECTORS, variable: (name) => variables[name] },
    { clock: { now: () => new Date(nowMs) } },
  );
  await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key: server.testKey,
    body: {
      webhook_url: "https://example.com/hook",
      webhook_events: ["Connection Created", "Connection Deleted"],
    },
  });
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

const read = (slug: string, token: string) =>
  server.request({ url: `/api/v2/f-sdk/application/${slug}`, token });
const integrate = (slug: string, token: string, query = "") =>
  server.request({ url: `/api/v1/${slug}/integrate?${query}`, token });
const save = (slug: string, token: string, body: unknown) =>
  server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body });

async function announced(): Promise<string[]> {
  const rows = await server.deps.db.selectFrom("webhook_deliveries").select("event").orderBy("id").execute();
  return rows.map(({ event }) => event);
}

async function act(accountId: string, slug: string, actionId: string, input = {}, idempotencyKey?: string) {
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  const call = { slug, actionId, input, idempotencyKey, cause: { kind: "action" } } as const;
  return invokeAction(server.deps, { ...server.test, account }, call);
}

describe("GET /api/v2/f-sdk/application", () => {
  test("200: every application that can be connected, in the shape of platform-surface 3.1", async () => {
    const token = await server.account("lists");
    const { status, body } = await server.request({ url: "/api/v2/f-sdk/application?ecosystem=true", token });
    expect(status).toBe(200);
    const bySlug = new Map(body.map((one: { slug: string }) => [one.slug, one]));
    expect([...bySlug.keys()]).toEqual(expect.arrayContaining(["stripe", "slack", "ledgerly", "stockroom"]));
    expect(bySlug.get("ledgerly")).toMatchObject({
      app_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: "ledgerly",
      kind: "native",
      auth_type: "oauth2",
      auth_type_options: { oauth2: [] },
      auth_input_map: [],
      grant_type: "authorization_code_pkce",
      connected: false,
      connected_accounts: [],
      reauth_required: false,
    });
    // Slack has no OAuth2 client here, so that it is connected with a token.
    expect(bySlug.get("slack")).toMatchObject({
      auth_type: "keybased",
      auth_type_options: {
        keybased: [
          { name: "bot_token", type: "password", required: true },
          { name: "signing_secret", type: "password", required: false },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain(CLIENT_SECRET);
  });

  test("401 without a token and with an API key, 404 for an unknown application", async () => {
    const url = "/api/v2/f-sdk/application";
    expect((await server.request({ url })).status).toBe(401);
    expect((await server.request({ url, key: server.testKey })).status).toBe(401);
    const token = await server.account("lists");
    expect(await read("nothing", token)).toMatchObject({
      status: 404,
      body: { error_code: "RESOURCE_NOT_FOUND" },
    });
    expect((await read("__proto__", token)).status).toBe(404);
  });
});

describe("OAuth2, against a real authorization server", () => {
  test("connects: consent, callback, tokens, event; the page confirms it and closes", async () => {
    const token = await server.account("oauth");
    const { body } = await integrate("ledgerly", token);
    const { address: url } = await goOn(server, body.auth_url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "shop",
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid offline_access bookkeeping",
    });
    const page = await approveConsent(body.auth_url);
    expect(page).toContain("Ledgerly is connected");
    expect(page).toContain("window.close()");
    expect((await read("ledgerly", token)).body).toMatchObject({
      connected: true,
      reauth_required: false,
      connected_accounts: [{ identifier: "northwind-books", auth_type: "oauth2", status: "active" }],
    });
    expect(await announced()).toContain("Connection Created");
    expect(await act("oauth", "ledgerly", "get_me")).toEqual({
      service: "Ledgerly",
      account: "northwind-books",
    });
  });

  test("reconnects: connectedAt changes, and there is still one connection", async () => {
    const token = await server.account("oauth");
    const before = (await read("ledgerly", token)).body.connected_accounts[0].connectedAt;
    nowMs += 1000;
    await approveConsent((await integrate("ledgerly", token)).body.auth_url);
    const { connected_accounts: after } = (await read("ledgerly", token)).body;
    expect(after).toHaveLength(1);
    expect(after[0].connectedAt > before).toBe(true);
  });

  test("connects another account beside the first, renews it, and keeps the consent that both share", async () => {
    const token = await server.account("oauth-twice");
    const connect = async (query: string) =>
      approveConsent((await integrate(`ledgerly`, token, query)).body.auth_url);
    const list = async () => (await read("ledgerly", token)).body.connections;
    await connect("");
    expect(await connect("connection_id=new")).toContain("Ledgerly is connected");
    const both = await list();
    expect(both.map((one: { is_default: boolean }) => one.is_default).toSorted()).toEqual([false, true]);
    const added = both.find((one: { is_default: boolean }) => !one.is_default);
    nowMs += 1000;
    await connect(`connection_id=${added.connection_id}`);
    expect((await list())[0]).toMatchObject({ connection_id: added.connection_id, is_default: false });
    expect((await list())[0].connectedAt > added.connectedAt).toBe(true);
    expect(await list()).toHaveLength(2);

    const url = `/api/v1/linked-acc/integration/ledgerly?connection_id=${added.connection_id}`;
    expect((await server.request({ method: "DELETE", url, token })).status).toBe(200);
    expect(await act("oauth-twice", "ledgerly", "get_me")).toMatchObject({ account: "northwind-books" });
  });

  test("a connection that is removed before consent is not made again", async () => {
    const token = await server.account("oauth-gone");
    await approveConsent((await integrate("ledgerly", token)).body.auth_url);
    await approveConsent((await integrate("ledgerly", token, "connection_id=new")).body.auth_url);
    const { connections } = (await read("ledgerly", token)).body;
    const { connection_id: id } = connections.find((one: { is_default: boolean }) => !one.is_default);
    const { body } = await integrate("ledgerly", token, `connection_id=${id}`);
    const url = `/api/v1/linked-acc/integration/ledgerly?connection_id=${id}`;
    await server.request({ method: "DELETE", url, token });
    await expect(approveConsent(body.auth_url)).rejects.toThrow("This link no longer works");
    expect((await read("ledgerly", token)).body.connections).toHaveLength(1);
  });

  test("a customer who declines stays unconnected and sees a message", async () => {
    const token = await server.account("declines");
    const { body } = await integrate("ledgerly", token);
    const page = await completeSignIn(body.auth_url, { customer: LEDGERLY_CUSTOMER, decision: "refuse" });
    expect(page).toContain("was not connected");
    expect((await read("ledgerly", token)).body.connected).toBe(false);
  });

  test("400: a state works once, for its application only, and for ten minutes", async () => {
    const token = await server.account("states");
    const begin = async () => goOn(server, (await integrate("ledgerly", token)).body.auth_url);
    const callback = (slug: string, { address, cookie }: SentOn, tail = "") => {
      const state = address.searchParams.get("state") ?? "";
      const given = tail === "" ? state : state.slice(0, -tail.length) + tail;
      return server.request({ url: `/api/v1/${slug}/callback?code=x&state=${given}`, headers: { cookie } });
    };
    const used = await begin();
    expect((await callback("ledgerly", used)).text).toContain("could not be connected");
    expect((await callback("ledgerly", used)).text).toContain("can no longer be completed");
    expect((await callback("stockroom", await begin())).text).toContain("can no longer be completed");
    expect((await callback("ledgerly", await begin(), "AA")).text).toContain("can no longer be completed");
    const late = await begin();
    nowMs += 10 * 60_000;
    expect((await callback("ledgerly", late)).text).toContain("can no longer be completed");
    expect((await read("ledgerly", token)).body.connected).toBe(false);
  });

  test("400: no callback parameter appears on the page, which has a strict content policy", async () => {
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    for (const query of [
      `state=${attack}`,
      `code=${attack}&state=${attack}&error=${attack}`,
      "",
      "state=a.b&code=%00",
    ]) {
      const { status, text, headers } = await server.request({ url: `/api/v1/${attack}/callback?${query}` });
      expect(status).toBe(400);
      expect(text).not.toContain("alert(1)");
      if (query.includes("%00")) continue;
      expect(headers["content-security-policy"]).toMatch(
        /default-src 'none'.*script-src 'sha256-.*frame-ancestors 'none'/,
      );
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  test("POST starts a connect as well; 400 for an application without OAuth2, 404 for an unknown one", async () => {
    const token = await server.account("posts");
    const post = (slug: string) =>
      server.request({ method: "POST", url: `/api/v1/${slug}/integrate`, token, body: {} });
    const { address } = await goOn(server, (await post("ledgerly")).body.auth_url);
    expect(address.href).toContain(thirdParty.url);
    expect(await post("stockroom")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("key") },
    });
    expect((await post("slack")).body.message).toContain("no OAuth2 client");
    expect((await post("nothing")).status).toBe(404);
    expect((await server.request({ url: "/api/v1/ledgerly/integrate" })).status).toBe(401);
  });
});

describe("POST /api/v2/app/:slug/save", () => {
  test("200: connects after the provider has accepted the key, and actions use it with their idempotency key", async () => {
    const token = await server.account("keys");
    const reply = await save("stockroom", token, {
      key: `  ${thirdParty.stockroomKey}\n`,
      auth_type: "keybased",
    });
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect((await read("stockroom", token)).body).toMatchObject({
      connected: true,
      connected_accounts: [{ identifier: "harbor-tools", auth_type: "keybased", status: "active" }],
    });
    const movement = {
      reference: "M-1",
      direction: "out",
      occurred_at: "2026-01-02T03:04:05Z",
      sku: "S-1",
      product: "Säge",
      quantity: 2,
      destination: { city: "Łódź", country: "PL" },
    };
    const first = await act(
      "keys",
      "stockroom",
      "create_movement",
      { ...movement, note: null },
      "run-1:step-1",
    );
    expect(
      await act("keys", "stockroom", "create_movement", { ...movement, note: null }, "run-1:step-1"),
    ).toEqual(first);
    expect(thirdParty.movements()).toHaveLength(1);
    await expect(act("keys", "stockroom", "create_movement", { reference: "M-2" })).rejects.toMatchObject({
      code: "input",
    });
    await expect(act("keys", "stockroom", "nothing")).rejects.toMatchObject({ code: "input" });
  });

  test("400: a key that the provider rejects, with its reason, and nothing is stored", async () => {
    const token = await server.account("wrong-key");
    const reply = await save("stockroom", token, { key: "planted-wrong-key" });
    expect(reply).toMatchObject({ status: 400, body: { error_code: "EXTERNAL_API_FAILURE" } });
    expect(reply.body.message).toMatch(/^Stockroom does not accept these credentials/);
    expect(reply.text).not.toContain("planted-wrong-key");
    expect((await read("stockroom", token)).body.connected).toBe(false);
  });

  test.each([
    ["nothing typed in", {}, "MISSING_REQUIRED_FIELD"],
    ["spaces only", { key: "  " }, "MISSING_REQUIRED_FIELD"],
    ["a number", { key: 5 }, "VALIDATION_ERROR"],
    ["a line break", { key: "a\r\nx-other: b" }, "VALIDATION_ERROR"],
    ["a list", [], "VALIDATION_ERROR"],
    ["a prototype key", '{"__proto__":{"key":"x"}}', "VALIDATION_ERROR"],
  ])("400: %s", async (_, body, code) => {
    const token = await server.account("bad-input");
    expect(await save("stockroom", token, body)).toMatchObject({ status: 400, body: { error_code: code } });
  });

  test("400 for an application without keys, 401, 404", async () => {
    const token = await server.account("bad-input");
    expect((await save("ledgerly", token, { key: "x" })).status).toBe(400);
    expect((await save("nothing", token, { key: "x" })).status).toBe(404);
    expect((await save("stockroom", "", { key: "x" })).status).toBe(401);
  });
});

describe("DELETE /api/v1/linked-acc/integration/:slug", () => {
  test("200: removes the connection, announces it and revokes it at the provider; 404 the second time", async () => {
    const token = await server.account("leaves");
    await approveConsent((await integrate("ledgerly", token)).body.auth_url);
    const count = (await announced()).length;
    const url = "/api/v1/linked-acc/integration/ledgerly";
    expect(
      (await server.request({ method: "DELETE", url: `${url}?auth_type=keybased`, token, body: {} })).status,
    ).toBe(404);
    const reply = await server.request({ method: "DELETE", url, token });
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect((await announced()).slice(count)).toEqual(["Connection Deleted"]);
    expect((await read("ledgerly", token)).body.connected).toBe(false);
    expect((await server.request({ method: "DELETE", url, token })).status).toBe(404);
    expect((await server.request({ method: "DELETE", url })).status).toBe(401);
    await expect(act("leaves", "ledgerly", "get_me")).rejects.toMatchObject({ code: "auth" });
  });
});
