import { sql } from "kysely";
import { goOn } from "../../../test/connect-page.ts";
import { eventually, startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import type { Json } from "../../platform/json/json.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { invokeAction } from "../actions/with-connection.ts";
import { findApplication } from "../catalog/application.ts";
import {
  type FakeMcp,
  type FakeMcpOptions,
  type FakeTool,
  startFakeMcp,
} from "../providers/mcp/fake-mcp-server.ts";

export const PUBLIC_URL = "https://junctor.example.com";
/** One good tool, and one with a schema that cannot be. */
export const TOOLS: [FakeTool, FakeTool] = [
  {
    name: "greet",
    description: "Greets somebody.",
    inputSchema: { type: "object", properties: { name: { type: "string" } } },
    answer: ({ name }) => ({ content: [{ type: "text", text: `Hello ${String(name)}` }] }),
  },
  {
    name: "broken",
    inputSchema: { type: "object", properties: { a: { $ref: "#/nowhere" } } },
    answer: () => ({ content: [] }),
  },
];

/** A server that works, for tests with remote MCP servers. */
export interface TestMcp {
  readonly server: TestServer;
  /** Starts a remote MCP server with `TOOLS`; it is closed with the rest. */
  fake(options?: Partial<FakeMcpOptions>): Promise<FakeMcp>;
  /** Adds an application. */
  add(body: Record<string, unknown>): Promise<TestReply>;
  /** Connects an account as a customer's browser would. */
  consent(slug: string, account: string): Promise<TestReply>;
  /** Calls the tool `greet`. */
  run(slug: string, account: string, input: Record<string, string>): Promise<Json>;
  /** Waits until a connection's tools have been read. */
  toolsOf(slug: string): Promise<void>;
  /** Waits until no connection's tools are left to be read, whatever came of it. */
  jobsDone(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it; `close` it in `afterAll`. */
export async function startTestMcp(): Promise<TestMcp> {
  const server = await startTestServer({
    outboundAllow: parseAllowList("127.0.0.1"),
    publicUrl: PUBLIC_URL,
  });
  server.work();
  const fakes: FakeMcp[] = [];
  return {
    server,
    fake: async (options) => {
      const started = await startFakeMcp({ tools: TOOLS, ...options });
      fakes.push(started);
      return started;
    },
    add: (body) =>
      server.request({ method: "POST", url: "/api/v2/public/application/mcp", key: server.testKey, body }),
    consent: (slug, account) => consent(server, slug, account),
    run: (slug, account, input) => greet(server, { slug, account, input }),
    toolsOf: async (slug) => {
      await eventually(async () => {
        const application = await findApplication(server.deps, server.test, slug);
        return application?.connector.info.actions.length === 1;
      });
    },
    jobsDone: async () => {
      await eventually(async () => {
        const { rows } = await sql`select 1 from pgboss.job where name = 'apps.read-tools'
          and state in ('created', 'active', 'retry')`.execute(server.deps.db);
        return rows.length === 0;
      });
    },
    close: async () => {
      for (const fake of fakes) await fake.close();
      await server.close();
    },
  };
}

async function consent(server: TestServer, slug: string, account: string): Promise<TestReply> {
  const token = await server.account(account);
  const { body } = await server.request({ url: `/api/v1/${slug}/integrate`, token });
  const { address, cookie } = await goOn(server, body.auth_url);
  const answer = await fetch(address, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return server.request({ url: back.pathname + back.search, headers: { cookie } });
}

async function greet(
  server: TestServer,
  { slug, account, input }: { slug: string; account: string; input: Record<string, string> },
): Promise<Json> {
  const row = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const scope = { ...server.test, account: { id: row.id, accountId: account } };
  return invokeAction(server.deps, scope, { slug, actionId: "greet", input, cause: { kind: "action" } });
}
