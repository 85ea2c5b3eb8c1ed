import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completeSignIn } from "../../demo/third-party/approve-consent.ts";
import { LEDGERLY_CUSTOMER, startThirdParty, type ThirdParty } from "../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../../server/test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";
import { type Client, createClient } from "./client.ts";
import type { ConnectWindow } from "./connect.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";

const CONNECTORS = new URL("../../demo/connectors", import.meta.url).pathname;
const OAUTH_CLIENT = { id: "junctor", secret: "junctor-secret" };

let thirdParty: ThirdParty;
let server: ListeningServer;
let junctor: ServerClient;
let browser: Client;

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { ...OAUTH_CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: OAUTH_CLIENT.id,
    LEDGERLY_CLIENT_SECRET: OAUTH_CLIENT.secret,
    STOCKROOM_URL: thirdParty.url,
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
  });
  server.work();
  junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
  await junctor.linkedAccounts.upsert({ linked_account_id: "acme" });
  const { token } = await junctor.sessionTokens.create("acme");
  browser = createClient({ baseUrl: server.baseUrl, token: async () => token });
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

/** A port that was free a moment ago; the server's address must be known before it listens. */
/** A window in which the customer decides as soon as the sign-in page appears, and which the end page closes. */
function customerWindow(decision: "allow" | "refuse"): ConnectWindow {
  const state = { closed: false };
  const visit = async (url: string) => {
    await completeSignIn(url, { customer: LEDGERLY_CUSTOMER, decision });
    state.closed = true;
  };
  return {
    get closed() {
      return state.closed;
    },
    location: {
      get href() {
        return "about:blank";
      },
      set href(url) {
        // A refusal ends on a page with an error status.
        visit(url).catch(() => {
          state.closed = true;
        });
      },
    },
    close: () => {
      state.closed = true;
    },
  };
}

describe("applications", () => {
  test("are listed and read with their connection state", async () => {
    const slugs = (await browser.applications.list()).map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(["ledgerly", "stockroom"]));
    expect(await browser.applications.get("ledgerly")).toMatchObject({
      auth_type: "oauth2",
      connected: false,
    });
    await expect(browser.applications.get("nothing")).rejects.toMatchObject({ status: 404 });
  });
});

describe("connecting by sign-in", () => {
  test("ends connected when the customer consents, and can be undone", async () => {
    const application = await browser.connect({
      slug: "ledgerly",
      openWindow: () => customerWindow("allow"),
    });
    expect(application).toMatchObject({ slug: "ledgerly", connected: true, reauth_required: false });
    const again = await browser.connect({ slug: "ledgerly", openWindow: () => customerWindow("allow") });
    expect(again.connected_accounts[0]?.connectedAt).not.toBe(application.connected_accounts[0]?.connectedAt);
    expect(await browser.disconnect("ledgerly")).toMatchObject({ success: true });
    expect(await browser.applications.get("ledgerly")).toMatchObject({ connected: false });
    await expect(browser.disconnect("ledgerly", { type: "oauth2" })).rejects.toMatchObject({ status: 404 });
  });

  test("adds another account beside the first, which is named, made the default and disconnected", async () => {
    const openWindow = () => customerWindow("allow");
    await browser.connect({ slug: "ledgerly", openWindow });
    const { connections } = await browser.connect({ slug: "ledgerly", connectionId: "new", openWindow });
    const added = connections.find((one) => !one.is_default)?.connection_id ?? "";
    expect(connections).toHaveLength(2);
    const changes = { name: "Second", is_default: true } as const;
    expect(await browser.updateConnection("ledgerly", added, changes)).toMatchObject(changes);
    const [first] = connections.filter((one) => one.is_default);
    await browser.disconnect("ledgerly", { connectionId: first?.connection_id ?? "" });
    expect((await browser.applications.get("ledgerly")).connections).toMatchObject([{ name: "Second" }]);
    await browser.disconnect("ledgerly");
  });

  test("ends with WINDOW_CLOSED when the customer declines", async () => {
    const connecting = browser.connect({ slug: "ledgerly", openWindow: () => customerWindow("refuse") });
    await expect(connecting).rejects.toMatchObject({ status: 0, code: "WINDOW_CLOSED" });
    expect(await browser.applications.get("ledgerly")).toMatchObject({ connected: false });
  });
});

