import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpDatabase, spellings } from "../../test/find-secrets.ts";
import { sendDecision } from "../../test/send-decision.ts";
import { eventually, type TestReply } from "../../test/test-server.ts";
import { buildWebhookPath } from "../events/receive/test-webhook.ts";
import { startTestApprovals, type TestApprovals } from "../mcp/approvals/test-asking.ts";
import { createLog } from "../platform/log.ts";
import { buildLinkPath } from "../runs/approvals/test-asked.ts";
import { createHttpNode } from "../runs/start/test-run.ts";
import { startTestReceiver, type TestReceiver } from "../webhooks/test-receiver.ts";
import type { EdgeInput, NodeInput } from "../workflows/definition/graph.ts";
import { createPlantedValues, PLANTED_RULES, type PlantedValues } from "./test-planted-values.ts";

const PUBLIC = "/api/v2/public";
let shop: TestApprovals;
let third: TestReceiver;
let hook: TestReceiver;
let logged = "";
beforeAll(async () => {
  const log = createLog("debug", {
    write: (line) => {
      logged += line;
    },
  });
  shop = await startTestApprovals({}, { log });
  third = await startTestReceiver();
  hook = await startTestReceiver();
  shop.server.work();
});
afterAll(async () => {
  await third.close();
  await hook.close();
  await shop.close();
});

const send = (
  method: "GET" | "POST" | "PUT",
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => shop.server.request({ method, url, key: shop.server.testKey, account: "acme", body, headers });

async function expectOk(reply: Promise<TestReply>): Promise<TestReply["body"]> {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return body;
}

const code = (id: string, text: string): NodeInput => ({
  id,
  type: "ai_code_executor",
  data: { code: text },
});

async function publish(
  name: string,
  {
    nodes,
    edges,
    event = "API Call",
    settings = {},
  }: { nodes: NodeInput[]; edges?: EdgeInput[]; event?: string; settings?: object },
): Promise<string> {
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event }] };
  const row = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  const body = { name, nodes: [start, ...nodes], edges: edges ?? row, settings };
  const { _id: id } = await expectOk(send("POST", `${PUBLIC}/workflow`, body));
  await expectOk(send("PUT", `${PUBLIC}/workflow/${id}/publish`, { published: true }));
  return id;
}

async function ended(id: string, status = "COMPLETED"): Promise<TestReply["body"]> {
  const run = await eventually(async () => {
    const { body } = await send("GET", `${PUBLIC}/execution/${id}`);
    return !["RUNNING", "STOPPING"].includes(body.status) && body;
  });
  expect(run.status, JSON.stringify(run)).toBe(status);
  return run;
}

/** What comes from third parties: their response to each request. */
function answerWith(planted: PlantedValues): void {
  let count = 0;
  third.answer((response, { body }) => {
    count += 1;
    const place = `response ${count}`;
    if (body.includes("fail")) {
      response.writeHead(422, { "content-type": "application/json" });
      return response.end(
        JSON.stringify({ message: planted.text(`error ${count}`), ...planted.object(place) }),
      );
    }
    if (body.includes("text")) return response.end(planted.text(place));
    response.writeHead(200, {
      "content-type": "application/json",
      link: `<https://x.example/?q=${encodeURIComponent(planted.text(`header ${count}`))}>`,
    });
    response.end(JSON.stringify(planted.object(place)));
  });
}

interface Workflows {
  readonly echo: string;
  readonly calls: string;
  readonly fails: string;
  readonly hooked: string;
  readonly waits: string;
}

