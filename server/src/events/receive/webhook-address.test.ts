import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { up } from "../../../migrations/0050-webhook-addresses.ts";
import { startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { publishTestWorkflow, setPublished } from "../../schedules/test-workflow.ts";
import { buildKeylessPath, buildWebhookPath, publishWebhook, sendWebhook } from "./test-webhook.ts";

const START = new Date("2026-05-04T10:00:00.000Z");
const DAY_S = 24 * 3600;
const SECRET = "s3cret-of-the-sender";
const signature = { kind: "token", header: "x-token" };
const proof = { "x-token": SECRET };

let now = START;
let server: TestServer;
let token: string;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  token = await server.account("acme");
  await server.account("other");
});
beforeEach(async () => {
  now = START;
  workflow = await publishWebhook(server);
});
afterAll(() => server.close());

const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const post = (url: string, headers = {}) => server.request({ method: "POST", url, body: { n: 1 }, headers });
const statusOf = async (url: string, headers = {}) => (await post(url, headers)).status;
const keyIn = (path: string) => path.slice(path.lastIndexOf("/") + 1);
/** Everything in a reply by which a stranger could tell replies apart. */
const tellOf = ({ status, body, headers: { date: _, ...headers } }: TestReply) =>
  JSON.stringify([status, { ...body, request_id: "" }, { ...headers, "x-request-id": "" }]);

async function setSecret(id: string, account?: string) {
  const url = `/api/v2/public/workflow/${id}/webhook-secret`;
  const body = { secret: SECRET };
  return server.request({ method: "PUT", url, key: server.testKey, ...(account && { account }), body });
}

async function signedWorkflow(account?: string): Promise<string> {
  const id = await publishWebhook(server, { signature, ...(account && { account }) });
  expect((await setSecret(id, account)).status).toBe(200);
  return id;
}

async function countRuns(id: string): Promise<number> {
  const rows = await server.deps.db.selectFrom("runs").select("id").where("workflow_id", "=", id).execute();
  return rows.length;
}

describe("the address of a workflow's webhooks", () => {
  test("ends in a key that no other account, workflow or environment has", async () => {
    const second = await publishWebhook(server);
    await server.account("acme", server.productionKey);
    const own = await buildWebhookPath(server, workflow);
    const key = keyIn(own);
    expect(key).toMatch(/^[0-9a-z]+-[\w-]{32}$/);
    expect(await statusOf(own)).toBe(200);
    const elsewhere = [
      `${buildKeylessPath(server, workflow, "other")}/${key}`,
      `${buildKeylessPath(server, second)}/${key}`,
      own.replace("-test/", "-production/"),
      `${buildKeylessPath(server, workflow)}/${keyIn(await buildWebhookPath(server, workflow, "other"))}`,
      `${buildKeylessPath(server, workflow)}/${keyIn(await buildWebhookPath(server, second))}`,
    ];
    for (const url of elsewhere) expect(await statusOf(url), url).toBe(404);
    for (let index = 0; index < key.length; index += 1) {
      const changed = key.slice(0, index) + (key[index] === "b" ? "c" : "b") + key.slice(index + 1);
      expect(await statusOf(`${buildKeylessPath(server, workflow)}/${changed}`), changed).toBe(404);
    }
    for (const changed of [`${key}=`, `0${key}`, key.toUpperCase(), `${key}A`, "-", "x", key.slice(0, -1)])
      expect(await statusOf(`${buildKeylessPath(server, workflow)}/${changed}`), changed).toBe(404);
    expect(await countRuns(workflow)).toBe(1);
  });

  test("of a deleted account starts nothing for a new account with the same id", async () => {
    await server.account("leaving");
    const before = await buildWebhookPath(server, workflow, "leaving");
    expect(await statusOf(before)).toBe(200);
    const url = "/api/v2/public/linked-account/leaving";
    expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
    now = later(1);
    await server.account("leaving");
    expect(await statusOf(before)).toBe(404);
    expect(await statusOf(await buildWebhookPath(server, workflow, "leaving"))).toBe(200);
  });
});

