import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllowList } from "../../src/platform/outbound/address-guard.ts";
import type { Simulator } from "../../src/simulator/simulator.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { reconcileSubscriptions } from "../../src/triggers/reconcile.ts";
import { runDueSubscriptions } from "../../src/triggers/test-shop.ts";
import { startTestReceiver, type TestReceiver } from "../../src/webhooks/test-receiver.ts";
import { goOn } from "../connect-page.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { eventually } from "../test-server.ts";
import { answerConsent, type ConsentAnswer } from "./consent-browser.ts";

// A customer's whole way, with the setting that a user has, and applications that nobody changed for it.
const API = "/api/v2/public";
const ACCOUNT = "northwind";
let simulator: Simulator;
let server: ListeningServer;
let receiver: TestReceiver;
let token: string;

beforeAll(async () => {
  simulator = await startSimulator({ applications: ["github", "hubspot", "slack"] });
  receiver = await startTestReceiver();
  const outboundAllow = parseAllowList(new URL(receiver.url).host);
  server = await startListeningServer({ simulatorUrl: simulator.url, outboundAllow });
  server.work();
  token = await server.account(ACCOUNT);
  const webhook_events = [
    "Connection Created",
    "Connection Expired",
    "Workflow Completed",
    "Workflow Errored",
  ];
  await call("POST", "/webhook", { webhook_url: receiver.url, webhook_events });
  for (const slug of ["slack", "hubspot"])
    await call("PUT", `/application/${slug}/settings`, { client_id: "any", client_secret: "any" });
});
afterAll(async () => {
  await server.close();
  await Promise.all([simulator.close(), receiver.close()]);
});

async function call(method: "GET" | "POST" | "PUT", path: string, body?: object, account?: string) {
  const reply = await server.request({ method, url: `${API}${path}`, key: server.testKey, account, body });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  return reply.body;
}

/** Connects as the customer's browser does, through our page and the simulator's. */
async function connect(slug: string, answer?: ConsentAnswer): Promise<string> {
  const { body } = await server.request({ url: `/api/v1/${slug}/integrate`, token });
  const { address, back } = await goOn(server, body.auth_url);
  expect(address.href).toMatch(`${simulator.url}/`);
  const { search } = await answerConsent(address.href, answer);
  const query = new URLSearchParams(search);
  query.delete("state");
  return (await back(query.toString())).text;
}

const events = () => receiver.receipts.map(({ body }) => JSON.parse(body));
const told = (event: string) =>
  eventually(async () => events().find((delivery) => delivery.event === event || delivery.type === event));

async function publish(content: object): Promise<string> {
  const { _id: id } = await call("POST", "/workflow", { name: "Flow", slug: "slack", ...content });
  await call("PUT", `/workflow/${id}/publish`, { published: true });
  return id;
}

const execute = (id: string, input: object) => call("POST", `/workflow/${id}/execute`, input, ACCOUNT);

const announce = {
  id: "announce",
  type: "action",
  action: "slack/send_message",
  maximum_attempts: 3,
  data: { channel: "C00000001", text: "Issue {{ input.issue.number }}" },
};

const sent = (slug: string, endpoint: string) =>
  simulator.requests(slug).filter(({ method, url }) => `${method} ${url}`.includes(endpoint));
const messages = () =>
  sent("slack", "chat.postMessage").map(({ body, status }) => [JSON.parse(body).text, status]);

test("a denied consent connects nothing, and an allowed one the account that was chosen", async () => {
  expect(await connect("slack", { decision: "deny" })).not.toContain("is connected");
  expect(await connect("slack", { account: "Globex" })).toContain("Slack is connected");
  expect(await connect("hubspot", { account: "", name: "Initech Ltd." })).toContain("HubSpot is connected");
  const tokens = simulator.requests().map(({ headers }) => headers.authorization ?? "");
  expect(tokens.some((text) => text.includes("-globex_"))).toBe(true);
  expect(tokens.some((text) => text.includes("-initech-ltd_"))).toBe(true);
});

test("a webhook of GitHub starts a workflow, whose message is in Slack, and our webhook tells of it", async () => {
  await call(
    "PUT",
    "/linked-account/integration/save-key-credentials/github",
    { token: "github_pat_good0000" },
    ACCOUNT,
  );
  const input = { owner: "octo", repo: "hello-world" };
  const id = await publish({
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "github", event: "issue_opened", input }] },
      announce,
    ],
    edges: [{ source: "start", target: "announce" }],
  });
  await call("POST", "/config", { slug: "slack" }, ACCOUNT);
  const workflows = [{ id, enabled: true, fields: {} }];
  await call("PUT", "/config", { slug: "slack", config_id: ACCOUNT, workflows }, ACCOUNT);
  await reconcileSubscriptions(server.deps);
  await runDueSubscriptions(server.deps);
  expect(sent("github", "/hooks")).toMatchObject([{ method: "POST", status: 201 }]);

  const deliveries = await simulator.happen({ application: "github", trigger: "issue_opened" });
  expect(deliveries).toMatchObject([{ method: "POST", status: 200 }]);
  await eventually(async () => messages().length > 0);
  expect(messages()).toEqual([["Issue 9", 200]]);
  await told("Workflow Completed");
});

test("a step is attempted again after an outage", async () => {
  simulator.fault({ application: "slack", kind: "outage", match: "chat.postMessage" });
  const id = await publish({
    nodes: [{ id: "start", type: "start" }, announce],
    edges: [{ source: "start", target: "announce" }],
  });
  await execute(id, { issue: { number: 10 } });
  await eventually(async () => messages().length === 3);
  expect(messages().slice(1)).toEqual([
    ["Issue 10", 503],
    ["Issue 10", 200],
  ]);
});

test("after a revocation the customer is told, connects again, and the application goes on", async () => {
  expect(events().filter(({ event, type }) => [event, type].includes("Connection Expired"))).toEqual([]);
  simulator.fault({ application: "hubspot", kind: "revoked", account: "Initech Ltd." });
  const id = await publish({
    slug: "hubspot",
    nodes: [
      { id: "start", type: "start" },
      {
        id: "add",
        type: "action",
        action: "hubspot/create_contact",
        data: { properties: { email: "a@example.com" } },
      },
    ],
    edges: [{ source: "start", target: "add" }],
  });
  await execute(id, {});
  await told("Connection Expired");
  expect(await connect("hubspot", { account: "", name: "Initech Ltd." })).toContain("HubSpot is connected");
  await eventually(async () =>
    sent("hubspot", "POST https://api.hubapi.com/crm").some(({ status }) => status === 201),
  );
});
