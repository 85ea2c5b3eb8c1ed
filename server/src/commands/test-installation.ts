import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { asTestServer, eventually, type TestServer } from "../../test/test-server.ts";
import { buildApp, JOBS } from "../api/app.ts";
import { createValueStore } from "../apps/actions/value-store.ts";
import type { Config } from "../config.ts";
import { readContent } from "../files/objects/object-store.ts";
import { saveFile } from "../files/save-file.ts";
import { findFile } from "../files/store.ts";
import { createCodeNode, createTestAccount, waitForRunEnd } from "../runs/start/test-run.ts";
import { buildDeps } from "../start/build-deps.ts";
import { deliverSharedJob } from "../triggers/shared/deliver-shared.ts";
import { decryptRequest, encryptRequest } from "../triggers/shared/sealed-request.ts";

const PUBLIC = "/api/v2/public";
const PASSWORD = "the password of a customer";
export const SECRET = "whole-secret-value";
const STORED = { scope: "account", key: "k/1" } as const;

/** A server on a database that stays when the server is closed. */
export async function openInstallation(config: Config): Promise<TestServer> {
  const deps = await buildDeps(config, { queueNames: JOBS.map(({ name }) => name), works: true });
  const app = await buildApp(deps);
  const close = async () => {
    await app.close();
    await deps.close();
  };
  return asTestServer({ deps, app, close });
}

/** Stores secrets in every form: by id, by other keys, in JSON, in base64, in jobs. What `requireSecrets` needs to read them. */
export async function insertSecrets(server: TestServer) {
  const { deps, testKey } = server;
  server.work();
  const scope = await createTestAccount(server, "one");
  const send = async (method: "POST" | "PUT", path: string, body: object) => {
    const reply = await server.request({ method, url: PUBLIC + path, key: testKey, account: "one", body });
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  const webhook = await send("POST", "/webhook", {
    webhook_url: "https://example.com/hook",
    webhook_events: ["Workflow Completed"],
    webhook_headers: { authorization: SECRET },
  });
  await send("PUT", "/application/hubspot/settings", { client_id: "id", client_secret: SECRET });
  await send("PUT", "/application/stripe/fields", {
    fields: [{ id: "token", name: "Token", field_type: "password" }],
  });
  const workflow = await send("POST", "/workflow", {
    name: "Knows passwords",
    slug: "stripe",
    data_slots: [{ id: "pw", name: "Password", field_type: "password" }],
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "pass", type: "transform", data: { output: { same: "{{ config.pw }} {{ config.token }}" } } },
      // Until the root key is another: the execution goes on from what the database holds.
      { id: "pause", type: "delay", data: { for_ms: 3000 } },
      createCodeNode("count", "return node.pass.body.same.length"),
    ],
    edges: ["start", "pass", "pause"].map((source, at) => ({
      source,
      target: ["pass", "pause", "count"][at],
    })),
  });
  await send("PUT", `/workflow/${workflow._id}/publish`, { published: true });
  const workflows = [{ id: workflow._id, enabled: true, fields: { pw: PASSWORD } }];
  await send("POST", "/config", { slug: "stripe", fields: { token: SECRET }, workflows });
  const { execution_id } = await send("POST", `/workflow/${workflow._id}/execute`, { payload: {} });
  await eventually(async () => {
    const steps = await deps.db.selectFrom("run_steps").select(["node_id", "sealed"]).execute();
    return steps.some(({ node_id }) => node_id === "pause") && steps.some(({ sealed }) => sealed !== null);
  });
  const bytes = randomBytes(2 * 2 ** 20);
  const file = await saveFile(deps, scope, { name: "a", contentType: "", content: bytes }, undefined);
  await createValueStore(deps, { scope, slug: "stripe" }).put(STORED, SECRET);
  const request = { method: "POST", query: {}, headers: {}, body: Buffer.from(SECRET) };
  await deps.queue.transaction((tx) =>
    deps.queue.enqueue(
      tx,
      deliverSharedJob,
      {
        subscriptionId: "6a1f0c2e9b3d4f5a6b7c8d9e",
        listener: { event: "e", identifier: "i" },
        sealed: encryptRequest(deps.vault, request),
      },
      { startAfter: new Date(Date.now() + 3_600_000) },
    ),
  );
  return { testKey, scope, webhook, execution: `${execution_id}`, bytes, file: file.$file };
}

/** Whether everything that `insertSecrets` stored can be used. */
export async function requireSecrets(
  server: TestServer,
  kept: Awaited<ReturnType<typeof insertSecrets>>,
): Promise<void> {
  const { deps } = server;
  const get = async (path: string) =>
    (await server.request({ url: PUBLIC + path, key: kept.testKey, account: "one" })).body;
  expect((await get(`/webhook/${kept.webhook._id}/secret`)).secret).toBe(kept.webhook.secret);
  expect((await get("/application/hubspot/settings")).client_secret_last_four).toBe(SECRET.slice(-4));
  expect(await createValueStore(deps, { scope: kept.scope, slug: "stripe" }).get(STORED)).toBe(SECRET);
  const file = await findFile(deps.db, kept.scope, kept.file);
  expect((await readContent(deps.objectStore, file?.content ?? Buffer.alloc(0))).equals(kept.bytes)).toBe(
    true,
  );
  const { rows } = await sql<{ sealed: string }>`select data->>'sealed' as sealed from pgboss.job
    where name = ${deliverSharedJob.name}`.execute(deps.db);
  expect(decryptRequest(deps.vault, rows[0]?.sealed ?? "").body.toString()).toBe(SECRET);
  const run = await waitForRunEnd({ ...server, testKey: kept.testKey }, kept.execution);
  expect(run.status, JSON.stringify(run)).toBe("COMPLETED");
  expect(run.nodes.at(-1).latest_output.body).toBe(PASSWORD.length + 1 + SECRET.length);
}
