import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import { startListening } from "../../changes/test-listening.ts";
import { countChanges } from "../../statistics/fold.ts";
import { buildLinkPath, createApprovalNode, startSignalRun } from "../approvals/test-asked.ts";
import { createHttpNode, readRun, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { startThirdParty, type ThirdParty } from "./test-third-party.ts";

let server: ListeningServer;
let third: ThirdParty;
const closers: (() => void)[] = [];
beforeAll(async () => {
  third = await startThirdParty();
  server = await startListeningServer();
  server.work();
});
afterAll(async () => {
  for (const close of closers) close();
  await server.close();
  await third.close();
});

async function listen(query: string, key = server.testKey) {
  const reader = await startListening(`${server.baseUrl}/api/v2/public/changes?${query}`, {
    "x-api-key": key,
  });
  expect(reader.status).toBe(200);
  closers.push(reader.close);
  return reader;
}

const decide = (id: string, approved: boolean) =>
  server.request({
    method: "PUT",
    url: `/api/v2/public/execution/${id}/nodes/refund/approval`,
    key: server.testKey,
    body: { approved },
  });

/** What a page shows that reads an execution whenever its progress is told, and at no other time. */
async function openExecution(id: string) {
  const reader = await listen(`kinds=connection&watch=${id}`);
  const shown: string[] = [];
  let count = 0;
  const look = async () => {
    if (reader.heard.length === count) return;
    count = reader.heard.length;
    const { status, nodes } = await readRun(server, id);
    const states = nodes.map((node: { node_status: string }) => node.node_status).join(" ");
    shown.push(`${status}: ${states}`);
  };
  return {
    reader,
    shows: (state: string) =>
      expect
        .poll(
          async () => {
            await look();
            return shown.at(-1);
          },
          { timeout: 60_000 },
        )
        .toBe(state),
  };
}

test("an execution that is watched tells of each step that ends, waits and goes on, and of its end", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  third.answer = ({ path }) => ({ status: 200, after: (path === "/one" ? first : second).promise });
  const id = await startTestRun(server, {
    nodes: [
      createHttpNode("one", `${third.url}/one`),
      createHttpNode("two", `${third.url}/two`),
      createApprovalNode(),
    ],
  });
  const { reader, shows } = await openExecution(id);
  await shows("RUNNING: Success Ready Ready Ready");
  first.resolve();
  await shows("RUNNING: Success Success Ready Ready");
  second.resolve();
  await shows("RUNNING: Success Success Success Waiting");
  await decide(id, true);
  await shows("COMPLETED: Success Success Success Success");
  expect(new Set(reader.heard.map(({ event, data }) => `${event} ${data._id}`))).toEqual(
    new Set([`progress ${id}`]),
  );
  expect(reader.heard.at(-1)?.data.status).toBe("COMPLETED");
});

test("one that has ended is told of once, and nobody else's is", async () => {
  const id = await startTestRun(server, { nodes: [createHttpNode("one", `${third.url}/three`)] });
  await waitForRunEnd(server, id);
  const other = await server.organization();
  const strangers = await Promise.all(
    [other.testKey, server.productionKey].map((key) => listen(`kinds=connection&watch=${id}`, key)),
  );
  const own = await listen(`kinds=connection&watch=${id},${"0".repeat(24)}`);
  await eventually(async () => own.heard.length > 0);
  // All are looked at together: by the time of another look, nothing more was to tell.
  const later = await listen(`kinds=connection&watch=${id}`);
  await eventually(async () => later.heard.length > 0);
  expect(own.heard).toHaveLength(1);
  for (const stranger of strangers) expect(stranger.heard).toEqual([]);
});

test("approvals that are asked and decided are told to all, webhooks that are waited for are not", async () => {
  const reader = await listen("kinds=approval");
  await eventually(async () => reader.lastId !== "");
  const hook = await startSignalRun(server, { nodes: [{ id: "paid", type: "wait_for_webhook" }] });
  const asked = await startSignalRun(server, { nodes: [createApprovalNode()] });
  await eventually(async () => reader.heard.length === 1);
  await server.request({ method: "POST", url: buildLinkPath(server, "hook", hook, "paid"), body: {} });
  await waitForRunEnd(server, hook);
  await decide(asked, false);
  await eventually(async () => reader.heard.length === 2);
  expect(reader.heard.map(({ event, data }) => [event, data._id, data.status, data.path])).toEqual([
    ["approval", asked, "asked", "refund"],
    ["approval", asked, "decided", "refund"],
  ]);
  await countChanges(server.deps);
  const url = "/api/v2/public/statistics?subject=connections&by=status";
  expect((await server.request({ url, key: server.testKey })).body.series).toEqual([]);
});
