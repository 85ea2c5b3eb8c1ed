import { generateKeyPairSync } from "node:crypto";
import { reconcileSubscriptions } from "../../src/triggers/reconcile.ts";
import { runDueSubscriptions } from "../../src/triggers/test-shop.ts";
import { eventually, startTestServer, type TestReply, type TestRequest } from "../test-server.ts";
import { createVendors, type Vendors } from "./vendors.ts";

const API = "/api/v2/public";
const ACCOUNT = "northwind";
const DUE = new Date(0);
const ENDED = ["COMPLETED", "ERRORED"];

/** An execution as tests look at it. */
export interface EndedExecution {
  readonly _id: string;
  readonly status: string;
}

/** A template as one customer has it: imported, published, connected, chosen for and switched on. */
export interface StartedTemplate {
  /** Its third parties. */
  readonly vendors: Vendors;
  readonly workflow: string;
  /** A request for the customer. */
  request(request: TestRequest): Promise<TestReply>;
  /** Makes other choices in the customer's config. */
  choose(choices: object): Promise<void>;
  /** Calls the workflow and waits for its answer. */
  call(input: object): Promise<TestReply>;
  /** Calls the workflow and waits for nothing. */
  begin(input: object): Promise<void>;
  /** The executions, oldest first, once so many have ended; those that go on are left out. */
  ended(count: number): Promise<EndedExecution[]>;
  /** The id of the newest execution, once it waits at this node. */
  waitsAt(node: string): Promise<string>;
  /** Subscribes to what is to be subscribed to, and asks all that is asked again, as if it were due. */
  tend(): Promise<void>;
  /** Has the customer's schedules tick now. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server of its own whose third parties are the connectors' mocks, with the template on it. */
export async function startTemplate(template: string, choices: object = {}): Promise<StartedTemplate> {
  const vendors = createVendors();
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
  await vendors.open(applications);
  for (const slug of applications)
    await must("PUT", `/linked-account/integration/save-key-credentials/${slug}`, typedIn(vendors, slug));
  // Without an account, so that it belongs to the organization.
  const imported = await request({
    ...{ method: "POST", url: `${API}/workflow/import`, account: undefined, body: document },
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
    ...{ vendors, workflow, request, choose, close: server.close },
    ...callsOf(request, workflow),
    ...executionsOf(must, workflow),
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

function callsOf(
  request: StartedTemplate["request"],
  workflow: string,
): Pick<StartedTemplate, "call" | "begin"> {
  const execute = (body: object, headers = {}) =>
    request({ method: "POST", url: `${API}/workflow/${workflow}/execute`, body, headers });
  return {
    call: (input) => execute(input, { sync_execution: "true" }),
    begin: async (input) => {
      await execute(input);
    },
  };
}

type Get = (method: "GET", path: string) => Promise<TestReply["body"]>;

function executionsOf(get: Get, workflow: string): Pick<StartedTemplate, "ended" | "waitsAt"> {
  const list = async () => (await get("GET", `/execution?workflow_id=${workflow}&limit=100`)).docs;
  return {
    ended: (count) =>
      eventually(async () => {
        const found = (await list()).filter(({ status }: EndedExecution) => ENDED.includes(status));
        return found.length >= count && found.toReversed();
      }),
    waitsAt: (node) =>
      eventually(async () => {
        const [execution] = await list();
        if (!execution) return undefined;
        const { nodes } = await get("GET", `/execution/${execution._id}`);
        const step = nodes.find(({ node_id }: { node_id: string }) => node_id === node);
        return step?.node_status === "Waiting" && String(execution._id);
      }),
  };
}

/** What the customer types in to connect an application. */
function typedIn(vendors: Vendors, slug: string): object {
  const { credentials, settings } = vendors.vendor(slug);
  const good = credentials.keybased?.good ?? {};
  if (good.private_key === undefined) return { ...settings, ...good };
  // What the customer signs with this key is traded for the token that the mock accepts.
  const { access_token: _traded, ...typed } = good;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { ...settings, ...typed, private_key };
}
