import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveConnection } from "../apps/store.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const TYPED = { "field.team": "acme", "field.region": "eu" };
let portal: TestPortal;
let accounts = 0;
let account: string;
/** The page of the application. */
let page: string;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.provider.accepted.clear();
  portal.provider.accepted.add("good-key").add("second-key");
  account = `several-${++accounts}`;
  page = `${await portal.link(account)}/apps/desk`;
});

interface Shown {
  connection_id: string;
  name: string;
  is_default: boolean;
  status: string;
}

const call = (method: "GET" | "POST" | "PUT", url: string, body?: object) =>
  portal.server.request({ method, url, key: portal.server.testKey, account, body });

async function list(): Promise<Shown[]> {
  const { body } = await call("GET", "/api/v2/public/application/desk");
  return body.connections.toSorted((a: Shown, b: Shown) => Number(b.is_default) - Number(a.is_default));
}

/** Connects on the page and on the one to which "Connect another account" leads; returns both connections' ids. */
async function connectTwo(): Promise<[string, string]> {
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const sent = await portal.send(`${page}?connection=new`, "connect", {
    ...TYPED,
    "field.key": "second-key",
  });
  expect(sent.status).toBe(303);
  const [first, second] = await list();
  if (first === undefined || second === undefined) throw new Error("There are no two connections.");
  return [first.connection_id, second.connection_id];
}

/** Sends the forms of a connection, which all pages of the link vouch for. */
async function change(connection: string, fields: Record<string, string>) {
  const { text } = await portal.get(page);
  const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
  return portal.post(`${page}/connections`, { form, connection, ...fields });
}

test("a connected application offers to connect another account, and then shows both by name", async () => {
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const { text } = await portal.get(page);
  expect(text).toContain(`href="${page}?connection=new#connect">Connect another account</a>`);
  expect(text).not.toContain("Make default");
  const form = (await portal.get(`${page}?connection=new`)).text;
  expect(form).toContain('<input type="hidden" name="connection" value="new">');
  await connectTwo();
  expect(await list()).toMatchObject([
    { name: "Team good-key", is_default: true },
    { name: "Team second-key", is_default: false },
  ]);
  const both = (await portal.get(page)).text;
  expect(both).toContain('<h2 id="state">Connections</h2>');
  expect(both.indexOf("<bdi>Team good-key</bdi>")).toBeLessThan(both.indexOf("<bdi>Team second-key</bdi>"));
});

