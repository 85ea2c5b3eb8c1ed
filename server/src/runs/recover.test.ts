import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import { JOBS } from "../app.ts";
import { startWorkers, type Workers } from "../platform/queue/workers.ts";
import { createSandbox } from "../platform/sandbox/sandbox.ts";
import { executeRun } from "./execute.ts";
import { runEnd, startTestRun } from "./test-run.ts";

let server: TestServer;
// Each test starts the workers once its run lies there.
let working: Workers | undefined;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => working?.stop(5000));
afterAll(() => server.close());

/** Starts a run whose version is deleted before anybody works on it. */
async function startOfNoVersion(): Promise<string> {
  const id = await startTestRun(server, [], null);
  const { db } = server.deps;
  const ofRun = db.selectFrom("runs").select("workflow_id").where("id", "=", id);
  await db.deleteFrom("workflow_versions").where("workflow_id", "=", ofRun).execute();
  return id;
}

describe("a run that cannot go on", () => {
  test("errors when its version is gone", async () => {
    const id = await startOfNoVersion();
    working = startWorkers(server.deps.queue, JOBS, server.deps, server.deps.log);
    expect(await runEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "UNKNOWN_VERSION" },
      nodes: [],
    });
  });

  test("is given up after too many recoveries before anything of it is read", async () => {
    const id = await startOfNoVersion();
    await sql`update pgboss.job_common set retry_count = 21 where data ->> 'runId' = ${id}`.execute(
      server.deps.db,
    );
    working = startWorkers(server.deps.queue, JOBS, server.deps, server.deps.log);
    expect(await runEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "INTERRUPTED" },
    });
  });

  test("a run that loses the sandbox is handed back and spends no attempt", async () => {
    const { deps } = server;
    const sandbox = createSandbox();
    await sandbox.close();
    const first = startWorkers(deps.queue, [executeRun], { ...deps, sandbox }, deps.log);
    const data = { code: "return params", params: "{{ input.a + 1 }}" };
    const id = await startTestRun(server, [{ id: "sum", type: "ai_code_executor", data }], { a: 1 });
    await eventually(async () => {
      const [job] = await deps.queue.boss.findJobs(executeRun.name, { data: { runId: id } });
      return job?.state === "retry";
    });
    await first.stop(5000);
    working = startWorkers(deps.queue, JOBS, deps, deps.log);
    expect(await runEnd(server, id)).toMatchObject({
      status: "COMPLETED",
      nodes: [{}, { attempts_made: 1, latest_output: { body: 2 } }],
    });
  });
});
