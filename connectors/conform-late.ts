import { expect } from "vitest";
import type { Http, JsonObject } from "../server/src/apps/connector.ts";
import type { PollResult } from "../server/src/apps/connector-events.ts";
import { findValueAt } from "../server/src/apps/providers/manifest/request/template.ts";
import type { ManifestPoll } from "../server/src/apps/providers/manifest/schema/trigger-schema.ts";
import { getEarlierPosition } from "../server/src/apps/providers/manifest/triggers/position.ts";
import type { Json } from "../server/src/platform/json/json.ts";
import { attempt, succeed, type Trial } from "./conform.ts";
import type { PollCase } from "./mock-vendor.ts";

/**
 * An index that fills late: what has happened is hidden at first, and only something newer is shown. The trigger must
 * report that, then exactly what had been hidden, then nothing.
 */
export async function conformLate(trial: Trial, one: PollCase): Promise<void> {
  const { trigger, input, happen, expected, late } = one;
  const poll = trial.manifest.triggers?.[trigger]?.poll;
  const isDeclared = poll?.overlap !== undefined && poll.position !== undefined;
  expect(isDeclared && late === undefined, `${trigger} overlaps: its case needs \`late\``).toBe(false);
  if (poll === undefined || late === undefined) return;
  await attempt(trial, async ({ mock, call }) => {
    const index = createLateIndex(poll, late, call.http);
    const ask = async (cursor: Json): Promise<PollResult> => {
      const given = { ...call, http: index.http, input: input as JsonObject, cursor };
      const asked = trial.connector.poll?.(trigger, given) ?? Promise.reject(new Error("It has no polls."));
      return JSON.parse(JSON.stringify(await succeed(trigger, asked))) as PollResult; // a cursor is stored as JSON
    };
    const first = await ask(null);
    happen(mock);
    index.show("newer");
    const second = await ask(first.cursor);
    expect(second.events, `${trigger} of something newer`).toHaveLength(1);
    index.show("all");
    const third = await ask(second.cursor);
    expect(
      third.events.map(({ data }) => data),
      `${trigger}, late`,
    ).toMatchObject(expected as object[]);
    expect(third.events, `${trigger}, late`).toHaveLength(expected.length);
    expect((await ask(third.cursor)).events, `${trigger}, late, once more`).toEqual([]);
  });
}

type Shown = "before" | "newer" | "all";

function createLateIndex(poll: ManifestPoll, late: NonNullable<PollCase["late"]>, http: Http) {
  const path = (poll.items ?? poll.paging?.items ?? "body").split(".").slice(1);
  const before = new Set<string>();
  let shown: Shown = "before";
  let isMade = false;
  const asShown = (items: Json[]): Json[] => {
    if (shown === "all") return items;
    if (shown === "before") {
      for (const item of items) before.add(JSON.stringify(item));
      return items;
    }
    const old = items.filter((item) => before.has(JSON.stringify(item)));
    const [hidden] = items.filter((item) => !before.has(JSON.stringify(item)));
    if (hidden === undefined || isMade) return old;
    isMade = true;
    return [...old, makeNewer(hidden as JsonObject, poll, late)]; // lists hold objects
  };
  const overHttp: Http = async (request) => {
    const response = await http(request);
    const body: Json = JSON.parse(response.body.toString("utf8"));
    const items = findValueAt({ body }, ["body", ...path]);
    if (!Array.isArray(items)) return response;
    const changed = withMember(body, path, asShown(items));
    return { ...response, body: Buffer.from(JSON.stringify(changed), "utf8") };
  };
  return {
    http: overHttp,
    show: (next: Shown) => {
      shown = next;
    },
  };
}

/** A copy of an item with a later position and another key. */
function makeNewer(
  item: JsonObject,
  { key, position }: ManifestPoll,
  late: NonNullable<PollCase["late"]>,
): Json {
  const place = placesOf(position ?? "")[0] ?? [];
  const { seconds, number } = late;
  const ahead = seconds === undefined ? { number: -(number ?? 0) } : { seconds: -seconds };
  const moved = getEarlierPosition(findValueAt({ item }, ["item", ...place]) ?? null, ahead);
  const newer = withMember(item, place, moved ?? null);
  const other = placesOf(key).find((one) => one.join(".") !== place.join("."));
  if (other === undefined) return newer;
  const value = findValueAt({ item }, ["item", ...other]);
  return withMember(newer, other, typeof value === "number" ? value + 1_000_000 : `${value}9`);
}

function placesOf(template: string): string[][] {
  return [...template.matchAll(/\{\{\s*item\.([^{}\s]+)\s*\}\}/g)].map(([, path = ""]) => path.split("."));
}

function withMember(value: Json, [name, ...rest]: readonly string[], member: Json): Json {
  if (name === undefined) return member;
  const object = value as JsonObject; // the path leads through objects
  return { ...object, [name]: withMember(object[name] ?? {}, rest, member) };
}
