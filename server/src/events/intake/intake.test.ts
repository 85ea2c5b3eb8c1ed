import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Database } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import { startThirdParty } from "../../runs/engine/test-third-party.ts";
import { setPublished } from "../../schedules/test-workflow.ts";
import { publishWebhook } from "../receive/test-webhook.ts";
import { createIntake } from "./intake.ts";
import type { WebhookTrigger } from "./trigger.ts";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
});
beforeEach(async () => {
  workflow = await publishWebhook(server);
});
afterAll(() => server.close());

function webhook(changes: Partial<WebhookTrigger> = {}): WebhookTrigger {
  return {
    kind: "webhook",
    ...server.test,
    accountId: "acme",
    configId: undefined,
    workflow,
    // Later than any rotation.
    generation: Number.MAX_SAFE_INTEGER,
    payload: { n: 1 },
    files: [],
    bytes: 10,
    headers: {},
    request: { method: "POST", headers: {}, query: {}, body: Buffer.alloc(0) },
    ...changes,
  };
}

const BROKEN = { name: "broken", text: "select 1 / 0", values: [] };

const keyed = (key: string, changes: Partial<WebhookTrigger> = {}) =>
  webhook({ headers: { "idempotency-key": key }, ...changes });

/** The database, with a hook that runs before its transactions and may prevent them. */
function watched(onBatch: (names: string[]) => Promise<void> | void): Database {
  const { database } = server.deps;
  return {
    ...database,
    batch: async (statements) => {
      await onBatch(statements.map(({ name }) => name));
      return database.batch(statements);
    },
  };
}

const runs = () =>
  server.deps.db.selectFrom("runs").select(["id", "input"]).where("workflow_id", "=", workflow).execute();
const events = () =>
  server.deps.db
    .selectFrom("received_events")
    .select(["id", "matched"])
    .where("workflow_id", "=", workflow)
    .execute();

/** Creates a linked account; returns its row id and a function that deletes it. */
async function account(name: string) {
  await server.account(name);
  const { db } = server.deps;
  return { remove: () => db.deleteFrom("linked_accounts").where("account_id", "=", name).execute() };
}

test("concurrent triggers share one transaction, and each gets its own answer", async () => {
  const batches: string[][] = [];
  const intake = createIntake({ ...server.deps, database: watched((names) => void batches.push(names)) });
  const accepted = await Promise.all(
    Array.from({ length: 100 }, (_, n) => intake(webhook({ payload: { n } }))),
  );
  expect(batches).toEqual([["events-insert", "runs-insert"]]);
  const byId = new Map((await runs()).map(({ id, input }) => [id, input]));
  expect(accepted.map(({ runId = "" }) => byId.get(runId))).toEqual(
    Array.from({ length: 100 }, (_, n) => ({ n })),
  );
  expect(new Set(accepted.map(({ eventId }) => eventId)).size).toBe(100);
});

test("files commit with their event and run, or not at all", async () => {
  const files = ["a", "b"].map((name) => {
    return { id: createId(), name, contentType: "text/plain", content: Buffer.from(name) };
  });
  const stored = () =>
    server.deps.db
      .selectFrom("files")
      .select(["id", "run_id"])
      .where(
        "id",
        "in",
        files.map(({ id }) => id),
      )
      .orderBy("id")
      .execute();
  const dies = createIntake({
    ...server.deps,
    database: { ...server.deps.database, batch: (given) => server.deps.database.batch([...given, BROKEN]) },
  });
  await expect(dies(webhook({ files }))).rejects.toThrow("division by zero");
  expect([await stored(), await runs(), await events()]).toEqual([[], [], []]);
  const batches: string[][] = [];
  const intake = createIntake({ ...server.deps, database: watched((names) => void batches.push(names)) });
  const { runId } = await intake(webhook({ files }));
  expect(batches).toEqual([["events-insert", "files-insert-kept", "files-insert-kept", "runs-insert"]]);
  expect(await stored()).toEqual(files.map(({ id }) => ({ id, run_id: runId })));
});

test("a trigger that is rejected, or cannot be stored, does not affect others in its group", async () => {
  const gone = await account("gone");
  let isFirst = true;
  const intake = createIntake({
    ...server.deps,
    // The account is deleted after it was found and before anything is stored.
    database: watched(async () => {
      if (isFirst) await gone.remove();
      isFirst = false;
    }),
  });
  const results = await Promise.allSettled([
    intake(webhook()),
    intake(webhook({ accountId: "nobody" })),
    intake(webhook({ accountId: "gone" })),
    intake(keyed("k")),
    intake(webhook({ workflow: "unknown" })),
    intake(keyed("k")),
  ]);
  const outcomes = results.map((one) =>
    one.status === "fulfilled" ? one.value.repeated : one.reason instanceof ApiError && one.reason.status,
  );
  expect(outcomes).toEqual([false, 404, 404, false, 404, true]);
  expect(await runs()).toHaveLength(2);
  expect((await events()).map(({ matched }) => matched)).toEqual([1, 1]);
});

