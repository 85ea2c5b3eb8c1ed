import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
let accounts = 0;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

interface Watched {
  account: string;
  workflow: string;
}

async function watching(
  event = "changed",
  input: object = { list: "a" },
  content?: object,
): Promise<Watched> {
  const account = `account-${++accounts}`;
  await shop.server.account(account);
  const workflow = await shop.publish({ event, input }, content);
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true, fields: content ? { list: "a" } : {} }]);
  await shop.pass();
  return { account, workflow };
}

/** The provider's newest subscription. */
function lastHook(): { url: string; secret: string; list: string } {
  const hook = [...shop.hooks.values()].at(-1);
  if (hook === undefined) throw new Error("The provider has no subscription.");
  return hook;
}

function send({ url, secret }: { url: string; secret: string }, body: string, headers = {}) {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return shop.server.request({
    method: "POST",
    url: new URL(url).pathname,
    body,
    headers: { "x-signature": signature, ...headers },
  });
}

async function inputs({ account, workflow }: Watched): Promise<unknown[]> {
  return (await shop.runs(account, workflow)).map(({ input }) => input);
}

async function received(workflow: string): Promise<number> {
  const { db } = shop.server.deps;
  const own = await db
    .selectFrom("trigger_subscriptions")
    .select("id")
    .where("workflow_id", "=", workflow)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("trigger_keys")
    .select("event_id")
    .where("scope", "=", `trigger/${own.id}`)
    .execute();
  return rows.length;
}

test("the provider is asked to send webhooks; each delivery starts a run that completes, a repeated one does not", async () => {
  const flow = await watching();
  const hook = lastHook();
  expect(hook.list).toBe("a");
  // Unlike our own JSON formatting, because the signature covers the bytes.
  const body = '{ "id" : 7,  "name":"\\u00e4" }';
  expect(await send(hook, body)).toMatchObject({ status: 200, text: "{}" });
  expect((await send(hook, body)).status).toBe(200);
  expect(await inputs(flow)).toEqual([{ id: 7, name: "ä" }]);
  expect(await received(flow.workflow)).toBe(1);
  shop.server.work();
  await eventually(async () => (await shop.runs(flow.account, flow.workflow))[0]?.status === "COMPLETED");
});

test("files of a delivery are stored once, with the run of their event", async () => {
  const flow = await watching();
  const part = (head: string, text: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const body = `${part('name="id"', "7")}${part('name="photo"; filename="p.bin"', "hi")}--x--`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await send(lastHook(), body, headers)).status).toBe(200);
  expect((await send(lastHook(), body, headers)).status).toBe(200);
  const [input] = (await inputs(flow)) as { photo: { $file: string } }[];
  expect(input).toMatchObject({ id: "7", photo: { name: "p.bin", size: 2 } });
  const { db } = shop.server.deps;
  const stored = await db
    .selectFrom("files")
    .innerJoin("runs", "runs.id", "files.run_id")
    .innerJoin("linked_accounts", "linked_accounts.id", "files.account_id")
    .select(["files.id", "files.content"])
    .where("linked_accounts.account_id", "=", flow.account)
    .where("runs.workflow_id", "=", flow.workflow)
    .execute();
  const files = stored.map(({ id, content }) => [id, Buffer.from(content ?? "").toString()]);
  expect(files).toEqual([[input?.photo.$file, "hi"]]);
});

test("concurrent deliveries of the same event start one run", async () => {
  const flow = await watching();
  const hook = lastHook();
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(hook, '{"id":1}')));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await inputs(flow)).toEqual([{ id: 1 }]);
});

test("a forged delivery is rejected (401), an unreadable one too (400), and nothing is stored", async () => {
  const flow = await watching();
  const hook = lastHook();
  const before = shop.api.requests.length;
  expect(await send({ ...hook, secret: "guessed" }, '{"id":1}')).toMatchObject({
    status: 401,
    body: { error_code: "INVALID_TOKEN" },
  });
  expect((await send(hook, '{"id":1}', { "x-signature": "" })).status).toBe(401);
  expect((await send(hook, '{"no":"key"}')).status).toBe(400);
  expect((await send(hook, "{")).status).toBe(400);
  expect((await send(hook, JSON.stringify({ id: "x".repeat(1_100_000) }))).status).toBe(413);
  expect(await inputs(flow)).toEqual([]);
  expect(await received(flow.workflow)).toBe(0);
  expect(shop.api.requests.length).toBe(before);
});

test("an unknown address is not found (404), with any method", async () => {
  const url = "/api/v1/hooks/nobody-has-this-token";
  expect((await shop.server.request({ method: "POST", url, body: "{}" })).status).toBe(404);
  expect((await shop.server.request({ url })).status).toBe(404);
});

