import { describe, expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { openBrowser } from "../../../test/test-browser.ts";
import { verifyAccessToken } from "./provider/access-token.ts";
import {
  buildAuthorizeUrl,
  openConsentPage,
  registerClient,
  requestToken,
  startTestOauth,
} from "./test-oauth.ts";
import { PUBLISHED_CLIENTS, type PublishedClient } from "./test-published-clients.ts";

const oauth = forAllTests(startTestOauth);

/** What the authorization server knows the client by. */
async function idOf(metadata: PublishedClient["metadata"]): Promise<string> {
  if (typeof metadata.client_id !== "string") return registerClient(oauth, metadata);
  oauth.publish(metadata.client_id, metadata);
  return metadata.client_id;
}

describe("a customer connects", () => {
  test.each(Object.entries(PUBLISHED_CLIENTS))("%s", async (_name, { metadata, returnsTo, shown }) => {
    const clientId = await idOf(metadata);
    const { url, verifier } = buildAuthorizeUrl(oauth, clientId, { redirect_uri: returnsTo });
    const browser = openBrowser(oauth);
    const page = await openConsentPage(oauth, url, { browser });
    const named = metadata.client_id === undefined ? " (unverified)" : ` (${new URL(clientId).host})`;
    expect(page.text).toContain(`Allow ${metadata.client_name}${named} to use`);
    expect(page.text).toContain(shown);
    const returned = (await browser.submit(page, page.url.pathname, { decision: "allow" })).url;
    expect(returned.href.split("?")[0]).toBe(returnsTo);
    const { status, body } = await requestToken(oauth, {
      grant_type: "authorization_code",
      client_id: clientId,
      code: returned.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: returnsTo,
      resource: oauth.resource,
      // What comes from a client that would rather sign.
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "e30.e30.e30",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const access = await verifyAccessToken(oauth.server.deps, body.access_token);
    expect(access).toMatchObject({ clientId, serverId: oauth.serverId });
    const again = { grant_type: "refresh_token", client_id: clientId, refresh_token: body.refresh_token };
    expect((await requestToken(oauth, again)).status).toBe(200);
  });
});

test("Cursor learns which of its redirect addresses may be used", async () => {
  const response = await fetch(`${oauth.issuer}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "cursor://other/callback",
        "http://cursor.com/callback",
        "http://localhost:8787/callback",
      ],
    }),
  });
  expect(response.status).toBe(201);
  expect(((await response.json()) as { redirect_uris: string[] }).redirect_uris).toEqual([
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "http://localhost:8787/callback",
  ]);
});
