import { request } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../test/listening-server.ts";
import { eventually } from "../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi } from "../apps/catalog/test-things-api.ts";

const MIB = 2 ** 20;
let server: ListeningServer;
let token: string;
beforeAll(async () => {
  server = await startListeningServer({ fileBytes: 3 * MIB, accountFileBytes: 20 * MIB });
  token = await server.account("acme");
  await server.account("other");
});
afterAll(() => server.close());

const BYTES = Buffer.from([0xff, 0, 0x80]);
const PATH = "/api/v2/public/file";

interface Upload {
  readonly body: FormData | Uint8Array<ArrayBuffer> | string;
  readonly headers?: Record<string, string>;
  readonly account?: string;
}

async function upload({ body, headers = { "x-api-key": server.testKey }, account = "acme" }: Upload) {
  const named: Record<string, string> = account === "" ? {} : { linked_account_id: account };
  const reply = await fetch(server.baseUrl + PATH, {
    method: "POST",
    headers: { ...headers, ...named },
    body,
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

function formOf(bytes: Uint8Array<ArrayBuffer>, name = "a.bin", type = "application/x-thing"): FormData {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type }));
  return form;
}

async function download(id: unknown): Promise<Buffer> {
  const reply = await fetch(`${server.baseUrl}${PATH}/${id}`, { headers: { "x-api-key": server.testKey } });
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

test("a file of a form is kept whatever its bytes are, small or large", async () => {
  for (const [bytes, name, type] of [
    [BYTES, "ä.bin", "application/x-thing"],
    [Buffer.from('{"a":1}'), "data.json", "application/json"],
    [Buffer.from("a,b"), "table.csv", "text/csv"],
    [Buffer.alloc(2.5 * MIB, "text "), "long.txt", "text/plain"],
    [Buffer.alloc(0), "empty.txt", "text/plain"],
  ] as const) {
    const { status, body } = await upload({ body: formOf(new Uint8Array(bytes), name, type) });
    expect({ status, body }, name).toEqual({
      status: 200,
      body: { $file: expect.stringMatching(/^[0-9a-f]{24}$/), name, content_type: type, size: bytes.length },
    });
    expect((await download(body.$file)).equals(bytes), name).toBe(true);
  }
});

test("bytes may be the body, under the name of its content-disposition", async () => {
  const headers = { "content-type": "image/png", "content-disposition": 'attachment; filename="a.png"' };
  const { status, body } = await upload({
    body: new Uint8Array(BYTES),
    headers: { ...headers, authorization: `Bearer ${token}` },
    account: "",
  });
  expect({ status, body }).toMatchObject({ status: 200, body: { name: "a.png", content_type: "image/png" } });
  expect((await download(body.$file)).equals(BYTES)).toBe(true);
});

test("it belongs to the account and environment of the request only", async () => {
  const { body } = await upload({ body: formOf(new Uint8Array(BYTES)), account: "other" });
  const find = (key: string) =>
    fetch(`${server.baseUrl}${PATH}/${body.$file}`, { headers: { "x-api-key": key } });
  expect((await find(server.testKey)).status).toBe(200);
  expect((await find(server.productionKey)).status).toBe(404);
  expect((await find((await server.organization()).testKey)).status).toBe(404);
  const { account_id } = await server.deps.db
    .selectFrom("files")
    .innerJoin("linked_accounts", "linked_accounts.id", "files.account_id")
    .select("linked_accounts.account_id")
    .where("files.id", "=", String(body.$file))
    .executeTakeFirstOrThrow();
  expect(account_id).toBe("other");
});

test("an action of the same account sends it, one of another does not", async () => {
  const { body: file } = await upload({ body: formOf(new Uint8Array(Buffer.from("hello")), "a.txt") });
  const input = { type: "object", properties: { file: { type: "object", required: ["$file"] } } };
  const put = {
    title: "Put",
    description: "Puts a file.",
    hints: { read_only: false },
    input,
    request: { method: "PUT", path: "/raw", file: "{{ input.file }}" },
  };
  const api = await startThingsApi();
  onTestFinished(() => api.close());
  api.answer = () => ({ headers: { "content-type": "application/json" }, body: "{}" });
  const call = (url: string, body: object, account = "acme", method: "POST" | "PUT" = "POST") =>
    server.request({ method, url, key: server.testKey, account, body });
  const { actions, ...definition } = buildThingsDefinition("shelf", api.url);
  const whole = { ...definition, actions: { ...(actions as object), put } };
  expect((await call("/api/v2/public/application", whole)).status).toBe(200);
  const run = async (account: string) => {
    const connect = "/api/v2/public/linked-account/integration/save-key-credentials/shelf";
    expect((await call(connect, { key: "good" }, account, "PUT")).status).toBe(200);
    const url = "/api/v2/integration-schema/shelf/actions/put/execute";
    return (await call(url, { file }, account)).body;
  };
  expect(await run("acme")).toMatchObject({ node_status: "Success" });
  expect(api.requests.at(-1)).toMatchObject({ method: "PUT", url: "/api/raw", body: "hello" });
  const sent = api.requests.length;
  expect(await run("other")).toMatchObject({ message: expect.stringContaining("no such file") });
  expect(api.requests.length).toBe(sent);
});

test("large uploads of an organization share a limit, whatever accounts they name, and nobody else waits", async () => {
  const other = await server.organization();
  await server.account("theirs", other.testKey);
  const chunks = server.deps.db.selectFrom("file_chunks").select("number");
  const before = (await chunks.execute()).length;
  const bytes = new Uint8Array(2_900_000);
  const held = ["one", "two"].map((account) => {
    const headers = {
      "x-api-key": server.testKey,
      linked_account_id: account,
      "content-type": "image/png",
      "content-length": String(3 * MIB),
    };
    const sending = request(server.baseUrl + PATH, { method: "POST", headers });
    sending.on("error", () => {}); // it is broken off below
    sending.write(bytes);
    return sending;
  });
  // Each has been read but for its last part, which is not yet in a chunk.
  await eventually(async () => (await chunks.execute()).length === before + 10);
  const large = () => formOf(new Uint8Array(2 * MIB));
  expect((await upload({ body: large(), account: "third" })).status).toBe(503);
  const theirs = { headers: { "x-api-key": other.testKey }, account: "theirs" };
  expect((await upload({ body: large(), ...theirs })).status).toBe(200);
  expect(
    (await upload({ body: large(), headers: { authorization: `Bearer ${token}` }, account: "" })).status,
  ).toBe(200);
  for (const sending of held) sending.destroy();
  await eventually(async () => (await upload({ body: large() })).status === 200);
});

test("413 for one that is too large, and for one beyond the account's limit; nothing of them is kept", async () => {
  const count = async () => (await server.deps.db.selectFrom("files").select("id").execute()).length;
  const before = await count();
  const large = formOf(new Uint8Array(3 * MIB + 1));
  expect((await upload({ body: large })).status).toBe(413);
  expect(await count()).toBe(before);
  const statuses = [];
  for (let n = 0; n < 8; n++)
    statuses.push((await upload({ body: formOf(new Uint8Array(2.9 * MIB)), account: "other" })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 413, 413]);
});

test("400 without a file or with several, 400 for an unknown account, 401 without a credential", async () => {
  const two = formOf(new Uint8Array(BYTES));
  two.append("second", new File([BYTES], "b.bin"));
  const text = new FormData();
  text.append("note", "no file");
  for (const body of [two, text, "plain text", '{"a":1}']) expect((await upload({ body })).status).toBe(400);
  const file = () => formOf(new Uint8Array(BYTES));
  expect((await upload({ body: file(), account: "nobody" })).status).toBe(400);
  expect((await upload({ body: file(), account: "" })).status).toBe(400);
  expect((await upload({ body: file(), headers: {} })).status).toBe(401);
});
