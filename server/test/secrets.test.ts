import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../src/apps/connections/fake-provider.ts";
import { probeDueConnections } from "../src/apps/probe/probe.ts";
import { addPendingRecords } from "../src/audit-log/write.ts";
import { createLog } from "../src/platform/log.ts";
import { startTestReceiver, type TestReceiver } from "../src/webhooks/test-receiver.ts";
import { askForEchoes, echoing } from "./ask-for-echoes.ts";
import { goOn } from "./connect-page.ts";
import { dumpDatabase, findSecrets, spellings } from "./find-secrets.ts";
import {
  eventually,
  startTestServer,
  type TestReply,
  type TestRequest,
  type TestServer,
} from "./test-server.ts";

const PUBLIC = "/api/v2/public";
const secrets: Record<string, string> = Object.fromEntries(
  [
    "client secret",
    "access token",
    "refresh token",
    "second access token",
    "second refresh token",
    "key typed in",
    "second key typed in",
    "refused key",
    "password field",
    "credential of the own application",
    "authorization code",
    "wrong API key",
    "password of a user",
  ].map((name) => [name, `MARK+${name.replaceAll(" ", "/")}=0123456789`]),
);
const mark = (name: string): string => secrets[name] ?? expect.fail(`There is no mark ${name}.`);

const account = "customer";
const replies = new Map<string, string>();
let logged = "";
let server: TestServer;
let provider: FakeProvider;
let receiver: TestReceiver;
let nowMs = Date.now();

beforeAll(async () => {
  const log = createLog("debug", {
    write: (line) => {
      logged += line;
    },
  });
  server = await startTestServer({}, { log, clock: { now: () => new Date(nowMs) } });
  provider = await startFakeProvider();
  receiver = await startTestReceiver();
  server.work();
  secrets["test API key"] = server.testKey;
});
afterAll(async () => {
  await provider.close();
  await receiver.close();
  await server.close();
});

/** Sends a request and keeps the reply, which is searched at the end. */
async function send(request: TestRequest): Promise<TestReply> {
  const reply = await server.request(request);
  const name = `reply ${replies.size} to ${request.method ?? "GET"} ${request.url.split("?")[0]}`;
  replies.set(name, JSON.stringify(reply.headers) + reply.text);
  return reply;
}

const byKey = (request: TestRequest) => send({ key: server.testKey, account, ...request });

async function expectOk(reply: Promise<TestReply>): Promise<TestReply> {
  const { status, text } = await reply;
  expect(status, text).toBe(200);
  return reply;
}

/** Sets the token endpoint's answer, and the tokens that the provider accepts. */
function provide(answer: object, accepted: string[]): void {
  provider.script.splice(0, 9, answer as FakeProvider["script"][number]);
  provider.accepted.clear();
  for (const name of accepted) provider.accepted.add(mark(name));
}

async function listen(): Promise<void> {
  const events = ["Connection Created", "Connection Expired", "Workflow Completed", "Workflow Errored"];
  const body = { webhook_url: receiver.url, webhook_events: events };
  // These two replies may contain the secret.
  const made = await server.request({ method: "POST", url: `${PUBLIC}/webhook`, key: server.testKey, body });
  const shown = await server.request({
    url: `${PUBLIC}/webhook/${made.body._id}/secret`,
    key: server.testKey,
  });
  secrets["webhook secret"] = shown.body.secret;
  expect(shown.body.secret).toMatch(/^whsec_/);
}

async function makeApplications(): Promise<void> {
  const body = echoing(buildOAuthDefinition("consented", provider.url));
  await expectOk(byKey({ method: "POST", url: `${PUBLIC}/application`, body }));
  const client = { client_id: "public-id", client_secret: mark("client secret") };
  await expectOk(byKey({ method: "PUT", url: `${PUBLIC}/application/consented/settings`, body: client }));
  const { auth: _oauth, ...definition } = buildOAuthDefinition("keyed", provider.url);
  const apply = { headers: { authorization: "Bearer {{ credentials.key }}" } };
  const auth = { keybased: { fields: [{ name: "key", label: "Key" }], apply } };
  const url = `${PUBLIC}/application`;
  await expectOk(byKey({ method: "POST", url, body: echoing({ ...definition, auth }) }));
  const fields = [
    { name: "name", label: "Name", secret: false },
    { name: "password", label: "Password", type: "password" },
  ];
  const basic = { username: "{{ credentials.name }}", password: "{{ credentials.password }}" };
  const byName = {
    ...echoing({ ...definition, slug: "basic" }),
    check: { request: { method: "GET", path: "/echo" } },
    auth: { keybased: { fields, apply: { basic } } },
  };
  await expectOk(byKey({ method: "POST", url, body: byName }));
}

