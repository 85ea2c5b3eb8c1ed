import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { startTestServer, type TestRequest } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { countChanges } from "../../statistics/fold.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { createDraftTester, edges, nodeOf, START, transform } from "./test-drafts.ts";

const server = forAllTests(() => startTestServer());
const { draft, tryDraft, tested, executed } = createDraftTester(server);
let token: string;
beforeAll(async () => {
  server.work();
  token = await server.account("acme");
  await server.account("other");
});

const listed = async (query: string, more: Partial<TestRequest> = { key: server.testKey }) => {
  const { body } = await server.request({ url: `/api/v2/public/execution?${query}`, ...more });
  return body.docs.map(({ id }: { id: string }) => id);
};

describe("what a test runs", () => {
  test("200: a draft that was never published, with the given input, marked as a test of version 0", async () => {
    const id = await draft({ nodes: [transform("twice", { n: "{{ input.n * 2 }}" })] });
    const execution = await tested(id, { input: { n: 4 } });
    expect(execution).toMatchObject({ status: "COMPLETED", is_test: true, workflow_version: 0 });
    expect(nodeOf(execution, "twice").latest_output).toEqual({ body: { n: 8 } });
  });

  test("200: the draft of a published workflow, by either id, while the published version continues unchanged", async () => {
    const id = await publishTestWorkflow(server, {
      nodes: [transform("say", { text: "published" })] as never,
    });
    const { body: edited } = await server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${id}`,
      key: server.testKey,
      body: { nodes: [START, transform("say", { text: "draft" })], edges: edges("start>say") },
    });
    for (const one of [id, edited._id])
      expect(nodeOf(await tested(one), "say").latest_output).toEqual({ body: { text: "draft" } });
    const execution = await executed(id);
    expect(execution).toMatchObject({ workflow_version: 1 });
    expect(execution).not.toHaveProperty("is_test");
    expect(nodeOf(execution, "say").latest_output).toEqual({ body: { text: "published" } });
    const versions = await server.request({
      url: `/api/v2/public/workflow/versions/${id}`,
      key: server.testKey,
    });
    expect(versions.body.docs).toHaveLength(1);
  });

  test("200: nodes and edges of the body instead of the stored ones, which stay unchanged", async () => {
    const id = await draft({ nodes: [transform("say", { text: "stored" })] });
    const nodes = [START, transform("other", { text: "{{ input.text }}" })];
    const execution = await tested(id, { nodes, edges: edges("start>other"), input: { text: "given" } });
    expect(nodeOf(execution, "other").latest_output).toEqual({ body: { text: "given" } });
    const stored = await server.request({ url: `/api/v2/public/workflow/${id}`, key: server.testKey });
    expect(stored.body.nodes.map((node: { id: string }) => node.id)).toEqual(["start", "say"]);
  });

  test("200: with sync_execution the result is returned", async () => {
    const id = await draft({ nodes: [transform("say", { text: "done" })] });
    const reply = await tryDraft(id, {}, { headers: { sync_execution: "true" } });
    expect(reply.body).toMatchObject({ return_value: { text: "done" }, errored: false, status_code: 200 });
  });

  test("200: up to a node, without later or parallel nodes", async () => {
    const id = await draft({
      nodes: ["a", "b", "c", "beside"].map((name) => transform(name, { name })),
      edges: edges("start>a", "a>b", "b>c", "start>beside"),
    });
    const { nodes, status } = await tested(id, { until: "b" });
    expect(status).toBe("COMPLETED");
    expect(nodes.map((node: { node_status: string }) => node.node_status)).toEqual([
      "Success",
      "Success",
      "Success",
      "Ready",
      "Ready",
    ]);
  });

  test("200: up to a node inside a loop, and after a loop whose body has its own end", async () => {
    const id = await draft({
      nodes: [
        { id: "lines", type: "loop", data: { items: "{{ input }}" } },
        transform("inside", { n: "{{ loop.item }}" }),
        transform("later", { n: 0 }),
        transform("after", { all: "{{ node.lines.body }}" }),
      ],
      edges: edges("start>lines", "lines:item>inside", "inside>later", "lines:done>after"),
    });
    const inside = await tested(id, { until: "inside", input: [1, 2] });
    expect(nodeOf(inside, "inside")).toMatchObject({ item_statuses: { Success: 2 } });
    expect(nodeOf(inside, "later").node_status).toBe("Ready");
    expect(nodeOf(inside, "after").node_status).toBe("Ready");
    const after = await tested(id, { until: "after", input: [1, 2] });
    expect(nodeOf(after, "later")).toMatchObject({ item_statuses: { Success: 2 } });
    expect(nodeOf(after, "after").latest_output).toEqual({ body: { all: [{ n: 0 }, { n: 0 }] } });
  });
});

describe("a test is not one of the customer's executions", () => {
  test("it appears in the list of tests only, in no statistics, and no webhook reports it", async () => {
    const id = await draft({ nodes: [transform("say", {})] });
    const webhook = { webhook_url: "https://example.com/hook", webhook_events: ["Workflow Completed"] };
    await server.request({
      method: "POST",
      url: "/api/v2/public/webhook",
      key: server.testKey,
      body: webhook,
    });
    await countChanges(server.deps);
    const before = await server.request({ url: "/api/v2/public/statistics/overview", key: server.testKey });
    const { id: executionId } = await tested(id);
    await countChanges(server.deps);
    const after = await server.request({ url: "/api/v2/public/statistics/overview", key: server.testKey });
    expect(after.body.executions).toEqual(before.body.executions);
    const { db } = server.deps;
    expect(await db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
    const changes = db.selectFrom("changes").select("subject").where("subject", "=", executionId);
    expect(await changes.execute()).toEqual([]);
    for (const query of [
      `workflow_id=${id}`,
      "limit=100",
      "status=COMPLETED",
      `workflow_id=${id}&search=${executionId}`,
    ])
      expect(await listed(query)).not.toContain(executionId);
    expect(await listed(`workflow_id=${id}&is_test=true`)).toEqual([executionId]);
    expect(await listed(`execution_id=${executionId}`)).toEqual([executionId]);
  });

  test("it cannot be replayed, alone or in bulk, and lists do not count it", async () => {
    const id = await draft({ nodes: [transform("say", {})] });
    const { id: executionId } = await tested(id);
    for (const way of ["rerun", "replay"]) {
      const url = `/api/v2/public/execution/${executionId}/${way}`;
      const reply = await server.request({ method: "POST", url, key: server.testKey, body: {} });
      expect(reply).toMatchObject({ status: 400 });
      expect(reply.body.message).toContain("test of a draft");
    }
    const replay = await server.request({
      method: "POST",
      url: "/api/v2/public/execution/replay",
      key: server.testKey,
      body: { filter: { execution_id: executionId }, dry_run: true },
    });
    expect(replay.body).toMatchObject({ matched: 0 });
  });
});

describe("a test's records", () => {
  test("are deleted with its execution, and count in no total", async () => {
    const id = await draft({ nodes: [transform("say", {})] });
    const { id: executionId } = await tested(id);
    const { db } = server.deps;
    const versions = () =>
      db.selectFrom("workflow_versions").select("version").where("workflow_id", "=", id).execute();
    expect(await versions()).toEqual([{ version: -1 }]);
    const owner = `${server.test.orgId}/${server.test.environment}`;
    // Reading a long list sets milestones after the executions that it counts.
    await sql`insert into list_milestones (list, owner, id, rows) values ('runs', ${owner}, ${"f".repeat(24)}, 7)`.execute(
      db,
    );
    await db.deleteFrom("runs").where("id", "=", executionId).execute();
    expect(await versions()).toEqual([]);
    const { rows } = await sql`select rows from list_milestones where owner = ${owner}`.execute(db);
    expect(rows).toEqual([{ rows: 7 }]);
    await sql`delete from list_milestones`.execute(db);
  });

  test("are deleted with the customer whose own workflow it tested", async () => {
    await server.account("gone");
    const id = await draft({ nodes: [transform("say", {})], account: "gone" });
    await tested(id, {}, { account: "gone" });
    const url = "/api/v2/public/linked-account/gone";
    const reply = await server.request({ method: "DELETE", url, key: server.testKey });
    expect(reply.status, reply.text).toBe(200);
    const versions = server.deps.db.selectFrom("workflow_versions").select("version");
    expect(await versions.where("workflow_id", "=", id).execute()).toEqual([]);
  });

  test("use no version number: the next published version has the next number", async () => {
    const id = await draft({ nodes: [transform("say", {})] });
    await Promise.all([tested(id), tested(id), tested(id)]);
    const url = `/api/v2/public/workflow/${id}/publish`;
    const body = { published: true };
    const published = await server.request({ method: "PUT", url, key: server.testKey, body });
    expect(published.body).toMatchObject({ published: true, version: 1 });
    const execution = await executed(id);
    expect(execution).toMatchObject({ workflow_version: 1 });
  });

  test("use the defaults of fields for a customer who has chosen nothing yet", async () => {
    const fields = [{ id: "limit", name: "Limit", field_type: "number", required: false, defaultValue: 10 }];
    const id = await publishTestWorkflow(server, {
      slug: "github",
      nodes: [transform("say", { to: "{{ config.limit }}" })] as never,
    });
    const url = `/api/v2/public/workflow/${id}`;
    await server.request({ method: "PUT", url, key: server.testKey, body: { data_slots: fields } });
    expect(nodeOf(await tested(id), "say").latest_output).toEqual({ body: { to: 10 } });
  });

  test("include a config's new fields before they are published", async () => {
    const config = { slug: "stripe" };
    await server.request({
      method: "POST",
      url: "/api/v2/public/config",
      key: server.testKey,
      account: "acme",
      body: config,
    });
    const id = await publishTestWorkflow(server, {
      slug: "stripe",
      nodes: [transform("say", { to: "{{ config.channel }}" })] as never,
    });
    await server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${id}`,
      key: server.testKey,
      body: { data_slots: [{ id: "channel", name: "Channel", field_type: "text", defaultValue: "C1" }] },
    });
    expect(nodeOf(await tested(id), "say").latest_output).toEqual({ body: { to: "C1" } });
    expect(nodeOf(await executed(id), "say").latest_output).toEqual({ body: { to: null } });
  });
});

