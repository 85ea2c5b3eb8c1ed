import { expect, test } from "vitest";
import { buildDeliveryHeaders, buildPayload } from "./build-payload.ts";

const edit = (example: unknown, key: string | undefined, count = 1, data?: Record<string, unknown>) =>
  buildPayload(example, { key, count, data });

test("the first delivery is the vendor's example, and stays it", () => {
  const example = { issue: { id: 7 } };
  expect(edit(example, "{{ body.issue.id }}", 0)).toEqual({ issue: { id: 7 } });
  edit(example, "{{ body.issue.id }}", 3);
  expect(example).toEqual({ issue: { id: 7 } });
});

test.each([
  [{ id: 7 }, "{{ body.id }}", { id: 9 }],
  [{ event_id: "Ev1A" }, "{{ body.event_id }}", { event_id: "Ev1A2" }],
  [
    { id: 7, at: "2026-03-01T12:00:00.000Z" },
    "{{ body.id }} {{ body.at }}",
    { id: 7, at: "2026-03-01T12:00:02.000Z" },
  ],
  [{ id: 7, at: "2026-03-26 21:35:57" }, "{{ body.id }}-{{ body.at }}", { id: 7, at: "2026-03-26 21:35:59" }],
  [{ id: 7, at: null }, "{{ body.id }} {{ body.at }} {{ body.none }}", { id: 9, at: null }],
  [[{ id: "a" }, { id: "b" }], "{{ item.id }}", [{ id: "a2" }, { id: "b2" }]],
  [{ id: 1, commits: [{ id: "a" }] }, "{{ item.id }}", { id: 1, commits: [{ id: "a2" }] }],
  [{ id: 7 }, undefined, { id: 7 }],
])("a later delivery of %o differs in the last value of its key %s", (example, key, expected) => {
  expect(edit(example, key, 2)).toEqual(expected);
});

test("data replaces members at any depth, also those of a key, and of each item of a list", () => {
  const example = { issue: { id: 7, title: "Old", labels: [1] }, action: "opened" };
  const data = { issue: { id: 1, title: "New", labels: [] }, extra: true };
  expect(edit(example, "{{ body.issue.id }}", 2, data)).toEqual({
    issue: { id: 1, title: "New", labels: [] },
    action: "opened",
    extra: true,
  });
  expect(edit([{ a: 1 }, { a: 2 }], undefined, 0, { b: 3 })).toEqual([
    { a: 1, b: 3 },
    { a: 2, b: 3 },
  ]);
});

test("a delivery that its headers number is told apart by them", () => {
  const headers = { "linear-delivery": "d-1", other: "x" };
  const key = "{{ headers.linear-delivery }}";
  expect(buildDeliveryHeaders(headers, { key, count: 0 })).toEqual(headers);
  expect(buildDeliveryHeaders(headers, { key, count: 2 })).toEqual({ ...headers, "linear-delivery": "d-12" });
  expect(buildDeliveryHeaders(headers, { key: "{{ body.id }}", count: 2 })).toEqual(headers);
});
