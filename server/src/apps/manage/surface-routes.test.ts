import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../../../demo/third-party/third-party.ts";
import { goOn } from "../../../test/connect-page.ts";
import { findFreeUrl } from "../../../test/free-port.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
let server: TestServer;
let thirdParty: ThirdParty;

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const client = {
    id: "shop",
    secret: "secret",
    redirectUris: [`${publicUrl}/api/v1/ledgerly/callback`],
  };
  thirdParty = await startThirdParty({ client });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: "shop",
    LEDGERLY_CLIENT_SECRET: "secret",
  };
  server = await startTestServer({
    publicUrl,
    connectorsDir: fileURLToPath(new URL("../../../../demo/connectors", import.meta.url)),
    variable: (name) => variables[name],
  });
  await server.account("acme");
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

const get = (url: string, account = "acme", key = server.testKey) => server.request({ url, key, account });
const save = (slug: string, body: unknown, account = "acme") =>
  server.request({
    method: "PUT",
    url: `${INTEGRATION}/save-key-credentials/${slug}`,
    key: server.testKey,
    account,
    body,
  });

describe("GET /api/v2/public/application", () => {
  test("200: lists and filters", async () => {
    const slugs = async (query: string) =>
      (await get(`/api/v2/public/application?${query}`)).body.map(({ slug }: { slug: string }) => slug);
    expect(await slugs("")).toEqual(expect.arrayContaining(["ledgerly", "stripe"]));
    expect(await slugs("slug=stripe")).toEqual(["stripe"]);
    expect(await slugs("auth_type=oauth2")).toEqual(["ledgerly"]);
    expect(await slugs("tags=demo")).toEqual(["ledgerly", "stockroom"]);
    expect(await slugs("ecosystem=true")).toEqual([]);
  });

  test("400 without an account or for an unknown one, 401 for a session token, 404 for an unknown application", async () => {
    const url = "/api/v2/public/application";
    expect(await server.request({ url, key: server.testKey })).toMatchObject({
      status: 400,
      body: { error_code: "INVALID_LINKED_ACCOUNT_ID" },
    });
    expect((await get(url, "nobody")).status).toBe(400);
    expect((await get(url, "acme", server.productionKey)).status).toBe(400);
    expect((await server.request({ url, token: await server.account("acme") })).status).toBe(401);
    expect((await get(`${url}/nothing`)).status).toBe(404);
    expect((await get(`${url}/stripe`)).body).toMatchObject({ slug: "stripe", connected: false });
  });
});

describe("connecting for an account", () => {
  test("200: a consent address; 400 where there is none, 404, 401", async () => {
    const reply = await get(`${INTEGRATION}/oauth-url/ledgerly`);
    const { address } = await goOn(server, reply.body.auth_url);
    expect(address.href).toContain(`${thirdParty.url}/oauth/authorize?`);
    expect((await get(`${INTEGRATION}/oauth-url/stockroom`)).status).toBe(400);
    expect((await get(`${INTEGRATION}/oauth-url/nothing`)).status).toBe(404);
    expect((await server.request({ url: `${INTEGRATION}/oauth-url/ledgerly` })).status).toBe(401);
  });

  test("200: a key is checked and stored, then the account is disconnected and returned", async () => {
    expect(await save("stockroom", { key: thirdParty.stockroomKey })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await get("/api/v2/public/application/stockroom")).body.connected).toBe(true);
    const remove = (query = "") =>
      server.request({
        method: "DELETE",
        url: `${INTEGRATION}/stockroom${query}`,
        key: server.testKey,
        account: "acme",
        body: {},
      });
    expect((await remove("?auth_type=nothing")).status).toBe(400);
    const reply = await remove();
    expect(reply).toMatchObject({
      status: 200,
      body: { account_id: "acme", environment: "test", integrations: [], __v: expect.any(Number) },
    });
    expect((await remove()).status).toBe(404);
  });

  test("400: a rejected key, and nothing is stored", async () => {
    expect(await save("stockroom", { key: "wrong" })).toMatchObject({
      status: 400,
      body: { error_code: "EXTERNAL_API_FAILURE" },
    });
    expect((await get("/api/v2/public/application/stockroom")).body.connected).toBe(false);
    expect((await save("nothing", { key: "x" })).status).toBe(404);
  });
});

describe("GET /api/v2/public/auth-structure/:slug", () => {
  test("200 without a credential: kinds and fields", async () => {
    const structure = (slug: string) => server.request({ url: `/api/v2/public/auth-structure/${slug}` });
    expect((await structure("openai")).body).toEqual({
      keybased: {
        organization_id: { type: "string", required: false },
        project_id: { type: "string", required: false },
        api_key: "string",
      },
    });
    expect((await structure("ledgerly")).body).toEqual({ oauth2: {} });
    expect((await structure("nothing")).status).toBe(404);
  });
});

test("a browser that asks for ecosystem applications also gets the enabled ones", async () => {
  const token = await server.account("acme");
  const own = await server.request({ url: "/api/v2/f-sdk/application?ecosystem=true", token });
  const every = await server.request({ url: "/api/v2/f-sdk/application", token });
  expect(own.body.length).toBeGreaterThan(1);
  expect(own.body).toEqual(every.body);
});
