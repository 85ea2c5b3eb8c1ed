import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createTestWebhook } from "../test-deliveries.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";

let server: TestServer;
let receiver: TestReceiver;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  receiver = await startTestReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

test("the change log reports each attempt at a delivery, and its result", async () => {
  const key = server.testKey;
  const { _id: id } = await createTestWebhook(server, key, { webhook_url: receiver.url });
  receiver.answer((response) => {
    response.statusCode = receiver.receipts.length === 1 ? 500 : 200;
    response.end();
  });
  const scope = { org_id: server.orgId, environment: "test" };
  const statuses = async () => {
    const rows = await server.deps.db
      .selectFrom("changes")
      .select(["status", "name", "duration_ms", "org_id", "environment"])
      .where("kind", "=", "delivery")
      .where("parent", "=", id)
      .orderBy("id")
      .execute();
    for (const row of rows)
      expect(row).toMatchObject({ name: "Workflow Completed", duration_ms: expect.any(Number), ...scope });
    return rows.map(({ status }) => status);
  };
  const url = `/api/v2/public/webhook/${id}`;
  const { body } = await server.request({ method: "POST", url: `${url}/test`, key });
  await eventually(async () => (await statuses()).length === 1);
  await server.request({ method: "POST", url: `${url}/deliveries/${body._id}/resend`, key });
  await eventually(async () => (await statuses()).length === 2);
  expect(await statuses()).toEqual(["retrying", "delivered"]);
});
