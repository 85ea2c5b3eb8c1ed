import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { waitForRunResponse } from "../../runs/start/test-run.ts";
import { buildWebhookPath, publishWebhook, sendWebhook } from "../receive/test-webhook.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  await server.account("acme");
});
afterAll(() => server.close());

const code = "return instance_meta_data.request";

test("an execution and its replays see their webhook's method, headers and query, without credentials", async () => {
  const signature = { kind: "token", header: "X-Proves-It" };
  const workflow = await publishWebhook(server, { signature, code });
  const secretUrl = `/api/v2/public/workflow/${workflow}/webhook-secret`;
  const { secret } = (await server.request({ method: "PUT", url: secretUrl, key: server.testKey, body: {} }))
    .body;
  const reply = await sendWebhook(
    server,
    workflow,
    { zen: 1 },
    {
      url: `${await buildWebhookPath(server, workflow)}?kind=order&access_token=hidden`,
      headers: {
        "X-GitHub-Event": "issues",
        "X-Event-Key": "repo:push",
        "X-Shop": Buffer.from("Käse").toString("latin1"),
        "X-Proves-It": secret,
        cookie: "a=b",
        "x-hub-signature-256": "sha256=ab",
        "x-api-token": "c",
        "x-forwarded-for": "10.0.0.1",
        "idempotency-key": "once",
      },
    },
  );
  const told = (await waitForRunResponse(server, reply.body.execution_id)) as {
    headers: Record<string, string>;
  };
  expect(told).toMatchObject({ method: "POST", query: { kind: "order" } });
  expect(told.headers).toMatchObject({
    "x-github-event": "issues",
    "x-event-key": "repo:push",
    "x-shop": "Käse",
    "idempotency-key": "once",
  });
  expect(JSON.stringify(told)).not.toMatch(/hidden|proves|cookie|signature|token|forwarded/);
  const url = `/api/v2/public/execution/${reply.body.execution_id}/replay`;
  const again = await server.request({
    method: "POST",
    url,
    key: server.testKey,
    body: { settings: "current" },
  });
  expect(await waitForRunResponse(server, again.body.id)).toEqual(told);
});
