import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { takeDueRows } from "../../platform/work/due-rows.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { type FileContent, getContentSize, LARGEST_IN_ROW } from "../file-value.ts";
import { saveFile } from "../save-file.ts";
import { findFile, insertFile } from "../store.ts";
import { UNREFERENCED_OBJECTS } from "./delete-objects.ts";
import { readContent } from "./object-store.ts";

const HOUR_MS = 3_600_000;
const DAMAGED = "The bytes of this file are missing or were changed";

async function* cut(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

describe.each(["database", "folder"] as const)("objects in the %s", (place) => {
  let server: TestServer;
  let scope: AccountScope;
  const folder = mkdtempSync(join(tmpdir(), "junctor-files-"));
  beforeAll(async () => {
    server = await startTestServer({
      fileBytes: 3 * LARGEST_IN_ROW,
      ...(place === "folder" && { filesDir: folder }),
    });
    scope = await createTestAccount(server);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const pathOf = (id: string) => join(folder, id.slice(-2), id);
  const save = async (bytes: Buffer | AsyncIterable<Buffer>, owner = scope) =>
    (await saveFile(server.deps, owner, { name: "a", contentType: "", content: bytes }, undefined)).$file;
  const contentOf = async (id: string): Promise<FileContent> =>
    (await findFile(server.deps.db, scope, id))?.content ?? Buffer.alloc(0);
  const sweep = (afterMs = 0) => {
    const clock = { now: () => new Date(server.deps.clock.now().getTime() + afterMs) };
    return takeDueRows({ ...server.deps, clock }, UNREFERENCED_OBJECTS);
  };
  /** Everything that is kept of all objects, as it lies there. */
  const readObjects = async (): Promise<Buffer> => {
    if (place === "folder") {
      const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
      return Buffer.concat(paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
    }
    const rows = await server.deps.db.selectFrom("file_chunks").select("content").execute();
    return Buffer.concat(rows.map(({ content }) => Buffer.from(content)));
  };
  const countUnreferenced = async () =>
    (await server.deps.db.selectFrom("unreferenced_objects").selectAll().execute()).length;
  const download = (id: string, headers = {}) =>
    server.app.inject({
      url: `/api/v2/public/file/${id}`,
      headers: { "x-api-key": server.testKey, ...headers },
    });

  test("a file of more than 1 MiB is an object, a smaller one stands in its row", async () => {
    for (const [size, isInRow] of [
      [LARGEST_IN_ROW, true],
      [LARGEST_IN_ROW + 1, false],
      [2 * LARGEST_IN_ROW, false],
    ] as const)
      for (const source of [(bytes: Buffer) => bytes, cut]) {
        const bytes = randomBytes(size);
        const content = await contentOf(await save(source(bytes)));
        expect([Buffer.isBuffer(content), getContentSize(content)]).toEqual([isInRow, size]);
        if (!Buffer.isBuffer(content)) expect(content.place).toBe(place);
        expect((await readContent(server.deps.objectStore, content)).equals(bytes)).toBe(true);
      }
    expect(await countUnreferenced()).toBe(0);
  });

  test("objects are encrypted, each with its own key", async () => {
    const bytes = Buffer.alloc(2 * LARGEST_IN_ROW, "the same secret text ");
    const before = await readObjects();
    const ids = [await save(bytes), await save(bytes)];
    const after = await readObjects();
    expect(after.length - before.length).toBeGreaterThan(2 * bytes.length);
    expect(after.includes("the same secret text")).toBe(false);
    const [a, b] = await Promise.all(ids.map(contentOf));
    expect(a).not.toEqual(b);
  });

  test("a download streams an object, and a part of it", async () => {
    const bytes = randomBytes(2 * LARGEST_IN_ROW);
    const id = await save(bytes);
    const whole = await download(id);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "content-type": "application/octet-stream",
    });
    const part = await download(id, { range: "bytes=1000000-1100000" });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(1_000_000, 1_100_001))).toBe(true);
    expect(part.headers).toMatchObject({
      "content-length": "100001",
      "content-range": `bytes 1000000-1100000/${bytes.length}`,
    });
    const beyond = await download(id, { range: `bytes=${bytes.length}-` });
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test("a missing, truncated or changed object is refused with a sentence", async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await save(randomBytes(2 * LARGEST_IN_ROW)));
    const [missing = "", truncated = "", changed = ""] = ids;
    const { db } = server.deps;
    if (place === "folder") {
      rmSync(pathOf(missing));
      const bytes = readFileSync(pathOf(truncated));
      writeFileSync(pathOf(truncated), bytes.subarray(0, -1));
      const other = readFileSync(pathOf(changed));
      other[5] = (other[5] ?? 0) ^ 1;
      writeFileSync(pathOf(changed), other);
    } else {
      const chunks = (id: string) => db.updateTable("file_chunks").where("file_id", "=", id);
      await db.deleteFrom("file_chunks").where("file_id", "=", missing).execute();
      const last = db.deleteFrom("file_chunks").where("file_id", "=", truncated).where("number", "=", 4);
      await last.execute();
      const [first] = await db
        .selectFrom("file_chunks")
        .select("content")
        .where("file_id", "=", changed)
        .where("number", "=", 0)
        .execute();
      const content = Buffer.from(first?.content ?? []);
      content[5] = (content[5] ?? 0) ^ 1;
      await chunks(changed).where("number", "=", 0).set({ content }).execute();
    }
    for (const id of [missing, truncated]) {
      const reply = await download(id);
      expect([reply.statusCode, reply.json().message]).toEqual([410, expect.stringContaining(DAMAGED)]);
    }
    const reading = contentOf(changed).then((content) => readContent(server.deps.objectStore, content));
    await expect(reading).rejects.toMatchObject({
      code: "FILE_DAMAGED",
      message: expect.stringContaining(DAMAGED),
    });
  });

  test("an object is that of its file: its key opens no other", async () => {
    const [a, b] = [await save(randomBytes(2 * LARGEST_IN_ROW)), await save(randomBytes(2 * LARGEST_IN_ROW))];
    const { db } = server.deps;
    const keyOf = db.selectFrom("files").select("sealed_key").where("id", "=", a);
    await db.updateTable("files").set({ sealed_key: keyOf }).where("id", "=", b).execute();
    expect((await download(b)).statusCode).toBe(410);
    expect((await download(a)).statusCode).toBe(200);
  });

  test("a file that gets too large is refused, and nothing is left of it", async () => {
    const before = await readObjects();
    const saving = save(cut(Buffer.alloc(3 * LARGEST_IN_ROW + 1)));
    await expect(saving).rejects.toMatchObject({
      code: "FILE_TOO_LARGE",
      message: "A file may have at most 3 MiB.",
    });
    expect((await readObjects()).length).toBe(before.length);
    expect(await countUnreferenced()).toBe(0);
  });

  test("a file whose bytes end with an error leaves nothing", async () => {
    const before = await readObjects();
    async function* broken() {
      yield* cut(Buffer.alloc(2 * LARGEST_IN_ROW));
      throw new Error("the connection was lost");
    }
    await expect(save(broken())).rejects.toThrow("the connection was lost");
    expect((await readObjects()).length).toBe(before.length);
    expect(await countUnreferenced()).toBe(0);
  });

  test("an object is deleted after its file, with the account too, and no other", async () => {
    const gone = await createTestAccount(server);
    const bytes = () => randomBytes(2 * LARGEST_IN_ROW);
    const [kept, deleted] = [await save(bytes()), await save(bytes())];
    await save(bytes(), gone);
    const before = await readObjects();
    await server.deps.db.deleteFrom("linked_accounts").where("id", "=", gone.account.id).execute();
    await server.deps.db.deleteFrom("files").where("id", "=", deleted).execute();
    expect((await readObjects()).length).toBe(before.length);
    expect(await sweep(1000)).toBe(2);
    expect(before.length - (await readObjects()).length).toBeGreaterThan(4 * LARGEST_IN_ROW);
    expect((await download(kept)).statusCode).toBe(200);
    expect(await countUnreferenced()).toBe(0);
  });

  test("an object that no file refers to is deleted after a day", async () => {
    const { objectStore } = server.deps;
    const before = await readObjects();
    const writer = objectStore.createWriter(3 * LARGEST_IN_ROW);
    await writer.write(randomBytes(2 * LARGEST_IN_ROW));
    const content = await writer.end();
    expect(await sweep(23 * HOUR_MS)).toBe(0);
    expect(await readContent(objectStore, content)).toHaveLength(2 * LARGEST_IN_ROW);
    expect(await sweep(25 * HOUR_MS)).toBe(1);
    expect((await readObjects()).length).toBe(before.length);
  });

  test("no file can refer to an object whose deletion has begun", async () => {
    const { objectStore, db, clock, config } = server.deps;
    const writer = objectStore.createWriter(3 * LARGEST_IN_ROW);
    await writer.write(randomBytes(2 * LARGEST_IN_ROW));
    const content = await writer.end();
    const failing = { ...objectStore, remove: () => Promise.reject(new Error("the storage is down")) };
    const later = { now: () => new Date(clock.now().getTime() + 25 * HOUR_MS) };
    await takeDueRows({ ...server.deps, clock: later, objectStore: failing }, UNREFERENCED_OBJECTS);
    const insert = insertFile(
      db,
      scope,
      { name: "a", contentType: "", content },
      { executionId: undefined, now: clock.now(), limits: config },
    );
    await expect(insert).rejects.toThrow();
    // It is tried again.
    expect(await countUnreferenced()).toBe(1);
    expect(await sweep(26 * HOUR_MS)).toBe(1);
    expect(await countUnreferenced()).toBe(0);
  });
});
