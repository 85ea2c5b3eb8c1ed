import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const URL = "/api/v2/public/mcp-servers";
const FULL = {
  name: "Support",
  description: "Answers tickets",
  suggestions: [{ name: "Open tickets", prompt: "List my open tickets" }],
  chains: [
    {
      name: "Escalate",
      goals: "Move a ticket up",
      steps: "find the ticket\nassign it",
      precheck: "",
      successCondition: "assigned",
      responseFormat: "",
      onError: "say so",
    },
  ],
  associated_apps: [
    {
      slug: "slack",
      workflows: [{ id: "w1", name: "Notify", description: "Posts a note" }],
      actions: [{ id: "send_message", name: "Send a message", description: "" }],
    },
  ],
};

async function create(name: string): Promise<string> {
  const reply = await server.request({ method: "POST", url: URL, token, body: { name, description: "d" } });
  expect(reply.status).toBe(201);
  return reply.body._id;
}

function put(id: string, body: unknown) {
  return server.request({ method: "PUT", url: `${URL}/${id}`, token, body });
}

describe("PUT /api/v2/public/mcp-servers/:id (spec 4.1)", () => {
  test("200: returns the whole record of spec 2.1 with the stored values, each chain with an id", async () => {
    const id = await create("Plain");
    const reply = await put(id, FULL);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.body).toEqual({
      _id: id,
      ...FULL,
      chains: [{ ...FULL.chains[0], _id: expect.stringMatching(/^[0-9a-f]{24}$/) }],
      associated_org_id: server.orgId,
      environment: "test",
      safe_mode: false,
      resources: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      __v: 1,
      url: `${server.deps.config.publicUrl}/mcp/v1/${id}`,
      tool_count: 3,
      tool_tokens: expect.any(Number),
      tool_mode: "all",
      unavailable_tools: [
        { slug: "slack", id: "w1", message: "There is no published workflow with this id for the customer." },
      ],
      client_configuration: {
        claude: expect.stringContaining(`/mcp/v1/${id}`),
        claude_code: expect.stringContaining(`/mcp/v1/${id}`),
        chatgpt: expect.stringContaining(`/mcp/v1/${id}`),
        cursor: expect.stringContaining('"mcpServers"'),
        vscode: expect.stringContaining('"servers"'),
        with_token: {
          claude_code: expect.stringContaining("--header"),
          cursor: expect.stringContaining("env:"),
          vscode: expect.stringContaining("input:"),
        },
      },
    });
    expect((await server.request({ url: `${URL}/${id}`, token })).body).toEqual(reply.body);
  });

  test("200: omitted fields stay, and __v grows", async () => {
    const id = await create("Patched");
    const first = await put(id, FULL);
    const second = await put(id, { description: "New", resources: [{ uri: "doc://1" }, "plain"] });
    expect(second.body).toEqual({
      ...first.body,
      description: "New",
      resources: [{ uri: "doc://1" }, "plain"],
      updatedAt: expect.any(String),
      __v: 2,
    });
    expect((await put(id, {})).body).toMatchObject({ description: "New", __v: 3 });
    expect((await put(id, { suggestions: [], chains: [] })).body).toMatchObject({
      suggestions: [],
      chains: [],
      associated_apps: FULL.associated_apps,
    });
  });

  test("200: a chain sent with its id keeps it; unknown and repeated ids are replaced", async () => {
    const id = await create("Chains");
    const first = await put(id, { chains: [{ name: "One" }, { name: "Two" }] });
    const [one, two] = first.body.chains;
    expect(one).toMatchObject({ name: "One", goals: "", steps: "", onError: "" });
    const second = await put(id, {
      chains: [
        { _id: two._id, name: "Two, renamed" },
        { _id: two._id, name: "Copy" },
        { _id: "foreign", name: "Foreign" },
        { name: "One" },
      ],
    });
    const ids = second.body.chains.map((chain: { _id: string }) => chain._id);
    expect(ids[0]).toBe(two._id);
    expect(ids).not.toContain("foreign");
    expect(ids).not.toContain(one._id);
    expect(new Set(ids).size).toBe(4);
  });

  test("200: appearance and prompt fields are stored; unknown fields are ignored", async () => {
    const id = await create("Looks");
    const looks = {
      agent_name: "Ada",
      primary_color: "#102030",
      secondary_color: "#fff",
      base_prompt: "Be brief.",
      safe_mode: true,
    };
    const reply = await put(id, { ...looks, environment: "production", _id: "x", unknown: 1 });
    expect(reply.body).toMatchObject({ _id: id, environment: "test", ...looks });
    expect(reply.body).not.toHaveProperty("unknown");
  });

  test("200: an API key with linked_account_id may do the same", async () => {
    const id = await create("By key");
    const reply = await server.request({
      method: "PUT",
      url: `${URL}/${id}`,
      key: server.testKey,
      account: "acme",
      body: { name: "Named by key" },
    });
    expect(reply).toMatchObject({ status: 200, body: { name: "Named by key" } });
  });

  test.each([
    ["a name of the wrong type", { name: 5 }],
    ["an empty name", { name: "" }],
    ["a description that is null", { description: null }],
    ["suggestions that are no list", { suggestions: {} }],
    ["a suggestion without a prompt", { suggestions: [{ name: "x" }] }],
    ["a chain without a name", { chains: [{ goals: "x" }] }],
    ["steps that are a list", { chains: [{ name: "x", steps: ["a"] }] }],
    ["an associated app without a slug", { associated_apps: [{ workflows: [] }] }],
    ["an action without an id", { associated_apps: [{ slug: "slack", actions: [{ name: "x" }] }] }],
    [
      "a tool name with a dot",
      { associated_apps: [{ slug: "slack", actions: [{ id: "x", tool_name: "a.b" }] }] },
    ],
    [
      "a tool name given twice",
      { associated_apps: ["a", "b"].map((slug) => ({ slug, actions: [{ id: "x", tool_name: "same" }] })) },
    ],
    [
      "a tool name that every server has",
      { associated_apps: [{ slug: "slack", actions: [{ id: "x", tool_name: "get_execution" }] }] },
    ],
    ["resources that are no list", { resources: "x" }],
    ["safe_mode as text", { safe_mode: "true" }],
    ["a list", []],
    ["invalid JSON", "{"],
    ["no body", undefined],
  ])("400: %s, and nothing is stored", async (_name, body) => {
    const id = await create("Untouched");
    const reply = await put(id, body);
    expect(reply).toMatchObject({ status: 400, body: { status_code: 400, message: expect.any(String) } });
    expect((await server.request({ url: `${URL}/${id}`, token })).body).toMatchObject({
      name: "Untouched",
      description: "d",
      __v: 0,
    });
  });

  test("401: without a credential; 404: an unknown id", async () => {
    const id = await create("Guarded");
    expect((await server.request({ method: "PUT", url: `${URL}/${id}`, body: {} })).status).toBe(401);
    for (const unknown of ["000000000000000000000000", "odd id%20%27", "__proto__"])
      expect((await put(unknown, {})).status).toBe(404);
  });
});

