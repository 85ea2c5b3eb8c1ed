import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildKeylessPath, buildWebhookPath, publishWebhook, sendWebhook } from "./test-webhook.ts";

const START = new Date("2026-05-04T10:00:00.000Z");
const SECRET = "s3cret-of-the-sender";
const BODY = '{ "id": 1, "name": "\\u00e4" }';

let now = START;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
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

/** A workflow whose webhooks must be signed, and whose secret is set. */
async function signed(signature: object): Promise<string> {
  const workflow = await publishWebhook(server, { signature });
  expect((await setSecret(workflow)).status).toBe(200);
  return workflow;
}

const statusOf = async (workflow: string, headers: Record<string, string>, body: string = BODY) =>
  (await sendWebhook(server, workflow, body, { headers })).status;

const hmac = (encoding: "hex" | "base64", { body = BODY, secret = SECRET } = {}) =>
  createHmac("sha256", secret).update(body).digest(encoding);

async function runsOf(workflow: string): Promise<number> {
  const rows = await server.deps.db
    .selectFrom("runs")
    .select("id")
    .where("workflow_id", "=", workflow)
    .execute();
  return rows.length;
}

describe("a message of Standard Webhooks", () => {
  const at = String(START.getTime() / 1000);
  const LABELLED = `whsec_${Buffer.from(SECRET).toString("base64")}`;
  const v1 = (id: string, key = SECRET) =>
    `v1,${createHmac("sha256", key).update(`${id}.${at}.${BODY}`).digest("base64")}`;
  const named = (prefix: string, id: string, signature: string) => ({
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: at,
    [`${prefix}-signature`]: signature,
  });
  const published = async (secret: string) => {
    const workflow = await publishWebhook(server, { signature: { kind: "standard-webhooks" } });
    expect((await setSecret(workflow, { secret })).status).toBe(200);
    return workflow;
  };

  test("may have the headers of Svix, and is known again by its id under either name", async () => {
    const workflow = await published(LABELLED);
    expect(await statusOf(workflow, named("svix", "m1", v1("m1")))).toBe(200);
    expect(await statusOf(workflow, named("svix", "m1", v1("m1")))).toBe(409);
    expect(await statusOf(workflow, named("webhook", "m1", v1("m1")))).toBe(409);
    expect(await statusOf(workflow, named("svix", "m2", v1("m1")))).toBe(401);
    expect(await statusOf(workflow, { ...named("svix", "m3", v1("m3")), "svix-timestamp": "1" })).toBe(401);
    // A message is signed under one of the names, not by parts of both.
    const mixed = { ...named("svix", "m4", v1("m4")), "webhook-id": "m5" };
    expect(await statusOf(workflow, mixed)).toBe(401);
    expect(await runsOf(workflow)).toBe(1);
  });

  test("may be signed with a private key (v1a), whose public key is then no secret", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
    const workflow = await published(`whpk_${raw}`);
    expect((await setSecret(workflow, { secret: `whpk_${raw.slice(0, 20)}` })).status).toBe(400);
    const v1a = (id: string) =>
      `v1a,${sign(null, Buffer.from(`${id}.${at}.${BODY}`), privateKey).toString("base64")}`;
    expect(await statusOf(workflow, named("webhook", "a1", `v1,AAAA ${v1a("a1")}`))).toBe(200);
    expect(await statusOf(workflow, named("svix", "a2", v1a("a2")))).toBe(200);
    expect(await statusOf(workflow, named("webhook", "a3", v1a("a2")))).toBe(401);
    for (const key of [Buffer.from(raw, "base64"), `whpk_${raw}`, raw]) {
      const forged = `v1,${createHmac("sha256", key).update(`a4.${at}.${BODY}`).digest("base64")}`;
      expect(await statusOf(workflow, named("webhook", "a4", forged))).toBe(401);
    }
  });
});

