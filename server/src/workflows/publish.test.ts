import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

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
  test("200: makes version 1 of a new workflow, in place", async () => {
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

  test("200: asked again without anything new changes nothing", async () => {
    const first = await publish((await create())._id);
    expect(await publish(first._id)).toEqual(first);
  });

  test("200: false unpublishes, after which the workflow itself is edited; true makes the next version", async () => {
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
    ["with text instead of true", {}, { published: "true" }, "body.published must be boolean."],
    ["a version while unpublishing", {}, { published: false, version: 1 }, "version can be given only"],
    ["version 0", {}, { published: true, version: 0 }, "body.version"],
  ])("400: %s", async (_name, workflow, body, message) => {
    const made = await create(workflow);
    const reply = await call("PUT", `/${made._id}/publish`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(message);
    expect(await read(made._id)).toEqual(made);
  });

  test("404: a version that there never was", async () => {
    const { _id } = await create();
    const reply = await call("PUT", `/${_id}/publish`, { published: true, version: 7 });
    expect(reply).toMatchObject({ status: 404, body: { message: "Workflow version not found" } });
  });
});

describe("the draft of a published workflow", () => {
  test("is made by the first change of nodes, points back, and leaves the published one alone", async () => {
    const published = await publish((await create({ workflow_alias: "with-draft" }))._id);
    const draft = await change(published._id, { nodes: [START, http("two")], name: "Renamed" });
    expect(draft).toMatchObject({
      associated_public_worklfow: published._id,
      name: "Renamed",
      published: false,
      version: 1,
      workflow_alias: "with-draft",
    });
    expect(draft._id).not.toBe(published._id);
    expect(ids(draft)).toEqual(["start", "two"]);
    expect(await read(published._id)).toEqual(published);
    expect(await change(published._id, { edges: [] })).toMatchObject({ _id: draft._id });
  });

  test("is made by /edit and is the same one from then on; an unpublished workflow is its own", async () => {
    const { _id } = await create();
    expect((await call("GET", `/${_id}/edit`)).body._id).toBe(_id);
    await publish(_id);
    const draft = (await call("GET", `/${_id}/edit`)).body;
    expect(draft).toMatchObject({ associated_public_worklfow: _id, published: false });
    expect((await call("GET", `/${_id}/edit`)).body).toEqual(draft);
    expect((await call("GET", `/${draft._id}/edit`)).body).toEqual(draft);
  });

  test.each(["the draft's id", "the workflow's own id"])(
    "is published by %s: its content becomes the next version of the workflow, and it is gone",
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

  test("does not undo what was changed in place meanwhile", async () => {
    const { _id } = await publish((await create())._id);
    const draft = await change(_id, { nodes: [START] });
    const renamed = await change(_id, { name: "In place", autoEnable: true, index_order: 4 });
    expect(renamed).toMatchObject({ _id, published: true, name: "In place" });
    expect(await publish(draft._id)).toMatchObject({ name: "In place", autoEnable: true, index_order: 4 });
  });

  test("is available where its workflow is", async () => {
    const { _id } = await publish((await create())._id);
    const draft = await change(_id, { nodes: [START] });
    const both = ["test", "production"];
    await change(draft._id, { workflow_environment: both });
    for (const id of [_id, draft._id]) expect((await read(id)).workflow_environment).toEqual(both);
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

  test("is thrown away by deleting it, and the workflow stays", async () => {
    const published = await publish((await create())._id);
    const draft = await change(published._id, { nodes: [START] });
    expect((await call("DELETE", `/${draft._id}`)).status).toBe(200);
    expect(await read(published._id)).toEqual(published);
  });

  test("is made once, however many change the workflow at the same time", async () => {
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

  test("200: an earlier one is published again under its number, and the next one counts on", async () => {
    const { _id } = await publish((await create())._id);
    await publish((await change(_id, { nodes: [START, http("two")], data_slots: [{ id: "x" }] }))._id);
    const again = await publish(_id, { published: true, version: 1 });
    expect(again).toMatchObject({ _id, published: true, version: 1, data_slots: [] });
    expect(ids(again)).toEqual(["start", "one"]);
    expect(await publish((await change(_id, { nodes: [START] }))._id)).toMatchObject({ version: 3 });
  });

  test("200: publishing an earlier one keeps a draft, and unpublished work as a draft", async () => {
    const { _id } = await publish((await create())._id);
    await publish(_id, { published: false });
    const work = await change(_id, { nodes: [START, http("work")] });
    expect(ids(await publish(_id, { published: true, version: 1 }))).toEqual(["start", "one"]);
    const draft = (await call("GET", `/${_id}/edit`)).body;
    expect(draft).toMatchObject({ associated_public_worklfow: _id, nodes: work.nodes });
    await publish(_id, { published: true, version: 1 });
    expect(await read(draft._id)).toEqual(draft);
  });
});