test("a secret that cannot be decrypted fails only its own webhook", async () => {
  const signature = { kind: "token", header: "x-token" };
  const sealed = await publishWebhook(server, { signature });
  const url = `/api/v2/public/workflow/${sealed}/webhook-secret`;
  await server.request({ method: "PUT", url, key: server.testKey });
  await server.deps.db
    .updateTable("workflow_webhook_secrets")
    .set({ sealed: Buffer.alloc(80) })
    .execute();
  const intake = createIntake(server.deps);
  const results = await Promise.allSettled([
    intake(webhook()),
    intake(webhook({ workflow: sealed })),
    intake(webhook()),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await runs()).toHaveLength(2);
});

test("a key that two processes use at the same moment starts one run", async () => {
  const waiting: (() => void)[] = [];
  // Both see that the key is free before either stores anything.
  const together = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= 2) for (const one of waiting) one();
    });
  const open = () => createIntake({ ...server.deps, database: watched(together) });
  const [one, two] = [open(), open()];
  const [first, second] = await Promise.all([one(keyed("k")), two(keyed("k"))]);
  expect([first?.repeated, second?.repeated].sort()).toEqual([false, true]);
  expect(first?.runId).toBe(second?.runId);
  expect(first?.eventId).toBe(second?.eventId);
  expect(await runs()).toHaveLength(1);
  expect(await events()).toHaveLength(1);
});

test("a database failure fails every caller, and starts nothing", async () => {
  const intake = createIntake({
    ...server.deps,
    database: watched(() => {
      throw new Error("The database is away.");
    }),
  });
  const results = await Promise.allSettled([intake(webhook()), intake(webhook())]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await runs()).toHaveLength(0);
});

test("a workflow unpublished while a group is being stored does not start with the next", async () => {
  const intake = createIntake(server.deps);
  expect((await intake(webhook())).executions).toBe(1);
  await setPublished(server, workflow, false);
  await expect(intake(webhook())).rejects.toMatchObject({ status: 404 });
});

test("large payloads are stored in groups of their own", async () => {
  const batches: string[][] = [];
  const intake = createIntake({ ...server.deps, database: watched((names) => void batches.push(names)) });
  const bytes = 400 * 1024;
  await Promise.all(Array.from({ length: 5 }, () => intake(webhook({ bytes }))));
  expect(batches).toHaveLength(3);
  expect(await runs()).toHaveLength(5);
});

test("a working process runs accepted executions without another claim", async () => {
  server.work();
  await eventually(async () => server.deps.work.line("runs"));
  const intake = createIntake(server.deps);
  const accepted = await Promise.all(Array.from({ length: 20 }, () => intake(webhook())));
  for (const { runId = "" } of accepted) {
    const run = await eventually(async () => {
      const row = await server.deps.db
        .selectFrom("runs")
        .select(["status", "claim", "response"])
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      return row.status !== "RUNNING" && row;
    });
    expect(run).toMatchObject({ status: "COMPLETED", claim: 1, response: { n: 1 } });
  }
});

test("a call for a deleted account starts nothing for a new account with the same id", async () => {
  const intake = createIntake(server.deps);
  const call = (accountRow: string) => {
    const { request: _request, ...rest } = webhook();
    return intake({ ...rest, kind: "call", accountRow, slug: undefined, executionType: "ASYNC" });
  };
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", "acme")
    .executeTakeFirstOrThrow();
  expect((await call(id)).executions).toBe(1);
  await expect(call("000000000000000000000000")).rejects.toMatchObject({ code: "INVALID_LINKED_ACCOUNT_ID" });
  expect(await runs()).toHaveLength(1);
});

describe("while this process has a backlog", () => {
  const AHEAD = 64;
  const third = forAllTests(startThirdParty);
  const busy = forAllTests(() => startTestServer({ accountConcurrency: 1 }));
  let workflow: string;
  let gate: PromiseWithResolvers<void>;
  const trigger = (longestDelayMs?: number) =>
    createIntake(busy.deps, longestDelayMs)(webhook({ ...busy.test, workflow }));
  beforeAll(async () => {
    await busy.account("acme");
    busy.work();
  });
  beforeEach(async () => {
    gate = Promise.withResolvers();
    third.answer = () => ({ status: 200, after: gate.promise });
    const code = `return (await fetch("${third.url}")).status`;
    workflow = await publishWebhook(busy, { code });
    await trigger();
    await Promise.all(Array.from({ length: AHEAD }, () => trigger(60_000)));
  });
  afterEach(() => gate.resolve());

  const stored = () =>
    busy.deps.db.selectFrom("runs").select(["id", "claim"]).where("workflow_id", "=", workflow).execute();
  const claimOf = async (runId?: string) => (await stored()).find(({ id }) => id === runId)?.claim;

  test("a trigger is answered when its run has begun", async () => {
    const order: string[] = [];
    const answered = trigger(60_000);
    const noted = answered.then(() => order.push("answered"));
    await eventually(async () => (await stored()).length === AHEAD + 2);
    order.push("room");
    gate.resolve();
    await noted;
    expect(order).toEqual(["room", "answered"]);
    expect(await claimOf((await answered).runId)).toBe(1);
  });

  test("a trigger is answered eventually even if its run has not begun", async () => {
    const { runId } = await trigger(1);
    expect(await claimOf(runId)).toBe(0);
  });
});
