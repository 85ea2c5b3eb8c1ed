import { describe, expect, test } from "vitest";
import { createPagedConnector, type PageAnswer, readPagedList } from "./test-paging.ts";

const byCursor = () =>
  createPagedConnector({ items: "body.data", cursor: { from: "body.next", to: "query.after" } });
const after = (url: URL) => url.searchParams.get("after") ?? "";

/** A list that leads from A to B and back. */
const circle = (url: URL): PageAnswer => ({
  body: { data: [after(url)], next: after(url) === "A" ? "B" : "A" },
});

/** Reads page by page, as a workflow's loop does; returns the requests, or what ended it. */
async function loop(answer: (url: URL) => PageAnswer, connector = byCursor()) {
  let cursor: string | null = "";
  let requests = 0;
  while (cursor !== null && requests < 1000) {
    requests++;
    const page: { next_cursor: string | null } = await readPagedList(connector, answer, { cursor });
    cursor = page.next_cursor;
  }
  return requests;
}

describe("a list that leads back to a page already read", () => {
  test.each([
    ["to itself", () => ({ body: { data: [1], next: "A" } }), 'the page "A"', 2],
    ["from A to B and back", circle, 'the page "A"', 3],
    [
      "by a cursor that is an object",
      () => ({ body: { data: [1], next: { id: 7 } } }),
      'the page "{"id":7}"',
      2,
    ],
    [
      "through empty pages",
      (url: URL) => ({ body: { data: [], next: after(url) === "A" ? "B" : "A" } }),
      "A",
      3,
    ],
  ])("%s ends the call with an error that names it", async (_, answer, message, requests) => {
    let asked = 0;
    const counted = (url: URL) => {
      asked++;
      return answer(url);
    };
    const reading = readPagedList(byCursor(), counted, { max_pages: 100 });
    await expect(reading).rejects.toMatchObject({
      code: "remote",
      message: expect.stringContaining(message),
    });
    expect(asked).toBe(requests);
  });

  test("ends a workflow that reads page by page, too", async () => {
    await expect(loop(circle)).rejects.toThrow(/leads back to the page "[AB]"/);
    const large = (url: URL) => ({ body: { data: [1], next: String((Number(after(url)) + 1) % 50) } });
    await expect(loop(large)).rejects.toThrow("leads back to the page");
  });

  test("by links ends it, too, and so do the pages of an option list", async () => {
    const connector = createPagedConnector({ items: "body.data", link: {} });
    const answer = (url: URL) => {
      const page = url.searchParams.get("page") === "2" ? "3" : "2";
      return { body: { data: [page] }, headers: { link: `<?page=${page}>; rel="next"` } };
    };
    await expect(readPagedList(connector, answer, { max_pages: 100 })).rejects.toThrow(
      'leads back to the page "?page=2"',
    );
    await expect(loop(answer, connector)).rejects.toThrow("leads back to the page");
    let asked = 0;
    const options = connector.options?.("things", {
      credential: { type: "keybased", settings: {}, values: { key: "s" } },
      now: Date.now,
      input: {},
      http: async ({ url }) => {
        asked++;
        const { body, headers } = answer(new URL(url));
        return {
          status: 200,
          headers: { "content-type": "application/json", ...headers },
          body: Buffer.from(JSON.stringify(body)),
        };
      },
    });
    await expect(options).rejects.toThrow('leads back to the page "?page=2"');
    expect(asked).toBe(3);
  });

  test("is told of a long cursor only in part", async () => {
    const long = "x".repeat(5000);
    const answer = () => ({ body: { data: [1], next: long } });
    const error = await readPagedList(byCursor(), answer, { max_pages: 9 }).catch((reason: Error) => reason);
    expect((error as Error).message.length).toBeLessThan(400);
  });
});

test("empty pages do not end a list, and those without an end are bounded and say where to go on", async () => {
  const gap = (url: URL): PageAnswer => {
    const at = Number(after(url));
    return { body: { data: at === 1 || at === 2 ? [] : [at], next: at < 4 ? String(at + 1) : null } };
  };
  const all = await readPagedList(byCursor(), gap, { max_pages: 100 });
  expect(all).toMatchObject({ items: [0, 3, 4], next_cursor: null });
  expect(all.asked).toHaveLength(5);

  let page = 0;
  const endless = () => ({ body: { data: [], next: `page-${++page}` } });
  const first = await readPagedList(byCursor(), endless, { max_pages: 100 });
  expect(first).toMatchObject({ items: [], next_cursor: expect.any(String) });
  expect(first.asked).toHaveLength(100);
  const second = await readPagedList(byCursor(), endless, { cursor: first.next_cursor ?? "" });
  expect(second.asked[0]).toContain("after=page-100");
});

test("a long list of different pages is read to its end, at once or page by page", async () => {
  const long = (url: URL): PageAnswer => {
    const at = Number(after(url));
    return { body: { data: [at], next: at < 299 ? String(at + 1) : "" } };
  };
  expect(await loop(long)).toBe(300);
});

test("a list that has more but does not say where is an error, not its end", async () => {
  const connector = createPagedConnector({
    items: "body.data",
    cursor: { from: "last.id", to: "query.after", more: "body.more" },
  });
  const reading = readPagedList(connector, () => ({ body: { data: [], more: true } }), { max_pages: 5 });
  await expect(reading).rejects.toThrow("There are more pages, but the next one is not at last.id.");
  const ended = await readPagedList(connector, () => ({ body: { data: [], more: false } }));
  expect(ended.next_cursor).toBeNull();
});
