import { createHmac, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginPost, type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import { UNREFERENCED_OBJECTS } from "../../files/objects/delete-objects.ts";
import { takeDueRows } from "../../platform/work/due-rows.ts";
import { waitForRunResponse } from "../../runs/start/test-run.ts";
import { buildWebhookPath, publishWebhook } from "./test-webhook.ts";

const MIB = 2 ** 20;
let server: ListeningServer;
let workflow: string;
beforeAll(async () => {
  server = await startListeningServer({ fileBytes: 16 * MIB, accountFileBytes: 64 * MIB });
  await server.account("acme");
  workflow = await publishWebhook(server);
  server.work();
});
afterAll(() => server.close());

async function send(
  body: FormData | Uint8Array<ArrayBuffer>,
  { id = workflow, headers = {}, account = "acme" } = {},
) {
  const url = server.baseUrl + (await buildWebhookPath(server, id, account));
  const reply = await fetch(url, { method: "POST", headers, body });
  return { status: reply.status, body: await reply.json() };
}

async function download(id: string): Promise<Buffer> {
  const headers = { "x-api-key": server.testKey };
  const reply = await fetch(`${server.baseUrl}/api/v2/public/file/${id}`, { headers });
  return Buffer.from(await reply.arrayBuffer());
}

const countObjects = async () => {
  const ids = await server.deps.db.selectFrom("file_chunks").select("file_id").distinct().execute();
  return ids.length;
};
const sweep = (afterMs: number) => {
  const clock = { now: () => new Date(server.deps.clock.now().getTime() + afterMs) };
  return takeDueRows({ ...server.deps, clock }, UNREFERENCED_OBJECTS);
};

test("large files are stored while they arrive, alone and in a form with small ones", async () => {
  const [large, small] = [randomBytes(5 * MIB), randomBytes(1000)];
  const raw = await send(large, { headers: { "content-type": "application/pdf" } });
  const pdf = (await waitForRunResponse(server, raw.body.execution_id)) as { $file: string };
  expect(pdf).toMatchObject({ content_type: "application/pdf", size: large.length });
  expect((await download(pdf.$file)).equals(large)).toBe(true);
  const form = new FormData();
  form.append("subject", "é");
  form.append("large", new File([large], "a.bin", { type: "application/zip" }));
  form.append("small", new File([small], "b.bin"));
  const sent = await send(form);
  const input = (await waitForRunResponse(server, sent.body.execution_id)) as {
    [name in "large" | "small"]: { $file: string };
  };
  expect(input).toMatchObject({ subject: "é", large: { size: large.length }, small: { size: 1000 } });
  expect((await download(input.large.$file)).equals(large)).toBe(true);
  expect((await download(input.small.$file)).equals(small)).toBe(true);
  const rows = server.deps.db.selectFrom("files").select(["place", "run_id"]).orderBy("size");
  expect(await rows.where("run_id", "=", sent.body.execution_id).execute()).toEqual([
    { place: null, run_id: sent.body.execution_id },
    { place: "database", run_id: sent.body.execution_id },
  ]);
});

test("what a refused or repeated request has stored is deleted soon after", async () => {
  await sweep(0);
  const before = await countObjects();
  const headers = { "content-type": "image/png", "idempotency-key": "once" };
  expect((await send(randomBytes(2 * MIB), { headers })).status).toBe(200);
  expect((await send(randomBytes(2 * MIB), { headers })).status).toBe(409);
  expect(await countObjects()).toBe(before + 2);
  await eventually(async () => (await sweep(11 * 60_000)) === 1);
  expect(await countObjects()).toBe(before + 1);
});

test("a body beyond the limit is refused, and so is one that breaks off; nothing is left", async () => {
  const before = await countObjects();
  const headers = { "content-type": "image/png" };
  expect(await send(new Uint8Array(16 * MIB + 1), { headers })).toMatchObject({
    status: 413,
    body: { message: "The request body is larger than 16 MB." },
  });
  const path = await buildWebhookPath(server, workflow);
  const chunked = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(MIB)),
  });
  const reply = await fetch(server.baseUrl + path, {
    method: "POST",
    headers,
    body: chunked,
    duplex: "half",
  } as RequestInit);
  expect(reply.status).toBe(413);
  const begun = await beginPost(server.baseUrl, path, { sent: 3 * MIB });
  await eventually(async () => (await countObjects()) > before);
  begun.destroy();
  await eventually(async () => (await countObjects()) === before);
});

test("a signed body is needed as a whole, and has a limit of its own", async () => {
  const signature = { kind: "hmac-sha256", header: "x-signature" };
  const id = await publishWebhook(server, { signature });
  const url = `/api/v2/public/workflow/${id}/webhook-secret`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { secret: "shared-secret" } });
  const sign = (bytes: Uint8Array) => ({
    "content-type": "image/png",
    "x-signature": createHmac("sha256", "shared-secret").update(bytes).digest("hex"),
  });
  const bytes = randomBytes(5 * MIB);
  expect((await send(bytes, { id, headers: sign(randomBytes(5)) })).status).toBe(401);
  const { status, body } = await send(bytes, { id, headers: sign(bytes) });
  expect(status).toBe(200);
  const file = (await waitForRunResponse(server, body.execution_id)) as { $file: string };
  expect((await download(file.$file)).equals(bytes)).toBe(true);
  const large = randomBytes(10 * MIB + 1);
  expect(await send(large, { id, headers: sign(large) })).toMatchObject({
    status: 413,
    body: { message: "The body of a signed request may have at most 10 MB." },
  });
});
