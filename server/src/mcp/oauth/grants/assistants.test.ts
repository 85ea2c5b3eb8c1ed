import { beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { signInOperator } from "../../../../test/sign-in-operator.ts";
import { openBrowser } from "../../../../test/test-browser.ts";
import { createConnectLink } from "../../../apps/connections/connect-link.ts";
import { findAccount } from "../../../auth/guard.ts";
import { HOSTILE } from "../../../portal/test-portal.ts";
import { findVisit } from "../../../portal/visit.ts";
import { verifyAccessToken } from "../provider/access-token.ts";
import {
  buildAuthorizeUrl,
  connectTestClient,
  openConsentPage,
  registerClient,
  requestAuthorizationCode,
  startTestOauth,
} from "../test-oauth.ts";

const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
});

const GRANTS = "/api/v2/public/mcp-grants";

/** A link to the portal of an account. */
async function portal(token = oauth.token): Promise<string> {
  const { body } = await oauth.server.request({
    method: "POST",
    url: "/api/v2/public/connect-url",
    token,
    body: {},
  });
  return body.hosted_url;
}

describe("the portal's page for assistants", () => {
  test("shows the addresses, and creates a code with which the customer signs in", async () => {
    const browser = openBrowser(oauth);
    const link = await portal();
    const list = await browser.go(link);
    expect(list.text).toContain(`href="${new URL(link).pathname}/assistants"`);
    const page = await browser.go(`${link}/assistants`);
    expect(page.text).toContain(`value="${oauth.resource}"`);
    expect(page.text).toMatch(/claude mcp add --transport http [a-z-]+-test \S+<\/dd>/);
    expect(page.text).toContain("Cursor, in .cursor/mcp.json");
    const made = await browser.submit(page, `${page.url.pathname}/code`, { server: oauth.serverId });
    const code = /class="code-shown">([^<]+)</.exec(made.text)?.[1] ?? "";
    expect(code).toMatch(/^.{5}-.{5}$/);
    expect(made.headers.get("cache-control")).toBe("no-store");
    const signedIn = await openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId).url, { browser, code });
    expect(signedIn.text).toContain("Account: acme");
  });

  test("shows who has access, and revokes it", async () => {
    const named = await registerClient(oauth, {
      redirect_uris: ["https://assistant.test/callback"],
      client_name: `Claude ${HOSTILE}`,
    });
    const { access_token } = await connectTestClient(oauth, named);
    const browser = openBrowser(oauth);
    const page = await browser.go(`${await portal()}/assistants`);
    expect(page.text).toContain("Assistants that have access");
    expect(page.text).not.toContain("<script>alert");
    const left = await browser.submit(page, `${page.url.pathname}/withdraw`, {});
    expect(left.text).toContain("Access has been revoked.");
    expect(left.text).not.toContain("Assistants that have access");
    expect(await verifyAccessToken(oauth.server.deps, access_token)).toBeUndefined();
  });

  test("is not part of a link created by support, who may not act for a customer", async () => {
    const linkOf = async (role: "support" | "developer") => {
      const { headers } = await signInOperator(oauth.server, role);
      const url = "/api/v2/public/connect-url";
      const reply = await oauth.server.request({ method: "POST", url, headers, account: "acme", body: {} });
      return reply.body.hosted_url as string;
    };
    const browser = openBrowser(oauth);
    const link = await linkOf("support");
    const list = await browser.go(link);
    expect(list.text).not.toContain("/assistants");
    expect((await browser.go(`${link}/assistants`)).status).toBe(404);
    const { pathname } = new URL(link);
    const visit = await findVisit(
      oauth.server.deps,
      { headers: {}, query: {} },
      pathname.split("/").at(-1) ?? "",
    );
    for (const action of ["code", "withdraw"]) {
      const fields = { form: visit?.formToken ?? "", server: oauth.serverId };
      const page = { ...list, url: new URL(link) };
      const sent = await browser.submit(page, `${pathname}/assistants/${action}`, fields);
      expect(sent.status).toBe(403);
    }
    expect((await browser.go(`${await linkOf("developer")}/assistants`)).status).toBe(200);
  });

  test("offers no code if customers sign in at the product", async () => {
    const settings = (sign_in_url: string | null) =>
      oauth.server.request({
        method: "PUT",
        url: "/api/v2/public/mcp-settings",
        key: oauth.server.testKey,
        body: { sign_in_url },
      });
    await settings("https://product.test/");
    const page = await openBrowser(oauth).go(`${await portal()}/assistants`);
    expect(page.text).toContain(oauth.resource);
    expect(page.text).not.toContain("one-time code");
    await settings(null);
  });

  test("does not exist without a server, for a link to one application, or for a form from elsewhere", async () => {
    const { server } = oauth;
    const production = await server.account("acme", server.productionKey);
    const link = await portal(production);
    const list = await openBrowser(oauth).go(link);
    expect(list.status).toBe(200);
    expect(list.text).not.toContain("/assistants");
    const browser = openBrowser(oauth);
    const account = await findAccount(server.deps.database, server.test, "acme");
    if (!account) throw new Error("There is no account.");
    const alone = await createConnectLink(server.deps, { ...server.test, account }, { slug: "stripe" });
    expect((await browser.go(`${alone.url}/assistants`)).status).toBe(404);
    const empty = await browser.go(`${link}/assistants`);
    expect(empty.text).toContain("There is nothing to connect an assistant to yet.");
    const path = `${empty.url.pathname}/code`;
    const form = { ...empty, text: `<form method="post" action="${path}"></form>` };
    expect((await browser.submit(form, path, { server: oauth.serverId })).status).toBe(403);
    const own = await browser.go(`${await portal()}/assistants`);
    const stolen = { server: oauth.serverId };
    const strange = await browser.submit(own, `${own.url.pathname}/code`, stolen, {
      "sec-fetch-site": "cross-site",
    });
    expect(strange.status).toBe(403);
    const foreign = await browser.submit(own, `${own.url.pathname}/code`, { server: "0".repeat(24) });
    expect(foreign.status).toBe(404);
    expect(
      (await browser.go(`${oauth.issuer.replace("/mcp/oauth", "")}/connect/nobody/assistants`)).status,
    ).toBe(410);
  });
});

