import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, type TestReply, type TestRequest } from "../../../test/test-server.ts";
import { writePending } from "../../audit-log/write.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { HOSTILE, startTestPortal, type TestPortal } from "../test-portal.ts";

const BASE = "/api/v2/public";
const WORKFLOW = `${BASE}/workflow`;
const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
const LOG = { id: "note", type: "log", data: { message: "Hello" } };
const HTTP = { id: "call", type: "http", data: { url: "https://example.com/" } };

type Node = { id: string; [field: string]: unknown };
type Method = NonNullable<TestRequest["method"]>;

let portal: TestPortal;
/** The attacker's portal, and session tokens of the attacker and of another customer. */
let path: string;
let token: string;
let victim: string;
beforeAll(async () => {
  // Tests of other files call this machine; here nothing is let through.
  portal = await startTestPortal({ outboundAllow: parseAllowList("") });
  await permit(["log", "sub_flow", "http", "loop"]);
  path = await portal.link("attacker");
  token = await portal.server.account("attacker");
  victim = await portal.server.account("victim");
  portal.server.work();
});
afterAll(() => portal?.close());

async function permit(node_types: string[], building = "portal") {
  const url = `${BASE}/portal-workflows`;
  const body = { building, node_types };
  const reply = await portal.server.request({ method: "PUT", url, key: portal.server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}

function ask(method: Method, url: string, body?: unknown, by = token): Promise<TestReply> {
  return portal.server.request({ method, url, token: by, ...(body !== undefined && { body }) });
}

function flow(...nodes: Node[]) {
  const edges = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  return { nodes: [START, ...nodes], edges };
}

async function make(by: { token: string } | { key: string }, more: object = {}): Promise<string> {
  const body = { name: "A secret plan", ...flow(LOG), ...more };
  const reply = await portal.server.request({ method: "POST", url: WORKFLOW, ...by, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body._id;
}

/** Everything that is stored of workflows, to be compared. */
async function stored(): Promise<string> {
  const { db } = portal.server.deps;
  const tables = ["workflows", "workflow_versions", "workflow_publications"] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

/** The proof that a form of the link's pages carries. */
async function formToken(of = path): Promise<string> {
  return /name="form" value="([^"]+)"/.exec((await portal.get(`${of}/workflows`)).text)?.[1] ?? "";
}

/** What the editor's page asks its link for. */
async function editorToken(of = path): Promise<string> {
  const { text } = await portal.post(`${of}/editor-session`, { form: await formToken(of) });
  return JSON.parse(text).token;
}

describe("what is not the customer's own", () => {
  let own: string;
  /** What may not be reached, by every name that it has. */
  const hidden: string[] = [];
  let theirRun: string;
  beforeAll(async () => {
    own = await make({ token });
    const theirs = await make({ token: victim }, { workflow_alias: "their-alias" });
    await ask("PUT", `${WORKFLOW}/${theirs}/publish`, { published: true }, victim);
    const draft = await ask("GET", `${WORKFLOW}/${theirs}/edit`, undefined, victim);
    const ofOrganization = await make({ key: portal.server.testKey }, { workflow_alias: "company-alias" });
    hidden.push(theirs, draft.body._id, "their-alias", ofOrganization, "company-alias");
    const run = await ask("POST", `${WORKFLOW}/${theirs}/test`, { input: { secret: 1 } }, victim);
    theirRun = run.body.execution_id;
  });

  const requests: [string, Method, (id: string) => string, unknown?][] = [
    ["read", "GET", (id) => `${WORKFLOW}/${id}`],
    ["renamed", "PUT", (id) => `${WORKFLOW}/${id}`, { name: "Mine now" }],
    ["changed", "PUT", (id) => `${WORKFLOW}/${id}`, flow()],
    ["changed from a revision", "PUT", (id) => `${WORKFLOW}/${id}`, { name: "Mine now", base_revision: 0 }],
    ["deleted", "DELETE", (id) => `${WORKFLOW}/${id}`],
    ["edited", "GET", (id) => `${WORKFLOW}/${id}/edit`],
    ["checked", "GET", (id) => `${WORKFLOW}/${id}/problems`],
    ["checked with changes", "POST", (id) => `${WORKFLOW}/${id}/problems`, flow()],
    ["published", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: true }],
    ["published again", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: true, version: 1 }],
    ["switched off", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: false }],
    ["restored", "POST", (id) => `${WORKFLOW}/${id}/restore`, { version: 1 }],
    ["tested", "POST", (id) => `${WORKFLOW}/${id}/test`, {}],
    ["tested with nodes", "POST", (id) => `${WORKFLOW}/${id}/test`, flow(LOG)],
    ["started", "POST", (id) => `${WORKFLOW}/${id}/execute`, {}],
    ["exported", "GET", (id) => `${WORKFLOW}/${id}/export?version=1`],
    ["read in its versions", "GET", (id) => `${WORKFLOW}/versions/${id}`],
  ];
  test.each(requests)("is not there to be %s, by whatever name", async (_what, method, url, body) => {
    const before = await stored();
    for (const id of hidden) expect(await ask(method, url(id), body), id).toMatchObject({ status: 404 });
    expect(await stored()).toBe(before);
  });

  test("lends its settings to no expression, and its executions to no test", async () => {
    for (const workflow_id of hidden) {
      const body = { data: { text: "{{ config }}" }, workflow_id };
      expect(await ask("POST", `${BASE}/expressions/evaluate`, body)).toMatchObject({ status: 404 });
    }
    const body = {
      data: { text: "{{ linked_account.account_id }}" },
      linked_account_id: "victim",
      config_id: "victim",
    };
    const { body: told } = await ask("POST", `${BASE}/expressions/evaluate`, body);
    expect(told.results[0].value).toBe("attacker");
    for (const body of [{ execution_id: theirRun }, { linked_account_id: "victim" }])
      expect((await ask("POST", `${WORKFLOW}/${own}/test`, body)).status).toBe(400);
    expect((await ask("GET", `${BASE}/execution/${theirRun}`)).status).toBe(404);
  });

  test.each(["draft_of=ID", "draft_of=none,ID", "draft_of=ID,none", "ids=ID", "name=secret", "draft_of="])(
    "is in no list: ?%s",
    async (query) => {
      for (const id of hidden) {
        const { body } = await ask("GET", `${WORKFLOW}?${query.replaceAll("ID", id)}&limit=100`);
        const ids = (body?.docs ?? []).map(({ _id }: { _id: string }) => _id);
        expect(ids.filter((one: string) => one !== own)).toEqual([]);
      }
    },
  );

  test("is not told from what never was, neither by a step that calls it nor by a field that asks it", async () => {
    const told = async (name: string) => {
      const call = { id: "call", type: "sub_flow", data: { workflow: name } };
      const source = { type: "workflow", workflow_id: name };
      const field = { id: "f", label: "F", type: "select", data_source: source };
      const document = { format: "junctor.workflow", format_version: 1, name: "Copy", ...flow(call) };
      const replies = [
        await ask("POST", `${WORKFLOW}/${own}/problems`, flow(call)),
        await ask("POST", `${WORKFLOW}/${own}/problems`, { data_slots: [field] }),
        await ask("PUT", `${WORKFLOW}/${own}`, { data_slots: [field] }),
        await ask("PUT", `${WORKFLOW}/${name}/publish`, { published: true }),
        await ask("POST", `${WORKFLOW}/import`, document),
      ];
      return replies.map(({ status, body }) => [
        status,
        JSON.stringify(body.errors ?? body.warnings ?? body.message).replaceAll(name, "NAME"),
      ]);
    };
    const never = await told("never-was");
    for (const id of hidden) expect(await told(id), id).toEqual(never);
  });
});

