import type { Selectable } from "kysely";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { startThingsApi, type ThingsApi, type ThingsReply } from "../apps/catalog/test-things-api.ts";
import type { Clock } from "../platform/clock.ts";
import type { TriggerDeps } from "./deps.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import type { TriggerSubscriptionTable } from "./table.ts";
import { startDueSubscriptions } from "./tend.ts";

/**
 * For tests: one of the organization's own applications with triggers, its provider, and a server whose clock can
 * be advanced.
 */
export interface TestShop {
  server: TestServer;
  api: ThingsApi;
  /** The provider's things by list, newest last. */
  things: Map<string, { id: number; at: string; echo?: string }[]>;
  /** The keys that the provider accepts. */
  keys: Set<string>;
  /** The provider's subscriptions by id. */
  hooks: Map<string, { url: string; secret: string; list: string }>;
  /** Advances the clock, reconciles subscriptions and tends those that are due. */
  pass(seconds?: number): Promise<void>;
  /** Adds an application of the same provider, or changes it; by default customers connect it with a key. */
  define(slug: string, auth?: object): Promise<void>;
  connect(account: string, key?: string, slug?: string): Promise<void>;
  disconnect(account: string): Promise<void>;
  /** Creates and publishes a workflow of the shop that the trigger starts; returns its id. */
  publish(
    trigger: { event: string; input?: object; application?: string },
    content?: object,
  ): Promise<string>;
  /** Creates the account's config, with the given workflows on. */
  configure(
    account: string,
    workflows: { id: string; enabled: boolean; fields?: object }[],
    slug?: string,
  ): Promise<void>;
  /** The account's runs of the workflow, oldest first: status and input. */
  runs(account: string, workflow: string): Promise<{ status: string; input: unknown }[]>;
  /** Adds things to a list; higher ids are later. */
  add(list: string, ...ids: number[]): void;
  /** Creates an account and returns its id. */
  account(): Promise<string>;
  /** Creates a connected account whose config has a new workflow on, which has polled the list once. */
  watch(list: string): Promise<Watching>;
  /** The ids of the things that started the workflow. */
  idsSeen(watching: Watching): Promise<unknown[]>;
  subscription(workflow: string): Promise<Selectable<TriggerSubscriptionTable> | undefined>;
  close(): Promise<void>;
}

/** An account, and the workflow that is on in its config. */
interface Watching {
  readonly account: string;
  readonly workflow: string;
}

const SHOP = "/api/v2/public";

/** Tends all subscriptions that are due. */
export async function runDueSubscriptions(deps: TriggerDeps): Promise<void> {
  for (;;) {
    const begun = await startDueSubscriptions(deps, []);
    if (begun.length === 0) return;
    await Promise.all(begun.map(({ done }) => done));
  }
}

export async function startTestShop(start = startTestServer): Promise<TestShop> {
  let offsetMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };
  const server = await start({}, { clock });
  const api = await startThingsApi();
  const state = { things: new Map(), keys: new Set(["good"]), hooks: new Map() };
  provide(api, state);
  const call = async (method: "POST" | "PUT" | "DELETE", url: string, body?: object, account?: string) =>
    good(await server.request({ method, url: `${SHOP}${url}`, key: server.testKey, account, body }));
  const define = async (slug: string, auth?: object) => {
    await call("POST", "/application", { ...shopDefinition(api.url), slug, ...(auth && { auth }) });
  };
  await define("shop");
  let accounts = 0;
  const shop: TestShop = {
    server,
    api,
    ...state,
    pass: async (seconds = 61) => {
      offsetMs += seconds * 1000;
      await reconcileSubscriptions(server.deps);
      await runDueSubscriptions(server.deps);
    },
    define,
    connect: async (account, key = "good", slug = "shop") => {
      await call("PUT", `/linked-account/integration/save-key-credentials/${slug}`, { key }, account);
    },
    disconnect: async (account) => {
      await call("DELETE", "/linked-account/integration/shop", undefined, account);
    },
    publish: async (trigger, content = {}) => {
      const nodes = [{ id: "start", type: "start", triggers: [{ application: "shop", ...trigger }] }];
      const body = { name: "Flow", slug: "shop", nodes, edges: [], ...content };
      const { _id: id } = (await call("POST", "/workflow", body)).body;
      await call("PUT", `/workflow/${id}/publish`, { published: true });
      return id;
    },
    configure: async (account, workflows, slug = "shop") => {
      await call("POST", "/config", { slug }, account);
      const choices = workflows.map((choice) => ({ fields: {}, ...choice }));
      await call("PUT", "/config", { slug, config_id: account, workflows: choices }, account);
    },
    runs: async (account, workflow) => {
      const rows = await server.deps.db
        .selectFrom("runs")
        .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
        .select(["runs.status", "runs.input"])
        .where("linked_accounts.account_id", "=", account)
        .where("runs.workflow_id", "=", workflow)
        .orderBy("runs.id")
        .execute();
      return rows;
    },
    add: (list, ...ids) => {
      const at = (id: number) => new Date(1_800_000_000_000 + id * 1000).toISOString();
      shop.things.set(list, [...(shop.things.get(list) ?? []), ...ids.map((id) => ({ id, at: at(id) }))]);
    },
    account: async () => {
      const account = `account-${++accounts}`;
      await server.account(account);
      return account;
    },
    watch: async (list) => {
      const account = await shop.account();
      const workflow = await shop.publish({ event: "new_thing", input: { list } });
      await shop.connect(account);
      await shop.configure(account, [{ id: workflow, enabled: true }]);
      await shop.pass();
      return { account, workflow };
    },
    idsSeen: async ({ account, workflow }) =>
      (await shop.runs(account, workflow)).map(({ input }) => (input as { id: number }).id),
    subscription: (workflow) =>
      server.deps.db
        .selectFrom("trigger_subscriptions")
        .selectAll()
        .where("workflow_id", "=", workflow)
        .executeTakeFirst(),
    close: async () => {
      await server.close();
      await api.close();
    },
  };
  return shop;
}

