import { expect } from "vitest";
import type { Json } from "../server/src/platform/json/json.ts";
import { attempt, succeed, type Trial } from "./conform.ts";
import type { OptionCase, PagingCase } from "./mock-vendor.ts";

interface PagedResult {
  items: Json[];
  next_cursor: string | null;
}

/**
 * A paged action reads everything both in one call and page by page, each time in as many requests as there are pages.
 */
export async function conformPaging(trial: Trial, one: PagingCase): Promise<void> {
  const { action, pages, items } = one;
  expect(pages, `${action}: the mock must hold several pages`).toBeGreaterThan(1);
  await attempt(trial, async ({ line, call }) => {
    const input = { ...one.input, max_pages: 100 } as Json;
    const all = await succeed(action, trial.connector.run(action, { ...call, input }));
    expectItems(action, all, items);
    expect((all as unknown as PagedResult).next_cursor, action).toBeNull();
    expect(line.requests.length, `requests of ${action}`).toBe(pages);
  });
  await attempt(trial, async ({ line, call }) => {
    const found: Json[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && line.requests.length <= pages) {
      const input = { ...one.input, ...(cursor === undefined ? {} : { cursor }) } as Json;
      const result = await succeed(action, trial.connector.run(action, { ...call, input }));
      const page = result as unknown as PagedResult; // its schema says so
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    expectItems(`${action} page by page`, { items: found }, items);
    expect(line.requests.length, `requests of ${action} page by page`).toBe(pages);
  });
}

function expectItems(what: string, result: Json, expected: readonly unknown[]): void {
  const { items } = result as unknown as PagedResult; // its schema says so
  expect(items.length, `items of ${what}`).toBe(expected.length);
  expect(items, what).toMatchObject(expected as object[]);
}

/** An option list offers exactly the vendor's choices, once the inputs that it needs are chosen. */
export async function conformOptions(trial: Trial, one: OptionCase): Promise<void> {
  const { list, expected } = one;
  await attempt(trial, async ({ call }) => {
    const input = (one.input ?? {}) as Json; // written as JSON
    const options = trial.connector.options?.(list, { ...call, input });
    expect(await succeed(list, options ?? Promise.resolve([])), list).toEqual(expected);
  });
}
