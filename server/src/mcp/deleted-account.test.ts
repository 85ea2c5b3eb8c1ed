import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccount } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import { json } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import { hashToken } from "../platform/secret-text.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { createOffers } from "./endpoint/offers.ts";
import { type McpTestServer, startMcpTestServer } from "./test-mcp-server.ts";

const TOOL = "things_Start_workflow";

let server: McpTestServer;
let record: string;
beforeAll(async () => {
  server = await startMcpTestServer();
  await server.account("acme");
  const id = await publishTestWorkflow(server, { code: "return 1" });
  record = await server.record({
    associated_apps: [{ slug: "things", workflows: [{ id, name: "Start" }] }],
  });
  server.work();
});
afterAll(() => server.close());

async function scopeOf(accountId: string): Promise<AccountScope> {
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (!account) return expect.fail("There is no such account.");
  return { ...server.test, account };
}

async function deleteAndMakeAgain(accountId: string): Promise<void> {
  const url = `/api/v2/public/linked-account/${accountId}`;
  expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
  await server.account(accountId);
}

/** An access token of the authorization server, as after a sign-in. */
async function oauthToken({ orgId: org_id, environment, account }: AccountScope): Promise<string> {
  const { db, clock } = server.deps;
  const now = clock.now();
  const expires_at = new Date(now.getTime() + 3_600_000);
  const [grant_id, token] = [createId(), randomBytes(32).toString("base64url")];
  const of = { org_id, environment, account_id: account.id, server_id: record, client_id: "client" };
  const grant = { id: grant_id, ...of, payload: json({}), created_at: now, expires_at };
  await db.insertInto("mcp_oauth_grants").values(grant).execute();
  const row = { token_hash: hashToken(token), kind: "AccessToken" as const, grant_id, expires_at };
  await db
    .insertInto("mcp_oauth_tokens")
    .values({ ...row, payload: json({ scope: "mcp" }) })
    .execute();
  return token;
}

async function ownToken(session: string): Promise<string> {
  const url = `/api/v2/public/mcp-servers/${record}/token`;
  return (await server.request({ method: "POST", url, token: session })).body.token;
}

const runs = () => server.deps.db.selectFrom("runs").select("id").execute();

test.each(["session", "own", "oauth"] as const)(
  "a deleted account's %s token is rejected at once, even if a new account has the same id",
  async (kind) => {
    const name = `leaving-${kind}`;
    const session = await server.account(name);
    const token = {
      session: async () => session,
      own: () => ownToken(session),
      oauth: async () => oauthToken(await scopeOf(name)),
    };
    const client = await server.connect(record, await token[kind]());
    expect(await client.callTool({ name: TOOL, arguments: {} })).toMatchObject({ content: [{ text: "1" }] });
    await deleteAndMakeAgain(name);
    await expect(client.callTool({ name: TOOL, arguments: {} })).rejects.toThrow();
    expect(await runs()).toEqual([]);
  },
);

test("a tool cached in another process for a deleted account starts nothing for a new account with the same id", async () => {
  await server.account("kept");
  const scope = await scopeOf("kept");
  const offers = createOffers(server.deps);
  const offer = await offers.find(scope, record);
  await deleteAndMakeAgain("kept");
  const before = await runs();
  const tool = offer?.toolbox.tools.get(TOOL);
  const gone = () => new AbortController().signal;
  expect(await tool?.run({ id: createId(), scope, args: {}, gone })).toMatchObject({
    kind: "error",
    message: expect.stringContaining("no linked account"),
  });
  expect(await runs()).toEqual(before);
  offers.recheck();
  expect(await offers.find(scope, record)).toBeUndefined();
  expect(await offers.find(await scopeOf("kept"), record)).toBeDefined();
});