test("a form that is refused still adds an account when it is corrected", async () => {
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const refused = await portal.send(`${page}?connection=new`, "connect", { ...TYPED, "field.key": "wrong" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('<input type="hidden" name="connection" value="new">');
  expect(await list()).toHaveLength(1);
});

test("a connection is renamed, made the default, and disconnected by itself", async () => {
  const [first, second] = await connectTwo();
  expect((await change(second, { name: "Sales <b>" })).status).toBe(303);
  expect((await portal.get(page)).text).toContain("<bdi>Sales &lt;b&gt;</bdi>");
  expect((await change(second, { name: "x".repeat(101) })).status).toBe(400);
  expect((await change(second, { default: "true" })).status).toBe(303);
  expect(await list()).toMatchObject([
    { connection_id: second, name: "Sales <b>" },
    { connection_id: first },
  ]);

  const leave = `${page}/disconnect?connection=${first}`;
  expect((await portal.get(leave)).text).toContain("Disconnect Team good-key?");
  const { text } = await portal.get(leave);
  const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const reply = await portal.post(`${page}/disconnect`, { form, connection: first });
  expect(reply).toMatchObject({ status: 303, headers: { location: page } });
  expect(await list()).toMatchObject([{ connection_id: second }]);
});

test("a page that showed one account disconnects that one alone, and not before it can go", async () => {
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const { text } = await portal.get(`${page}/disconnect`);
  const [form, connection] = ["form", "connection"].map(
    (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "",
  );
  expect(text).toContain("everything that is set up for it here are deleted");
  await connectTwo();
  const [first, second] = (await list()).map((row) => row.connection_id);
  expect(connection).toBe(first);
  for (const fields of [{ form, connection }, { form }] as { form: string }[]) {
    const reply = await portal.post(`${page}/disconnect`, fields);
    expect(reply).toMatchObject({ status: 303, headers: { location: page } });
    expect(await list()).toHaveLength(2);
  }
  const unnamed = await portal.get(`${page}/disconnect`);
  expect(unnamed).toMatchObject({ status: 303, headers: { location: page } });
  await change(second ?? "", { default: "true" });
  await portal.post(`${page}/disconnect`, { form: form ?? "", connection: connection ?? "" });
  expect(await list()).toMatchObject([{ connection_id: second }]);
});

test("an expired connection is connected again by itself", async () => {
  const [first, second] = await connectTwo();
  portal.provider.accepted.delete("second-key");
  await call("POST", `${INTEGRATION}/desk/check`);
  expect(await list()).toMatchObject([{ status: "active" }, { connection_id: second, status: "expired" }]);
  expect((await portal.get(page)).text).toContain("Connect Team second-key again");
  portal.provider.accepted.add("third-key");
  await portal.send(`${page}?connection=${second}`, "connect", { ...TYPED, "field.key": "third-key" });
  expect(await list()).toMatchObject([
    { connection_id: first, name: "Team good-key" },
    { connection_id: second, name: "Team third-key", status: "active" },
  ]);
});

test("404 for connections of other accounts, and nothing changes", async () => {
  const [stranger] = await connectTwo();
  const theirs = account;
  account = `several-${++accounts}`;
  page = `${await portal.link(account)}/apps/desk`;
  await connectTwo();
  expect((await change(stranger, { name: "mine" })).status).toBe(404);
  expect((await change(stranger, { default: "true" })).status).toBe(404);
  expect((await portal.get(`${page}/disconnect?connection=${stranger}`)).status).toBe(404);
  const { text } = await portal.get(page);
  const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await portal.post(`${page}/disconnect`, { form, connection: stranger })).status).toBe(404);
  const connecting = { form, auth_type: "keybased", connection: stranger, ...TYPED, "field.key": "good-key" };
  expect((await portal.post(`${page}/connect`, connecting)).status).toBe(404);
  expect((await portal.get(`${page}?connection=${stranger}`)).text).not.toContain(stranger);
  account = theirs;
  expect(await list()).toMatchObject([{ name: "Team good-key", is_default: true }, { is_default: false }]);
});

async function publish(name: string, action?: string): Promise<string> {
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
  const step = action === undefined ? [] : [{ id: "read", type: "action", action, data: {} }];
  const made = await call("POST", "/api/v2/public/workflow", {
    name,
    slug: "desk",
    nodes: [start, ...step],
    edges: step.map(({ id }) => ({ source: "start", target: id })),
  });
  const { _id: id } = made.body;
  const { status } = await call("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  expect(status).toBe(200);
  return id;
}

const readConfig = async () => (await call("GET", "/api/v2/public/slug/desk/config")).body;

test("the account of all workflows is chosen in the settings; one that was disconnected is told of, not replaced", async () => {
  const id = await publish("Flow");
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  expect((await portal.get(page)).text).not.toContain('name="account.');
  const [, second] = await connectTwo();
  const chosen = async () => (await readConfig()).connections;
  const { text } = await portal.get(page);
  expect(text).toContain('<label for="account.desk">Account</label><select name="account.desk"');
  expect(text).not.toContain(`name="account.${id}`);
  expect(text).toContain('<option value="">Default (Team good-key)</option>');
  const save = (value: string) =>
    portal.send(page, "settings", { [`on.${id}`]: "true", "account.desk": value });
  expect((await save(second)).status).toBe(303);
  expect(await chosen()).toEqual({ desk: second });
  expect((await portal.get(page)).text).toContain(
    `<option value="${second}" selected>Team second-key</option>`,
  );
  expect((await save("")).status).toBe(303);
  expect(await chosen()).toBeUndefined();
  expect((await save("0".repeat(24))).status).toBe(400);

  await save(second);
  const { text: leaving } = await portal.get(`${page}/disconnect?connection=${second}`);
  const form = /name="form" value="([^"]+)"/.exec(leaving)?.[1] ?? "";
  await portal.post(`${page}/disconnect`, { form, connection: second });
  const gone = (await portal.get(page)).text;
  expect(gone).toContain("The account that was chosen here was disconnected. Choose another one.");
  expect(gone).toContain(`<option value="${second}" selected>Disconnected account</option>`);
  expect((await save(second)).status).toBe(303);
  expect(await chosen()).toEqual({ desk: second });
});

