// Sends a file of 100 MB through a webhook to an http node, and back through a download, and prints the memory of the
// server before and at its peak: `npm run bench:files [-- MIB]`. Fails if it takes more than 40 MiB. Linux only. Uses the
// embedded database; with DATABASE_URL and JUNCTOR_ENCRYPTION_KEY that one, and its chunks.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../server/test/free-port.ts";
import { apiOf } from "./api-client.ts";
import { printTable, start, startOptions, stop, untilReady } from "./processes.ts";

const MIB = 2 ** 20;
const TARGET_MIB = 40;
const SIZE = Number(process.argv[2] ?? 100) * MIB - 4096;
const KEY = "tk-benchmark-key-of-the-test-environment";
const ACCOUNT = { linked_account_id: "acme" };

const dataDir = mkdtempSync(join(tmpdir(), "junctor-bench-files-"));
const receiver = createServer(async (request, response) => {
  let bytes = 0;
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "application/zip", "content-length": SIZE });
    for (let left = SIZE; left > 0; left -= MIB) {
      if (!response.write(Buffer.alloc(Math.min(left, MIB), left)))
        await new Promise((done) => response.once("drain", done));
    }
    response.end();
    return;
  }
  for await (const chunk of request) bytes += chunk.length;
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ bytes }));
}).listen(0, "127.0.0.1");
await new Promise((listening) => receiver.once("listening", listening));
const third = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const server = start([...startOptions(), "server/junctor.mjs", "all"], {
  JUNCTOR_DATA_DIR: dataDir,
  JUNCTOR_TEST_API_KEY: KEY,
  JUNCTOR_PRODUCTION_API_KEY: "pk-benchmark-key-of-the-production-environment",
  JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
  JUNCTOR_LOG_LEVEL: "warn",
  JUNCTOR_FILE_MIB: "100",
  JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
  PORT: String(port),
});
const rows: { [column: string]: string | number }[] = [];
let isMissed = false;

const readRss = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Runs `work` and notes how the server's memory grows meanwhile. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  await sleep(3000);
  const before = readRss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, readRss());
  }, 10);
  const startedAt = performance.now();
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const grown = Math.round(peak - before);
  isMissed ||= grown > TARGET_MIB;
  rows.push({
    way: name,
    "MiB before": Math.round(before),
    "MiB at its peak": Math.round(peak),
    "MiB more": grown,
    seconds: Number(seconds.toFixed(1)),
    missed: grown > TARGET_MIB ? `at most ${TARGET_MIB} MiB` : "-",
  });
}

async function makeWebhook(api: ReturnType<typeof apiOf>, data: object): Promise<string> {
  const trigger = { application: "Junctor", event: "Webhook" };
  const { _id: id } = await api("POST", "/api/v2/public/workflow", {
    name: "Files",
    nodes: [
      { id: "start", type: "start", triggers: [trigger] },
      { id: "call", type: "http", data: { timeout_ms: 120_000, ...data } },
    ],
    edges: [{ source: "start", target: "call" }],
  });
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  const reply = await api("GET", `/api/v2/public/workflow/${id}/webhook-url`, undefined, ACCOUNT);
  return reply.url ?? reply.webhook_url;
}

async function sendFile(hook: string, bytes: number, api: ReturnType<typeof apiOf>): Promise<void> {
  const chunk = new Uint8Array(MIB).fill(255);
  let left = bytes;
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(left >= MIB ? chunk : chunk.subarray(0, left));
      left -= Math.min(left, MIB);
      if (left === 0) controller.close();
    },
  });
  const headers = { "content-type": "application/zip" };
  const init = { method: "POST", headers, body, duplex: "half" };
  const reply = (await (await fetch(hook, init as RequestInit)).json()) as { execution_id: string };
  for (;;) {
    const run = await api("GET", `/api/v2/public/execution/${reply.execution_id}`);
    if (run.status === "COMPLETED") return;
    if (run.status === "ERRORED") throw new Error(JSON.stringify(run.execution_error));
    await sleep(50);
  }
}

try {
  await untilReady(`${url}/health/ready`, server);
  const api = apiOf(url, KEY);
  await api("PUT", "/api/v2/public/linked-account", ACCOUNT);
  const body = "{{ input }}";
  const raw = await makeWebhook(api, { method: "POST", url: third, body });
  const form = await makeWebhook(api, { method: "POST", url: third, multipart: { title: "a", file: body } });
  const get = await makeWebhook(api, { method: "GET", url: third });
  for (const hook of [raw, form]) await sendFile(hook, 2 * MIB, api);
  await measure("webhook to http node", () => sendFile(raw, SIZE, api));
  await measure("webhook to http node, multipart", () => sendFile(form, SIZE, api));
  await measure("download of an http node", () => sendFile(get, 1000, api));
} finally {
  await stop(server);
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}
printTable(`A file of ${Math.round(SIZE / MIB)} MiB`, rows);
if (isMissed) process.exitCode = 1;
