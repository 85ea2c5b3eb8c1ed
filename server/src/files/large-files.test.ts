import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountScope } from "../auth/scope.ts";
import { useThirdParty } from "../runs/engine/test-third-party.ts";
import {
  createTestAccount,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../runs/start/test-run.ts";
import type { FileValue } from "./file-value.ts";
import { saveFile } from "./save-file.ts";

const MIB = 2 ** 20;
const { server, third } = useThirdParty({ fileBytes: 12 * MIB });
const SECRET = "k-1234567-and-long";
let scope: AccountScope;
let slug = "";

beforeAll(async () => {
  scope = await createTestAccount(server, "owner");
});
beforeEach(async () => {
  // Each test's third party has an address of its own.
  slug = `store-${third.url.split(":").at(-1)}`;
  const action = (method: string, request: object, more = {}) => ({
    title: "An action",
    description: "Does something.",
    hints: { read_only: method === "GET" },
    input: {
      type: "object",
      properties: { file: {}, content: { type: "string", contentEncoding: "base64" } },
    },
    request: { method, path: `/${method}`, ...request },
    ...more,
  });
  const body = {
    slug,
    name: "Store",
    description: "Keeps files.",
    version: "1.0.0",
    base_url: third.url,
    auth: {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { "X-Key": "{{ credentials.key }}" } },
      },
    },
    actions: {
      get: { ...action("GET", {}), input: { type: "object" }, response: "file" },
      put: {
        ...action("PUT", { file: "{{ input.file }}" }),
        input: { type: "object", properties: { file: {} } },
      },
      form: {
        ...action("POST", { multipart: { title: "é", file: "{{ input.file }}" } }),
        input: { type: "object", properties: { file: {} } },
      },
      attach: action("PATCH", { json: { content: "{{ input.content }}" } }),
    },
  };
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body,
  });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  await connect();
});

async function connect(): Promise<string> {
  const token = await server.account("owner");
  await server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body: { key: SECRET } });
  return token;
}

async function execute(name: string, body: object) {
  const url = `/api/v2/integration-schema/${slug}/actions/${name}/execute`;
  return (await server.request({ method: "POST", url, token: await connect(), body })).body;
}

async function download({ $file }: Pick<FileValue, "$file">): Promise<Buffer> {
  const headers = { "x-api-key": server.testKey };
  return (await server.app.inject({ url: `/api/v2/public/file/${$file}`, headers })).rawPayload;
}

const save = (content: Buffer) =>
  saveFile(server.deps, scope, { name: "a.png", contentType: "image/png", content }, undefined);
const placeOf = async ({ $file }: FileValue) =>
  (await server.deps.db.selectFrom("files").select("place").where("id", "=", $file).execute())[0]?.place;
const http = (data: object) => ({ id: "call", type: "http", data: { url: third.url, ...data } });

async function readForm(index: number) {
  const { headers, bytes } = third.received[index] ?? { headers: {}, bytes: [] };
  expect(headers["transfer-encoding"]).toBeUndefined();
  const type = { "content-type": String(headers["content-type"]) };
  const form = await new Response(new Uint8Array(bytes), { headers: type }).formData();
  const file = form.get("file") as File;
  return { title: form.get("title"), name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

test("an http node stores a large response as a file, and sends it as bytes and in a form", async () => {
  const bytes = randomBytes(5 * MIB);
  third.answer = () => ({ status: 200, headers: { "content-type": "image/png" }, body: bytes });
  const look = { id: "look", type: "transform", data: { output: "{{ node.call.body }}" } };
  const got = await startTestRun(server, { nodes: [http({}), look], scope });
  const file = (await waitForRunResponse(server, got)) as FileValue;
  expect([await placeOf(file), (await download(file)).equals(bytes)]).toEqual(["database", true]);
  third.reset();
  for (const data of [{ body: "{{ input }}" }, { multipart: { title: "é", file: "{{ input }}" } }]) {
    const id = await startTestRun(server, { nodes: [http({ method: "POST", ...data })], input: file, scope });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  }
  expect(third.received[0]?.headers["content-length"]).toBe(String(bytes.length));
  expect(third.received[0]?.bytes.equals(bytes)).toBe(true);
  const { title, bytes: sent } = await readForm(1);
  expect([title, sent.equals(bytes)]).toEqual(["é", true]);
});

test("a response that gets too large is no file, and nothing is left of it", async () => {
  const body = Buffer.alloc(12 * MIB + 1, 0xff);
  third.answer = () => ({
    status: 200,
    headers: { "content-type": "image/png", "transfer-encoding": "chunked" },
    body,
  });
  const { db } = server.deps;
  const count = async () => (await db.selectFrom("file_chunks").select("number").execute()).length;
  const before = await count();
  const id = await startTestRun(server, { nodes: [http({})], scope });
  expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "TOO_LARGE" } });
  expect(await count()).toBe(before);
});

test("an action downloads and uploads large files; what repeats the credential is hidden", async () => {
  const bytes = randomBytes(3 * MIB);
  bytes.write(SECRET, 2 * MIB - 5);
  third.answer = () => ({ status: 200, headers: { "content-type": "image/png" }, body: bytes });
  const { data: file } = await execute("get", {});
  const shown = await download(file);
  expect([await placeOf(file), shown.includes(SECRET), shown.includes("[redacted]")]).toEqual([
    "database",
    false,
    true,
  ]);
  expect(shown.length).toBe(bytes.length - SECRET.length + "[redacted]".length);
  third.reset();
  expect((await execute("put", { file })).node_status).toBe("Success");
  expect((await execute("form", { file: { ...file, name: "b.png" } })).node_status).toBe("Success");
  expect(third.received[0]?.bytes.equals(shown)).toBe(true);
  const sent = await readForm(1);
  expect([sent.name, sent.bytes.equals(shown)]).toEqual(["b.png", true]);
});

test("as base64 an action sends at most 10 MiB", async () => {
  const bytes = randomBytes(2 * MIB);
  expect((await execute("attach", { content: await save(bytes) })).node_status).toBe("Success");
  expect(JSON.parse(third.received[0]?.body ?? "").content).toBe(bytes.toString("base64"));
  const large = await save(Buffer.alloc(10 * MIB + 1));
  expect((await execute("attach", { content: large })).message).toBe(
    "The files of one request may have at most 10 MiB together as base64.",
  );
});

test("a damaged file fails the step that sends it, with its own error", async () => {
  const file = await save(randomBytes(3 * MIB));
  const chunk = { content: Buffer.alloc(512 * 1024) };
  const { db } = server.deps;
  await db
    .updateTable("file_chunks")
    .set(chunk)
    .where("file_id", "=", file.$file)
    .where("number", "=", 3)
    .execute();
  const nodes = [http({ method: "POST", body: "{{ input }}" })];
  const id = await startTestRun(server, { nodes, input: file, scope });
  expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "FILE_DAMAGED" } });
});
