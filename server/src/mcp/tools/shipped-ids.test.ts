import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startVendors, type Vendors } from "../../../test/templates/vendors.ts";
import { type Catalog, loadCatalog, SHIPPED_CONNECTORS } from "../../apps/catalog/catalog.ts";
import type { ConnectorInfo, JsonObject } from "../../apps/connector.ts";
import { isObject } from "../../platform/json/json.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const ID = /(^|_)(id|ids|key|sid)$/;

type Entries = Readonly<Record<string, string>>;

/** Lists that the imitations do not play, or that need a consent to connect first. */
const UNPLAYED: Entries = {
  airtable: "webhooks",
  discord: "channels members",
  gmail: "labels",
  jira: "components versions",
  linear: "customers cycles initiatives labels project_milestones projects",
  "microsoft-teams": "channels teams",
  notion: "databases",
  salesforce:
    "accounts campaigns cases contacts converted_statuses events leads list_views object_fields opportunities products reports tasks users work_items",
  shopify: "discount_codes fulfillment_orders transactions",
  twilio: "phone_numbers",
};

/** Lists that depend on an argument without a list: agents find that one first, with another tool or in its labels. */
const DEPENDENT: Entries = {
  github: "assignees branches issues labels milestones pull_requests releases workflow_runs workflows",
  "google-drive": "permissions revisions",
  jira: "assignees_of_issue transitions",
  shopify: "metafields",
};

/** Ids that no tool is known to list: some come with another record or from an earlier call, others are the caller's own. */
const WITHOUT_FINDER: Entries = {
  airtable: "create_base.workspace_id sync_csv.sync_id update_field.field_id",
  discord: "delete_ban.user_id get_user.user_id",
  gitlab: "unlink_issues.issue_link_id",
  gmail: "get_attachment.attachment_id",
  "google-drive": "create_shortcut.target_id",
  hubspot:
    "add_records_to_list.record_ids associate_records.object_id associate_records.to_object_id list_associations.object_id remove_associations.object_id remove_associations.to_object_id remove_records_from_list.record_ids",
  intercom: "create_company.company_id get_note.note_id",
  jira: "delete_issue_link.issue_link_id get_issue_link.issue_link_id get_user.account_id",
  linear:
    "delete_comment.comment_id delete_relation.relation_id get_comment.comment_id reply_to_comment.comment_id resolve_comment.comment_id update_comment.comment_id",
  mailchimp:
    "create_store_product.id trigger_journey.journey_id trigger_journey.step_id upsert_store_customer.customer_id",
  matrix: "invite_user.user_id",
  notion:
    "check_to_do.block_id comment_on_block.block_id delete_block.block_id get_block.block_id list_pages_of_view.query_id list_property_values.property_id reply_to_comment.discussion_id restore_page.page_id update_block.block_id",
  openai: "delete_response.response_id get_response.response_id",
  salesforce:
    "abort_bulk_query.bulk_query_id add_file_to_record.document_id delete_bulk_query.bulk_query_id delete_file.document_id download_file.version_id get_bulk_query.bulk_query_id get_bulk_query_results.bulk_query_id get_file.document_id get_record_by_external_id.external_id upsert_record.external_id",
  shopify:
    "create_metafield.owner_id delete_metafield.owner_id get_metafield.owner_id list_inventory_items.ids list_metafields.owner_id update_metafield.owner_id",
  trello:
    "delete_check_item.check_item_id delete_comment.comment_id update_check_item.check_item_id update_comment.comment_id",
  twilio:
    "cancel_verification.verification_sid delete_media_of_message.media_sid end_flow_execution.flow_execution_id get_flow_execution.flow_execution_id get_verification.verification_sid",
  zendesk:
    "create_or_update_organization.external_id get_job_status.job_id merge_tickets.ids update_tickets.ids",
};

const listEntries = (entries: Entries) =>
  Object.entries(entries).flatMap(([slug, all]) => all.split(" ").map((one) => `${slug} ${one}`));

