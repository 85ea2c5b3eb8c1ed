import { eventually, type TestReply, type TestServer } from "../../test/test-server.ts";
import type { AccountScope } from "../auth/scope.ts";
import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";
import { completeEdges, completeNodes, type NodeInput } from "../workflows/graph.ts";
import { insertVersion } from "../workflows/store.ts";
import { startRun } from "./start.ts";

async function accountScope(server: TestServer): Promise<AccountScope> {
  const accountId = `account-${newId()}`;
  await server.account(accountId);
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { ...server.test, account: { id, accountId } };
}

/** Starts a run of a version that consists of `nodes` in a row after a start node, or as `edges` say; its id. */
export async function startTestRun(
  server: TestServer,
  nodes: NodeInput[],
  input: Json,
  edges?: [string, string][],
): Promise<string> {
  const scope = await accountScope(server);
  const all = completeNodes([{ id: "start", type: "start" }, ...nodes]);
  const line = all.slice(1).map(({ id }, index): [string, string] => [all[index]?.id ?? "start", id]);
  const workflowId = newId();
  return server.deps.queue.transaction(async (tx) => {
    const content = {
      nodes: all,
      edges: completeEdges((edges ?? line).map(([source, target]) => ({ source, target }))),
      settings: {},
      data_slots: [],
    };
    await insertVersion(
      tx,
      { id: workflowId, org_id: scope.orgId, account_id: null, ...content },
      new Date(),
    );
    return startRun(server.deps, tx, scope, {
      workflow: { id: workflowId, version: 1, name: "Test workflow", slug: null },
      configId: scope.account.accountId,
      settings: { fields: { region: "eu" }, workflowFields: { channel: "C1" } },
      input,
      source: "API Call",
    });
  });
}

/** The execution once it has ended, as the API shows it. */
export function runEnd(server: TestServer, id: string): Promise<TestReply["body"]> {
  return eventually(async () => {
    const { body } = await server.request({ url: `/api/v2/public/execution/${id}`, key: server.testKey });
    return body.status !== "RUNNING" && body;
  }, 20_000);
}
