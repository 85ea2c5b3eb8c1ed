import type { CallToolResult } from "@modelcontextprotocol/server";
import { afterAll, describe, expect, it } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import type { BareCall, ConnectorCall } from "../../connector.ts";
import type { FakeMcpOptions, FakeTool } from "./fake-mcp-server.ts";
import { createMcpConnector } from "./mcp-connector.ts";
import { call, closeMcp, getFailure, listToolsOf, sendRequest, startMcp, text } from "./test-connector.ts";

afterAll(closeMcp);

describe("files", () => {
  const PNG = Buffer.from("\x89PNG\0\xff", "latin1").toString("base64");
  const saveFile: ConnectorCall["saveFile"] = async ({ name, contentType, content }) => ({
    $file: Buffer.isBuffer(content) ? content.toString("base64") : "",
    name,
    content_type: contentType,
    size: Buffer.isBuffer(content) ? content.length : 0,
  });
  const file = (name: string, type: string, data = PNG) => ({
    $file: data,
    name,
    content_type: type,
    size: Buffer.from(data, "base64").length,
  });
  const runTool = async (answer: FakeTool["answer"], input: ConnectorCall["input"] = {}, schema = {}) => {
    const inputSchema = { type: "object" as const, ...schema };
    const { definition } = await startMcp({ tools: [{ name: "draw", inputSchema, answer }] });
    const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
    const content = Buffer.from(PNG, "base64");
    const sent = new Map([["f1", { name: "a", content_type: "b", size: content.length, content }]]);
    return connector.run("draw", { ...call(input), saveFile, readFiles: async () => sent });
  };

  it("come from pictures, sound and embedded bytes, in place of their base64", async () => {
    const content: CallToolResult["content"] = [
      { type: "text", text: "Here:" },
      { type: "image", data: PNG, mimeType: "image/png" },
      { type: "audio", data: "", mimeType: "audio/x-wav; rate=1" },
      { type: "image", data: PNG, mimeType: "image/svg+xml" },
      { type: "resource", resource: { uri: "file:///a/../b%C3%A9.zip?x#y", blob: PNG } },
      { type: "resource", resource: { uri: "x://host", blob: PNG, mimeType: "a/b" } },
      { type: "resource", resource: { uri: "x://host/text", text: "as it is" } },
    ];
    expect(await runTool(() => ({ content }))).toEqual({
      content: [
        content[0],
        { type: "image", mimeType: "image/png", file: file("image.png", "image/png") },
        {
          type: "audio",
          mimeType: "audio/x-wav; rate=1",
          file: file("audio.wav", "audio/x-wav; rate=1", ""),
        },
        { type: "image", mimeType: "image/svg+xml", file: file("image", "image/svg+xml") },
        {
          type: "resource",
          resource: { uri: "file:///a/../b%C3%A9.zip?x#y", file: file("bé.zip", "application/octet-stream") },
        },
        { type: "resource", resource: { uri: "x://host", mimeType: "a/b", file: file("file", "a/b") } },
        content[6],
      ],
    });
  });

  it("are kept beside a structured result, unless it has files of its own", async () => {
    const content: CallToolResult["content"] = [{ type: "image", data: PNG, mimeType: "image/png" }];
    const withResult = (structuredContent: { [name: string]: unknown }) =>
      runTool(() => ({ content, structuredContent }));
    expect(await withResult({ done: true })).toEqual({ done: true, files: [file("image.png", "image/png")] });
    expect(await withResult({ files: 1 })).toEqual({ files: 1 });
  });

  it("are sent as base64 where a tool asks for that", async () => {
    const seen: unknown[] = [];
    const properties = { image: { type: "string", contentEncoding: "base64" } };
    const answer: FakeTool["answer"] = (input) => {
      seen.push(input);
      return text("seen");
    };
    await runTool(answer, { image: { $file: "f1" } }, { properties });
    await runTool(answer, { image: "aGk=" }, { properties });
    expect(seen).toEqual([{ image: PNG }, { image: "aGk=" }]);
  });
});

describe("a result with parts that the protocol's library refuses", () => {
  /** What `say` returns if a server sends this in place of its result. */
  const runWith = async (result: Json, options: Partial<FakeMcpOptions> = {}) => {
    const { definition } = await startMcp(options);
    const http: BareCall["http"] = async (request) => {
      const answer = await sendRequest(request);
      if (!String(request.body).includes('"tools/call"')) return answer;
      const [, id = ""] = /"id":(\w+)/.exec(String(request.body)) ?? [];
      const headers = { ...answer.headers, "content-type": "application/json" };
      const modern = { resultType: "complete", ...(result as object) };
      return {
        ...answer,
        headers,
        body: Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(modern)}}`),
      };
    };
    const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
    const saveFile: ConnectorCall["saveFile"] = async ({ name, contentType, content }) => ({
      $file: Buffer.isBuffer(content) ? content.toString("latin1") : "",
      name,
      content_type: contentType,
      size: Buffer.isBuffer(content) ? content.length : 0,
    });
    return connector.run("say", { ...call({}), http, saveFile });
  };

  it("is the result as it came", async () => {
    const bytes = [
      "data:image/png;base64,aGk=",
      "https://example.com/a.png",
      "aGk=aGk=",
      "aGkaG",
      "aGk===",
    ].map((data) => ({ type: "image", data, mimeType: "image/png" }));
    const content = [
      ...bytes,
      { type: "hologram" },
      { type: "resource" },
      { type: "text" },
      { type: "image" },
    ];
    expect(await runWith({ content })).toEqual({ content });
    expect(await runWith({ content: [{ type: "text", text: "hi" }, { type: "text" }] })).toEqual({
      text: "hi",
    });
    const structuredContent = { done: true };
    expect(await runWith({ content, structuredContent })).toEqual(structuredContent);
    expect(await getFailure(runWith({ content, isError: true }))).toMatchObject({ code: "input" });
  });

  it("has files where the bytes can be read", async () => {
    const image = { type: "image", data: "_-8", mimeType: "image/png\r\nx: y" };
    const file = { $file: "\xff\xef", name: "image", content_type: "application/octet-stream", size: 2 };
    expect(await runWith({ content: [image, { type: "hologram" }] })).toEqual({
      content: [{ type: "image", mimeType: image.mimeType, file }, { type: "hologram" }],
    });
  });

  it("is not repeated if it is no result at all", async () => {
    const unknown: Json[] = [{ content: "hi" }, { content: [1] }, {}];
    for (const result of unknown)
      expect(await getFailure(runWith(result, { era: "legacy" }))).toMatchObject({
        code: "remote",
        mayHaveWorked: true,
      });
  });
});
