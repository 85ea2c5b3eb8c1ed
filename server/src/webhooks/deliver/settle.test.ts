import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";
import { createId } from "../../platform/id.ts";
import { releaseOrphans } from "../../platform/work/work-table.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { claimDeliveries, type DueDelivery } from "./claim.ts";
import { createDeliverySettler, type Settlement } from "./settle.ts";

let server: TestServer;
let organization: TestOrganization;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom("webhooks").execute();
  organization = await server.organization();
  ({ _id: id } = await createTestWebhook(server, organization.testKey, {
    webhook_url: "https://a.example/",
  }));
});

async function claim(workerId: string, free = 100): Promise<DueDelivery[]> {
  return (await claimDeliveries(server.deps, { workerId, free, after: "" })).due;
}

/** What a worker writes for a delivery that its endpoint has taken. */
function delivered(due: DueDelivery, workerId: string, change: Partial<Settlement> = {}): Settlement {
  const now = server.deps.clock.now();
  return {
    held: { id: due.id, claim: due.claim, workerId },
    turn: due.turn,
    status: "delivered",
    tries: due.tries + 1,
    recoveries: 0,
    nextAttemptAt: null,
    attempt: {
      id: createId(),
      attempted_at: now,
      duration_ms: 5,
      status_code: 200,
      answer: "",
      answer_headers: null,
      error: null,
      url: "https://a.example/",
      method: null,
      headers: null,
      body: null,
    },
    now,
    ...change,
  };
}

async function stored() {
  const { db } = server.deps;
  const deliveries = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", id)
    .execute();
  const attempts = await db.selectFrom("webhook_attempts").selectAll().execute();
  const webhook = await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { deliveries, attempts, webhook };
}

describe("delivery results", () => {
  test("are written together, and rows whose claim is lost stay unchanged", async () => {
    await sendTestEvents(server, organization, 3);
    const settle = createDeliverySettler(server.deps);
    const due = await claim("dead", 12);
    const { db, database } = server.deps;
    expect(due).toHaveLength(3);
    // The worker was removed, and another one has claimed what it held.
    expect(await releaseOrphans(database, "webhook_deliveries")).toBe(3);
    await sql`insert into workers (id, seen_at) values ('next', now())`.execute(db);
    const [mine] = await claim("next", 1);
    if (!mine) throw new Error("Nothing was claimed.");
    expect(mine).toMatchObject({ claim: 3, recoveries: 1 });
    const before = await stored();
    const gone = { verdict: { webhookId: id, revision: 0, is: "gone" as const } };
    expect(await Promise.all(due.map((one) => settle(delivered(one, "dead", gone))))).toEqual([
      "refused",
      "refused",
      "refused",
    ]);
    expect(await stored()).toEqual(before);
    const [stale] = due;
    if (!stale) throw new Error("Nothing was claimed.");
    const both = [settle(delivered(stale, "dead")), settle(delivered(mine, "next"))];
    expect(await Promise.all(both)).toEqual(["refused", "settled"]);
    const { deliveries, attempts } = await stored();
    expect(deliveries.filter(({ status }) => status === "delivered")).toMatchObject([
      { id: mine.id, worker: null, ready_at: null, tries: 1, recoveries: 0 },
    ]);
    expect(attempts).toMatchObject([{ delivery_id: mine.id, status_code: 200 }]);
    await sql`delete from workers where id = 'next'`.execute(db);
  });

  test("written together end a streak of failures if one was a success, in any order", async () => {
    await sendTestEvents(server, organization, 3);
    const settle = createDeliverySettler(server.deps);
    const verdicts = ["fails", "works", "fails"] as const;
    const due = await claim("w", 12);
    await server.deps.db
      .updateTable("webhooks")
      .set({ failing_since: new Date(0) })
      .execute();
    const results = due.map((one, index) => {
      const is = verdicts[index] ?? "fails";
      return settle(delivered(one, "w", { verdict: { webhookId: id, revision: one.revision, is } }));
    });
    expect(await Promise.all(results)).toEqual(["settled", "settled", "settled"]);
    expect((await stored()).webhook.failing_since).toBeNull();
  });

  test("are written separately for one whose answer the database rejects", async () => {
    await sendTestEvents(server, organization, 4);
    const settle = createDeliverySettler(server.deps);
    const due = await claim("w", 16);
    const [bad, ...good] = due.map((one) => delivered(one, "w"));
    if (!bad?.attempt) throw new Error("Nothing was claimed.");
    const nul = { ...bad, attempt: { ...bad.attempt, answer: "\u0000" } };
    const results = await Promise.allSettled([settle(nul), ...good.map(settle)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
    expect((await stored()).attempts).toHaveLength(3);
  });

  test("are dropped for a delivery that was deleted with its webhook meanwhile", async () => {
    await sendTestEvents(server, organization, 1);
    const [due] = await claim("w");
    if (!due) throw new Error("Nothing was claimed.");
    await server.deps.db.deleteFrom("webhooks").where("id", "=", id).execute();
    expect(await createDeliverySettler(server.deps)(delivered(due, "w"))).toBe("refused");
    expect(await server.deps.db.selectFrom("webhook_attempts").selectAll().execute()).toEqual([]);
  });
});
