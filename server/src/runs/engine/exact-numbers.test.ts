import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../../test/seeded-random.ts";
import { eventually, type TestRequest } from "../../../test/test-server.ts";
import { publishWebhook, sendWebhook } from "../../events/receive/test-webhook.ts";
import type { Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

// Two ids that are one double.
const ONE = "9007199254740993";
const OTHER = "9007199254740992";

const { server, third } = useThirdParty();

const post = (data: object = {}): NodeInput => ({
  id: "post",
  type: "http",
  data: { method: "POST", url: third.url, body: "{{ input }}", ...data },
});

/** Runs nodes with the input that a text of JSON stands for; what the third party received. */
async function receivedOf(input: string, ...nodes: NodeInput[]) {
  const id = await startTestRun(server, { nodes, input: parseJson(input) });
  const run = await waitForRunEnd(server, id);
  expect(run.execution_error ?? null).toBeNull();
  return {
    id,
    bodies: third.received.map(({ body }) => body),
    paths: third.received.map(({ path }) => path),
  };
}

async function publish(nodes: object[], settings: object = {}): Promise<string> {
  const url = "/api/v2/public/workflow";
  const key = server.testKey;
  const triggers = [{ application: "Junctor", event: "Webhook" }];
  const all = [{ id: "start", type: "start", triggers }, ...nodes] as NodeInput[];
  const edges = all.slice(1).map(({ id }, index) => ({ source: all[index]?.id, target: id }));
  const made = await server.request({
    method: "POST",
    url,
    key,
    body: { name: "Exact", settings, nodes: all, edges },
  });
  const body = { published: true };
  const done = await server.request({ method: "PUT", url: `${url}/${made.body._id}/publish`, key, body });
  expect(done.status, made.text + done.text).toBe(200);
  return made.body._id;
}

const get = (url: string, more: Partial<TestRequest> = {}) =>
  server.request({ url, key: server.testKey, ...more });

describe("a number that no double holds", () => {
  test("is sent on by a step as it came by the webhook, and is read so after it was stored", async () => {
    await server.account("acme");
    const workflow = await publish([post()]);
    const body = `{"id":${ONE},"deep":[{"amount":12345678901234567890.123},0.1234567890123456789]}`;
    const { execution_id: id } = (await sendWebhook(server, workflow, body)).body;
    await waitForRunEnd(server, id);
    expect(third.received.map((request) => request.body)).toEqual([body]);
    const { text } = await get(`/api/v2/public/execution/${id}`);
    expect(text).toContain(`"id":${ONE}`);
    const { text: inbox } = await get("/api/v2/public/event/received");
    expect(inbox).toContain(ONE);
  });

  test("distinguishes two webhooks whose ids are one double", async () => {
    await server.account("acme");
    const workflow = await publishWebhook(server, { settings: { idempotency: { path: "order.id" } } });
    const send = (id: string) => sendWebhook(server, workflow, `{"order":{"id":${id}}}`);
    expect([(await send(ONE)).status, (await send(OTHER)).status, (await send(ONE)).status]).toEqual([
      200, 200, 409,
    ]);
  });

  test("distinguishes two payloads under one Idempotency-Key", async () => {
    await server.account("acme");
    const workflow = await publish([{ id: "log", type: "log", data: { message: "x" } }]);
    const url = `/api/v2/public/workflow/${workflow}/execute`;
    const headers = { "idempotency-key": "exact" };
    const execute = (id: string) =>
      server.request({
        method: "POST",
        url,
        key: server.testKey,
        account: "acme",
        headers,
        body: `{"id":${id}}`,
      });
    expect((await execute(ONE)).status).toBe(200);
    expect((await execute(ONE)).status).toBe(200);
    expect((await execute(OTHER)).status).toBe(422);
  });

  test("is its text in an address, a query, a header and within a longer text", async () => {
    const node = post({
      url: `${third.url}/orders/{{ input.id }}`,
      query: { of: "{{ input.id }}" },
      headers: { "x-id": "{{ input.id }}" },
      body: { text: "Order {{ input.id }}", id: "{{ input.id }}" },
    });
    const { bodies, paths } = await receivedOf(`{"id":${ONE}}`, node);
    expect(paths).toEqual([`/orders/${ONE}?of=${ONE}`]);
    expect(third.received[0]?.headers["x-id"]).toBe(ONE);
    expect(bodies).toEqual([`{"text":"Order ${ONE}","id":${ONE}}`]);
  });

  test("stays itself through choices, and is what JavaScript holds of it where something computes", async () => {
    const body = [
      ["chosen", "{{ input.missing ?? input.id }}"],
      ["either", "{{ input.flag ? input.id : 0 }}"],
      ["plus", "{{ input.id + 1 }}"],
      ["text", "{{ String(input.id) }}"],
      ["type", "{{ typeof input.id }}"],
      ["same", `{{ input.id === ${OTHER} }}`],
      ["record", "{{ input }}"],
    ];
    const { bodies } = await receivedOf(
      `{"id":${ONE},"flag":true}`,
      post({ body: Object.fromEntries(body) }),
    );
    expect(bodies).toEqual([
      `{"chosen":${ONE},"either":${ONE},"plus":${OTHER},"text":"${OTHER}","type":"number","same":true,"record":{"id":${ONE},"flag":true}}`,
    ]);
  });

  test("of a third party's answer goes to the next step, the items of a loop and a called workflow", async () => {
    third.answers.push({ status: 200, body: `{"rows":[{"id":${ONE}},{"id":${OTHER}}],"huge":1e400}` });
    const called = await publish([post()]);
    const nodes: NodeInput[] = [
      { id: "read", type: "http", data: { url: third.url } },
      post({ body: "{{ node.read.body }}" }),
      { id: "each", type: "loop", data: { items: "{{ node.read.body.rows }}" } },
      post({ url: `${third.url}/items/{{ loop.item.id }}`, body: "{{ loop.item }}" }),
      {
        id: "call",
        type: "sub_flow",
        data: { workflow: called, input: { id: "{{ node.read.body.rows[0].id }}" } },
      },
    ];
    nodes[3] = { ...(nodes[3] as NodeInput), id: "item" };
    const edges = ["start>read", "read>post", "post>each", "each:item>item", "each:done>call"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    const [, handed, ...items] = third.received.map(({ path, body }) => `${path} ${body}`);
    expect(handed).toBe(`/ {"rows":[{"id":${ONE}},{"id":${OTHER}}],"huge":1.0000000000000000e400}`);
    expect(items.toSorted()).toEqual([
      `/ {"id":${ONE}}`,
      `/items/${OTHER} {"id":${OTHER}}`,
      `/items/${ONE} {"id":${ONE}}`,
    ]);
  });

  test("is compared by a condition and found by a search with all of its digits", async () => {
    const rule = (rhs: Json) => ({ conditions: [{ lhs: "{{ input.id }}", operator: "eq", rhs }] });
    const nodes: NodeInput[] = [
      { id: "other", type: "rule", data: rule(Number(OTHER)) },
      { id: "text", type: "rule", data: rule(ONE) },
      post({ body: ["other", "text"].map((name) => `{{ node.${name}.body.result }}`) }),
    ];
    const edges = ["start>other", "other:false>text", "text:true>post"];
    const id = await startTestRun(server, { nodes, edges, input: parseJson(`{"id":${ONE}}`) });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    expect(third.received.map(({ body }) => body)).toEqual(["[false,true]"]);
    const found = async (text: string) =>
      (await get(`/api/v2/public/execution?search=${text}`)).body.docs?.map(
        (run: { _id: string }) => run._id,
      );
    expect(await eventually(async () => (await found(ONE))?.includes(id))).toBe(true);
    expect(await found(OTHER)).not.toContain(id);
  });

  test("is the same in a replay", async () => {
    const { id } = await receivedOf(`{"id":${ONE}}`, post());
    const url = `/api/v2/public/execution/${id}/replay`;
    const replayed = await server.request({ method: "POST", url, key: server.testKey, body: {} });
    expect(replayed.status, replayed.text).toBeLessThan(300);
    await eventually(async () => third.received.length === 2);
    expect(third.received.map(({ body }) => body)).toEqual([`{"id":${ONE}}`, `{"id":${ONE}}`]);
  });
});

test("what enters by a webhook leaves by a step as the same numbers", async () => {
  const seed = Number(process.env.SEED ?? 20_261_128);
  console.log(`seed ${seed}`);
  const random = createSeededRandom(seed);
  const digits = (most: number) =>
    Array.from({ length: 1 + random() * most }, () => Math.floor(random() * 10)).join("");
  // Ends with another digit than 0, so that there is only one way to write it.
  const number = () =>
    `${1 + Math.floor(random() * 9)}${digits(25)}${random() < 0.5 ? `.${digits(20)}7` : "7"}`;
  const body = JSON.stringify({ rows: [] }).replace("[]", `[${Array.from({ length: 500 }, number).join()}]`);
  await server.account("acme");
  const workflow = await publish([post()]);
  const { execution_id: id } = (await sendWebhook(server, workflow, body)).body;
  await waitForRunEnd(server, id);
  expect(third.received.map((request) => request.body)).toEqual([body]);
});