describe("a session token of the editor", () => {
  test.each([
    ["portal link", `${BASE}/connect-url`],
    ["reconnect link", `${BASE}/linked-account/integration/desk/reconnect-link`],
    ["token for assistants", `${BASE}/mcp-servers/SERVER/token`],
  ])("makes no %s, which would outlast the link", async (_what, url) => {
    const servers = `${BASE}/mcp-servers`;
    const server = { name: "Tools", description: "Helps." };
    const made = await ask("POST", servers, server);
    const { db } = portal.server.deps;
    const links = () => db.selectFrom("connect_links").select("id").execute();
    const by = await editorToken();
    const before = await links();
    const place = url.replace("SERVER", made.body._id);
    expect(await ask("POST", place, {}, by)).toMatchObject({
      status: 403,
      body: { error_code: "FORBIDDEN" },
    });
    expect(await links()).toEqual(before);
    // With one that the company has given out it does.
    const { status, text } = await ask("POST", place, {});
    expect([200, 201], text).toContain(status);
  });

  test.each([
    ["the limits", "PUT", `${BASE}/portal-workflows`, { building: "api", node_types: [] }],
    ["the limits, to read them", "GET", `${BASE}/portal-workflows`],
    ["the offer", "PUT", `${BASE}/portal-applications`, { applications: [], others: "all" }],
    ["the organization", "PUT", `${BASE}/organization`, { texts: {} }],
    ["the audit log", "GET", `${BASE}/audit-log`],
    ["all workflows", "GET", `${WORKFLOW}/all`],
    ["schedules", "GET", `${BASE}/schedules`],
    ["a schedule", "POST", `${BASE}/schedules`, {}],
    ["further tokens", "POST", `${BASE}/session-token`, { linked_account_id: "attacker" }],
    ["other accounts", "GET", `${BASE}/linked-account`],
    ["keys", "GET", `${BASE}/api-keys`],
  ] as [string, Method, string, unknown?][])("does not reach %s", async (_what, method, url, body) => {
    const { status, text } = await ask(method, url, body, await editorToken());
    expect([401, 403, 404], text).toContain(status);
  });
});

