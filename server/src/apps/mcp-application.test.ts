import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { parseAllowList } from "../platform/outbound/address-guard.ts";
import { findApplication } from "./application.ts";
import { invokeAction } from "./invoke.ts";
import {
  type FakeMcp,
  type FakeMcpOptions,
  type FakeTool,
  GOOD_BEARER,
  startFakeMcp,
} from "./providers/mcp/fake-mcp-server.ts";

const BASE = "/api/v2/public/application";
const PUBLIC_URL = "https://junctor.example.com";
const TOOLS: FakeTool[] = [
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

let server: TestServer;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestServer({ outboundAllow: parseAllowList("127.0.0.1"), publicUrl: PUBLIC_URL });
  server.work();
});
afterAll(async () => {
  for (const close of closers) await close();
  await server.close();
});

async function fake(options: Partial<FakeMcpOptions> = {}): Promise<FakeMcp> {
  const started = await startFakeMcp({ tools: TOOLS, ...options });
  closers.push(() => started.close());
  return started;
}

function add(body: Record<string, unknown>): Promise<TestReply> {
  return server.request({ method: "POST", url: `${BASE}/mcp`, key: server.testKey, body });
}

/** Connects an account as a customer's browser would. */
async function consent(slug: string, account: string): Promise<TestReply> {
  const token = await server.account(account);
  const { body } = await server.request({ url: `/api/v1/${slug}/integrate`, token });
  const answer = await fetch(body.auth_url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return server.request({ url: back.pathname + back.search });
}

async function run(slug: string, account: string, input: Record<string, string>) {
  const row = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const scope = { ...server.test, account: { id: row.id, accountId: account } };
  return invokeAction(server.deps, scope, { slug, actionId: "greet", input });
}

/** Waits until a connection's tools have been read. */
async function toolsOf(slug: string): Promise<void> {
  await eventually(async () => {
    const application = await findApplication(server.deps, server.test, slug);
    return application?.connector.info.actions.length === 1;
  });
}

describe("a server that wants no credential", () => {
  it("is an application at once; a tool with a broken schema is named and left out", async () => {
    const { url } = await fake();
    const { status, body } = await add({ slug: "open-mcp", url, name: "Open" });
    expect([status, body.auth]).toEqual([200, "none"]);
    expect(body.actions).toEqual([{ action_id: "greet", name: "greet", description: "Greets somebody." }]);
    expect(body.warnings).toEqual([
      "The tool broken is left out: its input schema refers to #/nowhere, which is not part of it.",
    ]);
    const token = await server.account("mcp-open");
    const saved = await server.request({ method: "POST", url: "/api/v2/app/open-mcp/save", token, body: {} });
    expect(saved.body).toEqual({ success: true });
    expect(await run("open-mcp", "mcp-open", { name: "Ada" })).toEqual({ text: "Hello Ada" });
  });
});

describe("a server that wants a pasted token", () => {
  it("takes a good one, refuses a bad one, and shows its tools once a customer has connected", async () => {
    const { url } = await fake({ guard: "bearer" });
    const added = await add({ slug: "pasted-mcp", url });
    expect([added.status, added.body.auth, added.body.actions]).toEqual([200, "bearer", []]);
    const token = await server.account("mcp-pasted");
    const save = (value: string) =>
      server.request({ method: "POST", url: "/api/v2/app/pasted-mcp/save", token, body: { token: value } });
    expect((await save("bad-token-value")).status).toBe(400);
    expect((await save(GOOD_BEARER)).body).toEqual({ success: true });
    await toolsOf("pasted-mcp");
    expect(await run("pasted-mcp", "mcp-pasted", { name: "Eve" })).toEqual({ text: "Hello Eve" });
  });
});

describe("a server that wants OAuth2", () => {
  it("is connected without anybody registering a client, where it takes metadata documents", async () => {
    const remote = await fake({ guard: "oauth2", clients: "metadata" });
    const { body } = await add({ slug: "cimd-mcp", url: remote.url });
    expect(body).toMatchObject({ auth: "oauth2", authorization_server: remote.origin });
    expect((await consent("cimd-mcp", "mcp-cimd")).status).toBe(200);
    expect(remote.tokenForms[0]?.get("client_id")).toBe(`${PUBLIC_URL}/api/v1/cimd-mcp/client-metadata.json`);
    expect(remote.tokenForms[0]?.get("resource")).toBe(remote.url);
    const document = await server.request({ url: "/api/v1/cimd-mcp/client-metadata.json" });
    expect(document.body).toMatchObject({
      client_id: `${PUBLIC_URL}/api/v1/cimd-mcp/client-metadata.json`,
      redirect_uris: [`${PUBLIC_URL}/api/v1/cimd-mcp/callback`],
      token_endpoint_auth_method: "none",
    });
    await toolsOf("cimd-mcp");
    expect(await run("cimd-mcp", "mcp-cimd", { name: "Bo" })).toEqual({ text: "Hello Bo" });
  });

  it("registers a client where it can; a token that ended is renewed in the middle of a call", async () => {
    const remote = await fake({ guard: "oauth2", clients: "registration" });
    await add({ slug: "dcr-mcp", url: remote.url });
    expect(remote.registrations).toHaveLength(1);
    const settings = await server.request({ url: `${BASE}/dcr-mcp/settings`, key: server.testKey });
    expect(settings.body).toMatchObject({ client_id: "registered-1", enabled: true });
    expect((await consent("dcr-mcp", "mcp-dcr")).status).toBe(200);
    await toolsOf("dcr-mcp");
    remote.expireTokens();
    expect(await run("dcr-mcp", "mcp-dcr", { name: "Cy" })).toEqual({ text: "Hello Cy" });
    const renewal = remote.tokenForms.at(-1);
    expect([renewal?.get("grant_type"), renewal?.get("resource")]).toEqual(["refresh_token", remote.url]);
  });

  it("is offered when the organization sets its own client, where it can do neither", async () => {
    const remote = await fake({ guard: "oauth2", clients: "none" });
    await add({ slug: "own-mcp", url: remote.url });
    const read = () => server.request({ url: `${BASE}/own-mcp/settings`, key: server.testKey });
    expect((await read()).body.enabled).toBe(false);
    await server.request({
      method: "PUT",
      url: `${BASE}/own-mcp/settings`,
      key: server.testKey,
      body: { client_id: "ours" },
    });
    expect((await consent("own-mcp", "mcp-own")).status).toBe(200);
    expect(remote.tokenForms[0]?.get("client_id")).toBe("ours");
  });

  it("keeps customers' tokens from another authority: a changed one is refused", async () => {
    const first = await fake({ guard: "oauth2", clients: "metadata" });
    const second = await fake({ guard: "oauth2", clients: "metadata" });
    expect((await add({ slug: "moved-mcp", url: first.url })).status).toBe(200);
    const { status, body } = await add({ slug: "moved-mcp", url: second.url });
    expect([status, body.message]).toEqual([400, expect.stringContaining("delete it first")]);
    expect((await add({ slug: "moved-mcp", url: first.url })).status).toBe(200);
  });
});

describe("reading the tools again", () => {
  it("takes what is new and drops what is gone", async () => {
    const tools = [...TOOLS];
    const { url } = await fake({ tools });
    await add({ slug: "changing-mcp", url });
    const refresh = (slug: string) =>
      server.request({ method: "POST", url: `${BASE}/${slug}/mcp/refresh`, key: server.testKey });
    const added: FakeTool = { ...(TOOLS[0] as FakeTool), name: "wave" };
    tools.splice(0, 1, added);
    expect((await refresh("changing-mcp")).body.actions).toMatchObject([{ action_id: "wave" }]);
    expect((await refresh("slack")).status).toBe(404);
    expect((await refresh("nothing")).status).toBe(404);
  });
});

describe("a server that cannot be used", () => {
  it.for([
    ["an address inside", "http://10.0.0.1/mcp", /url: /],
    ["no address", "mcp.example.com", /url: /],
    ["a port where nobody listens", "http://127.0.0.1:9/mcp", /cannot be used/],
  ] as const)("is refused in plain words: %s", async ([, url, message]) => {
    const { status, body } = await add({ slug: "bad-mcp", url });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await server.request({ url: `${BASE}/bad-mcp/settings`, key: server.testKey })).status).toBe(404);
  });

  it("may not take the slug of a shipped application or of a route", async () => {
    const { url } = await fake();
    for (const slug of ["slack", "mcp", "all"]) expect((await add({ slug, url })).status).toBe(400);
  });
});
