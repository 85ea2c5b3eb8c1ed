import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import { type LocalServer, startLocalServer } from "../platform/outbound/local-server.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { countChanges } from "../statistics/fold.ts";

const MARK = "private-words-of-the-customer";
const PUBLIC = "/api/v2/public";

let server: TestServer;
let receiver: LocalServer;
/** What the third party does before it answers. */
let beforeAnswer = async () => {};
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  receiver = await startLocalServer(async (_request, response) => {
    await beforeAnswer();
    response.end();
  });
  for (const webhook_events of [["Workflow Completed"], ["Workflow Errored"], ["Connection Deleted"]])
    await send("POST", "/webhook", { webhook_url: receiver.origin, webhook_events });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, account?: string) {
  const url = PUBLIC + path;
  const reply = await server.request({ method, url, key: server.testKey, account, body });
  expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300);
  return reply.body;
}

async function rowOf(accountId: string): Promise<string> {
  const { db } = server.deps;
  const find = db.selectFrom("linked_accounts").select("id").where("account_id", "=", accountId);
  return (await find.executeTakeFirstOrThrow()).id;
}

/** How many rows of each table, Junctor's and the queue's, contain one of the texts anywhere. */
async function mentions(...texts: string[]): Promise<Record<string, number>> {
  const { db } = server.deps;
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('public', 'pgboss')`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(name)} one
      where exists (select from unnest(${texts}::text[]) word where strpos(one::text, word) > 0)`.execute(db);
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}

async function connect(id: string): Promise<void> {
  const now = server.deps.clock.now();
  await server.deps.db
    .insertInto("connections")
    .values({
      id: createId(),
      org_id: server.orgId,
      environment: "test",
      account_id: id,
      slug: "stripe",
      auth_type: "keybased",
      status: "active",
      secrets: Buffer.from(MARK),
      connected_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

test("deleting an account leaves nothing but its disconnect events, the audit log, and its usage under its id", async () => {
  await server.account("leaving");
  const id = await rowOf("leaving");
  await connect(id);
  await send("PUT", "/linked-account", { linked_account_id: "leaving", name: MARK, udf: { words: MARK } });
  await send("POST", "/config", { slug: "stripe", labels: [{ name: MARK, value: 1 }] }, "leaving");
  const own = await publishTestWorkflow(server, { account: "leaving", code: `return "${MARK}"` });
  const failing = await publishTestWorkflow(server, { code: `throw new Error("${MARK}")`, event: "Left" });
  await send("POST", `/workflow/${own}/execute`, { words: MARK }, "leaving");
  await send("POST", `/workflow/${failing}/execute`, { words: MARK }, "leaving");
  const deliveries = () => server.deps.db.selectFrom("webhook_deliveries").selectAll().execute();
  await eventually(async () => (await deliveries()).filter((one) => one.status === "delivered").length === 2);
  expect(await mentions(MARK, id)).toMatchObject({
    "public.runs": 2,
    "public.run_steps": 2,
    "public.webhook_deliveries": 2,
    "public.configs": 1,
    "public.connections": 1,
    "public.session_tokens": 1,
    "public.workflow_versions": 2,
  });

  await send("DELETE", "/linked-account/leaving");
  // The log of changes drops its last mentions within the hour.
  await server.deps.db
    .updateTable("changes")
    .set({ at: new Date(0) })
    .execute();
  await countChanges(server.deps);
  const left = await mentions(id, "leaving");
  expect(Object.keys(left).toSorted()).toEqual([
    "public.audit_log_pending",
    "public.usage_accounts",
    "public.usage_days",
    "public.webhook_deliveries",
  ]);
  const [last, ...others] = await eventually(async () => {
    const rows = await deliveries();
    return rows.every((one) => one.status === "delivered") && rows;
  });
  expect(others).toEqual([]);
  expect(last).toMatchObject({ event: "Connection Deleted", payload: { linked_account_id: "leaving" } });
  // What is left is the organization's own workflow.
  expect(Object.keys(await mentions(MARK)).toSorted()).toEqual([
    "public.audit_log_pending",
    "public.workflow_versions",
    "public.workflows",
  ]);
});

test("a step that is running while its account is deleted is not stored either", async () => {
  await server.account("hasty");
  const steps = () => server.deps.db.selectFrom("run_steps").select("path").execute();
  let release = () => {};
  const isCalled = new Promise<void>((called) => {
    beforeAnswer = () =>
      new Promise((resolve) => {
        release = resolve;
        called();
      });
  });
  const made = await send("POST", "/workflow", {
    name: "Slow",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "post", type: "http", data: { method: "POST", url: receiver.origin } },
    ],
    edges: [{ source: "start", target: "post" }],
  });
  await send("PUT", `/workflow/${made._id}/publish`, { published: true });
  await send("POST", `/workflow/${made._id}/execute`, {}, "hasty");
  await isCalled;
  expect(await steps()).toEqual([{ path: "start" }]);
  await send("DELETE", "/linked-account/hasty");
  expect(await steps()).toEqual([]);
  release();
  const jobs = () => sql`select id from pgboss.job where name = 'runs.execute'`.execute(server.deps.db);
  await eventually(async () => (await jobs()).rows.length === 0);
  expect(await steps()).toEqual([]);
});
