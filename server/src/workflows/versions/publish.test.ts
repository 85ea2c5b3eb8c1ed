import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = server.testKey;
});
afterAll(() => server.close());

const URL = "/api/v2/public/workflow";
const START = { id: "start", type: "start" };
const http = (id: string) => ({ id, type: "http", data: { url: `https://example.com/${id}` } });

const call = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  server.request({ method, url: `${URL}${path}`, key, body });
const create = async (body: object = {}) =>
  (await call("POST", "", { name: "Sync", nodes: [START, http("one")], ...body })).body;
const publish = async (id: string, body: object = { published: true }) =>
  (await call("PUT", `/${id}/publish`, body)).body;
const change = async (id: string, body: object) => (await call("PUT", `/${id}`, body)).body;
const read = async (id: string) => (await call("GET", `/${id}`)).body;
const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

describe("publishing", () => {
  test("200: creates version 1 of a new workflow, in place", async () => {
    const made = await create();
    const published = await publish(made._id);
    expect(published).toMatchObject({
      _id: made._id,
      published: true,
      version: 1,
      nodes: made.nodes,
      __v: 1,
    });
  });

  test("200: repeated without changes does nothing", async () => {
    const first = await publish((await create())._id);
    expect(await publish(first._id)).toEqual(first);
  });

  test("200: false unpublishes, after which the workflow itself is edited; true creates the next version", async () => {
    const { _id } = await publish((await create())._id);
    expect(await publish(_id, { published: false })).toMatchObject({ published: false, version: 1 });
    const changed = await change(_id, { nodes: [START, http("two")] });
    expect(changed).toMatchObject({ _id, published: false, associated_public_worklfow: "" });
    expect(await publish(_id)).toMatchObject({ published: true, version: 2, nodes: changed.nodes });
  });

  test.each<[string, object, object, string]>([
    ["without a start node", { nodes: [] }, { published: true }, "nodes: a workflow needs a start node"],
    [
      "with an unfinished node",
      { nodes: [START, { id: "call", type: "http" }] },
      { published: true },
      'Node "call": data.url is required.',
    ],
    ["without saying whether", {}, {}, "published is required in the body."],
    ["with text instead of true", {}, { published: "true" }, "body.published must be true or false."],
    ["a version while unpublishing", {}, { published: false, version: 1 }, "version can be given only"],
    ["version 0", {}, { published: true, version: 0 }, "body.version"],
  ])("400: %s", async (_name, workflow, body, message) => {
    const made = await create(workflow);
    const reply = await call("PUT", `/${made._id}/publish`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(message);
    expect(await read(made._id)).toEqual(made);
  });

  test.each<[string, object, string]>([
    ["code without code", { type: "ai_code_executor" }, "data.code is required: it is the code to run."],
    [
      "a prompt of which no code was written",
      { type: "ai_code_executor", data: { prompt: "Add the numbers." } },
      "data.code is required: none was generated from data.prompt",
    ],
    [
      "a put without fields",
      { data: { operation: "put", name: "n" } },
      "data.fields is required by the operation put.",
    ],
    [
      "a get without an id",
      { data: { operation: "get", name: "n" } },
      "data.record_id is required by the operation get.",
    ],
    [
      "a delete without an id",
      { data: { operation: "delete", name: "n" } },
      "data.record_id is required by the operation delete.",
    ],
    [
      "a query for nothing",
      { data: { operation: "query", name: "n", equals: {} } },
      "data.match or data.equals is required by the operation query.",
    ],
    [
      "a call of a workflow that there is not",
      { type: "sub_flow", data: { workflow: "65f0a1b2c3d4e5f6a7b8c9d0" } },
      'data.workflow: there is no workflow "65f0a1b2c3d4e5f6a7b8c9d0"; give the id or the alias of one.',
    ],
  ])("400: %s, with the node's id and name", async (_what, node, message) => {
    const nodes = [START, { id: "n1", name: "Keep", type: "datastore", ...node }];
    const made = await create({ nodes });
    expect(await publish(made._id)).toMatchObject({
      status_code: 400,
      message: expect.stringContaining(`Node "n1" (Keep): ${message}`),
      errors: [{ node_id: "n1", field: expect.stringMatching(/^data\.\w+$/) }],
    });
  });

  test("200: values that only an expression provides, and calls of existing workflows", async () => {
    const made = await create();
    const nodes = [
      START,
      { id: "put", type: "datastore", data: { operation: "put", name: "n", fields: "{{ input.all }}" } },
      { id: "any", type: "datastore", data: { operation: "{{ input.what }}", name: "n" } },
      { id: "call", type: "sub_flow", data: { workflow: made._id } },
      { id: "late", type: "sub_flow", data: { workflow: "{{ input.workflow }}" } },
    ];
    const caller = await create({ nodes });
    expect(await publish(caller._id)).toMatchObject({ published: true });
  });

  test("400: all problems are reported at once, as they are without publishing", async () => {
    const lost = { id: "two", type: "http", data: { url: "{{ node.ghost.body }}" } };
    const unfinished = { id: "call", type: "http" };
    const made = await create({ nodes: [unfinished, { id: "act", type: "action" }] });
    const reply = await call("PUT", `/${made._id}/publish`, { published: true });
    expect(reply.body).toMatchObject({
      message: 'Node "call": data.url is required.',
      errors: [
        { node_id: "call", edge_id: null, field: "data.url", message: 'Node "call": data.url is required.' },
        { node_id: null, field: "nodes" },
        { node_id: "act", field: "action" },
      ],
    });
    const problems = await call("GET", `/${made._id}/problems`);
    expect(problems).toMatchObject({ status: 200, body: { errors: reply.body.errors } });
    const saved = await call("PUT", `/${made._id}`, { nodes: [START, lost] });
    expect(saved.body).toMatchObject({ status_code: 400, errors: [{ node_id: "two", field: "data.url" }] });
    expect(await read(made._id)).toEqual(made);
    expect((await call("GET", `/${(await create())._id}/problems`)).body).toEqual({ errors: [] });
  });

  test("404: an unknown version", async () => {
    const { _id } = await create();
    const reply = await call("PUT", `/${_id}/publish`, { published: true, version: 7 });
    expect(reply).toMatchObject({ status: 404, body: { message: "Workflow version not found" } });
  });
});

describe("the draft of a published workflow", () => {
  test("is created by the first change of nodes, refers to its workflow, and leaves the published one unchanged", async () => {
    const published = await publish((await create({ workflow_alias: "with-draft" }))._id);
    const draft = await change(published._id, { nodes: [START, http("two")] });
    expect(draft).toMatchObject({
      associated_public_worklfow: published._id,
      published: false,
      version: 1,
      workflow_alias: "with-draft",
    });
    expect(draft._id).not.toBe(published._id);
    expect(ids(draft)).toEqual(["start", "two"]);
    expect(await read(published._id)).toEqual(published);
    expect(await change(published._id, { edges: [] })).toMatchObject({ _id: draft._id });
  });

  test("contains everything that is published; an alias in the same request changes at once", async () => {
    const published = await publish((await create({ workflow_alias: "before" }))._id);
    const others = {
      name: "Renamed",
      autoEnable: true,
      index_order: 2,
      hide_in_config: true,
      icon: "/i.svg",
    };
    const draft = await change(published._id, {
      ...others,
      nodes: [START],
      edges: [],
      settings: { timeout: 5 },
      data_slots: [],
      workflow_alias: "renamed",
    });
    expect(draft).toMatchObject({
      ...others,
      workflow_alias: "renamed",
      associated_public_worklfow: published._id,
    });
    expect(await read("renamed")).toEqual({ ...published, workflow_alias: "renamed", __v: 2 });
    expect((await call("GET", "/before")).status).toBe(404);
    expect(await publish(published._id)).toMatchObject({ ...others, settings: { timeout: 5 } });
  });

  test("contains the application too: it determines what runs and for whom", async () => {
    const { _id } = await publish((await create({ slug: "github" }))._id);
    const draft = await change(_id, { slug: "slack" });
    expect(draft).toMatchObject({
      associated_public_worklfow: _id,
      associated_application: { slug: "slack" },
    });
    expect((await read(_id)).associated_application.slug).toBe("github");
    expect((await publish(_id)).associated_application.slug).toBe("slack");
    expect(await change(_id, { slug: "slack" })).toMatchObject({ _id, published: true });
  });

  test("is rejected if its actions do not belong to its new application", async () => {
    const act = { id: "act", type: "action", action: "create_issue" };
    const { _id } = await create({ slug: "github", nodes: [START, act] });
    const reply = await call("PUT", `/${_id}`, { slug: "slack" });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('Node "act"')]);
    expect((await read(_id)).associated_application.slug).toBe("github");
  });

  test("keeps changes made by its own id to itself until it is published", async () => {
    const published = await publish((await create())._id);
    const draft = await change(published._id, { nodes: [START] });
    expect(await change(draft._id, { name: "Later" })).toMatchObject({ _id: draft._id, name: "Later" });
    expect(await read(published._id)).toEqual(published);
  });

  test("is created by /edit and reused from then on; an unpublished workflow is its own draft", async () => {
    const { _id } = await create();
    expect((await call("GET", `/${_id}/edit`)).body._id).toBe(_id);
    await publish(_id);
    const draft = (await call("GET", `/${_id}/edit`)).body;
    expect(draft).toMatchObject({ associated_public_worklfow: _id, published: false });
    expect((await call("GET", `/${_id}/edit`)).body).toEqual(draft);
    expect((await call("GET", `/${draft._id}/edit`)).body).toEqual(draft);
  });

  test.each(["the draft's id", "the workflow's own id"])(
    "is published by %s: its content becomes the workflow's next version, and the draft is deleted",
    async (by) => {
      const { _id } = await publish((await create())._id);
      const draft = await change(_id, { nodes: [START, http("two")], settings: { timeout: 5 } });
      await change(draft._id, { name: "Second" });
      const next = await publish(by === "the draft's id" ? draft._id : _id);
      expect(next).toMatchObject({
        _id,
        name: "Second",
        published: true,
        version: 2,
        settings: { timeout: 5 },
      });
      expect(ids(next)).toEqual(["start", "two"]);
      expect((await call("GET", `/${draft._id}`)).status).toBe(404);
    },
  );

  test("is the same one, whichever id a change names", async () => {
    const { _id } = await publish((await create())._id);
    const draft = await change(_id, { nodes: [START] });
    const renamed = await change(_id, { name: "Later", autoEnable: true, index_order: 4 });
    expect(renamed).toMatchObject({ _id: draft._id, name: "Later", nodes: draft.nodes });
    expect(await publish(draft._id)).toMatchObject({ name: "Later", autoEnable: true, index_order: 4 });
  });

  test("becomes the workflow when that is unpublished, so that no work is lost", async () => {
    const { _id } = await publish((await create())._id);
    const draft = await change(_id, { nodes: [START, http("two")] });
    expect(await publish(_id, { published: false })).toMatchObject({
      _id,
      published: false,
      nodes: draft.nodes,
    });
    expect((await call("GET", `/${draft._id}`)).status).toBe(404);
  });

  test("is discarded by deleting it, and the workflow stays", async () => {
    const published = await publish((await create())._id);
    const draft = await change(published._id, { nodes: [START] });
    expect((await call("DELETE", `/${draft._id}`)).status).toBe(200);
    expect(await read(published._id)).toEqual(published);
  });

  test("is created once, however many concurrent changes there are", async () => {
    const { _id } = await publish((await create())._id);
    const drafts = await Promise.all([1, 2, 3, 4].map((n) => change(_id, { nodes: [START, http(`n${n}`)] })));
    expect(new Set(drafts.map((draft) => draft._id)).size).toBe(1);
  });
});