describe("limits", () => {
  test.each([
    ["after a permitted one", flow(LOG, { id: "wait", type: "delay", data: { ms: 1 } })],
    ["that nothing leads to", { nodes: [START, LOG, { id: "wait", type: "delay" }], edges: [] }],
    ["in other letters", flow({ id: "wait", type: "Delay" })],
    ["with a space", flow({ id: "wait", type: "delay " })],
    ["of a name that every object has", flow({ id: "wait", type: "constructor" })],
    ["of no name", flow({ id: "wait", type: "" })],
    [
      "in a loop",
      {
        nodes: [
          START,
          { id: "each", type: "loop", data: { items: "{{ input }}" } },
          { id: "wait", type: "delay" },
        ],
        edges: [
          { source: "start", target: "each" },
          { source: "each", target: "wait", sourceHandle: "item" },
        ],
      },
    ],
    ["that pretends to be an action of its own", flow({ id: "log", type: "action", action: "log" })],
  ])("a node type %s is not permitted on any way", async (_what, definition) => {
    const own = await make({ token });
    const before = await stored();
    const document = { format: "junctor.workflow", format_version: 1, name: "Copy" };
    for (const reply of [
      await ask("POST", WORKFLOW, { name: "New", ...definition }),
      await ask("PUT", `${WORKFLOW}/${own}`, definition),
      await ask("PUT", `${WORKFLOW}/${own}`, { nodes: definition.nodes }),
      await ask("POST", `${WORKFLOW}/import`, { ...document, ...definition }),
      await ask("POST", `${WORKFLOW}/${own}/test`, definition),
      await ask("POST", `${WORKFLOW}/${own}/test`, { nodes: definition.nodes, until: "note" }),
    ])
      expect(reply.status, reply.text).toBe(400);
    expect(await stored()).toBe(before);
  });

  test("what was permitted once is not brought back when it no longer is", async () => {
    const own = await make({ token }, flow(HTTP));
    expect((await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true })).status).toBe(200);
    await ask("PUT", `${WORKFLOW}/${own}`, flow(LOG));
    expect((await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true })).status).toBe(200);
    const copy = (await ask("GET", `${WORKFLOW}/${own}/export?version=1`)).body;
    await permit(["log", "sub_flow", "loop"]);
    const before = await stored();
    for (const [method, url, body] of [
      ["POST", `${WORKFLOW}/${own}/restore`, { version: 1 }],
      ["PUT", `${WORKFLOW}/${own}/publish`, { published: true, version: 1 }],
      ["PUT", `${WORKFLOW}/${own}`, { nodes: copy.nodes, edges: copy.edges }],
      ["POST", `${WORKFLOW}/import`, copy],
    ] as [Method, string, unknown][])
      expect((await ask(method, url, body)).status, url).toBe(400);
    expect(await stored()).toBe(before);
    await permit(["log", "sub_flow", "http", "loop"]);
  });
});

