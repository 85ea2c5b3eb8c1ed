import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { buildThingsDefinition } from "../../server/src/apps/catalog/test-things-api.ts";
import { eventually } from "../../server/test/test-server.ts";
import type { Dashboard } from "./dashboard.ts";

const PUBLIC = "/api/v2/public";

/** Texts that set a global or open a dialog if a page treats them as more than text. */
export const HOSTILE: readonly string[] = [
  `<img src=x onerror="window.hostile=1;alert(1)">`,
  `</script><script>window.hostile=1</script>`,
  `"><svg onload="window.hostile=1">`,
  `javascript:window.hostile=1`,
  `<a href="javascript:window.hostile=1">Click</a>`,
  // Reverses the following text; invisible characters; a bell, an escape and a backspace.
  "\u202Eexe.slaive\u202C \u2066\u200B\u2069 \u0007\u001B[31m\u0008",
  "👩‍👩‍👧‍👦🏳️‍🌈 Z̷̢͝ȧ̸l̵g̶o̸ مرحبا שלום",
  "{{ input.constructor.constructor('window.hostile=1')() }} ${7*7} <%= 7*7 %>",
  "__proto__",
  "W".repeat(10_000),
];
const [MARKUP = ""] = HOSTILE;

const shortened = (text: string, length = 200) => [...text].slice(0, length).join("");

/** Names must not contain control characters. */
function printable(text: string, length?: number): string {
  return shortened(text, length).replace(/\p{Cc}/gu, "");
}

/**
 * Stores each text wherever a customer or a third party at `url`, which refuses everything, can store one; returns the
 * addresses of pages that show them.
 */
export async function fillWithHostileTexts(dashboard: Dashboard, url: string): Promise<string[]> {
  const { api } = dashboard;
  const pages: string[] = [];
  const { _id: webhook } = await api("POST", `${PUBLIC}/webhook`, {
    webhook_url: url,
    webhook_events: ["Workflow Errored"],
    description: shortened(HOSTILE.slice(0, 8).join(" ")),
  });
  pages.push(`webhooks/${webhook}`, `webhooks/${webhook}/edit`);
  const rule = { name: shortened(HOSTILE.slice(0, 4).join(" ")), type: "webhook_failing", minutes: 1 };
  const { _id: alertRule } = await api("POST", `${PUBLIC}/alert-rules`, rule);
  pages.push(`alerts/rules/${alertRule}`);
  for (const [index, text] of HOSTILE.entries()) {
    const account = await addAccount(dashboard, index, text);
    const workflow = await addWorkflow(dashboard, text, [
      { id: "send", type: "http", name: printable(text), data: { method: "POST", url, body: "{{ input }}" } },
    ]);
    // The API refuses the keys "__proto__" and "constructor".
    const body = { toString: text, text, [`key ${printable(text)}`]: [text] };
    await api("POST", `${PUBLIC}/workflow/${workflow}/execute`, body, { account });
    if (index === 0) pages.push(`workflows/${workflow}/edit`);
    const external = shortened(printable(text), 100);
    const refs = [{ record_id: external, slug: "hubspot", external_id: external }];
    await api("PUT", `${PUBLIC}/dataref/${encodeURIComponent(external)}/records`, { refs }, { account });
    pages.push(`data-references/${encodeURIComponent(account)}/${encodeURIComponent(external)}`);
    pages.push(`workflows/${workflow}`, `customers/${encodeURIComponent(accountId(index, text))}`);
  }
  const failed = async () => (await api("GET", `${PUBLIC}/execution?status=ERRORED`)).docs;
  await eventually(async () => (await failed()).length === HOSTILE.length);
  pages.push(...(await failed()).map(({ _id }: { _id: string }) => `executions/${_id}`));
  const requests = async () => (await api("GET", `${PUBLIC}/requests?limit=${HOSTILE.length}`)).docs;
  await eventually(async () => (await requests()).length === HOSTILE.length);
  pages.push(...(await requests()).map(({ _id }: { _id: string }) => `requests/${_id}`));
  const deliveries = (await api("GET", `${PUBLIC}/webhook-deliveries?limit=3`)).docs;
  expect(deliveries).not.toEqual([]);
  pages.push(...deliveries.map(({ _id }: { _id: string }) => `webhooks/deliveries/${_id}`));
  return [
    ...pages,
    ...(await fillEvents(dashboard)),
    ...(await fillApplication(dashboard, url)),
    ...(await fillWaiting(dashboard)),
    ...(await findChanges(dashboard)),
  ];
}

