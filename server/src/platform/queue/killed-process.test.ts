import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { eventually, startTestServer } from "../../../test/test-server.ts";
import { defineJob } from "./job.ts";
import { startWorkers } from "./workers.ts";

const CHILD = fileURLToPath(new URL("../../../test/children/claim-and-hang.ts", import.meta.url));

if (inject("databaseUrl")) {
  test("slow: PostgreSQL server: a killed process's job runs again in another process after about ten seconds", async () => {
    const ran: { n: number; attempt: number; id: string }[] = [];
    const job = defineJob<{ n: number }, unknown>({
      name: "test.killed",
      concurrency: 1,
      run: async (_deps, { n }, { attempt, jobId }) => {
        ran.push({ n, attempt, id: jobId });
      },
    });
    const server = await startTestServer({ logLevel: "silent" }, { queueNames: [job.name] });
    const { queue, config, log } = server.deps;
    const id = await queue.transaction((tx) => queue.enqueue(tx, job, { n: 7 }));
    const child = spawn(process.execPath, [CHILD, config.databaseUrl ?? "", job.name]);
    const [claimed] = await once(child.stdout, "data");
    expect(String(claimed)).toBe(`claimed ${id}\n`);
    child.kill("SIGKILL");
    const killedMs = Date.now();
    const workers = startWorkers(queue, [job], server.deps, log);
    await eventually(async () => ran.length > 0);
    expect(ran).toEqual([{ n: 7, attempt: 1, id }]);
    expect(Date.now() - killedMs).toBeGreaterThan(5000);
    await workers.stop(1000);
    await server.close();
  });
} else {
  test("slow: embedded database: a claim without heartbeats runs again after about ten seconds", async () => {
    const ran: { n: number; attempt: number; id: string }[] = [];
    const job = defineJob<{ n: number }, unknown>({
      name: "test.killed",
      concurrency: 1,
      run: async (_deps, { n }, { attempt, jobId }) => {
        ran.push({ n, attempt, id: jobId });
      },
    });
    const server = await startTestServer({ logLevel: "silent" }, { queueNames: [job.name] });
    const { queue, log } = server.deps;
    const id = await queue.transaction((tx) => queue.enqueue(tx, job, { n: 7 }));
    // The claim of a process that is gone: nobody touches it any more.
    expect(await queue.boss.fetch(job.name)).toMatchObject([{ id, retryCount: 0 }]);
    const claimedMs = Date.now();
    const workers = startWorkers(queue, [job], server.deps, log);
    await eventually(async () => ran.length > 0);
    expect(ran).toEqual([{ n: 7, attempt: 1, id }]);
    expect(Date.now() - claimedMs).toBeGreaterThan(5000);
    await workers.stop(1000);
    await server.close();
  });
}
