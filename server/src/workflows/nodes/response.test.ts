import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { responseNode } from "./response.ts";
import { createNodeCall } from "./test-node-call.ts";

const run = (data: Fields) => responseNode.run({} as Deps, createNodeCall(data));

test("answers 200 with null by default", async () => {
  expect(await run({})).toEqual({ kind: "respond", status: 200, headers: {}, body: null });
});

test("answers with its status, headers as text under lower-case names, and any body", async () => {
  const headers = {
    "X-Count": 3,
    "Content-Type": "text/plain; charset=utf-8",
    location: "/a?b=ü",
    "x-no": null,
  };
  expect(await run({ status: 404, headers, body: ["a", { b: null }] })).toEqual({
    kind: "respond",
    status: 404,
    headers: { "x-count": "3", "content-type": "text/plain; charset=utf-8", location: "/a?b=ü" },
    body: ["a", { b: null }],
  });
});

test("accepts a status as text, as produced by expressions inside text", async () => {
  expect(await run({ status: "201" })).toMatchObject({ kind: "respond", status: 201 });
});

test.each(["2O1", "199", "600", "20.1", "", " 201", "OK"])("the status %j fails", async (status) => {
  const message = `data.status must be a whole number from 200 to 599, and not ${JSON.stringify(status)}.`;
  expect(responseNode.problem?.({ status })).toBe(message);
  expect(await run({ status })).toMatchObject({
    kind: "fail",
    error: { code: "INVALID_SETTINGS", message },
    mayRetry: false,
  });
});

test.each<[Fields, string]>([
  [{ "two words": 1 }, 'data.headers: "two words" is not the name of a header.'],
  [{ "": 1 }, 'data.headers: "" is not the name of a header.'],
  [{ "a\r\nb": 1 }, 'data.headers: "a\r\nb" is not the name of a header.'],
  [{ "x-a": "one\r\nset-cookie: b=c" }, "data.headers.x-a contains a character that headers cannot carry."],
  [{ "x-a": "\u{1f600}" }, "data.headers.x-a contains a character that headers cannot carry."],
  [{ "Set-Cookie": "a=b" }, "data.headers: Set-Cookie cannot be set by a workflow."],
  [{ "content-length": 5 }, "data.headers: content-length cannot be set by a workflow."],
  [
    { "Access-Control-Allow-Origin": "*" },
    "data.headers: Access-Control-Allow-Origin cannot be set by a workflow.",
  ],
  [
    { "content-security-policy-report-only": "" },
    "data.headers: content-security-policy-report-only cannot be set",
  ],
])("the headers %j fail", async (headers, message) => {
  expect(await run({ headers })).toMatchObject({
    kind: "fail",
    error: { code: "INVALID_SETTINGS", message: expect.stringContaining(message) },
    mayRetry: false,
  });
});

test("before running, the names are checked and expressions are accepted", () => {
  expect(responseNode.problem?.({ headers: { date: "{{ input.date }}" } })).toContain("date cannot be set");
  expect(responseNode.problem?.({ headers: { "x-a": "{{ '😀' }}" } })).toBeUndefined();
  expect(responseNode.problem?.({ headers: "{{ input.headers }}" })).toBeUndefined();
  expect(responseNode.problem?.({ status: "20{{ input.digit }}" })).toBeUndefined();
  expect(responseNode.problem?.({})).toBeUndefined();
});

test.each<[Fields, string]>([
  [{ status: 199 }, "data.status must be at least 200."],
  [{ status: 600 }, "data.status must be at most 599."],
  [{ status: true }, "data.status must be an integer or a string."],
  [{ headers: { a: [] } }, "data.headers.a must be a string or a number"],
])("the settings %j are rejected", (data, problem) => {
  expect(findSettingsProblem(responseNode.settings, data)).toContain(problem);
});
