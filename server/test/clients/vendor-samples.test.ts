import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractServer, KEYED, type Sent, startContractServer } from "./contract-server.ts";

// Requests from the platform's published pages that differ from those of its libraries.
const CONFIG = "/api/v2/public/config";
const FIELDS = `/api/v2/public/application/${KEYED}/fields`;

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer();
  await server.account("acme");
  const fields = [
    { id: "region", name: "Region", field_type: "text" },
    { id: "map", name: "Map", field_type: "map", options: ["city"], dynamic_slot_identifier: "dynamic:1" },
    {
      id: "rules",
      name: "Rules",
      field_type: "rule_engine",
      rule_columns: { lhs: { name: "LHS", options: [{ name: "Stage", value: "stage" }] } },
    },
  ];
  const set = await send({ method: "PUT", path: FIELDS, body: { fields } });
  expect(set.status, set.text).toBe(200);
});
afterAll(() => server.close());

const send = (sent: Sent) => server.asBackend("acme", sent);
const config = (method: "POST" | "PUT", body: object) =>
  send({ method, path: CONFIG, body: { slug: KEYED, ...body } });
const valuesOf = (fields: { id: string; value?: unknown }[]) =>
  Object.fromEntries(fields.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value]])));
interface ShownField {
  readonly id: string;
  readonly value?: unknown;
  readonly labels?: unknown;
  readonly options?: unknown;
}
const fieldOf = (body: { fields: ShownField[] }, id: string) => body.fields.find((one) => one.id === id);

describe("configs", () => {
  test("a workflow without `fields` keeps its values, in POST and in PUT", async () => {
    const choice = { id: server.workflow, enabled: true };
    const first = await config("POST", { workflows: [{ ...choice, fields: { region: "eu" } }] });
    expect(valuesOf(first.body.workflows[0].fields)).toEqual({ region: "eu" });
    for (const method of ["POST", "PUT"] as const) {
      const { status, body } = await config(method, { workflows: [{ ...choice, enabled: false }] });
      expect(status).toBe(200);
      expect(body.workflows[0]).toMatchObject({ enabled: false });
      expect(valuesOf(body.workflows[0].fields)).toEqual({ region: "eu" });
    }
  });

  test("labels may be sent with PUT, also under their older name", async () => {
    await config("POST", {});
    const labelsOf = async (body: object) => fieldOf((await config("PUT", body)).body, "map")?.labels;
    const named = (name: string) => ({ name, value: name });
    expect(await labelsOf({ labels: { "dynamic:1": ["Name"] } })).toEqual([named("Name")]);
    expect(await labelsOf({ map_fields_object: { "dynamic:1": ["Email"] } })).toEqual([named("Email")]);
    expect(await labelsOf({ fields: { region: "eu" } })).toEqual([named("Email")]);
    expect(fieldOf((await config("POST", {})).body, "map")?.labels).toEqual([named("Email")]);
  });

  test("labels may be strings", async () => {
    const { status, body } = await config("POST", { labels: { "dynamic:1": ["Name", "Email"] } });
    expect(status).toBe(200);
    const named = (name: string) => ({ name, value: name });
    expect(fieldOf(body, "map")?.labels).toEqual([named("Name"), named("Email")]);
    expect(fieldOf((await config("POST", { labels: { "dynamic:1": "City" } })).body, "map")?.labels).toEqual([
      named("City"),
    ]);
    expect(fieldOf((await config("POST", { labels: "" })).body, "map")?.labels).toEqual([named("City")]);
  });

  test("`application_data_slots`, `data_slots` and `map_fields_object` are accepted as fields and labels; today's names take precedence", async () => {
    const labels = [{ name: "Name", value: "645df30f" }];
    await config("POST", { map_fields_object: { "dynamic:1": labels } });
    const { status, body } = await config("PUT", {
      application_data_slots: { map: { "645df30f": "city" }, region: "old" },
      workflows: [{ id: server.workflow, enabled: true, data_slots: [{ id: "region", value: "us" }] }],
    });
    expect(status).toBe(200);
    expect(fieldOf(body, "map")).toMatchObject({ labels, value: { "645df30f": "city" } });
    expect(valuesOf(body.workflows[0].fields)).toEqual({ region: "us" });
    const both = { fields: { region: "new" }, application_data_slots: { region: "older" } };
    expect(fieldOf((await config("POST", both)).body, "region")?.value).toBe("new");
  });

  test("a rule_engine field shows `options`, and the call for its options works without `lhs`", async () => {
    const options = [{ name: "Stage", value: "stage" }];
    expect(fieldOf((await config("POST", {})).body, "rules")?.options).toEqual(options);
    const path = `${CONFIG}/rule-engine/rules`;
    const ask = (body?: object) => send({ method: "POST", path, headers: { slug: KEYED }, body });
    const columns = [{ name: "Stage", field_type: "select" }, { lhs: null }, {}];
    for (const body of [...columns.map((rule_column) => ({ rule_column })), {}, undefined]) {
      const reply = await ask(body);
      expect(reply, JSON.stringify(body) ?? "no body").toMatchObject({ status: 200, body: { options } });
      expect(reply.body.rule_column.rhs).toMatchObject({ name: "RHS", type: "text" });
    }
  });
});

