import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import type { TestOrganization, TestReply } from "../../../test/test-server.ts";
import { createTestFolder, type TestFolder } from "./test-configuration.ts";

const PUBLIC = "/api/v2/public";
const WORKFLOW = "name: Sync\nalias: sync\n";

let server: ListeningServer;
let organization: TestOrganization;
let folder: TestFolder;
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organization = await server.organization();
  folder = await createTestFolder({ ...server, ...organization });
  return () => folder.remove();
});

function send(
  method: "GET" | "POST" | "PUT",
  path: string,
  { body, key = folder.key }: { body?: unknown; key?: string } = {},
): Promise<TestReply> {
  return server.request({ method, url: PUBLIC + path, key, body });
}

/** Applies files, then again, pulls into an empty folder, and applies that to an empty organization. */
async function expectRoundTrip(
  files: Record<string, string>,
  {
    key,
    variables = {},
  }: { key?: keyof TestOrganization & `${string}Key`; variables?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const name = key ?? "testKey";
  await folder.write(files);
  const first = await folder.run("apply", { key: organization[name], variables });
  expect(first.text, first.text).toContain("Applied: ");
  const second = await folder.run("apply", { key: organization[name], variables });
  expect([second.code, second.changes, second.text]).toEqual([0, [], expect.stringContaining("No changes")]);
  const pulled = await createTestFolder({ ...server, ...organization });
  await pulled.run("pull", { key: organization[name], variables });
  const texts = await pulled.readAll();
  const other = await server.organization();
  const applied = await pulled.run("apply", { key: other[name], variables });
  expect(applied.code, applied.text).toBe(0);
  const again = await createTestFolder({ ...server, ...other });
  await again.run("pull", { key: other[name], variables });
  expect(await again.readAll()).toEqual(texts);
  await Promise.all([pulled.remove(), again.remove()]);
  return texts;
}

describe("a webhook", () => {
  const FILES = {
    "workflows/sync.yaml": WORKFLOW,
    "webhooks/shop.yaml": `webhook_url: { $env: SHOP_URL }
webhook_events: [Workflow Completed, Workflow Errored]
description: Shop
workflows: [sync]
`,
    "webhooks/chat.yaml": `webhook_url: { $env: CHAT_URL }
webhook_events: [Alert Fired]
webhook_type: slack
description: Chat
`,
    "webhooks/custom.yaml": `webhook_url: https://custom.example.com/hook
webhook_events: [Connection Expired]
webhook_type: custom
webhook_body: { text: "{{event}}" }
webhook_headers:
  x-kind: connections
  authorization: { $env: CUSTOM_EXAMPLE_COM_AUTHORIZATION }
`,
  };
  const variables = {
    SHOP_URL: "https://shop.example.com/hook",
    CHAT_URL: "https://hooks.example.com/services/T000/B000/abcdefgh",
    CHAT_WEBHOOK_URL: "https://hooks.example.com/services/T000/B000/abcdefgh",
    CUSTOM_EXAMPLE_COM_AUTHORIZATION: "Bearer 0123456789abcdef",
  };

  test("goes to another environment by its files, secrets by name", async () => {
    const texts = await expectRoundTrip(FILES, { variables });
    expect(Object.keys(texts)).toEqual(
      [
        "mcp.yaml",
        "portal.yaml",
        "webhooks/chat.yaml",
        "webhooks/custom.example.com.yaml",
        "webhooks/shop.yaml",
        "workflows/sync.yaml",
      ].filter((name) => name in texts),
    );
    expect(texts["webhooks/chat.yaml"]).toMatch(/webhook_url:\s+\$env: CHAT_WEBHOOK_URL\n/);
    expect(texts["webhooks/custom.example.com.yaml"]).toMatch(
      /authorization:\s+\$env: CUSTOM_EXAMPLE_COM_AUTHORIZATION\n/,
    );
    expect(texts["webhooks/shop.yaml"]).toContain("workflows:\n  - sync\n");
    expect(Object.values(texts).join()).not.toMatch(/abcdefgh|0123456789|whsec/);
    expect((await send("GET", "/webhook")).body[0].workflow_ids?.[0] ?? "").not.toBe("sync");
  });

  test("keeps its signing secret when its address changes", async () => {
    await folder.write(FILES);
    await folder.run("apply", { variables });
    const { body } = await send("GET", "/webhook");
    const { _id: id } = body.find(({ description }: { description: string }) => description === "Shop");
    const secret = (await send("GET", `/webhook/${id}/secret`)).body;
    const moved = { ...variables, SHOP_URL: "https://new.example.com/hook" };
    const planned = await folder.run("plan", { variables: moved });
    expect(planned.text).toContain('webhook_url: "(hidden)" → $SHOP_URL');
    expect(planned.text).not.toContain("new.example.com");
    await folder.run("apply", { variables: moved });
    expect((await send("GET", `/webhook/${id}`)).body.webhook_url).toBe(moved.SHOP_URL);
    expect((await send("GET", `/webhook/${id}/secret`)).body).toEqual(secret);
  });

  test("gets a secret again if it looks different, or with --secrets", async () => {
    await folder.write(FILES);
    await folder.run("apply", { variables });
    const alike = { ...variables, CUSTOM_EXAMPLE_COM_AUTHORIZATION: "Bearer ----------cdef" };
    expect((await folder.run("plan", { variables: alike })).code).toBe(0);
    const other = { ...variables, CUSTOM_EXAMPLE_COM_AUTHORIZATION: "Bearer 0123456789ABCDEF" };
    const planned = await folder.run("plan", { variables: other });
    expect([planned.code, planned.text]).toEqual([
      2,
      expect.stringContaining("webhook_headers.authorization"),
    ]);
    const forced = await folder.run("apply", { variables, argv: ["--secrets"] });
    expect(forced.changes).toHaveLength(2);
    expect((await folder.run("plan", { variables })).code).toBe(0);
  });

  test("that the server disabled is drift, with the reason", async () => {
    await folder.write(FILES);
    await folder.run("apply", { variables });
    const { body } = await send("GET", "/webhook");
    for (const { _id } of body) await send("PUT", `/webhook/${_id}`, { body: { is_enabled: false } });
    expect((await folder.run("plan", { variables })).text).toContain("- is_enabled: false");
  });
});

test("an MCP server names its tools' workflows by alias", async () => {
  const texts = await expectRoundTrip({
    "workflows/sync.yaml": WORKFLOW,
    "mcp-servers/assistant.yaml": `name: Assistant
base_prompt: |
  You help.
  Be brief.
safe_mode: true
suggestions:
  - { name: Sync, prompt: Sync my orders. }
chains:
  - { name: Report, steps: "Count\\nWrite" }
associated_apps:
  - slug: hubspot
    actions:
      - { id: search_contacts, policy: allow }
    workflows:
      - { id: sync, tool_name: sync_orders }
`,
  });
  expect(texts["mcp-servers/assistant.yaml"]).toContain("- id: sync\n        tool_name: sync_orders\n");
  expect(texts["mcp-servers/assistant.yaml"]).toContain("base_prompt: |\n  You help.\n  Be brief.\n");
});

describe("an alert rule", () => {
  test("has the defaults of its type, and names its workflow by alias", async () => {
    const texts = await expectRoundTrip({
      "workflows/sync.yaml": WORKFLOW,
      "alerts/sync-fails.yaml": `name: Sync fails
type: workflow_failures
workflow: sync
above: 10
emails: [ops@example.com]
quiet_hours: { time_zone: Europe/Berlin, from: "22:00", to: "07:00" }
`,
      "alerts/queue.yaml": "name: Queue\ntype: queue_age\nminutes: 5\n",
    });
    expect(texts["alerts/queue.yaml"]).toMatch(/\n\nname: Queue\ntype: queue_age\n$/);
    expect(texts["alerts/sync-fails.yaml"]).toContain("workflow: sync\nabove: 10\n");
  });

  test("is refused with settings of another type, and cannot change its type", async () => {
    await folder.write({ "alerts/queue.yaml": "name: Queue\ntype: queue_age\nabove: 5\n" });
    expect((await folder.run("plan")).text).toContain(
      "alerts/queue.yaml:3: above does not apply to a rule of the type queue_age.",
    );
    await folder.write({ "alerts/queue.yaml": "name: Queue\ntype: queue_age\n" });
    await folder.run("apply");
    await folder.write({ "alerts/queue.yaml": "name: Queue\ntype: trigger_stuck\n" });
    const changed = await folder.run("apply");
    expect([changed.code, changed.text]).toEqual([
      1,
      expect.stringContaining("the type of a rule cannot change"),
    ]);
  });
});

describe("settings", () => {
  test("of the portal and of MCP are those of the environment; what a file leaves out stays", async () => {
    const texts = await expectRoundTrip({
      "portal.yaml": "applications: [hubspot, stripe]\nothers: none\nexecutions: { shown: data }\n",
      "mcp.yaml": "sign_in_url: https://app.example.com/sign-in\nproduct_name: Shop\n",
    });
    expect(texts["portal.yaml"]).toContain("applications:\n  - hubspot\n  - stripe\nothers: none\n");
    await send("PUT", "/portal-executions", { body: { shown: "off" } });
    await send("PUT", "/mcp-settings", { body: { approvals: "api" } });
    expect((await folder.run("plan")).text).toContain('executions.shown: "off" → "data"');
    await folder.write({ "portal.yaml": "others: none\n", "mcp.yaml": "product_name: null\n" });
    const applied = await folder.run("apply");
    expect(applied.text).toContain('- product_name: "Shop"');
    expect((await send("GET", "/mcp-settings")).body).toMatchObject({ approvals: "api" });
    expect((await send("GET", "/mcp-settings")).body.product_name).toBeUndefined();
    expect((await send("GET", "/portal-executions")).body.shown).toBe("off");
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("of the organization are changed by production keys alone", async () => {
    const file = `color: "#336699"
support: help@example.com
texts:
  de: { connect.title: Verbinden }
retention: { test: 7 }
frame_origins: [https://app.example.com]
`;
    await folder.write({ "organization.yaml": file.replace(/texts:\n.*\n/, "") });
    const inTest = await folder.run("apply");
    expect([inTest.code, inTest.changes, inTest.text]).toEqual([
      0,
      [],
      expect.stringContaining("only a production key changes it"),
    ]);
    const key = organization.productionKey;
    expect((await folder.run("apply", { key })).text).toContain("Applied: 1 updated.");
    expect((await folder.run("apply", { key })).changes).toEqual([]);
    const { body } = await send("GET", "/organization", { key });
    expect(body).toMatchObject({
      color: "#336699",
      retention: { test: 7 },
      frame_origins: ["https://app.example.com"],
    });
    await send("PUT", "/organization", { key, body: { retention: { test: 3, production: 5 } } });
    expect((await folder.run("plan", { key })).text).toContain("    retention.test: 3 → 7\n");
    await folder.write({ "organization.yaml": "color: null\nretention: { test: null }\n" });
    await folder.run("apply", { key });
    expect((await send("GET", "/organization", { key })).body).toMatchObject({
      retention: { test: null, production: 5 },
      support: "help@example.com",
    });
    expect((await send("GET", "/organization", { key })).body.color).toBeUndefined();
  });

  test("of redaction are policies of all levels", async () => {
    const files = {
      "workflows/sync.yaml": WORKFLOW,
      "redaction.yaml": `organization:
  rules: [{ kind: card }]
environment:
  keep: failures
  rules: [{ key: date_of_birth }]
workflows:
  sync:
    keep: nothing
`,
    };
    const texts = await expectRoundTrip(files, { key: "productionKey" });
    expect(texts["redaction.yaml"]).toContain("workflows:\n  sync:\n    keep: nothing\n");
    // A test key neither compares nor changes what both environments share.
    await folder.write({ "redaction.yaml": "environment: { keep: nothing }\n" });
    await removeOthers();
    const inTest = await folder.run("apply");
    expect([inTest.code, inTest.changes]).toEqual([0, [`PUT ${PUBLIC}/redaction`]]);
    expect((await send("GET", "/redaction")).body.environment).toEqual({ keep: "nothing" });
    await folder.write({ "redaction.yaml": "organization: {}\n" });
    expect(await folder.run("plan")).toMatchObject({ code: 0 });
    const key = organization.productionKey;
    expect((await folder.run("apply", { key })).changes).toEqual([`PUT ${PUBLIC}/organization/redaction`]);
    expect((await send("GET", "/redaction", { key })).body).toMatchObject({
      organization: {},
      environment: { keep: "failures" },
    });
    const wrong = "environment:\n  rules: [{ pattern: '(' }]\n";
    await folder.write({ "redaction.yaml": wrong });
    expect(await folder.run("plan")).toMatchObject({
      code: 1,
      text: expect.stringContaining("redaction.yaml"),
    });
  });
});

async function removeOthers(): Promise<void> {
  const { rm } = await import("node:fs/promises");
  await rm(`${folder.path}/workflows`, { recursive: true });
}

describe("an application", () => {
  const OWN = `slug: parcels
enabled: true
scopes: [read]
client_id: { $env: PARCELS_CLIENT_ID }
client_secret: { $env: PARCELS_CLIENT_SECRET }
fields:
  - { id: depot, name: Depot, field_type: text }
definition:
  name: Parcels
  description: Ships parcels.
  version: 1.0.0
  base_url: https://parcels.example.com
  auth:
    oauth2:
      authorize_url: https://parcels.example.com/authorize
      token_url: https://parcels.example.com/token
      scopes: [read, write]
      apply: { headers: { Authorization: "Bearer {{ credentials.access_token }}" } }
  actions:
    list_parcels:
      title: List parcels
      description: Lists parcels.
      hints: { read_only: true }
      input: { type: object, properties: {} }
      request: { method: GET, path: /parcels }
`;
  const HUBSPOT = `slug: hubspot
client_id: hubspot-client
client_secret: { $env: HUBSPOT_CLIENT_SECRET }
`;
  const files = { "applications/parcels.yaml": OWN, "applications/hubspot.yaml": HUBSPOT };
  const variables = {
    PARCELS_CLIENT_ID: "parcels-client",
    PARCELS_CLIENT_SECRET: "parcels-secret-1234567890",
    HUBSPOT_CLIENT_SECRET: "hubspot-secret-1234567890",
  };

  test("goes to another environment: its definition, settings, fields, and secrets by name", async () => {
    const texts = await expectRoundTrip(files, { variables });
    expect(Object.keys(texts).filter((name) => name.startsWith("app"))).toEqual([
      "applications/hubspot.yaml",
      "applications/parcels.yaml",
    ]);
    expect(texts["applications/hubspot.yaml"]).toMatch(/client_secret:\s+\$env: HUBSPOT_CLIENT_SECRET\n/);
    expect(texts["applications/hubspot.yaml"]).not.toContain("scopes");
    expect(texts["applications/parcels.yaml"]).toContain("definition:\n");
    expect(Object.values(texts).join()).not.toContain("secret-1234567890");
    const settings = await send("GET", "/application/parcels/settings");
    expect(settings.body).toMatchObject({
      client_id: "parcels-client",
      client_secret_last_four: "7890",
      scopes: ["read"],
    });
  });

  test("gets a secret only if there is none, if its end differs, for another client, or with --secrets", async () => {
    await folder.write(files);
    await folder.run("apply", { variables });
    const put = [`PUT ${PUBLIC}/application/hubspot/settings`];
    const alike = { ...variables, HUBSPOT_CLIENT_SECRET: "hubspot-secret-----7890" };
    expect(await folder.run("apply", { variables: alike })).toMatchObject({ code: 0, changes: [] });
    const other = { ...variables, HUBSPOT_CLIENT_SECRET: "hubspot-secret-0987654321" };
    const planned = await folder.run("plan", { variables: other });
    expect(planned.text).toContain('client_secret: "(hidden)" → $HUBSPOT_CLIENT_SECRET');
    expect(planned.text).not.toContain("0987654321");
    expect((await folder.run("apply", { variables: other })).changes).toEqual(put);
    expect((await send("GET", "/application/hubspot/settings")).body.client_secret_last_four).toBe("4321");
    await folder.write({
      "applications/hubspot.yaml": HUBSPOT.replace("hubspot-client", "hubspot-client-2"),
    });
    await folder.run("apply", { variables: other });
    expect((await send("GET", "/application/hubspot/settings")).body).toMatchObject({
      client_id: "hubspot-client-2",
      client_secret_last_four: "4321",
    });
    expect((await folder.run("apply", { variables: other, argv: ["--secrets"] })).changes).toHaveLength(2);
  });

  test("keeps what its file leaves out, and loses what the file says is null", async () => {
    await folder.write(files);
    await folder.run("apply", { variables });
    await folder.write({ "applications/hubspot.yaml": "slug: hubspot\n" });
    expect((await folder.run("plan", { variables })).code).toBe(0);
    await folder.write({ "applications/hubspot.yaml": "slug: hubspot\nclient_secret: null\n" });
    await folder.run("apply", { variables });
    expect((await send("GET", "/application/hubspot/settings")).body).toMatchObject({
      client_id: "hubspot-client",
      has_client_secret: false,
    });
  });

  test("is never deleted, and must exist or be defined", async () => {
    await folder.write(files);
    await folder.run("apply", { variables });
    await folder.write({
      "applications/parcels.yaml": "slug: stripe\n",
      "applications/hubspot.yaml": HUBSPOT,
    });
    const pruned = await folder.run("apply", { variables, argv: ["--prune"] });
    expect(pruned).toMatchObject({
      code: 0,
      changes: [],
      text: expect.stringMatching(/Without a file:\n {4}application "parcels"\n\nNo changes/),
    });
    await folder.write({ "applications/parcels.yaml": "slug: hubspoot\n" });
    expect((await folder.run("plan", { variables })).text).toContain(
      'applications/parcels.yaml: there is no application "hubspoot": correct its slug, or give its definition.',
    );
  });

  test("with a mistake in its definition is refused with the line", async () => {
    await folder.write({ "applications/parcels.yaml": OWN.replace("method: GET", "method: GRAB") });
    const planned = await folder.run("plan", { variables });
    expect(planned.text).toMatch(
      /applications\/parcels\.yaml:25: definition\.actions\.list_parcels\.request\.method /,
    );
  });

  test("imported from an OpenAPI document is created elsewhere by its definition", async () => {
    const document = {
      openapi: "3.0.0",
      info: { title: "Depots", version: "1" },
      servers: [{ url: "https://depots.example.com" }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
      security: [{ key: [] }],
      paths: { "/depots": { get: { operationId: "listDepots", responses: { 200: { description: "OK" } } } } },
    };
    const made = await send("POST", "/application/openapi", { body: { document, slug: "depots" } });
    expect(made.status, made.text).toBe(200);
    await folder.run("pull");
    const other = await server.organization();
    const applied = await folder.run("apply", { key: other.testKey });
    expect(applied.code, applied.text).toBe(0);
    expect((await folder.run("plan", { key: other.testKey })).code).toBe(0);
    expect((await folder.run("plan")).code).toBe(0);
  });
});

describe("a schedule", () => {
  const DAILY = `linked_account_id: acme
workflow: sync
trigger_type: cron
regex: "0 9 * * *"
tz: Europe/Berlin
payload:
  full: true
`;
  const WEEKLY = `linked_account_id: acme
workflow: sync
trigger_type: cron
regex: "0 9 * * 1"
paused: true
`;
  const TRIGGERED = `name: Sync
alias: sync
nodes:
  - { id: start, type: start, triggers: [{ application: Junctor, event: Schedule }] }
  - { id: code, type: ai_code_executor, data: { code: return 1 } }
edges:
  - { source: start, target: code }
`;
  const files = {
    "workflows/sync.yaml": TRIGGERED,
    "schedules/daily.yaml": DAILY,
    "schedules/weekly.yaml": WEEKLY,
  };
  const list = async () => (await send("GET", "/schedules")).body.docs;

  beforeEach(async () => {
    for (const account of ["acme", "other"]) await server.account(account, organization.testKey);
  });

  test("is created for its account, changed and paused, and changes nothing the second time", async () => {
    await folder.write(files);
    expect((await folder.run("apply")).text).toContain("Applied: 3 created.");
    expect((await folder.run("apply")).changes).toEqual([]);
    expect(
      (await list()).map(({ cron_pattern, inactive }: never) => [cron_pattern, inactive]).sort(),
    ).toEqual([
      ["0 9 * * *", false],
      ["0 9 * * 1", true],
    ]);
    await folder.write({
      "schedules/daily.yaml": DAILY.replace("full: true", "full: false"),
      "schedules/weekly.yaml": WEEKLY.replace("0 9 * * 1", "0 9 * * 2").replace("paused: true", ""),
    });
    const applied = await folder.run("apply");
    expect(applied.text).toContain("    payload.full: true → false\n");
    expect(applied.text).toContain('    regex: "0 9 * * 1" → "0 9 * * 2"\n');
    expect(applied.text).toContain("Applied: 2 updated.");
    expect(await list()).toHaveLength(2);
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("of an account that no file names is not looked at, and pulled only where there is a folder", async () => {
    await folder.write(files);
    await folder.run("apply");
    const own = { regex: "0 5 * * *", trigger_type: "cron" };
    const headers = { workflow_id_alias: "sync" };
    const url = "/api/v1/workflow/public/scheduled";
    await server.request({ method: "POST", url, key: folder.key, account: "other", headers, body: own });
    const { rm } = await import("node:fs/promises");
    await rm(`${folder.path}/schedules/weekly.yaml`);
    const pruned = await folder.run("apply", { argv: ["--prune"] });
    expect(pruned.text).toContain("Applied: 1 deleted.");
    expect((await list()).map((one: { linked_account_id: string }) => one.linked_account_id).sort()).toEqual([
      "acme",
      "other",
    ]);
    const empty = await createTestFolder({ ...server, ...organization });
    await empty.run("pull");
    expect(Object.keys(await empty.readRecords())).toEqual(["workflows/sync.yaml"]);
    await empty.write({ "schedules/.gitkeep": "" });
    await empty.run("pull");
    const pulled = await empty.readRecords();
    expect(Object.keys(pulled)).toContain("schedules/sync-of-other.yaml");
    expect(pulled["schedules/sync-of-acme.yaml"]).toContain("payload:\n  full: true\n");
    expect((await empty.run("plan")).code).toBe(0);
    await empty.remove();
  });
});