test.each([
  "http://127.0.0.1:5432/",
  "http://localhost/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]/",
  "http://0.0.0.0/",
  "http://2130706433/",
  "http://0x7f.1/",
  "https://127.0.0.1.nip.io/",
  "file:///etc/passwd",
  "http://[::ffff:10.0.0.1]/",
  "https://user:secret@10.0.0.1/",
  "gopher://127.0.0.1/",
])("a test calls nothing inside: %s", async (url) => {
  const own = await make({ token });
  const body = {
    ...flow({ ...HTTP, data: { url: "{{ input.url }}" } }),
    input: { url },
    call_third_parties: true,
  };
  const { body: begun, text } = await ask("POST", `${WORKFLOW}/${own}/test`, body);
  expect(begun.execution_id, text).toBeDefined();
  const ended = await eventually(async () => {
    const run = await ask("GET", `${BASE}/execution/${begun.execution_id}`);
    return ["ERRORED", "COMPLETED"].includes(run.body.status) ? run : undefined;
  });
  expect(ended.body.status).toBe("ERRORED");
  expect(ended.text).not.toMatch(/root:x|ami-|ECONNREFUSED/);
});

const DEEP = JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`);
const TOO_DEEP = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
const ODD: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  " ",
  "\u202e",
  HOSTILE,
  [],
  [null],
  [[]],
  {},
  { constructor: {} },
  { toString: 1 },
  DEEP,
];

/** A reply that says what is wrong, or takes it; never that the server is at a loss. */
function isClear({ status, text, body }: TestReply, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) expect(body.message, what).toMatch(/\S/);
}

describe("applications that are not offered", () => {
  beforeAll(async () => {
    await permit(["log", "action", "datastore"]);
    await offer(["books"]);
  });
  afterAll(async () => {
    await permit(["log", "sub_flow", "http", "loop"]);
    await offer([], "all");
  });

  test.each([
    "desk/read",
    "Desk/read",
    " desk/read",
    "desk/read ",
    "desk//read",
    "/desk/read",
    "books/../desk/read",
    "books/desk/read",
    "desk%2fread",
    "desk\\read",
    "{{ 'desk/read' }}",
    "desk/{{ 'read' }}",
    "\u200bdesk/read",
  ])("are not acted on by the action %j", async (action) => {
    const own = await make({ token });
    const before = await stored();
    const step = { id: "act", type: "action", action };
    for (const [method, url] of [
      ["PUT", `${WORKFLOW}/${own}`],
      ["POST", `${WORKFLOW}/${own}/test`],
      ["POST", WORKFLOW],
    ] as const) {
      const reply = await ask(method, url, { name: "New", call_third_parties: true, ...flow(step) });
      expect(reply.status, reply.text).toBe(400);
    }
    expect(await stored()).toBe(before);
  });

  test.each([
    [
      "an action that takes the workflow's",
      { slug: "desk", ...flow({ id: "act", type: "action", action: "read" }) },
    ],
    ["the workflow's own", { slug: "desk" }],
    [
      "a trigger",
      { nodes: [{ ...START, triggers: [{ application: "desk", event: "thing.made" }] }], edges: [] },
    ],
    [
      "a trigger by its name",
      { nodes: [{ ...START, triggers: [{ application: "Desk", event: "thing.made" }] }], edges: [] },
    ],
    [
      "one trigger of several",
      {
        nodes: [{ ...START, triggers: [...START.triggers, { application: "desk", event: "thing.made" }] }],
        edges: [],
      },
    ],
  ])("are not brought in as %s", async (_what, change) => {
    const own = await make({ token });
    const before = await stored();
    const document = { format: "junctor.workflow", format_version: 1, name: "Copy", ...flow(LOG), ...change };
    for (const reply of [
      await ask("PUT", `${WORKFLOW}/${own}`, change),
      await ask("POST", WORKFLOW, { name: "New", ...change }),
      await ask("POST", `${WORKFLOW}/import`, document),
    ])
      expect(reply.status, reply.text).toBe(400);
    expect(await stored()).toBe(before);
  });

  test("are not what actions without one go to once the workflow has changed hands step by step", async () => {
    const own = await make(
      { token },
      { slug: "books", ...flow({ id: "act", type: "action", action: "read" }) },
    );
    const before = await stored();
    for (const slug of ["desk", "Desk", " desk", "__proto__"])
      expect((await ask("PUT", `${WORKFLOW}/${own}`, { slug })).status).toBe(400);
    expect(await stored()).toBe(before);
  });
});

async function offer(applications: string[], others = "none") {
  const url = `${BASE}/portal-applications`;
  const body = { applications, others };
  const reply = await portal.server.request({ method: "PUT", url, key: portal.server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}

test.each(["a customer", "a test key"])(
  "what %s imports is where it was imported, whatever the document says",
  async (who) => {
    const by = who === "a customer" ? { token } : { key: portal.server.testKey };
    const document = { format: "junctor.workflow", format_version: 1, name: "Smuggled", ...flow(LOG) };
    for (const workflow_environment of [["production"], ["test", "production"], null]) {
      const body = { ...document, workflow_environment };
      const reply = await portal.server.request({ method: "POST", url: `${WORKFLOW}/import`, ...by, body });
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body.workflow.workflow_environment).toEqual(["test"]);
    }
    const all = await portal.server.request({
      url: `${WORKFLOW}/all?name=Smuggled`,
      key: portal.server.productionKey,
    });
    expect(all.body.docs).toEqual([]);
  },
);

describe("odd values", () => {
  const FIELDS = [
    "name",
    "slug",
    "description",
    "icon",
    "index_order",
    "autoEnable",
    "hide_in_config",
    "workflow_environment",
    "workflow_alias",
    "nodes",
    "edges",
    "settings",
    "data_slots",
    "test_instance_meta_data",
    "base_revision",
  ];
  test.each(FIELDS)("%s of a workflow", async (field) => {
    const own = await make({ token });
    for (const value of ODD)
      for (const [method, url] of [
        ["PUT", `${WORKFLOW}/${own}`],
        ["POST", `${WORKFLOW}/${own}/problems`],
        ["POST", WORKFLOW],
        ["POST", `${WORKFLOW}/import`],
      ] as const) {
        const before = await stored();
        const body = {
          ...(method === "POST" && {
            name: "New",
            format: "junctor.workflow",
            format_version: 1,
            ...flow(LOG),
          }),
          [field]: value,
        };
        const reply = await ask(method, url, body);
        isClear(reply, `${method} ${url} ${field} ${JSON.stringify(value)}`);
        if (reply.status >= 400) expect(await stored()).toBe(before);
      }
  });

  test.each([
    "id",
    "type",
    "name",
    "position",
    "configurable",
    "maximum_attempts",
    "on_error",
    "timeout_ms",
    "is_batch",
    "action",
    "triggers",
    "trigger_cron",
    "event_to_dynamic_var_map",
    "data",
    "parsed_response",
    "request",
    "input_data",
    "style",
  ])("%s of a node", async (field) => {
    const own = await make({ token });
    for (const value of ODD)
      for (const node of [
        { ...LOG, [field]: value },
        { ...START, id: "start", [field]: value },
      ]) {
        const nodes = node.id === "note" || node.type !== "start" ? [START, node] : [node];
        for (const [method, url] of [
          ["PUT", `${WORKFLOW}/${own}`],
          ["POST", `${WORKFLOW}/${own}/problems`],
          ["POST", `${WORKFLOW}/${own}/test`],
        ] as const)
          isClear(
            await ask(method, url, { nodes, edges: [] }),
            `${method} ${field} ${JSON.stringify(value)}`,
          );
      }
  });

  test.each([
    "input",
    "execution_id",
    "until",
    "node_id",
    "pinned",
    "call_third_parties",
    "config_id",
    "linked_account_id",
  ])("%s of a test", async (field) => {
    const own = await make({ token });
    for (const value of [
      ...ODD,
      { note: null },
      { note: {} },
      { constructor: { body: 1 } },
      ["note", "note"],
      ["constructor"],
    ])
      isClear(
        await ask("POST", `${WORKFLOW}/${own}/test`, { [field]: value }),
        `${field} ${JSON.stringify(value)}`,
      );
  });

  test.each(["data", "type", "roots", "workflow_id", "config_id", "linked_account_id"])(
    "%s of expressions",
    async (field) => {
      for (const value of [...ODD, { constructor: "{{ input.x }}", valueOf: "{{ input.x }} y" }])
        isClear(
          await ask("POST", `${BASE}/expressions/evaluate`, { data: { a: "{{ input.x }}" }, [field]: value }),
          `${field} ${JSON.stringify(value)}`,
        );
    },
  );

  test("a setting that is called as a member of every object is read as any other", async () => {
    const data = { constructor: "{{ input.x }}", valueOf: "a{{ input.x }}" };
    const { body } = await ask("POST", `${BASE}/expressions/evaluate`, { data });
    expect(body.results).toMatchObject([{ value: null }, { value: "a" }]);
  });

  test.each([
    ["a prototype", '{"name":"x","__proto__":{"nodes":[]}}'],
    ["a prototype in a node", '{"name":"x","nodes":[{"id":"start","type":"start","data":{"__proto__":{}}}]}'],
    ["a constructor's prototype", '{"name":"x","settings":{"constructor":{"prototype":{"a":1}}}}'],
    ["too deep", `{"name":"x","settings":${TOO_DEEP}}`],
    [
      "too many nodes",
      JSON.stringify({
        name: "x",
        nodes: Array.from({ length: 201 }, (_, index) => ({ id: `n${index}`, type: "log" })),
      }),
    ],
    [
      "thousands of edges",
      JSON.stringify({
        name: "x",
        edges: Array.from({ length: 5000 }, () => ({ source: "start", target: "start" })),
      }),
    ],
    ["too long", JSON.stringify({ name: "x", description: "x".repeat(2_000_000) })],
    ["NUL", '{"name":"x\\u0000"}'],
    ["half a character", '{"name":"x\\ud800"}'],
    ["no JSON", '{"name":'],
  ])("a body with %s is refused, and nothing changes", async (_what, body) => {
    const own = await make({ token });
    const before = await stored();
    for (const [method, url] of [
      ["POST", WORKFLOW],
      ["PUT", `${WORKFLOW}/${own}`],
      ["POST", `${WORKFLOW}/import`],
      ["POST", `${WORKFLOW}/${own}/test`],
    ] as const) {
      const reply = await ask(method, url, body);
      expect([400, 413], `${method} ${url} ${reply.text.slice(0, 200)}`).toContain(reply.status);
    }
    const previewed = await ask("POST", `${WORKFLOW}/${own}/problems`, body);
    if (previewed.status === 200) expect(previewed.body.errors).not.toEqual([]);
    expect(await stored()).toBe(before);
  });
});

describe("pages", () => {
  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "null" },
    { origin: "https://attacker.example" },
  ] as Record<string, string>[])(
    "no form that comes from elsewhere changes anything: %o",
    async (headers) => {
      const id = await make({ token });
      const form = await formToken();
      const before = await stored();
      const fields = { form, name: "Mine now", published: "true" };
      for (const action of [
        "/workflows",
        `/workflows/${id}/rename`,
        `/workflows/${id}/delete`,
        `/workflows/${id}/publish`,
        "/editor-session",
      ]) {
        expect((await portal.post(path + action, fields, headers)).status, action).toBe(403);
        const other = { ...fields, form: await formToken(await portal.link("victim")) };
        expect((await portal.post(path + action, other)).status, action).toBe(403);
        expect(
          (await portal.get(`${path}${action}?form=${form}&name=x&published=true`)).status,
          action,
        ).toBeLessThan(500);
      }
      expect(await stored()).toBe(before);
    },
  );

  test("markup in names stays text wherever customers read it, also in a frame", async () => {
    const name = `${HOSTILE}</title><title></title><div id="root"></div>"'$&$\`--><!--`;
    const own = await make({ token }, { name, description: HOSTILE });
    for (const headers of [{}, { "sec-fetch-dest": "iframe" }] as Record<string, string>[])
      for (const page of ["/workflows", `/workflows/${own}`, `/workflows/${own}/edit`]) {
        const { text, headers: got } = await portal.get(path + page, headers);
        expect(text).not.toMatch(/<script>alert|<img src=x/);
        expect(text.match(/<title>/g)).toHaveLength(1);
        expect(text.match(/<div id="root"/g)?.length ?? 0).toBeLessThan(2);
        expect(String(got["content-security-policy"])).not.toMatch(/script-src[^;]*(unsafe|https:|\*)/);
        expect(got["cache-control"]).toBe("no-store");
      }
    const refused = await portal.post(`${path}/workflows`, {
      form: await formToken(),
      name: HOSTILE.repeat(9),
    });
    expect(refused.text).not.toMatch(/<script>alert|<img src=x/);
  });

  test.each(["..%2f..%2f", "__proto__", "constructor", "%00", "'", "x".repeat(3000), "none"])(
    "a workflow called %s is not there",
    async (id) => {
      const form = await formToken();
      for (const page of ["", "/edit"])
        expect([400, 404, 410]).toContain((await portal.get(`${path}/workflows/${id}${page}`)).status);
      for (const action of ["rename", "delete", "publish"])
        expect([400, 404, 410]).toContain(
          (await portal.post(`${path}/workflows/${id}/${action}`, { form, name: "x", published: "true" }))
            .status,
        );
    },
  );

  test.each(["page=0", "page=-1", "page=1e9", "page=x", "done=x", "done=__proto__", "page=1&page=2"])(
    "odd queries are refused: ?%s",
    async (query) => {
      const { status } = await portal.get(`${path}/workflows?${query}`);
      expect(status).toBe(400);
    },
  );
});

