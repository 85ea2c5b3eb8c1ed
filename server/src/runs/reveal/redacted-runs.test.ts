import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dumpDatabase } from "../../../test/find-secrets.ts";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { addPendingRecords } from "../../audit-log/write.ts";
import { startTestReceiver, type TestReceiver } from "../../webhooks/test-receiver.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { deleteOriginals } from "../old-runs.ts";
import {
  claimFromWorker,
  createCodeNode,
  readRunRow,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
} from "../start/test-run.ts";

const PUBLIC = "/api/v2/public";
const MAIL = "ann.lee@customer.example.com";
const MARK = "[redacted: email]";
let server: TestServer;
let third: TestReceiver;
beforeAll(async () => {
  server = await startTestServer();
  third = await startTestReceiver();
  server.work();
});
afterAll(async () => {
  await third.close();
  await server.close();
});
beforeEach(async () => {
  await setPolicy({});
  await setPolicy({}, "/organization/redaction", server.productionKey);
});

const setPolicy = async (body: object, path = "/redaction", key = server.testKey) => {
  const reply = await server.request({ method: "PUT", url: `${PUBLIC}${path}`, key, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const post = (path: string, body: object, key = server.testKey) =>
  server.request({ method: "POST", url: `${PUBLIC}${path}`, key, body });

/** A step that fails with the address in its error. */
const failing = (id = "fails"): NodeInput => createCodeNode(id, "throw new Error('no ' + input.mail)");

async function countIn(text: string): Promise<number> {
  const tables = await dumpDatabase(server.deps);
  return [...tables].filter(([, rows]) => rows.includes(text)).length;
}

const run = async (nodes: NodeInput[], mail = MAIL) => {
  const id = await startTestRun(server, { nodes, input: { mail } });
  return waitForRunEnd(server, id);
};

describe("what an execution keeps", () => {
  test("nothing: states and codes alone, however it ends", async () => {
    await setPolicy({ keep: "nothing" });
    for (const [nodes, status] of [
      [[createCodeNode("one", "console.log(input.mail); return input")], "COMPLETED"],
      [[failing()], "ERRORED"],
    ] as const) {
      const ended = await run([...nodes]);
      expect(ended.status).toBe(status);
      expect(ended.nodes[1]).toMatchObject({ input_data: null, latest_output: null, logs: [] });
    }
    const waiting = await startTestRun(server, {
      nodes: [createCodeNode("one", "return input"), { id: "hook", type: "wait_for_webhook", data: {} }],
      input: { mail: MAIL },
    });
    await waitForRestingRun(server, waiting);
    // Until its end, it has what it needs.
    expect(await countIn(MAIL)).toBeGreaterThan(0);
    await post(`/execution/${waiting}/stop`, {});
    await waitForRunEnd(server, waiting);
    expect(await countIn(MAIL)).toBe(0);
  });

  test("failures only: the data of those that did not complete", async () => {
    await setPolicy({ keep: "failures" });
    const good = await run([createCodeNode("one", "return input")], "good@customer.example.com");
    expect(good.nodes[1].latest_output).toBeNull();
    expect(await countIn("good@customer.example.com")).toBe(0);
    const bad = await run([failing()], "bad@customer.example.com");
    expect(bad.nodes[0].latest_output).toEqual({ body: { mail: "bad@customer.example.com" } });
    const found = await server.request({
      url: `${PUBLIC}/execution?input=mail%3Dbad@customer.example.com`,
      key: server.testKey,
    });
    expect(found.body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([bad._id]);
  });

  test("an environment or a workflow cannot undercut the organization", async () => {
    await setPolicy({ keep: "nothing" }, "/organization/redaction", server.productionKey);
    const { effective, organization } = await setPolicy({ keep: "everything" });
    expect(effective).toMatchObject({ keep: "nothing", keep_from: "organization" });
    expect(organization).toEqual({ keep: "nothing" });
    expect((await run([createCodeNode("one", "return input")])).nodes[1].latest_output).toBeNull();
    const byTest = { method: "PUT", url: `${PUBLIC}/organization/redaction`, key: server.testKey } as const;
    expect((await server.request({ ...byTest, body: {} })).status).toBe(403);
  });
});

describe("rules", () => {
  beforeEach(() => setPolicy({ rules: [{ kind: "email" }] }));

  test("an execution goes on with the values after its process has died, and its record never shows them", async () => {
    third.receipts.length = 0;
    const id = await startTestRun(server, {
      nodes: [
        createCodeNode("one", "return { mail: input.mail.toUpperCase().toLowerCase() }"),
        { id: "hook", type: "wait_for_webhook", data: {} },
        {
          id: "send",
          type: "http",
          data: {
            method: "POST",
            url: third.url,
            body: "{{ { to: node.one.body.mail, from: input.mail } }}",
          },
        },
      ],
      input: { mail: MAIL },
    });
    await waitForRestingRun(server, id);
    expect(await countIn(MAIL)).toBe(0);
    await claimFromWorker(server, id);
    await waitForRestingRun(server, id);
    const { waiting_for: waits } = (
      await server.request({ url: `${PUBLIC}/execution/${id}`, key: server.testKey })
    ).body;
    const answer = await server.request({
      method: "POST",
      url: new URL(waits[0].url).pathname,
      body: { mail: MAIL },
    });
    expect(answer.status, answer.text).toBe(200);
    const ended = await waitForRunEnd(server, id);
    expect(ended.status).toBe("COMPLETED");
    expect(JSON.parse(third.receipts[0]?.body ?? "")).toEqual({ to: MAIL, from: MAIL });
    expect(ended.nodes[0].latest_output).toEqual({ body: { mail: MARK } });
    expect(ended.nodes[1].latest_output).toEqual({ body: { mail: MARK } });
    expect(await countIn(MAIL)).toBe(0);
    const row = await readRunRow(server, id);
    expect(row).toMatchObject({ redaction: { state: "redacted" }, originals_until: null });
    expect(JSON.stringify(row.settings)).not.toContain("sealed");
  });

  test("errors are redacted, and searches find no original", async () => {
    const ended = await run([failing()]);
    expect(ended.execution_error.message).toContain(MARK);
    expect(ended.execution_error.message).not.toContain(MAIL);
    for (const query of [
      `search=${encodeURIComponent(MAIL)}`,
      `input=${encodeURIComponent(`mail=${MAIL}`)}`,
    ]) {
      const found = await server.request({ url: `${PUBLIC}/execution?${query}`, key: server.testKey });
      expect(found.body.docs, query).toEqual([]);
    }
  });

  test("409: a replay would send marks; with new data it runs", async () => {
    const { _id: id } = await run([createCodeNode("one", "return input")]);
    const refused = await post(`/execution/${id}/replay`, {});
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("was not kept")]);
    const replayed = await post(`/execution/${id}/replay`, { input: { mail: "b" }, settings: "current" });
    expect(replayed.status, replayed.text).toBe(200);
  });

  test("400: invalid rules are refused, and change nothing", async () => {
    for (const [rule, text] of [
      [{ pattern: "(" }, "rules[0].pattern is not valid"],
      [{ path: "a" }, "rules[0].path must be a JSON pointer"],
      [{ kind: "email", key: "a" }, "exactly one"],
      [{}, "exactly one"],
      [{ kind: "mail" }, "kind"],
    ] as const) {
      const url = `${PUBLIC}/redaction`;
      const reply = await server.request({
        method: "PUT",
        url,
        key: server.testKey,
        body: { rules: [rule] },
      });
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(text)]);
    }
    const { body } = await server.request({ url: `${PUBLIC}/redaction`, key: server.testKey });
    expect(body.effective.rules).toEqual([{ kind: "email", from: "environment" }]);
  });

  test("a preview shows what records would, with the given rules or those that apply", async () => {
    const data = { mail: MAIL, born: "1990" };
    expect((await post("/redaction/preview", { data })).body).toEqual({
      data: { mail: MARK, born: "1990" },
      changed: true,
    });
    expect((await post("/redaction/preview", { data, rules: [{ key: "born" }] })).body.data).toEqual({
      mail: MAIL,
      born: "[redacted: value]",
    });
    expect((await post("/redaction/preview", { data, rules: [] })).body).toEqual({ data, changed: false });
  });
});

