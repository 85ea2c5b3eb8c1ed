import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Tx } from "../database/database.ts";
import { createLease, IS_UNLEASED, UNLEASED } from "./row-lease.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The lease that it got; undefined where somebody else holds the row. */
async function claim(tx: Tx, ms: number): Promise<string | undefined> {
  const { lease, leased_until: until } = createLease(ms);
  const query = sql<{ lease: string }>`update held set lease = ${lease}, leased_until = ${until}
    where ${sql.raw(IS_UNLEASED)} returning lease`;
  return (await query.execute(tx)).rows[0]?.lease;
}

test("one caller at a time holds a row, until its lease ends or is released", async () => {
  await server.deps.db.transaction().execute(async (tx) => {
    await sql`create temporary table held (lease text, leased_until timestamptz) on commit drop`.execute(tx);
    await sql`insert into held default values`.execute(tx);
    const first = await claim(tx, 60_000);
    expect(first).toBeDefined();
    expect(await claim(tx, 60_000)).toBeUndefined();
    await sql`update held set lease = ${UNLEASED.lease}, leased_until = ${UNLEASED.leased_until}`.execute(tx);
    const short = await claim(tx, 0);
    expect(short).toBeDefined();
    const next = await claim(tx, 60_000);
    expect(next).toBeDefined();
    expect(new Set([first, short, next]).size).toBe(3);
  });
});
