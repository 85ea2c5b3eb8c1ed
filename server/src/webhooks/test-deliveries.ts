import type { TestOrganization, TestServer } from "../../test/test-server.ts";
import type { WebhookEvent } from "./event.ts";
import { buildNotifyStatement, type NotifyEvent } from "./notify.ts";
import { WEBHOOKS } from "./table.ts";

const ACCOUNT = { id: "0".repeat(24), accountId: "acme" };

/** Tells the webhooks of the organization's test environment of `count` events, as the end of runs does. */
export async function sendTestEvents(
  { deps }: TestServer,
  organization: Pick<TestOrganization, "test">,
  count = 1,
  fields: Partial<NotifyEvent> = {},
): Promise<void> {
  const event: WebhookEvent = "Workflow Completed";
  const events = Array.from({ length: count }, (_, n) => ({
    scope: { ...organization.test, account: ACCOUNT },
    event,
    payload: { event, n },
    at: deps.clock.now(),
    ...fields,
  }));
  await deps.database.batch([buildNotifyStatement(events)]);
  deps.work.wake(WEBHOOKS);
}

/** Makes a workflow, for webhooks that are limited to it; its id. */
export async function createTestWorkflow(server: TestServer, key: string): Promise<string> {
  const url = "/api/v2/public/workflow";
  const { status, body } = await server.request({ method: "POST", url, key, body: { name: "Heard of" } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body._id;
}

/** Makes a webhook that hears of completed workflows, by API; answers with its record and secret. */
export async function createTestWebhook(
  server: TestServer,
  key: string,
  fields: object,
): Promise<{ _id: string; secret: string }> {
  const { status, body } = await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key,
    body: { webhook_events: ["Workflow Completed"], ...fields },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
