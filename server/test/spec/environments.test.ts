import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "./http-client.ts";
import { callOf, OPERATIONS } from "./operation-table.ts";
import { makeTenant, ownApplication, promote, type Tenant } from "./records.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const WORKFLOW = "/api/v2/public/workflow";
/** What takes a production key whatever it names. */
const REFUSED = new Set([
  "PUT /api/v2/public/organization",
  "POST /api/v2/public/application/event/{event_id}/promote",
  "POST /api/v2/public/webhook/{id}/promote",
  "POST /api/v2/public/application/{slug}/settings/promote",
]);
const CODE = [
  { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
  { id: "code", type: "ai_code_executor", data: { code: "return 'of test'" } },
];
const EDITED = {
  name: "Edited",
  description: "Edited",
  icon: "https://example.com/edited.svg",
  index_order: -1,
  autoEnable: true,
  hide_in_config: true,
  nodes: CODE,
  edges: [{ source: "start", target: "code" }],
  settings: { timeout: 1 },
  data_slots: [{ id: "edited", name: "Edited", field_type: "text" }],
  test_instance_meta_data: { environment: "edited" },
};
/** Bodies that change more than those of the table; an operation is called with each. */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  "POST /api/v2/public/workflow": [{ ...EDITED, workflow_environment: ["test", "production"] }, EDITED],
  "PUT /api/v2/public/workflow/{id}": [
    { workflow_environment: ["test"], ...EDITED },
    { workflow_alias: "taken-away" },
    { workflow_alias: null },
    EDITED,
  ],
  "PUT /api/v2/public/workflow/{id}/publish": [
    { published: true },
    { published: false },
    { published: true, version: 1 },
  ],
  "PUT /api/v2/public/organization": [{ name: "Renamed", session_token_ttl: 120 }],
};
// What ends a record comes last, so that all others have something to work on.
const LAST = ["DELETE /api/v2/public/workflow/{id}", "DELETE /api/v2/public/linked-account/{id}"];
const IDS = Object.keys(OPERATIONS)
  .filter((id) => !LAST.includes(id))
  .sort((a, b) => Number(a.startsWith("DELETE")) - Number(b.startsWith("DELETE")));

let server: SpecServer;
let ours: Tenant;
let token: string;
let live: string;
let before: unknown;
beforeAll(async () => {
  server = await startSpecServer();
  ours = await makeTenant(server, server.testKey, "ours");
  token = await ours.token();
  live = await bringToProduction(ours);
  before = await seenByProduction();
});
afterAll(() => server.close());

/** Has production run the tenant's workflow for a customer of its own; a session token of that. */
async function bringToProduction({ records }: Tenant): Promise<string> {
  const [key, slug] = [server.productionKey, records.slug];
  const send = (method: string, path: string, body: object) =>
    expectOk(server.call({ method, path: `/api/v2/public/${path}`, key, account: records.account, body }));
  const session = await server.account(records.account, key);
  await send("POST", "application", ownApplication(slug));
  await promote(server, records.workflow, records.eventName);
  await send("POST", "config", { slug, workflows: [{ id: records.alias, enabled: true, fields: {} }] });
  await send("POST", "webhook", {
    webhook_url: "https://hooks.example.com/live",
    webhook_events: ["Workflow Completed"],
  });
  return session;
}

/** What production runs, shows and lists. Drafts are one for both environments. */
async function seenByProduction() {
  const { workflow, account, slug } = ours.records;
  const key = { key: server.productionKey, account };
  const seen = (path: string, who: Partial<Call> = key) => expectOk(server.call({ path, ...who }));
  const paths = [
    "application/event",
    "webhook",
    "application/all",
    "linked-account",
    "mcp-servers",
    "execution",
  ];
  const [all, ...rest] = await Promise.all([
    seen(`${WORKFLOW}/all?limit=100`),
    ...paths.map((path) => seen(`/api/v2/public/${path}`)),
    seen(`${WORKFLOW}/${workflow}`),
    seen(`${WORKFLOW}/enabled`),
    seen(`${WORKFLOW}?limit=100`, { token: live }),
    seen(`/api/v2/public/slug/${slug}/config`),
    seen("/api/v1/workflow/public/scheduled"),
    seen("/api/v2/public/organization"),
    seen("/api/v2/public/mcp-settings"),
  ]);
  const records = all.docs.filter(
    (one: { associated_public_worklfow: string }) => !one.associated_public_worklfow,
  );
  return [records, ...rest];
}

/** Calls of an operation with the credentials of test that it takes. */
function callsOf(id: string): Call[] {
  const operation = server.contract.operations.find((one) => one.id === id);
  const { security = [], parameters = [] } = operation ?? {};
  const namesAccount = parameters.some((one) => one.in === "header" && one.name === "linked_account_id");
  const who: Partial<Call>[] = [
    ...(security.includes("apiKey")
      ? [
          { key: server.testKey, ...(namesAccount && { account: ours.records.account }) },
          { key: server.testKey },
        ]
      : []),
    ...(security.includes("sessionToken") ? [{ token }] : []),
  ];
  const call = callOf(id, ours.records);
  const bodies = BODIES[id]?.map((body) => ({ ...call, body })) ?? [call];
  return (who.length > 0 ? who : [{}]).flatMap((one) => bodies.map((each) => ({ ...each, ...one })));
}

describe("a credential of test changes nothing that production runs, shows or lists", () => {
  test.each(IDS)("%s", async (id) => {
    for (const call of callsOf(id)) {
      const { status } = await server.callUnchecked(call);
      expect(status).toBeLessThan(500);
      if (REFUSED.has(id)) expect(status).toBe(403);
    }
    expect(await seenByProduction()).toEqual(before);
  });

  test("DELETE /api/v2/public/workflow/{id} takes it out of test, and production runs on", async () => {
    const { workflow: id, account, alias } = ours.records;
    const method = "DELETE";
    const path = `${WORKFLOW}/${id}`;
    await expectOk(server.call({ method, path, key: server.testKey }));
    expect((await server.call({ path, key: server.testKey })).status).toBe(404);
    const record = await expectOk(server.call({ path, key: server.productionKey }));
    expect(record).toMatchObject({ name: "Echo", published: true, version: 1 });
    expect(record.workflow_environment).toEqual(["production"]);
    server.work();
    const run = await expectOk(
      server.call({
        method: "POST",
        path: `${WORKFLOW}/${alias}/execute`,
        ...{
          key: server.productionKey,
          account,
          headers: { sync_execution: "true" },
          body: { any: "thing" },
        },
      }),
    );
    expect(run.return_value).toEqual({ any: "thing" });
  });

  test("the table has every operation of the document", () => {
    const documented = server.contract.operations.map(({ id }) => id);
    expect([...IDS, ...LAST].sort()).toEqual(documented.sort());
  });
});
