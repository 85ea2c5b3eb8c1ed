import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" });
});
afterAll(() => server.close());

/** Makes inserts into the table fail with an SQLSTATE of PostgreSQL. */
async function refuseRows(table: string, state: string): Promise<void> {
  await sql`create or replace function refuse_row() returns trigger language plpgsql as $$
    begin raise exception using errcode = tg_argv[0], message = 'This is part of a test.'; end $$`.execute(
    server.deps.db,
  );
  await sql`create or replace trigger refuse_row before insert on ${sql.table(table)} for each row
    execute function refuse_row(${sql.lit(state)})`.execute(server.deps.db);
}

const createAccount = () =>
  server.request({
    method: "PUT",
    url: "/api/v2/public/linked-account",
    key: server.testKey,
    body: { linked_account_id: "acme" },
  });

test.each(["53100", "53200", "53400", "58030", "25006", "57P03", "57014", "55P03", "25P03", "25P04"])(
  "a full, broken, read-only or slow database (SQLSTATE %s) makes a request 503 with Retry-After, and changes nothing",
  async (state) => {
    await refuseRows("linked_accounts", state);
    const { status, headers, body } = await createAccount();
    expect([status, headers["retry-after"], body.error_code]).toEqual([503, "1", "UNAVAILABLE"]);
    const { rows } = await sql`select from linked_accounts`.execute(server.deps.db);
    expect(rows).toEqual([]);
  },
);

test("the same request succeeds once there is space", async () => {
  await sql`drop function if exists refuse_row cascade`.execute(server.deps.db);
  expect((await createAccount()).status).toBe(200);
});
