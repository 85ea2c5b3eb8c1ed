import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { JsonSchema } from "../../apps/connector.ts";
import type { Fields, NodeInput, WorkflowTrigger } from "../definition/graph.ts";
import { createInputChecks } from "./application-problems.ts";
import { createProblemFinder, edges, http, listMessages, start } from "./test-definitions.ts";

const SLUG = "app-books";
const EVENTS = "/api/v2/public/application/event";
const WORKFLOWS = "/api/v2/public/workflow";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const input = {
    type: "object",
    additionalProperties: false,
    required: ["title", "kind"],
    properties: {
      title: { type: "string", minLength: 1 },
      kind: { $ref: "#/$defs/kind" },
      pages: { type: "integer", minimum: 1 },
      tags: { type: "array", items: { type: "string" } },
    },
    $defs: { kind: { enum: ["novel", "poem"] } },
  };
  const { status, text } = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: {
      slug: SLUG,
      name: "Books",
      description: "Keeps books.",
      version: "1.0.0",
      base_url: "https://api.example.com",
      auth: {
        keybased: {
          fields: [{ name: "key", label: "Key" }],
          apply: { headers: { "x-app-key": "{{ credentials.key }}" } },
        },
      },
      actions: {
        add_book: {
          title: "Add",
          description: "Adds a book.",
          hints: { read_only: false },
          input,
          request: { method: "POST", path: "/books", json: "{{ input }}" },
        },
      },
      triggers: {
        book_added: {
          title: "Book added",
          description: "A book was added.",
          input: { type: "object", required: ["shelf"], properties: { shelf: { type: "string" } } },
          poll: {
            every_seconds: 60,
            request: { method: "GET", path: "/books", query: { shelf: "{{ input.shelf }}" } },
            items: "body",
            key: "{{ item.id }}",
          },
        },
      },
    },
  });
  expect(status, text).toBeLessThan(300);
});
afterAll(() => server.close());
const problems = createProblemFinder(() => server);

const action = (name: string, data: Fields = {}): NodeInput => ({
  id: "a",
  type: "action",
  action: name,
  data,
});
const BOOK = { title: "Emma", kind: "novel" };

describe("an action", () => {
  test("may be omitted while only saved, as may its application and required input", async () => {
    expect(await problems([start, action("no_action"), { ...action("add_book"), id: "b" }])).toEqual([]);
    expect(await problems([start, action(`${SLUG}/add_book`)])).toEqual([]);
  });

  test.each<[string, NodeInput, string | null, string]>([
    ["without a name", action(""), SLUG, "action must name the action to run."],
    [
      "without an application",
      action("add_book", BOOK),
      null,
      'action "add_book" names no application, and the workflow has none: write <application>/<action>.',
    ],
    [
      "without what its input needs",
      action("add_book", { kind: "poem" }),
      SLUG,
      "data.title: title is required.",
    ],
  ])("is not published %s", async (_name, node, slug, message) => {
    expect(await problems([start, node], [], "save", slug)).toEqual([]);
    expect(listMessages(await problems([start, node], [], "publish", slug))).toEqual([
      `Node "a": ${message}`,
    ]);
  });

  test.each<[string, NodeInput, string, string]>([
    ["a name that is none", action("add book!"), "action", 'action "add book!" does not name an action'],
    ["an unknown application", action("nowhere/add_book"), "action", 'there is no application "nowhere".'],
    [
      "an unknown action",
      action(`${SLUG}/burn`),
      "action",
      `the application "${SLUG}" has no action "burn".`,
    ],
    [
      "a wrong type",
      action(`${SLUG}/add_book`, { ...BOOK, pages: "9" }),
      "data.pages",
      'pages must be an integer, but is "9".',
    ],
    [
      "an unknown choice",
      action(`${SLUG}/add_book`, { kind: "essay" }),
      "data.kind",
      "data.kind: kind must be",
    ],
    ["an unknown field", action(`${SLUG}/add_book`, { pgaes: 9 }), "data.pgaes", '"pgaes".'],
  ])("is rejected with %s", async (_name, node, field, message) => {
    const found = await problems([start, node]);
    expect(found).toMatchObject([{ node_id: "a", field, message: expect.stringContaining(message) }]);
  });

  test("may have expressions where the input needs other types, beside validated values", async () => {
    const data = {
      title: "{{ input.title }}",
      kind: "{{ input.kind }}",
      pages: "{{ input.n }}",
      tags: ["{{ input.t }}"],
    };
    expect(await problems([start, action(`${SLUG}/add_book`, data)], [], "publish")).toEqual([]);
    const mixed = { ...data, pages: 0, tags: [5] };
    expect(listMessages(await problems([start, action(`${SLUG}/add_book`, mixed)], [], "publish"))).toEqual([
      'Node "a": data.pages: pages must be at least 1, but is 0.',
      'Node "a": data.tags: tags.0 must be a string, but is 5.',
    ]);
  });

  test("of the catalog is known, also among many applications", async () => {
    const names = [
      "github/create_issue",
      "slack/nothing",
      "hubspot/nothing",
      "stripe/nothing",
      "nowhere/nothing",
    ];
    const nodes = names.map((name, index) => ({ ...action(name), id: `a${index}` }));
    const found = await problems([start, ...nodes]);
    expect(found.map(({ node_id }) => node_id)).toEqual(["a1", "a2", "a3", "a4"]);
  });
});

