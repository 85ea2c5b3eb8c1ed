import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, type TestServer } from "../../../test/test-server.ts";
import { findApplication } from "../catalog/application.ts";
import { selectTools } from "../providers/mcp/definition.ts";
import { type FakeTool, GOOD_BEARER } from "../providers/mcp/fake-mcp-server.ts";
import { startTestMcp, type TestMcp, TOOLS } from "./test-mcp.ts";

const BASE = "/api/v2/public/application";
let mcp: TestMcp;
let server: TestServer;
beforeAll(async () => {
  mcp = await startTestMcp();
  ({ server } = mcp);
});
afterAll(() => mcp.close());

describe("an application that is deleted while its tools are read", () => {
  const remove = (slug: string) =>
    server.request({ method: "DELETE", url: `${BASE}/${slug}`, key: server.testKey });

  it("is not restored by the refresh route", async () => {
    let whileListed = async () => {};
    const { url } = await mcp.fake({ beforeList: () => whileListed() });
    await mcp.add({ slug: "gone-mcp", url });
    whileListed = async () => {
      await remove("gone-mcp");
    };
    const refresh = { method: "POST", url: `${BASE}/gone-mcp/mcp/refresh`, key: server.testKey } as const;
    expect((await server.request(refresh)).status).toBe(404);
    expect(await findApplication(server.deps, server.test, "gone-mcp")).toBeUndefined();
  });

  it("is not restored by the job", async () => {
    let lists = 0;
    const beforeList = async () => {
      lists++;
      // The first list is the check of the connection.
      if (lists === 2) await remove("fading-mcp");
    };
    const { url } = await mcp.fake({ guard: "bearer", beforeList });
    await mcp.add({ slug: "fading-mcp", url, auth: "bearer" });
    const token = await server.account("mcp-fading");
    const save = { method: "POST", url: "/api/v2/app/fading-mcp/save", token } as const;
    expect((await server.request({ ...save, body: { token: GOOD_BEARER } })).status).toBe(200);
    await eventually(async () => lists >= 2);
    await mcp.jobsDone();
    expect(await findApplication(server.deps, server.test, "fading-mcp")).toBeUndefined();
  });
});

describe("tools beyond the limits", () => {
  it("are left out if their schema is nested too deeply, also by the job, which does not retry", async () => {
    const nested = (levels: number): FakeTool["inputSchema"] =>
      JSON.parse(`{"type":"object","not":${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}}`);
    const tooDeep = "The tool deep is left out: its input schema is nested too deeply.";
    expect(selectTools([{ name: "deep", inputSchema: nested(6000) }])).toEqual({
      tools: [],
      warnings: [tooDeep],
    });
    const deep: FakeTool = { name: "deep", inputSchema: nested(300), answer: () => ({ content: [] }) };
    const { url } = await mcp.fake({ tools: [deep, TOOLS[0]] });
    const { body } = await mcp.add({ slug: "deep-mcp", url });
    expect(body.actions).toHaveLength(1);
    expect(body.warnings).toEqual([tooDeep]);
    const token = await server.account("mcp-deep");
    await server.request({ method: "POST", url: "/api/v2/app/deep-mcp/save", token, body: {} });
    await mcp.jobsDone();
    expect(await mcp.run("deep-mcp", "mcp-deep", { name: "Fay" })).toEqual({ text: "Hello Fay" });
  });

  it("are capped at 1,000, however many customers see different ones", async () => {
    const some = (prefix: string) =>
      Array.from({ length: 600 }, (_, i): FakeTool => ({ ...TOOLS[0], name: `${prefix}-${i}` }));
    const tools = some("a");
    const { url } = await mcp.fake({ tools, pageSize: 1000 });
    await mcp.add({ slug: "many-mcp", url });
    tools.splice(0, 600, ...some("b"));
    const token = await server.account("mcp-many");
    await server.request({ method: "POST", url: "/api/v2/app/many-mcp/save", token, body: {} });
    await mcp.jobsDone();
    const application = await findApplication(server.deps, server.test, "many-mcp");
    const ids = application?.connector.info.actions.map(({ id }) => id) ?? [];
    const told = [ids.length, ids[0], ids[399], ids[400], ids.at(-1)];
    expect(told).toEqual([1000, "a-0", "a-399", "b-0", "b-599"]);
  });
});

describe("refreshing the tools", () => {
  it("adds new tools and removes missing ones", async () => {
    const tools = [...TOOLS];
    const { url } = await mcp.fake({ tools });
    await mcp.add({ slug: "changing-mcp", url });
    const refresh = (slug: string) =>
      server.request({ method: "POST", url: `${BASE}/${slug}/mcp/refresh`, key: server.testKey });
    const added: FakeTool = { ...TOOLS[0], name: "wave" };
    tools.splice(0, 1, added);
    expect((await refresh("changing-mcp")).body.actions).toMatchObject([{ action_id: "wave" }]);
    expect((await refresh("slack")).status).toBe(404);
    expect((await refresh("nothing")).status).toBe(404);
  });
});
