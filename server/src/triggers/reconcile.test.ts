import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer } from "../../test/test-server.ts";
import { type Db, runStatement } from "../platform/database/database.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";
import {
  expireResting,
  listMissingSubscriptions,
  listMissingTriggers,
  markUnwanted,
  scheduleReview,
} from "./wanted-store.ts";

let shop: TestShop;
let workflow: string;

beforeAll(async () => {
  // How many rows a plan handles depends on what the tables held before.
  shop = await startTestShop(startOwnServer);
  workflow = await shop.publish({ event: "new_thing", input: { list: "a" } });
});
afterAll(() => shop.close());

/** Adds connected accounts whose configs have the workflow on, and subscribes them. */
async function subscribe(count: number): Promise<void> {
  const { deps, orgId } = shop.server;
  const add = (table: string, columns: string, values: string) =>
    runStatement(
      deps.db,
      {
        text: `insert into ${table} (id, org_id, environment, account_id, created_at, updated_at, ${columns})
          select 'many-' || n, $1, 'test', 'many-' || n, now(), now(), ${values} from generate_series(1, $2::int) n`,
      },
      [orgId, count],
    );
  await add("linked_accounts", "name", "''");
  const connection = "slug, auth_type, status, secrets, connected_at";
  await add("connections", connection, "'shop', 'keybased', 'active', '', now()");
  await add("configs", "slug, config_id", "'shop', 'many-' || n");
  const choices = `insert into config_workflows (config, workflow_id, enabled)
    select 'many-' || n, $1, true from generate_series(1, $2::int) n`;
  await runStatement(deps.db, { text: choices }, [workflow, count]);
  await reconcileSubscriptions(deps);
}

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": unjoined = 0 } = node;
  const own = (node["Actual Rows"] + filtered + unjoined) * node["Actual Loops"];
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own);
}

/** How many rows PostgreSQL handles in the statements of `work`, which return none. */
async function rowsHandled(work: (db: Db) => Promise<unknown>): Promise<number> {
  let count = 0;
  const { db } = shop.server.deps;
  const counting = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      const explained = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ "QUERY PLAN": { Plan: PlanNode }[] }>(explained);
      for (const row of rows) for (const { Plan } of row["QUERY PLAN"]) count += rowsOf(Plan);
      return { rows: [] };
    },
  };
  await work(counting as unknown as Db);
  return count;
}

test("reconciling all subscriptions reads a few rows for each", async () => {
  const now = new Date();
  const trigger = {
    org_id: shop.server.orgId,
    environment: "test",
    slug: "shop",
    trigger_id: "new_thing",
  } as const;
  const whose = { accountId: null, connectionless: [] };
  const statements: ((db: Db) => Promise<unknown>)[] = [
    (db) => listMissingTriggers(db, whose),
    (db) => listMissingSubscriptions(db, whose, trigger, 200),
    (db) => markUnwanted(db, whose, { now, limit: 200 }),
    (db) => expireResting(db, whose, now),
    (db) => scheduleReview(db, whose, now),
  ];
  await subscribe(800);
  for (const statement of statements) expect(await rowsHandled(statement)).toBeLessThan(30 * 800);
});