describe("a tool's policy", () => {
  test("is stored as given, and absent by default", async () => {
    const id = await create("Policies");
    const entry = { id: "x", name: "", description: "" };
    const actions = [
      { ...entry, policy: "allow" },
      { ...entry, policy: "deny" },
      { ...entry, policy: "ask" },
      entry,
    ];
    const { body } = await put(id, { safe_mode: true, associated_apps: [{ slug: "slack", actions }] });
    expect(body).toMatchObject({ safe_mode: true });
    expect(body.associated_apps[0].actions).toEqual(actions);
  });

  test("400: it must be one of three words", async () => {
    const id = await create("No policy");
    for (const policy of ["never", "", null, "Ask"]) {
      const body = { associated_apps: [{ slug: "slack", workflows: [{ id: "w", policy }] }] };
      const reply = await put(id, body);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("policy")]);
    }
    expect((await server.request({ url: `${URL}/${id}`, token })).body.associated_apps).toEqual([]);
  });
});

describe("creating, listing, reading and deleting MCP servers", () => {
  test("201: returns id, name and description; the other fields may be given at once", async () => {
    const reply = await server.request({ method: "POST", url: URL, token, body: FULL });
    expect(reply).toMatchObject({ status: 201 });
    expect(reply.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: FULL.name,
      description: FULL.description,
    });
    const stored = await server.request({ url: `${URL}/${reply.body._id}`, token });
    expect(stored.body).toMatchObject({ associated_apps: FULL.associated_apps, __v: 0 });
  });

  test("400: without name or description, or for an unknown account", async () => {
    for (const body of [{ name: "x" }, { description: "x" }, {}])
      expect((await server.request({ method: "POST", url: URL, token, body })).status).toBe(400);
    const body = { name: "x", description: "", linked_account_only: true };
    expect(await server.request({ method: "POST", url: URL, key: server.testKey, body })).toMatchObject({
      status: 400,
      body: { message: "linked_account_id is required" },
    });
  });

  test("200: lists short rows, newest first, in the page envelope of spec 2.6", async () => {
    const { testKey: key } = await server.organization();
    const other = await server.account("lister", key);
    for (const name of ["one", "two", "three"])
      await server.request({ method: "POST", url: URL, token: other, body: { ...FULL, name } });
    const reply = await server.request({ url: `${URL}?limit=2`, key, account: "lister" });
    expect(reply.body.docs.map((row: { name: string }) => row.name)).toEqual(["three", "two"]);
    expect(Object.keys(reply.body.docs[0])).toEqual(["_id", "name", "description", "createdAt", "updatedAt"]);
    expect(reply.body).toMatchObject({ totalDocs: 3, totalPages: 2, hasNextPage: true, nextPage: 2 });
    expect((await server.request({ url: `${URL}?page=0`, token: other })).status).toBe(400);
  });

  test("204: a deleted server is a 404 from then on", async () => {
    const id = await create("Leaving");
    const reply = await server.request({ method: "DELETE", url: `${URL}/${id}`, token });
    expect(reply).toMatchObject({ status: 204, text: "" });
    expect((await server.request({ method: "DELETE", url: `${URL}/${id}`, token })).status).toBe(404);
    expect((await server.request({ url: `${URL}/${id}`, token })).status).toBe(404);
  });

  test("404: a server is not visible to the other environment and other organizations", async () => {
    const id = await create("Mine");
    const other = await server.organization();
    await server.account("acme", other.testKey);
    await server.account("acme", server.productionKey);
    const missing = await server.request({ url: `${URL}/000000000000000000000000`, token });
    for (const key of [server.productionKey, other.testKey]) {
      for (const method of ["GET", "PUT", "DELETE"] as const) {
        const body = method === "PUT" ? { name: "Taken" } : undefined;
        const reply = await server.request({ method, url: `${URL}/${id}`, key, account: "acme", body });
        expect({ ...reply.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
      }
      const list = await server.request({ url: URL, key, account: "acme" });
      expect(list.body).toMatchObject({ docs: [], totalDocs: 0 });
    }
    expect((await server.request({ url: `${URL}/${id}`, token })).body.name).toBe("Mine");
  });
});
