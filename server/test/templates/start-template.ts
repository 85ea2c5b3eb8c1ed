import { reconcileSubscriptions } from "../../src/triggers/reconcile.ts";
import { runDueSubscriptions } from "../../src/triggers/test-shop.ts";
import { eventually, startTestServer, type TestReply, type TestRequest } from "../test-server.ts";
import type { Vendors } from "./vendors.ts";

const API = "/api/v2/public";
const ACCOUNT = "northwind";
const DUE = new Date(0);
const ENDED = ["COMPLETED", "ERRORED"];

/** The part of an execution that tests use. */
export interface EndedExecution {
  readonly _id: string;
  readonly status: string;
}

/** A template as one customer has it: imported, published, connected, configured and switched on. */
export interface StartedTemplate {
  /** Its third parties. */
  readonly vendors: Vendors;
  readonly workflow: string;
  /** Sends a request for the customer. */
  request(request: TestRequest): Promise<TestReply>;
  /** Changes the choices in the customer's config. */
  choose(choices: object): Promise<void>;
  /** Waits until `count` executions have ended; returns the ended ones, oldest first. */
  ended(count: number): Promise<EndedExecution[]>;
  /** Makes all due subscriptions and polls now. */
  tend(): Promise<void>;
  /** Makes the customer's schedules tick now. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a separate server with the template; its third parties are simulated. */
export async function startTemplate(
  vendors: Vendors,
  template: string,
  choices: object = {},
): Promise<StartedTemplate> {
  vendors.reset();
  const { outbound } = vendors;
  const server = await startTestServer({ publicUrl: "https://junctor.example" }, { outbound });
  server.work();
  await server.account(ACCOUNT);
  const request = (call: TestRequest) => server.request({ key: server.testKey, account: ACCOUNT, ...call });
  const must = async (method: "GET" | "POST" | "PUT", path: string, body?: object) => {
    const reply = await request({ method, url: `${API}${path}`, body });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const { applications, document } = await must("GET", `/workflow-templates/${template}`);
  for (const slug of applications)
    await must("PUT", `/linked-account/integration/save-key-credentials/${slug}`, vendors.typedIn(slug));
  // Without an account, so that the workflow belongs to the organization.
  const imported = await request({
    method: "POST",
    url: `${API}/workflow/import`,
    account: undefined,
    body: document,
  });
  const { _id: workflow } = imported.body.workflow;
  await must("PUT", `/workflow/${workflow}/publish`, { published: true });
  const { slug } = document;
  const choose = async (fields: object) => {
    await must("PUT", "/config", { slug, workflows: [{ id: workflow, enabled: true, fields }] });
  };
  await must("POST", "/config", { slug });
  await choose(choices);
  return {
    vendors,
    workflow,
    request,
    choose,
    close: server.close,
    ended: (count) =>
      eventually(async () => {
        const { docs } = await must("GET", `/execution?workflow_id=${workflow}&limit=100`);
        const found = docs.filter(({ status }: EndedExecution) => ENDED.includes(status));
        return found.length >= count && found.toReversed();
      }),
    tend: async () => {
      await reconcileSubscriptions(server.deps);
      await server.deps.db.updateTable("trigger_subscriptions").set({ next_at: DUE }).execute();
      await runDueSubscriptions(server.deps);
    },
    tick: async () => {
      await server.deps.db.updateTable("schedules").set({ next_at: DUE }).execute();
    },
  };
}