function good(reply: TestReply): TestReply {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

function provide(api: ThingsApi, { things, keys, hooks }: Pick<TestShop, "things" | "keys" | "hooks">): void {
  let count = 0;
  const json = (status: number, value: unknown): ThingsReply => ({
    status,
    // On a slow machine, a kept-alive connection may close just as it is reused.
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(value),
  });
  api.answer = ({ method, url, headers, body }) => {
    if (!keys.has(String(headers["x-app-key"]))) return json(401, { message: "no" });
    const { pathname, searchParams } = new URL(url, api.url);
    if (pathname === "/me") return json(200, {});
    if (pathname === "/things") return json(200, things.get(searchParams.get("list") ?? "") ?? []);
    if (pathname === "/pages") {
      const thing = things.get(searchParams.get("list") ?? "")?.at(-Number(searchParams.get("page")));
      return json(200, thing === undefined ? [] : [thing]);
    }
    if (method === "POST") {
      const id = `hook-${++count}`;
      hooks.set(id, JSON.parse(body));
      return json(200, { id });
    }
    return json(hooks.delete(pathname.replace("/hooks/", "")) ? 200 : 404, {});
  };
}

function shopDefinition(url: string): object {
  const input = { type: "object", additionalProperties: false, properties: { list: { type: "string" } } };
  const hooked = {
    subscribe: {
      request: {
        method: "POST",
        path: "/hooks",
        json: { url: "{{ hook.url }}", secret: "{{ hook.secret }}", list: "{{ input.list }}" },
      },
      state: { id: "{{ body.id }}" },
    },
    unsubscribe: { request: { method: "DELETE", path: "/hooks/{{ state.id }}" } },
  };
  const verify = { hmac: { header: "x-signature", algorithm: "sha256", key: "{{ hook.secret }}" } };
  return {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: url,
    auth: {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { "x-app-key": "{{ credentials.key }}" } },
      },
    },
    check: { request: { method: "GET", path: "/me" } },
    actions: {
      read: {
        title: "Read",
        description: "Reads.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/me" },
      },
    },
    triggers: {
      new_thing: {
        title: "New thing",
        description: "A thing was added.",
        input,
        poll: {
          every_seconds: 60,
          request: { method: "GET", path: "/things", query: { list: "{{ input.list }}" } },
          items: "body",
          key: "{{ item.id }}",
          position: "{{ item.at }}",
        },
      },
      new_on_page: {
        title: "New on a page",
        description: "A thing was added; the newest is on the first page, and the text is not told of.",
        input,
        poll: {
          every_seconds: 60,
          request: { method: "GET", path: "/pages", query: { list: "{{ input.list }}" } },
          paging: { items: "body", page: { to: "query.page" } },
          key: "{{ item.id }}",
          position: "{{ item.at }}",
          data: { id: "{{ item.id }}" },
        },
      },
      new_in_chain: {
        title: "New in a chain",
        description: "A thing was added; each page names the next one.",
        input,
        poll: {
          every_seconds: 60,
          request: { method: "GET", path: "/chain", query: { list: "{{ input.list }}" } },
          paging: { items: "body.items", cursor: { from: "body.next", to: "query.after" } },
          key: "{{ item.id }}",
          position: "{{ item.at }}",
        },
      },
      changed: {
        title: "Changed",
        description: "A thing was changed.",
        input,
        webhook: {
          ...hooked,
          verify,
          challenge: {
            when: { path: "query.challenge" },
            unverified: true,
            reply: { text: "{{ query.challenge }}" },
          },
          key: "{{ body.id }}",
        },
      },
      kept: {
        title: "Kept",
        description: "A thing was changed; the subscription is checked every hour, and there is a list.",
        input,
        webhook: {
          ...hooked,
          renew: {
            request: { method: "GET", path: "/hooks/{{ state.id }}" },
            alive: { path: "body.active", equals: [true] },
            every_seconds: 3600,
          },
          missed: {
            request: { method: "GET", path: "/things", query: { list: "{{ input.list }}" } },
            items: "body",
            key: "{{ item.id }}",
            position: "{{ item.at }}",
          },
          verify,
          key: "{{ body.id }}",
        },
      },
      prolonged: {
        title: "Prolonged",
        description: "A thing was changed; the subscription ends unless it is prolonged.",
        input,
        webhook: {
          ...hooked,
          renew: {
            request: { method: "PATCH", path: "/hooks/{{ state.id }}" },
            state: { round: "{{ body.round }}" },
          },
          expires: "{{ body.expires_at }}",
          verify,
          key: "{{ body.id }}",
        },
      },
      brief: {
        title: "Brief",
        description: "A thing was changed; the subscription ends after a fixed time.",
        input,
        webhook: { ...hooked, expires: { seconds: 7200 }, verify, key: "{{ body.id }}" },
      },
      told: {
        title: "Told",
        description: "The customer enters our address.",
        input,
        webhook: { verify, key: "{{ body.id }}" },
      },
    },
  };
}
