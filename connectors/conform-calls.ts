import { expect } from "vitest";
import type { Http, JsonObject } from "../server/src/apps/connector.ts";
import type { PollResult } from "../server/src/apps/connector-events.ts";
import type { Json } from "../server/src/platform/json/json.ts";
import { callOf, succeed, type Trial } from "./conform.ts";
import type { ActionCall, Exchange, ListCall, OptionCall, PollCall } from "./mock-vendor.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** Every call of a vendor, or those of the action, list or trigger `id` (D486). */
export async function conformCalls(trial: Trial, id?: string): Promise<void> {
  for (const call of trial.vendor.calls ?? []) {
    const of = "action" in call ? call.action : "list" in call ? call.list : call.trigger;
    if (id !== undefined && of !== id) continue;
    if ("polls" in call) await conformPollCall(trial, call);
    else if ("list" in call) await conformOptionCall(trial, call);
    else if ("pages" in call) await conformListCall(trial, call);
    else await conformCall(trial, call);
  }
}

/** An action sends exactly the request that the vendor documents, and returns what the case expects of the answer. */
async function conformCall(
  trial: Trial,
  { action, input, expected, before, ...exchange }: ActionCall,
): Promise<void> {
  const result = await play(trial, [...(before ? [before] : []), exchange], action, (call) =>
    trial.connector.run(action, { ...call, input: input as JsonObject }),
  );
  expect(result, action).toEqual(expected === undefined ? exchange.answer : expected);
}

/** A paged action asks for each page as documented, in one call and page by page. */
async function conformListCall(trial: Trial, { action, input, pages, expected }: ListCall): Promise<void> {
  expect(pages.length, `${action}: the case must have several pages`).toBeGreaterThan(1);
  const run = (more: JsonObject) => (call: ScriptedCall) =>
    trial.connector.run(action, {
      ...call,
      input: { ...(input as JsonObject), ...more },
    }) as Promise<PagedResult>;
  const all = await play(trial, pages, action, run({ max_pages: 100 }));
  expect(all, action).toEqual({ items: expected, next_cursor: null });
  const found: Json[] = [];
  let cursor: string | null | undefined;
  for (const page of pages) {
    const result = await play(trial, [page], action, run(cursor == null ? {} : { cursor }));
    found.push(...result.items);
    cursor = result.next_cursor;
  }
  expect({ found, cursor }, `${action} page by page`).toEqual({ found: expected, cursor: null });
}

/** An option list offers what the vendor answers. */
async function conformOptionCall(
  trial: Trial,
  { list, input = {}, pages, expected }: OptionCall,
): Promise<void> {
  const options = await play(trial, pages, list, (call) => {
    const asked = trial.connector.options?.(list, { ...call, input: input as JsonObject });
    return asked ?? Promise.reject(new Error("The connector has no option lists."));
  });
  expect(options, list).toEqual(expected);
}

/** Polls ask as documented; the first reports nothing, the others exactly what is new, once. */
async function conformPollCall(trial: Trial, { trigger, input, polls, expected }: PollCall): Promise<void> {
  expect(polls.length, `${trigger}: the case must have several polls`).toBeGreaterThan(1);
  const events: PollResult["events"] = [];
  let cursor: Json = null;
  for (const [number, pages] of polls.entries()) {
    const found = await play(trial, pages, `poll ${number + 1} of ${trigger}`, (call) => {
      const asked = trial.connector.poll?.(trigger, { ...call, input: input as JsonObject, cursor });
      return asked ?? Promise.reject(new Error("The connector has no polls."));
    });
    if (number === 0) expect(found.events, `the first poll of ${trigger}`).toEqual([]);
    events.push(...found.events);
    cursor = JSON.parse(JSON.stringify(found.cursor)); // it is stored as JSON
  }
  expect(
    events.map(({ data }) => data),
    trigger,
  ).toEqual(expected);
  expect(new Set(events.map(({ key }) => key)).size, `keys of ${trigger}`).toBe(expected.length);
}

interface PagedResult extends JsonObject {
  items: Json[];
  next_cursor: string | null;
}

type ScriptedCall = ReturnType<typeof callOf>;

/** Runs a call whose requests must be exactly the given ones, in their order. */
async function play<Result>(
  trial: Trial,
  exchanges: readonly Exchange[],
  what: string,
  run: (call: ScriptedCall) => Promise<Result>,
): Promise<Result> {
  const sent: unknown[] = [];
  const http: Http = async (request) => {
    const url = new URL(request.url);
    expect(trial.vendor.hosts, `the host of ${what}`).toContain(url.host);
    sent.push(requestLine(request.method, url, readBody(request)));
    const {
      answer,
      status = answer === undefined ? 204 : 200,
      headers = {},
    } = exchanges[sent.length - 1] ?? {};
    const body = answer === undefined ? "" : JSON.stringify(answer);
    return { status, headers: { "content-type": "application/json", ...headers }, body: Buffer.from(body) };
  };
  const result = await succeed(what, run({ ...callOf(trial, { http }, "good"), now: () => NOW }));
  const documented = exchanges.map(({ sends, body }) => {
    const [method = "", address = ""] = sends.split(" ");
    return requestLine(method, new URL(address, "https://vendor.example"), body);
  });
  expect(sent, what).toEqual(documented);
  return result;
}

function requestLine(method: string, { pathname, searchParams }: URL, body: unknown) {
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
  return { request: `${method} ${pathname}`, query, body };
}

/** JSON as data, a form as its fields, anything else as text. */
function readBody({ body, headers = {} }: Parameters<Http>[0]): unknown {
  if (body === undefined || body === null || String(body) === "") return undefined;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (/json/.test(type)) return JSON.parse(String(body));
  return /x-www-form-urlencoded/.test(type)
    ? Object.fromEntries(new URLSearchParams(String(body)))
    : String(body);
}
