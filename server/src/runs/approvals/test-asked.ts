import { eventually, type TestServer } from "../../../test/test-server.ts";
import type { Fields, NodeInput } from "../../workflows/definition/graph.ts";
import type { LinkKind } from "../../workflows/nodes/node.ts";
import { buildStepLink } from "../signals/links.ts";
import { startTestRun, type TestRun } from "../start/test-run.ts";

/** An approval as tests ask for one. */
export function createApprovalNode(data: Fields = {}, id = "refund"): NodeInput {
  return { id, type: "approval", name: "Refund", data: { title: "Refund 20 € to Ada?", ...data } };
}

/** Starts a run and gives its id once the step at `path`, or that of its first node, waits, or has waited; the server must be at work. */
export async function startSignalRun(
  server: TestServer,
  run: TestRun,
  path = run.nodes[0]?.id ?? "",
): Promise<string> {
  const runId = await startTestRun(server, run);
  // A busy machine may look only when a short wait is over.
  const waits = ["Waiting", "Timed_Out", "Rejected"];
  await eventually(async () => waits.includes((await findStepStatus(server, runId, path)) ?? ""));
  return runId;
}

/** The state of a step; undefined before it was reached. */
export async function findStepStatus(
  { deps }: TestServer,
  runId: string,
  path: string,
): Promise<string | undefined> {
  const step = deps.db.selectFrom("run_steps").select("status").where("run_id", "=", runId);
  return (await step.where("path", "=", path).executeTakeFirst())?.status;
}

/** Lets the time of a waiting step be over without a worker noticing it: the run still rests until later. */
export async function endAnswerTime({ deps }: TestServer, runId: string, path: string): Promise<void> {
  const wait = { kind: "answer", until: new Date(Date.now() - 1000).toISOString() } as const;
  const step = deps.db.updateTable("run_steps").set({ wait: JSON.stringify(wait) as never });
  await step.where("run_id", "=", runId).where("path", "=", path).execute();
}

/** Path of the address by which a step is answered. */
export function buildLinkPath({ deps }: TestServer, kind: LinkKind, runId: string, path: string): string {
  return new URL(buildStepLink(deps, kind, { runId, path })).pathname;
}
