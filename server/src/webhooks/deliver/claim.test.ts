import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  eventually,
  startTestServer,
  type TestOrganization,
  type TestServer,
} from "../../../test/test-server.ts";
import { runWithOneClaim } from "../../platform/work/test-claims.ts";
import { createTestWebhook, createTestWorkflow, sendTestEvents } from "../test-deliveries.ts";
import { startTestReceiver } from "../test-receiver.ts";
import { claimDeliveries, FAILING_AT_ONCE, REQUESTS_AT_ONCE } from "./claim.ts";
import { deliverWebhooks } from "./deliver.ts";

let server: TestServer;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom("webhooks").execute();
  organization = await server.organization();
});

async function create(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const webhook_url = `https://hooks.example.com/${i}`;
    ids.push((await createTestWebhook(server, organization.testKey, { webhook_url }))._id);
  }
  return ids;
}

async function claim(free: number, after = "", workerId = "one", spare = 0) {
  const { due, last } = await claimDeliveries(server.deps, { workerId, free, spare, after });
  const of = (id: string) => due.filter(({ webhook_id: webhookId }) => webhookId === id).length;
  return { due, last, of };
}

describe("claiming deliveries", () => {
  test("webhooks take turns, starting after the last one of the previous claim, and wrapping around", async () => {
    const ids = await create(3);
    await sendTestEvents(server, organization, 20);
    const [first = "", second = "", third = ""] = ids;
    const one = await claim(8);
    expect(ids.map(one.of)).toEqual([2, 2, 2]);
    const two = await claim(4, one.last);
    expect(one.last).toBe(third);
    expect(ids.map(two.of)).toEqual([1, 1, 1]);
    const three = await claim(2, first);
    expect(ids.map(three.of)).toEqual([0, 1, 1]);
    const four = await claim(2, second);
    expect(ids.map(four.of)).toEqual([1, 0, 1]);
    expect(four.last).toBe(first);
  });

  test("of one webhook claims the oldest first, each once, whichever process claims", async () => {
    const [id = ""] = await create(1);
    await sendTestEvents(server, organization, 6);
    const claims = [await claim(8), await claim(8, "", "two"), await claim(8)];
    const all = claims.flatMap(({ due }) => due);
    expect(all.map(({ payload }) => JSON.parse(payload).n)).toEqual([0, 1, 2, 3, 4, 5]);
    const rows = await server.deps.db
      .selectFrom("webhook_deliveries")
      .select(["worker", "claim", "ready_at"])
      .where("webhook_id", "=", id)
      .orderBy("id")
      .execute();
    expect(rows.map(({ worker }) => worker)).toEqual(["one", "one", "two", "two", "one", "one"]);
    expect(rows.every((row) => row.claim === 1 && row.ready_at === null)).toBe(true);
  });

  test("the spare slots are for webhooks that hold none, one for each", async () => {
    const ids = await create(6);
    await sendTestEvents(server, organization, 20);
    const one = await claim(40, "", "one", 8);
    expect(ids.map(one.of)).toEqual([8, 8, 8, 8, 1, 1]);
    expect(one.last).toBe(ids.at(-1));
    const left = await claim(6, one.last, "one", 6);
    expect(left.due).toEqual([]);
    const [healthy = ""] = await create(1);
    await sendTestEvents(server, organization, 20);
    const two = await claim(6, left.last, "two", 6);
    expect([...ids, healthy].map(two.of)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test("claimed deliveries are sent even if the claim of the spare slots fails", async () => {
    const ids = await create(2);
    await sendTestEvents(server, organization, 2);
    const { due, last } = await runWithOneClaim(server, "webhook_deliveries", () => claim(2, "", "one", 1));
    expect(due.map(({ webhook_id: id }) => id)).toEqual(ids.slice(0, 1));
    const two = await claim(2, last, "two", 1);
    expect(ids.map(two.of)).toEqual([0, 1]);
  });

  test("an endpoint has a limited number at a time across all processes, and few while it is failing", async () => {
    const [id = "", failing = ""] = await create(2);
    const long = new Date(Date.now() - 120_000);
    await server.deps.db
      .updateTable("webhooks")
      .set({ failing_since: long, failed_at: long })
      .where("id", "=", failing)
      .execute();
    await sendTestEvents(server, organization, REQUESTS_AT_ONCE + 10);
    const [one, two] = await Promise.all([claim(1000), claim(1000, "", "two")]);
    expect(one.of(id) + two.of(id)).toBe(REQUESTS_AT_ONCE);
    expect(one.of(failing) + two.of(failing)).toBe(FAILING_AT_ONCE);
    await server.deps.db
      .updateTable("webhook_deliveries")
      .set({ worker: null })
      .where("webhook_id", "=", id)
      .execute();
    expect((await claim(1000)).of(id)).toBe(10);
  });
});

describe("a hanging endpoint", () => {
  test("does not delay another: with 1,000 deliveries for it, those of the other arrive long before any of its requests ends", async () => {
    const hanging = await startTestReceiver();
    const healthy = await startTestReceiver();
    hanging.answer(() => undefined);
    try {
      const slow = await createTestWorkflow(server, organization.testKey);
      const quick = await createTestWorkflow(server, organization.testKey);
      await createTestWebhook(server, organization.testKey, {
        webhook_url: hanging.url,
        workflow_ids: [slow],
      });
      await createTestWebhook(server, organization.testKey, {
        webhook_url: healthy.url,
        workflow_ids: [quick],
      });
      await sendTestEvents(server, organization, 1000, { workflowId: slow });
      server.work();
      await eventually(async () => hanging.receipts.length === REQUESTS_AT_ONCE);
      await sendTestEvents(server, organization, 1, { workflowId: quick });
      await eventually(async () => healthy.receipts.length === 1);
      await deliverWebhooks.tend?.(server.deps, 0);
      expect(hanging.receipts).toHaveLength(REQUESTS_AT_ONCE);
    } finally {
      await hanging.close();
      await healthy.close();
    }
  });

  test("nor do twenty of them that could fill all slots of the process", async () => {
    const hanging = await Promise.all([1, 2, 3, 4, 5].map(startTestReceiver));
    const healthy = await startTestReceiver();
    try {
      const slow = await createTestWorkflow(server, organization.testKey);
      const quick = await createTestWorkflow(server, organization.testKey);
      for (const { url, answer } of hanging) {
        answer(() => undefined);
        for (const path of ["a", "b", "c", "d"]) {
          const fields = { webhook_url: `${url}/${path}`, workflow_ids: [slow] };
          await createTestWebhook(server, organization.testKey, fields);
        }
      }
      const fields = { webhook_url: healthy.url, workflow_ids: [quick] };
      await createTestWebhook(server, organization.testKey, fields);
      server.work();
      await sendTestEvents(server, organization, REQUESTS_AT_ONCE + 2, { workflowId: slow });
      const underWay = () => hanging.reduce((sum, { receipts }) => sum + receipts.length, 0);
      await eventually(async () => underWay() >= 12 * REQUESTS_AT_ONCE);
      await sendTestEvents(server, organization, 3, { workflowId: quick });
      await eventually(async () => healthy.receipts.length === 3);
      // They did not wait for a place: none of the requests that hang has come to its end.
      const ended = server.deps.db.selectFrom("webhook_attempts").select("id").where("error", "is not", null);
      expect(await ended.execute()).toEqual([]);
    } finally {
      await Promise.all([...hanging, healthy].map(({ close }) => close()));
    }
  });
});
