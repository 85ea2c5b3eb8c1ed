import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import type { TestReply } from "../../../test/test-server.ts";
import { createTestFolder, type TestFolder } from "./test-configuration.ts";

const PUBLIC = "/api/v2/public";
const EVENT = `name: Order Placed
response:
  number: A-1
  quantity: 2
`;
const ORDER_TOTAL = `name: Order to total
alias: order-total
nodes:
  - id: start
    type: start
    triggers:
      - { application: Junctor, event: Order Placed }
  - id: total
    type: ai_code_executor
    data:
      code: |
        const price = 12;
        return input.quantity * price;
edges:
  - { source: start, target: total }
`;
const FILES = { "events/order-placed.yaml": EVENT, "workflows/order-total.yaml": ORDER_TOTAL };

let server: ListeningServer;
let keys: { testKey: string; productionKey: string };
let folder: TestFolder;
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  keys = await server.organization();
  folder = await createTestFolder({ ...server, ...keys });
  return () => folder.remove();
});

function send(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { body, key = keys.testKey }: { body?: unknown; key?: string } = {},
): Promise<TestReply> {
  return server.request({ method, url: PUBLIC + path, key, body });
}

const versions = async (key?: string) => {
  const { body } = await send("GET", "/workflow/versions/order-total", { key });
  return body.docs.map(({ version, published }: { version: number; published: boolean }) => [
    version,
    published,
  ]);
};

describe("apply", () => {
  test("creates what the files describe, publishes workflows, and changes nothing the second time", async () => {
    await folder.write(FILES);
    const planned = await folder.run("plan");
    expect([planned.code, planned.changes]).toEqual([2, []]);
    expect(planned.text).toContain('+ create event "Order Placed" (events/order-placed.yaml)');
    expect(planned.text).toMatch(/2 to create, 0 to update, 0 to delete, 0 unchanged\.$/);
    const applied = await folder.run("apply");
    expect([applied.code, applied.text]).toEqual([0, expect.stringContaining("Applied: 2 created.")]);
    expect((await send("GET", "/workflow/order-total")).body).toMatchObject({ published: true, version: 1 });
    for (const command of ["apply", "plan"] as const)
      expect(await folder.run(command)).toMatchObject({
        code: 0,
        changes: [],
        text: expect.stringMatching(/^No changes: .* \(2\)\.$/),
      });
  });

  test("publishes the next version when a file changes, and the earlier one when the file changes back", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    await folder.write({ "workflows/order-total.yaml": ORDER_TOTAL.replace("price = 12", "price = 13") });
    const planned = await folder.run("plan");
    expect(planned.text).toContain(`    nodes[total].data.code:
      - const price = 12;
      + const price = 13;
        return input.quantity * price;`);
    await folder.run("apply");
    expect(await versions()).toEqual([
      [2, true],
      [1, false],
    ]);
    await folder.write(FILES);
    expect((await folder.run("plan")).text).toContain("Publishes version 1, which has this content.");
    await folder.run("apply");
    expect(await versions()).toEqual([
      [2, false],
      [1, true],
    ]);
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("leaves work in a draft alone, unless the file says something that was never published", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    await send("PUT", "/workflow/order-total", { body: { description: "Half done" } });
    expect((await folder.run("plan")).code).toBe(0);
    await folder.write({ "workflows/order-total.yaml": `${ORDER_TOTAL}description: Done\n` });
    expect((await folder.run("plan")).text).toContain("Replaces the draft, which has changes");
    await folder.run("apply");
    expect((await send("GET", "/workflow/order-total")).body).toMatchObject({
      description: "Done",
      version: 2,
    });
  });

  test("refuses to overwrite a draft that was changed after the plan", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    await folder.write({ "workflows/order-total.yaml": `${ORDER_TOTAL}description: Done\n` });
    const real = globalThis.fetch;
    let isChanged = false;
    globalThis.fetch = async (url, init) => {
      if (init?.method === "PUT" && !isChanged) {
        isChanged = true;
        await send("PUT", "/workflow/order-total", { body: { description: "Mine" } });
      }
      return real(url, init);
    };
    try {
      const applied = await folder.run("apply");
      expect([applied.code, applied.text]).toEqual([1, expect.stringContaining("Could not update workflow")]);
    } finally {
      globalThis.fetch = real;
    }
    expect((await send("GET", "/workflow/order-total/edit")).body.description).toBe("Mine");
  });

  test("unpublishes a workflow whose file says so, and keeps what a file leaves unpublished a draft", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    await folder.write({ "workflows/order-total.yaml": `${ORDER_TOTAL}published: false\n` });
    expect((await folder.run("plan")).text).toContain("published: true → false");
    await folder.run("apply");
    expect((await send("GET", "/workflow/order-total")).body.published).toBe(false);
    expect((await folder.run("apply")).changes).toEqual([]);
    // The draft of a published workflow is what is left when it is unpublished.
    await folder.write(FILES);
    await folder.run("apply");
    await send("PUT", "/workflow/order-total", { body: { description: "Half done" } });
    await folder.write({ "workflows/order-total.yaml": `${ORDER_TOTAL}published: false\n` });
    expect((await folder.run("plan")).text).toContain("Replaces the draft");
    await folder.run("apply");
    expect((await send("GET", "/workflow/order-total")).body).toMatchObject({
      published: false,
      description: "",
    });
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("saves called workflows before those that call them", async () => {
    const caller = `name: A caller
alias: a-caller
nodes:
  - { id: start, type: start }
  - { id: call, type: sub_flow, data: { workflow: order-total } }
edges:
  - { source: start, target: call }
`;
    await folder.write({ ...FILES, "workflows/a-caller.yaml": caller });
    const applied = await folder.run("apply");
    expect([applied.code, applied.text]).toEqual([0, expect.stringContaining("Applied: 3 created.")]);
    expect((await folder.run("apply")).changes).toEqual([]);
  });

  test("stops at the first error, names its line, and goes on where it stopped", async () => {
    const broken = ORDER_TOTAL.replace("event: Order Placed", "event: Order Paced");
    const last = "name: Last\nalias: z-last\n";
    await folder.write({ ...FILES, "workflows/order-total.yaml": broken, "workflows/z-last.yaml": last });
    const failed = await folder.run("apply");
    expect(failed.code).toBe(1);
    expect(failed.text).toMatch(/workflows\/order-total\.yaml:7: .*no event "Order Paced"/);
    expect(failed.text).toContain("Done before: 1 created. Not tried: 1 created.");
    expect((await send("GET", "/workflow/z-last")).status).toBe(404);
    await folder.write(FILES);
    expect(await folder.run("apply")).toMatchObject({ code: 0 });
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("deletes what has no file only with --prune, and only of kinds that have files", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    await send("POST", "/workflow", { body: { name: "Legacy", workflow_alias: "legacy" } });
    await send("POST", "/application/event", { body: { name: "Unused" } });
    await folder.write({ "workflows/order-total.yaml": ORDER_TOTAL });
    await removeFolder("events");
    const kept = await folder.run("apply");
    expect(kept).toMatchObject({ code: 0, changes: [], text: expect.stringContaining('workflow "legacy"') });
    expect(kept.text).not.toContain("Unused");
    const pruned = await folder.run("apply", { argv: ["--prune"] });
    expect(pruned.text).toContain("Applied: 1 deleted.");
    expect(pruned.changes).toHaveLength(1);
    expect((await send("GET", "/workflow/legacy")).status).toBe(404);
    expect((await send("GET", "/application/event")).body).toHaveLength(2);
  });

  test("never prunes by a folder without files", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    const empty = await createTestFolder({ ...server, ...keys });
    await empty.write({ "workflows/readme.md": "No files." });
    expect(await empty.run("apply", { argv: ["--prune"] })).toMatchObject({ code: 1, changes: [] });
    expect((await send("GET", "/workflow/order-total")).status).toBe(200);
    await empty.remove();
  });
});

