import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { parseAllowList } from "../platform/outbound/address-guard.ts";
import { findApplication } from "./application.ts";
import { invokeAction } from "./invoke.ts";
import { keepTools } from "./providers/mcp/definition.ts";
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

describe("a server that is added again", () => {
  it("goes on with the client that it registered, so that customers' tokens are renewed, and with their tools", async () => {
    const remote = await fake({ guard: "oauth2", clients: "registration" });
    await add({ slug: "again-mcp", url: remote.url });
    await consent("again-mcp", "mcp-again");
    await toolsOf("again-mcp");
    const { body } = await add({ slug: "again-mcp", url: remote.url, name: "Renamed" });
    expect(body).toMatchObject({ name: "Renamed", actions: [{ action_id: "greet" }] });
    expect(remote.registrations).toHaveLength(1);
    remote.expireTokens();
    expect(await run("again-mcp", "mcp-again", { name: "Di" })).toEqual({ text: "Hello Di" });
  });

  it("leaves the client alone that the organization set", async () => {
    const remote = await fake({ guard: "oauth2", clients: "registration" });
    await add({ slug: "chosen-mcp", url: remote.url });
    const settings = { url: `${BASE}/chosen-mcp/settings`, key: server.testKey };
    const body = { client_id: "ours", client_secret: "planted" };
    await server.request({ ...settings, method: "PUT", body });
    await add({ slug: "chosen-mcp", url: remote.url });
    expect((await server.request(settings)).body).toMatchObject({
      client_id: "ours",
      has_client_secret: true,
    });
  });

  it("does not stand in for another application that has customers", async () => {
    const first = await fake({ guard: "bearer" });
    await add({ slug: "taken-mcp", url: first.url, auth: "bearer" });
    const token = await server.account("mcp-taken");
    const save = { method: "POST", url: "/api/v2/app/taken-mcp/save", token } as const;
    expect((await server.request({ ...save, body: { token: GOOD_BEARER } })).status).toBe(200);
    const request = { method: "GET", path: "/" };
    const manifest = {
      slug: "taken-mcp",
      name: "T",
      description: "D.",
      version: "1.0.0",
      base_url: "https://elsewhere.example.net",
      auth: {
        keybased: {
          fields: [{ name: "token", label: "Token" }],
          apply: { headers: { "X-Key": "{{ credentials.token }}" } },
        },
      },
      actions: {
        a: { title: "A", description: "A.", hints: { read_only: true }, input: { type: "object" }, request },
      },
    };
    const reply = await server.request({ method: "POST", url: BASE, key: server.testKey, body: manifest });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("1 customer,")]);
  });
});

/** Waits until no connection's tools are left to be read, whatever came of it. */
async function jobsDone(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where name = 'apps.read-tools'
      and state in ('created', 'active', 'retry')`.execute(server.deps.db);
    return rows.length === 0;
  });
}

describe("an application that goes while its tools are read", () => {
  const remove = (slug: string) =>
    server.request({ method: "DELETE", url: `${BASE}/${slug}`, key: server.testKey });

  it("does not come back by the refresh route", async () => {
    let whileListed = async () => {};
    const { url } = await fake({ beforeList: () => whileListed() });
    await add({ slug: "gone-mcp", url });
    whileListed = async () => {
      await remove("gone-mcp");
    };
    const refresh = { method: "POST", url: `${BASE}/gone-mcp/mcp/refresh`, key: server.testKey } as const;
    expect((await server.request(refresh)).status).toBe(404);
    expect(await findApplication(server.deps, server.test, "gone-mcp")).toBeUndefined();
  });

  it("does not come back by the job", async () => {
    let lists = 0;
    const beforeList = async () => {
      lists++;
      // The first list is the check of the connection.
      if (lists === 2) await remove("fading-mcp");
    };
    const { url } = await fake({ guard: "bearer", beforeList });
    await add({ slug: "fading-mcp", url, auth: "bearer" });
    const token = await server.account("mcp-fading");
    const save = { method: "POST", url: "/api/v2/app/fading-mcp/save", token } as const;
    expect((await server.request({ ...save, body: { token: GOOD_BEARER } })).status).toBe(200);
    await eventually(async () => lists >= 2);
    await jobsDone();
    expect(await findApplication(server.deps, server.test, "fading-mcp")).toBeUndefined();
  });
});

describe("tools without measure", () => {
  it("are left out where their schema is nested too deeply, by the job too, which does not go on trying", async () => {
    const nested = (levels: number): FakeTool["inputSchema"] =>
      JSON.parse(`{"type":"object","not":${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}}`);
    const tooDeep = "The tool deep is left out: its input schema is nested too deeply.";
    expect(keepTools([{ name: "deep", inputSchema: nested(6000) }])).toEqual({
      tools: [],
      warnings: [tooDeep],
    });
    const deep: FakeTool = { name: "deep", inputSchema: nested(300), answer: () => ({ content: [] }) };
    const { url } = await fake({ tools: [deep, TOOLS[0] as FakeTool] });
    const { body } = await add({ slug: "deep-mcp", url });
    expect(body.actions).toHaveLength(1);
    expect(body.warnings).toEqual([tooDeep]);
    const token = await server.account("mcp-deep");
    await server.request({ method: "POST", url: "/api/v2/app/deep-mcp/save", token, body: {} });
    await jobsDone();
    expect(await run("deep-mcp", "mcp-deep", { name: "Fay" })).toEqual({ text: "Hello Fay" });
  });

  it("are at most 1,000, however many customers see different ones", async () => {
    const some = (prefix: string) =>
      Array.from(
        { length: 600 },
        (_, i): FakeTool => ({ ...(TOOLS[0] as FakeTool), name: `${prefix}-${i}` }),
      );
    const tools = some("a");
    const { url } = await fake({ tools, pageSize: 1000 });
    await add({ slug: "many-mcp", url });
    tools.splice(0, 600, ...some("b"));
    const token = await server.account("mcp-many");
    await server.request({ method: "POST", url: "/api/v2/app/many-mcp/save", token, body: {} });
    await jobsDone();
    const application = await findApplication(server.deps, server.test, "many-mcp");
    const ids = application?.connector.info.actions.map(({ id }) => id) ?? [];
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, "b-0", "a-399"]);
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
