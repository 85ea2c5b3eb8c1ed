import { afterAll, beforeAll, expect, test } from "vitest";
import { sendDecision } from "../../../test/send-decision.ts";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import { expireCall } from "./expire-call.ts";
import { getUrlPath, startTestApprovals, type TestApprovals } from "./test-asking.ts";

const WHOLE = "w".repeat(2000);
let shop: TestApprovals;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
});
afterAll(() => shop.close());

const overdue = (id: string) =>
  shop.server.deps.db
    .updateTable("mcp_calls")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("id", "=", id)
    .execute();

test("an approval on the page makes the call once, even if somebody else approves it at the same time", async () => {
  const { id, url, progress } = await shop.ask();
  expect(await progress()).toMatchObject({ status: "WAITING", approval_url: url });
  expect(await shop.logged(id)).toMatchObject({ status: "WAITING", approval_url: url, finishedAt: null });
  const before = shop.made().length;
  const replies = await Promise.all([
    shop.post(url, "approve"),
    shop.post(url, "approve"),
    shop.decide(id, true),
  ]);
  const won = replies.filter(
    ({ status, headers }) => status === 200 || (status === 303 && String(headers.location).endsWith("?sent")),
  );
  expect(won.length).toBe(1);
  await shop.ended(id);
  expect(await progress()).toMatchObject({ made: { name: "lamp", board: 1 } });
  expect(shop.made().length).toBe(before + 1);
  expect(shop.made().at(-1)?.headers["idempotency-key"]).toBe(id);
  expect((await shop.decide(id, false)).status).toBe(409);
  const page = await shop.server.request({ url: getUrlPath(url) });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("It was approved on")]);
  expect(page.text).not.toContain("<form");
  const row = await shop.logged(id);
  expect(row).toMatchObject({ status: "COMPLETED", decidedAt: expect.any(String) });
  expect(row.approval_url).toBeUndefined();
});

test("a rejected call is not made, and its stored arguments are deleted", async () => {
  const { id, url, progress } = await shop.ask();
  const before = shop.made().length;
  expect((await shop.rowOf(id)).sealed_call).not.toBeNull();
  expect(await shop.post(url, "perhaps")).toMatchObject({ status: 400 });
  const sent = await shop.post(url, "reject");
  expect(sent.status).toBe(303);
  expect((await shop.server.request({ url: String(sent.headers.location) })).text).toContain("Thank you");
  expect(await progress()).toMatchObject({ status: "DENIED" });
  expect((await shop.post(url, "approve")).headers.location).toBe(getUrlPath(url));
  expect(await shop.rowOf(id)).toMatchObject({ status: "DENIED", sealed_call: null });
  expect(shop.made().length).toBe(before);
});

test("a signed-in operator cannot decide in another name", async () => {
  const { id } = await shop.ask();
  const { headers, email } = await signInOperator(shop.server, "support");
  const more = { decided_by: "the-owner@example.com", reason: "No." };
  expect((await shop.decide(id, false, { headers }, more)).status).toBe(200);
  expect(await shop.logged(id)).toMatchObject({ status: "DENIED", decided_by: email });
});

test("a call that nobody decides within a day expires, and can no longer be approved", async () => {
  const { id, url, progress } = await shop.ask();
  await overdue(id);
  expect(await progress()).toMatchObject({ status: "EXPIRED" });
  expect(await shop.logged(id)).toMatchObject({
    status: "EXPIRED",
    finishedAt: expect.any(String),
  });
  const page = await shop.server.request({ url: getUrlPath(url) });
  expect([page.status, page.text]).toEqual([410, expect.stringContaining("Nobody approved it by")]);
  expect((await shop.decide(id, true)).status).toBe(410);
  expect(await shop.rowOf(id)).toMatchObject({ status: "EXPIRED", sealed_call: null });
});

test("a call that nobody looks at expires on time, and only if it still waits", async () => {
  const context = {} as JobContext; // it settles nothing itself
  const [waiting, decided] = [await shop.ask(), await shop.ask()];
  await shop.decide(decided.id, false);
  for (const { id: callId } of [waiting, decided])
    await expireCall.run(shop.server.deps, { callId }, context);
  expect(await shop.rowOf(waiting.id)).toMatchObject({ status: "EXPIRED", sealed_call: null });
  expect((await shop.rowOf(decided.id)).status).toBe("DENIED");
  const jobs = await shop.server.deps.queue.boss.findJobs(expireCall.name, { data: { callId: waiting.id } });
  const [job] = jobs;
  expect(Number(job?.startAfter) - Date.now()).toBeGreaterThan(23 * 3_600_000);
});

