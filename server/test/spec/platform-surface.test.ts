import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../test-server.ts";
import { echoWorkflow, publish } from "./records.ts";
import { HEX_ID, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const EVENT = "order.placed";
const RUN = { order: 7, nested: { list: [1, "a", null] } };

let server: SpecServer;
let key: string;
let token: string;
let workflow: string;
beforeAll(async () => {
  server = await startSpecServer();
  server.work();
  key = server.testKey;
  token = await server.account("acme");
  await expectOk(post("/api/v2/public/application/event", { name: EVENT }));
  workflow = (await publish(server, { key }, echoWorkflow(EVENT, { workflow_alias: "echo" })))._id;
});
afterAll(() => server.close());

const post = (path: string, body?: unknown, more: object = {}) =>
  server.call({ method: "POST", path, key, ...(body !== undefined && { body }), ...more });
const execution = (id: string, who: object = { key }) =>
  server.call({ path: `/api/v2/public/execution/${id}`, ...who });

/** Waits for the end of the execution. */
const ended = (id: string) =>
  eventually(async () => {
    const body = await expectOk(execution(id));
    return body.status !== "RUNNING" && body;
  });

describe("platform-surface 1.2: an event starts the workflows that name it", () => {
  test.each([
    "/api/v2/public/event",
    "/api/v2/public/event/trigger",
    "/api/v1/event/trigger",
    "/api/v2/public/event/sendgrid",
  ])("POST %s, account in the header, body or token", async (path) => {
    const body = { event: EVENT, payload: RUN };
    const expected = { status: 200, body: { message: "Webhook Fired Success" } };
    expect(await post(path, body, { account: "acme" })).toMatchObject(expected);
    expect(await post(path, { ...body, linked_account_id: "acme" })).toMatchObject(expected);
    expect(await post(path, body, { key: undefined, token })).toMatchObject(expected);
    expect(await post(path, { trigger: EVENT }, { account: "acme" })).toMatchObject(expected);
  });

  test("the run gets the payload, and its execution is recorded", async () => {
    const reply = await expectOk(
      post("/api/v2/public/event", { event: EVENT, payload: RUN }, { account: "acme" }),
    );
    const received = await expectOk(
      server.call({ path: `/api/v2/public/event/received/${reply.event_id}`, key }),
    );
    expect(received).toMatchObject({ event: EVENT, linked_account_id: "acme", payload: RUN, matched: 1 });
    const run = await ended(received.executions[0]._id);
    expect(run).toMatchObject({
      status: "COMPLETED",
      name: `Execution for workflow ${workflow}`,
      org_id: server.orgId,
      environment: "test",
      linked_account_id: "acme",
      config_id: "acme",
      associated_workflow: { _id: workflow, name: "Echo" },
      trigger_application_event: EVENT,
      type_of_execution: "ASYNC",
      completion_percentage: 100,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    });
    expect(run.nodes.map((node: { node_status: string }) => node.node_status)).toEqual([
      "Success",
      "Success",
    ]);
  });

  test("404 INVALID_EVENT for an unknown event, 400 without an event or an account", async () => {
    const path = "/api/v2/public/event/trigger";
    const unknown = await post(path, { event: "no.such" }, { account: "acme" });
    expect(unknown).toMatchObject({ status: 404, body: { error_code: "INVALID_EVENT" } });
    expect((await post(path, {}, { account: "acme" })).status).toBe(400);
    expect((await post(path, { event: EVENT })).body.message).toBe("linked_account_id is required");
    expect((await post(path, { event: EVENT, linked_account_id: "nobody" })).status).toBe(400);
    expect((await post(path, { event: 5 }, { account: "acme" })).status).toBe(400);
  });

  test("a session token sends events only for its own account", async () => {
    await server.account("victim");
    const path = "/api/v2/public/event/trigger";
    const body = { event: EVENT, linked_account_id: "victim" };
    const reply = await expectOk(server.call({ method: "POST", path, token, account: "victim", body }));
    const received = `/api/v2/public/event/received/${reply.event_id}`;
    expect((await server.call({ path: received, key })).body.linked_account_id).toBe("acme");
  });
});

describe("platform-surface 1.2: a workflow is executed by its id or alias", () => {
  test.each(["/api/v1/workflow", "/api/v2/public/workflow"])("%s/:id/execute", async (base) => {
    const started = await expectOk(post(`${base}/${workflow}/execute`, RUN, { account: "acme" }));
    expect(started.execution_id).toEqual(HEX_ID);
    expect(started).not.toHaveProperty("return_value");
    const headers = { sync_execution: "true", slug: "" };
    const sync = await expectOk(post(`${base}/echo/execute`, RUN, { account: "acme", headers }));
    expect(sync).toMatchObject({ execution_id: HEX_ID, return_value: RUN });
    const run = await expectOk(execution(sync.execution_id));
    expect(run).toMatchObject({ type_of_execution: "SYNC", trigger_application_event: "API Call" });
  });

  test.each([[undefined], [[1, 2]], ["text"], [0], [false]])(
    "the body is the payload itself: %j",
    async (body) => {
      const headers = { sync_execution: "true", "content-type": "application/json" };
      const reply = await post("/api/v1/workflow/echo/execute", body, { account: "acme", headers });
      expect(reply.body.return_value).toEqual(body ?? {});
    },
  );

  test("the run's result can be read later", async () => {
    const { execution_id } = await expectOk(post("/api/v1/workflow/echo/execute", RUN, { account: "acme" }));
    await ended(execution_id);
    const path = `/api/v1/execution/${execution_id}/response`;
    expect((await server.call({ path, key })).body).toEqual({ status: "COMPLETED", response: RUN });
  });

  test("404 for a workflow that is unpublished, unknown, or another account's", async () => {
    const draft = await expectOk(post("/api/v2/public/workflow", { name: "Draft" }));
    const other = await server.account("other");
    const own = await publish(server, { token: other }, echoWorkflow("API Call"));
    for (const id of [draft._id, UNKNOWN_ID, "no-alias", own._id])
      expect((await post(`/api/v1/workflow/${id}/execute`, {}, { account: "acme" })).status, id).toBe(404);
  });
});

describe("platform-surface 3.5: the list of executions", () => {
  const list = (query: string, who: object = { key }) =>
    server.call({ path: `/api/v2/public/execution${query}`, ...who });

  test("is newest first, in docs beside the page envelope, without nodes", async () => {
    const body = await expectOk(list("?limit=3"));
    expect(body).toMatchObject({ limit: 3, page: 1, hasNextPage: true });
    const ids = body.docs.map(({ _id }: { _id: string }) => _id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(body.docs[0]).not.toHaveProperty("nodes");
  });

  test("shows a session token and a named account only that account's", async () => {
    const stranger = await server.account("stranger");
    expect((await expectOk(list("", { token: stranger }))).docs).toEqual([]);
    expect((await expectOk(list("", { key, account: "stranger" }))).docs).toEqual([]);
    const [{ _id }] = (await expectOk(list("", { token }))).docs;
    expect((await execution(_id, { token })).status).toBe(200);
    expect((await execution(_id, { token: stranger })).status).toBe(404);
    expect((await execution(_id, { key: server.productionKey })).status).toBe(404);
  });

  test("applies its filters, and rejects invalid ones with a 400", async () => {
    const count = async (query: string) => (await expectOk(list(query))).totalDocs;
    expect(await count(`?workflow_id=${workflow}&execution_source=API_CALL`)).toBeGreaterThan(0);
    expect(await count("?execution_source=Schedule")).toBe(0);
    expect(await count("?status=TIMED_OUT")).toBe(0);
    expect(await count("?workflow_name=ech&execution_type=SYNC")).toBeGreaterThan(0);
    expect(await count("?end_date=2020-01-01")).toBe(0);
    for (const wrong of [
      "status=done",
      "start_date=never",
      "execution_type=both",
      "sortAsc=maybe",
      "limit=x",
    ])
      expect((await list(`?${wrong}`)).status, wrong).toBe(400);
  });
});

describe("platform-surface 2.4: transport", () => {
  const accounts = "/api/v2/public/linked-account";

  test.each(["/", "?", "/?", "?unknown=1"])("the address may end in %s", async (end) => {
    expect((await server.call({ path: `${accounts}/acme${end}`, key })).status).toBe(200);
  });

  test("GET and DELETE may come with a JSON body or with the content type alone", async () => {
    await server.account("sent-with-body");
    const headers = { "content-type": "application/json" };
    expect((await server.call({ path: `${accounts}/acme`, key, headers })).status).toBe(200);
    expect((await server.call({ path: `${accounts}/acme`, key, body: { a: 1 } })).status).toBe(200);
    const path = `${accounts}/sent-with-body`;
    expect((await server.call({ method: "DELETE", path, key, body: {} })).status).toBe(200);
  });

  test("an id with a raw @ and an escaped one name the same account", async () => {
    await server.account("user@example.com");
    for (const id of ["user@example.com", "user%40example.com"])
      expect((await server.call({ path: `${accounts}/${id}`, key })).body.account_id).toBe(
        "user@example.com",
      );
  });

  test("a browser's preflight is answered for every method and header that clients use", async () => {
    const asked = "authorization,content-type,slug,sync_execution,config_id,linked_account_id,x-api-key";
    const reply = await server.callUnchecked({
      method: "OPTIONS",
      path: accounts,
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": asked,
      },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers["access-control-allow-origin"]).toBe("*");
    for (const name of asked.split(","))
      expect(reply.headers["access-control-allow-headers"]).toContain(name);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
      expect(reply.headers["access-control-allow-methods"]).toContain(method);
  });
});
