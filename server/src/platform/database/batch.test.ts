import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { type BoundStatement, getSqlState } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" });
  await sql`create table test_batch (n integer primary key, text text)`.execute(server.deps.db);
});
beforeEach(() => sql`delete from test_batch`.execute(server.deps.db));
afterAll(() => server.close());

function insert(n: number, text = ""): BoundStatement {
  return {
    name: "test-insert",
    text: "insert into test_batch values ($1, $2) returning n",
    values: [n, text],
  };
}

async function stored(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from test_batch order by n`.execute(server.deps.db);
  return rows.map(({ n }) => n);
}

test("a batch answers with the rows of each of its statements, which took effect together", async () => {
  const rows = await server.deps.database.batch([insert(1), insert(2)]);
  expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  expect(await stored()).toEqual([1, 2]);
});

test("a batch of which one statement fails does nothing and says why; the next one works", async () => {
  const { database } = server.deps;
  const error = await database.batch([insert(1), insert(1), insert(2)]).catch((error: unknown) => error);
  expect(getSqlState(error)).toBe("23505");
  expect(await stored()).toEqual([]);
  await database.batch([insert(3)]);
  expect(await stored()).toEqual([3]);
});

test("many batches at once do not mix", async () => {
  const { database } = server.deps;
  const all = Array.from({ length: 40 }, (_, n) =>
    database.batch([insert(2 * n), n % 4 === 0 ? insert(2 * n) : insert(2 * n + 1)]).then(
      () => true,
      () => false,
    ),
  );
  const kept = await Promise.all(all);
  expect(kept.map((ok, n) => ok === (n % 4 !== 0))).toEqual(Array(40).fill(true));
  expect(await stored()).toHaveLength(60);
});

test("callers of one moment share a transaction, and one whose data is wrong fails alone", async () => {
  const { database } = server.deps;
  const groups: number[] = [];
  const add = createGroupCommit(async (items: readonly { n: number; text: string }[]) => {
    groups.push(items.length);
    await database.batch(items.map(({ n, text }) => insert(n, text)));
    return items.map(({ n }) => n);
  });
  const endings = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) => add({ n, text: n === 4 ? "\u0000" : "good" })),
  );
  expect(endings.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(groups[0]).toBe(5);
  expect(await stored()).toEqual([1, 2, 3, 5]);
});
