import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertFile } from "../../server/src/files/store.ts";
import { createTestAccount } from "../../server/src/runs/start/test-run.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";
import { JunctorError } from "./http/error.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";

let server: ListeningServer;
let junctor: ServerClient;

beforeAll(async () => {
  server = await startListeningServer();
  junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
});
afterAll(() => server.close());

test("a list that has cursors is read on by them", async () => {
  const asked: string[] = [];
  const answer: typeof fetch = async (url) => {
    asked.push(new URL(String(url)).search);
    const isFirst = asked.length === 1;
    const next = { hasNextPage: isFirst, nextPage: isFirst ? 2 : null, nextCursor: isFirst ? "c1" : null };
    return Response.json({ docs: [{ account_id: "a" }], ...next });
  };
  const client = createServerClient({ baseUrl: server.baseUrl, apiKey: "k", fetch: answer });
  for await (const _ of client.linkedAccounts.listAll());
  expect(asked).toEqual(["?page=1&limit=100", "?page=2&limit=100&after=c1"]);
});

describe("linked accounts", () => {
  test("are created, updated, read and deleted", async () => {
    const made = await junctor.linkedAccounts.upsert({ linked_account_id: "acme", udf: { plan: "pro" } });
    expect(made).toMatchObject({ account_id: "acme", environment: "test" });
    await junctor.linkedAccounts.upsert({ linked_account_id: "acme", name: "Acme" });
    const read = await junctor.linkedAccounts.get("acme");
    expect(read).toMatchObject({
      _id: made._id,
      name: "Acme",
      udf: [{ key_name: "plan", key_value: "pro" }],
    });
    expect(await junctor.linkedAccounts.delete("acme")).toEqual({ message: "User deleted successfully" });
    await expect(junctor.linkedAccounts.get("acme")).rejects.toMatchObject({ status: 404 });
  });

  test("accept any text as id", async () => {
    const id = "ÄÖ/ü ?#%@example.com";
    await junctor.linkedAccounts.upsert({ linked_account_id: id });
    expect(await junctor.linkedAccounts.get(id)).toMatchObject({ account_id: id });
    await junctor.linkedAccounts.delete(id);
  });

  test("are listed over all pages, each once, newest first", async () => {
    const client = createServerClient({ baseUrl: server.baseUrl, apiKey: server.productionKey });
    const ids = Array.from({ length: 103 }, (_, index) => `account-${index}`);
    for (const id of ids) await client.linkedAccounts.upsert({ linked_account_id: id });
    const listed: string[] = [];
    for await (const account of client.linkedAccounts.listAll()) listed.push(account.account_id);
    expect(listed).toEqual(ids.toReversed());
    expect(await client.linkedAccounts.list({ page: 2, limit: 100 })).toMatchObject({
      totalDocs: 103,
      hasNextPage: false,
    });
  });
});

describe("files", () => {
  test("are downloaded with their name and every byte", async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const file = { name: 'é "x" (1).bin', contentType: "image/png", content };
    const origin = { executionId: undefined, now: new Date(), limits: server.deps.config };
    const { $file } = await insertFile(server.deps.db, await createTestAccount(server), file, origin);
    const { name, bytes } = await junctor.files.get($file);
    expect(name).toBe(file.name);
    expect(bytes).toEqual(new Uint8Array(content));
    const production = createServerClient({ baseUrl: server.baseUrl, apiKey: server.productionKey });
    await expect(production.files.get($file)).rejects.toMatchObject({ status: 404, name: "JunctorError" });
  });

  test("are uploaded for an account", async () => {
    const { accountId: linkedAccountId } = (await createTestAccount(server)).account;
    const content = new Uint8Array([0, 255, 13, 10]);
    const reference = await junctor.files.upload(new File([content], "é.bin", { type: "image/png" }), {
      linkedAccountId,
    });
    expect(reference).toMatchObject({ name: "é.bin", content_type: "image/png", size: 4 });
    expect(await junctor.files.get(reference.$file)).toEqual({ name: "é.bin", bytes: content });
    const named = { linkedAccountId, name: "b.txt" };
    expect(await junctor.files.upload(new Blob(["b"]), named)).toMatchObject({ name: "b.txt", size: 1 });
  });

  test("are not taken from what is no Junctor server", async () => {
    const page = async () => new Response("<h1>Welcome</h1>");
    const elsewhere = createServerClient({ baseUrl: server.baseUrl, apiKey: "tk_x", fetch: page });
    await expect(elsewhere.files.get("1")).rejects.toMatchObject({ status: 200, code: "UNEXPECTED_REPLY" });
  });
});