describe("pages and their addresses", () => {
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", ""];
  test.each(types)("forms come as forms alone, not as %j", async (type) => {
    const own = await make({ token });
    const form = await formToken();
    const before = await stored();
    for (const body of [JSON.stringify({ form, name: "x" }), `form=${form}&name=x`, "{", "%"])
      for (const action of ["/workflows", `/workflows/${own}/delete`, "/editor-session"]) {
        const headers = { "sec-fetch-site": "same-origin", "content-type": type };
        const { status } = await portal.server.request({ method: "POST", url: path + action, headers, body });
        expect([400, 403, 415], `${action} ${body}`).toContain(status);
      }
    expect(await stored()).toBe(before);
  });

  test("a form that is enormous, or says a thing twice, changes nothing that its first word does not", async () => {
    const form = await formToken();
    const before = await stored();
    expect((await portal.post(`${path}/workflows`, { form, name: "x".repeat(3_000_000) })).status).toBe(413);
    expect((await portal.post(`${path}/workflows`, { form: ["x", form], name: "x" })).status).toBe(403);
    expect(await stored()).toBe(before);
  });

  test.each([
    `lang=${HOSTILE}`,
    `return=javascript:alert(1)`,
    `return=https://attacker.example/`,
    `accent=red;}</style>${HOSTILE}`,
    `font=x;}</style>${HOSTILE}`,
    `radius=1px;background:url(https://attacker.example/)`,
    `background=url(https://attacker.example/)`,
    `scheme=${HOSTILE}`,
  ])("take nothing of the look for markup, nor lead elsewhere: ?%s", async (query) => {
    const own = await make({ token });
    const search = new URLSearchParams(query.split(/=(.*)/s).slice(0, 2).join("=")).toString();
    const headers = {
      "sec-fetch-dest": "iframe",
      host: "attacker.example",
      origin: "https://attacker.example",
    };
    for (const page of ["/workflows", `/workflows/${own}`, `/workflows/${own}/edit`]) {
      const { text, headers: got, status } = await portal.get(`${path}${page}?${search}`, headers);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>alert|<img src=x|javascript:|url\(/);
      expect(text + JSON.stringify(got)).not.toContain("attacker.example");
    }
  });

  test("fields that a customer gives its own workflow stay text on the application's page", async () => {
    const fields = ["text", "select", "link"].map((type) => ({
      ...{ id: `f-${type}`, type, label: HOSTILE, help_text: HOSTILE, placeholder: `"${HOSTILE}` },
      ...(type === "select" && { options: [{ name: HOSTILE, value: HOSTILE }] }),
    }));
    for (const data_slots of fields.map((field) => [field])) {
      const body = { name: HOSTILE, description: HOSTILE, slug: "desk", ...flow(LOG), data_slots };
      const reply = await ask("POST", WORKFLOW, body);
      if (reply.status !== 200) expect(reply.status, reply.text).toBe(400);
      else await ask("PUT", `${WORKFLOW}/${reply.body._id}/publish`, { published: true });
    }
    const { text } = await portal.get(`${path}/apps/desk`);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
  });
});

