import { expect, test } from "vitest";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  readRun,
  startTestRun,
  waitForRunEnd,
} from "../start/test-run.ts";

const { server, third } = useThirdParty();

const timeline = (id: string, query = "", key = server.testKey) =>
  server.request({ url: `/api/v2/public/execution/${id}/timeline?${query}`, key });

const LOOP = {
  nodes: [
    { id: "loop", name: "Each order", type: "loop", data: { items: "{{ input }}", concurrency: 1 } },
    createCodeNode("each", "return loop.item"),
  ],
  edges: ["start>loop", "loop:item>each", "each>loop"],
  input: [1, 2, 3],
};

test("lists every attempt at every step in the order of their start, page by page", async () => {
  const id = await startTestRun(server, LOOP);
  await waitForRunEnd(server, id);
  const { status, body } = await timeline(id);
  expect(status).toBe(200);
  expect(body.nextCursor).toBeNull();
  const paths = body.docs.map((one: { path: string }) => one.path);
  expect([...paths].sort()).toEqual(["loop", "loop[0]/each", "loop[1]/each", "loop[2]/each", "start"]);
  expect(paths.indexOf("loop[0]/each")).toBeLessThan(paths.indexOf("loop[2]/each"));
  expect(body.docs.find((one: { path: string }) => one.path === "loop")).toEqual({
    path: "loop",
    node_id: "loop",
    node_name: "Each order",
    attempt: 1,
    status: "Success",
    started_at: expect.any(String),
    execution_time: expect.any(Number),
  });

  const pages = [];
  for (let after = ""; ; ) {
    const page = (await timeline(id, `limit=2&after=${after}`)).body;
    pages.push(page.docs.length);
    for (const one of page.docs) expect(one.path).toBe(paths.shift());
    if (page.nextCursor === null) break;
    after = page.nextCursor;
  }
  expect(pages).toEqual([2, 2, 1]);
});

test("shows each failed attempt with its error, and the time of the next", async () => {
  third.answer = () => ({ status: 500 });
  const failing = createHttpNode("ask", third.url, { maximum_attempts: 2, on_error: "skip" });
  const id = await startTestRun(server, { nodes: [failing] });
  await waitForRunEnd(server, id);
  const { body } = await timeline(id);
  const attempts = body.docs.filter((one: { path: string }) => one.path === "ask");
  expect(attempts).toMatchObject([
    { attempt: 1, retry_at: expect.any(String), error: { code: expect.any(String) } },
    { attempt: 2, status: "Errored_and_Skipped" },
  ]);
});

test("400: an invalid cursor; 404: somebody else's execution", async () => {
  const id = await startTestRun(server, { nodes: [createCodeNode("a", "return 1")] });
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const after of [
    "x",
    write({}),
    write([1, 1]),
    write(["1", 1, "a"]),
    write([1, 1, "a\0"]),
    write([1e99, 1, "a"]),
  ])
    expect((await timeline(id, `after=${after}`)).status, after).toBe(400);
  const other = await server.organization();
  expect((await timeline(id, "", other.testKey)).status).toBe(404);
  expect((await timeline(id, "", server.productionKey)).status).toBe(404);
});

test("an account reads its own timeline, without quotes of the workflow in failures", async () => {
  const scope = await createTestAccount(server);
  const failing = createCodeNode("a", "throw new Error('planted-secret')");
  const id = await startTestRun(server, { nodes: [failing], scope });
  await waitForRunEnd(server, id);
  const token = await server.account(scope.account.accountId);
  const reply = await server.request({ url: `/api/v2/public/execution/${id}/timeline`, token });
  expect(reply.status).toBe(200);
  expect(reply.body.docs).toHaveLength(2);
  expect(reply.text).not.toContain("planted-secret");
  const stranger = await server.account("stranger");
  const url = `/api/v2/public/execution/${id}/timeline`;
  expect((await server.request({ url, token: stranger })).status).toBe(404);
});

test("an execution includes its graph, and can be read without values", async () => {
  const id = await startTestRun(server, LOOP);
  await waitForRunEnd(server, id);
  const whole = await readRun(server, id);
  expect(
    whole.edges.map(({ source, target }: { source: string; target: string }) => [source, target]),
  ).toEqual([
    ["start", "loop"],
    ["loop", "each"],
    ["each", "loop"],
  ]);
  const url = `/api/v2/public/execution/${id}?payloads=false`;
  const { body: light } = await server.request({ url, key: server.testKey });
  for (const [index, node] of light.nodes.entries()) {
    const { input_data, latest_output, ...rest } = node;
    expect([input_data, latest_output]).toEqual([null, null]);
    expect(whole.nodes[index]).toMatchObject(rest);
    expect(rest).toMatchObject({ position: { x: expect.any(Number) }, started_at: expect.any(String) });
  }
  expect(light.nodes[0].output_size).toBe(7);
});
