import { expect } from "vitest";
import { reconcileSubscriptions } from "../../src/triggers/reconcile.ts";
import { runDueSubscriptions } from "../../src/triggers/test-shop.ts";
import { startTestServer, type TestReply, type TestServer } from "../test-server.ts";

/** A server whose linked accounts use applications; its clock can be advanced. */
export interface ApplicationCalls {
  readonly server: TestServer;
  call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: unknown): Promise<TestReply>;
  connect(account: string, application: string, body: object): Promise<TestReply>;
  /** Carries out an action for the account `acme` and returns what became of it. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of real applications
  execute(application: string, action: string, input: object): Promise<any>;
  /** The same for one that must succeed; returns its output. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of real applications
  act(application: string, action: string, input: object): Promise<any>;
  /**
   * Publishes a workflow of a trigger and an action, and turns it on for the account `acme`; returns its id. All of a test
   * file are of one application.
   */
  watch(trigger: { application: string; event: string; input?: object }, node: object): Promise<string>;
  /** Advances the clock by more than a poll's interval and polls. */
  pass(): Promise<void>;
  /** The statuses of a workflow's runs. */
  runs(workflow: string): Promise<string[]>;
}

export async function startApplicationCalls(): Promise<ApplicationCalls> {
  let offsetMs = 0;
  const server = await startTestServer({}, { clock: { now: () => new Date(Date.now() + offsetMs) } });
  const call: ApplicationCalls["call"] = (method, url, body) =>
    server.request({ method, url, key: server.testKey, account: "acme", body });
  const ok = async (reply: Promise<TestReply>) => {
    const { status, body, text } = await reply;
    expect(status, text).toBe(200);
    return body;
  };
  const execute: ApplicationCalls["execute"] = (application, action, input) =>
    ok(call("POST", `/api/v2/integration-schema/${application}/actions/${action}/execute`, input));
  const workflows: { id: string; enabled: boolean; fields: object }[] = [];
  return {
    server,
    call,
    async connect(account, application, body) {
      const token = await server.account(account);
      return server.request({ method: "POST", url: `/api/v2/app/${application}/save`, token, body });
    },
    execute,
    async act(application, action, input) {
      const done = await execute(application, action, input);
      expect(done, JSON.stringify(done)).toMatchObject({ node_status: "Success" });
      return done.data;
    },
    async watch(trigger, node) {
      const { application } = trigger;
      const start = { id: "start", type: "start", triggers: [trigger] };
      const nodes = [start, { id: "answer", type: "action", ...node }];
      const edges = [{ source: "start", target: "answer" }];
      const body = { name: `On ${trigger.event}`, slug: application, nodes, edges };
      const { _id: id } = await ok(call("POST", "/api/v2/public/workflow", body));
      await ok(call("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true }));
      if (workflows.length === 0) await ok(call("POST", "/api/v2/public/config", { slug: application }));
      workflows.push({ id, enabled: true, fields: {} });
      await ok(call("PUT", "/api/v2/public/config", { slug: application, config_id: "acme", workflows }));
      return id;
    },
    async pass() {
      offsetMs += 301_000;
      await reconcileSubscriptions(server.deps);
      await runDueSubscriptions(server.deps);
    },
    async runs(workflow) {
      const { db } = server.deps;
      const rows = await db.selectFrom("runs").select("status").where("workflow_id", "=", workflow).execute();
      return rows.map(({ status }) => status);
    },
  };
}
