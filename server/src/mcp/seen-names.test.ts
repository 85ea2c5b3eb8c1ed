import { beforeAll, expect, test } from "vitest";
import { forAllTests } from "../../test/for-all-tests.ts";
import {
  buildAuthorizeUrl,
  connectTestClient,
  openConsentPage,
  registerClient,
  startTestOauth,
} from "./oauth/test-oauth.ts";

const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
  const { server, token, serverId } = oauth;
  const body = { name: "Front desk", description: "Knows all guests", safe_mode: true };
  await server.request({ method: "PUT", url: `/api/v2/public/mcp-servers/${serverId}`, token, body });
});

const list = async (url: string) =>
  (await oauth.server.request({ url: `/api/v2/public/${url}`, token: oauth.token })).body.docs;
const makeToken = async (serverId: string) => {
  const url = `/api/v2/public/mcp-servers/${serverId}/token`;
  return (await oauth.server.request({ method: "POST", url, token: oauth.token })).body;
};

test("the consent page shows the server under the customer's name for it", async () => {
  const { text } = await openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId).url);
  expect(text).toContain("Front desk");
  expect(text).toContain("Knows all guests");
});

test("grants and tokens are listed with that name", async () => {
  await connectTestClient(oauth, clientId);
  expect(await list("mcp-grants")).toMatchObject([{ mcp_server_name: "Front desk" }]);
  const { _id } = await makeToken(oauth.serverId);
  expect(await list("mcp-tokens")).toMatchObject([{ _id, mcp_server_name: "Front desk" }]);
});

test("a replacement token is new: it is listed first, and survives the old one's revocation", async () => {
  const { server, token, serverId } = oauth;
  const first = await makeToken(serverId);
  oauth.pass(1000);
  const second = await makeToken(await oauth.makeServer());
  oauth.pass(1000);
  const third = await makeToken(serverId);
  const listed = await list("mcp-tokens");
  expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual([third._id, second._id]);
  expect(Date.parse(listed[0].createdAt) - Date.parse(listed[1].createdAt)).toBeGreaterThanOrEqual(1000);
  const takeBack = (id: string) =>
    server.request({ method: "DELETE", url: `/api/v2/public/mcp-tokens/${id}`, token });
  expect((await takeBack(first._id)).status).toBe(404);
  expect(await list("mcp-tokens")).toEqual(listed);
  expect((await takeBack(third._id)).status).toBe(200);
});
