import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const connectorsDir = mkdtempSync(join(tmpdir(), "junctor-offers-"));
let server: McpTestServer;
beforeAll(async () => {
  write("Reads a note.");
  server = await startMcpTestServer({ connectorsDir });
});
afterAll(async () => {
  await server.close();
  rmSync(connectorsDir, { recursive: true, force: true });
});

function write(description: string): void {
  mkdirSync(join(connectorsDir, "notes"), { recursive: true });
  const manifest = {
    slug: "notes",
    name: "Notes",
    description: "Notes.",
    version: "1.0.0",
    base_url: "https://notes.example.com",
    auth: { keybased: { fields: [] } },
    actions: {
      read: {
        title: "Read",
        description,
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/" },
      },
    },
  };
  writeFileSync(join(connectorsDir, "notes/manifest.yaml"), JSON.stringify(manifest));
}

test("a reloaded connector rebuilds its tools", async () => {
  const token = await server.account("acme");
  const actions = [{ id: "read", name: "", description: "" }];
  const record = await server.record({ associated_apps: [{ slug: "notes", actions }] });
  const client = await server.connect(record, token);
  const described = async () => {
    const { tools } = await client.listTools({}, { cacheMode: "bypass" });
    return tools[0]?.description;
  };
  expect(await described()).toBe("Reads a note.");
  write("Reads a note, also a long one.");
  await (await server.deps.catalog.load()).reload();
  await expect.poll(described).toBe("Reads a note, also a long one.");
});
