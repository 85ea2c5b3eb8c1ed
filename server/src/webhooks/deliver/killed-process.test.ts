import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../../test/spawn-server.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";

const TEST_KEY = "tk_of_a_killed_process";
const BASE = "/api/v2/public/webhook";
const environment = {
  JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
};

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
  // The first time the endpoint keeps its answer for itself.
  receiver.answer((response) => receiver.receipts.length > 1 && response.end());
});
afterAll(() => receiver.close());

type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<{ body: never }>;

/** Kills the worker while it waits for the endpoint; `goOn` starts another one. */
async function killAndGoOn(
  call: Call,
  { kill, goOn }: { kill: () => Promise<unknown>; goOn: () => Promise<unknown> },
) {
  const webhook = { webhook_url: receiver.url, webhook_events: ["Workflow Completed"] };
  const { _id: id, secret }: { _id: string; secret: string } = (await call("POST", "", webhook)).body;
  const { _id: deliveryId }: { _id: string } = (await call("POST", `/${id}/test`)).body;
  await eventually(async () => receiver.receipts.length === 1);
  await kill();
  await goOn();
  const delivery = await eventually(async () => {
    const { docs }: { docs: { status: string; attempts: unknown[] }[] } = (
      await call("GET", `/${id}/deliveries`)
    ).body;
    return docs[0]?.status === "delivered" && docs[0];
  });
  expect(delivery).toMatchObject({ _id: deliveryId, attempts: [{ status_code: 200 }] });
  expect(receiver.receipts).toHaveLength(2);
  for (const { headers, body } of receiver.receipts) {
    expect(headers["webhook-id"]).toBe(deliveryId);
    new Webhook(secret).verify(body, headers);
  }
}

if (inject("databaseUrl")) {
  test("slow: PostgreSQL server: a killed process's deliveries are sent by another one, under the same webhook-id", async () => {
    const server: TestServer = await startTestServer();
    const key = server.testKey;
    const DATABASE_URL = server.deps.config.databaseUrl ?? "";
    const worker = await spawnServer("work", { ...environment, DATABASE_URL });
    await killAndGoOn(
      (method, path, body) => server.request({ method, url: BASE + path, key, body }) as never,
      {
        kill: () => worker.stop("SIGKILL"),
        goOn: async () => server.work(),
      },
    );
    await server.close();
  });
} else {
  test("slow: embedded database: a killed process's deliveries are sent by the next one, under the same webhook-id", async () => {
    const dir = mkdtempSync(join(tmpdir(), "junctor-killed-"));
    const start = () =>
      spawnServer("all", { ...environment, JUNCTOR_DATA_DIR: dir, JUNCTOR_TEST_API_KEY: TEST_KEY });
    let server: SpawnedServer = await start();
    const call: Call = async (method, path, body) => {
      const headers = { "x-api-key": TEST_KEY, "content-type": "application/json" };
      const reply = await fetch(server.url + BASE + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      return { body: (await reply.json()) as never };
    };
    await killAndGoOn(call, {
      kill: () => server.stop("SIGKILL"),
      goOn: async () => {
        server = await start();
      },
    });
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });
}