test("a challenge is answered in the provider's format, and cannot become a page", async () => {
  await watching();
  const url = `${new URL(lastHook().url).pathname}?challenge=%3Cb%3Ehi`;
  const reply = await shop.server.request({ url });
  expect(reply).toMatchObject({ status: 200, text: "<b>hi" });
  expect(reply.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
});

test("republishing keeps the provider's subscription; disabling and unpublishing remove it", async () => {
  const flow = await watching();
  const { url } = lastHook();
  const at = `/api/v2/public/workflow/${flow.workflow}`;
  const publish = (published: boolean) =>
    shop.server.request({
      method: "PUT",
      url: `${at}/publish`,
      key: shop.server.testKey,
      body: { published },
    });
  const body = { settings: { associated_page: "x" } };
  await shop.server.request({ method: "PUT", url: at, key: shop.server.testKey, body });
  await publish(true);
  await shop.pass();
  expect(lastHook().url).toBe(url);
  const before = shop.hooks.size;
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: false }]);
  await shop.pass();
  expect(shop.hooks.size).toBe(before - 1);
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: true }]);
  await shop.pass();
  expect(shop.hooks.size).toBe(before);
  await publish(false);
  await shop.pass();
  expect(shop.hooks.size).toBe(before - 1);
});

test("an address stops as soon as its workflow is off, before the provider knows (404)", async () => {
  const flow = await watching();
  const hook = lastHook();
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: false }]);
  await reconcileSubscriptions(shop.server.deps);
  expect((await send(hook, '{"id":1}')).status).toBe(404);
  expect([...shop.hooks.values()]).toContain(hook);
  expect(await inputs(flow)).toEqual([]);
});

test("an address of an application that is disabled is not found (404) until it is enabled again", async () => {
  const flow = await watching();
  const hook = lastHook();
  const url = "/api/v2/public/application/shop/settings";
  const set = async (enabled: boolean) =>
    (await shop.server.request({ method: "PUT", url, key: shop.server.testKey, body: { enabled } })).status;
  expect([await set(false), (await send(hook, '{"id":1}')).status]).toEqual([200, 404]);
  expect([await set(true), (await send(hook, '{"id":1}')).status]).toEqual([200, 200]);
  expect(await inputs(flow)).toEqual([{ id: 1 }]);
});

test("disconnected, a subscription ends here, where nobody can be asked at the provider", async () => {
  const flow = await watching();
  await shop.disconnect(flow.account);
  // The jobs of this server review it at the same moment, and a review passes over what is being tended.
  await eventually(async () => {
    await shop.pass();
    return (await shop.subscription(flow.workflow)) === undefined;
  });
});

test("a different input gets a new subscription at the same address", async () => {
  const fields = [{ id: "list", name: "List", field_type: "text" }];
  const flow = await watching("changed", { list: "{{ config.list }}" }, { data_slots: fields });
  const { url } = lastHook();
  const count = shop.hooks.size;
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: true, fields: { list: "b" } }]);
  await shop.pass();
  expect(shop.hooks.size).toBe(count);
  expect(lastHook()).toMatchObject({ url, list: "b" });
});

test("deliveries are accepted while the credential is invalid; a provider that rejects the subscription is asked again", async () => {
  const { account, workflow } = await watching();
  const hook = lastHook();
  shop.keys.add("old");
  await shop.connect(account, "old");
  shop.keys.delete("old");
  const second = await shop.publish({ event: "changed", input: { list: "z" } });
  await shop.configure(account, [
    { id: workflow, enabled: true },
    { id: second, enabled: true },
  ]);
  await shop.pass();
  expect((await send(hook, '{"id":1}')).status).toBe(200);
  expect(await inputs({ account, workflow })).toEqual([{ id: 1 }]);
  expect(lastHook().list).not.toBe("z");
  await shop.connect(account);
  shop.server.work();
  await eventually(async () => {
    await shop.pass(1);
    return lastHook().list === "z";
  });
});

test("a subscription that cannot be ended is no trouble of its connection", async () => {
  const { account, workflow } = await watching();
  const { answer } = shop.api;
  shop.api.answer = (request) =>
    request.url.startsWith("/hooks") ? { status: 400, body: "{}" } : answer?.(request);
  await shop.configure(account, [{ id: workflow, enabled: false }]);
  await shop.pass();
  shop.api.answer = answer;
  expect(await shop.subscription(workflow)).toMatchObject({ wanted: false, failures: 1 });
  const url = "/api/v2/public/linked-account/integration/shop/health";
  const { body } = await shop.server.request({ url, key: shop.server.testKey, account });
  expect(body.connections[0]).toMatchObject({ status: "healthy" });
});

test("a subscription that the provider will not end is given up after thirty failures, a wanted one never", async () => {
  const ending = await watching();
  const { answer } = shop.api;
  shop.api.answer = (request) =>
    request.url.startsWith("/hooks")
      ? { status: 500, headers: { connection: "close" }, body: "" }
      : answer?.(request);
  const wanted = await watching();
  await shop.configure(ending.account, [{ id: ending.workflow, enabled: false }]);
  for (let failures = 1; failures < 30; failures++) await shop.pass(3601);
  expect(await shop.subscription(ending.workflow)).toMatchObject({ failures: 29 });
  await shop.pass(3601);
  expect(await shop.subscription(ending.workflow)).toBeUndefined();
  expect(await shop.subscription(wanted.workflow)).toMatchObject({ status: "broken", failures: 31 });
  shop.api.answer = answer;
});
