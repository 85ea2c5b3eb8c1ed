import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOlderSchema } from "../../../test/migrate-schema.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const UPGRADE = "0045-publications.ts";
const ORG = "1".repeat(24);
const nodesOf = (event: string) =>
  JSON.stringify([{ id: "start", type: "start", triggers: [{ application: "Junctor", event }] }]);

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly environments?: string[];
  readonly draftOf?: string;
  readonly version?: number;
}

async function store(db: Kysely<never>, { id, name, event, environments = ["test"], ...more }: Stored) {
  const { draftOf = null, version = 0 } = more;
  await sql`insert into workflows (id, org_id, draft_of, environments, name, description, icon, index_order,
      auto_enable, hide_in_config, published, version, nodes, edges, settings, data_slots, created_at, updated_at)
    values (${id}, ${ORG}, ${draftOf}, ${environments}, ${name}, '', '', 1, true, false, ${version > 0}, ${version},
      ${nodesOf(event)}::json, '[]', '{}', '[]', now(), now())`.execute(db);
  if (version > 0)
    await sql`insert into workflow_versions (workflow_id, version, org_id, nodes, edges, settings, data_slots, created_at)
      values (${id}, ${version}, ${ORG}, ${nodesOf(event)}::json, '[]', '{}', '[]', now())`.execute(db);
}

test("after the upgrade each environment runs the same version as before, and the draft is the workflow's", async () => {
  await inOlderSchema(server.deps.db, UPGRADE, async ({ db, migrate }) => {
    await sql`insert into organizations (id, name, created_at, updated_at) values (${ORG}, 'Acme', now(), now())`.execute(
      db,
    );
    await store(db, {
      id: "both",
      name: "Both",
      event: "run",
      environments: ["test", "production"],
      version: 3,
    });
    await store(db, {
      id: "draft",
      name: "Draft",
      event: "later",
      environments: ["test", "production"],
      draftOf: "both",
    });
    await store(db, { id: "new", name: "New", event: "never" });
    await migrate(UPGRADE);
    const publications = await sql`select workflow_id, environment, version, name, auto_enable, events
      from workflow_publications order by environment`.execute(db);
    expect(publications.rows).toEqual(
      ["production", "test"].map((environment) => ({
        workflow_id: "both",
        environment,
        version: 3,
        name: "Both",
        auto_enable: true,
        events: ["run"],
      })),
    );
    const records =
      await sql`select id, draft_of, name, published, version, nodes -> 0 -> 'triggers' -> 0 ->> 'event' as event
      from workflow_records where environment = 'test' order by id`.execute(db);
    expect(records.rows).toEqual([
      { id: "both", draft_of: null, name: "Both", published: true, version: 3, event: "run" },
      { id: "draft", draft_of: "both", name: "Draft", published: false, version: 3, event: "later" },
      { id: "new", draft_of: null, name: "New", published: false, version: 0, event: "never" },
    ]);
  });
});
