import { describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { anyAddress, openBrowser, type Shown } from "../../../../test/test-browser.ts";
import { parseAllowList } from "../../../platform/outbound/address-guard.ts";
import { HOSTILE } from "../../../portal/test-portal.ts";
import {
  buildAuthorizeUrl,
  openConsentPage,
  postDecision,
  REDIRECT,
  registerClient,
  requestToken,
  startTestOauth,
} from "../test-oauth.ts";
import { createClientDocumentFetch } from "./fetch-client.ts";

const oauth = forAllTests(startTestOauth);

async function register(
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  const response = await fetch(`${oauth.issuer}/register`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The first page that a customer sees whom this client sends. */
function begin(clientId: string, changes: Record<string, string | undefined> = {}): Promise<Shown> {
  return openBrowser(oauth).go(buildAuthorizeUrl(oauth, clientId, changes).url);
}

/** The page that asks the customer. */
function askFor(clientId: string, changes: Record<string, string | undefined> = {}): Promise<Shown> {
  return openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId, changes).url);
}

let made = 0;
/** A client id of its own, with this document. */
function publish(document: object | string): string {
  made += 1;
  const id = `https://assistant${made}.test/client.json`;
  const metadata =
    typeof document === "string" ? document : { client_id: id, redirect_uris: [REDIRECT], ...document };
  oauth.publish(id, metadata);
  return id;
}

describe("a client that has a metadata document", () => {
  test("is identified by it: users see name and host together, as anybody may publish any name", async () => {
    const id = publish({ client_name: "Claude" });
    const page = await askFor(id);
    expect(page.text).toContain(`Allow Claude (${new URL(id).host}) to use Test organization?`);
    expect(page.text).toContain(`The name is given by <strong>${new URL(id).host}</strong>.`);
    expect(page.text).not.toContain("Unverified");
    const { url, verifier } = buildAuthorizeUrl(oauth, id);
    const code = (await postDecision(oauth, url)).searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", client_id: id, code, code_verifier: verifier };
    const reply = await requestToken(oauth, { ...fields, redirect_uri: REDIRECT });
    expect(reply).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
  });

  test("is read once, not at each request", async () => {
    const id = publish({ client_name: "Once" });
    for (let times = 0; times < 3; times++) expect((await begin(id)).status).toBe(200);
    expect(oauth.asked.get(id)).toBe(1);
  });

  test("may be on the user's own computer, at any port", async () => {
    const id = publish({
      client_name: "Claude Code",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback", "cursor://app/callback"],
    });
    const local = await askFor(id, { redirect_uri: "http://127.0.0.1:49152/callback" });
    expect(local.text).toContain("an application on this computer (127.0.0.1:49152)");
    for (const uri of [
      "http://127.0.0.1:49152/other",
      "http://127.0.0.2:49152/callback",
      "http://localhost.evil.test/callback",
      "https://127.0.0.1:1/callback",
      "cursor://app/callback",
    ])
      expect((await begin(id, { redirect_uri: uri })).status, uri).toBe(400);
  });

  test.each([
    ["names another client", { client_id: "https://other.test/client.json" }],
    ["has no redirect address", { redirect_uris: undefined }],
    [
      "has none that may be used",
      { redirect_uris: ["http://assistant.test/callback", "javascript:alert(1)"] },
    ],
    ["wants a secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["can only sign", { token_endpoint_auth_method: "private_key_jwt" }],
    ["can do without a secret in no way", { token_endpoint_auth_methods_supported: ["private_key_jwt"] }],
    ["is no object", "[]"],
    ["is no JSON", "<html>"],
    ["is empty", ""],
    ["is too large", JSON.stringify({ padding: "x".repeat(40_000) })],
  ])("is rejected if the document %s", async (_name, document) => {
    const page = await begin(publish(document as object | string));
    expect(page.status).toBe(400);
    expect(page.text).toContain("This cannot continue");
    expect(page.url.pathname).toBe("/mcp/oauth/authorize");
  });

  test("is rejected without a document, and with an address that cannot be a client's", async () => {
    for (const id of [
      "https://nobody.test/client.json",
      "http://assistant.test/client.json",
      "https://user:pass@assistant.test/client.json",
      "https://assistant.test/a/../client.json",
      "https://assistant.test/client.json#a",
    ])
      expect((await begin(id)).status, id).toBe(400);
  });

  test("stays known for 30 days if its host fails, and is read again once that responds", async () => {
    const DAY_MS = 86_400_000;
    const id = publish({ client_name: "Before" });
    expect((await askFor(id)).text).toContain("Allow Before (");
    oauth.publish(id, undefined);
    // As another process, or this one after a restart: nothing is remembered but what is stored.
    const other = createReader();
    oauth.pass(DAY_MS);
    expect(await (await other(id)).json()).toMatchObject({ client_name: "Before" });
    const asked = oauth.asked.get(id) ?? 0;
    await other(id);
    expect(oauth.asked.get(id)).toBe(asked);
    oauth.publish(id, { client_id: id, client_name: "After", redirect_uris: [REDIRECT] });
    oauth.pass(300_000);
    expect(await (await other(id)).json()).toMatchObject({ client_name: "After" });
    oauth.publish(id, undefined);
    oauth.pass(30 * DAY_MS);
    await expect(other(id)).rejects.toThrow("404");
    oauth.pass(-31 * DAY_MS - 300_000);
  });

  test("cannot be locked out by strangers who request other documents of its host", async () => {
    const id = "https://busy.test/client.json";
    oauth.publish(id, { client_id: id, redirect_uris: [REDIRECT] });
    expect((await begin(id)).status).toBe(200);
    // From now on it is read again, which does not count against the limit of its host.
    oauth.pass(300_000);
    const ids = Array.from({ length: 70 }, (_, index) => `https://busy.test/${index}.json`);
    for (const one of ids) oauth.publish(one, { client_id: one, redirect_uris: [REDIRECT] });
    const statuses = [];
    for (const one of ids) statuses.push((await begin(one)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(await (await createReader()(id)).json()).toMatchObject({ client_id: id });
    expect(oauth.asked.get(id)).toBe(2);
    oauth.pass(-300_000);
  });

  test("one stranger can trigger at most ten reads of unknown documents a minute, and blocks nobody else", async () => {
    const stranger = openBrowser(oauth, "8.8.8.8");
    const statuses = [];
    for (let index = 0; index < 12; index++) {
      const id = publish({ client_name: "Unknown" });
      statuses.push((await stranger.go(buildAuthorizeUrl(oauth, id).url)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect((await begin(publish({ client_name: "Another" }))).status).toBe(200);
  });
});

/** Reads documents as a process that has just started. */
function createReader() {
  return createClientDocumentFetch(oauth.server.deps, () => anyAddress());
}

describe("no document is read from a forbidden address", () => {
  const strict = forAllTests(() => startTestOauth({ outboundAllow: parseAllowList("") }));

  test.each([
    "https://127.0.0.1/client.json",
    "https://localhost/client.json",
    "https://[::1]/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/client.json",
    "https://0x7f000001/client.json",
    "https://metadata.google.internal./client.json",
  ])("%s", async (id) => {
    const { url } = buildAuthorizeUrl(strict, id);
    const page = await openBrowser(strict).go(url);
    expect(page.status).toBe(400);
    // What lies behind an address is not told to whoever names it.
    expect(page.text).not.toMatch(/private|loopback|refused|address/i);
  });
});

test("a malformed id is unknown, and causes no internal error", async () => {
  for (const client_id of ["a\0b", "\ud800", "client_", `client_${"x".repeat(22)}`, "x".repeat(50_000)]) {
    const fields = { grant_type: "refresh_token", refresh_token: "a\0b", client_id };
    const { status, body } = await requestToken(oauth, fields);
    expect(status).toBe(400 + Number(body.error === "invalid_client"));
    expect(body.error).toMatch(/^invalid_(client|request)$/);
  }
});

describe("a client that registers itself (RFC 7591)", () => {
  test("201: gets an id and no secret, whatever it requests; only relevant fields are stored", async () => {
    const reply = await register({
      redirect_uris: [REDIRECT, "http://127.0.0.1:33418/", REDIRECT],
      client_name: "VS Code",
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "client_credentials"],
      client_secret: "chosen",
      client_id: "chosen",
      jwks_uri: "http://169.254.169.254/",
      logo_uri: "https://tracker.test/pixel.png",
      scope: "admin",
    });
    expect(reply).toEqual({
      status: 201,
      body: {
        client_id: expect.stringMatching(/^client_[A-Za-z0-9_-]{22}$/),
        client_id_issued_at: expect.any(Number),
        client_name: "VS Code",
        redirect_uris: [REDIRECT, "http://127.0.0.1:33418/"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        application_type: "native",
      },
    });
  });

  test("is shown as unverified, with the host that the browser returns to", async () => {
    const id = await registerClient(oauth, { redirect_uris: [REDIRECT], client_name: "Claude by Anthropic" });
    const page = await askFor(id);
    expect(page.text).toContain("Allow Claude by Anthropic (unverified) to use");
    expect(page.text).toContain("Unverified");
    expect(page.text).toContain("sent back to <strong>assistant.test</strong>");
  });

  test("cannot inject markup or invisible text into the page", async () => {
    const name = `${HOSTILE}\u202eesrever\u200b\n\t${"x".repeat(500)}`;
    const id = await registerClient(oauth, { redirect_uris: [REDIRECT], client_name: name });
    for (const page of [await begin(id), await askFor(id)]) {
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("<script>alert");
      expect(page.text).not.toContain("<img src=x");
      expect(page.text).not.toMatch(/[\u202e\u200b]/);
      expect(page.text).toContain("&lt;script&gt;");
      expect(page.text).not.toContain("x".repeat(80));
    }
  });

  test("may omit its name", async () => {
    const id = await registerClient(oauth, { redirect_uris: [REDIRECT] });
    expect((await askFor(id)).text).toContain("Allow an application (unverified) to use");
  });

  test.each([
    ["no redirect address", {}, "invalid_redirect_uri"],
    ["an empty list of them", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["a text in their place", { redirect_uris: REDIRECT }, "invalid_redirect_uri"],
    ["one over plain http", { redirect_uris: ["http://assistant.test/"] }, "invalid_redirect_uri"],
    ["one over https on this computer", { redirect_uris: ["https://localhost/"] }, "invalid_redirect_uri"],
    ["one of an application's own scheme", { redirect_uris: ["cursor://a/b"] }, "invalid_redirect_uri"],
    [
      "one that only begins like a known one",
      { redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback/x"] },
      "invalid_redirect_uri",
    ],
    ["one that runs a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["one with a fragment", { redirect_uris: [`${REDIRECT}#a`] }, "invalid_redirect_uri"],
    ["one with a password", { redirect_uris: ["https://a:b@assistant.test/"] }, "invalid_redirect_uri"],
    ["one with a line break", { redirect_uris: ["https://assistant.test/\n"] }, "invalid_redirect_uri"],
    [
      "too many",
      { redirect_uris: Array.from({ length: 21 }, (_, i) => `${REDIRECT}${i}`) },
      "invalid_redirect_uri",
    ],
    ["a list as metadata", [], "invalid_client_metadata"],
    ["no JSON", "{", "invalid_client_metadata"],
    ["a NUL character", '{"client_name":"\\u0000"}', "invalid_client_metadata"],
  ])("400: with %s", async (_name, body, error) => {
    const reply = await register(body);
    expect(reply).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } });
  });

  test("413 beyond 64 KB", async () => {
    expect((await register({ client_name: "x".repeat(70_000) })).status).toBe(413);
  });

  test("is deleted after 30 days without use; a used one stays a month beyond its last grant", async () => {
    const DAY_MS = 86_400_000;
    const used = await registerClient(oauth);
    const unused = await registerClient(oauth);
    await postDecision(oauth, buildAuthorizeUrl(oauth, used).url);
    oauth.pass(30 * DAY_MS - 60_000);
    expect((await begin(unused)).status).toBe(200);
    oauth.pass(60_000);
    expect((await begin(unused)).status).toBe(400);
    oauth.pass(364 * DAY_MS);
    expect((await begin(used)).status).toBe(200);
    oauth.pass(-394 * DAY_MS);
  });

  test("429 beyond 60 a minute from one address; others are not affected", async () => {
    const from = (address: string) => ({ "content-type": "application/json", "x-forwarded-for": address });
    const replies = [];
    for (let times = 0; times < 65; times++)
      replies.push(await register({ redirect_uris: [REDIRECT] }, from("8.8.4.4, 2001:4860:4860::8888")));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { error: "slow_down" } });
    const body = { redirect_uris: [REDIRECT] };
    expect((await register(body, from("2001:4860:4860:0:1::1"))).status).toBe(429);
    expect((await register(body, from("2001:4860:4861::1"))).status).toBe(201);
    expect((await register(body, from("8.8.4.4"))).status).toBe(201);
  });
});
