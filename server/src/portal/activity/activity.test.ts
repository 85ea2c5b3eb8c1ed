import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import {
  createCodeNode,
  insertTestVersion,
  readRunRow,
  startRunsOf,
  startTestRun,
  waitForRunEnd,
} from "../../runs/start/test-run.ts";
import type { RunTest } from "../../runs/table.ts";
import { connectDesk, startTestPortal, type TestPortal } from "../test-portal.ts";

const READ = { id: "read", name: "Secret step", type: "action", action: "desk/read", data: {} };
const BROKEN = createCodeNode("inner", "throw new Error('inner words')", { name: "Inner name" });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.server.work();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

async function show(shown: string, key = portal.server.testKey) {
  const url = "/api/v2/public/portal-executions";
  const reply = await portal.server.request({ method: "PUT", url, key, body: { shown } });
  expect(reply.body, reply.text).toEqual({ shown });
}

const DRAFT_TEST = sql<RunTest>`${JSON.stringify({ calls: false, pins: {}, isOwn: true })}`;

/** An account's executions of a workflow named `name`, once they have ended or wait. */
async function run(accountId: string, name: string, node: object, options: object = {}) {
  const scope = await portal.scopeOf(accountId);
  const workflow = await insertTestVersion(portal.server, scope, { nodes: [node as never], ...options });
  const { count = 1, executionType = "SYNC" as const }: { count?: number; executionType?: "SYNC" | "ASYNC" } =
    options;
  const inputs = Array.from({ length: count }, (_, index) => ({ order: `order-${index}` }));
  const named = { ...workflow, name, slug: "desk" };
  const ids = await startRunsOf(portal.server, scope, named, { inputs, executionType });
  for (const id of ids) {
    await eventually(async () => {
      const row = await readRunRow(portal.server, id);
      return row.finished_at !== null || row.parked_at !== null;
    });
  }
  return ids;
}

async function whileRefused(work: () => Promise<void>) {
  portal.provider.accepted.delete("good-key");
  await work().finally(() => portal.provider.accepted.add("good-key"));
}