describe("a trigger", () => {
  const define = (name: string, key = server.testKey) =>
    server.request({ method: "POST", url: EVENTS, key, body: { name } });
  beforeAll(async () => {
    await define("book.ordered");
    await define("book.of.production", server.productionKey);
  });

  const starting = (trigger: Omit<WorkflowTrigger, "_id">): NodeInput => ({ ...start, triggers: [trigger] });

  test.each([
    { application: "Junctor", event: "book.ordered" },
    { application: "Junctor", event: "Webhook" },
    { application: "Cobalt", event: "API Call" },
    { application: SLUG, event: "book_added", input: { shelf: "{{ config.shelf }}" } },
  ])("may be %j", async (trigger) => {
    expect(await problems([starting(trigger), http("b")], edges("start>b"), "publish")).toEqual([]);
  });

  test.each<[Omit<WorkflowTrigger, "_id">, string, string]>([
    [
      { application: "shop", event: "sold" },
      "triggers.0.application",
      'triggers.0.application: there is no application "shop"; events of your own have the application "Junctor".',
    ],
    [
      { application: "Junctor", event: "book.lost" },
      "triggers.0.event",
      'triggers.0.event: there is no event "book.lost"; define it first.',
    ],
    [
      { application: "Junctor", event: "book.of.production" },
      "triggers.0.event",
      'triggers.0.event: there is no event "book.of.production"; define it first.',
    ],
    [
      { application: SLUG, event: "book_burnt" },
      "triggers.0.event",
      `triggers.0.event: the application "${SLUG}" has no trigger "book_burnt".`,
    ],
    [
      { application: SLUG, event: "book_added" },
      "triggers.0.input.shelf",
      "triggers.0.input.shelf: shelf is required.",
    ],
  ])("is saved, but not published, as %j", async (trigger, field, message) => {
    expect(await problems([starting(trigger)])).toEqual([]);
    const found = await problems([starting(trigger)], [], "publish");
    expect(found).toMatchObject([{ node_id: "start", field, message: `Node "start": ${message}` }]);
  });

  test("is reported when its event is renamed or deleted after publishing", async () => {
    const key = server.testKey;
    const { body: event } = await define("book.read");
    const nodes = [starting({ application: "Junctor", event: "book.read" })];
    const workflow = { method: "POST", url: WORKFLOWS, key, body: { name: "Reads", nodes } } as const;
    const { _id } = (await server.request(workflow)).body;
    const published = { method: "PUT", url: `${WORKFLOWS}/${_id}/publish`, key } as const;
    expect((await server.request({ ...published, body: { published: true } })).status).toBe(200);
    const errors = async () =>
      (await server.request({ url: `${WORKFLOWS}/${_id}/problems`, key })).body.errors;
    const gone = [{ node_id: "start", field: "triggers.0.event" }];
    const url = `${EVENTS}/${event._id}`;
    expect(await errors()).toEqual([]);
    await server.request({ method: "PUT", url, key, body: { name: "book.finished" } });
    expect(await errors()).toMatchObject(gone);
    await server.request({ method: "PUT", url, key, body: { name: "book.read" } });
    expect(await errors()).toEqual([]);
    await server.request({ method: "DELETE", url, key });
    expect(await errors()).toMatchObject(gone);
  });

  test("is rejected if its input can never match, or refers to something that has not happened yet", async () => {
    const trigger = { application: SLUG, event: "book_added" };
    expect(listMessages(await problems([starting({ ...trigger, input: { shelf: 5 } })]))).toEqual([
      'Node "start": triggers.0.input.shelf: shelf must be a string, but is 5.',
    ]);
    expect(
      listMessages(await problems([starting({ ...trigger, input: { shelf: "{{ input.shelf }}" } })])),
    ).toEqual([
      'Node "start": triggers.0.input.shelf: {{ input.shelf }} is not available in a trigger, which has only config, linked_account, instance_meta_data.',
    ]);
  });
});

test("members of an input are checked with what its references lead to", async () => {
  const properties = { name: { type: "string" } };
  const child = {
    $dynamicAnchor: "node",
    properties: { ...properties, child: { $dynamicRef: "#node" } },
  };
  const alike = { allOf: [{ properties }], properties: { name: { $ref: "#/allOf/0/properties/name" } } };
  for (const schema of [child, alike] as JsonSchema[]) {
    const { members } = createInputChecks(schema);
    expect([await members({ name: "x" }), await members({ name: 1 })]).toEqual([
      undefined,
      "name must be a string, but is 1",
    ]);
  }
  const { members } = createInputChecks(child);
  expect(await members({ child: { name: 1 } })).toBe("child.name must be a string, but is 1");
});
