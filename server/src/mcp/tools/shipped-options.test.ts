import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startVendors, type Vendors } from "../../../test/templates/vendors.ts";
import { type Catalog, loadCatalog, SHIPPED_CONNECTORS } from "../../apps/catalog/catalog.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { isObject } from "../../platform/json/json.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { findOptionFields } from "./option-fields.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
let vendors: Vendors;
let server: McpTestServer;
let shipped: Catalog;
beforeAll(async () => {
  shipped = await loadCatalog({ directories: [SHIPPED_CONNECTORS], environment: () => undefined });
  vendors = await startVendors();
  server = await startMcpTestServer({}, { outbound: vendors.outbound });
});
afterAll(async () => {
  await server.close();
  await vendors.close();
});

/** What an agent knows for a task: the ids it has to find. */
const TASKS: readonly (readonly [slug: string, action: string, known: JsonObject])[] = [
  ["airtable", "create_comment", { record_id: "rec1", text: "Please check." }],
  ["anthropic", "create_message", { messages: [{ role: "user", content: "Hello" }], max_tokens: 50 }],
  ["asana", "create_task", { name: "Call back" }],
  ["gitlab", "create_issue", { title: "It fails" }],
  ["jira", "create_issue", { summary: "It fails" }],
  ["linear", "create_issue", { title: "It fails" }],
  ["mailchimp", "create_campaign", { subject: "News", from_name: "Ada", reply_to: "ada@example.com" }],
  ["openai", "create_response", { input: "Hello" }],
  ["redmine", "create_issue", { subject: "It fails" }],
  ["slack", "send_message", { text: "Hello" }],
  ["stripe", "create_invoice", {}],
  ["trello", "create_card", { name: "Call back" }],
];

/** The required arguments of an input that name a list of the provider, as its author wrote them. */
function listRequired(input: JsonObject): string[] {
  const { required = [], properties = {} } = input;
  if (!Array.isArray(required) || !isObject(properties)) return [];
  return required.filter((name) => {
    const field = typeof name === "string" ? properties[name] : undefined;
    return isObject(field) && typeof field["x-options"] === "string";
  }) as string[]; // filtered
}

async function call(
  client: Client,
  name: string,
  args: JsonObject,
): Promise<{ text: string; failed: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return { text, failed: isError };
}

/** The arguments with the first value of a field, and of those that it depends on. */
async function choose(client: Client, tool: string, field: string, args: JsonObject): Promise<JsonObject> {
  if (field in args) return args;
  const { text, failed } = await call(client, "list_options", { tool, field, arguments: args });
  const [, needed] = (failed && /depend on (\w+)/.exec(text)) || [];
  if (needed !== undefined) return choose(client, tool, field, await choose(client, tool, needed, args));
  expect(failed, `${tool} ${field}: ${text}`).toBe(false);
  return { ...args, [field]: JSON.parse(text).options[0].value };
}

test.each(TASKS)("%s: an agent that knows no id finishes %s", async (slug, action, known) => {
  const { info } = shipped.get(slug) ?? expect.fail(`There is no ${slug}.`);
  const { input } = info.actions.find(({ id }) => id === action) ?? expect.fail(`There is no ${action}.`);
  const token = await server.account("acme");
  const body = vendors.typedIn(slug);
  const url = `${INTEGRATION}/save-key-credentials/${slug}`;
  const saved = await server.request({ method: "PUT", url, key: server.testKey, account: "acme", body });
  expect(saved.status, saved.text).toBe(200);
  const associated_apps = [{ slug, actions: [{ id: action, tool_name: "act" }] }];
  const client = await server.connect(await server.record({ associated_apps }), token);
  const wanted = listRequired(input);
  expect(wanted).not.toEqual([]);
  let args = known;
  for (const field of wanted) args = await choose(client, "act", field, args);
  const done = await call(client, "act", args);
  expect(done.failed, done.text).toBe(false);
});

test("all required arguments of shipped actions that name a list can be listed, after those that they depend on", () => {
  let count = 0;
  for (const { info } of shipped.list())
    for (const { id, input } of info.actions) {
      const { lists } = findOptionFields({ ...input, type: "object" });
      for (const field of listRequired(input)) {
        count += 1;
        const list = info.options.find((one) => one.id === lists.get(field));
        expect(list, `${info.slug} ${id} ${field}`).toBeDefined();
        for (const needed of list?.needs ?? [])
          expect(
            isObject(input.properties) && Object.hasOwn(input.properties, needed),
            `${info.slug} ${id} ${needed}`,
          ).toBe(true);
      }
    }
  console.log(`${count} required arguments of shipped actions can be listed.`);
  expect(count).toBeGreaterThan(1000);
});
