import { beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/id.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { applyEdgeDefaults, applyNodeDefaults } from "../../workflows/definition/graph.ts";
import { insertVersion } from "../../workflows/store.ts";
import { blankVersion } from "../../workflows/validation/test-definitions.ts";
import { createApprovalNode, startSignalRun } from "../approvals/test-asked.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import { buildStepLink } from "../signals/links.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  readRun,
  startRunsOf,
  waitForRunEnd,
} from "../start/test-run.ts";

const { server, third } = useThirdParty();
let accountId: string;
let token: string;
beforeAll(async () => {
  accountId = `account-${createId()}`;
  token = await server.account(accountId);
});

const LINK = "{{ links.refund }}";
/** Spellings of the address that code makes of it; each can be read back. */
const SPELLINGS = `
  const link = links.refund, token = link.split("/").pop();
  const bytes = (text) => [...text].map((one) => one.charCodeAt(0));
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const base64 = (text) => {
    const bits = bytes(text).map((one) => one.toString(2).padStart(8, "0")).join("");
    return (bits.match(/.{1,6}/g) ?? []).map((six) => alphabet[parseInt(six.padEnd(6, "0"), 2)]).join("");
  };
  const hex = (text) => bytes(text).map((one) => one.toString(16).padStart(2, "0")).join("");
  const percent = encodeURIComponent(link);
  return {
    plain: link, token, percent, double: encodeURIComponent(percent), lower: percent.toLowerCase().replace(token.toLowerCase(), token),
    base64: [link, " " + link, "  " + link, token, " " + token, "  " + token].map(base64),
    hex: [hex(link), hex(token).toUpperCase()], inside: "Please open <" + link + "?by=mail>, now",
  };`;
/** What no search finds again. */
const PIECES = `
  const token = links.refund.split("/").pop();
  return { halves: [token.slice(0, 17), token.slice(17)], letters: [...token], reversed: [...token].reverse().join("") };`;

const asAccount = async (url: string) => (await server.request({ url, token })).body;
const pathOf = (id: string) => `/api/v2/public/execution/${id}`;
const tokenAt = (runId: string) =>
  buildStepLink(server.deps, "page", { runId, path: "refund" }).split("/").pop() ?? "";

/** Everything that the account reads of an execution. */
async function readings(id: string, nodes: readonly string[]): Promise<string> {
  const parts = nodes.flatMap((node) => [`/nodes/${node}/attempts`, `/nodes/${node}/batches`]);
  const urls = ["", ...parts].map((part) => pathOf(id) + part);
  const all = [
    ...urls,
    `/api/v1/execution/${id}/response`,
    "/api/v2/public/execution",
    "/api/v2/public/approval",
  ];
  return JSON.stringify(await Promise.all(all.map(asAccount)));
}

