import { afterAll, beforeAll, expect, test } from "vitest";
import { ownApplication } from "../../../test/spec/records.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const servers: TestServer[] = [];
let open: TestServer;
let named: TestServer;
beforeAll(async () => {
  open = await startTestServer({ corsOrigins: "*" });
  named = await startTestServer({ corsOrigins: ["https://app.example.com"] });
  servers.push(open, named);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The origins whose pages may show the portal in a frame. */
async function framersOf(server: TestServer): Promise<string | undefined> {
  const token = await server.account("acme");
  const { body } = await server.request({
    method: "POST",
    url: "/api/v2/public/connect-url",
    token,
    body: {},
  });
  const { headers } = await server.request({ url: new URL(body.hosted_url).pathname });
  return /frame-ancestors ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];
}

const setOrigins = (server: TestServer, frame_origins: unknown) =>
  server.request({
    method: "PUT",
    url: "/api/v2/public/organization",
    key: server.productionKey,
    body: { frame_origins },
  });

test("other sites cannot frame the portal, even if every origin may call the API", async () => {
  expect(await framersOf(open)).toBe("'self'");
  expect(await framersOf(named)).toBe("'self' https://app.example.com");
});

test("only the organization's own origins can", async () => {
  const origins = ["https://acme.example", "http://localhost:5173"];
  expect((await setOrigins(open, origins)).body.frame_origins).toEqual(origins);
  expect(await framersOf(open)).toBe("'self' https://acme.example http://localhost:5173");
  expect(await framersOf(named)).toBe("'self' https://app.example.com");
  await setOrigins(open, []);
  expect(await framersOf(open)).toBe("'self'");
});

test.each([
  "*",
  ["*"],
  ["https://*.example.com"],
  ["https://a.example/path"],
  ["https://a.example; script-src *"],
  ["javascript:alert(1)"],
  ["https://a.example", "https://a.example"],
  ["'none'"],
])("400: %j is not a list of origins", async (origins) => {
  expect((await setOrigins(open, origins)).status).toBe(400);
  expect(await framersOf(open)).toBe("'self'");
});

test("nobody can frame the page of a link to one application; each page says to continue only if the visitor started it", async () => {
  const { testKey: key } = open;
  await setOrigins(open, ["https://acme.example"]);
  await open.account("acme");
  const body = ownApplication("desk");
  const made = await open.request({ method: "POST", url: "/api/v2/public/application", key, body });
  expect(made.status, made.text).toBe(200);
  const url = "/api/v2/public/linked-account/integration/desk/reconnect-link";
  const link = await open.request({ method: "POST", url, key, account: "acme" });
  const { pathname } = new URL(link.body.reconnect_url);
  const headers = { "sec-fetch-dest": "iframe" };
  for (const path of ["", "/apps/desk", "/apps/nothing", "/apps/desk/disconnect"]) {
    const page = await open.request({ url: pathname + path, headers });
    expect(page.headers["content-security-policy"], path).toMatch(/frame-ancestors 'none'$/);
    expect(page.text, path).not.toContain("data-facts");
    if (page.status === 200) expect(page.text).toContain("Continue only if you started this yourself");
  }
});