test("one of several workflows can use an account of its own", async () => {
  const [one, other] = [await publish("One"), await publish("Other")];
  const [, second] = await connectTwo();
  const save = (fields: Record<string, string>) => portal.send(page, "settings", fields);
  await save({ [`account.${one}.desk`]: second, [`account.${other}.desk`]: "", "account.desk": "" });
  const ofWorkflows = async () => {
    const { workflows, connections } = await readConfig();
    const of = (wanted: string) => workflows.find(({ id }: { id: string }) => id === wanted).connections;
    return [connections, of(one), of(other)];
  };
  expect(await ofWorkflows()).toEqual([undefined, { desk: second }, undefined]);
  const { text } = await portal.get(page);
  expect(text.split(`<option value="${second}" selected>`)).toHaveLength(2);
  expect(text).toContain('<option value="">As for all workflows (Team good-key)</option>');
  await save({ [`account.${one}.desk`]: "", "account.desk": second });
  expect(await ofWorkflows()).toEqual([{ desk: second }, undefined, undefined]);
  expect((await portal.get(page)).text).toContain("As for all workflows (Team second-key)");
});

test("accounts of other applications that workflows use are named, chosen and connected from the settings", async () => {
  await publish("Books", "books/read");
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const books = page.replace("/desk", "/books");
  expect((await portal.get(page)).text).toContain(`<a href="${books}">Connect App books</a>`);
  const scope = await portal.scopeOf(account);
  const connect = (identifier: string, target?: string) =>
    portal.server.deps.queue.transaction((tx) =>
      saveConnection(tx, scope, {
        slug: "books",
        authType: "oauth2",
        credential: { seal: () => Buffer.from("unused"), identifier },
        now: new Date(),
        target,
      }),
    );
  await connect("Ann");
  const single = (await portal.get(page)).text;
  expect(single).toContain("<b>App books account</b> <bdi>Ann</bdi>");
  expect(single).toContain(`<a href="${books}?connection=new#connect">Connect another account`);
  expect(single).not.toContain('name="account.books"');
  const { id: ben } = await connect("Ben", "new");
  expect((await portal.get(page)).text).toContain(`<option value="${ben}">Ben</option>`);
  expect((await portal.send(page, "settings", { "account.books": ben })).status).toBe(303);
  expect((await readConfig()).connections).toEqual({ books: ben });
});

test("a reconnect link ends with its connection: nobody fills in a form that cannot be saved", async () => {
  const [, second] = await connectTwo();
  const { body } = await call("POST", `${INTEGRATION}/desk/reconnect-link?connection_id=${second}`);
  const path = new URL(body.reconnect_url).pathname;
  expect((await portal.get(path)).status).toBe(200);
  const gone = `${INTEGRATION}/desk?connection_id=${second}`;
  const removed = { method: "DELETE", url: gone, key: portal.server.testKey, account } as const;
  expect((await portal.server.request(removed)).status).toBe(200);
  const unknown = await portal.get(`/connect/${"a".repeat(43)}`);
  expect((await portal.get(path)).status).toBe(unknown.status);
  expect(unknown.status).toBe(410);
  expect(await list()).toHaveLength(1);
});

test("of two default accounts, connected in two ways, the one that is not used can be made the default or removed", async () => {
  await portal.send(page, "connect", { ...TYPED, "field.key": "good-key" });
  const scope = await portal.scopeOf(account);
  const credential = { seal: () => Buffer.from("unused"), identifier: "Idle" };
  const { id: idle } = await portal.server.deps.queue.transaction((tx) =>
    saveConnection(tx, scope, { slug: "desk", authType: "oauth2", credential, now: new Date() }),
  );
  const { text } = await portal.get(page);
  expect(text.match(/>Default</g)).toHaveLength(1);
  expect(text.indexOf("<bdi>Team good-key</bdi>")).toBeLessThan(text.indexOf("<bdi>Idle</bdi>"));
  expect(text).toContain(`${page}/disconnect?connection=${idle}`);
  expect((await change(idle, { default: "true" })).status).toBe(303);
  expect(await list()).toMatchObject([{ connection_id: idle, is_default: true }, { is_default: false }]);
});