describe("without the key", () => {
  test("404: a workflow that requires no signature does not start", async () => {
    expect(await statusOf(buildKeylessPath(server, workflow))).toBe(404);
    expect(await statusOf(`${buildKeylessPath(server, workflow)}/`)).toBe(404);
    expect(await countRuns(workflow)).toBe(0);
  });

  test("200: signed, also by the alias; even with the key, a required signature must be present", async () => {
    const signed = await signedWorkflow();
    const url = `/api/v2/public/workflow/${signed}`;
    await server.request({ method: "PUT", url, key: server.testKey, body: { workflow_alias: "signed-one" } });
    expect(await statusOf(buildKeylessPath(server, signed), proof)).toBe(200);
    expect(await statusOf(buildKeylessPath(server, "signed-one"), proof)).toBe(200);
    expect(await statusOf(await buildWebhookPath(server, signed), proof)).toBe(200);
    expect(await statusOf(await buildWebhookPath(server, signed))).toBe(401);
    expect(await countRuns(signed)).toBe(3);
  });

  test("200: while the workflow has the setting keyless_webhooks", async () => {
    const open = await publishWebhook(server, { settings: { keyless_webhooks: true } });
    expect(await statusOf(buildKeylessPath(server, open))).toBe(200);
    expect(await statusOf(`${buildKeylessPath(server, open)}/0-${"A".repeat(32)}`)).toBe(404);
    const url = `/api/v2/public/workflow/${open}`;
    const body = { settings: { keyless_webhooks: null } };
    expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
    await setPublished(server, open, true);
    expect(await statusOf(buildKeylessPath(server, open))).toBe(404);
  });

  test("reveals no accounts or workflows: every rejection has the same answer", async () => {
    const signed = await signedWorkflow();
    const foreign = await signedWorkflow("other");
    const foreignAlias = { workflow_alias: "of-other" };
    const url = `/api/v2/public/workflow/${foreign}`;
    await server.request({ method: "PUT", url, key: server.testKey, account: "other", body: foreignAlias });
    const paths = [
      buildKeylessPath(server, signed),
      buildKeylessPath(server, signed, "other"),
      buildKeylessPath(server, signed, "nobody"),
      buildKeylessPath(server, foreign),
      buildKeylessPath(server, foreign, "other"),
      buildKeylessPath(server, "of-other", "other"),
      buildKeylessPath(server, "of-other", "nobody"),
      buildKeylessPath(server, workflow),
      buildKeylessPath(server, workflow, "nobody"),
      buildKeylessPath(server, "0123456789abcdef01234567"),
      `/api/v1/webhook-trigger/0123456789abcdef01234567-test/${signed}/acme`,
      `/api/v1/webhook-trigger/${server.orgId}-staging/${signed}/acme`,
    ];
    const made = keyIn(await buildWebhookPath(server, signed));
    const wrong = [`${made.slice(0, -1)}${made.endsWith("A") ? "B" : "A"}`, "none"];
    const all = [...paths, ...wrong.flatMap((key) => paths.map((path) => `${path}/${key}`))];
    const answers = new Set<string>();
    for (const path of all)
      for (const headers of [{}, { "x-token": "wrong" }]) answers.add(tellOf(await post(path, headers)));
    expect([...answers]).toEqual([expect.stringContaining("Webhook not found")]);
    expect(await statusOf(buildKeylessPath(server, signed, "nobody"), proof)).toBe(404);
  });

  test("known and unknown accounts cost the same work", async () => {
    const signed = await signedWorkflow();
    await statusOf(buildKeylessPath(server, signed));
    const { database, vault } = server.deps;
    // Only what the request itself causes: the process also asks the database at intervals of its own.
    const caused = new AsyncLocalStorage<string[]>();
    const { query } = database;
    const { open } = vault;
    vi.spyOn(database, "query").mockImplementation((statement, values) => {
      caused.getStore()?.push(statement.name);
      return Reflect.apply(query, database, [statement, values]);
    });
    vi.spyOn(vault, "open").mockImplementation((...sealed) => {
      caused.getStore()?.push("open a secret");
      return Reflect.apply(open, vault, sealed);
    });
    const doneFor = async (path: string) => {
      const done: string[] = [];
      await caused.run(done, () => statusOf(path));
      return done;
    };
    const known = await doneFor(buildKeylessPath(server, signed));
    expect(known).toEqual(["events-resolve-id", "open a secret"]);
    expect(await doneFor(buildKeylessPath(server, signed, "other"))).toEqual(known);
    expect(await doneFor(buildKeylessPath(server, signed, "nobody"))).toEqual(known);
    for (const account of ["acme", "nobody"])
      expect(await doneFor(`${buildKeylessPath(server, signed, account)}/0-${"A".repeat(32)}`)).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("a version published before addresses had keys", () => {
  test("still accepts unsigned webhooks without one; signed ones and other workflows do not", async () => {
    const signed = await publishWebhook(server, { signature });
    const called = await publishTestWorkflow(server);
    for (const statement of up.filter((text) => text.startsWith("update")))
      await sql.raw(statement).execute(server.deps.db);
    const settingsOf = async (id: string) => {
      const url = `/api/v2/public/workflow/${id}`;
      return (await server.request({ url, key: server.testKey })).body.settings;
    };
    expect(await Promise.all([workflow, signed, called].map(settingsOf))).toEqual([
      { keyless_webhooks: true },
      {},
      {},
    ]);
    expect(await statusOf(buildKeylessPath(server, workflow))).toBe(200);
    expect(await statusOf(buildKeylessPath(server, signed))).toBe(404);
    expect(await statusOf(buildKeylessPath(server, await publishWebhook(server)))).toBe(404);
  });
});

describe("rotation", () => {
  const rotate = (url: string, more: object) =>
    server.request({ method: "POST", url: `/api/v2/public/${url}/rotate`, body: {}, ...more });
  const key = () => ({ key: server.testKey });

  test("POST /workflow/:id/webhook-url/rotate: the previous key works for 24 more hours", async () => {
    const before = await buildWebhookPath(server, workflow);
    const others = await buildWebhookPath(server, workflow, "other");
    now = later(10);
    const reply = await rotate(`workflow/${workflow}/webhook-url`, { token });
    expect(reply).toMatchObject({ status: 200, body: { older_until: later(10 + DAY_S).toISOString() } });
    const after = new URL(reply.body.url).pathname;
    expect(after).not.toBe(before);
    expect(after).toBe(await buildWebhookPath(server, workflow));
    now = later(10 + DAY_S - 1);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    now = later(10 + DAY_S);
    expect([await statusOf(before), await statusOf(after), await statusOf(others)]).toEqual([404, 200, 200]);
  });

  test("end_others ends it at once, including keys of earlier rotations", async () => {
    const first = await buildWebhookPath(server, workflow);
    const rotateOne = (body: object) => rotate(`workflow/${workflow}/webhook-url`, { token, body });
    const second = new URL((await rotateOne({})).body.url).pathname;
    const third = new URL((await rotateOne({})).body.url).pathname;
    expect(await Promise.all([first, second, third].map((path) => statusOf(path)))).toEqual([200, 200, 200]);
    const fourth = new URL((await rotateOne({ end_others: true })).body.url).pathname;
    expect(await Promise.all([first, second, third, fourth].map((path) => statusOf(path)))).toEqual([
      404, 404, 404, 200,
    ]);
    // A key that has ended is not revived by the overlap of a later rotation.
    await rotateOne({});
    expect([await statusOf(first), await statusOf(fourth)]).toEqual([404, 200]);
    const rows = await server.deps.db
      .selectFrom("webhook_address_rotations")
      .select("id")
      .where("workflow_id", "=", workflow)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test("of a workflow applies to all accounts, of an account to all its workflows", async () => {
    const second = await publishWebhook(server);
    const pathsOf = () =>
      Promise.all([
        buildWebhookPath(server, workflow),
        buildWebhookPath(server, workflow, "other"),
        buildWebhookPath(server, second),
        buildWebhookPath(server, second, "other"),
      ]);
    const before = await pathsOf();
    const body = { end_others: true };
    now = later(5);
    expect((await rotate(`workflow/${workflow}/webhook-urls`, { ...key(), body })).status).toBe(200);
    expect(await Promise.all(before.map((path) => statusOf(path)))).toEqual([404, 404, 200, 200]);
    expect((await rotate("linked-account/acme/webhook-urls", { ...key(), body })).status).toBe(200);
    expect(await Promise.all(before.map((path) => statusOf(path)))).toEqual([404, 404, 404, 200]);
    expect(await Promise.all((await pathsOf()).map((path) => statusOf(path)))).toEqual([200, 200, 200, 200]);
  });

  test("in one environment ends no address of the other", async () => {
    const before = await buildWebhookPath(server, workflow);
    const inProduction = { key: server.productionKey };
    const url = `/api/v2/public/workflow/${workflow}/publish`;
    await server.request({ method: "PUT", url, ...inProduction, body: { published: true } });
    // Later than every key that these tests have made.
    now = later(100 * DAY_S);
    const ended = { ...inProduction, body: { end_others: true } };
    expect((await rotate(`workflow/${workflow}/webhook-urls`, ended)).status).toBe(200);
    expect(await statusOf(before)).toBe(200);
    expect(await buildWebhookPath(server, workflow)).toBe(before);
  });

  test("401, 403 and 404: without a credential, the organization's by an account, and others' workflows", async () => {
    const stranger = await server.organization();
    const other = await publishWebhook(server, { account: "other" });
    const before = await buildWebhookPath(server, workflow);
    const body = { end_others: true };
    expect((await rotate(`workflow/${workflow}/webhook-urls`, { body })).status).toBe(401);
    expect((await rotate(`workflow/${workflow}/webhook-urls`, { token, body })).status).toBe(403);
    expect((await rotate(`workflow/${other}/webhook-url`, { token, body })).status).toBe(404);
    expect((await rotate("linked-account/acme/webhook-urls", { token, body })).status).toBe(401);
    for (const url of [
      `workflow/${workflow}/webhook-urls`,
      "linked-account/acme/webhook-urls",
      "linked-account/nobody/webhook-urls",
    ])
      expect((await rotate(url, { key: stranger.testKey, body })).status).toBe(404);
    expect((await rotate("linked-account/other/webhook-urls", { key: server.productionKey })).status).toBe(
      404,
    );
    expect(await statusOf(before)).toBe(200);
  });
});

describe("PUT /api/v2/public/workflow/:id/webhook-secret", () => {
  test("400: no trigger of the workflow would use it", async () => {
    const url = "/api/v2/public/workflow";
    const made = await server.request({
      method: "POST",
      url,
      key: server.testKey,
      body: { name: "None" },
    });
    for (const id of [
      workflow,
      made.body._id,
      await publishWebhook(server, { signature: { kind: "none" } }),
    ]) {
      const reply = await setSecret(id);
      expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining("signature") } });
      expect(reply.text).not.toContain(SECRET);
    }
    expect(
      await server.deps.db
        .selectFrom("workflow_webhook_secrets")
        .selectAll()
        .where("workflow_id", "=", workflow)
        .execute(),
    ).toEqual([]);
  });

  test("200: the draft requires a signature, which applies once it is published", async () => {
    const triggers = [{ application: "Junctor", event: "Webhook", input: { signature } }];
    const url = `/api/v2/public/workflow/${workflow}`;
    const draft = (await server.request({ url: `${url}/edit`, key: server.testKey })).body;
    const nodes = draft.nodes.map((node: { type: string }) =>
      node.type === "start" ? { ...node, triggers } : node,
    );
    const body = { nodes, edges: draft.edges };
    expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
    expect((await setSecret(workflow)).status).toBe(200);
    expect(await statusOf(await buildWebhookPath(server, workflow))).toBe(200);
    await setPublished(server, workflow, true);
    expect((await sendWebhook(server, workflow)).status).toBe(401);
    expect((await sendWebhook(server, workflow, {}, { headers: proof })).status).toBe(200);
  });

  test("stays in force until it is deleted: a version that would not check it cannot be published", async () => {
    const { testKey: key, productionKey } = server;
    const signed = await publishWebhook(server, { signature });
    const url = `/api/v2/public/workflow/${signed}`;
    const secretUrl = `${url}/webhook-secret`;
    expect((await setSecret(signed)).status).toBe(200);
    const draft = (await server.request({ url: `${url}/edit`, key })).body;
    const start = (triggers: object[]) => ({
      nodes: draft.nodes.map((node: { type: string }) =>
        node.type === "start" ? { ...node, triggers } : node,
      ),
      edges: draft.edges,
    });
    const publish = (as: string, more: object = {}) =>
      server.request({ method: "PUT", url: `${url}/publish`, key: as, body: { published: true, ...more } });
    const save = async (triggers: object[]) => {
      const reply = await server.request({ method: "PUT", url, key, body: start(triggers) });
      expect(reply.status, reply.text).toBe(200);
    };
    const open = { application: "Junctor", event: "Webhook" };
    for (const input of [{}, { input: { signature: { kind: "none" } } }]) {
      await save([{ ...open, ...input }]);
      expect(await publish(key)).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining("delete the secret first"),
          errors: [{ node_id: "start", field: "triggers.input.signature" }],
        },
      });
      expect((await sendWebhook(server, signed)).status).toBe(401);
    }
    expect((await sendWebhook(server, signed, {}, { headers: proof })).status).toBe(200);

    // A secret belongs to one environment, and no other can touch it.
    const stranger = await server.organization();
    for (const as of [stranger.testKey, productionKey])
      expect((await server.request({ method: "DELETE", url: secretUrl, key: as })).status).toBe(404);
    expect((await server.request({ method: "DELETE", url: secretUrl, token })).status).toBe(403);
    expect((await server.request({ method: "DELETE", url: secretUrl, key })).status).toBe(200);
    expect((await server.request({ method: "DELETE", url: secretUrl, key })).status).toBe(404);
    expect((await sendWebhook(server, signed, {}, { headers: proof })).status).toBe(401);
    expect((await publish(key)).status).toBe(200);
    expect((await sendWebhook(server, signed)).status).toBe(200);

    // An earlier version is checked as well, and a version without such a trigger has no address.
    expect((await publish(key, { version: 1 })).status).toBe(200);
    expect((await setSecret(signed)).status).toBe(200);
    expect((await publish(key, { version: 2 })).status).toBe(400);
    await save([{ application: "Junctor", event: "API Call" }]);
    expect((await publish(key)).status).toBe(200);
    expect((await publish(key, { version: 2 })).status).toBe(400);
    expect((await publish(key, { version: 1 })).status).toBe(200);
  });
});
