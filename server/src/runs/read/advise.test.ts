import { expect, test } from "vitest";
import { buildOAuthDefinition } from "../../apps/connections/fake-provider.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  readRun,
  startTestRun,
  type TestRun,
  waitForRunEnd,
} from "../start/test-run.ts";

const { server, third } = useThirdParty();

const KEY = { name: "key", label: "Key" };
const OWN = { apply: { headers: { "x-key": "{{ linked_account.auth_credentials.key }}" } } };

async function adviceOf(run: TestRun) {
  const { advice } = await waitForRunEnd(server, await startTestRun(server, run));
  return advice;
}

test("a successful or stopped execution needs no advice", async () => {
  expect(await adviceOf({ nodes: [createCodeNode("a", "return 1")] })).toBeUndefined();
  const id = await startTestRun(server, {
    nodes: [{ id: "rest", type: "delay", data: { for: { hours: 1 } } }],
  });
  await server.request({ method: "POST", url: `/api/v2/public/execution/${id}/stop`, key: server.testKey });
  expect((await waitForRunEnd(server, id)).advice).toBeUndefined();
});

test("errors in code and expressions are fixed in the workflow, at the innermost step", async () => {
  expect(await adviceOf({ nodes: [createCodeNode("a", "throw new Error('no')")] })).toMatchObject({
    action: "edit_workflow",
    node_id: "a",
  });
  const nodes = [
    { id: "loop", type: "loop", data: { items: "{{ input }}" } },
    createCodeNode("each", "throw new Error('no')"),
  ];
  const edges = ["start>loop", "loop:item>each", "each>loop"];
  expect(await adviceOf({ nodes, edges, input: [1] })).toMatchObject({ node_id: "each" });
});

test.each([
  [500, "replay_later"],
  [404, "edit_input"],
  [401, "edit_workflow"],
  [429, "replay_later"],
])("an answer of %i has its own advice", async (status, action) => {
  third.answer = () => ({ status });
  const nodes = [createHttpNode("ask", third.url)];
  expect(await adviceOf({ nodes })).toMatchObject({ action, node_id: "ask" });
});

test("advice for an unconnected application is to connect it; accounts get no advice", async () => {
  const slug = "advised";
  const definition = { ...buildOAuthDefinition(slug, third.url), name: "Advised App" };
  const url = "/api/v2/public/application";
  await server.request({ method: "POST", url, key: server.testKey, body: definition });
  const scope = await createTestAccount(server);
  const nodes = [{ id: "read", name: "Read", type: "action", action: `${slug}/read`, data: {} }];
  expect(await adviceOf({ nodes, scope })).toMatchObject({ action: "enable_application", application: slug });
  const body = { client_id: "id", client_secret: "client-secret-text" };
  await server.request({ method: "PUT", url: `${url}/${slug}/settings`, key: server.testKey, body });
  const id = await startTestRun(server, { nodes, scope, executionType: "SYNC" });
  const { advice, execution_error } = await waitForRunEnd(server, id);
  expect(execution_error.code).toBe("NOT_CONNECTED");
  expect(advice, JSON.stringify(execution_error)).toMatchObject({
    action: "connect",
    application: slug,
    node_id: "read",
    message: `${scope.account.accountId} has not connected Advised App. Send a connect link, then replay from here.`,
  });
  expect(advice).not.toHaveProperty("connection_id");
  const token = await server.account(scope.account.accountId);
  const seen = await server.request({ url: `/api/v2/public/execution/${id}`, token });
  expect(seen.body).not.toHaveProperty("advice");
  expect(await readRun(server, id)).toHaveProperty("advice");
});

