import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { claimFromWorker, createHttpNode, startTestRun, waitForRunResponse } from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const CONCURRENCY = 3;
const { server, third } = useThirdParty();

/** A loop that calls an address of its own for each of `count` items. */
function start(count: number): Promise<string> {
  const items = "{{ input }}";
  const nodes: NodeInput[] = [
    { id: "loop", type: "loop", data: { items, concurrency: CONCURRENCY } },
    createHttpNode("each", `${third.url}/{{ loop.item }}`),
  ];
  const edges = ["start>loop", "loop:item>each", "each>loop"];
  const input = Array.from({ length: count }, (_, index) => index);
  return startTestRun(server, { nodes, edges, input });
}

async function donePaths(id: string): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom("run_steps")
    .select("path")
    .where("run_id", "=", id)
    .where("node_id", "=", "each")
    .execute();
  return rows.map(({ path }) => `/${/\d+/.exec(path)?.[0]}`);
}

/** How often each address was called. */
function calls(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of third.received) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

describe("a loop that is interrupted", () => {
  test("goes on elsewhere with the items that were not done; only those under way are called again", async () => {
    const taken = Promise.withResolvers<void>();
    third.answer = () => ({ status: 200, ...(third.received.length > 10 && { after: taken.promise }) });
    const id = await start(30);
    await eventually(async () => third.received.length > 10 && (await donePaths(id)).length > 0);
    await claimFromWorker(server, id);
    taken.resolve();
    const done = await donePaths(id);
    expect(await waitForRunResponse(server, id)).toHaveLength(30);
    for (const path of done) expect([path, calls().get(path)]).toEqual([path, 1]);
    expect(third.received.length).toBeLessThanOrEqual(30 + 2 * CONCURRENCY);
    expect(calls().size).toBe(30);
    const keys = new Set(third.received.map(({ path, headers }) => `${path} ${headers["idempotency-key"]}`));
    expect(keys.size).toBe(30);
  });

  test("in a process that stops ends the items that it is in, and begins no other", async () => {
    // Slow from then on, so that the process stops long before the last item.
    third.answer = () => ({ status: 200, delayMs: third.received.length > 5 ? 1500 : 0 });
    const id = await start(30);
    await eventually(async () => third.received.length > 5);
    await server.deps.work.stop(60_000);
    third.answer = () => ({ status: 200 });
    const before = third.received.length;
    expect(await donePaths(id)).toHaveLength(before);
    expect(before).toBeLessThan(30);
    await server.deps.work.start(WORK, server.deps);
    expect(await waitForRunResponse(server, id)).toHaveLength(30);
    expect([...calls().values()]).toEqual(Array.from({ length: 30 }, () => 1));
  });
});
