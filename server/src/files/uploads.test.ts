import { beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import type { AccountScope } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import { useThirdParty } from "../runs/engine/test-third-party.ts";
import {
  createTestAccount,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../runs/start/test-run.ts";
import { insertFile } from "./store.ts";

const { server, third } = useThirdParty({ fileBytes: 2 ** 20 });
const BYTES = Buffer.from([0xff, 0xfe, 0, 0x0d, 0x0a, 0x80]);
let scope: AccountScope;
let slug = "";

const definition = (url: string) => `
slug: ${slug}
name: Shelf
description: Keeps files.
version: 1.0.0
base_url: ${url}
auth: { keybased: { fields: [{ name: key, label: Key }], apply: { headers: { X-Key: "{{ credentials.key }}" } } } }
actions:
  put_file:
    title: Put a file
    description: Puts a file.
    hints: { read_only: false }
    input: { type: object, required: [file], properties: { file: { type: object, required: [$file] } } }
    request: { method: PUT, path: /raw, file: "{{ input.file }}" }
  post_form:
    title: Post a form
    description: Posts a form.
    hints: { read_only: false }
    input: { type: object, properties: { title: { type: string }, file: {}, note: { type: string } } }
    request:
      method: POST
      path: /form
      headers: { Content-Type: multipart/form-data }
      multipart: { title: "{{ input.title }}", file: "{{ input.file }}", note: "{{ input.note }}" }
  attach:
    title: Attach
    description: Attaches a file.
    hints: { read_only: false }
    input: { type: object, properties: { content: { type: string, contentEncoding: base64 } } }
    request: { method: POST, path: /attach, json: { content: "{{ input.content }}" } }
  export:
    title: Export
    description: Exports a table.
    hints: { read_only: true }
    input: { type: object }
    request: { method: GET, path: /export }
    response: file
`;

beforeAll(async () => {
  scope = await createTestAccount(server, "shelf-owner");
});
beforeEach(async () => {
  // Each test's third party has an address of its own.
  slug = `shelf-${third.url.split(":").at(-1)}`;
  const url = "/api/v2/public/application";
  const body = parse(definition(third.url));
  const reply = await server.request({ method: "POST", url, key: server.testKey, body });
  expect([reply.status, reply.body.message]).toEqual([200, undefined]);
  await connect("shelf-owner");
});

async function connect(account: string): Promise<string> {
  const token = await server.account(account);
  const body = { key: "k-1234567" };
  await server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body });
  return token;
}

const save = (owner = scope, content = BYTES) =>
  insertFile(
    server.deps.db,
    owner,
    { name: "a.png", contentType: "image/png", content },
    { executionId: undefined, now: new Date(), limits: server.deps.config },
  );

async function execute(action: string, body: object, token?: string) {
  const url = `/api/v2/integration-schema/${slug}/actions/${action}/execute`;
  return server.request({ method: "POST", url, token: token ?? (await connect("shelf-owner")), body });
}

const action = (name: string, data: { [name: string]: Json }) => ({
  id: "send",
  type: "action",
  action: `${slug}/${name}`,
  data,
});

test("an action sends a file as its bytes with its type, from a workflow and over the API", async () => {
  const file = await save();
  const nodes = [action("put_file", { file: "{{ input }}" })];
  const id = await startTestRun(server, { nodes, input: file, scope });
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  expect((await execute("put_file", { file: { $file: file.$file } })).body.node_status).toBe("Success");
  expect((await execute("put_file", { file: { ...file, content_type: "image/x-own" } })).status).toBe(200);
  expect((await execute("put_file", { file: { ...file, content_type: "a\r\nb: c" } })).status).toBe(200);
  for (const [i, type] of ["image/png", "image/png", "image/x-own", "image/png"].entries()) {
    expect(third.received[i]?.bytes.equals(BYTES)).toBe(true);
    expect(third.received[i]?.headers["content-type"]).toBe(type);
  }
});

test("an action sends a form with a file and its name, and without what is not given", async () => {
  const file = await save();
  await execute("post_form", { title: "é", file: { ...file, name: 'b "c".png' } });
  await execute("post_form", { file: { ...file, name: "" } });
  const [sent, unnamed] = third.received;
  expect(unnamed?.body).toContain('filename="a.png"');
  const headers = { "content-type": String(sent?.headers["content-type"]) };
  const form = await new Response(new Uint8Array(sent?.bytes ?? []), { headers }).formData();
  expect(form.has("note")).toBe(false);
  const part = form.get("file") as File;
  expect([form.get("title"), part.name, part.type]).toEqual(["é", 'b "c".png', "image/png"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(BYTES)).toBe(true);
});

test("a file becomes base64 where a schema asks for it, and its callers are told", async () => {
  await execute("attach", { content: await save() });
  await execute("attach", { content: "YQ==" });
  expect(third.received.map(({ body }) => JSON.parse(body).content)).toEqual([
    BYTES.toString("base64"),
    "YQ==",
  ]);
  const token = await connect("shelf-owner");
  const url = `/api/v2/integration-schema/${slug}/actions/attach`;
  const [content] = (await server.request({ url, token })).body;
  expect(content.schema.type).toEqual(["string", "object"]);
});

test("a file of another account, organization or environment is refused by every action, and nothing is sent", async () => {
  const other = await connect("shelf-other");
  const file = await save();
  const inputs: [string, object][] = [
    ["put_file", { file }],
    ["post_form", { file: [file] }],
    ["attach", { content: file }],
    ["put_file", { file: { $file: "' or 1=1" } }],
  ];
  for (const [name, input] of inputs) {
    const { status, body } = await execute(name, input, other);
    expect([status, body.message]).toEqual([400, expect.stringContaining("This customer has no such file")]);
  }
  const stranger = { ...scope, orgId: (await server.organization()).test.orgId };
  const elsewhere = { ...scope, environment: "production" as const };
  for (const owner of [stranger, elsewhere]) {
    const { body } = await execute("put_file", { file: await save(owner) });
    expect(body.message).toContain("This customer has no such file");
  }
  const nodes = [action("put_file", { file: "{{ input }}" })];
  const foreign = await createTestAccount(server, "shelf-other");
  const id = await startTestRun(server, { nodes, input: file, scope: foreign });
  expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "FILE_NOT_FOUND" } });
  expect(third.received).toEqual([]);
});

test("files of one request that are too large together are refused before they are read", async () => {
  const file = await save(scope, Buffer.alloc(600_000));
  const { status, body } = await execute("post_form", { file: [file, file] });
  expect([status, body.message]).toEqual([400, "The files of one request may have at most 1 MiB together."]);
  const half = await save(scope, Buffer.alloc(2 ** 19));
  expect((await execute("post_form", { file: [half, half] })).body.node_status).toBe("Success");
});

test("an answer that is declared a file is one, even if it is text", async () => {
  third.answer = () => ({ status: 200, headers: { "content-type": "text/csv" }, body: "a,b\né,1\n" });
  const id = await startTestRun(server, { nodes: [action("export", {})], scope });
  expect(await waitForRunResponse(server, id)).toMatchObject({ content_type: "text/csv", size: 9 });
  expect(third.received[0]?.headers.accept).toBe("*/*");
  third.answer = () => ({
    status: 500,
    headers: { "content-type": "application/json" },
    body: '{"message":"full"}',
  });
  expect((await execute("export", {})).body).toMatchObject({
    node_status: "Errored",
    data: { message: /full/ },
  });
});