describe("the list of executions", () => {
  test("is linked once something has run, and says so while it is empty", async () => {
    const path = await portal.link("fresh");
    expect((await portal.get(path)).text).not.toContain("/activity");
    expect((await portal.get(`${path}/activity`)).text).toContain("Nothing has run yet.");
    await run("fresh", "Copy orders", createCodeNode("a", "return 1"));
    expect((await portal.get(path)).text).toContain(`href="${path}/activity"`);
    const { text } = await portal.get(`${path}/activity`);
    expect(text).toMatch(/Copy orders<\/a><p><span class="state good">Completed<\/span>/);
  });

  test("is not linked where only tests and called executions have run", async () => {
    const path = await portal.link("unseen");
    const [id = ""] = await run("unseen", "Tried", createCodeNode("a", "return 1"));
    const change = portal.server.deps.db.updateTable("runs").where("id", "=", id);
    for (const unseen of [{ test: DRAFT_TEST }, { test: null, parent_run: id }]) {
      await change.set(unseen).execute();
      expect((await portal.get(path)).text).not.toContain("/activity");
    }
    await change.set({ parent_run: null }).execute();
    expect((await portal.get(path)).text).toContain("/activity");
  });

  test("says why one failed in the customer's language, in none of the organization's words", async () => {
    const path = await portal.link("failing");
    await run("failing", "Sync", BROKEN);
    const { text } = await portal.get(`${path}/activity?lang=de`);
    expect(text).toContain('<span class="state bad">Fehlgeschlagen</span>');
    expect(text).toContain("Ein Schritt hat nicht funktioniert.");
    expect(text).not.toMatch(/inner words|Inner name|CODE_/);
  });

  test("shows the sentence that a workflow's author wrote for its reader", async () => {
    const path = await portal.link("told");
    const end = {
      id: "end",
      type: "terminate",
      data: { status: "failed", message: "The order <b>has</b> no address." },
    };
    await run("told", "Ship", end);
    expect((await portal.get(`${path}/activity`)).text).toContain(
      "The order &lt;b&gt;has&lt;/b&gt; no address.",
    );
  });

  test("is paged, can be limited to failures and to one application, and keeps the language", async () => {
    const path = await portal.link("paging");
    await run("paging", "Broken", BROKEN);
    await run("paging", "Fine", createCodeNode("a", "return 1"), { count: 27 });
    const first = (await portal.get(`${path}/activity?lang=fr`)).text;
    expect(first.match(/>Fine</g)).toHaveLength(25);
    const older = /href="([^"]*after=[^"]*)">Plus anciens/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(older).toContain("lang=fr");
    const second = (await portal.get(older)).text;
    expect(second.match(/>Fine</g)).toHaveLength(2);
    expect(second).toContain(">Broken<");
    expect(second).not.toContain("Plus anciens");
    const failed = (await portal.get(`${path}/activity?state=failed`)).text;
    expect(failed).toContain(">Broken<");
    expect(failed).not.toContain(">Fine<");
    expect((await portal.get(`${path}/activity?application=books`)).text).toContain("Nothing to show here.");
    expect((await portal.get(`${path}/activity?application=desk`)).text).toContain(">Fine<");
    expect((await portal.get(`${path}/activity?after=nonsense`)).status).toBe(400);
  });

  test("leaves out executions of other accounts and environments, called ones, and tests", async () => {
    const [own = ""] = await run("mine", "Own", createCodeNode("a", "return 1"));
    const other = await portal.link("other");
    expect((await portal.get(`${other}/activity`)).text).not.toContain("Own");
    expect((await portal.get(`${other}/activity/${own}`)).status).toBe(404);
    const { server } = portal;
    const token = await server.account("mine", server.productionKey);
    const url = "/api/v2/public/connect-url";
    const production = await server.request({ method: "POST", url, token, body: {} });
    const { pathname } = new URL(production.body.hosted_url);
    expect((await portal.get(`${pathname}/activity`)).text).toContain("Nothing has run yet.");
    expect((await portal.get(`${pathname}/activity/${own}`)).status).toBe(404);
    const [called = ""] = await run("mine", "Called", createCodeNode("a", "return 1"));
    await server.deps.db.updateTable("runs").set({ parent_run: own }).where("id", "=", called).execute();
    const [tested = ""] = await run("mine", "Tested", createCodeNode("a", "return 1"));
    await server.deps.db.updateTable("runs").set({ test: DRAFT_TEST }).where("id", "=", tested).execute();
    const path = await portal.link("mine");
    const { text } = await portal.get(`${path}/activity`);
    expect(text).toContain(">Own<");
    expect(text).not.toMatch(/>(Called|Tested)</);
    for (const id of [called, tested, "nothing"]) {
      expect((await portal.get(`${path}/activity/${id}`)).status).toBe(404);
    }
  });

  test("is not there for links to one application, and where the organization turns it off", async () => {
    const [id = ""] = await run("hidden", "Hidden", createCodeNode("a", "return 1"));
    const path = await portal.link("hidden");
    await show("off");
    for (const page of ["", `/${id}`]) expect((await portal.get(`${path}/activity${page}`)).status).toBe(404);
    expect((await portal.get(path)).text).not.toContain("/activity");
    await show("results");
    await show("off", portal.server.productionKey);
    expect((await portal.get(`${path}/activity`)).text).toContain("Hidden");
    const url = "/api/v2/public/linked-account/integration/desk/reconnect-link";
    const { testKey: key } = portal.server;
    const link = await portal.server.request({ method: "POST", url, key, account: "hidden" });
    expect((await portal.get(`${new URL(link.body.reconnect_url).pathname}/activity`)).status).toBe(404);
  });
});