describe("connecting with a key", () => {
  test("stores a valid key and rejects an invalid one", async () => {
    const wrong = browser.connect({ slug: "stockroom", fields: { key: "sr_mistyped" } });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    expect(await browser.applications.get("stockroom")).toMatchObject({ connected: false });
    const application = await browser.connect({
      slug: "stockroom",
      fields: { key: thirdParty.stockroomKey },
    });
    expect(application).toMatchObject({ connected: true });
  });
});

describe("from an event to an execution", () => {
  test("a workflow that the config enables runs once for each event", async () => {
    await junctor.events.define({ name: "Order Placed", response: { quantity: 1 } });
    const workflow = await junctor.workflows.create({
      name: "Double",
      slug: "stockroom",
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: "Order Placed" }] },
        { id: "double", type: "ai_code_executor", data: { code: "return { twice: input.quantity * 2 };" } },
      ],
      edges: [{ source: "start", target: "double" }],
    });
    await junctor.workflows.publish(workflow._id);
    expect((await browser.workflows.list({ slug: "stockroom" })).docs).toMatchObject([{ name: "Double" }]);

    const config = await browser.configs.getOrCreate({ slug: "stockroom" });
    expect(config.workflows).toMatchObject([{ id: workflow._id, enabled: false }]);
    await browser.configs.update({
      slug: "stockroom",
      workflows: [{ id: workflow._id, enabled: true, fields: {} }],
    });
    expect((await browser.configs.get("stockroom", config.config_id)).workflows).toMatchObject([
      { enabled: true },
    ]);
    expect(await browser.configs.connections("stockroom")).toMatchObject([
      { slug: "stockroom", workflows: [workflow._id], connections: [{ is_default: true }] },
    ]);

    const options = { linkedAccountId: "acme", idempotencyKey: "order-1" };
    const event = { event: "Order Placed", payload: { quantity: 21 } };
    const first = await junctor.events.trigger(event, options);
    expect(first).toMatchObject({ executions: 1 });
    expect(await junctor.events.trigger(event, options)).toEqual(first);

    const received = await junctor.events.received(first.event_id);
    const execution = await junctor.executions.waitFor(received.executions[0]?._id ?? "");
    expect(execution.status).toBe("COMPLETED");
    expect(execution.nodes[1]).toMatchObject({ node_id: "double", latest_output: { body: { twice: 42 } } });
    const own = [];
    for await (const one of browser.executions.listAll()) own.push(one._id);
    expect(own).toEqual([execution._id]);
    expect(await browser.executions.get(execution._id)).toMatchObject({ status: "COMPLETED" });
  });

  test("a workflow is executed by a call, which waits for its result", async () => {
    const { docs } = await junctor.workflows.list({ name: "Double" });
    const id = docs[0]?._id ?? "";
    const options = { linkedAccountId: "acme", slug: "stockroom" };
    const ended = await junctor.workflows.execute(id, { quantity: 4 }, { ...options, sync: true });
    expect(ended).toMatchObject({ errored: false, return_value: { twice: 8 } });
    const started = await junctor.workflows.execute(id, { quantity: 5 }, options);
    expect(await junctor.executions.waitFor(started.execution_id)).toMatchObject({ status: "COMPLETED" });
    await expect(junctor.executions.waitFor("0".repeat(24))).rejects.toMatchObject({ status: 404 });
  });

  test("a schedule is created, paused, resumed and deleted", async () => {
    const { docs } = await junctor.workflows.list({ name: "Double" });
    const options = { linkedAccountId: "acme" };
    const cron = { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "Europe/Vienna" } as const;
    const made = await junctor.schedules.create(docs[0]?._id ?? "", cron, options);
    expect(await junctor.schedules.pause(made._id)).toMatchObject({ inactive: true });
    expect(await junctor.schedules.resume(made._id)).toMatchObject({ inactive: false });
    expect((await junctor.schedules.list({}, options)).docs).toHaveLength(1);
    expect(await junctor.schedules.delete(made._id, options)).toEqual({
      message: "Scheduled Job Deleted Successfully",
    });
  });

  test("configs and drafts are deleted", async () => {
    await browser.configs.delete("stockroom");
    await expect(browser.configs.get("stockroom")).rejects.toMatchObject({ status: 404 });
    const { docs } = await junctor.workflows.list({ name: "Double" });
    const id = docs[0]?._id ?? "";
    await junctor.workflows.unpublish(id);
    expect(await junctor.workflows.delete(id)).toMatchObject({ successfullyDeletedTriggers: true });
  });
});