/** A published workflow that uses both applications and a password. */
async function makeWorkflow(): Promise<string> {
  const body = {
    name: "Uses everything",
    slug: "consented",
    workflow_alias: "everything",
    data_slots: [{ id: "token", name: "Token", field_type: "password" }],
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "length", type: "ai_code_executor", data: { code: "return config.token.length" } },
      {
        id: "call",
        type: "http",
        data: {
          method: "POST",
          url: `${receiver.url}/third`,
          headers: { authorization: "Bearer {{ config.token }}" },
          body: { n: "{{ node.length.body }}" },
        },
      },
      { id: "read", type: "action", action: "consented/read", data: {} },
      { id: "write", type: "action", action: "keyed/write", data: { a: 1 } },
    ],
    edges: [
      { source: "start", target: "length" },
      { source: "length", target: "call" },
      { source: "call", target: "read" },
      { source: "read", target: "write" },
    ],
  };
  const made = await expectOk(byKey({ method: "POST", url: `${PUBLIC}/workflow`, body }));
  const url = `${PUBLIC}/workflow/${made.body._id}/publish`;
  await expectOk(byKey({ method: "PUT", url, body: { published: true } }));
  const fields = { token: mark("password field") };
  const config = { slug: "consented", workflows: [{ id: made.body._id, enabled: true, fields }] };
  await expectOk(byKey({ method: "POST", url: `${PUBLIC}/config`, body: config }));
  return made.body._id;
}

async function connectBoth(session: string): Promise<void> {
  const first = {
    expires_in: 3600,
    access_token: mark("access token"),
    refresh_token: mark("refresh token"),
  };
  const started = await server.request({ url: "/api/v1/consented/integrate", token: session });
  const { back } = await goOn({ request: send }, started.body.auth_url);
  provide({ body: first }, ["access token", "key typed in"]);
  const code = encodeURIComponent(mark("authorization code"));
  await expectOk(back(`code=${code}`));
  await back(`code=${code}`);
  const save = (name: string) =>
    send({ method: "POST", url: "/api/v2/app/keyed/save", token: session, body: { key: mark(name) } });
  // The provider repeats the key that it refuses.
  expect((await save("refused key")).status).toBe(400);
  await expectOk(save("key typed in"));
  const user = { name: "user@example.com", password: mark("password of a user") };
  await expectOk(send({ method: "POST", url: "/api/v2/app/basic/save", token: session, body: user }));
}

async function run(workflow: string): Promise<string> {
  const url = `${PUBLIC}/workflow/${workflow}/execute`;
  const { body } = await byKey({ method: "POST", url, body: { payload: {} } });
  return body.execution_id;
}

async function ended(id: string): Promise<TestReply> {
  const url = `${PUBLIC}/execution/${id}`;
  await eventually(async () => {
    const { body } = await server.request({ url, key: server.testKey });
    const waits = body.nodes.some((node: { node_status: string }) => node.node_status === "Waiting");
    return body.status !== "RUNNING" || waits;
  });
  return byKey({ url });
}

/** Reads everything that can be read. */
async function readAll(session: string): Promise<void> {
  const paths = [
    "application",
    "application/all",
    "connections",
    "execution",
    "webhook",
    "workflow/all",
    "event",
  ];
  for (const path of [...paths, "linked-account", `linked-account/${account}`, "slug/consented/config"]) {
    await byKey({ url: `${PUBLIC}/${path}` });
  }
  for (const slug of ["consented", "keyed"]) {
    for (const url of [`application/${slug}`, `linked-account/integration/${slug}/health`]) {
      await byKey({ url: `${PUBLIC}/${url}` });
    }
    await byKey({ method: "POST", url: `${PUBLIC}/linked-account/integration/${slug}/check` });
    await send({ url: `/api/v2/f-sdk/application/${slug}`, token: session });
  }
  await byKey({ url: `${PUBLIC}/application/consented/settings` });
  await send({ url: `${PUBLIC}/organization`, key: mark("wrong API key") });
  await send({ method: "POST", url: `${PUBLIC}/webhook`, key: server.testKey, body: '{"broken' });
}