describe("revealing", () => {
  const reveal = (id: string, body: object = { reason: "The customer asks" }, key = server.testKey) =>
    post(`/execution/${id}/reveal`, body, key);

  test("shows originals with a reason on the audit log, until they are deleted", async () => {
    await setPolicy({ rules: [{ kind: "email" }], reveal: { days: 2, role: "owner" } });
    const { _id: id } = await run([createCodeNode("one", "return input.mail")]);
    expect(await countIn(MAIL)).toBe(0);
    expect((await reveal(id, {})).status).toBe(400);
    expect((await reveal(id)).body).toEqual({ input_data: { mail: MAIL }, output: { body: { mail: MAIL } } });
    expect((await reveal(id, { reason: "Again", path: "one" })).body.output).toEqual({ body: MAIL });
    expect((await reveal(id, { reason: "Again", path: "two" })).status).toBe(404);
    const { headers } = await signInOperator(server, "developer");
    const refused = await server.request({
      method: "POST",
      url: `${PUBLIC}/execution/${id}/reveal`,
      headers,
      body: { reason: "Curious" },
    });
    expect(refused.status).toBe(403);
    await addPendingRecords(server.deps);
    const log = await server.request({
      url: `${PUBLIC}/audit-log?action=execution.revealed`,
      key: server.testKey,
    });
    expect(log.body.docs).toHaveLength(2);
    const entry = await server.request({
      url: `${PUBLIC}/audit-log/${log.body.docs[1]._id}`,
      key: server.testKey,
    });
    expect(entry.text).toContain("The customer asks");

    const again = await post(`/execution/${id}/replay`, {});
    expect(again.status, again.text).toBe(200);
    expect((await waitForRunEnd(server, again.body.id)).status).toBe("COMPLETED");
    expect((await reveal(again.body.id, { reason: "Again", path: "one" })).body.output).toEqual({
      body: MAIL,
    });

    const { originals_until: until } = await readRunRow(server, id);
    await deleteOriginals(server.deps.database, new Date((until?.getTime() ?? 0) - 1000), 10);
    expect((await reveal(id)).status).toBe(200);
    await deleteOriginals(server.deps.database, until ?? new Date(), 10);
    expect((await reveal(id)).status).toBe(410);
    expect((await post(`/execution/${id}/replay`, {})).status).toBe(409);
  });

  test("409 where a policy forbids it, also a later one, or none applied", async () => {
    const { _id: plain } = await run([createCodeNode("one", "return input")]);
    expect((await reveal(plain)).status).toBe(409);
    await setPolicy({ rules: [{ kind: "email" }], reveal: { days: 2, role: "viewer" } });
    const { _id: id } = await run([createCodeNode("one", "return input")]);
    expect((await reveal(id)).status).toBe(200);
    await setPolicy({ rules: [{ kind: "email" }], reveal: null });
    expect((await reveal(id)).status).toBe(409);
    await setPolicy({ keep: "nothing" });
    const { _id: none } = await run([createCodeNode("one", "return input")]);
    expect((await reveal(none)).status).toBe(410);
  });
});