test("who of the company has changed a customer's workflow is not told to it, nor where its link is written down", async () => {
  const own = await make({ token });
  const { __v: revision } = (await ask("GET", `${WORKFLOW}/${own}`)).body;
  const { key, account } = { key: portal.server.testKey, account: "attacker" };
  const url = `${WORKFLOW}/${own}`;
  const changed = await portal.server.request({ method: "PUT", url, key, account, body: flow() });
  expect(changed.status, changed.text).toBe(200);
  const stale = await ask("PUT", url, { ...flow(LOG), base_revision: revision });
  expect(stale.status, stale.text).toBe(409);
  const keys = await portal.server.deps.db.selectFrom("api_keys").selectAll().execute();
  for (const { id } of keys) expect(stale.text).not.toContain(id);
  await portal.post(`${path}/workflows/${own}/rename`, { form: await formToken(), name: "Renamed" });
  await writePending(portal.server.deps);
  const log = await portal.server.request({ url: `${BASE}/audit-log?limit=100`, key });
  const entry = log.body.docs.find(({ object }: { object: { id: string } }) => object.id === own);
  expect(entry.actor).toMatchObject({ kind: "linked_account" });
  expect(log.text).not.toContain(path.split("/").at(-1));
  expect(log.text).not.toContain("eyJ");
});

