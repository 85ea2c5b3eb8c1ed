import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startOwnListeningServer } from "../../test/listening-server.ts";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { eventually, type TestOrganization } from "../../test/test-server.ts";
import { revokeApiKey } from "../auth/keys/keys.ts";
import { createId } from "../platform/id.ts";
import { readLastId } from "./read-log.ts";
import type { ChangeKind } from "./table.ts";
import { startListening, type TestStreamReader } from "./test-listening.ts";

const PATH = "/api/v2/public/changes";

let server: ListeningServer;
beforeAll(async () => {
  server = await startOwnListeningServer();
});
afterAll(() => server.close());

let own: TestOrganization;
const closers: (() => void)[] = [];
beforeEach(async () => {
  own = await server.organization();
  return () => {
    for (const close of closers.splice(0)) close();
  };
});

const listen = (query = "", headers: Record<string, string> = {}, key: string | undefined = own.testKey) =>
  startListening(`${server.baseUrl}${PATH}${query}`, {
    ...(headers.cookie === undefined && { "x-api-key": key }),
    ...headers,
  }).then((reader) => {
    closers.push(reader.close);
    return reader;
  });

async function happen(count = 1, kind: ChangeKind = "execution", orgId = own.orgId): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    org_id: orgId,
    environment: "test" as const,
    kind,
    subject: createId(),
    status: "COMPLETED",
    at: new Date(),
    account_id: null,
    workflow_id: null,
    parent: null,
    name: null,
    applications: null,
    failing_application: null,
    duration_ms: 5,
  }));
  await server.deps.db.insertInto("changes").values(rows).execute();
  return rows.map(({ subject }) => subject);
}

const ids = ({ heard }: TestStreamReader) => heard.map(({ data }) => data._id);
const hears = (reader: TestStreamReader, count: number) =>
  eventually(async () => reader.heard.length >= count);
const isReady = (reader: TestStreamReader) => eventually(async () => reader.lastId !== "");