test("a synchronous caller gets the response, which its record then hides, whatever is kept", async () => {
  await server.account("caller");
  for (const policy of [{ rules: [{ kind: "email" }] }, { keep: "nothing" }, { keep: "failures" }]) {
    await setPolicy(policy);
    const nodes = [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "say", type: "response", data: { status: 201, headers: { "x-mail": MAIL }, body: { to: MAIL } } },
      createCodeNode("after", "return 1"),
    ];
    const edges = [
      { source: "start", target: "say" },
      { source: "say", target: "after" },
    ];
    const { body } = await server.request({
      method: "POST",
      url: `${PUBLIC}/workflow`,
      key: server.testKey,
      body: { name: "Says", nodes, edges },
    });
    const url = `${PUBLIC}/workflow/${body._id}`;
    await server.request({
      method: "PUT",
      url: `${url}/publish`,
      key: server.testKey,
      body: { published: true },
    });
    const reply = await server.request({
      method: "POST",
      url: `${url}/execute`,
      key: server.testKey,
      account: "caller",
      headers: { sync_execution: "true" },
      body: { mail: "x" },
    });
    expect([reply.status, reply.body.return_value, reply.headers["x-mail"]]).toEqual([
      201,
      { to: MAIL },
      MAIL,
    ]);
    const row = await eventually(async () => {
      const found = await server.deps.db
        .selectFrom("runs")
        .selectAll()
        .where("workflow_id", "=", body._id)
        .executeTakeFirstOrThrow();
      return found.finished_at !== null && found;
    });
    expect(JSON.stringify([row.response, row.response_headers])).not.toContain(MAIL);
    await deleteOriginals(server.deps.database, new Date(Date.now() + 3_700_000), 10);
    expect(await readRunRow(server, row.id)).toMatchObject({ sealed_response: null });
  }
});