/** Whether a token can be read out of a text, as it is, turned round, or out of its parts. */
function tells(text: string, secret: string): boolean {
  const only = (one: string) => one.replace(/[^\w-]/g, "");
  const decoded = [...text.matchAll(/[\w+/]{40,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1")),
  );
  const unhexed = [...text.matchAll(/[0-9a-f]{40,}/gi)].map(([run]) =>
    Buffer.from(run, "hex").toString("latin1"),
  );
  const all = [text, ...decoded, ...unhexed].map(only);
  // A third of its secret part is more than anybody guesses.
  const part = secret.slice(18, 40);
  const turned = [...part].reverse().join("");
  return all.some((one) => one.includes(part) || one.includes(turned));
}

async function ask(nodes: NodeInput[]): Promise<string> {
  const scope = await createTestAccount(server, accountId);
  return startSignalRun(server, { nodes: [...nodes, createApprovalNode()], scope }, "refund");
}

async function approve(id: string): Promise<void> {
  const url = `${pathOf(id)}/nodes/refund/approval`;
  const reply = await server.request({ method: "PUT", url, key: server.testKey, body: { approved: true } });
  expect(reply.status, reply.text).toBe(200);
}

describe("an account reading its execution", () => {
  test("finds no address for approving it, in any spelling or fragment within a step", async () => {
    const echo = (): { status: number; body: string } => {
      const { path = "", headers = {}, body = "" } = third.received.at(-1) ?? {};
      return { status: 200, body: JSON.stringify({ path, header: headers["x-link"], body }) };
    };
    third.answer = echo;
    const http: NodeInput = {
      id: "http",
      type: "http",
      data: {
        method: "POST",
        url: `${third.url}/ask/${LINK}`,
        query: { link: LINK },
        headers: { "x-link": LINK },
        body: { text: `Please decide: ${LINK}` },
      },
    };
    const fails = createCodeNode(
      "fails",
      `throw new Error("No mail to " + encodeURIComponent(links.refund))`,
    );
    const id = await ask([
      createCodeNode("spell", SPELLINGS),
      createCodeNode("pieces", PIECES),
      http,
      { ...fails, on_error: "continue" },
    ]);
    const secret = tokenAt(id);
    // The test itself can tell.
    const { nodes } = await readRun(server, id);
    for (const { node_id, latest_output } of nodes.slice(1, 4))
      expect([node_id, tells(JSON.stringify(latest_output), secret)]).toEqual([node_id, true]);
    expect(third.received.at(-1)?.headers["x-link"]).toContain(secret);
    expect(tells(await readings(id, ["spell", "pieces", "http", "fails"]), secret)).toBe(false);
    const shown = await asAccount(pathOf(id));
    expect(shown.nodes.map(({ node_status }: { node_status: string }) => node_status)).toEqual([
      "Success",
      "Success",
      "Success",
      "Success",
      "Errored_and_Skipped",
      "Waiting",
    ]);
    expect(shown.nodes[1]).toMatchObject({ latest_output: "[hidden]", logs: [] });
  });

  test("reads its steps' outputs once the addresses have expired, without those that can be found", async () => {
    const id = await ask([
      createCodeNode("spell", SPELLINGS),
      createCodeNode("plain", "return { order: 7 }"),
    ]);
    expect((await asAccount(pathOf(id))).nodes[2].latest_output).toBe("[hidden]");
    await approve(id);
    await waitForRunEnd(server, id);
    const { nodes } = await asAccount(pathOf(id));
    expect(nodes[2].latest_output).toEqual({ body: { order: 7 } });
    const { plain, token: alone, percent, double, inside, base64, hex } = nodes[1].latest_output.body;
    expect([plain, alone, percent, double, inside]).toEqual([
      "[hidden]",
      "[hidden]",
      "[hidden]",
      "[hidden]",
      "Please open <[hidden]?by=mail>, now",
    ]);
    expect(base64).toEqual(Array(6).fill("[hidden]"));
    expect(tells(JSON.stringify(hex), tokenAt(id))).toBe(false);
    expect(tells(await readings(id, ["spell", "plain"]), tokenAt(id))).toBe(false);
  });

  test("reads all of an execution whose workflow uses no address, or is its own", async () => {
    const id = await ask([createCodeNode("plain", "return { order: 7 }")]);
    expect((await asAccount(pathOf(id))).nodes[1].latest_output).toEqual({ body: { order: 7 } });
    const scope = await createTestAccount(server, accountId);
    const nodes = applyNodeDefaults([
      { id: "start", type: "start" },
      createCodeNode("count", "return [...links.refund].length"),
      createApprovalNode(),
    ]);
    const edges = applyEdgeDefaults([
      { source: "start", target: "count" },
      { source: "count", target: "refund" },
    ]);
    const workflow = { id: createId(), version: 1, name: "Own", slug: null };
    const version = {
      id: workflow.id,
      org_id: server.orgId,
      account_id: scope.account.id,
      ...blankVersion({ nodes, edges }),
    };
    await server.deps.queue.transaction((tx) => insertVersion(tx, version, new Date()));
    const [own = ""] = await startRunsOf(server, scope, workflow, { inputs: [{}] });
    await expect.poll(async () => (await readRun(server, own)).nodes[2].node_status).toBe("Waiting");
    expect((await asAccount(pathOf(own))).nodes[1].latest_output).toEqual({ body: expect.any(Number) });
  });

  test("does not find it in a datastore's records, by reading or searching", async () => {
    await server.request({ method: "POST", url: "/api/v2/public/config", token, body: { slug: "stripe" } });
    const fields = {
      plain: LINK,
      text: `Please open ${LINK}, now`,
      percent: "https://mail.test/?to={{ encodeURIComponent(links.refund) }}",
      double: "{{ encodeURIComponent(encodeURIComponent(links.refund)) }}",
      inside: [{ link: LINK }],
    };
    const data = { operation: "put", name: "asked", slug: "stripe", fields };
    const secret = tokenAt(await ask([{ id: "keep", type: "datastore", data }]));
    const records = "/api/v2/public/datastore/config/stripe/asked";
    const read = async (who: object) => (await server.request({ url: `${records}/records`, ...who })).text;
    const search = async (who: object, pattern: string) => {
      const body = { plain: pattern };
      return (await server.request({ method: "POST", url: `${records}/search`, body, ...who })).body;
    };
    const byKey = { key: server.testKey, account: accountId };
    expect((await read(byKey)).split(secret)).toHaveLength(6);
    expect(await search(byKey, secret.slice(20, 40))).toHaveLength(1);
    expect(tells(await read({ token }), secret)).toBe(false);
    expect(JSON.parse(await read({ token }))).toMatchObject([
      {
        plain: "[hidden]",
        text: "Please open [hidden], now",
        percent: "https://mail.test/?to=[hidden]",
        double: "[hidden]",
        inside: [{ link: "[hidden]" }],
      },
    ]);
    expect(await search({ token }, secret.slice(20, 40))).toEqual([]);
    expect(await search({ token }, "approve")).toEqual([]);
  });

  test("does not find it in called executions either", async () => {
    const id = await ask([createCodeNode("turn", PIECES)]);
    const echo = await called(id, "return { got: input }");
    expect(tells(JSON.stringify(await readRun(server, echo)), tokenAt(id))).toBe(true);
    expect(tells(await readings(echo, ["start", "echo"]), tokenAt(id))).toBe(false);
  });

  test("does not find it in an execution's error caused by a called one", async () => {
    const id = await ask([createCodeNode("turn", PIECES)]);
    const between = await called(id, "return 1");
    for (const text of ["input.link", "input.reversed"]) {
      const failed = await called(id, `throw new Error("No mail to " + ${text})`, {
        parent_run: between,
        parent_path: "call",
      });
      const whole = await readRun(server, failed);
      expect(tells(whole.execution_error.message, tokenAt(id))).toBe(true);
      expect(tells(await readings(failed, ["start", "echo"]), tokenAt(id))).toBe(false);
      const { code: reason, message } = (await asAccount(pathOf(failed))).execution_error;
      expect([reason, message]).toEqual([whole.execution_error.code, "[hidden]"]);
    }
  });

  test("reads no settings of an organization's node in a called workflow's input", async () => {
    const id = await ask([createCodeNode("turn", PIECES)]);
    const child = await called(id, "return 7");
    const { nodes } = await asAccount(pathOf(child));
    expect(nodes[0]).toMatchObject({ node_type: "start", input_data: null, latest_output: null });
    expect(nodes[1].latest_output).toBe("[hidden]");
    await approve(id);
    await waitForRunEnd(server, id);
    const again = await called(id, "return 7", { replay_of: child });
    for (const each of [child, again]) {
      const ended = await asAccount(pathOf(each));
      expect(ended.nodes[0]).toMatchObject({ input_data: null, latest_output: null });
      expect(ended.nodes[1].latest_output).toEqual({ body: 7 });
      expect(await readings(each, ["start", "echo"])).not.toContain('"reversed"');
    }
  });

  test("reads what was passed to a called workflow if the organization opens its workflows, once the caller ended", async () => {
    const open = (whole_workflows: boolean) =>
      server.deps.db
        .updateTable("organizations")
        .set({ whole_workflows })
        .where("id", "=", server.orgId)
        .execute();
    await open(true);
    const id = await ask([createCodeNode("turn", PIECES)]);
    const child = await called(id, "return 7");
    const began = async () => (await asAccount(pathOf(child))).nodes[0].input_data;
    expect(await began()).toBe("[hidden]");
    expect(tells(await readings(child, ["start", "echo"]), tokenAt(id))).toBe(false);
    await approve(id);
    await waitForRunEnd(server, id);
    expect(await began()).toMatchObject({ reversed: expect.any(String) });
    await open(false);
  });

  test("reads no logs of an organization's node", async () => {
    const id = await ask([createCodeNode("talk", "console.log('internal'); return 1")]);
    expect((await readRun(server, id)).nodes[1].logs).toEqual([expect.stringContaining("internal")]);
    expect((await asAccount(pathOf(id))).nodes[1]).toMatchObject({ latest_output: { body: 1 }, logs: [] });
    expect(await readings(id, ["talk"])).not.toContain("internal");
  });

  test("reads data that merely look like a failure as they are", async () => {
    const failure = "{ error: { code: 'HTTP_STATUS', message: 'as the customer sent it' } }";
    const loop: NodeInput = { id: "loop", type: "loop", data: { items: "{{ [1] }}" } };
    const scope = await createTestAccount(server, accountId);
    const version = await insertTestVersion(server, server, {
      nodes: [
        loop,
        createCodeNode("inside", `return ${failure}`),
        createCodeNode("last", `return ${failure}`),
      ],
      edges: ["start>loop", "loop:item>inside", "loop:done>last"],
    });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [{}] });
    await waitForRunEnd(server, id);
    const { docs } = await asAccount(`${pathOf(id)}/nodes/loop/batches`);
    const sent = { error: { code: "HTTP_STATUS", message: "as the customer sent it" } };
    expect(docs).toMatchObject([{ status: "Success", output: sent }]);
    const { nodes } = await asAccount(pathOf(id));
    expect(nodes.at(-1).latest_output).toEqual({ body: sent });
  });

  test("reads none of that after the caller, or the replayed execution, is deleted either", async () => {
    const { db } = server.deps;
    const remove = (id: string) => db.deleteFrom("runs").where("id", "=", id).execute();
    const caller = await called(await ask([createCodeNode("turn", PIECES)]), "return 1");
    const child = await called(caller, "return 7", { parent_run: caller, parent_path: "call" });
    const again = await called(caller, "return 7", { replay_of: child });
    const began = async (id: string) => (await asAccount(pathOf(id))).nodes[0].input_data;
    await remove(caller);
    expect(await began(child)).toBeNull();
    expect(await began(again)).toBeNull();
    await remove(child);
    expect(await began(again)).toBeNull();
    const event = { replay_of: child, source: "Event" };
    expect(await began(await called(caller, "return 7", event))).toMatchObject({
      reversed: expect.any(String),
    });
  });
});

/** An ended execution of the node `echo`, called by `asking` or made as `row` says, whose input has the token of `asking`. */
async function called(
  asking: string,
  text: string,
  row: object = { parent_run: asking, parent_path: "call" },
): Promise<string> {
  const scope = await createTestAccount(server, accountId);
  const workflow = await insertTestVersion(server, server, { nodes: [createCodeNode("echo", text)] });
  const inputs = [{ link: tokenAt(asking), reversed: [...tokenAt(asking)].reverse().join("") }];
  const [id = ""] = await startRunsOf(server, scope, workflow, { inputs });
  await server.deps.db.updateTable("runs").set(row).where("id", "=", id).execute();
  await waitForRunEnd(server, id);
  return id;
}
