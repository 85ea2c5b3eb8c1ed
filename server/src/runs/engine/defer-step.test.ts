import { expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { Json } from "../../platform/json/json.ts";
import { claimFromWorker, createHttpNode, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

const shape = (output: string) => ({ id: "shape", type: "transform", data: { output } });
const post = () =>
  createHttpNode("post", `${third.url}/orders`, { data: { method: "POST", body: "{{ node.shape.body }}" } });

/** The steps of a run that are committed, with their outputs. */
const stored = (id: string) =>
  server.deps.db
    .selectFrom("run_steps")
    .select(["node_id", "attempt", "output"])
    .where("run_id", "=", id)
    .where("node_id", "<>", "start")
    .orderBy("path", "desc")
    .execute();

test("a step that was computed is in the record while the next one takes its time", async () => {
  const answered = Promise.withResolvers<void>();
  third.answer = () => ({ status: 200, after: answered.promise });
  const id = await startTestRun(server, { nodes: [shape("{{ input.n * 2 }}"), post()], input: { n: 21 } });
  expect(await eventually(async () => (await stored(id))[0])).toMatchObject({
    node_id: "shape",
    output: { body: 42 },
  });
  answered.resolve();
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
});

test("who takes a run over computes such a step again and makes the same call, under the same key", async () => {
  const id = await startTestRun(server, { nodes: [shape("{{ input.n * 2 }}"), post()], input: { n: 21 } });
  third.answer = () => ({
    status: 200,
    after: third.received.length === 1 ? claimFromWorker(server, id) : undefined,
  });
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  const [first, second, ...others] = third.received;
  expect(others).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect((await stored(id)).map(({ node_id, attempt }) => [node_id, attempt])).toEqual([
    ["shape", 1],
    ["post", 1],
  ]);
});

const code = (source: string, params?: Json) => ({
  id: "shape",
  type: "ai_code_executor",
  data: { code: source, ...(params !== undefined && { params }) },
});

test("code that only computes is computed again after a takeover, and its call keeps its key", async () => {
  const double = code("return params.map((n) => n * 2)", "{{ input.numbers.filter((n) => n > 1) }}");
  const id = await startTestRun(server, { nodes: [double, post()], input: { numbers: [1, 2, 3] } });
  const committed: unknown[] = [];
  third.answer = () => ({
    status: 200,
    after:
      third.received.length === 1
        ? stored(id).then((steps) => {
            committed.push(...steps);
            return claimFromWorker(server, id);
          })
        : undefined,
  });
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  expect(committed).toEqual([]);
  const [first, second, ...others] = third.received;
  expect(others).toEqual([]);
  expect(JSON.parse(first?.body ?? "")).toEqual([4, 6]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
});

test.each([
  ["an expression that draws a random number", shape("{{ String(Math.random()) }}")],
  ["code that reads the clock", code("return String(Date.now())")],
  ["code that draws a random number", code("return String(Math.random())")],
  ["code whose parameters were drawn", code("return params", "{{ String(Math.random()) }}")],
  ["code that reads the account, which may change", code("return linked_account.account_id")],
  ["an expression that reads the account by an escaped name", shape("{{ linked_\\u0061ccount.account_id }}")],
  ["code that could read the account", code("return globalThis['linked_' + 'account'].account_id")],
])("%s is committed before the next step begins", async (_what, node) => {
  const committed: unknown[] = [];
  const id = await startTestRun(server, { nodes: [node, post()] });
  third.answer = () => ({
    status: 200,
    after: stored(id).then((steps) => committed.push(...steps.map(({ output }) => output))),
  });
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  expect(committed).toEqual([{ body: third.received[0]?.body }]);
});

test("computed steps are committed in groups, and all of a loop's are there at its end", async () => {
  const items = Array.from({ length: 100 }, (_, n) => n);
  const nodes = [{ id: "each", type: "loop", data: { items: "{{ input }}" } }, shape("{{ loop.item + 1 }}")];
  const id = await startTestRun(server, {
    nodes,
    edges: ["start>each", "each:item>shape", "shape>each"],
    input: items,
  });
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  const steps = await stored(id);
  expect(steps.filter(({ node_id }) => node_id === "shape")).toHaveLength(100);
});

test("a step that names the account, which may change, is committed before the next one begins", async () => {
  const committed: unknown[] = [];
  const id = await startTestRun(server, {
    nodes: [shape("{{ linked_account.account_id }}"), post()],
  });
  third.answer = () => ({
    status: 200,
    after: stored(id).then((steps) => committed.push(...steps.map(({ node_id }) => node_id))),
  });
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  expect(committed).toEqual(["shape"]);
});

test("a step beside a branch whose result it could see is committed before the next one begins", async () => {
  const nodes = [
    createHttpNode("other", `${third.url}/other`),
    shape("{{ node.other?.body ?? 'none' }}"),
    post(),
  ];
  const edges = ["start>other", "start>shape", "shape>post"];
  const begun = Promise.withResolvers<string>();
  const committed = begun.promise.then(stored).then((steps) => steps.map(({ node_id }) => node_id));
  // Neither call is over while the record is read.
  third.answer = () => ({ status: 200, after: committed });
  const posted = third.asked("/orders");
  const id = await startTestRun(server, { nodes, edges });
  await posted;
  begun.resolve(id);
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  expect(await committed).toEqual(["shape"]);
});
