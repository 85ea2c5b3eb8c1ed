import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConnectLink } from "../apps/connections/connect-link.ts";
import { findConnections } from "../apps/store.ts";
import { HOSTILE, removeOwnScript, startTestPortal, type TestPortal } from "./test-portal.ts";

const KEY = { "field.team": "acme", "field.region": "eu", "field.key": "good-key" };
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ corsOrigins: ["https://app.example.com"] });
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

describe("the list of applications", () => {
  test("shows enabled and connected applications", async () => {
    const path = await portal.link("lists");
    const before = await portal.get(path);
    expect(before.status).toBe(200);
    expect(before.text).toContain("App books");
    expect(before.text).not.toContain("Connected as");
    await portal.send(`${path}/apps/desk`, "connect", KEY);
    const after = await portal.get(path);
    expect(after.text).toContain("Connected as Team good-key");
    await portal.server.request({
      method: "PUT",
      url: "/api/v2/public/application/books/settings",
      key: portal.server.testKey,
      body: { enabled: false },
    });
    expect((await portal.get(path)).text).not.toContain("App books");
    expect((await portal.get(`${path}/apps/books`)).status).toBe(404);
    await portal.server.request({
      method: "PUT",
      url: "/api/v2/public/application/books/settings",
      key: portal.server.testKey,
      body: { enabled: true },
    });
  });

  test("can be searched", async () => {
    const path = await portal.link("searches");
    const { text } = await portal.get(`${path}?search=BOOK`);
    expect(text).toContain("App books");
    expect(text).not.toContain("apps/desk");
    const nothing = await portal.get(`${path}?search=${encodeURIComponent("<script>nothing")}`);
    expect(nothing.text).toContain("Nothing matches");
    expect(removeOwnScript(nothing.text)).not.toContain("<script");
  });

  test("shows no connections of another account or environment", async () => {
    const other = await portal.link("stranger");
    await portal.send(`${other}/apps/desk`, "connect", KEY);
    const { text } = await portal.get(await portal.link("lonely"));
    expect(text).not.toContain("Connected as");
    const { productionKey } = portal.server;
    const token = await portal.server.account("lists", productionKey);
    const made = await portal.server.request({
      method: "POST",
      url: "/api/v2/public/connect-url",
      token,
      body: {},
    });
    const page = await portal.get(new URL(made.body.hosted_url).pathname);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("apps/desk");
  });
});

