import { afterAll, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { findAccount } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { insertFile } from "../../files/store.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { addFileContent } from "./file-content.ts";

const BYTES = Buffer.from("\x89PNG\0\xff", "latin1");
let server: McpTestServer;
let api: ThingsApi;
let token: string;
let record: string;
let scope: AccountScope;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  token = await server.account("acme");
  scope = await scopeOf("acme");
  server.work();
  const put = {
    title: "Put a file",
    description: "Puts a file.",
    hints: { read_only: false },
    input: {
      type: "object",
      required: ["file"],
      properties: { file: { type: "object", required: ["$file"] } },
    },
    request: { method: "POST", path: "/things", file: "{{ input.file }}" },
  };
  const draw = {
    title: "Draw",
    description: "Draws a picture.",
    hints: { read_only: true },
    input: { type: "object" },
    output: { type: "object", properties: { size: { type: "integer" } } },
    request: { method: "GET", path: "/picture" },
  };
  const body = buildThingsDefinition("files", api.url, { actions: { put, draw }, options: undefined });
  const url = "/api/v2/public/application";
  const made = await server.request({ method: "POST", url, key: server.testKey, body });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  await server.request({ method: "POST", url: "/api/v2/app/files/save", token, body: { key: "good" } });
  const id = await publishTestWorkflow(server, { code: "return input" });
  const actions = [{ id: "put" }, { id: "draw" }];
  record = await server.record({
    associated_apps: [{ slug: "files", actions, workflows: [{ id, tool_name: "echo" }] }],
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

async function scopeOf(accountId: string): Promise<AccountScope> {
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (!account) throw new Error("There is no such account.");
  return { ...server.test, account };
}

const save = (name: string, contentType: string, content = BYTES, owner = scope) =>
  insertFile(
    server.deps.db,
    owner,
    { name, contentType, content },
    { executionId: undefined, now: new Date(), limits: server.deps.config },
  );

async function call(name: string, args: object, era: "modern" | "legacy" = "modern") {
  const client = await server.connect(record, token, { era });
  return client.callTool({ name, arguments: { ...args } });
}

const readAs = async (uri: string, as = token) => (await server.connect(record, as)).readResource({ uri });
const data = BYTES.toString("base64");
const link = ({ $file, ...file }: Awaited<ReturnType<typeof save>>) => ({
  type: "resource_link",
  uri: `junctor://files/${$file}`,
  name: file.name,
  mimeType: file.content_type,
  size: file.size,
});

test.each(["modern", "legacy"] as const)(
  "results have their files: pictures and sound, and links to others (%s)",
  async (era) => {
    const [png, wav, pdf, svg, empty] = [
      await save("a.png", "Image/PNG; x=y"),
      await save("b.wav", "audio/wav"),
      await save("c.pdf", "application/pdf"),
      await save("d.svg", "image/svg+xml"),
      await save("e.png", "image/png", Buffer.alloc(0)),
    ];
    const { content, structuredContent, isError } = await call(
      "echo",
      { files: [png, wav, pdf, svg, empty], again: png },
      era,
    );
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ files: [png, wav, pdf, svg, empty] });
    expect((content as unknown[]).slice(1)).toEqual([
      { type: "image", data, mimeType: "image/png" },
      { type: "audio", data, mimeType: "audio/wav" },
      link(pdf),
      link(svg),
      link(empty),
    ]);
  },
);

test("media of more than 1 MiB together are links, which clients of older versions do not get", async () => {
  const half = Buffer.alloc(600_000);
  const [first, second] = [await save("1.png", "image/png", half), await save("2.png", "image/png", half)];
  const { content } = await call("echo", { files: [first, second] });
  expect((content as unknown[]).slice(1)).toEqual([
    { type: "image", data: half.toString("base64"), mimeType: "image/png" },
    link(second),
  ]);
  const result = { content: [{ type: "text" as const, text: JSON.stringify({ first, second }) }] };
  const old = await addFileContent(server.deps.db, scope, result, false);
  expect(old.content.map(({ type }) => type)).toEqual(["text", "image"]);
});

test("files of other accounts, deleted ones and texts that look like files add nothing", async () => {
  await server.account("other");
  const foreign = await save("a.png", "image/png", BYTES, await scopeOf("other"));
  const gone = { $file: "0".repeat(24) };
  const { content } = await call("echo", {
    foreign,
    gone,
    odd: { $file: "' or 1=1" },
    text: '{"$file":"x"}',
  });
  expect(content).toHaveLength(1);
  await expect(readAs(`junctor://files/${foreign.$file}`)).rejects.toThrow("There is no resource");
});

test("a linked file is read as a resource: text as text, other bytes as base64", async () => {
  const [pdf, csv] = [
    await save("c.pdf", "application/pdf"),
    await save("d.csv", "text/csv", Buffer.from("é")),
  ];
  const [uri, other] = [`junctor://files/${pdf.$file}`, `junctor://files/${csv.$file}`];
  expect((await readAs(uri)).contents).toEqual([{ uri, mimeType: "application/pdf", blob: data }]);
  expect((await readAs(other)).contents).toEqual([{ uri: other, mimeType: "text/csv", text: "é" }]);
  const stranger = await server.account("other");
  for (const id of [pdf.$file, "x", `${pdf.$file}/..`, ""])
    await expect(readAs(`junctor://files/${id}`, stranger)).rejects.toThrow("There is no resource");
  const large = await save("e.zip", "application/zip", Buffer.alloc(10 * 2 ** 20));
  expect((await readAs(`junctor://files/${large.$file}`)).contents).toHaveLength(1);
});

test("an action returns its picture, and takes it again by its id", async () => {
  const headers = { "content-type": "image/png" };
  api.answer = ({ url }) => (url === "/api/picture" ? { headers, body: BYTES } : { body: "{}" });
  const { content, structuredContent } = await call("files_draw_action", {});
  expect((content as unknown[])[1]).toEqual({ type: "image", data, mimeType: "image/png" });
  const { $file } = structuredContent as { $file: string };
  api.answer = () => ({ headers: { "content-type": "application/json" }, body: "{}" });
  const put = await call("files_put_action", { file: { $file } });
  expect(put.isError).toBeFalsy();
  expect(api.requests.at(-1)).toMatchObject({
    headers: { "content-type": "image/png", "content-length": "6" },
  });
});
