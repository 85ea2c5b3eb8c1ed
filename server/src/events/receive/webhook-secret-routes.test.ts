import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { publishWebhook, sendWebhook } from "./test-webhook.ts";

const START = new Date("2026-05-04T10:00:00.000Z");
const SECRET = "s3cret-of-the-sender";

let now = START;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  token = await server.account("acme");
});
beforeEach(() => {
  now = START;
});
afterAll(() => server.close());

const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

async function setSecret(
  workflow: string,
  body: object = { secret: SECRET },
  who: object = { key: server.testKey },
) {
  const url = `/api/v2/public/workflow/${workflow}/webhook-secret`;
  return server.request({ method: "PUT", url, body, ...who });
}

const statusOf = async (workflow: string, headers: Record<string, string>) =>
  (await sendWebhook(server, workflow, {}, { headers })).status;

describe("GET /api/v2/public/workflow/:id/webhook-secret", () => {
  const signature = { kind: "token", header: "x-token" };
  const stateOf = (workflow: string, who: object = { key: server.testKey }) =>
    server.request({ url: `/api/v2/public/workflow/${workflow}/webhook-secret`, ...who });

  test("200: when the secret was set and until when an earlier one is valid; never a secret", async () => {
    const workflow = await publishWebhook(server, { signature });
    expect((await stateOf(workflow)).body).toEqual({ set_at: null, older_until: null });
    await setSecret(workflow);
    expect((await stateOf(workflow)).body).toEqual({ set_at: START.toISOString(), older_until: null });
    now = later(60);
    await setSecret(workflow, { secret: "the-second-one" });
    now = later(90);
    await setSecret(workflow, { secret: "the-third-one" });
    const { text, body } = await stateOf(workflow);
    expect(body).toEqual({
      set_at: later(90).toISOString(),
      older_until: later(90 + 24 * 3600).toISOString(),
    });
    expect(text).not.toContain(SECRET);
    now = later(90 + 24 * 3600);
    expect((await stateOf(workflow)).body).toMatchObject({ older_until: null });
    const url = `/api/v2/public/workflow/${workflow}/webhook-secret`;
    await server.request({ method: "DELETE", url, key: server.testKey });
    expect((await stateOf(workflow)).body).toEqual({ set_at: null, older_until: null });
  });

  test("is of one environment; 404 for workflows of others, 403 for the organization's by an account", async () => {
    const workflow = await publishWebhook(server, { signature });
    await setSecret(workflow);
    const stranger = await server.organization();
    expect((await stateOf(workflow, { key: stranger.testKey })).status).toBe(404);
    const inProduction = { key: server.productionKey };
    expect((await stateOf(workflow, inProduction)).status).toBe(404);
    const url = `/api/v2/public/workflow/${workflow}/publish`;
    const body = { published: true };
    expect((await server.request({ method: "PUT", url, body, ...inProduction })).status).toBe(200);
    expect((await stateOf(workflow, inProduction)).body).toEqual({ set_at: null, older_until: null });
    expect((await stateOf(workflow, { token })).status).toBe(403);
    const own = await publishWebhook(server, { signature, account: "acme" });
    expect((await stateOf(own, { token })).body).toEqual({ set_at: null, older_until: null });
  });
});

