import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendDecision } from "../../../test/send-decision.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Fields, NodeInput } from "../../workflows/definition/graph.ts";
import { stopRun } from "../engine/stop.ts";
import { waitForRunEnd } from "../start/test-run.ts";
import { buildLinkPath, createApprovalNode, endAnswerTime, startSignalRun } from "./test-asked.ts";

const HOSTILE = `<script>alert("x")</script>`;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: "https://junctor.example.com/sub" });
  server.work();
});
afterAll(() => server.close());

async function stop(runId: string): Promise<void> {
  await stopRun(server.deps, server.test, runId);
  await waitForRunEnd(server, runId);
}

/** The path as this server has it, which stands behind another one in public. */
const local = (path: string) => path.replace(/^\/sub/, "");

describe("the page of an approval", () => {
  const get = (runId: string, query = "") =>
    server.request({ url: local(buildLinkPath(server, "page", runId, "refund")) + query });
  const send = (runId: string, fields: Record<string, string>) =>
    sendDecision(server, local(buildLinkPath(server, "page", runId, "refund")), fields);
  const outputOf = async (runId: string) => (await waitForRunEnd(server, runId)).nodes[1];
  const ask = (data?: Fields, input: Fields | null = null) =>
    startSignalRun(server, { nodes: [createApprovalNode(data)], input });

  test("shows the decision to make, escaped, and loads nothing external", async () => {
    const runId = await ask(
      {
        title: "{{ input.title }}",
        message: "First\n{{ input.title }}",
        on_timeout: "reject",
        wait_ms: 3_600_000,
      },
      { title: HOSTILE },
    );
    const { status, text, headers } = await get(runId);
    expect(status).toBe(200);
    expect(text).not.toContain(HOSTILE);
    expect(text).toContain("<h1>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</h1>");
    expect(text).toContain("First\n&lt;script&gt;");
    expect(text).toContain("Test workflow");
    expect(text).toContain("Test organization");
    expect(text).toContain("After that it counts as rejected.");
    expect(text).not.toContain("Comment");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
  });

  test("approving confirms, shows the decision to later visitors, and the execution continues on that branch", async () => {
    const runId = await ask({ allow_comment: true });
    const sent = await send(runId, { decision: "approve", comment: " Fine by me " });
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      `${buildLinkPath(server, "page", runId, "refund")}?sent`,
    ]);
    expect((await get(runId, "?sent")).text).toContain("Thank you");
    const later = await get(runId);
    expect(later.text).toContain("Approved");
    expect(later.text).not.toContain("Thank you");
    expect(later.text).not.toContain("<form");
    const { node_status, latest_output } = await outputOf(runId);
    expect(node_status).toBe("Success");
    expect(latest_output.body).toEqual({
      approved: true,
      comment: "Fine by me",
      by: null,
      fields: {},
      answered_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await get(runId)).text).toContain("Approved");
  });

  test("rejecting is a decision, too; a second one changes nothing", async () => {
    const runId = await ask();
    await send(runId, { decision: "reject" });
    const again = await send(runId, { decision: "approve" });
    expect([again.status, again.headers.location]).toEqual([
      303,
      buildLinkPath(server, "page", runId, "refund"),
    ]);
    const { node_status, latest_output } = await outputOf(runId);
    expect([node_status, latest_output.body.approved]).toEqual(["Rejected", false]);
    expect((await get(runId)).text).toContain("Rejected");
  });

  test("fields are validated when approving, shown again as entered, and passed on with their types", async () => {
    const fields: Fields[] = [
      { name: "amount", label: "Amount to refund", type: "number", required: true },
      { name: "note", type: "text" },
      { name: "seen", label: "I have looked at the order", type: "boolean", required: true },
      { name: "reason", type: "select", options: [{ value: "late", name: "Too late" }, { value: 2 }] },
    ];
    const runId = await ask({ fields });
    const refused = await send(runId, { decision: "approve", "field.note": HOSTILE, "field.reason": "gone" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Amount to refund is required to approve.");
    expect(refused.text).toContain("I have looked at the order is required to approve.");
    expect(refused.text).toContain("reason must be one of its options.");
    expect(refused.text).toContain(`value="&lt;script&gt;`);
    expect((await send(runId, { decision: "approve", "field.amount": "a lot" })).text).toContain(
      "Amount to refund must be a number.",
    );
    await send(runId, {
      decision: "approve",
      "field.amount": "20.5",
      "field.note": " ok ",
      "field.seen": "true",
      "field.reason": "2",
      "field.other": "not asked for",
    });
    expect((await outputOf(runId)).latest_output.body).toMatchObject({
      approved: true,
      fields: { amount: 20.5, note: "ok", seen: true, reason: 2 },
    });
    const rejected = await ask({ fields });
    expect((await send(rejected, { decision: "reject" })).status).toBe(303);
    expect((await outputOf(rejected)).latest_output.body.fields).toEqual({ seen: false });
  });

  test("reloads by itself and accepts no decision before the node is reached", async () => {
    const wait: NodeInput = { id: "pause", type: "delay", data: { for_ms: 60_000 } };
    const runId = await startSignalRun(server, { nodes: [wait, createApprovalNode()] });
    const { status, text, headers } = await get(runId);
    expect([status, headers.refresh]).toEqual([200, "5"]);
    expect(text).toContain("One moment");
    expect((await send(runId, { decision: "approve" })).status).toBe(303);
    expect((await get(runId)).text).toContain("One moment");
  });

  test("410 once the execution has ended, or its time is over; 404 for an invalid link", async () => {
    const runId = await ask();
    await stop(runId);
    const { status, text } = await get(runId);
    expect(status).toBe(410);
    expect(text).toContain("nothing left to decide");
    expect((await send(runId, { decision: "approve" })).status).toBe(303);
    await server.deps.db.deleteFrom("runs").where("id", "=", runId).execute();
    const hook = local(buildLinkPath(server, "hook", runId, "refund")).replace("/api/v1/wait/", "");
    const gone = local(buildLinkPath(server, "page", runId, "refund"));
    for (const url of ["/approve/x", "/approve/x/y", `/approve/${hook}`, gone]) {
      const { status, text, headers } = await server.request({ url });
      expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain("This link does not work");
    }
  });

  // Also where the execution goes on without it.
  test.each(["fail", "continue"] as const)(
    "410 once its time is over, with the request and its deadline (%s)",
    async (on_error) => {
      const runId = await startSignalRun(server, {
        nodes: [{ ...createApprovalNode({ wait_ms: 1000 }), on_error }],
      });
      await waitForRunEnd(server, runId);
      const { status, text } = await get(runId);
      expect(status).toBe(410);
      expect(text).toContain("This approval has timed out");
      expect(text).toContain("Refund 20 € to Ada?");
      expect(text).toMatch(
        /decision was due by <time datetime="[^"]+Z">\d+ \w+ \d{4} at \d\d:\d\d UTC<\/time>/,
      );
      expect((await send(runId, { decision: "approve" })).status).toBe(303);
    },
  );

  test.each([
    ["fail", 410, "This approval has timed out"],
    ["approve", 200, "so it counts as approved"],
  ])(
    "is late as soon as its time is over, even if no worker has noticed: %s",
    async (onTimeout, ...shown) => {
      const runId = await ask({ on_timeout: onTimeout });
      await endAnswerTime(server, runId, "refund");
      const sent = await send(runId, { decision: "reject" });
      expect([sent.status, sent.headers.location]).toEqual([
        303,
        buildLinkPath(server, "page", runId, "refund"),
      ]);
      const { status, text } = await get(runId);
      expect([status, text]).toEqual([shown[0], expect.stringContaining(String(shown[1]))]);
    },
  );

  test("without a decision in time the node's default applies, and the page shows that", async () => {
    const runId = await ask({ wait_ms: 1000, on_timeout: "reject" });
    const { node_status, latest_output } = await outputOf(runId);
    expect([node_status, latest_output.body]).toEqual([
      "Rejected",
      { approved: false, comment: null, by: null, fields: {}, answered_at: null },
    ]);
    const { text } = await get(runId);
    expect(text).toContain("Rejected");
    expect(text).toMatch(
      /Nobody decided by <time datetime="[^"]+Z">[^<]+UTC<\/time>, so it counts as rejected/,
    );
  });

  test("a request other than its form is rejected with a page, and decides nothing", async () => {
    const runId = await ask();
    const url = local(buildLinkPath(server, "page", runId, "refund"));
    expect((await send(runId, {})).status).toBe(400);
    expect((await send(runId, { decision: "maybe" })).text).toContain("Nothing was changed.");
    expect((await send(runId, { decision: "approve", comment: "Not asked for" })).status).toBe(400);
    expect((await send(runId, { decision: "approve", comment: "x".repeat(200_000) })).status).toBe(413);
    const json = await server.request({ method: "POST", url, body: { decision: "approve" } });
    expect([json.status, json.headers["content-type"]]).toEqual([415, "text/html; charset=utf-8"]);
    expect((await get(runId)).text).toContain("<form");
  });

  test("only the page's own form decides", async () => {
    const [runId, other] = [await ask(), await ask()];
    const url = local(buildLinkPath(server, "page", runId, "refund"));
    const [, form = ""] = /name="form" value="([\w-]+)"/.exec((await get(other)).text) ?? [];
    for (const token of ["", form]) {
      const { status, text } = await send(runId, { decision: "approve", form: token });
      expect([status, text]).toEqual([403, expect.stringContaining("sent from another page")]);
    }
    const own = /name="form" value="([\w-]+)"/.exec((await get(runId)).text)?.[1] ?? "";
    const post = (headers: Record<string, string>) =>
      server.request({
        method: "POST",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: `decision=approve&form=${own}`,
      });
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await get(runId)).text).toContain("<form");
    expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(303);
  });
});
