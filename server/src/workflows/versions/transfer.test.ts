import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { createWorkflowCalls, URL } from "./test-calls.ts";

let server: TestServer;
let as: { key: string };
beforeAll(async () => {
  server = await startTestServer();
  as = { key: server.testKey };
});
afterAll(() => server.close());
const { create, publish, change, read, define } = createWorkflowCalls(() => server);

const exported = (id: string, query = "", who: object = as): Promise<TestReply> =>
  server.request({ url: `${URL}/${id}/export${query}`, ...who });
const imported = (body: unknown, who: object = as): Promise<TestReply> =>
  server.request({ method: "POST", url: `${URL}/import`, body, ...who });

const RICH = {
  description: "Takes orders to the books",
  icon: "https://example.com/icon.svg",
  slug: "slack",
  index_order: 3,
  autoEnable: true,
  hide_in_config: true,
  settings: { timeout: 60, concurrency: 2, caching: ["else"] },
  nodes: [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.placed" }] },
    {
      id: "call",
      type: "http",
      maximum_attempts: 3,
      on_error: "continue",
      timeout_ms: 5000,
      position: { x: 1, y: 2 },
      data: { url: "https://example.com/{{ input.id }}" },
    },
  ],
  edges: [{ source: "start", target: "call" }],
  data_slots: [{ id: "channel", name: "Channel", field_type: "text" }],
};

