import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, type TestRequest } from "../../../test/test-server.ts";
import type { TestPortal } from "../test-portal.ts";
import {
  type AttackedPortal,
  BASE,
  buildNodeSequence,
  createAttackCalls,
  LOG,
  START,
  setPermittedNodeTypes,
  startAttackedPortal,
  WORKFLOW,
} from "./test-attacks.ts";

const HTTP = { id: "call", type: "http", data: { url: "https://example.com/" } };

type Method = NonNullable<TestRequest["method"]>;

let attacked: AttackedPortal;
let portal: TestPortal;
let token: string;
let victim: string;
beforeAll(async () => {
  attacked = await startAttackedPortal();
  ({ portal, token, victim } = attacked);
});
afterAll(() => portal?.close());
const { ask, editorToken, formToken, make, stored } = createAttackCalls(() => attacked);

describe("workflows of others", () => {
  let own: string;
  /** What must not be reachable, under every name it has. */
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
    ["changed", "PUT", (id) => `${WORKFLOW}/${id}`, buildNodeSequence()],
    ["changed from a revision", "PUT", (id) => `${WORKFLOW}/${id}`, { name: "Mine now", base_revision: 0 }],
    ["deleted", "DELETE", (id) => `${WORKFLOW}/${id}`],
    ["edited", "GET", (id) => `${WORKFLOW}/${id}/edit`],
    ["checked", "GET", (id) => `${WORKFLOW}/${id}/problems`],
    ["checked with changes", "POST", (id) => `${WORKFLOW}/${id}/problems`, buildNodeSequence()],
    ["published", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: true }],
    ["published again", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: true, version: 1 }],
    ["switched off", "PUT", (id) => `${WORKFLOW}/${id}/publish`, { published: false }],
    ["restored", "POST", (id) => `${WORKFLOW}/${id}/restore`, { version: 1 }],
    ["tested", "POST", (id) => `${WORKFLOW}/${id}/test`, {}],
    ["tested with nodes", "POST", (id) => `${WORKFLOW}/${id}/test`, buildNodeSequence(LOG)],
    ["started", "POST", (id) => `${WORKFLOW}/${id}/execute`, {}],
    ["exported", "GET", (id) => `${WORKFLOW}/${id}/export?version=1`],
    ["read in its versions", "GET", (id) => `${WORKFLOW}/versions/${id}`],
  ];
  test.each(requests)("cannot be %s, by any name", async (_what, method, url, body) => {
    const before = await stored();
    for (const id of hidden) expect(await ask(method, url(id), body), id).toMatchObject({ status: 404 });
    expect(await stored()).toBe(before);
  });

  test("lend no settings to expressions, and no executions to tests", async () => {
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
    "are in no list: ?%s",
    async (query) => {
      for (const id of hidden) {
        const { body } = await ask("GET", `${WORKFLOW}?${query.replaceAll("ID", id)}&limit=100`);
        const ids = (body?.docs ?? []).map(({ _id }: { _id: string }) => _id);
        expect(ids.filter((one: string) => one !== own)).toEqual([]);
      }
    },
  );

  test("are indistinguishable from unknown ones, for a step that calls them and a field that reads them", async () => {
    const told = async (name: string) => {
      const call = { id: "call", type: "sub_flow", data: { workflow: name } };
      const source = { type: "workflow", workflow_id: name };
      const field = { id: "f", label: "F", type: "select", data_source: source };
      const document = {
        format: "junctor.workflow",
        format_version: 1,
        name: "Copy",
        ...buildNodeSequence(call),
      };
      const replies = [
        await ask("POST", `${WORKFLOW}/${own}/problems`, buildNodeSequence(call)),
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
  ])("creates no %s, which would outlive the link", async (_what, url) => {
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
    // With a token that the company issued, the same call succeeds.
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
    ["after a permitted one", buildNodeSequence(LOG, { id: "wait", type: "delay", data: { ms: 1 } })],
    ["that nothing leads to", { nodes: [START, LOG, { id: "wait", type: "delay" }], edges: [] }],
    ["in other letters", buildNodeSequence({ id: "wait", type: "Delay" })],
    ["with a space", buildNodeSequence({ id: "wait", type: "delay " })],
    ["of a name that every object has", buildNodeSequence({ id: "wait", type: "constructor" })],
    ["of no name", buildNodeSequence({ id: "wait", type: "" })],
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
    [
      "that pretends to be an action of its own",
      buildNodeSequence({ id: "log", type: "action", action: "log" }),
    ],
  ])("a forbidden node type %s is rejected everywhere", async (_what, definition) => {
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

  test("a formerly permitted type cannot be restored after it is forbidden", async () => {
    const own = await make({ token }, buildNodeSequence(HTTP));
    expect((await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true })).status).toBe(200);
    await ask("PUT", `${WORKFLOW}/${own}`, buildNodeSequence(LOG));
    expect((await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true })).status).toBe(200);
    const copy = (await ask("GET", `${WORKFLOW}/${own}/export?version=1`)).body;
    await setPermittedNodeTypes(portal, ["log", "sub_flow", "loop"]);
    const before = await stored();
    for (const [method, url, body] of [
      ["POST", `${WORKFLOW}/${own}/restore`, { version: 1 }],
      ["PUT", `${WORKFLOW}/${own}/publish`, { published: true, version: 1 }],
      ["PUT", `${WORKFLOW}/${own}`, { nodes: copy.nodes, edges: copy.edges }],
      ["POST", `${WORKFLOW}/import`, copy],
    ] as [Method, string, unknown][])
      expect((await ask(method, url, body)).status, url).toBe(400);
    expect(await stored()).toBe(before);
    await setPermittedNodeTypes(portal);
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
])("a test calls no private address: %s", async (url) => {
  const own = await make({ token });
  const body = {
    ...buildNodeSequence({ ...HTTP, data: { url: "{{ input.url }}" } }),
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

test.each([-1, 0, 1.5, "1x", null, 99, 2 ** 31])(
  "the version %j, such as that of a test, can be neither published nor restored",
  async (version) => {
    const own = await make({ token });
    await ask("POST", `${WORKFLOW}/${own}/test`, buildNodeSequence());
    const before = await stored();
    const published = await ask("PUT", `${WORKFLOW}/${own}/publish`, { published: true, version });
    const restored = await ask("POST", `${WORKFLOW}/${own}/restore`, { version });
    const exported = await ask("GET", `${WORKFLOW}/${own}/export?version=${version}`);
    for (const { status, text } of [published, restored, exported])
      expect([400, 404], text).toContain(status);
    expect(await stored()).toBe(before);
  },
);

test("an organization's workflow in one environment does not exist for customers of the other", async () => {
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

test("a session token of the editor is valid only for the claims that it was signed with", async () => {
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
  test("the editor's token is rejected after 15 minutes, and with its account", async () => {
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

  test("an expired link issues no token", async () => {
    const link = await portal.link("late");
    const form = await formToken(link);
    portal.pass(3 * 24 * 60 * 60_000 + 1000);
    expect((await portal.post(`${link}/editor-session`, { form })).status).toBe(410);
  });
});
