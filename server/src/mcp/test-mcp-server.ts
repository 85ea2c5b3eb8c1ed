import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type ListeningServer, startListeningServer } from "../../test/listening-server.ts";
import type { Config } from "../config.ts";

/** A server with live MCP endpoints, and clients of theirs. */
export interface McpTestServer extends ListeningServer {
  /** Makes a record and answers with its id. */
  record(body: object, key?: string): Promise<string>;
  /** Connects an agent of the account's to a server, in the given era. */
  connect(serverId: string, token: string, options?: ConnectOptions): Promise<Client>;
}

export interface ConnectOptions {
  readonly era?: "modern" | "legacy";
  readonly capabilities?: ClientCapabilities;
  /** The client opens addresses by itself, and calls again when this has ended. */
  readonly open?: (url: string) => Promise<"accept" | "decline" | "cancel">;
}

export async function startMcpTestServer(
  changes: Partial<Config> = {},
  options: Parameters<typeof startListeningServer>[1] = {},
): Promise<McpTestServer> {
  const server = await startListeningServer(changes, options);
  const clients: Client[] = [];
  return {
    ...server,
    record: async (body, key = server.testKey) => {
      const { body: made } = await server.request({
        method: "POST",
        url: "/api/v2/public/mcp-servers",
        key,
        account: "acme",
        body: { name: "Assistant", description: "Helps.", ...body },
      });
      return made._id;
    },
    connect: async (serverId, token, { era = "modern", capabilities = {}, open } = {}) => {
      const client = new Client(
        { name: "test-agent", version: "1.0.0" },
        {
          capabilities: { ...capabilities, ...(open && { elicitation: { url: {} } }) },
          versionNegotiation: era === "modern" ? { mode: { pin: "2026-07-28" } } : { mode: "legacy" },
          inputRequired: { autoFulfill: open !== undefined },
        },
      );
      if (open)
        client.setRequestHandler("elicitation/create", async ({ params }) => ({
          action: await open("url" in params ? params.url : ""),
        }));
      const headers = { authorization: `Bearer ${token}` };
      const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp/v1/${serverId}`), {
        requestInit: { headers },
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await server.close();
    },
  };
}
