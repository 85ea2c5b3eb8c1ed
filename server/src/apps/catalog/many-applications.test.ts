import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { listApplications } from "./application.ts";
import { saveCustomRow } from "./application-store.ts";
import { buildThingsDefinition } from "./test-things-api.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(() => server.close());

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `many-${String(from + i).padStart(3, "0")}`);

async function save(slug: string, more: object = {}) {
  const definition = buildThingsDefinition(slug, "https://things.example", more);
  const own = { slug, provider: "manifest", definition, now: server.deps.clock.now() } as const;
  await saveCustomRow(server.deps.db, server.test, own as Parameters<typeof saveCustomRow>[2]);
}

async function listOwn(): Promise<string[]> {
  const all = await listApplications(server.deps, server.test);
  return all.filter(({ custom }) => custom).map(({ connector }) => connector.info.slug);
}

test("a list has all own applications, however few are read at a time, without one that is no longer good", async () => {
  // A description that does not compress makes batches that end by their size.
  const noise = Array.from({ length: 600 }, () => randomUUID()).join("");
  for (const slug of names(0, 60)) await save(slug);
  const request = { method: "GET", path: "/things" };
  const output = { type: "object", description: noise };
  const hints = { read_only: true };
  const list = {
    title: "L",
    description: "L.",
    hints,
    input: { type: "object", additionalProperties: false },
    output,
    request,
  };
  const { actions } = buildThingsDefinition("many", "https://things.example");
  for (const slug of names(60, 70)) await save(slug, { actions: { ...Object(actions), list } });
  expect((await listOwn()).sort()).toEqual(names(0, 70));
  // One is newer now, and one spoiled: the others are those that were made before.
  const before = new Map(
    (await listApplications(server.deps, server.test)).map((one) => [one.id, one.connector]),
  );
  await save("many-003", { name: "Newer things" });
  await server.deps.db
    .updateTable("custom_applications")
    .set((row) => ({ definition: sql<never>`'{}'`, revision: row("revision", "+", 1) }))
    .where("slug", "=", "many-004")
    .where("org_id", "=", server.test.orgId)
    .execute();
  const after = await listApplications(server.deps, server.test);
  expect(after.filter(({ custom }) => custom)).toHaveLength(69);
  const remade = after.filter(({ id, connector }) => before.get(id) !== connector);
  expect(remade.map(({ connector }) => connector.info.name)).toEqual(["Newer things"]);
});
