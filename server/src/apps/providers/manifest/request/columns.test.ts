import { expect, test } from "vitest";
import type { JsonObject } from "../../../connector.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { ManifestError } from "../schema/manifest-error.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const input = (...names: string[]) => ({
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const actions = {
  add: {
    title: "Add",
    description: "Adds rows.",
    hints: { read_only: false },
    input: input("table", "records"),
    columns: {
      request: { method: "GET", path: "/tables/{{ input.table }}/first" },
      names: "body.values.0",
      records: "records",
    },
    request: { method: "POST", path: "/tables/{{ input.table }}", json: { rows: "{{ columns.cells }}" } },
  },
  find: {
    title: "Find",
    description: "Finds rows.",
    hints: { read_only: true },
    input: input("column", "value"),
    request: { method: "GET", path: "/rows" },
    rows: { from: "body.values", column: "column", value: "value" },
  },
};

const parse = (own: object) =>
  parseManifestJson(
    {
      slug: "tables",
      name: "Tables",
      description: "Has tables.",
      version: "1.0.0",
      base_url: "https://tables.example.com",
      auth: { keybased: { fields: [] } },
      actions: JSON.parse(JSON.stringify(own)),
    },
    "test",
  );

/** Runs an action; every request is answered with `values`. */
async function run(action: string, given: JsonObject, values: unknown) {
  const sent: string[] = [];
  const result = await createManifestConnector(parse(actions), "").run(action, {
    credential: { type: "keybased", settings: {}, values: {} },
    now: Date.now,
    input: given,
    http: async ({ method, url, body }) => {
      sent.push(`${method} ${new URL(url).pathname}${body ?? ""}`);
      const headers = { "content-type": "application/json" };
      return { status: 200, headers, body: Buffer.from(JSON.stringify({ values })) };
    },
  });
  return { sent, result };
}

test("records are sent as cells in the order of the columns", async () => {
  const names = [["id", "", " Total ", 2026, "id"]];
  const records: JsonObject[] = [{ Total: 7, id: "a" }, { 2026: false }, {}];
  const { sent } = await run("add", { table: "t1", records }, names);
  const rows = [
    ["a", null, 7, null, null],
    [null, null, null, false, null],
    [null, null, null, null, null],
  ];
  expect(sent).toEqual(["GET /tables/t1/first", `POST /tables/t1${JSON.stringify({ rows })}`]);
  const one = await run("add", { table: "t1", records: { id: 1 } }, [["id"]]);
  expect(one.sent[1]).toBe('POST /tables/t1{"rows":[[1]]}');
});

test("an unknown column is refused before anything is written", async () => {
  await expect(
    run("add", { table: "t1", records: [{ id: 1, sum: 2 }] }, [["id", "", "total"]]),
  ).rejects.toThrow("There is no column sum. The table has the columns id, total.");
  await expect(run("add", { table: "t1", records: [{ "": 1 }] }, [["id", ""]])).rejects.toThrow("no column");
  for (const values of [[], [[]], [["", " "]], undefined])
    await expect(run("add", { table: "t1", records: [{ id: 1 }] }, values)).rejects.toThrow(
      "The first row of the table has no names of columns.",
    );
});

test("rows become records with the names of the first, and where they stand", async () => {
  const values = [["id", "", "state", "id"], ["1", "x", "open", "9"], [], ["", ""], ["2"], [3, "", "open"]];
  const all = await run("find", {}, values);
  expect(all.result).toEqual({
    rows: [
      { row: 2, index: 1, values: { id: "1", state: "open" } },
      { row: 5, index: 4, values: { id: "2", state: "" } },
      { row: 6, index: 5, values: { id: 3, state: "open" } },
    ],
  });
  const rowsOf = async (given: JsonObject) => {
    const { result } = await run("find", given, values);
    return (result as { rows: { row: number }[] }).rows.map(({ row }) => row);
  };
  expect(await rowsOf({ column: "state", value: "open" })).toEqual([2, 6]);
  expect(await rowsOf({ column: "id", value: 3 })).toEqual([6]);
  expect(await rowsOf({ column: "state" })).toEqual([5]);
  expect(await rowsOf({ column: "state", value: "Open" })).toEqual([]);
  await expect(rowsOf({ column: "sum", value: "1" })).rejects.toThrow("There is no column sum.");
});

test("a manifest with a wrong table is refused", () => {
  const problemsOf = (own: object) => {
    try {
      parse(own);
      return [];
    } catch (error) {
      if (error instanceof ManifestError) return error.message.split("\n");
      throw error;
    }
  };
  const { add, find } = actions;
  expect(problemsOf(actions)).toEqual([]);
  const wrong = {
    add: {
      ...add,
      columns: {
        request: { method: "POST", path: "/tables/{{ input.other }}" },
        names: "headers.names",
        records: "none",
      },
    },
    find: { ...find, rows: { from: "input.values", column: "name", value: "text" }, response: {} },
    list: { ...find, request: { method: "GET", path: "/{{ columns.cells }}" } },
  };
  const text = problemsOf(wrong).join("\n");
  for (const part of [
    "must be GET: it only reads",
    "refers to input.other",
    "must begin with body, not headers",
    "names the input none",
    "must begin with body, not input",
    "names the input name",
    "names the input text",
    "cannot be given together with response",
    "refers to columns",
  ])
    expect(text).toContain(part);
});
