import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createId } from "../../platform/id.ts";
import { TakenOverError, type WorkContext } from "../../platform/work/line.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";
import { claimDeliveries } from "./claim.ts";
import { deliverWebhooks } from "./deliver.ts";

let server: TestServer;
let receiver: TestReceiver;
beforeAll(async () => {
  server = await startTestServer();
  receiver = await startTestReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

test("a paused process checks its claim before it sends a delivery, and sends nothing that another one has taken over", async () => {
  await createTestWebhook(server, server.testKey, { webhook_url: receiver.url });
  await sendTestEvents(server, server);
  const workerId = createId();
  const { due } = await claimDeliveries(server.deps, { workerId, free: 1, spare: 0, after: "" });
  const [delivery] = due;
  if (!delivery) throw new Error("There is no delivery.");
  const taken = new AbortController();
  const context: WorkContext = {
    workerId,
    stopping: false,
    signal: taken.signal,
    untilSure: () => Promise.resolve().then(() => taken.abort(new TakenOverError())),
  };
  await expect(deliverWebhooks.run(server.deps, delivery, context)).rejects.toThrow(TakenOverError);
  expect(receiver.receipts).toEqual([]);
});
