import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createWorkflowCalls, type TestCredential, URL } from "./test-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { create, change, read, publish } = createWorkflowCalls(() => server);

const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.created" }] };
const HTTP = { id: "call", type: "http", data: { url: "https://example.com/" } };
const EDGE = { id: "e1", source: "start", target: "call" };

describe("reading, changing and deleting a workflow", () => {
  test("200: the organization's for its keys and its accounts; an account's own for it and for a key that names it", async () => {
    const [key, token] = [server.testKey, await server.account("reader")];
    const shared = (await create({ key })).body._id;
    for (const as of [{ key }, { key, account: "reader" }])
      expect((await read(as, shared)).body._id).toBe(shared);
    // Until it is published it is a draft, which accounts are not shown.
    expect((await read({ token }, shared)).status).toBe(404);
    await server.request({ method: "PUT", url: `${URL}/${shared}/publish`, key, body: { published: true } });
    expect((await read({ token }, shared)).body._id).toBe(shared);
    const own = (await create({ token })).body._id;
    for (const as of [{ token }, { key, account: "reader" }])
      expect((await read(as, own)).body._id).toBe(own);
    expect((await read({ key }, own)).status).toBe(404);
  });

  test("404: other organizations', environments' and accounts' workflows, and odd ids, by every route", async () => {
    const [key, token, stranger] = [server.testKey, await server.account("one"), await server.account("two")];
    const shared = (await create({ key })).body._id;
    const own = (await create({ token })).body._id;
    const elsewhere = await server.organization();
    const cases: [TestCredential, string][] = [
      [{ key: server.productionKey }, shared],
      [{ key: elsewhere.testKey }, shared],
      [{ token: await server.account("three", elsewhere.testKey) }, shared],
      [{ token: stranger }, own],
      [{ key, account: "two" }, own],
      [{ key }, own],
      [{ key }, "0".repeat(24)],
      [{ key }, "__proto__"],
      [{ key }, "%F0%9F%92%A9"],
    ];
    const missing = (await read({ key }, "unknown")).body;
    for (const [as, id] of cases) {
      const replies = [
        await read(as, id),
        await read(as, `${id}/edit`),
        await read(as, `versions/${id}`),
        await change(as, id, { name: "Taken over" }),
        await publish(as, id, { published: false }),
        // A production key brings workflows of test to production by publishing them.
        ...(as.key === server.productionKey ? [] : [await publish(as, id)]),
        await server.request({ method: "DELETE", url: `${URL}/${id}`, ...as }),
      ];
      for (const { status, body } of replies) {
        expect(status).toBe(404);
        expect({ ...body, request_id: "" }).toEqual({ ...missing, request_id: "" });
      }
    }
    expect((await read({ key }, shared)).body).toMatchObject({
      name: "Sync orders",
      published: false,
      __v: 0,
    });
  });

  test("403: a session token may read but never change the organization's workflow", async () => {
    const [key, token] = [server.testKey, await server.account("curious")];
    const { body } = await create({ key });
    await publish({ key }, body._id);
    const before = await read({ token }, body._id);
    const replies = [
      await change({ token }, body._id, { name: "Mine now" }),
      await change({ token }, body._id, { nodes: [] }),
      await read({ token }, `${body._id}/edit`),
      await publish({ token }, body._id, { published: false }),
      await server.request({ method: "DELETE", url: `${URL}/${body._id}`, token }),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 403,
        body: { error_code: "FORBIDDEN", http_error_type: "FORBIDDEN" },
      });
      expect(reply.headers["retry-after"]).toBeUndefined();
    }
    expect((await read({ token }, body._id)).body).toEqual(before.body);
  });

  test("401: every route refuses a request without a valid credential", async () => {
    const id = (await create({ key: server.testKey })).body._id;
    for (const as of [{}, { key: "tk_wrong" }, { token: "wrong" }]) {
      const replies = [
        await read(as, id),
        await read(as, `${id}/edit`),
        await read(as, `versions/${id}`),
        await change(as, id, { name: "x" }),
        await publish(as, id),
        await server.request({ method: "DELETE", url: `${URL}/${id}`, ...as }),
      ];
      for (const { status } of replies) expect(status).toBe(401);
    }
  });

  test("200: a change sets the given fields and keeps the rest; __v and updatedAt grow", async () => {
    const key = server.testKey;
    const { body } = await create({ key }, { description: "Old", workflow_alias: "changing" });
    const changed = await change({ key }, body._id, { name: "New", workflow_alias: null, slug: "stripe" });
    expect(changed.body).toMatchObject({
      name: "New",
      description: "Old",
      workflow_alias: null,
      associated_application: { slug: "stripe" },
      createdAt: body.createdAt,
      __v: 1,
    });
    expect((await change({ key }, body._id, {})).body).toEqual(changed.body);
    expect((await change({ key }, body._id, { slug: "" })).body.associated_application.slug).toBe("");
  });

  test("200: an account changes its own workflow", async () => {
    const token = await server.account("owner");
    const { body } = await create({ token });
    expect((await change({ token }, body._id, { name: "Mine" })).body.name).toBe("Mine");
    expect((await publish({ token }, body._id)).body).toMatchObject({ published: true, version: 1 });
  });

  test("400: an invalid change names node and field, and changes nothing", async () => {
    const key = server.testKey;
    const { body } = await create({ key }, { nodes: [START, HTTP], edges: [EDGE] });
    const bodies = [
      { name: "x", nodes: [START] },
      { edges: [{ ...EDGE, source: "nowhere" }] },
      { slug: "unknown" },
      [],
    ];
    for (const bad of bodies) expect((await change({ key }, body._id, bad)).status).toBe(400);
    expect((await change({ key }, body._id, { nodes: [START] })).body.message).toBe(
      'Edge "e1": target "call" is not the id of a node here, and the edge leaves node "start": name an existing node, or remove the edge.',
    );
    expect((await read({ key }, body._id)).body).toEqual(body);
  });

  test("200: DELETE removes the workflow and its draft, but keeps what its runs refer to", async () => {
    const key = server.testKey;
    const { body } = await create({ key });
    await publish({ key }, body._id);
    const draft = (await read({ key }, `${body._id}/edit`)).body._id;
    expect(await server.request({ method: "DELETE", url: `${URL}/${body._id}`, key })).toMatchObject({
      status: 200,
      body: { message: expect.any(String), successfullyDeletedTriggers: true },
    });
    for (const id of [body._id, draft]) expect((await read({ key }, id)).status).toBe(404);
    expect(await readVersionOf(body._id)).toMatchObject({ nodes: [{ id: "start" }] });
  });

  test("200: deleting an account deletes its workflows with their versions", async () => {
    const token = await server.account("leaving");
    const { body } = await create({ token });
    await publish({ token }, body._id);
    await server.request({
      method: "DELETE",
      url: "/api/v2/public/linked-account/leaving",
      key: server.testKey,
    });
    expect(await readVersionOf(body._id)).toBeUndefined();
  });
});

function readVersionOf(workflowId: string) {
  return server.deps.db
    .selectFrom("workflow_versions")
    .select("nodes")
    .where("workflow_id", "=", workflowId)
    .executeTakeFirst();
}