describe("the page of an execution", () => {
  test("asks to connect again if that is what failed, and says when it is done", async () => {
    await connectDesk(portal, "refused");
    let id = "";
    await whileRefused(async () => {
      [id = ""] = await run("refused", "Copy", READ);
    });
    const path = await portal.link("refused");
    const { text } = await portal.get(`${path}/activity/${id}`);
    expect(text).toContain("The application did not accept the connection.");
    expect(text).toContain(`href="${path}/apps/desk?again=1"`);
    expect(text).not.toMatch(/Secret step|bad token/);
    expect((await portal.get(`${path}/apps/desk?again=1`)).text).toContain('name="field.key"');
    portal.pass(60_000);
    await connectDesk(portal, "refused");
    const after = (await portal.get(`${path}/activity/${id}`)).text;
    expect(after).toContain("has been connected again since");
    expect(after).not.toContain("again=1");
  });

  test("an execution that waits for a connection leads to it, in the list and on its page", async () => {
    await connectDesk(portal, "parked");
    await whileRefused(async () => {
      const [id = ""] = await run("parked", "Copy", READ, { executionType: "ASYNC" });
      const path = await portal.link("parked");
      expect((await portal.get(`${path}/activity`)).text).toContain("Waiting until you connect Desk");
      const { text } = await portal.get(`${path}/activity/${id}`);
      expect(text).toContain("This then resumes automatically.");
      expect(text).toContain(`href="${path}/apps/desk?again=1"`);
    });
  });

  test("names what failed in a workflow that this one called", async () => {
    const scope = await portal.scopeOf("caller");
    await connectDesk(portal, "caller");
    await whileRefused(async () => {
      const [child = ""] = await run("caller", "Inner", READ);
      const [id = ""] = await run("caller", "Outer", BROKEN);
      const error = JSON.stringify({ code: "SUB_FLOW", message: "The called workflow failed." }) as never;
      const { db } = portal.server.deps;
      await db.updateTable("runs").set({ parent_run: id }).where("id", "=", child).execute();
      await db.updateTable("runs").set({ error }).where("id", "=", id).execute();
      const path = await portal.link(scope.account.accountId);
      expect((await portal.get(`${path}/activity/${id}`)).text).toContain("apps/desk?again=1");
    });
  });

  test("sends to the settings for refused values, and to the company's support for the rest", async () => {
    await connectDesk(portal, "advised");
    const { server } = portal;
    const [id = ""] = await run("advised", "Copy", { ...READ, data: "nothing" });
    const [broken = ""] = await run("advised", "Broken", BROKEN);
    const path = await portal.link("advised");
    const error = JSON.stringify({ code: "INPUT", message: "x", nodeId: "read" }) as never;
    await server.deps.db.updateTable("runs").set({ error, status: "ERRORED" }).where("id", "=", id).execute();
    expect((await portal.get(`${path}/activity/${id}`)).text).toMatch(
      /Check your settings for Desk[\s\S]*apps\/desk"/,
    );
    const body = { support: "help@northwind.example" };
    const { productionKey: key } = server;
    await server.request({ method: "PUT", url: "/api/v2/public/organization", key, body });
    const { text } = await portal.get(`${path}/activity/${broken}`);
    expect(text).toContain(`Include the reference <bdi>${broken}</bdi>.`);
    expect(text).toContain(`href="mailto:help@northwind.example?subject=${broken}"`);
  });

  test("shows what was received and returned only if the organization chose so, without secrets of its steps", async () => {
    const node = createCodeNode("a", "return { said: 'result-text' }", { name: "Ask <b>them</b>" });
    const [id = ""] = await run("curious", "Ask", node);
    const [large = ""] = await run("curious", "Large", createCodeNode("a", "return 'x'.repeat(30000)"));
    const path = await portal.link("curious");
    expect((await portal.get(`${path}/activity/${id}`)).text).not.toMatch(/order-0|result-text|Ask &lt;b/);
    await show("data");
    const { text } = await portal.get(`${path}/activity/${id}`);
    expect(text).toContain("order-0");
    expect(text).toContain("result-text");
    expect(text).toContain("Ask &lt;b&gt;them&lt;/b&gt;");
    expect(text).not.toContain("return {");
    expect((await portal.get(`${path}/activity/${large}`)).text).toContain("Too large to show here.");
    await show("results");
  });

  test("of an account's own workflow gives the failure's own message", async () => {
    const scope = await portal.scopeOf("author");
    const id = await startTestRun(portal.server, { nodes: [BROKEN], scope });
    await waitForRunEnd(portal.server, id);
    const path = await portal.link("author");
    expect((await portal.get(`${path}/activity/${id}`)).text).not.toContain("inner words");
    const { workflow_id } = await readRunRow(portal.server, id);
    await portal.server.deps.db
      .updateTable("workflow_versions")
      .set({ account_id: scope.account.id })
      .where("workflow_id", "=", workflow_id)
      .execute();
    expect((await portal.get(`${path}/activity/${id}`)).text).toContain("inner words");
  });
});

test("both pages say in a frame what the embedding page needs, and load nothing", async () => {
  const [id = ""] = await run("framed", "Framed", createCodeNode("a", "return 1"));
  const path = await portal.link("framed");
  for (const page of ["/activity", `/activity/${id}`]) {
    const { text, headers } = await portal.get(`${path}${page}`, { "sec-fetch-dest": "iframe" });
    expect(text).toContain(`&quot;path&quot;:&quot;${path}${page}&quot;`);
    expect(text).toContain("&quot;state&quot;");
    const plain = await portal.get(`${path}${page}`);
    expect(plain.text).not.toMatch(/<script|<link/);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
  }
});