describe("access", () => {
  test("keys are created, listed and revoked", async () => {
    const { id, key } = await junctor.apiKeys.create({ name: "CI", role: "viewer" });
    const own = createServerClient({ baseUrl: server.baseUrl, apiKey: key });
    await expect(own.apiKeys.list()).rejects.toMatchObject({ status: 403, code: "ROLE_TOO_LOW" });
    const names: (string | null)[] = [];
    for await (const { name } of junctor.apiKeys.listAll()) names.push(name);
    expect(names).toContain("CI");
    await junctor.apiKeys.delete(id);
    await expect(own.executions.list()).rejects.toMatchObject({ status: 401 });
  });

  test("usage is listed by day", async () => {
    const { usage } = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
    expect((await usage.list({ meter: "executions", from: "2026-01-01" })).docs).toEqual([]);
    for await (const left of usage.listAll()) expect.fail(left.day);
  });

  test("plans are created, changed, given to a linked account and deleted", async () => {
    const { plans, linkedAccounts } = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
    const { _id: id } = await plans.create({ name: "Free", caps: { executions_per_day: { hard: 9 } } });
    expect((await plans.update(id, { name: "Pro" })).caps.executions_per_day?.hard).toBe(9);
    expect((await plans.get(id)).name).toBe("Pro");
    await linkedAccounts.upsert({ linked_account_id: "planned" });
    expect((await plans.setForAccount("planned", { plan_id: id })).plan?.name).toBe("Pro");
    await plans.setForAccount("planned", { plan_id: null });
    expect((await plans.ofAccount("planned")).plan).toBeNull();
    expect((await plans.list()).totalDocs).toBe(1);
    await plans.delete(id);
    for await (const left of plans.listAll()) expect.fail(left.name);
  });

  test("ids of records are stored, found from either side, and deleted", async () => {
    const { dataReferences: references, linkedAccounts } = createServerClient({
      baseUrl: server.baseUrl,
      apiKey: server.testKey,
    });
    await linkedAccounts.upsert({ linked_account_id: "synced" });
    const acting = { linkedAccountId: "synced" };
    expect((await references.create("contacts", acting)).data).toEqual({});
    const refs = ["1", "2"].map((n) => ({ record_id: n, slug: "hubspot", external_id: `h${n}` }));
    await references.save("contacts", refs, acting);
    const found = await references.records("contacts", { external_id: "h2" }, acting);
    expect(found.rows).toEqual([{ record_id: "2", hubspot: "h2" }]);
    await references.deleteRecord("contacts", "2", acting);
    await references.setGroup(["contacts"], "CRM");
    expect((await references.list()).docs).toMatchObject([{ group: "CRM", external_ids: 1 }]);
    expect((await references.clear("contacts", acting)).external_ids).toBe(0);
    expect(await references.delete("contacts", acting)).toEqual({ acknowledged: true, deletedCount: 1 });
    for await (const left of references.listAll()) expect.fail(left.name);
  });

  test("alert rules are created, tested, changed and deleted, and alerts are read", async () => {
    const { alertRules, alerts } = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
    const { _id: id } = await alertRules.create({ name: "Queue", type: "queue_age" });
    expect(await alertRules.update(id, { minutes: 9 })).toMatchObject({ minutes: 9, alert: null });
    expect(await alertRules.test(id)).toEqual({ message: "Test alert sent" });
    expect((await alertRules.list()).totalDocs).toBe(1);
    expect((await alertRules.get(id)).name).toBe("Queue");
    expect((await alerts.list({ state: "firing" })).docs).toEqual([]);
    await alertRules.delete(id);
    for await (const left of alertRules.listAll()) expect.fail(left.name);
    for await (const left of alerts.listAll()) expect.fail(left.rule_name);
  });

  test("operators are invited, changed, reset and removed", async () => {
    const { operators } = createServerClient({ baseUrl: server.baseUrl, apiKey: server.productionKey });
    const { operator, link } = await operators.invite({ email: "a@example.com", roles: { test: "owner" } });
    expect(link).toContain("/app/sign-in#");
    const changed = await operators.update(operator.id, { roles: { production: "viewer" } });
    expect(changed.roles).toEqual({ test: "owner", production: "viewer" });
    expect((await operators.reset(operator.id)).link).not.toBe(link);
    expect((await operators.list()).totalDocs).toBe(1);
    await operators.delete(operator.id);
    for await (const left of operators.listAll()) expect.fail(left.email);
  });
});

