import { expect, test } from "vitest";
import type { AccountScope } from "../auth/scope.ts";
import { createId } from "../platform/id.ts";
import type { Json } from "../platform/json/json.ts";
import { useThirdParty } from "../runs/engine/test-third-party.ts";
import {
  createTestAccount,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../runs/start/test-run.ts";
import { buildInsertFileStatements, deleteOldFiles, findFile, insertFile } from "./store.ts";

const { server, third } = useThirdParty();

const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const NAME = 'é "x".bin';
const FILE = { name: NAME, contentType: "application/octet-stream", content: BYTES };
const REPLY = {
  status: 200,
  headers: {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="x.bin"; filename*=UTF-8''${encodeURIComponent(NAME)}`,
  },
  body: BYTES,
};
const MEANT = {
  $file: expect.stringMatching(/^[0-9a-f]{24}$/),
  name: NAME,
  content_type: "application/octet-stream",
  size: 256,
};
const look = (output: Json) => ({ id: "look", type: "transform", data: { output } });
const save = (scope: AccountScope) =>
  insertFile(server.deps.db, scope, FILE, {
    executionId: undefined,
    now: new Date(),
    limits: server.deps.config,
  });

test("a file that a request has stored already stays with its first execution", async () => {
  const scope = await createTestAccount(server);
  const { db, database, clock } = server.deps;
  const ids = [await startTestRun(server, { nodes: [] }), await startTestRun(server, { nodes: [] })];
  const file = { ...FILE, id: createId() };
  for (const executionId of ids)
    await database.batch(buildInsertFileStatements(scope, [file], { executionId, now: clock.now() }));
  const rows = db.selectFrom("files").select("run_id").where("id", "=", file.id);
  expect(await rows.execute()).toEqual([{ run_id: ids[0] }]);
});

test("an http node returns bytes as a file, which can be downloaded as it came", async () => {
  third.answers.push(REPLY);
  const nodes = [{ id: "get", type: "http", data: { url: third.url } }, look("{{ node.get.body }}")];
  const id = await startTestRun(server, { nodes });
  const file = (await waitForRunResponse(server, id)) as { $file: string };
  expect(file).toEqual(MEANT);
  const reply = await server.app.inject({
    url: `/api/v2/public/file/${file.$file}`,
    headers: { "x-api-key": server.testKey },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.equals(BYTES)).toBe(true);
  expect(reply.headers).toMatchObject({
    "content-disposition": "attachment; filename*=UTF-8''%C3%A9%20%22x%22.bin",
    "content-type": "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
});

test("every character of a file's name reaches the browser", async () => {
  const scope = await createTestAccount(server);
  const named = { name: "it's (1)*.bin", contentType: "", content: BYTES };
  const origin = { executionId: undefined, now: new Date(), limits: server.deps.config };
  const { $file } = await insertFile(server.deps.db, scope, named, origin);
  const { headers } = await server.request({ url: `/api/v2/public/file/${$file}`, key: server.testKey });
  expect(headers["content-disposition"]).toBe("attachment; filename*=UTF-8''it%27s%20%281%29%2a.bin");
});

test("a file is sent byte by byte, alone and as a part of a form", async () => {
  const scope = await createTestAccount(server);
  const input = await save(scope);
  const post = (id: string, data: object) => ({
    id,
    type: "http",
    data: { method: "POST", url: `${third.url}/${id}`, ...data },
  });
  const nodes = [
    post("raw", { body: "{{ input }}" }),
    post("form", {
      multipart: { title: "Bericht é", many: [1, { a: 1 }, null, [2, 3]], file: "{{ input }}" },
    }),
  ];
  const id = await startTestRun(server, { nodes, input, scope });
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  const [raw, form] = third.received;
  expect(raw?.bytes.equals(BYTES)).toBe(true);
  expect(raw?.headers["content-type"]).toBe("application/octet-stream");
  const headers = { "content-type": String(form?.headers["content-type"]) };
  const parts = await new Response(new Uint8Array(form?.bytes ?? []), { headers }).formData();
  expect([parts.get("title"), parts.getAll("many")]).toEqual(["Bericht é", ["1", '{"a":1}', "[2,3]"]]);
  const sent = parts.get("file") as File;
  expect([sent.name, sent.type]).toEqual([NAME, "application/octet-stream"]);
  expect(Buffer.from(await sent.arrayBuffer()).equals(BYTES)).toBe(true);
  expect(form?.body).toContain('name="file"; filename="é %22x%22.bin"');
});

test("a file of another account, organization or environment is not there, whatever is written down", async () => {
  const owner = await createTestAccount(server);
  const other = await createTestAccount(server);
  const file = await save(owner);
  const ways: { [name: string]: Json }[] = [{ body: "{{ input }}" }, { multipart: { file: "{{ input }}" } }];
  for (const data of ways) {
    const nodes = [{ id: "send", type: "http", data: { method: "POST", url: third.url, ...data } }];
    const id = await startTestRun(server, { nodes, input: file, scope: other });
    expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "FILE_NOT_FOUND" } });
  }
  expect(third.received).toEqual([]);
  expect(await findFile(server.deps.db, owner, "\0")).toBeUndefined();
  const stranger = await server.organization();
  for (const key of [stranger.testKey, server.productionKey])
    expect((await server.request({ url: `/api/v2/public/file/${file.$file}`, key })).status).toBe(404);
});

test("files are deleted with their account, and once they are old and their execution has ended", async () => {
  const { db, database } = server.deps;
  const [scope, gone] = [await createTestAccount(server), await createTestAccount(server)];
  const waiting = { id: "wait", type: "delay", data: { for_ms: 60_000 } };
  const open = await startTestRun(server, { nodes: [waiting], scope });
  const ended = await startTestRun(server, { nodes: [look(1)], scope });
  await waitForRunEnd(server, ended);
  const now = new Date();
  const insert = (owner: AccountScope, executionId?: string) =>
    insertFile(db, owner, FILE, { executionId, now, limits: server.deps.config }).then(({ $file }) => $file);
  const [ofGone, ofOpen, ofEnded, ofNone] = [
    await insert(gone),
    await insert(scope, open),
    await insert(scope, ended),
    await insert(scope),
  ];
  await db.deleteFrom("linked_accounts").where("id", "=", gone.account.id).execute();
  expect(await findFile(db, gone, ofGone)).toBeUndefined();
  await deleteOldFiles(database, new Date(now.getTime() - 60_000), 100);
  expect(await findFile(db, scope, ofEnded)).toBeDefined();
  await deleteOldFiles(database, new Date(now.getTime() + 60_000), 100);
  const left = [ofOpen, ofEnded, ofNone].map(async (id) => (await findFile(db, scope, id)) !== undefined);
  expect(await Promise.all(left)).toEqual([true, false, false]);
});

test("as many old files are deleted as asked for, the oldest first, and only those of the scope", async () => {
  const { db, database } = server.deps;
  const scope = await createTestAccount(server);
  const stranger = { ...scope, orgId: (await server.organization()).test.orgId };
  const elsewhere = { ...scope, environment: "production" as const };
  const files: [AccountScope, string][] = [];
  for (const owner of [stranger, elsewhere, scope, scope]) files.push([owner, (await save(owner)).$file]);
  const left = () =>
    Promise.all(files.map(async ([owner, id]) => (await findFile(db, owner, id)) !== undefined));
  const soon = new Date(Date.now() + 60_000);
  const { orgId, environment } = scope;
  await deleteOldFiles(database, soon, 100, { orgId: stranger.orgId, environment: "production" });
  expect(await left()).toEqual([true, true, true, true]);
  while (!(await left()).includes(false)) await deleteOldFiles(database, soon, 1, { orgId, environment });
  expect(await left()).toEqual([true, true, false, true]);
  await deleteOldFiles(database, soon, 100, { orgId, environment });
  expect(await left()).toEqual([true, true, false, false]);
});
