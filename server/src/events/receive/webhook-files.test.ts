import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { waitForRunResponse } from "../../runs/start/test-run.ts";
import { buildKeylessPath, buildWebhookPath, publishWebhook } from "./test-webhook.ts";

const BYTES = Buffer.from("\x89PNG\r\n--x\0\xff", "latin1");
const MIB = 2 ** 20;
let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer({ fileBytes: 2 * MIB, accountFileBytes: 5 * MIB });
  await server.account("acme");
  workflow = await publishWebhook(server);
  server.work();
});
afterAll(() => server.close());

async function send(
  body: FormData | Buffer,
  { account = "acme", id = workflow, headers = {} }: { account?: string; id?: string; headers?: object } = {},
) {
  const encoded = new Response(body instanceof FormData ? body : new Uint8Array(body));
  const type = encoded.headers.get("content-type");
  const reply = await server.app.inject({
    method: "POST",
    url: await buildWebhookPath(server, id, account),
    headers: { ...(type && { "content-type": type }), ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function download(id: string) {
  const headers = { "x-api-key": server.testKey };
  const reply = await server.app.inject({ url: `/api/v2/public/file/${id}`, headers });
  return { status: reply.statusCode, bytes: reply.rawPayload };
}

const count = async (table: "files" | "runs" | "received_events") => {
  const all = server.deps.db.selectFrom(table).select(({ fn }) => fn.countAll().as("n"));
  return Number((await all.executeTakeFirstOrThrow()).n);
};
const counts = () => Promise.all([count("files"), count("runs"), count("received_events")]);
const form = (...files: File[]) => {
  const data = new FormData();
  data.append("subject", "é");
  for (const file of files) data.append("file", file);
  return data;
};
const meant = (name: string, type: string, size: number) => ({
  $file: expect.stringMatching(/^[0-9a-f]{24}$/),
  name,
  content_type: type,
  size,
});

test("files of a form and a binary body become files of the execution, byte by byte", async () => {
  const file = new File([BYTES], 'C:\\..\\é "x".png', { type: "image/png" });
  const empty = new File([], "../../etc/empty.txt", { type: "text/plain" });
  const { status, body } = await send(form(file, empty));
  expect(status).toBe(200);
  const input = (await waitForRunResponse(server, body.execution_id)) as { file: { $file: string }[] };
  expect(input).toEqual({
    subject: "é",
    file: [meant('é "x".png', "image/png", BYTES.length), meant("empty.txt", "text/plain", 0)],
  });
  const [first, second] = await Promise.all(input.file.map(({ $file }) => download($file)));
  expect([first?.bytes.equals(BYTES), second?.bytes.length]).toEqual([true, 0]);
  const raw = await send(BYTES, {
    headers: { "content-type": "application/pdf", "content-disposition": "attachment; filename=march.pdf" },
  });
  const pdf = (await waitForRunResponse(server, raw.body.execution_id)) as { $file: string };
  expect(pdf).toEqual(meant("march.pdf", "application/pdf", BYTES.length));
  expect((await download(pdf.$file)).bytes.equals(BYTES)).toBe(true);
  const rows = server.deps.db
    .selectFrom("files")
    .select(["run_id", "account_id"])
    .where("id", "=", pdf.$file);
  const account = await findAccount(server.deps.database, server.test, "acme");
  expect(await rows.execute()).toEqual([{ run_id: raw.body.execution_id, account_id: account?.id }]);
  const stored = server.deps.db.selectFrom("received_events").select("payload");
  expect(await stored.where("id", "=", raw.body.event_id).execute()).toEqual([{ payload: pdf }]);
});

test("a webhook that is refused or repeated stores no file", async () => {
  const signature = { kind: "hmac-sha256", header: "x-signature" };
  const signed = await publishWebhook(server, { signature });
  const url = `/api/v2/public/workflow/${signed}/webhook-secret`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { secret: "shared-secret" } });
  const digest = createHmac("sha256", "shared-secret").update(BYTES).digest("hex");
  const before = await counts();
  const headers = (given: string) => ({
    "content-type": "image/png",
    "x-signature": given,
    "idempotency-key": "once",
  });
  const post = (given: string) => send(BYTES, { id: signed, headers: headers(given) });
  expect((await post("0".repeat(64))).status).toBe(401);
  expect(
    (await send(Buffer.from("--x"), { headers: { "content-type": "multipart/form-data" } })).status,
  ).toBe(400);
  expect(await counts()).toEqual(before);
  expect((await post(digest)).status).toBe(200);
  expect((await post(digest)).status).toBe(409);
  expect(await counts()).toEqual(before.map((n) => n + 1));
});

test("without room for its files a webhook is refused, and nothing is stored", async () => {
  await server.account("full");
  const file = (bytes: number) => new File([Buffer.alloc(bytes)], "a");
  const post = (...files: File[]) => send(form(...files), { account: "full" });
  for (let i = 0; i < 3; i++) expect((await post(file(1.6 * MIB))).status).toBe(200);
  const before = await counts();
  const { status, body } = await post(file(0.15 * MIB), file(0.15 * MIB));
  expect([status, body.message]).toEqual([
    413,
    expect.stringContaining("The files of this customer have reached the limit of 5 MiB"),
  ]);
  expect(await counts()).toEqual(before);
  expect((await post()).status).toBe(200);
  expect((await post(file(0.15 * MIB))).status).toBe(200);
});

test("a webhook repeats another even if there is no longer room for its files", async () => {
  await server.account("filled");
  const post = (bytes: number, key: string) =>
    send(form(new File([Buffer.alloc(bytes)], "a")), {
      account: "filled",
      headers: { "idempotency-key": key },
    });
  const [first] = [await post(1.6 * MIB, "a"), await post(1.6 * MIB, "b"), await post(1.6 * MIB, "c")];
  const before = await counts();
  const ids = { event_id: first?.body.event_id, execution_id: first?.body.execution_id };
  expect(await post(1.6 * MIB, "a")).toMatchObject({ status: 409, body: ids });
  const refused = await Promise.all(Array.from({ length: 4 }, () => post(0.3 * MIB, "d")));
  expect(refused.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
  expect(await counts()).toEqual(before);
  // The refused ones have not used up their key.
  expect((await post(0.1 * MIB, "d")).status).toBe(200);
});

test("files may be larger than data, where the address has a key", async () => {
  await server.account("large");
  const large = { account: "large" };
  const [noise, text] = [Buffer.alloc(1.5 * MIB), Buffer.alloc(1.5 * MIB, "a")];
  expect((await send(noise, large)).status).toBe(200);
  expect((await send(form(new File([text], "a.txt")), large)).status).toBe(200);
  const before = await counts();
  const long = new FormData();
  long.append("a", text.toString());
  const data = "The request body is larger than 1 MB without its files.";
  const type = (name: string) => ({ ...large, headers: { "content-type": name } });
  for (const [body, options] of [
    [text, large],
    [text, type("application/json")],
    [text, type("application/x-www-form-urlencoded")],
    [long, large],
  ] as const)
    expect(await send(body, options)).toMatchObject({ status: 413, body: { message: data } });
  expect(await send(Buffer.alloc(2 * MIB + 1), large)).toMatchObject({
    status: 413,
    body: { message: "The request body is larger than 2 MB." },
  });
  const url = buildKeylessPath(server, workflow, "large");
  const keyless = await server.app.inject({ method: "POST", url, payload: noise });
  expect(keyless.statusCode).toBe(413);
  const wrong = await server.app.inject({ method: "POST", url: `${url}/wrong-key`, payload: noise });
  expect(wrong.statusCode).toBe(404);
  expect(await counts()).toEqual(before);
});
