import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../../server/src/webhooks/test-receiver.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const SECRET = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(24, 2).toString("base64")}`;
const BODY = JSON.stringify({ event: "Workflow Completed", workflow_name: "Bücher → «Ledger» 😀" });

/** The headers that the package of Standard Webhooks makes. */
function sign({ secret = SECRET, at = new Date(), body = BODY } = {}): Record<string, string> {
  return {
    "webhook-id": "msg",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg", at, body),
  };
}

describe("verifyWebhook", () => {
  test("returns the payload of a text or bytes, with headers of fetch, of Node and in any case", async () => {
    const headers = sign();
    const titled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const given of [headers, new Headers(headers), titled])
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
        expect(await verifyWebhook({ body, headers: given }, SECRET)).toEqual(JSON.parse(BODY));
  });

  test("accepts any of several signatures, and ignores those of other versions", async () => {
    const headers = sign();
    headers["webhook-signature"] =
      `v1a,AAAA v1,%% ${sign({ secret: OTHER })["webhook-signature"]} ${headers["webhook-signature"]}`;
    expect(await verifyWebhook({ body: BODY, headers }, SECRET)).toEqual(JSON.parse(BODY));
    headers["webhook-signature"] = headers["webhook-signature"].replaceAll("v1,", "v2,");
    await expect(verifyWebhook({ body: BODY, headers }, SECRET)).rejects.toMatchObject({
      code: "INVALID_SIGNATURE",
    });
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  test.each([
    ["of another secret", BODY, sign({ secret: OTHER }), /does not match/],
    ["with a changed body", `${BODY} `, sign(), /does not match/],
    ["with another id", BODY, { ...sign(), "webhook-id": "other" }, /does not match/],
    ["of six minutes ago", BODY, sign({ at: minutesAgo(6) }), /more than 300 seconds ago/],
    ["of the future", BODY, sign({ at: minutesAgo(-6) }), /more than 300 seconds ago/],
    ["without a time", BODY, { ...sign(), "webhook-timestamp": "soon" }, /more than 300 seconds ago/],
    ["without a signature", BODY, { ...sign(), "webhook-signature": undefined }, /are required/],
  ])("rejects a delivery %s", async (_, body, headers, message) => {
    const error = await verifyWebhook({ body, headers }, SECRET).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "JunctorError", code: "INVALID_SIGNATURE", status: 0 });
    expect(String(error)).toMatch(message);
  });

  test("accepts older deliveries only with a longer tolerance", async () => {
    const old = { body: BODY, headers: sign({ at: minutesAgo(6) }) };
    expect(await verifyWebhook(old, SECRET, { toleranceS: 600 })).toEqual(JSON.parse(BODY));
  });

  test("names the mistake where it gets parsed JSON, or no secret", async () => {
    const parsed = JSON.parse(BODY);
    await expect(verifyWebhook({ body: parsed, headers: sign() }, SECRET)).rejects.toThrow(/raw body/);
    for (const secret of ["", "whsec_", "whsec_%%"])
      await expect(verifyWebhook({ body: BODY, headers: sign() }, secret)).rejects.toThrow(
        /begins with whsec_/,
      );
  });
});

describe("deliveries of a server", () => {
  let server: ListeningServer;
  let junctor: ServerClient;
  let receiver: TestReceiver;
  beforeAll(async () => {
    server = await startListeningServer();
    server.work();
    receiver = await startTestReceiver();
    junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
  });
  afterAll(async () => {
    await receiver?.close();
    await server?.close();
  });

  test("are verified with the secret of the webhook, before and after a rotation", async () => {
    const { _id, secret } = await junctor.webhooks.create({
      webhook_url: receiver.url,
      webhook_events: ["Connection Expired", "Workflow Errored"],
    });
    const rotated = await junctor.webhooks.rotateSecret(_id);
    await junctor.webhooks.test(_id);
    await expect.poll(() => receiver.receipts.length).toBeGreaterThan(0);
    for (const delivery of receiver.receipts)
      for (const given of [secret, rotated.secret])
        expect(await verifyWebhook(delivery, given)).toMatchObject({ environment: "test" });
  });
});
