import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { buildWebhookPath, publishWebhook } from "./test-webhook.ts";

let server: ListeningServer;
let port: number;
beforeAll(async () => {
  server = await startListeningServer();
  await server.account("acme");
  port = Number(new URL(server.baseUrl).port);
});
afterAll(() => server.close());

interface Sent {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** Sends exactly these bytes and headers, unlike HTTP clients, and returns the reply's status. */
function send(path: string, { body, type, headers = {} }: Sent): Promise<number> {
  const bytes = Buffer.from(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "connection: close",
    `content-length: ${bytes.length}`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return new Promise((resolve, reject) => {
    let reply = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.write(bytes);
    });
    socket.on("data", (chunk) => {
      reply += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(Number(reply.split(" ")[1])));
  });
}

const inputsOf = async (workflow: string) =>
  (
    await server.deps.db
      .selectFrom("runs")
      .select("input")
      .where("workflow_id", "=", workflow)
      .orderBy("id")
      .execute()
  ).map(({ input }) => input);

const EVENT = '{"specversion":"1.0","id":"1","data":{"n":1}}';
const CASES: readonly [Sent, unknown][] = [
  [{ body: EVENT, type: "application/cloudevents+json; charset=utf-8" }, JSON.parse(EVENT)],
  [{ body: `[${EVENT}]`, type: "application/cloudevents-batch+json" }, [JSON.parse(EVENT)]],
  [{ body: EVENT, type: "application/vnd.api+json" }, JSON.parse(EVENT)],
  [{ body: '{"n": 1}\n' }, { n: 1 }],
  [{ body: '{"Type":"Notification"}', type: "text/plain; charset=UTF-8" }, { Type: "Notification" }],
  [{ body: '{"n":1}', type: "json" }, { n: 1 }],
  [{ body: '{"n":1}', type: "" }, { n: 1 }],
  [{ body: "\uFEFF[1]", type: "application/json" }, [1]],
  [
    { body: "name=%E9&a[b]=1", type: "application/x-www-form-urlencoded; charset=iso-8859-1" },
    { name: "é", a: { b: "1" } },
  ],
  [{ body: "<a/>", type: "text/xml" }, "<a/>"],
  [
    { body: Buffer.from([0x89, 0xff]), type: "image/png" },
    { $file: expect.any(String), name: "file", content_type: "image/png", size: 2 },
  ],
];

test("webhooks are accepted as their senders send them, unsigned", async () => {
  const workflow = await publishWebhook(server);
  const path = await buildWebhookPath(server, workflow);
  for (const [sent] of CASES) expect(await send(path, sent), sent.type).toBe(200);
  expect(await inputsOf(workflow)).toEqual(CASES.map(([, input]) => input));
  expect(await send(path, { body: "{", type: "application/cloudevents+json" })).toBe(400);
  expect(await inputsOf(workflow)).toHaveLength(CASES.length);
});

test("signatures are over the bytes as received", async () => {
  const signature = { kind: "hmac-sha256", header: "x-signature" };
  const workflow = await publishWebhook(server, { signature });
  const url = `/api/v2/public/workflow/${workflow}/webhook-secret`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { secret: "shared-secret" } });
  const path = await buildWebhookPath(server, workflow);
  for (const [sent] of CASES) {
    const digest = createHmac("sha256", "shared-secret").update(Buffer.from(sent.body)).digest("hex");
    expect(await send(path, { ...sent, headers: { "x-signature": digest } }), sent.type).toBe(200);
    expect(await send(path, { ...sent, headers: { "x-signature": "0".repeat(64) } })).toBe(401);
  }
  expect(await inputsOf(workflow)).toEqual(CASES.map(([, input]) => input));
});