describe("PUT /api/v2/public/workflow/:id/webhook-secret", () => {
  const signature = { kind: "token", header: "x-token" };

  test("200: accepts a secret or generates one, shows it once, and stores it encrypted", async () => {
    const workflow = await publishWebhook(server, { signature });
    expect((await setSecret(workflow)).body).toEqual({ secret: SECRET });
    const made = await server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${workflow}/webhook-secret`,
      key: server.testKey,
    });
    expect(made).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) },
    });
    expect(await statusOf(workflow, { "x-token": made.body.secret })).toBe(200);
    const rows = await server.deps.db.selectFrom("workflow_webhook_secrets").selectAll().execute();
    for (const { sealed } of rows) {
      expect(Buffer.from(sealed).includes(SECRET)).toBe(false);
      expect(Buffer.from(sealed).includes(made.body.secret)).toBe(false);
    }
    const { text } = await server.request({
      url: `/api/v2/public/workflow/${workflow}`,
      key: server.testKey,
    });
    expect(text).not.toContain(SECRET);
  });

  test("the previous secret works for 24 more hours, unless it is ended", async () => {
    const workflow = await publishWebhook(server, { signature });
    await setSecret(workflow);
    await setSecret(workflow, { secret: "the-second-one" });
    const sent = (secret: string) => statusOf(workflow, { "x-token": secret });
    expect(await sent(SECRET)).toBe(200);
    expect(await sent("the-second-one")).toBe(200);
    now = later(24 * 3600 - 1);
    expect(await sent(SECRET)).toBe(200);
    now = later(24 * 3600);
    expect(await sent(SECRET)).toBe(401);
    expect(await sent("the-second-one")).toBe(200);
    await setSecret(workflow, { secret: "the-third-one", end_others: true });
    expect(await sent("the-second-one")).toBe(401);
    expect(await sent("the-third-one")).toBe(200);
  });

  test("a draft's secret is its workflow's; two concurrent changes leave one current secret", async () => {
    const workflow = await publishWebhook(server, { signature });
    const draft = await server.request({
      url: `/api/v2/public/workflow/${workflow}/edit`,
      key: server.testKey,
    });
    await setSecret(draft.body._id);
    expect(await statusOf(workflow, { "x-token": SECRET })).toBe(200);
    await Promise.all([setSecret(workflow, {}), setSecret(workflow, {})]);
    const current = await server.deps.db
      .selectFrom("workflow_webhook_secrets")
      .select("id")
      .where("workflow_id", "=", workflow)
      .where("expires_at", "is", null)
      .execute();
    expect(current).toHaveLength(1);
  });

  test.each([
    [{ secret: "short" }],
    [{ secret: "with a blank in it" }],
    [{ secret: "x".repeat(256) }],
    [{ secret: 5 }],
  ])("400: %j", async (body) => {
    const workflow = await publishWebhook(server, { signature });
    expect((await setSecret(workflow, body)).status).toBe(400);
    expect(await statusOf(workflow, { "x-token": String(body.secret) })).toBe(401);
  });

  test("404 for strangers; a session token sets that of its account's own workflow only (403)", async () => {
    const workflow = await publishWebhook(server, { signature });
    const stranger = await server.organization();
    for (const key of [stranger.testKey, server.productionKey])
      expect((await setSecret(workflow, {}, { key })).status).toBe(404);
    expect((await setSecret("unknown", {})).status).toBe(404);
    expect((await setSecret(workflow, {}, { token })).status).toBe(403);
    expect((await setSecret(workflow, {}, {})).status).toBe(401);
    const own = await publishWebhook(server, { account: "acme", signature });
    expect((await setSecret(own, {}, { token })).status).toBe(200);
    const other = await server.account("other");
    expect((await setSecret(own, {}, { token: other })).status).toBe(404);
  });
});

describe("GET /api/v2/public/workflow/:id/webhook-url", () => {
  const urlOf = (workflow: string, who: object) =>
    server.request({ url: `/api/v2/public/workflow/${workflow}/webhook-url`, ...who });

  test("200: the address for the account, which works", async () => {
    const workflow = await publishWebhook(server);
    await server.account("ada@example.com");
    const reply = await urlOf(workflow, { key: server.testKey, account: "ada@example.com" });
    expect(reply).toMatchObject({ status: 200, body: { signature: "none" } });
    const { origin, pathname } = new URL(reply.body.url);
    expect(origin).toBe(server.deps.config.publicUrl);
    expect((await server.request({ method: "POST", url: pathname, body: {} })).status).toBe(200);
    expect((await urlOf(workflow, { token })).body.url).toContain(`${server.orgId}-test/${workflow}/acme`);
  });

  test("404 and 400: unknown, another account's, not started by webhooks", async () => {
    const draft = await server.request({
      method: "POST",
      url: "/api/v2/public/workflow",
      key: server.testKey,
      body: { name: "Draft" },
    });
    const key = server.testKey;
    expect((await urlOf("unknown", { token })).status).toBe(404);
    expect((await urlOf(draft.body._id, { token })).status).toBe(404);
    await server.account("other");
    const foreign = await publishWebhook(server, { account: "other" });
    expect((await urlOf(foreign, { token })).status).toBe(404);
    expect((await urlOf(foreign, { key })).status).toBe(400);
    const publish = { method: "PUT", key, body: { published: true } } as const;
    await server.request({ ...publish, url: `/api/v2/public/workflow/${draft.body._id}/publish` });
    expect(await urlOf(draft.body._id, { token })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("no trigger with the event Webhook") },
    });
  });
});
