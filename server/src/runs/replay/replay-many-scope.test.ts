import { describe, expect, test } from "vitest";
import { useThirdParty } from "../engine/test-third-party.ts";
import { createTestAccount, insertTestVersion, startRunsOf, waitForRunEnd } from "../start/test-run.ts";
import { type Asker, postReplay, REPLAYS_URL, readReplay } from "./test-replay.ts";

const { server } = useThirdParty();

const replay = (body: unknown, asker?: Asker) => postReplay(server, body, asker);
const progress = (id: string, key?: string) => readReplay(server, id, key);

describe("a replay covers executions", () => {
  test("of one account, named by header, filter or token; and no others", async () => {
    const mine = await createTestAccount(server);
    const other = await createTestAccount(server);
    const version = await insertTestVersion(server, mine, { nodes: [] });
    for (const scope of [mine, other])
      for (const id of await startRunsOf(server, scope, version, { inputs: [null] }))
        await waitForRunEnd(server, id);
    const account = mine.account.accountId;
    const filter = { workflow_id: version.id };
    const token = await server.account(account);
    const count = async (body: object, more = {}) =>
      (await replay({ ...body, dry_run: true }, more)).body.matched;
    expect(await count({ filter })).toBe(2);
    expect(await count({ filter }, { account })).toBe(1);
    expect(await count({ filter: { ...filter, linked_account_id: account } })).toBe(1);
    expect(await count({ filter }, { token })).toBe(1);
    const named = { filter: { ...filter, linked_account_id: other.account.accountId } };
    expect((await replay(named, { token })).status).toBe(400);
    expect((await replay({ filter: { linked_account_id: "nobody" } })).status).toBe(400);
    const { testKey } = await server.organization();
    expect(await count({ filter }, { key: testKey })).toBe(0);
    expect(await count({ filter }, { key: server.productionKey })).toBe(0);
  });

  test("404 for replays of others", async () => {
    const { body } = await replay({ filter: { workflow_id: "none" } });
    const { testKey } = await server.organization();
    expect((await progress(body._id)).status).toBe(200);
    expect((await progress(body._id, testKey)).status).toBe(404);
    expect((await progress(body._id, server.productionKey)).status).toBe(404);
    const token = await server.account("somebody");
    expect((await server.request({ url: `${REPLAYS_URL}/${body._id}`, token })).status).toBe(404);
  });

  test.each([
    [{}],
    [{ filter: { status: "BROKEN" } }],
    [{ filter: {} }],
    [{ filter: { workflowId: "w", status: "ERRORED" } }],
    [{ filter: { status: "ERRORED" }, limit: 0 }],
    [{ filter: { status: "ERRORED" }, limit: 100_001 }],
    [{ filter: { start_date: "yesterday" } }],
    [{ filter: { status: "ERRORED" }, version: "newest" }],
  ])("400: %j", async (body) => {
    expect((await replay(body)).status).toBe(400);
  });
});
