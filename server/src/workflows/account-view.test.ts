import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const WORKFLOWS = "/api/v2/public/workflow";
const SECRETS = [
  "internal.example.com",
  "x-internal-header",
  "s3cret-code",
  "X-Hub-Signature-256",
  "order-key",
  "account-of-a-trial",
];
const BODY = {
  name: "Sync",
  description: "Copies orders",
  settings: { idempotency: { header: "order-key" }, associated_page: "first" },
  data_slots: [{ id: "region", name: "Region", field_type: "text" }],
  test_instance_meta_data: { linked_account_id: "account-of-a-trial" },
  nodes: [
    {
      id: "start",
      type: "start",
      triggers: [
        {
          application: "Junctor",
          event: "Webhook",
          input: { signature: { kind: "hmac-sha256", header: "X-Hub-Signature-256" } },
        },
      ],
    },
    {
      id: "call",
      type: "http",
      name: "Call",
      data: {
        url: "https://internal.example.com/orders",
        headers: { "x-internal-header": "{{ config.region }}" },
      },
    },
    { id: "code", type: "ai_code_executor", data: { code: "return 's3cret-code'" } },
  ],
  edges: [
    { source: "start", target: "call" },
    { source: "call", target: "code" },
  ],
};

let server: TestServer;
let token: string;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
  id = await publish({});
});
afterAll(() => server.close());

async function publish(who: { account?: string }): Promise<string> {
  const key = server.testKey;
  const made = await server.request({ method: "POST", url: WORKFLOWS, key, ...who, body: BODY });
  const url = `${WORKFLOWS}/${made.body._id}/publish`;
  const published = await server.request({ method: "PUT", url, key, ...who, body: { published: true } });
  expect(published.status, published.text).toBe(200);
  return made.body._id;
}

const asAccount = (path: string) => server.request({ url: WORKFLOWS + path, token });
const asOrganization = (path: string) => server.request({ url: WORKFLOWS + path, key: server.testKey });
const openWorkflows = (whole_workflows: boolean) =>
  server.request({
    method: "PUT",
    url: "/api/v2/public/organization",
    key: server.productionKey,
    body: { whole_workflows },
  });

function expectOutline(text: string): void {
  for (const secret of SECRETS) expect(text, secret).not.toContain(secret);
}

describe("a session token sees of the organization's workflows", () => {
  test("every key of the record, but not the nodes' settings", async () => {
    const whole = (await asOrganization(`/${id}`)).body;
    for (const { status, body, text } of [await asAccount(`/${id}`), await asAccount("")]) {
      expect(status).toBe(200);
      expectOutline(text);
      const shown = body.workflows?.[0] ?? body;
      expect(Object.keys(shown)).toEqual(Object.keys(whole));
      expect(shown).toMatchObject({
        name: "Sync",
        published: true,
        data_slots: whole.data_slots,
        edges: whole.edges,
      });
      expect(shown.settings).toEqual({ associated_page: "first" });
      for (const [index, node] of shown.nodes.entries()) {
        const { triggers: _, ...rest } = whole.nodes[index];
        const empty = { data: null, request: {}, input_data: {}, parsed_response: {} };
        expect(node).toEqual({
          ...rest,
          ...empty,
          ...(index === 0 && { triggers: node.triggers, event_to_dynamic_var_map: [] }),
        });
      }
      expect(shown.nodes[0].triggers).toEqual([
        { application: "Junctor", event: "Webhook", _id: expect.any(String) },
      ]);
      expect(Object.keys(shown.nodes[1])).toEqual(Object.keys(whole.nodes[1]));
    }
  });

  test("no drafts, earlier versions or exports", async () => {
    const draft = (await asOrganization(`/${id}/edit`)).body;
    expect((await asAccount(`/${draft._id}`)).status).toBe(404);
    expect((await asAccount(`/${id}/edit`)).status).toBe(403);
    expect((await asAccount(`/${id}/export`)).status).toBe(403);
    expect((await asAccount(`/${id}/problems`)).status).toBe(403);
    const versions = await asAccount(`/versions/${id}`);
    expect(versions).toMatchObject({ status: 200, body: { totalDocs: 1 } });
    expectOutline(versions.text);
    const body = { name: "Not yet", nodes: BODY.nodes };
    const unpublished = await server.request({ method: "POST", url: WORKFLOWS, key: server.testKey, body });
    expect((await asAccount(`/${unpublished.body._id}`)).status).toBe(404);
    expect((await asOrganization(`/${unpublished.body._id}`)).status).toBe(200);
  });

  test("only the version that its environment has published", async () => {
    const key = server.testKey;
    const workflow_environment = ["test", "production"];
    const body = { ...BODY, name: "First", workflow_environment };
    const made = await server.request({ method: "POST", url: WORKFLOWS, key: server.productionKey, body });
    const path = `${WORKFLOWS}/${made.body._id}`;
    const publishAs = async (as: string) => {
      const reply = await server.request({
        method: "PUT",
        url: `${path}/publish`,
        key: as,
        body: { published: true },
      });
      expect(reply.status, reply.text).toBe(200);
    };
    await publishAs(key);
    await publishAs(server.productionKey);
    await server.request({ method: "PUT", url: path, key, body: { name: "Not for production" } });
    await publishAs(key);
    const customer = await server.account("acme", server.productionKey);
    const url = `${WORKFLOWS}/versions/${made.body._id}`;
    const versions = async (as: string) => (await server.request({ url, token: as })).body;
    expect(await versions(customer)).toMatchObject({ totalDocs: 1, docs: [{ name: "First", version: 1 }] });
    expect(await versions(token)).toMatchObject({
      totalDocs: 1,
      docs: [{ name: "Not for production", version: 2 }],
    });
    expect((await server.request({ url, key })).body.totalDocs).toBe(2);
  });

  test("everything if the organization allows it", async () => {
    const whole = (await asOrganization(`/${id}`)).body;
    expect((await openWorkflows(true)).body.whole_workflows).toBe(true);
    expect((await asAccount(`/${id}`)).body).toEqual(whole);
    expect((await asAccount(`/${id}/export`)).status).toBe(200);
    await openWorkflows(false);
    expectOutline((await asAccount(`/${id}`)).text);
  });
});

test("a session token reads its account's own workflows in full, including drafts", async () => {
  const own = await publish({ account: "acme" });
  const { text, body } = await asAccount(`/${own}`);
  for (const secret of SECRETS) expect(text).toContain(secret);
  expect(body.nodes[1].data).toEqual(BODY.nodes[1]?.data);
  const draft = (await asAccount(`/${own}/edit`)).body;
  expect((await asAccount(`/${draft._id}`)).body.nodes[2].data.code).toContain("s3cret-code");
  for (const part of ["export", "problems"]) expect((await asAccount(`/${own}/${part}`)).status).toBe(200);
});
