import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createCodeNode, createTestAccount, insertTestVersion, startRunsOf } from "../start/test-run.ts";
import { resumeSleepingRuns } from "./wake.ts";

let server: TestServer;
beforeAll(async () => {
  // Nobody works here: the test wakes and looks itself.
  server = await startTestServer();
});
afterAll(() => server.close());

test("all sleepers that are due are woken at once, however many slept before them", async () => {
  const { deps, test } = server;
  const workflow = await insertTestVersion(server, test, { nodes: [createCodeNode("one", "return 1")] });
  const [many, one] = [await createTestAccount(server), await createTestAccount(server)];
  const inputs = Array.from({ length: 1200 }, () => null);
  await startRunsOf(server, many, workflow, { inputs });
  const sleepUntil = (accountId: string, wakeAt: Date) =>
    deps.db
      .updateTable("runs")
      .set({ ready_at: null, wake_at: wakeAt })
      .where("account_id", "=", accountId)
      .execute();
  await sleepUntil(many.account.id, new Date(Date.now() - 2000));
  const [due = ""] = await startRunsOf(server, one, workflow, { inputs: [null] });
  await sleepUntil(one.account.id, new Date(Date.now() - 1000));
  const [later = ""] = await startRunsOf(server, await createTestAccount(server), workflow, {
    inputs: [null],
  });
  await deps.db
    .updateTable("runs")
    .set({ ready_at: null, wake_at: new Date(Date.now() + 3_600_000) })
    .where("id", "=", later)
    .execute();
  expect(await resumeSleepingRuns(deps)).toBe(true);
  const ready = await deps.db.selectFrom("runs").select("id").where("ready_at", "is not", null).execute();
  const ids = ready.map(({ id }) => id);
  expect(ids).toHaveLength(inputs.length + 1);
  expect(ids).toContain(due);
  expect(ids).not.toContain(later);
  expect(await resumeSleepingRuns(deps)).toBe(false);
});
