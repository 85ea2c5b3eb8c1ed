import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOlderSchema } from "../../../test/migrate-schema.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ORG = "1".repeat(24);

async function store(db: Kysely<never>): Promise<void> {
  await sql`insert into organizations (id, name, created_at, updated_at) values (${ORG}, 'Acme', now(), now())`.execute(
    db,
  );
  for (const account of ["one", "both"])
    await sql`insert into linked_accounts (id, org_id, environment, account_id, created_at, updated_at)
      values (${account}, ${ORG}, 'test', ${account}, now(), now())`.execute(db);
  for (const [id, account, slug, type] of [
    ["a", "one", "slack", "oauth2"],
    ["b", "both", "slack", "oauth2"],
    ["c", "both", "slack", "keybased"],
    ["d", "both", "mail", "keybased"],
  ])
    await sql`insert into connections (id, org_id, environment, account_id, slug, auth_type, status, secrets,
        connected_at, created_at, updated_at)
      values (${id}, ${ORG}, 'test', ${account}, ${slug}, ${type}, 'active', 'x', now(), now(), now())`.execute(
      db,
    );
  await sql`insert into trigger_subscriptions (id, org_id, environment, account_id, workflow_id, config_id, slug,
      trigger_id, input, input_key, facts, kind, token_hash, secrets, subscribed, cursor, status, created_at, updated_at)
    values ('s', ${ORG}, 'test', 'both', 'w', 'both', 'slack', 'message', '{}', 'k', '1/0', 'poll', 'h', 'x', false,
      '{"since":7}', 'active', now(), now())`.execute(db);
  await sql`insert into connect_links (id, token_hash, org_id, environment, account_id, slug, properties, created_at,
      expires_at)
    values ('l', 'h', ${ORG}, 'test', 'both', 'slack', '{}', now(), now() + interval '1 day')`.execute(db);
}

test("an upgrade makes every connection a default one, told apart by place, and triggers go on", async () => {
  await inOlderSchema(server.deps.db, "0165-several-connections.ts", async ({ db, migrate }) => {
    await store(db);
    await migrate();
    const connections = await sql`select id, is_default, place, name from connections order by id`.execute(
      db,
    );
    expect(connections.rows).toEqual(
      [
        ["a", 1],
        ["b", 1],
        ["c", 2],
        ["d", 1],
      ].map(([id, place]) => ({ id, is_default: true, place, name: null })),
    );
    const subscriptions =
      await sql`select id, connection_id, input_key, cursor, wanted, revision from trigger_subscriptions`.execute(
        db,
      );
    expect(subscriptions.rows).toEqual([
      { id: "s", connection_id: "", input_key: "k", cursor: { since: 7 }, wanted: true, revision: 0 },
    ]);
    expect((await sql`select id, connection from connect_links`.execute(db)).rows).toEqual([
      { id: "l", connection: null },
    ]);
    // The index that it had before still holds, for default connections.
    const again = sql`update connections set auth_type = 'oauth2' where id = 'c'`.execute(db);
    await expect(again).rejects.toMatchObject({ code: "23505" });
  });
});
