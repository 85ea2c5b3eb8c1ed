import { describe, expect, test } from "vitest";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import {
  createCodeNode,
  createHttpNode,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();
const NEVER_MS = 600_000;

describe("a node's time limit", () => {
  test("cuts its attempt off, names the limit, and lets it be tried again", async () => {
    third.answers.push({ status: 200, delayMs: NEVER_MS }, { status: 200, body: '"quick"' });
    // The second attempt must be over by then.
    const limits = { timeout_ms: 5000, maximum_attempts: 2 };
    const id = await startTestRun(server, { nodes: [createHttpNode("slow", `${third.url}/slow`, limits)] });
    expect(await waitForRunResponse(server, id)).toBe("quick");
    expect(third.received).toHaveLength(2);
    const first = server.deps.db.selectFrom("run_steps").selectAll().where("run_id", "=", id);
    expect(await first.where("path", "=", "slow").where("attempt", "=", 1).executeTakeFirst()).toMatchObject({
      status: "Timed_Out",
      error: { code: "NODE_TIMEOUT", message: expect.stringContaining("5000 ms") },
    });
  });

  test("that is over for good fails the run, with the step as timed out", async () => {
    third.delayMs = NEVER_MS;
    const id = await startTestRun(server, {
      nodes: [createHttpNode("slow", `${third.url}/slow`, { timeout_ms: 200 })],
    });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NODE_TIMEOUT", node_id: "slow" },
      nodes: [{}, { node_status: "Timed_Out" }],
    });
  });

  test("leads by the edge from error where there is one", async () => {
    third.delayMs = NEVER_MS;
    const nodes = [
      createHttpNode("slow", `${third.url}/slow`, { timeout_ms: 200 }),
      createCodeNode("mend", "return node.slow.error.code"),
    ];
    const edges = ["start>slow", "slow:error>mend"];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes, edges }))).toBe(
      "NODE_TIMEOUT",
    );
  });
});

describe("what a cut off node was given", () => {
  const slow = (more: Partial<NodeInput> = {}) =>
    createHttpNode("slow", `${third.url}/{{ input.name }}`, more);
  const input = { name: "ada" };
  const given = { url: expect.stringMatching(/\/ada$/) };

  test("stands in its record where its time limit was over", async () => {
    third.delayMs = NEVER_MS;
    const id = await startTestRun(server, { nodes: [slow({ timeout_ms: 3000 })], input });
    expect((await waitForRunEnd(server, id)).nodes[1]).toMatchObject({ input_data: given });
  });

  test("stands in its record where the time of the run was over", async () => {
    third.delayMs = NEVER_MS;
    const id = await startTestRun(server, { nodes: [slow()], input, settings: { timeout: 4 } });
    expect((await waitForRunEnd(server, id)).nodes[1]).toMatchObject({
      node_status: "Timed_Out",
      input_data: given,
    });
  });

  test("is left out where it is too deep to be stored, and the step still says what cut it off", async () => {
    third.delayMs = NEVER_MS;
    const deep = createCodeNode(
      "deep",
      "let list = []; for (let n = 0; n < 180; n++) list = [list]; return list",
    );
    const body = JSON.parse(`${"[".repeat(130)}"{{ node.deep.body }}"${"]".repeat(130)}`);
    const post: NodeInput = { id: "post", type: "http", data: { method: "POST", url: third.url, body } };
    const id = await startTestRun(server, { nodes: [deep, post], settings: { timeout: 4 } });
    expect((await waitForRunEnd(server, id)).nodes[2]).toMatchObject({
      node_status: "Timed_Out",
      input_data: null,
    });
    expect(third.received).toHaveLength(1);
  });

  test("is as it was written where an expression failed", async () => {
    const id = await startTestRun(server, { nodes: [slow()], input: {} });
    expect((await waitForRunEnd(server, id)).nodes[1]).toMatchObject({
      error: { code: "EXPRESSION" },
      input_data: { url: expect.stringContaining("{{ input.name }}") },
    });
  });
});