let vendors: Vendors;
let server: McpTestServer;
let shipped: Catalog;
const clients = new Map<string, Client>();
beforeAll(async () => {
  shipped = await loadCatalog({ directories: [SHIPPED_CONNECTORS], environment: () => undefined });
  vendors = await startVendors();
  server = await startMcpTestServer({ mcpTokenBudget: 1_000_000 }, { outbound: vendors.outbound });
  const token = await server.account("acme");
  for (const { info } of shipped.list()) {
    const { slug, actions } = info;
    const url = `${INTEGRATION}/save-key-credentials/${slug}`;
    const saving = { method: "PUT", url, key: server.testKey, account: "acme" } as const;
    const enabling = {
      method: "PUT",
      url: `/api/v2/public/application/${slug}/settings`,
      key: server.testKey,
    } as const;
    expect((await server.request({ ...enabling, body: { enabled: true } })).status, slug).toBe(200);
    await server.request({ ...saving, body: vendors.typedIn(slug) });
    const associated_apps = [{ slug, actions: actions.map(({ id }) => ({ id, tool_name: id })) }];
    clients.set(slug, await server.connect(await server.record({ associated_apps }), token));
  }
});
afterAll(async () => {
  await server.close();
  await vendors.close();
});

/** A required argument as its manifest declares it. */
interface RequiredField {
  readonly slug: string;
  readonly action: string;
  readonly field: string;
  readonly list: string | undefined;
}

function listRequired({ slug, actions }: ConnectorInfo): RequiredField[] {
  return actions.flatMap(({ id: action, input: { required = [], properties = {} } }) => {
    if (!Array.isArray(required) || !isObject(properties)) return [];
    return required.flatMap((field) => {
      const schema = properties[String(field)];
      if (!isObject(schema)) return [];
      const list = [schema, schema.items].filter(isObject).map((one) => one["x-options"])[0];
      return [{ slug, action, field: String(field), list: typeof list === "string" ? list : undefined }];
    });
  });
}

const clientOf = (slug: string) => clients.get(slug) ?? expect.fail(`There is no ${slug}.`);

async function readOptions(slug: string, asked: JsonObject): Promise<{ text: string; failed: boolean }> {
  const { content, isError = false } = await clientOf(slug).callTool({
    name: "list_options",
    arguments: asked,
  });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return { text, failed: isError };
}

/** The first value of a field, after the first ones of those that it depends on; undefined if it has none. */
async function choose(
  { slug, action, field }: RequiredField,
  args: JsonObject = {},
): Promise<JsonObject | string> {
  const { text, failed } = await readOptions(slug, { tool: action, field, arguments: args });
  const [, needed] = (failed && /depend on (\w+)/.exec(text)) || [];
  if (needed !== undefined && !(needed in args)) {
    const before = await choose({ slug, action, field: needed, list: undefined }, args);
    return typeof before === "string" ? before : choose({ slug, action, field, list: undefined }, before);
  }
  if (failed) return text;
  const [first] = JSON.parse(text).options;
  return first ? { ...args, [field]: first.value } : "has no values";
}

test("each list that a required argument of a shipped action names is read by tools alone, except for known ones", async () => {
  const fields = shipped.list().flatMap(({ info }) => listRequired(info));
  const listed = fields.filter(({ list }) => list !== undefined);
  const first = [...Map.groupBy(listed, ({ slug, list }) => `${slug} ${list}`)].flatMap(
    ([, [one]]) => one ?? [],
  );
  const unread: string[] = [];
  for (const one of first) {
    const chosen = await choose(one).catch((error: unknown) => String(error));
    if (typeof chosen === "string") unread.push(`${one.slug} ${one.list}`);
  }
  console.log(`${first.length - unread.length} of ${first.length} lists are read by tools.`);
  expect(unread.toSorted()).toEqual([...listEntries(UNPLAYED), ...listEntries(DEPENDENT)].toSorted());
});

test("each required id of a shipped action names a tool that lists it, except for known ones", async () => {
  const missing: string[] = [];
  let found = 0;
  for (const { info } of shipped.list()) {
    const { tools } = await clientOf(info.slug).listTools();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const { slug, action, field, list } of listRequired(info)) {
      if (list !== undefined || !ID.test(field)) continue;
      const schema = byName.get(action)?.inputSchema.properties?.[field];
      const words = isObject(schema) ? String(schema.description) : "";
      const [, finder = ""] = /(?:^| )Find it with (\w+)\.$/.exec(words) ?? [];
      if (byName.get(finder)?.annotations?.readOnlyHint) found += 1;
      else missing.push(`${slug} ${action}.${field}`);
    }
  }
  console.log(`${found} required ids name the tool that lists them, ${missing.length} do not.`);
  expect(missing.toSorted()).toEqual(listEntries(WITHOUT_FINDER).toSorted());
});
