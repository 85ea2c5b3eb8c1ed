import { describe, expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { createHttpNode, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

describe("the settings of a node", () => {
  test.each<[Record<string, Json>, string]>([
    [{ method: "{{ input.five }}" }, "data.method"],
    [{ headers: "{{ input.five }}" }, "data.headers"],
    [{ headers: { a: "{{ input.list }}" } }, "data.headers.a"],
    [{ timeout_ms: "{{ input.five * -1 }}" }, "data.timeout_ms"],
    [{ url: "{{ input.missing ?? null }}" }, "data.url is required"],
  ])("errors at once where %j comes to what the node cannot take, and names it", async (data, field) => {
    const settings = { url: third.url, ...data };
    const nodes = [{ id: "get", type: "http", maximum_attempts: 3, data: settings }];
    const id = await startTestRun(server, { nodes, input: { five: 5, list: [] } });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: {
        code: "INVALID_SETTINGS",
        attempts: 1,
        message: expect.stringContaining(`Node "get": ${field}`),
      },
    });
  });

  test.each<Record<string, Json>>([
    { headers: { authorization: "{{ config.token }}" } },
    { headers: "{{ config.headers }}" },
    { query: { owner: "{{ input.owner }}" } },
    { url: "{{ input.url }}" },
  ])("errors without a request where %j has no value", async (data) => {
    const before = third.received.length;
    const nodes = [{ id: "get", type: "http", maximum_attempts: 3, data: { url: third.url, ...data } }];
    const id = await startTestRun(server, { nodes, input: {} });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "EXPRESSION", attempts: 1, message: expect.stringContaining("has no value") },
    });
    expect(third.received).toHaveLength(before);
  });

  test("leaves out settings that come to null, and takes a node without settings", async () => {
    const data = {
      url: third.url,
      method: "{{ input.no }}",
      headers: "{{ input.no ?? null }}",
      timeout_ms: "{{ null }}",
    };
    const id = await startTestRun(server, { nodes: [{ id: "get", type: "http", data }], input: {} });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    const bare = await startTestRun(server, { nodes: [{ id: "code", type: "ai_code_executor" }] });
    expect(await waitForRunEnd(server, bare)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NO_CODE" },
    });
  });

  test("sends the credentials of a header and keeps them out of the record", async () => {
    const headers = {
      Authorization: "Bearer {{ input.secret }}",
      cookie: "a=secret",
      "X-Api-Key": "secret",
      "x-session-token": "secret",
      "client-secret": "secret",
      "Proxy-Authorization": "secret",
      "idempotency-key": "k-1",
      accept: "text/plain",
    };
    const data = { method: "POST", url: `${third.url}/hidden`, headers };
    const id = await startTestRun(server, {
      nodes: [{ id: "post", type: "http", data }],
      input: { secret: "s3" },
    });
    const run = await waitForRunEnd(server, id);
    expect(run.nodes[1].input_data.headers).toEqual({
      Authorization: "[hidden]",
      cookie: "[hidden]",
      "X-Api-Key": "[hidden]",
      "x-session-token": "[hidden]",
      "client-secret": "[hidden]",
      "Proxy-Authorization": "[hidden]",
      "idempotency-key": "k-1",
      accept: "text/plain",
    });
    expect(third.received.at(-1)?.headers).toMatchObject({
      authorization: "Bearer s3",
      "x-api-key": "secret",
    });
    const broken = { ...data, url: "{{ input.no.such() }}" };
    const brokenId = await startTestRun(server, {
      nodes: [{ id: "post", type: "http", data: broken }],
      input: {},
    });
    const failed = await waitForRunEnd(server, brokenId);
    expect(failed.nodes[1].input_data.headers).toMatchObject({ "X-Api-Key": "[hidden]" });
  });

  test("refuses addresses that are not public", async () => {
    const id = await startTestRun(server, {
      nodes: [createHttpNode("get", "http://169.254.169.254/latest")],
    });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "BLOCKED" },
    });
  });
});