describe("a run's time limit", () => {
  const settings = { timeout: 1 };

  test("cuts off what is under way", async () => {
    third.delayMs = NEVER_MS;
    const closed = third.nextClosed("/slow");
    const nodes = [createHttpNode("slow", `${third.url}/slow`)];
    const id = await startTestRun(server, { nodes, settings: { timeout: 4 } });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "TIMED_OUT",
      execution_error: { code: "TIMED_OUT", message: "The execution took longer than its time limit." },
      nodes: [{}, { node_status: "Timed_Out" }],
    });
    await closed;
  });

  test.each<[string, NodeInput]>([
    ["sleeps", { id: "wait", type: "delay", data: { for: { hours: 1 } } }],
    ["waits for an answer", { id: "wait", type: "wait_for_webhook" }],
  ])("ends a run that %s", async (_how, node) => {
    const id = await startTestRun(server, { nodes: [node], settings });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "TIMED_OUT" });
  });

  test("that is not reached changes nothing", async () => {
    const id = await startTestRun(server, {
      nodes: [createCodeNode("quick", "return 1")],
      settings: { timeout: 60 },
    });
    expect(await waitForRunResponse(server, id)).toBe(1);
  });
});

describe("attempts", () => {
  test("are spaced by Retry-After where the provider asks for more than the pause", async () => {
    third.answers.push({ status: 429, headers: { "retry-after": "2" } });
    const startedAt = performance.now();
    const id = await startTestRun(server, {
      nodes: [createHttpNode("get", `${third.url}/get`, { maximum_attempts: 2 })],
    });
    await waitForRunResponse(server, id);
    expect(performance.now() - startedAt).toBeGreaterThan(2000);
  });

  test("of one branch do not hold up the other", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "2" } });
    const nodes = [
      createHttpNode("bad", `${third.url}/bad`, { maximum_attempts: 2 }),
      createCodeNode("good", "return 'good'"),
    ];
    const edges = ["start>bad", "start>good"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunResponse(server, id)).toEqual({ bad: { ok: true }, good: "good" });
    const at = server.deps.db
      .selectFrom("run_steps")
      .select(["path", "attempt", "started_at"])
      .where("run_id", "=", id);
    const steps = await at.orderBy("started_at").execute();
    expect(steps.at(-1)).toMatchObject({ path: "bad", attempt: 2 });
  });
});

describe("a NUL character or a half surrogate, which JSON may hold and the database does not take", () => {
  const ODD = "x\\u0000y\\ud800z";
  const STORED = "x\ufffdy\ufffdz";

  test("in a third party's answer is replaced: the call counts, is made once, and later nodes see what is stored", async () => {
    third.answers.push({ status: 200, body: `{"text":"${ODD}","${ODD}":["${ODD}"]}` });
    const nodes = [
      createHttpNode("get", `${third.url}/nul`, { maximum_attempts: 3 }),
      createCodeNode("see", "return [node.get.body, [...node.get.body.text].map((c) => c.charCodeAt(0))]"),
    ];
    const id = await startTestRun(server, { nodes, edges: ["start>get", "get>see"] });
    const body = { text: STORED, [STORED]: [STORED] };
    expect(await waitForRunResponse(server, id)).toEqual([body, [120, 0xfffd, 121, 0xfffd, 122]]);
    expect(third.received).toHaveLength(1);
    const step = server.deps.db.selectFrom("run_steps").select("output").where("run_id", "=", id);
    expect((await step.where("path", "=", "get").executeTakeFirst())?.output).toMatchObject({ body });
  });

  test("in what code throws leaves its error as it is", async () => {
    const id = await startTestRun(server, {
      nodes: [createCodeNode("bad", `console.log("${ODD}"); throw new Error("${ODD}")`)],
    });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "CODE_THROWN", message: expect.stringContaining(STORED), node_id: "bad" },
    });
  });

  test("in an answer of a refusal leaves the refusal as it is", async () => {
    third.answers.push({ status: 409, body: `{"text":"${ODD}"}` });
    const id = await startTestRun(server, { nodes: [createHttpNode("get", `${third.url}/nul`)] });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      execution_error: { code: "HTTP_STATUS", status: 409, node_id: "get" },
    });
  });

  test.each<[string, NodeInput, unknown]>([
    ["a loop's items", { id: "odd", type: "loop", data: { items: `{{ ["${ODD}"] }}` } }, [STORED]],
    ["a response", { id: "odd", type: "response", data: { body: `{{ "${ODD}" }}` } }, STORED],
    ["an early end", { id: "odd", type: "terminate", data: { response: `{{ "${ODD}" }}` } }, STORED],
  ])("is replaced in %s, too", async (_what, node, response) => {
    const nodes = node.type === "loop" ? [node, createCodeNode("body", "return loop.item")] : [node];
    const edges = node.type === "loop" ? ["start>odd", "odd:item>body"] : ["start>odd"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunResponse(server, id)).toEqual(response);
  });
});