describe("every page", () => {
  const paths = (path: string) => [
    path,
    `${path}/apps/desk`,
    `${path}/apps/books`,
    `${path}/apps/desk/disconnect`,
  ];

  test("loads nothing external, may be framed only by the company's pages, and is not cached", async () => {
    for (const url of paths(await portal.link("headers"))) {
      const { headers, text } = await portal.get(url);
      const policy = String(headers["content-security-policy"]);
      const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'nonce-[\w+/=]{24}'; (?:script-src 'nonce-[\w+/=]{24}'; connect-src 'self'; )?font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self' https:\/\/app\.example\.com$/,
      );
      expect(text.match(/<style/g)).toHaveLength(1);
      expect(text).toContain(`<style nonce="${nonce}">`);
      expect(removeOwnScript(text)).not.toMatch(/<script|<link| style="| on\w+="/);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
      expect(text).toContain('<html lang="en" dir="ltr">');
    }
  });

  test("shows names, properties and addresses as text, whatever they contain", async () => {
    const properties = {
      name: HOSTILE,
      logo: `https://logo.example.com/"onerror=alert(1)`,
      color: HOSTILE,
      bgColor: `red;}${HOSTILE}`,
    };
    const path = await portal.link(`hostile ${HOSTILE}`, { properties });
    for (const url of [...paths(path), `${path}/apps/desk?outcome=${encodeURIComponent(HOSTILE)}`]) {
      const { status, text, headers } = await portal.get(url);
      expect(status).toBe(200);
      expect(removeOwnScript(text)).not.toMatch(/<script|<img src=x|"onerror/);
      expect(text).toContain("&lt;script&gt;");
      expect(headers["content-security-policy"]).toContain("img-src data: https://logo.example.com;");
    }
  });

  test("labels every input, and names its regions for screen readers", async () => {
    const path = await portal.link("labels");
    const { text } = await portal.get(`${path}/apps/desk`);
    const ids = [...text.matchAll(/<(?:input type="(?!hidden)|select|textarea)[^>]* id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toHaveLength(4);
    for (const id of ids) expect(text).toContain(`<label for="${id}">`);
    expect(text).toContain('aria-describedby="keybased-0-help"');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toMatch(/<main>/);
  });

  test("opens consent in a separate window if framed, and checks again afterwards", async () => {
    const path = await portal.link("frames");
    const framed = await portal.get(`${path}/apps/books`, { "sec-fetch-dest": "iframe" });
    expect(framed.text).toMatch(/<form method="post" action="[^"]+" target="_blank">/);
    expect(String(framed.headers["content-security-policy"])).toMatch(/script-src 'nonce-/);
    expect((await portal.get(`${path}/apps/books`)).text).not.toContain("_blank");
  });
});

describe("an invalid link", () => {
  test("410, the same page for unknown, malformed, expired and deleted ones", async () => {
    const path = await portal.link("expires");
    const gone = await portal.link("deleted");
    expect((await portal.get(path)).status).toBe(200);
    portal.pass(3 * 86_400_000);
    const { server } = portal;
    await server.request({
      method: "DELETE",
      url: "/api/v2/public/linked-account/deleted",
      key: server.testKey,
    });
    const bodies = new Set<string>();
    for (const url of [
      path,
      gone,
      `${path}/apps/desk`,
      "/connect/x",
      `/connect/${"a".repeat(43)}`,
      "/connect/a/b/c/d",
    ]) {
      const { status, text } = await portal.get(url);
      expect(status).toBe(410);
      expect(text).toContain("This link no longer works");
      bodies.add(text.replace(/nonce="[^"]+"/g, ""));
    }
    expect(bodies.size).toBe(1);
    expect((await portal.post(`${path}/apps/desk/connect`, KEY)).status).toBe(410);
  });
});

describe("a link to one application", () => {
  const reconnect = async (accountId: string, slug = "desk") => {
    const { url, token } = await createConnectLink(portal.server.deps, await portal.scopeOf(accountId), {
      slug,
    });
    return { path: new URL(url).pathname, token };
  };
  const expire = (accountId: string) =>
    portal.server.deps.db
      .updateTable("connections")
      .set({ status: "expired" })
      .where("account_id", "in", (eb) =>
        eb.selectFrom("linked_accounts").select("id").where("account_id", "=", accountId),
      )
      .execute();

  test("says why it is needed, reconnects, confirms it, and is then used up", async () => {
    const first = await portal.link("renews");
    await portal.send(`${first}/apps/desk`, "connect", KEY);
    await expire("renews");
    expect((await portal.get(first)).text).toContain("Expired: connect again");
    const { path } = await reconnect("renews");
    const { text, status } = await portal.get(path);
    expect(status).toBe(200);
    expect(text).toContain("has ended");
    expect(text).toContain("Expired (Team good-key)");
    const refused = await portal.send(`${path}/apps/desk`, "connect", { ...KEY, "field.key": "bad-key" });
    expect(refused.status).toBe(400);
    const done = await portal.send(`${path}/apps/desk`, "connect", KEY);
    expect(done).toMatchObject({ status: 303, headers: { location: `${path}/apps/desk?outcome=connected` } });
    for (const url of [path, `${path}/apps/desk?outcome=connected`]) {
      const page = await portal.get(url);
      expect(page.text).toContain("Thank you, that is all.");
      expect(page.text).not.toContain("<form");
    }
    portal.pass(16 * 60_000);
    expect((await portal.get(path)).status).toBe(410);
    expect((await portal.get(first)).text).toContain("Connected as Team good-key");
  });

  test("connects once even if two windows are submitted concurrently", async () => {
    const { path } = await reconnect("hasty");
    const { deps } = portal.server;
    const scope = await portal.scopeOf("hasty");
    // Both read the link before either stores anything.
    let waiting = 0;
    const both = Promise.withResolvers<void>();
    portal.provider.before = async () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
    };
    const page = `${path}/apps/desk`;
    const replies = await Promise.all([1, 2].map(() => portal.send(page, "connect", KEY)));
    portal.provider.before = undefined;
    expect(replies.map(({ status }) => status)).toEqual([303, 303]);
    for (const { headers } of replies) {
      expect((await portal.get(String(headers.location))).text).toContain("Thank you, that is all.");
    }
    const [connection, ...others] = await findConnections(deps.database, scope, "desk");
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ status: "active", revision: 0 });
  });

  test("reaches nothing else: not the list, other applications, or settings", async () => {
    const { path } = await reconnect("narrow");
    expect((await portal.get(path)).text).not.toContain("App books");
    expect((await portal.get(`${path}/apps/books`)).status).toBe(404);
    expect((await portal.get(`${path}/apps/desk/disconnect`)).status).toBe(404);
    const full = await portal.link("narrow");
    await portal.send(`${full}/apps/desk`, "connect", KEY);
    const { text } = await portal.get(`${path}/apps/desk`);
    expect(text).toContain("You do not need to do anything.");
    const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await portal.post(`${path}/apps/desk/disconnect`, { form })).status).toBe(404);
    expect((await portal.post(`${path}/apps/desk/settings`, { form, step: "0" })).status).toBe(404);
    expect((await portal.get(full)).text).toContain("Connected as");
  });
});