test("records of workflows have `slug`; executions by call have `associated_event_id`, null", async () => {
  const path = `/api/v2/public/workflow/${server.workflow}`;
  expect((await send({ path })).body.slug).toBe(KEYED);
  const headers = { slug: KEYED };
  const { body } = await send({ method: "POST", path: `${path}/execute`, headers, body: { number: 1 } });
  const execution = await send({ path: `/api/v2/public/execution/${body.execution_id}` });
  expect(execution.body).toHaveProperty("associated_event_id", null);
  const list = await send({ path: "/api/v2/public/execution" });
  expect(list.body.docs[0]).toHaveProperty("associated_event_id", null);
});

describe("webhooks", () => {
  const webhook = (method: "POST" | "PUT", id: string, body: object) =>
    send({ method, path: `/api/v2/public/webhook${id}`, body });
  const registration = {
    webhook_url: "https://example.com/hook",
    webhook_events: ["Workflow Completed"],
    webhook_type: "custom",
  };

  test("`webhook_body` may be an object; an empty one is rejected", async () => {
    const webhook_body = { text: "{{event.workflow_name}} is done" };
    const made = await webhook("POST", "", { ...registration, webhook_body });
    expect(made).toMatchObject({ status: 200, body: { webhook_body: JSON.stringify(webhook_body) } });
    const id = `/${made.body._id}`;
    const changed = await webhook("PUT", id, { webhook_body: { whole: "{{event}}" } });
    expect(changed.body.webhook_body).toBe('{"whole":"{{event}}"}');
    for (const bad of [{ text: "{{no.such}}" }, { text: "x".repeat(66_000) }, ["list"], 7])
      expect((await webhook("PUT", id, { webhook_body: bad })).status).toBe(400);
    expect((await send({ path: `/api/v2/public/webhook${id}` })).body.webhook_body).toBe(
      '{"whole":"{{event}}"}',
    );
  });

  test('`group: ""` clears the group', async () => {
    const { body } = await webhook("POST", "", { ...registration, group: "mine" });
    expect(body.group).toBe("mine");
    expect((await webhook("PUT", `/${body._id}`, { group: "" })).body).not.toHaveProperty("group");
    await webhook("PUT", `/${body._id}`, { group: "again" });
    const edit = { webhookIds: [body._id], group: "" };
    const edited = await send({ method: "PUT", path: "/api/v2/public/webhooks/group/edit", body: edit });
    expect(edited.body[0]).not.toHaveProperty("group");
    expect((await webhook("POST", "", { ...registration, group: "" })).status).toBe(200);
  });
});

test.each(["linked-account?env_variable_name=plan", "linked-account?env_variable_value=pro"])(
  "a filter that the platform documents and this server lacks is a 400: %s",
  async (path) => {
    const { status, body } = await send({ path: `/api/v2/public/${path}` });
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^query\.\w+ is not a filter that this server supports\.$/),
    ]);
  },
);