describe("GET /api/v2/public/workflow/:id/export and POST …/import", () => {
  test("200: an imported document exports unchanged, also elsewhere, and contains nothing of this installation", async () => {
    const { body: made } = await create(as, { ...RICH, workflow_alias: "to-books" });
    const { status, body: document } = await exported(made._id);
    expect(status).toBe(200);
    expect(document).toMatchObject({
      format: "junctor.workflow",
      format_version: 1,
      name: "Sync orders",
      slug: "slack",
      alias: "to-books",
      description: RICH.description,
      settings: RICH.settings,
      data_slots: RICH.data_slots,
    });
    const [start, call] = document.nodes;
    expect(start.triggers).toEqual([{ application: "Junctor", event: "order.placed" }]);
    expect(call).toMatchObject({ on_error: "continue", timeout_ms: 5000, maximum_attempts: 3 });
    const text = JSON.stringify(document);
    for (const id of [made._id, made.org_id, made.nodes[0].triggers[0]._id]) expect(text).not.toContain(id);

    const other = { key: (await server.organization()).testKey };
    const { body: copy } = await imported(document, other);
    expect(copy).toMatchObject({
      warnings: [],
      workflow: { published: false, version: 0, autoEnable: true },
    });
    expect(copy.workflow._id).not.toBe(made._id);
    expect((await exported(copy.workflow._id, "", other)).body).toEqual(document);
  });

  test("200: a version, and a draft by its own id", async () => {
    const { body: made } = await create(as, { nodes: RICH.nodes.slice(0, 1) });
    await define(as, "order.placed");
    await publish(as, made._id);
    const { body: draft } = await change(as, made._id, { nodes: [] });
    expect((await exported(draft._id)).body.nodes).toEqual([]);
    for (const id of [made._id, draft._id])
      expect((await exported(id, "?version=1")).body.nodes).toHaveLength(1);
    expect(await exported(made._id, "?version=2")).toMatchObject({
      status: 404,
      body: { message: "Workflow version not found" },
    });
    expect((await exported(made._id, "?version=0")).status).toBe(400);
  });

  test("200: an account exports and imports for itself", async () => {
    const who = { token: await server.account("porter") };
    const { body: made } = await create(who);
    const { body } = await imported((await exported(made._id, "", who)).body, who);
    expect(body.workflow).toMatchObject({ linked_account_id: "porter", name: "Sync orders" });
  });

  test("200: other workflows are referenced by their alias, if they have one", async () => {
    const { body: named } = await create(as, { workflow_alias: "pick-list" });
    const { body: nameless } = await create(as);
    const source = (workflow_id: string) => ({
      id: "pick",
      name: "Pick",
      field_type: "select",
      data_source: { type: "workflow", workflow_id },
    });
    const { body: made } = await create(as, {
      nodes: [
        { id: "start", type: "start" },
        {
          id: "a",
          type: "sub_flow",
          data: { workflow: named._id, input: { type: "workflow", workflow_id: named._id } },
        },
        { id: "b", type: "sub_flow", data: { workflow: nameless._id } },
      ],
      data_slots: [source(named._id)],
    });
    const { body: document } = await exported(made._id);
    expect(document.nodes[1].data).toEqual({
      workflow: "pick-list",
      input: { type: "workflow", workflow_id: named._id },
    });
    expect(document.nodes[2].data.workflow).toBe(nameless._id);
    expect(document.data_slots[0].data_source.workflow_id).toBe("pick-list");

    const other = { key: (await server.organization()).testKey };
    const { status, body } = await imported(document, other);
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      {
        node_id: "a",
        edge_id: null,
        field: "data.workflow",
        message:
          'Node "a": data.workflow: there is no workflow "pick-list"; give the id or the alias of one.',
      },
      expect.objectContaining({ node_id: "b", field: "data.workflow" }),
      expect.objectContaining({
        field: "data_slots",
        message: expect.stringContaining("there is no workflow pick-list"),
      }),
    ]);
  });

  test("200: unknown settings of older documents are left out with a warning", async () => {
    const { body: made } = await create(as, RICH);
    const { body: document } = await exported(made._id);
    const { status, body } = await imported({ ...document, settings: { ...document.settings, old: 1 } });
    expect(status).toBe(200);
    expect(body.workflow.settings).toEqual(RICH.settings);
    expect(body.warnings).toMatchObject([
      {
        node_id: null,
        field: "settings.old",
        message: expect.stringMatching(/^settings\.old: .* It was left out\.$/),
      },
    ]);
  });

  test("200: missing dependencies are warnings; a taken alias is left out", async () => {
    await create(as, { workflow_alias: "taken" });
    const { status, body } = await imported({
      format: "junctor.workflow",
      format_version: 1,
      name: "Foreign",
      slug: "app-foreign",
      alias: "taken",
      nodes: [
        { id: "start", type: "start" },
        { id: "a", type: "action", action: "send" },
      ],
    });
    expect(status).toBe(200);
    expect(
      body.warnings.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ).toEqual([
      ["slug", 'slug: there is no application "app-foreign".'],
      ["action", 'Node "a": action "send": there is no application "app-foreign".'],
      ["alias", 'alias "taken" is the alias of another workflow; the imported one has none.'],
    ]);
    const { body: stored } = await read(as, body.workflow._id);
    expect(stored).toEqual(body.workflow);
    expect(stored).toMatchObject({ workflow_alias: null, associated_application: { slug: "app-foreign" } });
  });

  const document = { format: "junctor.workflow", format_version: 1, name: "Bad" };
  test.each<[string, unknown, string]>([
    [
      "a newer form",
      { ...document, format_version: 2, nodes: "new" },
      "format_version is 2, and this server reads up to 1",
    ],
    ["another format", { ...document, format: "n8n" }, 'format must be "junctor.workflow"'],
    ["no format", { name: "Bad" }, "format"],
    ["no name", { ...document, name: undefined }, "name is required in the body."],
    [
      "what can work nowhere",
      { ...document, nodes: [{ id: "a", type: "teleport" }] },
      'Node "a": type "teleport" is not known',
    ],
    ["an alias like an id", { ...document, alias: "a".repeat(24) }, "alias must not have the form of an id."],
    ["settings that do not fit", { ...document, settings: { timeout: 0 } }, "body.settings.timeout"],
    ["no object", [], "body"],
  ])("400: %s", async (_name, body, message) => {
    const reply = await imported(body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(message);
  });

  test("404 and 401: as for reading a workflow", async () => {
    const { body: made } = await create(as);
    const other = await server.organization();
    expect((await exported(made._id, "", { key: other.testKey })).status).toBe(404);
    expect((await exported(made._id, "", { key: server.productionKey })).status).toBe(404);
    expect((await exported(made._id, "", {})).status).toBe(401);
    expect((await imported(document, {})).status).toBe(401);
  });
});
