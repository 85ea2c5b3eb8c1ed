import { describe, expect, test } from "vitest";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import type { JsonObject } from "../../../connector.ts";
import { createPagedConnector, type PageAnswer, readPagedList } from "./test-paging.ts";

const ALL = ["a", "b", "c", "d", "e"];
const cut = (start: number, size: number) => ALL.slice(start, start + size);

describe("a cursor", () => {
  const connector = createPagedConnector({
    items: "body.data",
    cursor: { from: "body.next", to: "query.after" },
  });
  const answers = (url: URL): PageAnswer => {
    const start = Number(url.searchParams.get("after") ?? 0);
    return { body: { data: cut(start, 2), next: start + 2 < ALL.length ? String(start + 2) : "" } };
  };

  test("is followed to the end in one call, or a page at a time", async () => {
    const all = await readPagedList(connector, answers, { max_pages: 100 });
    expect(all).toMatchObject({ items: ALL, next_cursor: null });
    expect(all.asked).toEqual(["/v1/things?k=s", "/v1/things?after=2&k=s", "/v1/things?after=4&k=s"]);
    const first = await readPagedList(connector, answers);
    expect(first.items).toEqual(["a", "b"]);
    const second = await readPagedList(connector, answers, { cursor: first.next_cursor ?? "", max_pages: 1 });
    expect(second.items).toEqual(["c", "d"]);
  });

  test("that was not written here is refused", async () => {
    for (const cursor of ["nonsense", "bnVsbA", "!"]) {
      await expect(readPagedList(connector, answers, { cursor })).rejects.toMatchObject({ code: "input" });
    }
    await expect(readPagedList(connector, answers, { max_pages: 101 })).rejects.toMatchObject({
      code: "input",
    });
  });

  test("may be the last item, as long as there is more, and keep its type in a body", async () => {
    const graph = createPagedConnector(
      { items: "body.data", cursor: { from: "last.id", to: "json.variables.after", more: "body.more" } },
      { method: "POST", path: "/graphql", json: { query: "q", variables: { first: 2 } } },
    );
    const { asked, items } = await readPagedList(
      graph,
      (_, body) => {
        const start = JSON.parse(body).variables.after ?? 0;
        return {
          body: { data: cut(start, 2).map((name, i) => ({ id: start + i + 1, name })), more: start < 4 },
        };
      },
      { max_pages: 5 },
    );
    expect(items).toHaveLength(5);
    expect(asked.map((text) => JSON.parse(text.replace(/^[^{]*/, "")).variables)).toEqual([
      { first: 2 },
      { first: 2, after: 2 },
      { first: 2, after: 4 },
    ]);
  });
});

describe("numbered pages", () => {
  const byPage = (first: number) => (url: URL) => cut((Number(url.searchParams.get("p")) - first) * 2, 2);

  test.each([
    ["while there is more", { more: "body.more" }, 3],
    ["up to their number", { pages: "body.pages" }, 3],
    ["while they are full", { size: 2 }, 3],
    ["while they are as full as asked for", { size: "{{ input.size }}" }, 3],
    ["until one is empty", {}, 4],
  ])("are read %s", async (_, rule, requests) => {
    const connector = createPagedConnector({ items: "body.data", page: { to: "query.p", ...rule } });
    const { asked, items } = await readPagedList(
      connector,
      (url) => {
        const data = byPage(1)(url);
        return { body: { data, pages: 3, more: data.length === 2 } };
      },
      { max_pages: 100, size: 2 },
    );
    expect(items).toEqual(ALL);
    expect(asked.length).toBe(requests);
    expect(asked[0]).toBe("/v1/things?p=1&k=s");
  });

  test("may begin with zero and be counted in a header", async () => {
    const page = { to: "query.p", first: 0, pages: "headers.x-pages" };
    const connector = createPagedConnector({ items: "body", page });
    const { asked, items } = await readPagedList(
      connector,
      (url) => ({ body: byPage(0)(url), headers: { "x-pages": "3" } }),
      { max_pages: 100 },
    );
    expect(items).toEqual(ALL);
    expect(asked.length).toBe(3);
  });
});

test.each([
  ["total", { total: "body.total" }, 3],
  ["more", { more: "body.more" }, 3],
  ["size", { size: 2 }, 3],
  ["nothing else", {}, 4],
])("an offset goes on by %s", async (_, rule, requests) => {
  const connector = createPagedConnector({ items: "body.data", offset: { to: "query.skip", ...rule } });
  const { asked, items } = await readPagedList(
    connector,
    (url) => {
      const start = Number(url.searchParams.get("skip"));
      return { body: { data: cut(start, 2), total: 5, more: start + 2 < 5 } };
    },
    { max_pages: 100 },
  );
  expect(items).toEqual(ALL);
  expect(asked.length).toBe(requests);
  expect(asked[1]).toBe("/v1/things?skip=2&k=s");
});

test("at most 10 MiB are read in one call; next_cursor leads to the rest", async () => {
  const connector = createPagedConnector({ items: "body.data", page: { to: "query.p" } });
  const text = "x".repeat(4 * 1024 * 1024);
  const pages: { items: unknown[]; next_cursor: string | null; asked: string[] }[] = [];
  for (let cursor: string | null = ""; cursor !== null && pages.length < 9; ) {
    const input: JsonObject = { max_pages: 100, ...(cursor !== "" && { cursor }) };
    const page = await readPagedList(
      connector,
      (url) => {
        const number = Number(url.searchParams.get("p"));
        return { body: { data: number > 5 ? [] : [number, text] } };
      },
      input,
    );
    pages.push(page);
    cursor = page.next_cursor;
  }
  const items = pages.flatMap((page) => page.items).filter((item) => typeof item === "number");
  expect(items).toEqual([1, 2, 3, 4, 5]);
  expect(pages.map(({ items: found }) => found.length)).toEqual([4, 4, 2]);
});

test("items may be shaped, and a missing list is an empty one", async () => {
  const paging = { items: "body.data", item: { name: "{{ item.n }}", of: "{{ body.shop }}" }, link: {} };
  const connector = createPagedConnector(paging);
  const { items } = await readPagedList(connector, () => ({
    body: { shop: "s", data: [{ n: 1, secret: 2 }] },
  }));
  expect(items).toEqual([{ name: 1, of: "s" }]);
  expect((await readPagedList(connector, () => ({ body: {} }))).items).toEqual([]);
  await expect(readPagedList(connector, () => ({ body: { data: "x" } }))).rejects.toThrow(
    "no list at body.data",
  );
});

test("the action's own schemas say what paging adds", () => {
  const [action] = createPagedConnector({ items: "body", output: { type: "string" }, link: {} }).info.actions;
  expect(Object.keys(action?.input.properties ?? {})).toEqual(["size", "of", "cursor", "max_pages"]);
  expect(action?.output).toMatchObject({
    properties: { items: { items: { type: "string" } }, next_cursor: {} },
  });
});

test("a number beyond a double is a cursor, a cursor that comes back, an item and a choice, as it was sent", async () => {
  const [first, second] = ["9007199254740993", "9007199254740995"];
  const connector = createPagedConnector({
    items: "body.data",
    cursor: { from: "body.next", to: "query.after" },
  });
  const answers = (url: URL): PageAnswer => {
    const next = { "": first, [first]: second }[url.searchParams.get("after") ?? ""];
    return { body: parseJson(`{"data":[${next ?? "12345678901234567890.123"}],"next":${next ?? null}}`) };
  };
  const all = await readPagedList(connector, answers, { max_pages: 9 });
  expect(all.asked).toEqual([
    "/v1/things?k=s",
    `/v1/things?after=${first}&k=s`,
    `/v1/things?after=${second}&k=s`,
  ]);
  expect(JSON.stringify(all.items)).toBe(`[${first},${second},12345678901234567890.123]`);
  const page = await readPagedList(connector, answers);
  const rest = await readPagedList(connector, answers, { cursor: page.next_cursor ?? "" });
  expect(rest.asked).toEqual([`/v1/things?after=${first}&k=s`]);
});
