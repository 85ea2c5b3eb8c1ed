import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ListeningServer, startOwnListeningServer } from "../../test/listening-server.ts";
import { signInOperator } from "../../test/sign-in-operator.ts";
import type { Role } from "../auth/roles.ts";
import { insertOperator } from "../operators/store.ts";
import { createId } from "../platform/id.ts";
import { openDraftWatcher } from "./draft-watcher.ts";
import type { DraftState } from "./present-draft.ts";
import { startListening, type TestStreamReader } from "./test-listening.ts";

const PATH = "/api/v2/public/changes";
const URL = "/api/v2/public/workflow";

let server: ListeningServer;
beforeAll(async () => {
  server = await startOwnListeningServer();
});
afterAll(() => server.close());

let id: string;
const closers: (() => unknown)[] = [];
beforeEach(async () => {
  const body = { name: "Sync" };
  id = (await server.request({ method: "POST", url: URL, key: server.testKey, body })).body._id;
  return async () => {
    for (const close of closers.splice(0)) await close();
  };
});

async function signIn(name: string | null, role: Role = "developer") {
  const operator = await signInOperator(server, role);
  const renamed = server.deps.db.updateTable("operators").set({ name });
  await renamed.where("id", "=", operator.id).execute();
  return { ...operator, name };
}

async function open(headers: Record<string, string>, drafts = id): Promise<TestStreamReader> {
  const reader = await startListening(`${server.baseUrl}${PATH}?drafts=${drafts}`, headers);
  closers.push(reader.close);
  return reader;
}

const draftsOf = ({ heard }: TestStreamReader) =>
  heard.filter(({ event, data }) => event === "draft" && data._id === id).map(({ data }) => data);
const last = (reader: TestStreamReader) => draftsOf(reader).at(-1);
const readersOf = (reader: TestStreamReader) => last(reader)?.readers?.map(({ name }) => name);
const hears = (reader: TestStreamReader, names: readonly (string | null)[]) =>
  expect.poll(() => readersOf(reader)?.toSorted(), { timeout: 20_000 }).toEqual([...names].toSorted());
const change = (body: object, headers: Record<string, string>) =>
  server.request({ method: "PUT", url: `${URL}/${id}`, headers, body });

test("everyone who has a draft open sees who else has it open, and who has left", async () => {
  const [ann, bob] = [await signIn("Ann Lee"), await signIn("Bob")];
  const first = await open(ann.headers);
  await hears(first, []);
  expect(draftsOf(first)).toEqual([
    {
      _id: id,
      status: "alone",
      workflow_id: id,
      revision: 0,
      saved: null,
      readers: [],
      at: expect.stringMatching(/Z$/),
    },
  ]);
  const second = await open(bob.headers);
  await hears(first, ["Bob"]);
  await hears(second, ["Ann Lee"]);
  expect(last(first)).toMatchObject({ status: "shared", readers: [{ _id: bob.id, name: "Bob" }] });
  second.close();
  await hears(first, []);
});

test("an operator with a draft open in two windows sees the other window", async () => {
  const ann = await signIn("Ann Lee");
  const [first, second] = [await open(ann.headers), await open(ann.headers)];
  await hears(first, ["Ann Lee"]);
  second.close();
  await hears(first, []);
  // When a page moves to another stream, nobody else has come or gone.
  const bob = await open((await signIn("Bob")).headers);
  await hears(bob, ["Ann Lee"]);
  first.close();
  const next = await open(ann.headers);
  await hears(next, ["Bob"]);
  expect(draftsOf(next).flatMap(({ readers = [] }) => readers.map(({ name }) => name))).not.toContain(
    "Ann Lee",
  );
  expect(
    draftsOf(bob)
      .slice(1)
      .map(({ status }) => status),
  ).not.toContain("alone");
});

test("an edit is reported with its revision and author; publishing is not an edit", async () => {
  const [ann, bob] = [await signIn("Ann Lee"), await signIn("Bob")];
  const reader = await open(ann.headers);
  await hears(reader, []);
  const saved = await change({ description: "By Bob" }, bob.headers);
  const told = {
    revision: saved.body.__v,
    at: expect.any(String),
    by: { kind: "operator", id: bob.id, name: "Bob" },
  };
  await expect.poll(() => last(reader), { timeout: 10_000 }).toMatchObject({ revision: 1, saved: told });
  const publication = { method: "PUT", url: `${URL}/${id}/publish`, body: { published: true } } as const;
  expect((await server.request({ ...publication, headers: bob.headers })).status).toBe(200);
  await expect.poll(() => last(reader), { timeout: 10_000 }).toMatchObject({ revision: 2, saved: told });
});

test("an operator without a name is shown by email address, but not to support and viewers", async () => {
  const [ann, nameless] = [await signIn("Ann Lee", "owner"), await signIn(null)];
  const viewer = await signIn("Vic", "viewer");
  await change({ description: "By somebody" }, nameless.headers);
  const [toOwner, toViewer] = [await open(ann.headers), await open(viewer.headers)];
  await open(nameless.headers);
  await hears(toOwner, ["Vic", nameless.email]);
  await hears(toViewer, ["Ann Lee", null]);
  expect(last(toOwner)?.saved?.by.name).toBe(nameless.email);
  expect(last(toViewer)?.saved?.by).toEqual({ kind: "operator", id: nameless.id, name: null });
  expect(JSON.stringify(toViewer.heard)).not.toContain("@");
});