describe("GET /api/v2/public/changes", () => {
  test("200: sends changes from now on, with ids and a status", async () => {
    await happen();
    const reader = await listen();
    expect(reader.status).toBe(200);
    expect(reader.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(reader.headers.get("x-request-id")).toMatch(/\w/);
    const [subject] = await happen();
    await hears(reader, 1);
    expect(reader.heard).toEqual([
      {
        event: "execution",
        id: expect.stringMatching(/^\d/),
        data: {
          _id: subject,
          status: "COMPLETED",
          at: expect.stringMatching(/Z$/),
          linked_account_id: null,
          duration_ms: 5,
        },
      },
    ]);
  });

  test("200: only the requested kinds", async () => {
    const reader = await listen("?kinds=connection,delivery");
    await happen(1, "execution");
    const wanted = [...(await happen(1, "delivery")), ...(await happen(1, "connection"))];
    await hears(reader, 2);
    expect(ids(reader)).toEqual(wanted);
  });

  test("400 for more watched executions than a page can have open", async () => {
    const ids = Array.from({ length: 21 }, () => createId());
    expect((await listen(`?watch=${ids.join(",")}`)).status).toBe(400);
    expect((await listen(`?watch=${ids.slice(1).join(",")}`)).status).toBe(200);
  });

  test("200: nothing of another organization or environment", async () => {
    const other = await server.organization();
    const readers = [await listen("", {}, own.productionKey), await listen("", {}, other.testKey)];
    const reader = await listen();
    await happen(3);
    await hears(reader, 3);
    const [last] = await happen(1, "execution", other.orgId);
    await hears(readers[1] as TestStreamReader, 1);
    expect(ids(readers[1] as TestStreamReader)).toEqual([last]);
    expect(readers[0]?.heard).toEqual([]);
  });

  test("200: resumes after the last received id: nothing is missed or repeated", async () => {
    const first = await listen();
    const before = await happen(3);
    await hears(first, 3);
    first.close();
    const missed = await happen(5);
    for (const resume of [
      () => listen("", { "last-event-id": first.lastId }),
      () => listen(`?after=${encodeURIComponent(first.lastId)}`),
    ]) {
      const second = await resume();
      await hears(second, missed.length);
      const [next = ""] = await happen();
      await hears(second, missed.length + 1);
      expect(ids(second)).toEqual([...missed, next]);
      missed.push(next);
    }
    expect(ids(first)).toEqual(before);
  });

  test("200: loses nothing under many changes with readers connecting and disconnecting", async () => {
    const first = await listen();
    await isReady(first);
    let position = first.lastId;
    first.close();
    const told = new Set<string>();
    const writing = (async () => {
      for (let round = 0; round < 40; round++) await happen(50);
    })();
    while (told.size < 2000) {
      const reader = await listen("", { "last-event-id": position });
      await hears(reader, 1);
      for (const id of ids(reader)) told.add(id);
      position = reader.lastId || position;
      reader.close();
    }
    await writing;
    expect(told.size).toBe(2000);
  });

  test.each(["never", "9999999999999", "1~2"])(
    "200: with the id %j it tells the client to reload everything",
    async (id) => {
      const reader = await listen("", { "last-event-id": id });
      await hears(reader, 1);
      expect(reader.heard).toMatchObject([{ event: "reset", data: {}, id: expect.stringMatching(/^\d/) }]);
      const [subject] = await happen();
      await hears(reader, 2);
      expect(reader.heard[1]?.data._id).toBe(subject);
    },
  );

  test("200: the same for an id that is too old", async () => {
    await happen();
    const before = await readLastId(server.deps.db);
    await happen();
    await server.deps.db.deleteFrom("changes").execute();
    await happen();
    const reader = await listen("", { "last-event-id": String(before) });
    await hears(reader, 1);
    expect(reader.heard[0]?.event).toBe("reset");
  });

  test("200: a hundred pages share one query every half second", async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => listen()));
    await Promise.all(readers.map(isReady));
    const subjects = await happen(20);
    await Promise.all(readers.map((reader) => hears(reader, 20)));
    for (const reader of readers) expect(ids(reader)).toEqual(subjects);
  });

  test("ends when its key is revoked", async () => {
    const reader = await listen();
    const other = await listen("", {}, own.productionKey);
    await Promise.all([isReady(reader), isReady(other)]);
    const { id } = await server.deps.db
      .selectFrom("api_keys")
      .select("id")
      .where("org_id", "=", own.orgId)
      .where("environment", "=", "test")
      .executeTakeFirstOrThrow();
    await revokeApiKey(server.deps.db, id, new Date());
    await server.deps.credentials.forget();
    await eventually(async () => reader.isOver);
    expect(other.isOver).toBe(false);
  });

  test("ends when its operator signs out, and continues for others", async () => {
    const [leaving, staying] = [
      await signInOperator(server, "viewer"),
      await signInOperator(server, "viewer"),
    ];
    const reader = await listen("", leaving.headers);
    const other = await listen("", staying.headers);
    expect([reader.status, other.status]).toEqual([200, 200]);
    await Promise.all([isReady(reader), isReady(other)]);
    const url = "/api/v2/public/operator-session";
    const reply = await server.request({ method: "DELETE", url, headers: leaving.headers });
    expect(reply.status, reply.text).toBe(200);
    await eventually(async () => reader.isOver);
    expect(other.isOver).toBe(false);
  });

  test("400: unknown kinds and invalid ids", async () => {
    const get = (query: string) => server.request({ url: `${PATH}${query}`, key: own.testKey });
    expect((await get("?kinds=execution,run")).body.message).toContain('there is no kind "run"');
    expect((await get("?after=x")).body.message).toContain("query.after must be the id");
  });

  test("401 without a key; HEAD is not supported", async () => {
    expect((await server.request({ url: PATH })).status).toBe(401);
    const reply = await fetch(`${server.baseUrl}${PATH}`, {
      method: "HEAD",
      headers: { "x-api-key": own.testKey },
    });
    expect(reply.status).toBe(404);
  });
});

test("closing the server ends all streams at once", async () => {
  const other = await startOwnListeningServer();
  const before = server;
  server = other;
  own = await other.organization();
  const readers = await Promise.all(Array.from({ length: 10 }, () => listen()));
  await Promise.all(readers.map(isReady));
  await other.close();
  await eventually(async () => readers.every(({ isOver }) => isOver));
  server = before;
});