describe("a signature", () => {
  test("of HMAC-SHA256 must match the body exactly as sent", async () => {
    const workflow = await signed({ kind: "hmac-sha256", header: "X-Hub-Signature-256", prefix: "sha256=" });
    const send = (value: string, body?: string) => statusOf(workflow, { "x-hub-signature-256": value }, body);
    expect(await send(`sha256=${hmac("hex")}`)).toBe(200);
    const wrong = [
      hmac("hex"),
      `sha256=${hmac("base64")}`,
      `sha256=${hmac("hex", { secret: "another-secret" })}`,
      `sha256=${hmac("hex", { body: JSON.stringify(JSON.parse(BODY)) })}`,
      "sha256=",
      "",
    ];
    for (const value of wrong) expect(await send(value), value).toBe(401);
    expect(await send(`sha256=${hmac("hex")}`, `${BODY} `)).toBe(401);
    expect(await statusOf(workflow, {})).toBe(401);
    expect(await runsOf(workflow)).toBe(1);
  });

  test("may be in base64", async () => {
    const workflow = await signed({ kind: "hmac-sha256", header: "x-signature", encoding: "base64" });
    expect(await statusOf(workflow, { "x-signature": hmac("base64") })).toBe(200);
    expect(await statusOf(workflow, { "x-signature": hmac("hex") })).toBe(401);
  });

  test("may follow a prefix with a space", async () => {
    const signature = { kind: "hmac-sha256", header: "Authorization", encoding: "base64", prefix: "HMAC " };
    const workflow = await signed(signature);
    const send = (authorization: string) => statusOf(workflow, { authorization });
    expect(await send(`HMAC ${hmac("base64")}`)).toBe(200);
    const wrong = [hmac("base64"), `HMAC ${hmac("base64", { secret: "another-secret" })}`, "HMAC ", "HMAC"];
    for (const value of wrong) expect(await send(value), value).toBe(401);
  });

  test("is required even if an unsigned trigger beside it predates the rule of one trigger", async () => {
    const workflow = await publishWebhook(server);
    const open = { _id: "1", application: "Junctor", event: "Webhook" };
    const closed = { ...open, _id: "2", input: { signature: { kind: "token", header: "x-token" } } };
    const triggers = JSON.stringify([open, closed]);
    const nodes = sql<never>`jsonb_set(nodes::jsonb, '{0,triggers}', ${triggers}::jsonb)::json`;
    const { db } = server.deps;
    await db.updateTable("workflow_versions").set({ nodes }).where("workflow_id", "=", workflow).execute();
    await db.updateTable("workflows").set({ nodes }).where("id", "=", workflow).execute();
    await setSecret(workflow);
    expect(await statusOf(workflow, {})).toBe(401);
    expect(await statusOf(workflow, { "x-token": SECRET })).toBe(200);
  });

  test("may be made with the sender's private key, as SendGrid and Discord do", async () => {
    const pairs = {
      "ecdsa-p256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
      ed25519: generateKeyPairSync("ed25519"),
    };
    const publicOf = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");
    for (const [kind, { publicKey, privateKey }] of Object.entries(pairs)) {
      const other = kind === "ed25519" ? pairs["ecdsa-p256"] : pairs.ed25519;
      const signature = { kind, header: "X-Signature", timestamp_header: "X-Timestamp", encoding: "base64" };
      const workflow = await publishWebhook(server, { signature });
      for (const body of [{}, { secret: SECRET }, { secret: publicOf(other.publicKey) }])
        expect((await setSecret(workflow, body)).status, kind).toBe(400);
      expect((await setSecret(workflow, { secret: publicOf(publicKey) })).status).toBe(200);
      const algorithm = kind === "ed25519" ? null : "sha256";
      const proof = sign(algorithm, Buffer.from(`7${BODY}`), privateKey).toString("base64");
      const send = (at: string, text = proof) =>
        statusOf(workflow, { "x-signature": text, "x-timestamp": at });
      expect(await send("7")).toBe(200);
      expect(await send("8")).toBe(401);
      expect(await send("7", "")).toBe(401);
      expect(await runsOf(workflow)).toBe(1);
    }
  });

  test("may be a token sent along", async () => {
    const workflow = await signed({ kind: "token", header: "Authorization", prefix: "Bearer " });
    expect(await statusOf(workflow, { authorization: `Bearer ${SECRET}` })).toBe(200);
    for (const value of [SECRET, `Bearer ${SECRET}x`, "Bearer ", "Bearer"])
      expect(await statusOf(workflow, { authorization: value }), value).toBe(401);
    expect(await statusOf(workflow, {})).toBe(401);
  });

  test("is impossible if no secret is set: every request is rejected", async () => {
    const kinds = [
      { kind: "hmac-sha256", header: "x-signature" },
      { kind: "token", header: "x-signature" },
      { kind: "standard-webhooks" },
    ];
    for (const signature of kinds) {
      const workflow = await publishWebhook(server, { signature });
      for (const value of ["", hmac("hex", { secret: "" }), "undefined"])
        expect(await statusOf(workflow, { "x-signature": value, "webhook-signature": `v1,${value}` })).toBe(
          401,
        );
    }
  });

  test("of the test environment does not work in production", async () => {
    await server.account("acme", server.productionKey);
    const signature = { kind: "token", header: "x-token" };
    const workflow = await publishWebhook(server, { signature });
    const url = `/api/v2/public/workflow/${workflow}/publish`;
    const body = { published: true };
    expect((await server.request({ method: "PUT", url, key: server.productionKey, body })).status).toBe(200);
    await setSecret(workflow);
    const live = buildKeylessPath(server, workflow).replace("-test/", "-production/");
    const headers = { "x-token": SECRET };
    expect((await server.request({ method: "POST", url: live, body: {}, headers })).status).toBe(404);
    expect(await statusOf(workflow, headers)).toBe(200);
  });
});

