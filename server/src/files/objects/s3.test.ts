import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { S3Bucket } from "../../config.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { takeDueRows } from "../../platform/work/due-rows.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { saveFile } from "../save-file.ts";
import { UNREFERENCED_OBJECTS } from "./delete-objects.ts";

const MIB = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), "junctor-s3-"));
const service = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: "files", configs: [] }],
});
let bucket: S3Bucket;
let server: TestServer;
let scope: AccountScope;
beforeAll(async () => {
  const { port }: AddressInfo = await service.run();
  bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    name: "files",
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  // Requests of customers must not reach it.
  server = await startTestServer({
    filesBucket: bucket,
    fileBytes: 8 * MIB,
    outboundAllow: parseAllowList(""),
  });
  scope = await createTestAccount(server);
});
afterAll(async () => {
  await server.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

async function* cut(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

const save = async (bytes: Buffer) =>
  (await saveFile(server.deps, scope, { name: "a", contentType: "", content: cut(bytes) }, undefined)).$file;
const download = (id: string, headers = {}) =>
  server.app.inject({
    url: `/api/v2/public/file/${id}`,
    headers: { "x-api-key": server.testKey, ...headers },
  });
/** Paths of the objects that the service keeps. */
const listObjects = () =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /_object$/.test(path) && statSync(path).isFile());
const sweep = (afterMs: number) => {
  const clock = { now: () => new Date(server.deps.clock.now().getTime() + afterMs) };
  return takeDueRows({ ...server.deps, clock }, UNREFERENCED_OBJECTS);
};

test("a large file is an encrypted object of the bucket, read as a whole and in part", async () => {
  const bytes = Buffer.alloc(5 * MIB, "the same secret text ");
  const id = await save(bytes);
  const [path = ""] = listObjects();
  expect(listObjects()).toHaveLength(1);
  expect(path).toContain(id);
  const stored = readFileSync(path);
  expect([stored.length > bytes.length, stored.includes("the same secret text")]).toEqual([true, false]);
  expect((await download(id)).rawPayload.equals(bytes)).toBe(true);
  const part = await download(id, { range: "bytes=3000000-" });
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(3_000_000))]).toEqual([206, true]);
});

test("an object is deleted after its file, and one that no file refers to after a day", async () => {
  const before = listObjects().length;
  const id = await save(randomBytes(2 * MIB));
  const writer = server.deps.objectStore.createWriter(8 * MIB);
  await writer.write(randomBytes(2 * MIB));
  await writer.end();
  await server.deps.db.deleteFrom("files").where("id", "=", id).execute();
  expect(listObjects()).toHaveLength(before + 2);
  expect(await sweep(1000)).toBe(1);
  expect(listObjects()).toHaveLength(before + 1);
  expect(await sweep(25 * 3_600_000)).toBe(1);
  expect(listObjects()).toHaveLength(before);
});

test("a missing or truncated object is refused with a sentence", async () => {
  const [missing, truncated] = [await save(randomBytes(2 * MIB)), await save(randomBytes(2 * MIB))];
  for (const path of listObjects()) {
    if (path.includes(missing)) rmSync(path);
    if (path.includes(truncated)) truncateSync(path, statSync(path).size - 1);
  }
  for (const id of [missing, truncated]) {
    const reply = await download(id);
    expect(reply.statusCode, id).toBe(410);
    expect(reply.json().message).toContain("The bytes of this file are missing or were changed");
  }
});

test("without the bucket's consent nothing is stored, and nothing is said of it", async () => {
  const other = await startTestServer({
    filesBucket: { ...bucket, accessKeyId: "WRONG" },
    fileBytes: 8 * MIB,
    logLevel: "silent",
  });
  const owner = await createTestAccount(other);
  const content = randomBytes(2 * MIB);
  const saving = saveFile(other.deps, owner, { name: "a", contentType: "", content }, undefined);
  await expect(saving).rejects.toMatchObject({
    code: "FILE_UNAVAILABLE",
    message: "The storage of files is not responding right now; please try again.",
  });
  expect(await other.deps.db.selectFrom("files").selectAll().execute()).toEqual([]);
  await other.close();
});
