import type { Selectable } from "kysely";
import { eventually, type TestReply, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  type EdgeInput,
  type Fields,
  type NodeInput,
} from "../../workflows/definition/graph.ts";
import { insertVersion } from "../../workflows/store.ts";
import { blankVersion } from "../../workflows/validation/test-definitions.ts";
import type { RunTable } from "../table.ts";
import { insertRuns, type RunRequest } from "./start.ts";

/** What a run for tests consists of: `nodes` in a row after a start node, or as `edges` say. */
export interface TestRun {
  readonly nodes: NodeInput[];
  /** `a>b`, or `a:handle>b` from a branch. */
  readonly edges?: readonly string[];
  /** Of the whole workflow. */
  readonly settings?: Fields;
  readonly input?: Json;
  readonly executionType?: "SYNC" | "ASYNC";
  /** A new account if absent. */
  readonly scope?: AccountScope;
}

/** A new linked account in the test environment. */
export async function createTestAccount(
  server: TestServer,
  accountId = `account-${createId()}`,
): Promise<AccountScope> {
  await server.account(accountId);
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { ...server.test, account: { id, accountId } };
}

/** Stores a version of a new workflow; what a run of it has to know. */
export async function insertTestVersion(
  { deps }: TestServer,
  { orgId }: Pick<AccountScope, "orgId">,
  { nodes, edges, settings = {} }: TestRun,
): Promise<RunRequest["workflow"]> {
  const all = applyNodeDefaults([{ id: "start", type: "start" }, ...nodes]);
  const row = all
    .slice(1)
    .map(({ id }, index): EdgeInput => ({ source: all[index]?.id ?? "start", target: id }));
  const content = blankVersion({
    nodes: all,
    edges: applyEdgeDefaults(edges?.map(readEdge) ?? row),
    settings,
  });
  const id = createId();
  await deps.queue.transaction((tx) =>
    insertVersion(tx, { id, org_id: orgId, account_id: null, ...content }, new Date()),
  );
  return { id, version: 1, name: "Test workflow", slug: null };
}

/** Starts runs of a version that is there; their ids. */
export function startRunsOf(
  { deps }: TestServer,
  scope: AccountScope,
  workflow: RunRequest["workflow"],
  { inputs, executionType }: { inputs: readonly Json[]; executionType?: "SYNC" | "ASYNC" },
): Promise<string[]> {
  const request = {
    workflow,
    configId: scope.account.accountId,
    settings: { fields: { region: "eu" }, workflowFields: { channel: "C1" } },
    source: "API Call" as const,
    executionType,
  };
  return deps.queue.transaction((tx) =>
    insertRuns(
      deps,
      tx,
      inputs.map((input) => ({ scope, request: { ...request, input } })),
    ),
  );
}

/** Starts one run of a workflow of its own; its id. */
export async function startTestRun(server: TestServer, run: TestRun): Promise<string> {
  const scope = run.scope ?? (await createTestAccount(server));
  const workflow = await insertTestVersion(server, scope, run);
  const { input = null, executionType } = run;
  const [id = ""] = await startRunsOf(server, scope, workflow, { inputs: [input], executionType });
  return id;
}

/** The execution as the API shows it now. */
export async function readRun(server: TestServer, id: string): Promise<TestReply["body"]> {
  const url = `/api/v2/public/execution/${id}`;
  return (await server.request({ url, key: server.testKey })).body;
}

/** The run's row as it is now. */
export function readRunRow({ deps }: TestServer, id: string): Promise<Selectable<RunTable>> {
  return deps.db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The run's row once it rests: nobody holds it, and nobody is to. One that was only just begun is still to be taken. */
export function waitForRestingRun(server: TestServer, id: string): Promise<Selectable<RunTable>> {
  return eventually(async () => {
    const row = await readRunRow(server, id);
    return row.worker === null && row.ready_at === null && row;
  });
}

/** Takes the run from who holds it for the first time, as from a process that is dead to the others. */
export async function claimFromWorker({ deps }: TestServer, id: string): Promise<void> {
  const free = { worker: null, claim: 2, ready_at: new Date() };
  await deps.db.updateTable("runs").set(free).where("id", "=", id).execute();
}

/** The execution once it has ended, as the API shows it; a server that is too busy is asked again. */
export function waitForRunEnd(server: TestServer, id: string): Promise<TestReply["body"]> {
  return eventually(async () => {
    const run = await readRun(server, id);
    return !["RUNNING", "STOPPING"].includes(run.status) && run.error_code !== "UNAVAILABLE" && run;
  });
}

/** What the execution returned, once it has ended well. */
export async function waitForRunResponse(server: TestServer, id: string): Promise<Json> {
  const { status, execution_error: error } = await waitForRunEnd(server, id);
  if (status !== "COMPLETED") throw new Error(`The execution ended as ${status}: ${JSON.stringify(error)}`);
  const url = `/api/v1/execution/${id}/response`;
  return (await server.request({ url, key: server.testKey })).body.response;
}

/** A node that computes something without leaving the process. */
export function createCodeNode(id: string, text: string, more: Partial<NodeInput> = {}): NodeInput {
  return { id, type: "ai_code_executor", ...more, data: { code: text, ...more.data } };
}

/** A node that calls an address. */
export function createHttpNode(id: string, url: string, more: Partial<NodeInput> = {}): NodeInput {
  return { id, type: "http", ...more, data: { url, ...more.data } };
}

function readEdge(edge: string): EdgeInput {
  const [from = "", target = ""] = edge.split(">");
  const [source = "", sourceHandle = null] = from.split(":");
  return { source, target, sourceHandle };
}
