import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const URL = "/api/v2/public/webhook";
const UNKNOWN = "0123456789abcdef01234567";

function create(key: string) {
  const body = { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] };
  return server.request({ method: "POST", url: URL, key, body });
}

describe("who may see and change webhooks (spec 5)", () => {
  const routes = [
    ["GET", "/:id"],
    ["PUT", "/:id"],
    ["DELETE", "/:id"],
    ["GET", "/:id/secret"],
    ["POST", "/:id/secret/rotate"],
    ["GET", "/:id/deliveries"],
    ["POST", `/:id/deliveries/${UNKNOWN}/resend`],
    ["POST", "/:id/test"],
  ] as const;

  test.each(routes)(
    "404: %s %s for an unknown id, of another environment, of another tenant",
    async (method, path) => {
      const { body: webhook } = await create(server.testKey);
      const { testKey: foreignKey } = await server.organization();
      const call = (id: string, key: string) => {
        const body = method === "PUT" ? { is_enabled: false } : undefined;
        return server.request({ method, url: URL + path.replace(":id", id), key, body });
      };
      const unknown = await call(UNKNOWN, server.testKey);
      expect(unknown).toMatchObject({
        status: 404,
        body: { error_code: "RESOURCE_NOT_FOUND", message: "Webhook not found" },
      });
      for (const [id, key] of [
        [webhook._id, server.productionKey],
        [webhook._id, foreignKey],
        ["%2e%2e%2f", server.testKey],
        ["é😀'\"", server.testKey],
      ]) {
        const reply = await call(String(id), String(key));
        expect({ ...reply.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
      }
      expect((await server.request({ url: `${URL}/${webhook._id}`, key: server.testKey })).body.__v).toBe(0);
    },
  );

  test.each([
    ["GET", ""],
    ["POST", ""],
    ["DELETE", ""],
    ["POST", "/subscribe"],
    ["POST", "/unsubscribe"],
    ...routes,
  ] as const)("401: %s %s without an API key", async (method, path) => {
    const token = await server.account("reader");
    const url = URL + path.replace(":id", UNKNOWN);
    for (const credential of [{}, { token }, { key: "tk_wrong" }]) {
      expect((await server.request({ method, url, ...credential })).status).toBe(401);
    }
  });

  test("environments and tenants list only their own", async () => {
    const organization = await server.organization();
    await create(organization.testKey);
    expect((await server.request({ url: URL, key: organization.productionKey })).body).toEqual([]);
    const { testKey: foreignKey } = await server.organization();
    expect((await server.request({ url: URL, key: foreignKey })).body).toEqual([]);
  });
});
