import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ListeningServer } from "../../../test/listening-server.ts";

/** An agent of a developer's. */
export interface TestAgent {
  readonly client: Client;
  /** Calls a tool that must work, and gives its structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape; each test says what it expects
  call(name: string, args?: Record<string, unknown>): Promise<any>;
  /** Calls a tool that must come to nothing, and gives the reason. */
  refusal(name: string, args?: Record<string, unknown>): Promise<string>;
  result(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
}

/** Connects the holder of an API key with the official client. */
export async function connectAgent(
  server: Pick<ListeningServer, "baseUrl">,
  key: string,
  era: "modern" | "legacy" = "modern",
): Promise<TestAgent> {
  const client = new Client(
    { name: "test-agent", version: "1.0.0" },
    { versionNegotiation: era === "modern" ? { mode: { pin: "2026-07-28" } } : { mode: "legacy" } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp/v1/management`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  const result: TestAgent["result"] = async (name, args = {}) => client.callTool({ name, arguments: args });
  return {
    client,
    result,
    call: async (name, args) => {
      const { isError, structuredContent, content } = await result(name, args);
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent;
    },
    refusal: async (name, args) => {
      const { isError, content } = await result(name, args);
      const [first] = content;
      if (!isError || first?.type !== "text") throw new Error(`${name} was not refused.`);
      return first.text;
    },
  };
}
