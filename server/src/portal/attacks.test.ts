import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../test/listening-server.ts";
import { createHttpClient, type HttpClient } from "../../test/spec/http-client.ts";
import { ownApplication } from "../../test/spec/records.ts";
import { hiddenFields, openBrowser, type TestBrowser } from "../../test/test-browser.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../apps/connections/fake-provider.ts";
import { createLog } from "../platform/log.ts";

let server: ListeningServer;
let provider: FakeProvider;
let client: HttpClient;
let logged = "";
beforeAll(async () => {
  provider = await startFakeProvider();
  const write = (line: string) => {
    logged += line;
  };
  server = await startListeningServer({}, { log: createLog("trace", { write }) });
  client = createHttpClient(server.baseUrl);
  for (const body of [buildOAuthDefinition("books", provider.url), ownApplication("desk")]) {
    const url = "/api/v2/public/application";
    const made = await server.request({ method: "POST", url, key: server.testKey, body });
    expect(made.status, made.text).toBe(200);
  }
  const url = "/api/v2/public/application/books/settings";
  const body = { client_id: "client", client_secret: "secret" };
  await server.request({ method: "PUT", url, key: server.testKey, body });
});
afterAll(async () => {
  client.close();
  await server.close();
  await provider.close();
});
beforeEach(() => {
  provider.tokenRequests.length = 0;
  provider.script.splice(0, 9, { body: { access_token: "victims-token", token_type: "bearer" } });
  provider.accepted.add("victims-token");
});

const browser = () => openBrowser({ issuer: server.baseUrl });
const pathOf = (url: string) => new URL(url).pathname;
const SAME = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };

async function consentLink(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  const { body, text } = await server.request({ url: "/api/v1/books/integrate", token });
  expect(body.auth_url, text).toBeDefined();
  return body.auth_url;
}

async function portalLink(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  const url = "/api/v2/public/connect-url";
  return (await server.request({ method: "POST", url, token, body: {} })).body.hosted_url;
}

/** Continues from a link's page and returns the state that the provider gets. */
async function stateOf(visitor: TestBrowser, url: string): Promise<string> {
  const page = await visitor.go(url);
  const { url: address } = await visitor.submit(page, `${pathOf(url)}/apps/books/connect`, {});
  return address.searchParams.get("state") ?? "";
}

const callback = (state: string, more = "") =>
  `${server.baseUrl}/api/v1/books/callback?code=code&state=${state}${more}`;

async function connections(): Promise<number> {
  return (await server.deps.db.selectFrom("connections").select("id").execute()).length;
}

test("a link works for no other account, application or path, however its parts are combined", async () => {
  const [mine, theirs] = [await portalLink("attacker"), await portalLink("victim")].map(pathOf) as [
    string,
    string,
  ];
  const once = pathOf(await consentLink("attacker"));
  const formOf = async (page: string) =>
    hiddenFields((await client.send({ path: `${page}/apps/desk` })).text, `${page}/apps/desk/connect`).form ??
    "";
  const own = await formOf(mine);
  expect(own).not.toBe("");
  const before = await connections();
  const send = (path: string, form: string, headers: object = SAME) =>
    client.send({
      method: "POST",
      path,
      headers: { ...SAME, ...headers },
      raw: new URLSearchParams({ form, auth_type: "keybased", "field.key": "k" }).toString(),
    });
  const attempts = [
    ...[own, "", "x", own.slice(1), `${own}=`, own.toLowerCase()].map((form) => [
      `${theirs}/apps/desk/connect`,
      form,
    ]),
    ...["connect", "settings", "disconnect"].map((action) => [`${once}/apps/desk/${action}`, own]),
    ...["__proto__", "constructor", "toString", "..%2fdesk", "%00", "desk%2f..%2fbooks"].map((slug) => [
      `${mine}/apps/${slug}/connect`,
      own,
    ]),
    ...[`${mine}x`, mine.slice(0, -1), `${mine}%00`, mine.toUpperCase()].map((path) => [
      `${path}/apps/desk/connect`,
      own,
    ]),
  ] as [string, string][];
  for (const [path, form] of attempts) {
    const { status } = await send(path, form);
    expect([400, 403, 404, 410], `${path} ${status}`).toContain(status);
  }
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "" },
  ])
    expect((await send(`${mine}/apps/desk/connect`, own, headers)).status, JSON.stringify(headers)).toBe(403);
  for (const origin of [
    "null",
    "https://attacker.example",
    `${server.baseUrl}.attacker.example`,
    "file://",
  ]) {
    const headers = { origin, "content-type": SAME["content-type"] };
    const raw = new URLSearchParams({ form: own, auth_type: "keybased", "field.key": "k" }).toString();
    expect(
      (await client.send({ method: "POST", path: `${mine}/apps/desk/connect`, headers, raw })).status,
      origin,
    ).toBe(403);
  }
  expect(await connections()).toBe(before);
});

test("previewing or loading a page twice has no effect", async () => {
  const url = await consentLink("looked-at");
  const path = pathOf(url);
  const state = await stateOf(browser(), url);
  for (const method of ["HEAD", "OPTIONS"])
    for (const one of [path, `${path}/apps/books`, `${path}/apps/books/connect`, pathOf(callback(state))]) {
      const search = one.endsWith("callback") ? new URL(callback(state)).search : "";
      const { headers } = await client.send({ method, path: one + search });
      expect(headers["set-cookie"], `${method} ${one}`).toBeUndefined();
    }
  const left = await server.deps.db
    .selectFrom("oauth_states")
    .select("id")
    .where("id", "=", state.split(".")[0] ?? "")
    .execute();
  expect(left).toHaveLength(1);
  const visitor = browser();
  const own = await stateOf(visitor, url);
  expect((await visitor.go(callback(own))).text).toContain("is connected");
  expect((await visitor.go(callback(own))).text).toContain("can no longer be completed");
  expect(provider.tokenRequests).toHaveLength(1);
});