/** Workflows that pass data through each part of the engine. */
async function makeWorkflows(suffix: string): Promise<Workflows> {
  const echo = await publish(`Echo ${suffix}`, {
    nodes: [
      code("one", "console.log(JSON.stringify(input)); return input"),
      code("two", "return { ...node.one.body, again: JSON.stringify(input) }"),
    ],
    settings: { idempotency: { path: "email" } },
  });
  const calls = await publish(`Calls ${suffix}`, {
    event: `Order ${suffix}`,
    nodes: [
      createHttpNode("json", `${third.url}?mail={{ input.email }}`, {
        data: {
          url: `${third.url}?date_of_birth=x&mail={{ input.email }}`,
          method: "POST",
          body: "{{ input }}",
        },
      }),
      createHttpNode("text", third.url, { data: { url: third.url, method: "POST", body: { text: true } } }),
      code(
        "coded",
        "return { a: btoa(node.text.body), b: encodeURIComponent(node.text.body), c: JSON.stringify(node.json.body) }",
      ),
      {
        id: "call",
        type: "sub_flow",
        data: { workflow: echo, input: "{{ { email: node.json.body.email, all: node.json.body } }}" },
      },
      { id: "each", type: "loop", data: { items: "{{ [node.json.body, input] }}" } },
      code("item", "return { got: loop.item, text: 'for ' + loop.item.person.name }"),
      code("last", "return node.each.body"),
    ],
    edges: [
      { source: "start", target: "json" },
      { source: "json", target: "text" },
      { source: "text", target: "coded" },
      { source: "coded", target: "call" },
      { source: "call", target: "each" },
      { source: "each", sourceHandle: "item", target: "item" },
      { source: "each", sourceHandle: "done", target: "last" },
    ],
  });
  const fails = await publish(`Fails ${suffix}`, {
    nodes: [
      createHttpNode("post", third.url, {
        maximum_attempts: 2,
        data: { url: third.url, method: "POST", body: "{{ { fail: 1, ...input } }}" },
      }),
    ],
  });
  const hooked = await publish(`Hooked ${suffix}`, {
    event: "Webhook",
    nodes: [code("echo", "return { input, trigger: typeof trigger === 'undefined' ? null : trigger }")],
  });
  const waits = await publish(`Waits ${suffix}`, {
    nodes: [
      { id: "hook", type: "wait_for_webhook", data: {} },
      {
        id: "refund",
        type: "approval",
        name: "Refund",
        data: {
          title: "Refund {{ input.email }}?",
          message: "{{ node.hook.body.email }}",
          allow_comment: true,
        },
      },
      code("after", "return [node.hook.body, node.refund.body]"),
    ],
    edges: [
      { source: "start", target: "hook" },
      { source: "hook", target: "refund" },
      { source: "refund", sourceHandle: "approved", target: "after" },
    ],
  });
  return { echo, calls, fails, hooked, waits };
}

/** Sends data through every door, and waits until everything has ended. */
async function sendThroughDoors(planted: PlantedValues, suffix: string): Promise<void> {
  answerWith(planted);
  hook.answer((response, { body }) => response.end(body));
  await expectOk(send("POST", `${PUBLIC}/application/event`, { name: `Order ${suffix}` }));
  const flows = await makeWorkflows(suffix);
  const webhook = {
    webhook_url: hook.url,
    webhook_type: "custom",
    webhook_body: '{"event": {{event}}, "response": {{workflow_response}}}',
    webhook_events: ["Workflow Completed", "Workflow Errored"],
  };
  await expectOk(send("POST", `${PUBLIC}/webhook`, webhook));
  const execute = (id: string, payload: unknown, headers?: Record<string, string>) =>
    expectOk(send("POST", `${PUBLIC}/workflow/${id}/execute`, payload, headers));

  // A synchronous caller gets what the workflow returns, and a repetition is recognized.
  for (let n = 0; n < 5; n++) {
    const data = planted.object(`synchronous call ${n}`);
    const { return_value: output } = await execute(flows.echo, data, { sync_execution: "true" });
    expect(output).toEqual({ ...data, again: JSON.stringify(data) });
  }
  const keyed = planted.object("keyed call");
  const key = { "idempotency-key": keyed.email };
  const first = await execute(flows.fails, keyed, key);
  expect((await execute(flows.fails, keyed, key)).execution_id).toBe(first.execution_id);

  // Events, one of them large.
  for (let n = 0; n < 5; n++) {
    const large =
      n === 0
        ? { lines: Array.from({ length: 8000 }, () => "x".repeat(40)), more: [planted.text("large")] }
        : {};
    const payload = { ...planted.object(`event ${n}`), ...large };
    await expectOk(send("POST", "/api/v1/event/trigger", { event: `Order ${suffix}`, payload }));
  }
  for (let n = 0; n < 4; n++) await execute(flows.fails, planted.object(`failing call ${n}`));

  // Webhooks with a body, a query and headers.
  const path = await buildWebhookPath(shop.server, flows.hooked);
  for (let n = 0; n < 4; n++) {
    const query = new URLSearchParams({
      config_id: "acme",
      note: planted.text(`query ${n}`),
      date_of_birth: planted.object(`webhook query ${n}`).date_of_birth,
    });
    const headers = { "x-note": encodeURIComponent(planted.text(`webhook header ${n}`)) };
    await expectOk(
      shop.server.request({
        method: "POST",
        url: `${path}?${query}`,
        headers,
        body: planted.object(`webhook ${n}`),
      }),
    );
  }

  // Answers to what waits.
  for (let n = 0; n < 3; n++) {
    const { execution_id: id } = await execute(flows.waits, planted.object(`waiting call ${n}`));
    const wait = planted.object(`answer ${n}`);
    await expectOk(
      shop.server.request({
        method: "POST",
        url: buildLinkPath(shop.server, "hook", id, "hook"),
        body: wait,
      }),
    );
    const page = buildLinkPath(shop.server, "page", id, "refund");
    const { text } = await eventually(async () => {
      const reply = await shop.server.request({ url: page });
      return reply.text.includes("<form") && reply;
    });
    // Who decides sees what it is about.
    expect(text).toContain(wait.email);
    await sendDecision(shop.server, page, { decision: "approve", comment: planted.text(`comment ${n}`) });
    await ended(id);
  }

  // A test of a draft, and an execution that is stopped while it waits.
  const tested = await expectOk(
    send("POST", `${PUBLIC}/workflow/${flows.echo}/test`, {
      input: planted.object("draft test"),
      pinned: { one: { body: planted.object("pinned output") } },
      linked_account_id: "acme",
    }),
  );
  await ended(tested.execution_id);
  const { execution_id: stopped } = await execute(flows.waits, planted.object("stopped call"));
  await expectOk(send("POST", `${PUBLIC}/execution/${stopped}/stop`));
  await ended(stopped, "STOPPED");

  await callTools(planted, flows.echo);
  await eventually(async () => {
    const open = await shop.server.deps.db
      .selectFrom("runs")
      .select("id")
      .where("status", "in", ["RUNNING", "STOPPING"])
      .execute();
    const pending = await shop.server.deps.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("status", "=", "pending")
      .execute();
    return open.length + pending.length === 0;
  });
  const carried = hook.receipts.map(({ body }) => body).join("\n");
  const gone = [...planted.values].filter(
    ([value, place]) => /synchronous|error/.test(place) && !carried.includes(value),
  );
  // Endpoints get the originals.
  expect(gone).toEqual([]);
}