/** The audit log's records of all this. */
async function findChanges({ api }: Dashboard): Promise<string[]> {
  const changes = async () => (await api("GET", `${PUBLIC}/audit-log?object_type=workflow`)).docs;
  await eventually(async () => (await changes()).length > 2);
  return (await changes()).slice(0, 3).map(({ _id }: { _id: string }) => `settings/audit-log/${_id}`);
}

const accountId = (index: number, text: string) => `account ${index} ${printable(text, 60)}`;

/** Header values are bytes. */
const inHeader = (text: string) => Buffer.from(text).toString("latin1");

async function addAccount({ api }: Dashboard, index: number, text: string): Promise<string> {
  const id = accountId(index, text);
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: id, name: printable(text) });
  return inHeader(id);
}

async function addWorkflow(
  { api }: Dashboard,
  text: string,
  nodes: readonly { readonly id: string; readonly [setting: string]: unknown }[],
  event = "API Call",
): Promise<string> {
  const name = printable(text);
  const triggers = [{ application: "Junctor", event }];
  const { _id } = await api("POST", `${PUBLIC}/workflow`, {
    name,
    nodes: [{ id: "start", type: "start", name, triggers }, ...nodes],
    edges: nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id })),
  });
  await api("PUT", `${PUBLIC}/workflow/${_id}/publish`, { published: true });
  return _id;
}

/** Defines an event and sends it with such a text. */
async function fillEvents({ api }: Dashboard): Promise<string[]> {
  const name = printable(MARKUP);
  const defined = await api("POST", `${PUBLIC}/application/event`, { name, response: { text: MARKUP } });
  const account = inHeader(accountId(0, MARKUP));
  await api("POST", `${PUBLIC}/event`, { event: name, payload: { text: MARKUP } }, { account });
  const { docs } = await api("GET", `${PUBLIC}/event/received?limit=1`);
  return [`events/${docs[0]._id}`, `events/definitions/${defined._id}`];
}

/** Creates a custom application with a connection, an MCP server with its tools, and a call that waits for approval. */
async function fillApplication({ api, url }: Dashboard, at: string): Promise<string[]> {
  const text = printable(MARKUP);
  const named = { ...buildThingsDefinition("things", at), name: text, description: text };
  await api("POST", `${PUBLIC}/application`, named);
  const account = inHeader(accountId(0, MARKUP));
  const key = `${PUBLIC}/linked-account/integration/save-key-credentials/things`;
  await api("PUT", key, { key: "good" }, { account });
  const tool = { slug: "things", actions: [{ id: "make_thing", tool_name: "make" }] };
  const record = { name: text, description: text, safe_mode: true, associated_apps: [tool] };
  const { _id } = await api("POST", `${PUBLIC}/mcp-servers`, record, { account });
  const { token } = await api("POST", `${PUBLIC}/mcp-servers/${_id}/token`, {}, { account });
  const client = new Client({ name: text, version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const headers = { authorization: `Bearer ${token}` };
  const address = new URL(`${url}/mcp/v1/${_id}`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  await client.callTool({ name: "make", arguments: { name: MARKUP, board: 1 } });
  await client.close();
  const { docs } = await api("GET", `${PUBLIC}/mcp-calls?limit=1`);
  return [
    "applications/things",
    "applications/directory/dolibarr",
    `mcp/servers/${_id}`,
    `mcp/servers/${_id}/edit`,
    `mcp/calls/${_id}/${docs[0]._id}`,
  ];
}

/** Creates a step that waits for an approval, and a schedule. */
async function fillWaiting(dashboard: Dashboard): Promise<string[]> {
  const { api } = dashboard;
  const account = inHeader(accountId(0, MARKUP));
  const approval = { id: "approve", type: "approval", name: printable(MARKUP), data: { title: MARKUP } };
  const workflow = await addWorkflow(dashboard, MARKUP, [approval]);
  const { execution_id } = await api("POST", `${PUBLIC}/workflow/${workflow}/execute`, {}, { account });
  const times = { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "America/New_York" };
  const headers = { workflow_id_alias: workflow };
  await api("POST", "/api/v1/workflow/public/scheduled", times, { account, headers });
  const { docs } = await api("GET", `${PUBLIC}/schedules?limit=1`);
  return [`executions/${execution_id}`, `schedules/${docs[0]._id}`, `schedules/${docs[0]._id}/edit`];
}

/** Creates a key and invites an operator; the first operator must have signed in before by the first start's link. */
export async function fillSettings({ api }: Dashboard): Promise<void> {
  const environment = "production";
  await api("POST", `${PUBLIC}/api-keys`, { name: printable(MARKUP), role: "viewer" });
  const email = `${"w".repeat(60)}@${"example.".repeat(20)}com`;
  await api("POST", `${PUBLIC}/operators`, { email, roles: { test: "support" } }, { environment });
}