describe("two accounts' states", () => {
  test("cannot be mixed: no part of one works with part of another, or with another application", async () => {
    const [attacker, victim] = [browser(), browser()];
    const theirs = (await stateOf(attacker, await consentLink("mixer"))).split(".");
    const own = (await stateOf(victim, await consentLink("mixed"))).split(".");
    for (const [id, signature] of [
      [own[0], theirs[1]],
      [theirs[0], own[1]],
      ["__proto__", own[1]],
      [own[0], ""],
    ])
      for (const visitor of [attacker, victim]) {
        const { status, headers } = await visitor.go(callback(`${id}.${signature}`));
        expect(status).toBe(400);
        expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      }
    expect(provider.tokenRequests).toHaveLength(0);
    expect((await browser().go(callback(own.join("."), "&state=x"))).status).toBe(400);
  });

  test("are valid only in the browser that has their cookie, under its exact name", async () => {
    const attacker = browser();
    const state = await stateOf(attacker, await consentLink("fixer"));
    const [id] = state.split(".");
    for (const value of ["", "x", randomBytes(32).toString("base64url"), "a; b", '""'])
      for (const name of [`junctor_connect_${id}`, `__Host-junctor_connect_${id}`, "junctor_connect_"]) {
        const again = await stateOf(browser(), await consentLink("fixer"));
        const path = new URL(callback(again)).pathname + new URL(callback(again)).search;
        const cookie = `${name.replace(id ?? "", again.split(".")[0] ?? "")}=${value}`;
        expect((await client.send({ path, headers: { cookie } })).status, cookie).toBe(400);
      }
    expect(provider.tokenRequests).toHaveLength(0);
  });
});

test("addresses use the server's own host, whatever host a request names, and lead nowhere else", async () => {
  const token = await server.account("hosted");
  const forged = {
    host: "attacker.example",
    "x-forwarded-host": "attacker.example",
    forwarded: "host=attacker.example",
    "x-forwarded-proto": "gopher",
  };
  const own = new URL(server.baseUrl).origin;
  const made = await client.send({
    method: "POST",
    path: "/api/v2/public/connect-url",
    token,
    headers: forged,
    body: { redirect_url: "https://attacker.example" },
  });
  expect(new URL(made.body.hosted_url).origin).toBe(own);
  const consent = await client.send({
    path: "/api/v1/books/integrate?redirect_url=https://attacker.example",
    token,
    headers: forged,
  });
  expect(new URL(consent.body.auth_url).origin).toBe(own);
  const path = pathOf(made.body.hosted_url);
  for (const query of ["redirect_url", "return_to", "next", "outcome", "disconnected"]) {
    const page = await client.send({ path: `${path}?${query}=https://attacker.example//`, headers: forged });
    expect(page.status).toBe(200);
    expect(page.headers.location).toBeUndefined();
    expect(page.text).not.toContain("attacker.example");
  }
  const visitor = browser();
  const state = await stateOf(visitor, consent.body.auth_url);
  const end = await visitor.go(callback(state, "&redirect_url=https://attacker.example"));
  expect(end.url.origin).toBe(own);
  expect(end.text).not.toContain("attacker.example");
});

test("link tokens are sent to no other site, and appear in no log", async () => {
  const urls = [await portalLink("quiet"), await consentLink("quiet")];
  for (const url of urls) {
    const path = pathOf(url);
    for (const one of [
      path,
      `${path}/apps/desk`,
      `${path}/apps/none`,
      `${path}/x`,
      `${path}/apps/desk/disconnect`,
      `${path}/workflows`,
      `${path}/workflows/none/edit`,
    ]) {
      const { headers } = await client.send({ path: one });
      expect(["same-origin", "no-referrer"], one).toContain(headers["referrer-policy"]);
      expect(headers["cache-control"], one).toBe("no-store");
    }
    await client.send({ method: "POST", path: `${path}/apps/desk/connect`, headers: SAME, raw: "a=%" });
    await client.send({ method: "POST", path: `${path}/editor-session`, headers: SAME, raw: "form=x" });
    await client.send({
      method: "POST",
      path: `${path}/apps/desk/connect`,
      headers: { "content-type": "application/json" },
      raw: "{",
    });
    expect(logged).not.toContain(path.split("/").at(-1));
  }
});

test("a link of an expired or deleted account looks like one that never existed", async () => {
  const url = await portalLink("deleted");
  const gone = `/api/v2/public/linked-account/deleted`;
  await server.request({ method: "DELETE", url: gone, key: server.testKey });
  const never = pathOf(url).replace(/[^/]+$/, randomBytes(32).toString("base64url"));
  const strip = (text: string) => text.replaceAll(/nonce="[^"]+"/g, "");
  for (const rest of ["", "/apps/desk", "/apps/desk/disconnect", "/apps/none"]) {
    const [one, other] = [
      await client.send({ path: pathOf(url) + rest }),
      await client.send({ path: never + rest }),
    ];
    expect([one.status, strip(one.text)]).toEqual([410, strip(other.text)]);
  }
});