/** Tools of actions and of a workflow, called and refused, at once and after approval. */
async function callTools(planted: PlantedValues, workflow: string): Promise<void> {
  const actions = [{ id: "make_thing", tool_name: "make", policy: "allow" }, { id: "list_things" }];
  const workflows = [{ id: workflow, name: "Echo", tool_name: "echo" }];
  const record = await shop.server.record({
    associated_apps: [
      { slug: "things", actions },
      { slug: "x", workflows },
    ],
  });
  const agent = await shop.server.connect(record, shop.token);
  const { tools } = await agent.listTools();
  const echo = tools.find(({ name }) => /echo/i.test(name))?.name ?? "";
  for (let n = 0; n < 4; n++) {
    const args = planted.object(`tool of a workflow ${n}`);
    const { structuredContent } = await agent.callTool({ name: echo, arguments: args });
    expect(structuredContent).toMatchObject({ email: args.email });
    const made = { name: planted.text(`tool of an action ${n}`), board: 1 };
    const _meta = { "junctor/idempotency-key": `key ${n}`.replace(" ", "-") };
    const call = Object.assign({ name: "make", arguments: made }, { _meta });
    const result = await agent.callTool(call);
    expect(JSON.stringify(result)).toContain(JSON.stringify(made.name).slice(1, -1));
    // Its result is read once more under its key.
    expect(JSON.stringify(await agent.callTool(call))).toContain(JSON.stringify(made.name).slice(1, -1));
    await agent.callTool({ name: "make", arguments: { name: 5, note: planted.text(`refused tool ${n}`) } });
  }
  for (let n = 0; n < 2; n++) {
    const { id, url } = await shop.ask({ note: planted.text(`approved tool ${n}`) });
    const page = await shop.server.request({ url: new URL(url).pathname });
    expect(page.text).toContain("CUST-");
    await shop.post(url, "approve");
    await shop.ended(id);
  }
}

/** Where planted values can be read, in whatever encoding `formsOf` gives. */
async function findPlanted(planted: PlantedValues, formsOf: (value: string) => string[]): Promise<string[]> {
  const texts = new Map([...(await dumpDatabase(shop.server.deps)), ["log", logged]]);
  for (const url of ["execution", "event/received", "requests", "webhook-deliveries", "mcp-calls"])
    texts.set(url, (await send("GET", `${PUBLIC}/${url}?limit=100`)).text);
  const found: string[] = [];
  for (const [value, place] of planted.values) {
    const forms = formsOf(value);
    for (const [table, text] of texts)
      if (forms.some((form) => text.includes(form))) found.push(`${place}: ${table}`);
  }
  return found;
}

test("of 500 values planted through every door, a dump of the database, lists and log lines have none", async () => {
  const control = createPlantedValues(1);
  await sendThroughDoors(control, "control");
  const open = new Set((await findPlanted(control, (value) => [value])).map((place) => place.split(": ")[0]));

  await expectOk(send("PUT", `${PUBLIC}/redaction`, { rules: PLANTED_RULES }));
  const planted = createPlantedValues(2);
  await sendThroughDoors(planted, "redacted");
  const found = await findPlanted(planted, (value) => [...spellings(value), value.replaceAll(" ", "")]);
  console.log(
    `redaction: ${planted.values.size} values planted, ${found.length} found; without rules ${open.size} of ${control.values.size}`,
  );
  expect(found).toEqual([]);
  expect(planted.values.size).toBeGreaterThanOrEqual(500);
  expect(open.size).toBeGreaterThan(0.8 * control.values.size);
});