test.each([-1, 0, 1.5, "1x", null, 99, 2 ** 31])(
  "the version %j, such as that of a test, is neither published nor restored",
  async (version) => {
    const own = await make({ token });
    await ask("POST", `${WORKFLOW}/${own}/test`, flow());
    const before = await stored();
    const published = await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true, version });
    const restored = await ask("POST", `${WORKFLOW}/${own}/restore`, { version });
    const exported = await ask("GET", `${WORKFLOW}/${own}/export?version=${version}`);
    for (const { status, text } of [published, restored, exported])
      expect([400, 404], text).toContain(status);
    expect(await stored()).toBe(before);
  },
);

test("what the organization has in test alone is not there for a customer in production, nor the other way round", async () => {
  const { testKey, productionKey } = portal.server;
  const inProduction = await portal.server.account("attacker", productionKey);
  const inTest = await make({ key: testKey }, { workflow_alias: "in-test" });
  const publish = { method: "PUT", key: testKey, body: { published: true } } as const;
  await portal.server.request({ ...publish, url: `${WORKFLOW}/${inTest}/publish` });
  const own = await make({ token });
  const before = await stored();
  for (const id of [inTest, "in-test", own])
    for (const [method, rest, body] of [
      ["GET", "", undefined],
      ["PUT", "", { name: "Mine now" }],
      ["PUT", "/publish", { published: true }],
      ["PUT", "/publish", { published: true, version: 1 }],
      ["POST", "/test", {}],
    ] as const)
      expect((await ask(method, `${WORKFLOW}/${id}${rest}`, body, inProduction)).status, rest).toBe(404);
  expect(await stored()).toBe(before);
});