test("planted secrets appear in no table, log line or reply, whatever happens", async () => {
  const session = await server.account(account);
  secrets["session token"] = session;
  await listen();
  await makeApplications();
  await connectBoth(session);
  await askForEchoes(byKey, ["consented", "keyed", "basic"]);
  const workflow = await makeWorkflow();
  const credential = { value: { key: mark("credential of the own application") } };
  const place = `${PUBLIC}/linked-account/default-app/auth-credentials/erp`;
  await expectOk(byKey({ method: "PUT", url: place, body: credential }));
  const good = await ended(await run(workflow));
  expect(good.body.status, good.text).toBe("COMPLETED");

  // A refresh that succeeds, one that the provider refuses while repeating what it was sent, and the expiry.
  nowMs += 3_600_000;
  const second = {
    expires_in: 3600,
    access_token: mark("second access token"),
    refresh_token: mark("second refresh token"),
  };
  provide({ body: second }, ["second access token", "key typed in"]);
  expect((await ended(await run(workflow))).body.status).toBe("COMPLETED");
  nowMs += 3_600_000;
  const said = `no ${mark("second refresh token")} of ${mark("client secret")}`;
  provide({ status: 400, body: { error: said, error_description: said } }, ["key typed in"]);
  expect((await ended(await run(workflow))).body.status).toBe("ERRORED");
  await probeDueConnections(server.deps);
  await readAll(session);
  nowMs += 60_000;
  provide({ status: 400, body: { error: "invalid_grant", error_description: said } }, []);
  expect((await ended(await run(workflow))).body.status).toBe("RUNNING");
  await readAll(session);
  await eventually(async () => receiver.receipts.length >= 5);

  // The secrets were in use: the provider received each of them.
  const sent = provider.apiRequests.map(({ authorization }) => authorization ?? "");
  expect(sent).toContain(`Bearer ${mark("second access token")}`);
  expect(receiver.receipts.map(({ headers }) => headers.authorization)).toContain(
    `Bearer ${mark("password field")}`,
  );
  expect(provider.tokenRequests.map((form) => form.get("client_secret"))).toContain(mark("client secret"));

  await addPendingRecords(server.deps);
  const { docs } = (await expectOk(byKey({ url: `${PUBLIC}/audit-log?limit=100` }))).body;
  expect(docs.length).toBeGreaterThan(10);
  await expectOk(byKey({ url: `${PUBLIC}/audit-log/export?format=jsonl` }));

  const texts = new Map([...(await dumpDatabase(server.deps)), ...replies, ["the log", logged]]);
  for (const [index, { body }] of receiver.receipts.entries()) texts.set(`delivery ${index}`, body);
  expect(texts.get("public.connections")).toContain("consented");
  expect(texts.has("pgboss.job_common")).toBe(true);
  expect(logged).toContain("connection.expired");
  expect(findSecrets(secrets, texts)).toEqual([]);
});

test("the search finds a secret that does appear somewhere, in any spelling", async () => {
  const planted = { planted: mark("key typed in") };
  const { db } = server.deps;
  for (const spelling of spellings(planted.planted)) {
    expect(findSecrets(planted, new Map([["a text", `before ${spelling} after`]]))).toEqual([
      "a text: planted",
    ]);
  }
  for (const shift of ["", "x", "xx"]) {
    const text = Buffer.from(`${shift}${planted.planted}yz`).toString("base64");
    expect(findSecrets(planted, new Map([["base64", text]]))).toEqual(["base64: planted"]);
  }
  const row = await db.selectFrom("connections").selectAll().executeTakeFirstOrThrow();
  const hidden = { identifier: planted.planted, secrets: Buffer.from(`xx${planted.planted}`) };
  await db.updateTable("connections").set(hidden).where("id", "=", row.id).execute();
  await db
    .updateTable("linked_accounts")
    .set({ name: JSON.stringify(planted) })
    .execute();
  expect(findSecrets(planted, await dumpDatabase(server.deps)).sort()).toEqual([
    // The account's name contains it.
    "public.audit_log_pending: planted",
    "public.connections: planted",
    "public.linked_accounts: planted",
  ]);
  await db.updateTable("connections").set({ identifier: null }).where("id", "=", row.id).execute();
  // Also found in a binary column alone.
  expect(findSecrets(planted, await dumpDatabase(server.deps))).toContain("public.connections: planted");
});