describe("who may test", () => {
  test("200: a customer's token its own workflow; 403 the organization's; tests of the latter are not found", async () => {
    const own = await draft({ nodes: [transform("say", {})], account: "acme" });
    const as = { key: undefined, account: undefined, token };
    const execution = await tested(own, {}, as);
    const url = (id: string) => `/api/v2/public/execution/${id}`;
    expect(await server.request({ url: url(execution.id), token })).toMatchObject({ status: 200 });
    expect(await listed("is_test=true", { token })).toContain(execution.id);

    const id = await publishTestWorkflow(server, { nodes: [transform("say", {})] as never });
    expect(await tryDraft(id, {}, as)).toMatchObject({ status: 403 });
    const ours = await tested(id);
    expect(await server.request({ url: url(ours.id), token })).toMatchObject({ status: 404 });
    expect(await listed("is_test=true", { token })).not.toContain(ours.id);
    expect(await listed(`execution_id=${ours.id}`, { token })).toEqual([]);
    const withOurs = await tryDraft(own, { execution_id: ours.id }, as);
    expect(withOurs.body.message).toBe(`execution_id: there is no execution "${ours.id}".`);
  });

  test("403: with a key of support; 404: another account's workflow, or another environment's", async () => {
    const id = await draft({ nodes: [], account: "other" });
    expect(await tryDraft(id)).toMatchObject({ status: 404 });
    const made = await server.request({
      method: "POST",
      url: "/api/v2/public/api-keys",
      key: server.testKey,
      body: { name: "support", role: "support" },
    });
    expect(await tryDraft(id, {}, { key: made.body.key })).toMatchObject({
      status: 403,
    });
    await server.account("acme", server.productionKey);
    expect(await tryDraft(id, {}, { key: server.productionKey })).toMatchObject({ status: 404 });
  });

  test("400: unknown nodes or conflicting options are reported by field", async () => {
    const rule = { id: "large", type: "rule", data: { conditions: [] } };
    const id = await draft({
      nodes: [rule as NodeInput, transform("loose", {})],
      edges: edges("start>large"),
    });
    const foreign = await tested(await draft({ nodes: [] }));
    const earlier = await tested(id);
    const bad: [object, string][] = [
      [{ until: "nothing" }, "until"],
      [{ until: "loose" }, "until"],
      [{ node_id: "start" }, "node_id"],
      [{ node_id: "large", until: "large" }, "node_id"],
      [{ pinned: { nothing: { body: 1 } } }, "pinned"],
      [{ pinned: { large: { body: 1 } } }, "pinned.large"],
      [{ pinned: { start: { body: 1 } } }, "pinned.start"],
      [{ call_third_parties: ["nothing"] }, "call_third_parties"],
      [{ execution_id: "0".repeat(24) }, "execution_id"],
      [{ execution_id: foreign.id }, "execution_id"],
      [{ execution_id: earlier.id, config_id: "another" }, "config_id"],
      [{ linked_account_id: "other" }, "linked_account_id"],
    ];
    for (const [body, field] of bad) {
      const reply = await tryDraft(id, body);
      expect([reply.status, reply.body.errors?.[0]?.field], JSON.stringify(body)).toEqual([400, field]);
    }
    expect(await tryDraft(id, {}, { account: undefined })).toMatchObject({ status: 400 });
    expect(await tryDraft(id, { linked_account_id: "nobody" }, { account: undefined })).toMatchObject({
      status: 400,
    });
    const cycle = {
      nodes: [START, transform("a", {}), transform("b", {})],
      edges: edges("start>a", "a>b", "b>a"),
    };
    expect(await tryDraft(id, cycle)).toMatchObject({ status: 400 });
  });
});
