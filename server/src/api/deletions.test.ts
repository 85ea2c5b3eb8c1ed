import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { insertFile } from "../files/store.ts";
import { deleteOld } from "../runs/retention.ts";
import { createTestAccount } from "../runs/start/test-run.ts";
import { INTERVALS } from "../statistics/table.ts";
import { DELETIONS } from "./app.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Counters of one execution in each interval that began `days` ago. */
async function count(days: number): Promise<void> {
  const counter = {
    org_id: server.orgId,
    environment: "test" as const,
    subject: "executions" as const,
    dimension: "" as const,
    at: daysAgo(days),
    value: "",
    status: "COMPLETED",
    count: "1",
    duration_ms: "1",
    histogram: {},
  };
  const rows = INTERVALS.map((every) => ({ ...counter, every }));
  await server.deps.db.insertInto("statistics").values(rows).execute();
}

test("counters are deleted: of minutes after 50 hours, of hours after 60 days, of days after 400", async () => {
  for (const days of [1, 3, 61, 401]) await count(days);
  await deleteOld(server.deps, DELETIONS);
  const left = await server.deps.db.selectFrom("statistics").select("every").select("at").execute();
  const ages = left.map(({ every, at }) => `${every} ${Math.round((Date.now() - at.getTime()) / DAY_MS)}`);
  expect(ages.sort()).toEqual(["day 1", "day 3", "day 61", "hour 1", "hour 3", "minute 1"]);
});

test("files are deleted after the retention period, and expired tokens of assistants at once", async () => {
  const { db } = server.deps;
  const scope = await createTestAccount(server, "acme");
  const file = { name: "a", contentType: "", content: Buffer.alloc(1) };
  await insertFile(db, scope, file, { executionId: undefined, now: new Date(), limits: server.deps.config });
  const token = {
    org_id: server.orgId,
    environment: "test" as const,
    created_at: daysAgo(2),
    last_used_at: null,
  };
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/mcp-servers",
    key: server.testKey,
    body: { name: "Helper", description: "Helps." },
  });
  const other = await createTestAccount(server, "other");
  const ends = [
    { hash: "ended", account_id: scope.account.id, expires_at: daysAgo(1) },
    { hash: "valid", account_id: other.account.id, expires_at: daysAgo(-1) },
  ];
  const tokens = ends.map((end, index) => ({
    ...token,
    ...end,
    id: `${index}`.repeat(24),
    server_id: made.body._id,
  }));
  await db.insertInto("mcp_tokens").values(tokens).execute();
  await deleteOld(server.deps, DELETIONS);
  expect(await db.selectFrom("mcp_tokens").select("hash").execute()).toEqual([{ hash: "valid" }]);
  expect(await db.selectFrom("files").select("name").execute()).toEqual([{ name: "a" }]);
  const clock = { now: () => daysAgo(-server.deps.config.retentionDays - 1) };
  await deleteOld({ ...server.deps, clock }, DELETIONS);
  expect(await db.selectFrom("files").select("name").execute()).toEqual([]);
});
