import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const servers: TestServer[] = [];
let open: TestServer;
let named: TestServer;
beforeAll(async () => {
  open = await startTestServer({ corsOrigins: "*" });
  named = await startTestServer({ corsOrigins: ["https://app.example.com"] });
  servers.push(open, named);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Whose pages may show the portal in a frame. */
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

test("nobody else's pages show the portal in a frame, also where every origin may call the API", async () => {
  expect(await framersOf(open)).toBe("'self'");
  expect(await framersOf(named)).toBe("'self' https://app.example.com");
});

test("the organization's own origins may, and those alone", async () => {
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
])("400: %j is no list of origins", async (origins) => {
  expect((await setOrigins(open, origins)).status).toBe(400);
  expect(await framersOf(open)).toBe("'self'");
});