describe("Standard Webhooks", () => {
  let workflow: string;
  let signer: Webhook;
  beforeEach(async () => {
    workflow = await publishWebhook(server, { signature: { kind: "standard-webhooks" } });
    signer = new Webhook((await setSecret(workflow, {})).body.secret);
  });

  const headersOf = (id: string, at: Date, body = BODY) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signer.sign(id, at, body),
  });

  test("are accepted as signed by their libraries, with one of several signatures", async () => {
    expect(await statusOf(workflow, headersOf("msg_1", now))).toBe(200);
    const headers = headersOf("msg_2", now);
    const several = `v1,AAAA v1a,BBBB ${headers["webhook-signature"]}`;
    expect(await statusOf(workflow, { ...headers, "webhook-signature": several })).toBe(200);
  });

  test("401: a different id, time or body than signed, or one of them missing", async () => {
    const headers = headersOf("msg_1", now);
    const { "webhook-id": _id, ...unnamed } = headers;
    expect(await statusOf(workflow, { ...headers, "webhook-id": "msg_2" })).toBe(401);
    expect(
      await statusOf(workflow, { ...headers, "webhook-timestamp": String(START.getTime() / 1000 + 1) }),
    ).toBe(401);
    expect(await statusOf(workflow, headers, '{"id":2}')).toBe(401);
    expect(await statusOf(workflow, unnamed)).toBe(401);
    const nameless = headersOf("", now);
    expect(await statusOf(workflow, { ...nameless, "webhook-id": "" })).toBe(401);
    expect(await runsOf(workflow)).toBe(0);
  });

  test("401: signed more than five minutes ago or in the future", async () => {
    expect(await statusOf(workflow, headersOf("a", later(-300)))).toBe(200);
    expect(await statusOf(workflow, headersOf("b", later(-301)))).toBe(401);
    expect(await statusOf(workflow, headersOf("c", later(300)))).toBe(200);
    expect(await statusOf(workflow, headersOf("d", later(301)))).toBe(401);
  });

  test("replayed by an eavesdropper start nothing, for as long as their signature is valid", async () => {
    const headers = headersOf("msg_1", later(300));
    expect(await statusOf(workflow, headers)).toBe(200);
    for (const seconds of [0, 299, 301, 599]) {
      now = later(seconds);
      expect(await statusOf(workflow, { ...headers, "idempotency-key": `k${seconds}` })).toBe(409);
    }
    const url = `${await buildWebhookPath(server, workflow)}?config_id=made-up`;
    const elsewhere = await server.request({ method: "POST", url, headers, body: BODY });
    expect(elsewhere.status).toBe(409);
    now = later(601);
    expect(await statusOf(workflow, headers)).toBe(401);
    expect(await runsOf(workflow)).toBe(1);
  });
});

describe("the settings of a signature", () => {
  test.each([
    [{ kind: "md5", header: "x" }, "triggers.input.signature.kind must be one of none, hmac-sha256"],
    [{ header: "x-sign" }, "triggers.input.signature.kind is required."],
    [{ kind: "hmac-sha256" }, "triggers.input.signature.header is required"],
    [{ kind: "token" }, "triggers.input.signature.header is required"],
    [{ kind: "token", header: "x y" }, "triggers.input.signature.header must match"],
    [{ kind: "token", header: "x", prefix: "{{ x }}" }, "triggers.input.signature.prefix must match"],
    [{ kind: "token", header: "x", secret: SECRET }, "webhook-secret"],
    [{ kind: "token", header: "x", extra: 1 }, "triggers.input.signature.extra is not a field here."],
    ["hmac", "triggers.input.signature must be an object"],
  ])("400: %j is rejected when it is saved", async (signature, message) => {
    const trigger = { application: "Junctor", event: "Webhook", input: { signature } };
    const body = { name: "Bad", nodes: [{ id: "start", type: "start", triggers: [trigger] }] };
    const url = "/api/v2/public/workflow";
    const reply = await server.request({ method: "POST", url, key: server.testKey, body });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(reply.text).not.toContain(SECRET);
  });

  test("400: a second webhook trigger, whose settings would be ignored", async () => {
    const trigger = { application: "Junctor", event: "Webhook" };
    const signature = { kind: "token", header: "x-token" };
    const triggers = [
      trigger,
      { application: "Cobalt", event: "API Call" },
      { ...trigger, input: { signature } },
    ];
    const body = { name: "Two", nodes: [{ id: "start", type: "start", triggers }] };
    const url = "/api/v2/public/workflow";
    const reply = await server.request({ method: "POST", url, key: server.testKey, body });
    const message = expect.stringContaining("triggers.2.event: only one trigger may be Webhook");
    expect(reply).toMatchObject({ status: 400, body: { message } });
  });
});
