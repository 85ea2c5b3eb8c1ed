import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildGreeter, startTestRegistry, type TestRegistry } from "../../../../test/package-registry.ts";
import { databaseEnvironment, type SpawnedServer, spawnServer } from "../../../../test/spawn-server.ts";
import { eventually, startOwnServer, type TestServer } from "../../../../test/test-server.ts";

const PIECES = "/api/v2/public/pieces";
const GREETER = "@example/piece-greeter";
const ACTIONS = "/api/v2/integration-schema/piece-greeter/actions";

let server: TestServer;
let other: SpawnedServer;
let registry: TestRegistry;
let folder: string;

// The embedded database belongs to one process.
describe.skipIf(!inject("databaseUrl"))("a piece reaches a process on another machine (PostgreSQL)", () => {
  beforeAll(async () => {
    registry = await startTestRegistry();
    for (const version of ["1.0.0", "1.1.0"]) await registry.publish(GREETER, version, buildGreeter(version));
    // The other process creates the organization of a first start.
    server = await startOwnServer({ pieces: "owners" });
    server.work();
    await server.account("ann");
    folder = mkdtempSync(join(tmpdir(), "other-machine-"));
    other = await spawnServer("serve", {
      ...databaseEnvironment(server.deps.config),
      JUNCTOR_DATA_DIR: folder,
      JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
      JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    });
  });
  afterAll(async () => {
    await other?.stop();
    await server?.close();
    await registry?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A call that the other process answers. */
  async function call(action: string, body: object = {}): Promise<{ status: number; said: unknown }> {
    const reply = await fetch(`${other.url}${ACTIONS}/${action}/execute`, {
      method: "POST",
      headers: {
        "x-api-key": server.testKey,
        linked_account_id: "ann",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const { data } = (await reply.json()) as { data?: { said?: unknown } };
    return { status: reply.status, said: data?.said };
  }

  const change = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
    server.request({ method, url: `${PIECES}${path}`, key: server.productionKey, body });

  test("without a restart: when it is installed, replaced and removed; a running call ends", async () => {
    expect((await call("greet")).status).toBe(404);
    expect((await change("POST", "", { package: GREETER, version: "1.0.0" })).status).toBe(200);
    await eventually(async () => (await call("greet")).status === 200);
    const connected = await server.request({
      method: "PUT",
      url: "/api/v2/public/linked-account/integration/save-key-credentials/piece-greeter",
      key: server.testKey,
      account: "ann",
      body: { secret_text: "k" },
    });
    expect(connected.text).toBe('{"success":true}');
    expect(await call("greet")).toEqual({ status: 200, said: "1.0.0" });

    await change("PUT", "/piece-greeter", { version: "1.1.0" });
    await eventually(async () => (await call("greet")).said === "1.1.0");

    const asked = Promise.withResolvers<ServerResponse>();
    const site = createServer((_request, reply) => asked.resolve(reply)).listen(0, "127.0.0.1");
    await eventually(async () => site.listening);
    const address = site.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const waiting = call("wait", { url: `http://127.0.0.1:${port}/` });
    const early = waiting.then((reply) => Promise.reject(new Error(`It answered ${JSON.stringify(reply)}.`)));
    const held = await Promise.race([asked.promise, early]);

    expect((await change("DELETE", "/piece-greeter?force=true")).status).toBe(200);
    await eventually(async () => (await call("greet")).status === 404);
    early.catch(() => {});
    held.end("done");
    expect(await waiting).toEqual({ status: 200, said: "1.1.0" });
    site.close();
  });
});