describe("versions", () => {
  test("200: are listed newest first with their content, by the workflow's id or its draft's", async () => {
    const { _id } = await publish((await create())._id);
    const first = await publish((await change(_id, { nodes: [START, http("two")] }))._id);
    const draft = await change(_id, { nodes: [START] });
    for (const id of [_id, draft._id]) {
      const { status, body } = await call("GET", `/versions/${id}?limit=5`);
      expect(status).toBe(200);
      expect(body.docs.map(({ version, published }: typeof first) => [version, published])).toEqual([
        [2, true],
        [1, false],
      ]);
      expect(body.docs.map(ids)).toEqual([
        ["start", "two"],
        ["start", "one"],
      ]);
      expect(body.docs[0]).toMatchObject({ _id, name: "Sync" });
      expect(body.workflows).toEqual(body.docs);
      expect(body).toMatchObject({ totalDocs: 2, limit: 5, totalPages: 1 });
    }
    expect((await call("GET", `/versions/${(await create())._id}`)).body.docs).toEqual([]);
  });

  test("200: an earlier one is republished under its number, and the next one counts on", async () => {
    const { _id } = await publish((await create())._id);
    await publish((await change(_id, { nodes: [START, http("two")], data_slots: [{ id: "x" }] }))._id);
    const again = await publish(_id, { published: true, version: 1 });
    expect(again).toMatchObject({ _id, published: true, version: 1, data_slots: [] });
    expect(ids(again)).toEqual(["start", "one"]);
    expect(await publish((await change(_id, { nodes: [START] }))._id)).toMatchObject({ version: 3 });
  });

  test("200: publishing an earlier one keeps the draft, and turns unpublished work into a draft", async () => {
    const { _id } = await publish((await create())._id);
    await publish(_id, { published: false });
    const work = await change(_id, { nodes: [START, http("work")] });
    expect(ids(await publish(_id, { published: true, version: 1 }))).toEqual(["start", "one"]);
    const draft = (await call("GET", `/${_id}/edit`)).body;
    expect(draft).toMatchObject({ associated_public_worklfow: _id, nodes: work.nodes });
    await publish(_id, { published: true, version: 1 });
    expect(await read(draft._id)).toEqual(draft);
  });

  test("200: restoring an earlier one replaces the draft's content", async () => {
    const { _id } = await publish((await create())._id);
    await publish((await change(_id, { nodes: [START, http("two")], settings: { timeout: 9 } }))._id);
    const draft = await change(_id, { nodes: [START], name: "Renamed" });
    const restored = await call("POST", `/${_id}/restore`, { version: 1 });
    expect(restored).toMatchObject({
      status: 200,
      body: {
        _id: draft._id,
        associated_public_worklfow: _id,
        published: false,
        name: "Renamed",
        settings: {},
      },
    });
    expect(ids(restored.body)).toEqual(["start", "one"]);
    expect(ids(await read(_id))).toEqual(["start", "two"]);
    expect(await publish(_id)).toMatchObject({ version: 3, nodes: restored.body.nodes });
  });

  test("200: restoring creates a draft if there is none; in an unpublished workflow, it changes the workflow itself", async () => {
    const { _id } = await publish((await create())._id);
    const made = (await call("POST", `/${_id}/restore`, { version: 1 })).body;
    expect(made).toMatchObject({ associated_public_worklfow: _id });
    await publish(_id, { published: false });
    await change(_id, { nodes: [START] });
    const restored = (await call("POST", `/${_id}/restore`, { version: 1 })).body;
    expect(restored).toMatchObject({ _id, published: false, version: 1 });
    expect(ids(restored)).toEqual(["start", "one"]);
  });

  test("404 and 400: an unknown version; an invalid one", async () => {
    const { _id } = await publish((await create())._id);
    const restore = (body: object) => call("POST", `/${_id}/restore`, body);
    expect(await restore({ version: 2 })).toMatchObject({
      status: 404,
      body: { message: "Workflow version not found" },
    });
    for (const body of [{}, { version: 0 }, { version: "1" }]) expect((await restore(body)).status).toBe(400);
    expect((await call("GET", `/${_id}/edit`)).body.nodes).toHaveLength(2);
  });
});