test("only the page's own form decides", async () => {
  const { id, url } = await shop.ask();
  expect((await sendDecision(shop.server, getUrlPath(url), { decision: "approve", form: "" })).status).toBe(
    403,
  );
  const { url: other } = await shop.ask();
  const page = await shop.server.request({ url: getUrlPath(other) });
  const [, form = ""] = /name="form" value="([\w-]+)"/.exec(page.text) ?? [];
  expect((await sendDecision(shop.server, getUrlPath(url), { decision: "approve", form })).status).toBe(403);
  expect((await shop.rowOf(id)).status).toBe("WAITING");
});

test("the page has the product's branding, names the customer, and warns of destructive actions", async () => {
  const key = shop.server.testKey;
  const settings = { method: "PUT", url: "/api/v2/public/mcp-settings", key } as const;
  await shop.server.request({ ...settings, body: { product_name: "Desk of Acme" } });
  const { url } = await shop.ask();
  const page = await shop.server.request({ url: getUrlPath(url) });
  for (const text of ["Desk of Acme", "acme", "Its name"]) expect(page.text).toContain(text);
  expect(page.text).not.toContain("may change or delete");
  await shop.server.request({ ...settings, body: { product_name: null } });
  const actions = [{ id: "delete_thing", tool_name: "delete", policy: "ask" }];
  const body = { associated_apps: [{ slug: "things", actions }], primary_color: "#aa0033" };
  const record = await shop.server.record(body);
  const client = await shop.server.connect(record, shop.token, { era: "legacy" });
  const asked = await client.callTool({ name: "delete", arguments: { id: "1" } });
  const { approval_url: destructive = "" } = asked.structuredContent as Record<string, string>;
  const warning = await shop.server.request({ url: getUrlPath(destructive) });
  expect(warning.text).toContain("may change or delete");
  expect(warning.text).toContain("--button:#aa0033");
});

test("the page shows who requests what, without secrets, and escapes it", async () => {
  const note = `<script>alert("x")</script>`;
  const { id, url } = await shop.ask({ note, parts: [{ part: {} }], name: WHOLE });
  const page = await shop.server.request({ url: getUrlPath(url) });
  expect(page.status).toBe(200);
  for (const text of ["Shop assistant", "Things", "Make a thing", "Approve", "Reject", WHOLE])
    expect(page.text).toContain(text);
  expect(page.text).not.toContain("<script>alert");
  expect(page.headers["content-security-policy"]).not.toContain("unsafe-inline");
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  await shop.post(url, "approve");
  await shop.ended(id);
  expect(JSON.parse(shop.made().at(-1)?.body ?? "")).toMatchObject({ name: WHOLE, note });
});

test("only an API key can approve by the API, and only API keys see the address", async () => {
  const { id } = await shop.ask();
  expect((await shop.decide(id, true, { token: shop.token })).status).toBe(401);
  const row = await shop.logged(id, { token: shop.token });
  expect([row.status, row.approval_url]).toEqual(["WAITING", undefined]);
  const stranger = await shop.server.organization();
  for (const key of [stranger.testKey, shop.server.productionKey])
    expect((await shop.decide(id, true, { key })).status).toBe(404);
  expect((await shop.rowOf(id)).status).toBe("WAITING");
});

test("viewers see no link of a call, even if an agent has passed one on", async () => {
  const { url } = await shop.ask();
  await shop.ask({ note: `Please open ${url}` });
  const read = async (role: "support" | "viewer") => {
    const { headers } = await signInOperator(shop.server, role);
    return (await shop.server.request({ url: "/api/v2/public/mcp-calls", headers })).text;
  };
  expect(await read("support")).toContain(`Please open ${url}`);
  expect(await read("viewer")).toContain("Please open [hidden]");
  expect(await read("viewer")).not.toContain("/mcp/approve/");
});

test("a forged or changed link is a 404", async () => {
  const { url } = await shop.ask();
  const changed = `${getUrlPath(url).slice(0, -2)}${getUrlPath(url).endsWith("A") ? "B" : "A"}x`;
  for (const path of [changed, "/mcp/approve/x", "/mcp/approve/", `${getUrlPath(url)}/more`]) {
    expect((await shop.server.request({ url: path })).status).toBe(404);
    expect((await shop.post(`http://junctor${path}`, "approve")).status).toBe(404);
  }
});
