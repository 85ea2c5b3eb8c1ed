import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectAgent } from "../management/test-management.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
beforeAll(async () => {
  server = await startMcpTestServer();
});
afterAll(() => server.close());

const METHODS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] as const;

async function expectRefusals(client: Client): Promise<void> {
  for (const method of METHODS)
    await expect(client.request({ method, params: { cursor: "none" } }), method).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Unknown cursor"),
    });
  await expect(client.request({ method: "tools/list", params: {} })).resolves.toHaveProperty("tools");
}

describe.each(["modern", "legacy"] as const)(
  "in the %s era, a cursor that no list has given is refused",
  (era) => {
    test("by an account's server", async () => {
      const token = await server.account("acme");
      await expectRefusals(await server.connect(await server.record({}), token, { era }));
    });

    test("by the management server", async () => {
      const { client } = await connectAgent(server, server.testKey, era);
      await expectRefusals(client);
      await client.close();
    });
  },
);