describe("session tokens", () => {
  test("come from a code that a browser exchanges once", async () => {
    await junctor.linkedAccounts.upsert({ linked_account_id: "holder" });
    const { code, expires_in } = await junctor.sessionTokens.createCode("holder");
    expect([code.length, expires_in]).toEqual([43, 600]);
  });

  test("are issued for an account and no longer work when revoked", async () => {
    await junctor.linkedAccounts.upsert({ linked_account_id: "holder" });
    const { token, expires_in } = await junctor.sessionTokens.create("holder");
    expect(expires_in).toBe(86_400);
    expect(await junctor.sessionTokens.revoke(token)).toEqual({ success: true, revoked_count: 1 });
    await expect(junctor.sessionTokens.revoke(token)).rejects.toMatchObject({
      status: 401,
      code: "INVALID_TOKEN",
    });
  });
});

describe("MCP servers", () => {
  test("are created, changed, listed and deleted", async () => {
    const options = { linkedAccountId: "agent-user" };
    await junctor.linkedAccounts.upsert({ linked_account_id: "agent-user" });
    const made = await junctor.mcpServers.create({ name: "Desk", description: "For the desk" }, options);
    const changed = await junctor.mcpServers.update(
      made._id,
      { suggestions: [{ name: "Open", prompt: "List what is open" }] },
      options,
    );
    expect(changed).toMatchObject({ name: "Desk", suggestions: [{ name: "Open" }] });
    const listed = [];
    for await (const one of junctor.mcpServers.listAll(options)) listed.push(one._id);
    expect(listed).toEqual([made._id]);
    expect(await junctor.mcpServers.delete(made._id, options)).toBeUndefined();
    await expect(junctor.mcpServers.get(made._id, options)).rejects.toMatchObject({ status: 404 });
  });
});

describe("webhooks", () => {
  test("are created with a secret, changed, listed and deleted", async () => {
    const made = await junctor.webhooks.create({
      webhook_url: "https://example.com/junctor",
      webhook_events: ["Workflow Completed"],
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect(await junctor.webhooks.secret(made._id)).toEqual({ secret: made.secret });
    const rotated = await junctor.webhooks.rotateSecret(made._id);
    expect(rotated.secret).not.toBe(made.secret);
    expect(await junctor.webhooks.update(made._id, { is_enabled: false })).toMatchObject({
      is_enabled: false,
    });
    expect(await junctor.webhooks.list()).toHaveLength(1);
    expect(await junctor.webhooks.deliveries(made._id)).toMatchObject({ docs: [], totalDocs: 0 });
    expect(await junctor.webhooks.delete(made._id)).toEqual([]);
  });
});

describe("a refusal", () => {
  test("is a JunctorError with the server's code and the request id of the header", async () => {
    const error = await junctor.linkedAccounts
      .upsert({ linked_account_id: "x", your_app: {} })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JunctorError);
    expect(error).toMatchObject({
      status: 400,
      code: "SERVER_ERROR",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("of a wrong key is 401", async () => {
    const stranger = createServerClient({ baseUrl: server.baseUrl, apiKey: "tk_nobody_nobody_nobody" });
    await expect(stranger.webhooks.list()).rejects.toMatchObject({
      status: 401,
      message: "Invalid Credentials",
    });
    expect(() => createServerClient({ baseUrl: server.baseUrl, apiKey: "" })).toThrow("apiKey is missing.");
  });
});