test("a program receives a draft's edits, and is not listed as present", async () => {
  const ann = await signIn("Ann Lee");
  const program = await open({ "x-api-key": server.testKey });
  const reader = await open(ann.headers);
  await hears(program, ["Ann Lee"]);
  expect(draftsOf(reader).flatMap(({ readers }) => readers)).toEqual([]);
});

test("drafts of another organization, or missing in the environment, are not reported", async () => {
  const other = await server.organization();
  const ann = await signIn("Ann Lee");
  const own = await open(ann.headers);
  const strangers = [
    await open({ "x-api-key": other.testKey }),
    await open({ "x-api-key": server.productionKey }),
    await open({ ...ann.headers, "x-junctor-environment": "production" }),
  ];
  await change({ description: "Edited" }, ann.headers);
  await expect.poll(() => last(own)?.revision, { timeout: 10_000 }).toBe(1);
  const later = await open({ "x-api-key": server.testKey });
  await hears(later, ["Ann Lee"]);
  expect(strangers.flatMap(draftsOf)).toEqual([]);
});

test("400 for more drafts than a page can have open", async () => {
  const ids = Array.from({ length: 21 }, () => createId());
  const asked = await server.request({ url: `${PATH}?drafts=${ids.join(",")}`, key: server.testKey });
  expect(asked).toMatchObject({ status: 400, body: { errors: [{ field: "drafts" }] } });
});

/** Watches the draft as an operator in a separate process; returns the readers that this process is told of. */
function watchElsewhere(operatorId: string, database = server.deps.database) {
  const watcher = openDraftWatcher({ ...server.deps, database });
  closers.push(() => watcher.close());
  let state: DraftState | undefined;
  const scope = { orgId: server.orgId, environment: "test" } as const;
  const onDraft = (told: DraftState) => {
    state = told;
  };
  const watch = { scope, workflowIds: [id], operatorId, seesEmails: false, onDraft };
  return { add: () => watcher.add(watch), names: () => state?.readers?.map(({ name }) => name) };
}

test("presence is shared between processes, and renewed if a process has lost it", async () => {
  const [ann, bob] = [await signIn("Ann Lee"), await signIn("Bob")];
  const [first, second] = [watchElsewhere(ann.id), watchElsewhere(bob.id)];
  first.add();
  const leave = second.add();
  await expect.poll(first.names, { timeout: 10_000 }).toEqual(["Bob"]);
  await expect.poll(second.names, { timeout: 10_000 }).toEqual(["Ann Lee"]);
  await server.deps.db.deleteFrom("draft_readers").where("workflow_id", "=", id).execute();
  const rows = server.deps.db.selectFrom("draft_readers").select("operator_id").where("workflow_id", "=", id);
  await expect.poll(() => rows.execute(), { timeout: 20_000 }).toHaveLength(2);
  leave();
  await expect.poll(first.names, { timeout: 10_000 }).toEqual([]);
});

test("an operator of another organization is not among the readers", async () => {
  const { db, clock } = server.deps;
  const { orgId } = await server.organization();
  const email = `${createId()}@example.com`;
  const stranger = await insertOperator(db, orgId, { email, roles: { test: "owner" } }, clock.now());
  const watching = watchElsewhere(stranger.id);
  watching.add();
  // It notes its readers before it tells them anything.
  await expect.poll(watching.names, { timeout: 10_000 }).toBeDefined();
  const rows = db.selectFrom("draft_readers").select("stream_id").where("operator_id", "=", stranger.id);
  expect(await rows.execute()).toEqual([]);
});

test("presence in a killed process ends when its row is no longer renewed", async () => {
  const [ann, bob] = [await signIn("Ann Lee"), await signIn("Bob")];
  const reader = watchElsewhere(ann.id);
  reader.add();
  const row = { stream_id: createId(), workflow_id: id, operator_id: bob.id };
  const seen_at = sql<Date>`now() - interval '7 seconds'`;
  await server.deps.db
    .insertInto("draft_readers")
    .values({ ...row, seen_at })
    .execute();
  await expect.poll(reader.names, { timeout: 10_000 }).toEqual(["Bob"]);
  await expect.poll(reader.names, { timeout: 10_000 }).toEqual([]);
});

test("a hundred pages cost one statement a second, plus one every five", async () => {
  const [ann, bob] = [await signIn("Ann Lee"), await signIn("Bob")];
  const asked: string[] = [];
  const { database } = server.deps;
  const counting: typeof database = {
    ...database,
    query: (statement, values) => {
      asked.push(statement.name);
      return database.query(statement, values);
    },
  };
  const startMs = performance.now();
  const pages = watchElsewhere(ann.id, counting);
  for (let page = 0; page < 100; page++) pages.add();
  watchElsewhere(bob.id).add();
  await expect.poll(pages.names, { timeout: 10_000 }).toEqual(["Ann Lee", "Bob"]);
  const seconds = (performance.now() - startMs) / 1000;
  const count = (name: string) => asked.filter((one) => one === name).length;
  expect(count("changes-look-at-drafts")).toBeLessThanOrEqual(seconds + 2);
  expect(count("changes-renew-draft-readers")).toBeLessThanOrEqual(seconds / 5 + 2);
});