test("a session token of the editor is good for no other claim than those it was signed for", async () => {
  const [head = "", claims = "", signature = ""] = (await editorToken()).split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const told = JSON.parse(Buffer.from(claims, "base64url").toString());
  const changed = [
    { of_link: false },
    { linked_account_id: "victim" },
    { environment: "production" },
    { exp: told.exp + 1000 },
    { aud: "junctor" },
  ].map((change) => `${head}.${encode({ ...told, ...change })}.${signature}`);
  const unsigned = `${encode({ alg: "none", typ: "JWT" })}.${claims}.`;
  for (const forged of [
    ...changed,
    unsigned,
    `${head}.${claims}.`,
    `${head}.${claims}`,
    `${head}.${claims}.${signature}=`,
  ])
    expect((await ask("GET", `${BASE}/workflow-parts`, undefined, forged)).status, forged).toBe(401);
});

describe("credentials that have ended", () => {
  test("the editor's token is refused after 15 minutes, and with its account", async () => {
    const link = await portal.link("leaving");
    const url = `${BASE}/workflow-parts`;
    const first = await editorToken(link);
    expect((await ask("GET", url, undefined, first)).status).toBe(200);
    portal.pass(15 * 60_000 + 1000);
    expect((await ask("GET", url, undefined, first)).status).toBe(401);
    const second = await editorToken(link);
    const account = `${BASE}/linked-account/leaving`;
    await portal.server.request({ method: "DELETE", url: account, key: portal.server.testKey });
    expect((await ask("GET", url, undefined, second)).status).toBe(401);
    expect((await portal.get(`${link}/workflows`)).status).toBe(410);
  });

  test("a link that has ended gives out no token", async () => {
    const link = await portal.link("late");
    const form = await formToken(link);
    portal.pass(3 * 24 * 60 * 60_000 + 1000);
    expect((await portal.post(`${link}/editor-session`, { form })).status).toBe(410);
  });
});