async function removeFolder(name: string): Promise<void> {
  const { rm } = await import("node:fs/promises");
  await rm(`${folder.path}/${name}`, { recursive: true });
}

describe("from test to production", () => {
  test("the same files publish the version that test has published", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    const planned = await folder.run("plan", { key: keys.productionKey });
    expect(planned.text).toContain("Publishes version 1, which has this content.");
    expect(await folder.run("apply", { key: keys.productionKey })).toMatchObject({ code: 0 });
    expect((await send("GET", "/workflow/order-total", { key: keys.productionKey })).body).toMatchObject({
      published: true,
      version: 1,
    });
    expect(await folder.run("apply", { key: keys.productionKey })).toMatchObject({ code: 0, changes: [] });
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("what test has not published is refused, new or changed", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    const changed = { "workflows/order-total.yaml": ORDER_TOTAL.replace("price = 12", "price = 13") };
    await folder.write(changed);
    const shown = await folder.run("plan", { key: keys.productionKey });
    expect([shown.code, shown.text]).toEqual([2, expect.stringContaining("+ const price = 13;")]);
    const fresh = await folder.run("apply", { key: keys.productionKey });
    expect(fresh).toMatchObject({
      code: 1,
      changes: [],
      text: expect.stringContaining("apply the files to test first"),
    });
    await folder.write(FILES);
    await folder.run("apply", { key: keys.productionKey });
    await folder.write(changed);
    const planned = await folder.run("plan", { key: keys.productionKey });
    expect([planned.code, planned.text]).toEqual([
      2,
      expect.stringContaining("Not yet: test has published no"),
    ]);
    await folder.run("apply");
    expect(await folder.run("apply", { key: keys.productionKey })).toMatchObject({ code: 0 });
    expect(await versions(keys.productionKey)).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test("a workflow that only production has changes without test", async () => {
    await folder.write(FILES);
    await folder.run("apply", { key: keys.productionKey });
    await folder.write({ "workflows/order-total.yaml": ORDER_TOTAL.replace("price = 12", "price = 13") });
    expect(await folder.run("apply", { key: keys.productionKey })).toMatchObject({ code: 0 });
    expect(await versions(keys.productionKey)).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test("an unpublished file leaves a workflow in test", async () => {
    await folder.write({
      "workflows/order-total.yaml": `${ORDER_TOTAL}published: false\n`,
      "events/e.yaml": EVENT,
    });
    await folder.run("apply");
    await folder.run("apply", { key: keys.productionKey });
    expect(await folder.run("plan", { key: keys.productionKey })).toMatchObject({ code: 0 });
    expect((await send("GET", "/workflow/order-total", { key: keys.productionKey })).status).toBe(404);
  });
});

describe("pull", () => {
  test("writes files that apply to another organization as the same", async () => {
    await folder.write(FILES);
    await folder.run("apply");
    const pulled = await createTestFolder({ ...server, ...keys });
    expect(await pulled.run("pull")).toMatchObject({ code: 0, changes: [] });
    const files = await pulled.readRecords();
    expect(Object.keys(files)).toEqual(["events/order-placed.yaml", "workflows/order-total.yaml"]);
    expect(
      files["workflows/order-total.yaml"],
    ).toBe(`# yaml-language-server: $schema=../.schemas/workflows.json

format: junctor.workflow
format_version: 1
name: Order to total
published: true
alias: order-total
nodes:
  - id: start
    type: start
    triggers:
      - application: Junctor
        event: Order Placed
  - id: total
    type: ai_code_executor
    data:
      code: |
        const price = 12;
        return input.quantity * price;
edges:
  - { source: start, target: total }
`);
    const other = await server.organization();
    await pulled.run("apply", { key: other.testKey });
    const again = await createTestFolder({ ...server, ...other });
    await again.run("pull");
    expect(await again.readRecords()).toEqual(files);
    await Promise.all([pulled.remove(), again.remove()]);
  });

  test("keeps a file that says the same with its comments, and rewrites one that differs", async () => {
    await folder.write({
      ...FILES,
      "events/order-placed.yaml": `# Sent by the shop.\n${EVENT}`,
      "notes/x.yaml": "a: 1",
    });
    await folder.run("apply");
    await send("PUT", "/workflow/order-total", { body: { name: "Renamed" } });
    await send("PUT", "/workflow/order-total/publish", { body: { published: true } });
    expect((await folder.run("plan")).text).toContain('name: "Renamed" → "Order to total"');
    const pulled = await folder.run("pull");
    expect(pulled.text).toContain("2 files written, 0 removed, 1 unchanged.");
    expect(await folder.read("events/order-placed.yaml")).toMatch(/^# Sent by the shop/);
    expect(await folder.read("workflows/order-total.yaml")).toContain("name: Renamed\n");
    expect(await folder.read("notes/x.yaml")).toBe("a: 1");
    expect((await folder.run("plan")).code).toBe(0);
  });

  test("removes files of records that are gone only with --prune", async () => {
    await folder.write(FILES);
    const kept = await folder.run("pull");
    expect(kept.text).toContain("events/order-placed.yaml describes what is not on the server");
    expect(Object.keys(await folder.readRecords())).toHaveLength(2);
    await folder.run("pull", { argv: ["--prune"] });
    expect(await folder.readRecords()).toEqual({});
  });

  test("leaves out archived workflows and linked accounts' own", async () => {
    await server.account("acme", keys.testKey);
    await server.request({
      method: "POST",
      url: `${PUBLIC}/workflow`,
      key: keys.testKey,
      account: "acme",
      body: { name: "Own" },
    });
    const { body } = await send("POST", "/workflow", { body: { name: "Old", workflow_alias: "old" } });
    await send("PUT", `/workflow/${body._id}/archive`, { body: { archived: true } });
    await folder.run("pull");
    expect(await folder.readRecords()).toEqual({});
    await folder.write({ "workflows/old.yaml": "name: Old\nalias: old\npublished: false\n" });
    expect(await folder.run("apply")).toMatchObject({ code: 0 });
    expect((await send("GET", "/workflow/old")).body).toMatchObject({ _id: body._id, archived: false });
  });
});