describe("GET and DELETE /api/v2/public/mcp-grants", () => {
  test("200: lists the account's grants, newest first, and revokes them with their tokens", async () => {
    const { server } = oauth;
    const token = await server.account("lister");
    const mine = { ...oauth, token };
    const tokens = [
      await connectTestClient(mine, await registerClient(oauth)),
      await connectTestClient(mine, clientId),
    ];
    const list = await server.request({ url: GRANTS, token });
    expect(list).toMatchObject({ status: 200, body: { totalDocs: 2, page: 1 } });
    expect(list.body.docs[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      linked_account_id: "lister",
      client_id: clientId,
      client_name: "Assistant",
      mcp_server_id: oauth.serverId,
      mcp_server_name: "Support",
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const [newest, oldest] = list.body.docs;
    expect(newest._id > oldest._id).toBe(true);
    const page = await server.request({
      url: `${GRANTS}?limit=1&page=2`,
      key: server.testKey,
      account: "lister",
    });
    expect(page.body.docs).toEqual([oldest]);
    expect((await server.request({ method: "DELETE", url: `${GRANTS}/${oldest._id}`, token })).status).toBe(
      200,
    );
    const left = await Promise.all(
      tokens.map(({ access_token }) => verifyAccessToken(server.deps, access_token)),
    );
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  test("an assistant is one entry, however often it is allowed, and shows its last use", async () => {
    const { server } = oauth;
    const token = await server.account("often");
    const mine = { ...oauth, token };
    const list = async () => (await server.request({ url: GRANTS, token })).body;
    for (let times = 0; times < 3; times++) await requestAuthorizationCode(mine, clientId);
    expect(await list()).toMatchObject({ totalDocs: 0, docs: [] });
    const [laptop, desktop] = [
      await connectTestClient(mine, clientId),
      await connectTestClient(mine, clientId),
    ];
    const { docs } = await list();
    expect(docs).toHaveLength(1);
    expect(docs[0]).not.toHaveProperty("lastUsedAt");
    const use = async (afterMs: number) => {
      oauth.pass(afterMs);
      for (const { access_token } of [laptop, desktop])
        expect(await verifyAccessToken(server.deps, access_token)).toBeDefined();
      return (await list()).docs[0].lastUsedAt;
    };
    const first = await use(0);
    expect(Date.parse(first)).toBeCloseTo(server.deps.clock.now().getTime(), -4);
    expect(await use(30_000)).toBe(first);
    expect(Date.parse(await use(30_000))).toBe(Date.parse(first) + 60_000);
    await server.request({ method: "DELETE", url: `${GRANTS}/${docs[0]._id}`, token });
    for (const { access_token } of [laptop, desktop])
      expect(await verifyAccessToken(server.deps, access_token)).toBeUndefined();
    oauth.pass(-60_000);
  });

  test("an entry ends with its last token", async () => {
    const token = await oauth.server.account("seldom");
    await connectTestClient({ ...oauth, token }, clientId);
    oauth.pass(31 * 86_400_000);
    const later = await oauth.server.account("seldom");
    expect((await oauth.server.request({ url: GRANTS, token: later })).body.docs).toEqual([]);
    oauth.pass(-31 * 86_400_000);
  });

  test("404 and nothing is revoked: of another account, environment or organization", async () => {
    const { server } = oauth;
    const { access_token } = await connectTestClient(oauth, clientId);
    const [{ _id: id }] = (await server.request({ url: GRANTS, token: oauth.token })).body.docs;
    const other = await server.organization();
    const strangers = [
      await server.account("neighbor"),
      await server.account("acme", server.productionKey),
      await server.account("acme", other.testKey),
    ];
    for (const token of strangers) {
      expect((await server.request({ url: GRANTS, token })).body.docs).toEqual([]);
      expect((await server.request({ method: "DELETE", url: `${GRANTS}/${id}`, token })).status).toBe(404);
    }
    expect(await verifyAccessToken(server.deps, access_token)).toBeDefined();
    for (const key of [other.testKey, server.productionKey]) {
      expect((await server.request({ url: GRANTS, key })).body.docs).toEqual([]);
      expect((await server.request({ method: "DELETE", url: `${GRANTS}/${id}`, key })).status).toBe(404);
    }
    expect(await verifyAccessToken(server.deps, access_token)).toBeDefined();
    expect((await server.request({ url: GRANTS })).status).toBe(401);
  });

  test("a key that names no account lists all grants, by server, and can revoke any", async () => {
    const { server, serverId } = oauth;
    const key = server.testKey;
    const neighbor = { ...oauth, token: await server.account("next door") };
    const { access_token } = await connectTestClient(neighbor, clientId);
    const read = async (url: string) => (await server.request({ url, key })).body.docs;
    const [newest, ...others] = await read(GRANTS);
    expect(newest).toMatchObject({ linked_account_id: "next door", mcp_server_id: serverId });
    expect(others.length).toBeGreaterThan(0);
    expect(await read(`${GRANTS}?mcp_server_id=${serverId}`)).toEqual([newest, ...others]);
    expect(await read(`${GRANTS}?mcp_server_id=${"0".repeat(24)}`)).toEqual([]);
    expect((await server.request({ method: "DELETE", url: `${GRANTS}/${newest._id}`, key })).status).toBe(
      200,
    );
    expect(await verifyAccessToken(server.deps, access_token)).toBeUndefined();
    expect(await read(GRANTS)).toEqual(others);
  });
});
