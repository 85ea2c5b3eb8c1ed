import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const SIGN_IN = "https://product.test/assistants?plan=a";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

function settings(body: object) {
  return server.request({ method: "PUT", url: "/api/v2/public/mcp-settings", key: server.testKey, body });
}

describe("PUT /api/v2/public/mcp-settings", () => {
  const read = async (key = server.testKey) => {
    const { body } = await server.request({ url: "/api/v2/public/mcp-settings", key });
    const { management_url: address, ...set } = body;
    expect(address).toMatch(/^http.*\/mcp\/v1\/management$/);
    return set;
  };

  test("200: sets the given fields, null unsets, for one environment only", async () => {
    const all = { sign_in_url: SIGN_IN, product_name: "Desk", logo: "https://cdn.product.test/logo.png" };
    expect(await settings(all)).toMatchObject({ status: 200, body: all });
    expect((await settings({ product_name: "Desk 2" })).body).toMatchObject({
      ...all,
      product_name: "Desk 2",
    });
    expect((await settings({ sign_in_url: null })).body).not.toHaveProperty("sign_in_url");
    expect(await read()).toEqual({ product_name: "Desk 2", logo: all.logo });
    expect(await read(server.productionKey)).toEqual({});
    expect(await read((await server.organization()).testKey)).toEqual({});
    expect((await settings({ product_name: null, logo: null })).status).toBe(200);
    expect(await read()).toEqual({});
    expect((await settings({ sign_in_url: "http://localhost:5173/x" })).status).toBe(200);
    await settings({ sign_in_url: null });
  });

  test.each([
    ["a sign-in address over plain http", { sign_in_url: "http://product.test/" }],
    ["one that runs a script", { sign_in_url: "javascript:alert(1)" }],
    ["one with a password", { sign_in_url: "https://a:b@product.test/" }],
    ["one with a fragment", { sign_in_url: "https://product.test/#a" }],
    ["one that is none", { sign_in_url: "product" }],
    ["an empty one", { sign_in_url: "" }],
    ["an empty name", { product_name: "" }],
    ["a name of the wrong type", { product_name: 5 }],
    ["a logo over plain http", { logo: "http://localhost/a.png" }],
  ])("400: %s, and nothing is stored", async (_name, body) => {
    expect(await settings(body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect(await read()).toEqual({});
  });

  test("401: with a session token", async () => {
    const url = "/api/v2/public/mcp-settings";
    expect((await server.request({ url, token: await server.account("acme") })).status).toBe(401);
  });
});
