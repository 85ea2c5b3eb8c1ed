import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { jsonb } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { runWithOneClaim } from "../../platform/work/test-claims.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import { insertRuns, type RunRequest } from "../start/start.ts";
import { createCodeNode, createTestAccount, insertTestVersion, startRunsOf } from "../start/test-run.ts";
import type { LoadedRun } from "../store.ts";
import { claimRuns } from "./claim.ts";

const LIMIT = 3;
let server: TestServer;
beforeAll(async () => {
  // Nobody works here: the tests claim themselves.
  server = await startTestServer({ accountConcurrency: LIMIT });
});
afterEach(() => server.deps.db.deleteFrom("runs").execute());
afterAll(() => server.close());

const claim = (free: number, worker = "w1") => claimRuns(server.deps, free, worker);
const accountsOf = (runs: readonly { account_id: string }[]) => runs.map(({ account_id: id }) => id);
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

async function workflow(settings: Fields = {}): Promise<RunRequest["workflow"]> {
  return insertTestVersion(server, server.test, { nodes: [createCodeNode("one", "return 1")], settings });
}

/** Accounts as rows, without the requests that it takes to make them by the API. */
async function accounts(count: number): Promise<AccountScope[]> {
  const now = new Date();
  const { orgId, environment } = server.test;
  const scopes = Array.from({ length: count }, () => {
    const id = createId();
    return { ...server.test, account: { id, accountId: `account-${id}` } };
  });
  await server.deps.db
    .insertInto("linked_accounts")
    .values(
      scopes.map(({ account: { id, accountId } }) => ({
        id,
        org_id: orgId,
        environment,
        account_id: accountId,
        name: null,
        udf: jsonb([]),
        your_app: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  return scopes;
}

/** Ends what was claimed, as far as limits are concerned. */
async function release(ids: readonly string[]): Promise<void> {
  await server.deps.db
    .updateTable("runs")
    .set({ worker: null })
    .where("id", "in", [...ids])
    .execute();
}

/** Claims again and again where there is one place, which each run releases at once, until `isThere`; what was claimed. */
async function claimOneByOne(isThere: (run: LoadedRun) => boolean, most: number): Promise<LoadedRun[]> {
  const claimed: LoadedRun[] = [];
  while (claimed.length < most && !claimed.some(isThere)) {
    const runs = await claim(10);
    expect(runs).toHaveLength(1);
    claimed.push(...runs);
    await release(runs.map(({ id }) => id));
  }
  return claimed;
}

/** Runs that do others again. */
async function startReplaysOf(scope: AccountScope, workflow: RunRequest["workflow"], count: number) {
  const request: RunRequest = {
    workflow,
    configId: scope.account.accountId,
    settings: { fields: {}, workflowFields: {} },
    input: null,
    source: "API Call",
    replay: { of: "first", root: "first" },
  };
  const { deps } = server;
  await deps.queue.transaction((tx) => insertRuns(deps, tx, times(count, { scope, request })));
}

describe("claiming runs", () => {
  test("gives an account its oldest runs, up to its limit, over all workers", async () => {
    const [scope] = await accounts(1);
    if (!scope) throw new Error("There is no account.");
    const ids = await startRunsOf(server, scope, await workflow(), { inputs: times(5, null) });
    const first = await claim(2);
    const second = await claim(10, "w2");
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids.slice(0, LIMIT));
    expect(await claim(10, "w3")).toEqual([]);
    await release([ids[0] ?? ""]);
    expect((await claim(10, "w3")).map(({ id }) => id)).toEqual([ids[3]]);
  });

  test("never gives more than the limit, however many claim at the same time", async () => {
    const scopes = await accounts(4);
    const version = await workflow();
    for (const scope of scopes) await startRunsOf(server, scope, version, { inputs: times(10, null) });
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(5, `w${index}`)));
    const counts = Map.groupBy(accountsOf(claimed.flat()), (id) => id);
    for (const { account } of scopes) expect(counts.get(account.id)).toHaveLength(LIMIT);
  });

  test("lets accounts take turns: the first of each go before the second of any", async () => {
    const scopes = await accounts(3);
    const version = await workflow();
    for (const scope of scopes) await startRunsOf(server, scope, version, { inputs: times(3, null) });
    expect(new Set(accountsOf(await claim(3))).size).toBe(3);
    const next = accountsOf(await claim(5));
    expect(new Set(next.slice(0, 3)).size).toBe(3);
  });

  test("holds a workflow to its limit over all accounts, and lets the accounts' other runs pass", async () => {
    const [one, other] = await accounts(2);
    if (!one || !other) throw new Error("There are no accounts.");
    const limited = await workflow({ concurrency: 1 });
    const free = await workflow();
    for (const scope of [one, other]) {
      await startRunsOf(server, scope, limited, { inputs: times(3, null) });
      await startRunsOf(server, scope, free, { inputs: [null] });
    }
    const runs = [...(await claim(10)), ...(await claim(10))];
    const ofLimited = runs.filter(({ workflow_id: id }) => id === limited.id);
    expect(ofLimited).toHaveLength(1);
    expect(runs).toHaveLength(3);
    await release(ofLimited.map(({ id }) => id));
    expect(await claim(10)).toMatchObject([{ workflow_id: limited.id }]);
  });

  test("gives what a workflow's limit leaves to the account that holds the fewest of its runs", async () => {
    const [one, other] = await accounts(2);
    if (!one || !other) throw new Error("There are no accounts.");
    const limited = await workflow({ concurrency: 3 });
    await startRunsOf(server, one, limited, { inputs: times(2, null) });
    expect(accountsOf(await claim(10))).toEqual(times(2, one.account.id));
    for (const scope of [one, other]) await startRunsOf(server, scope, limited, { inputs: times(3, null) });
    expect(accountsOf(await claim(10))).toEqual([other.account.id]);
  });

  test("gives the only place of a workflow to another account before a backlog is gone", async () => {
    const [one, other] = await accounts(2);
    if (!one || !other) throw new Error("There are no accounts.");
    const limited = await workflow({ concurrency: 1 });
    await startRunsOf(server, one, limited, { inputs: times(60, null) });
    await startRunsOf(server, other, limited, { inputs: [null] });
    const claimed = await claimOneByOne(({ account_id: id }) => id === other.account.id, 60);
    expect(accountsOf(claimed)).toContain(other.account.id);
  });

  test("gives the only place of a workflow to all accounts alike, also when they are more than one claim looks at", async () => {
    const scopes = await accounts(80);
    const limited = await workflow({ concurrency: 1 });
    for (const scope of scopes) await startRunsOf(server, scope, limited, { inputs: times(3, null) });
    const last = new Set(
      scopes
        .map(({ account }) => account.id)
        .sort()
        .slice(64),
    );
    const claimed = await claimOneByOne(({ account_id: id }) => last.has(id), 150);
    expect(accountsOf(claimed).some((id) => last.has(id))).toBe(true);
  });

  test.each([undefined, 1])(
    "lets new runs pass those that are done again, where the workflow's limit is %s",
    async (concurrency) => {
      const scope = await createTestAccount(server);
      const version = await workflow(concurrency === undefined ? {} : { concurrency });
      await startReplaysOf(scope, version, 60);
      // As many as leave one place.
      if (concurrency === undefined) await claim(LIMIT - 1);
      const [id] = await startRunsOf(server, scope, version, { inputs: [null] });
      const claimed = await claimOneByOne((run) => run.id === id, 57);
      expect(claimed.map((run) => run.id)).toContain(id);
    },
  );

  test("gives each of 200 accounts one run before any gets its second", async () => {
    const scopes = await accounts(200);
    const version = await workflow();
    for (const scope of scopes) await startRunsOf(server, scope, version, { inputs: times(2, null) });
    const order: string[] = [];
    while (order.length < 400) {
      const claimed = await claim(10);
      expect(claimed).toHaveLength(10);
      order.push(...accountsOf(claimed));
      await release(claimed.map(({ id }) => id));
    }
    expect(new Set(order.slice(0, 200)).size).toBe(200);
    expect(new Set(order.slice(200)).size).toBe(200);
  });

  test("finds what is ready behind 200 accounts that are at their limits", async () => {
    const scopes = await accounts(200);
    const version = await workflow();
    for (const scope of scopes) await startRunsOf(server, scope, version, { inputs: times(LIMIT + 1, null) });
    expect(await claim(200 * LIMIT)).toHaveLength(200 * LIMIT);
    const late = await createTestAccount(server);
    const [id] = await startRunsOf(server, late, version, { inputs: [null] });
    expect((await claim(10)).map((run) => run.id)).toEqual([id]);
  });

  test("keeps the spare slots for accounts that hold none, one for each", async () => {
    const version = await workflow();
    const [slow, other, third] = await accounts(3);
    if (!slow || !other || !third) throw new Error("Three accounts were made.");
    await startRunsOf(server, slow, version, { inputs: times(6, null) });
    const claimWith = (free: number, spare: number) => claimRuns(server.deps, free, "w1", spare);
    expect(accountsOf(await claimWith(4, 2))).toEqual(times(2, slow.account.id));
    expect(await claimWith(2, 2)).toEqual([]);
    await startRunsOf(server, other, version, { inputs: times(2, null) });
    await startRunsOf(server, third, version, { inputs: [null] });
    expect(accountsOf(await claimWith(3, 3)).sort()).toEqual([other.account.id, third.account.id].sort());
  });

  test("answers with what it has claimed although the claim of the spare slots fails", async () => {
    const version = await workflow();
    const scopes = await accounts(2);
    for (const scope of scopes) await startRunsOf(server, scope, version, { inputs: [null] });
    const one = await runWithOneClaim(server, "runs", () => claimRuns(server.deps, 2, "w1", 1));
    expect(one).toHaveLength(1);
    const two = await claim(2, "w2");
    expect(accountsOf([...one, ...two]).sort()).toEqual(scopes.map(({ account }) => account.id).sort());
  });

  test("leaves alone what is not ready, and what another one holds", async () => {
    const scope = await createTestAccount(server);
    const [asleep = "", held = "", ready] = await startRunsOf(server, scope, await workflow(), {
      inputs: times(3, null),
    });
    const { db } = server.deps;
    await db.updateTable("runs").set({ ready_at: null }).where("id", "=", asleep).execute();
    await db.updateTable("runs").set({ ready_at: null, worker: "other" }).where("id", "=", held).execute();
    expect(await claim(10)).toMatchObject([
      { id: ready, worker: "w1", claim: 1, accountName: null, udf: [] },
    ]);
  });
});
