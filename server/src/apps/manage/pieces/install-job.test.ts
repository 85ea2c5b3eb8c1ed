import { afterAll, beforeAll, expect, test } from "vitest";
import { buildGreeter, startTestRegistry, type TestRegistry } from "../../../../test/package-registry.ts";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import type { JobContext } from "../../../platform/queue/job.ts";
import { installPieceJob } from "./install-job.ts";

const PIECES = "/api/v2/public/pieces";
const GREETER = "@example/piece-greeter";

let server: TestServer;
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.publish(GREETER, "1.0.0", buildGreeter("1.0.0"));
  server = await startOwnServer();
});
afterAll(async () => {
  await server?.close();
  await registry?.close();
});

/** Runs what is queued as the claim of one process, which no other process knows of. */
async function claimAndRun(attempt: number, changes: Partial<JobContext> = {}): Promise<void> {
  const [install] = await server.deps.db.selectFrom("piece_installs").select("id").execute();
  const context: JobContext = {
    jobId: "claimed",
    attempt,
    signal: new AbortController().signal,
    stopping: false,
    confirm: async () => {},
    settle: async () => {},
    ...changes,
  };
  await installPieceJob.run(server.deps, { id: install?.id ?? "" }, context);
}

const start = () =>
  server.request({ method: "POST", url: PIECES, key: server.productionKey, body: { package: GREETER } });
const read = async () =>
  (await server.request({ url: `${PIECES}/piece-greeter`, key: server.productionKey })).body;

test("an installation whose process dies before it is stored is begun again, and stored once", async () => {
  expect((await start()).status).toBe(200);
  const died = new Error("The process is gone.");
  const settle = () => Promise.reject(died);
  await expect(claimAndRun(0, { settle })).rejects.toBe(died);
  expect(await read()).toMatchObject({ versions: [], install: { status: "installing", version: "1.0.0" } });
  await claimAndRun(1);
  const piece = await read();
  expect(piece).toMatchObject({ version: "1.0.0", install: { status: "installed" } });
  // The claim that ended comes too late.
  await claimAndRun(0);
  expect(await read()).toEqual(piece);
});

test("one that ends its process every time fails with a sentence", async () => {
  expect((await start()).status).toBe(200);
  await claimAndRun(3);
  expect(await read()).toMatchObject({
    version: "1.0.0",
    install: {
      status: "failed",
      problem: expect.stringMatching(/^The installation was interrupted 3 times/),
    },
  });
});