test("input that violates the action's schema was not sent; input that the third party rejected was", async () => {
  const slug = "ledger";
  const definition = {
    slug,
    name: "Ledger",
    description: "Books.",
    version: "1.0.0",
    base_url: third.url,
    auth: {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { authorization: "Bearer {{ credentials.key }}" } },
      },
    },
    check: { request: { method: "GET", path: "/me" } },
    actions: {
      write: {
        title: "Write",
        description: "Writes.",
        hints: { read_only: false },
        input: { type: "object", properties: { currency: { type: "string", maxLength: 3 } } },
        request: { method: "POST", path: "/invoices", json: "{{ input }}" },
      },
    },
  };
  const key = server.testKey;
  await server.request({ method: "POST", url: "/api/v2/public/application", key, body: definition });
  const scope = await createTestAccount(server);
  const url = `/api/v2/public/linked-account/integration/save-key-credentials/${slug}`;
  const account = scope.account.accountId;
  const connected = await server.request({ method: "PUT", url, key, account, body: { key: "good-key" } });
  expect(connected.status, connected.text).toBe(200);
  const write = async (currency: string) => {
    const nodes = [
      { id: "write", name: "Write", type: "action", action: `${slug}/write`, data: { currency } },
    ];
    return waitForRunEnd(server, await startTestRun(server, { nodes, scope }));
  };
  third.reset();
  const unsent = await write("euro");
  expect(third.received).toEqual([]);
  expect(unsent.execution_error).toMatchObject({
    code: "INPUT",
    message: 'currency must have at most 3 characters, but is "euro".',
  });
  expect(unsent.advice).toMatchObject({ action: "edit_input" });
  expect(unsent.advice.message).toMatch(/^Junctor did not send this to Ledger/);
  third.answer = () => ({ status: 422, body: '{"error":"unknown currency"}' });
  const refused = await write("XXX");
  expect(refused.execution_error).toMatchObject({ code: "INPUT", status: 422 });
  expect(refused.advice.message).toMatch(/^Ledger did not accept the values/);
});

test.each([
  ["refuses a connection", { keybased: { fields: [KEY], apply: {} } }, 401, "reconnect", /no longer accepts/],
  [
    "forbids the call",
    { keybased: { fields: [KEY], apply: {} } },
    403,
    "edit_input",
    /an account that may do it/,
  ],
  ["has no sign-in", { keybased: { fields: [] } }, 401, "set_up_application", /set up without sign-in/],
  ["uses stored credentials", { your_app: OWN }, 401, "replay", /credentials that you store/],
])("a refusal by an application that %s has its own advice", async (name, auth, status, action, message) => {
  const slug = name.replaceAll(" ", "-");
  const definition = { ...buildOAuthDefinition(slug, third.url), auth, check: undefined };
  const key = server.testKey;
  const url = "/api/v2/public/application";
  const made = await server.request({ method: "POST", url, key, body: definition });
  expect(made.status, made.text).toBe(200);
  const scope = await createTestAccount(server);
  const account = scope.account.accountId;
  const save = `/api/v2/public/linked-account/integration/save-key-credentials/${slug}`;
  await server.request({ method: "PUT", url: save, key, account, body: { key: "value" } });
  const yourApp = { linked_account_id: account, your_app: { auth_credentials: { key: "value" } } };
  await server.request({ method: "PUT", url: "/api/v2/public/linked-account", key, body: yourApp });
  third.answer = () => ({ status });
  const nodes = [{ id: "read", name: "Read", type: "action", action: `${slug}/read`, data: {} }];
  expect(await adviceOf({ nodes, scope })).toMatchObject({
    action,
    application: slug,
    message: expect.stringMatching(message),
  });
});

test("advice calls the customer by its name, whatever that contains", async () => {
  const key = server.testKey;
  const definition = {
    ...buildOAuthDefinition("named", third.url),
    auth: { keybased: { fields: [KEY], apply: {} } },
  };
  const url = "/api/v2/public/application";
  await server.request({ method: "POST", url, key, body: { ...definition, check: undefined } });
  const scope = await createTestAccount(server);
  const body = { linked_account_id: scope.account.accountId, name: "100% @cme" };
  await server.request({ method: "PUT", url: "/api/v2/public/linked-account", key, body });
  const nodes = [{ id: "read", name: "Read", type: "action", action: "named/read", data: {} }];
  const { message } = await adviceOf({ nodes, scope });
  expect(message).toMatch(/^100% @cme has not connected /);
});
