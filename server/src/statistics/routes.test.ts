import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import type { ChangeKind } from "../changes/table.ts";
import { createId } from "../platform/id.ts";
import { countChanges } from "./fold.ts";

const URL = "/api/v2/public/statistics";
const WORKFLOW = "/api/v2/public/workflow";
const HOUR_MS = 3_600_000;
// Yesterday at noon, away from the boundaries of days.
const NOON = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let own: TestOrganization;
beforeEach(async () => {
  own = await server.organization();
});

interface Happened {
  kind?: ChangeKind;
  status?: string;
  hour?: number;
  workflow?: string;
  parent?: string;
  name?: string;
  applications?: string[];
  failing?: string;
  times?: number;
}

async function happen(...all: Happened[]): Promise<void> {
  const rows = all.flatMap(({ times = 1, ...one }) => Array.from({ length: times }, () => one));
  const values = rows.map(({ kind = "execution", status = "COMPLETED", hour = 0, ...one }) => ({
    org_id: own.orgId,
    environment: "test" as const,
    kind,
    subject: createId(),
    account_id: null,
    status,
    at: new Date(NOON + hour * HOUR_MS),
    workflow_id: one.workflow ?? null,
    parent: one.parent ?? null,
    name: one.name ?? null,
    applications: one.applications ?? null,
    failing_application: one.failing ?? null,
    duration_ms: 100,
  }));
  await server.deps.db.insertInto("changes").values(values).execute();
  await countChanges(server.deps);
}

const period = (fromHour: number, toHour: number) =>
  `from=${new Date(NOON + fromHour * HOUR_MS).toISOString()}&to=${new Date(NOON + toHour * HOUR_MS).toISOString()}`;

function get(path: string, key = own.testKey) {
  return server.request({ url: `${URL}${path}`, key });
}

describe("GET /api/v2/public/statistics", () => {
  test("200: points of each non-empty interval, and their totals", async () => {
    await happen({ times: 3 }, { status: "ERRORED" }, { hour: 2 }, { hour: 2, status: "RUNNING" });
    const { status, body } = await get(`?subject=executions&${period(0, 3)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subject: "executions", every: "hour" });
    expect(body.series).toEqual([
      {
        value: "",
        name: null,
        total: {
          count: 5,
          failed: 1,
          by_status: { COMPLETED: 4, ERRORED: 1, STARTED: 1 },
          duration_ms: {
            mean: 100,
            p50: expect.any(Number),
            p95: expect.any(Number),
            p99: expect.any(Number),
          },
        },
        points: [
          expect.objectContaining({ at: new Date(NOON).toISOString(), count: 4, failed: 1 }),
          expect.objectContaining({ at: new Date(NOON + 2 * HOUR_MS).toISOString(), count: 1, failed: 0 }),
        ],
      },
    ]);
  });

  test("200: a series per status, workflow or application, largest first", async () => {
    await happen(
      { workflow: "w1", applications: ["slack", "hubspot"], times: 2 },
      { workflow: "w2", applications: ["slack"], times: 3 },
      { workflow: "w1", applications: ["slack"], failing: "slack", status: "ERRORED", times: 2 },
    );
    const values = async (by: string) => {
      const { body } = await get(`?subject=executions&${period(0, 1)}&by=${by}`);
      return body.series.map((one: { value: string; total: { count: number } }) => [
        one.value,
        one.total.count,
      ]);
    };
    expect(await values("status")).toEqual([
      ["COMPLETED", 5],
      ["ERRORED", 2],
    ]);
    expect(await values("workflow")).toEqual([
      ["w1", 4],
      ["w2", 3],
    ]);
    expect(await values("workflow&sort=failed")).toEqual([["w1", 4]]);
    expect(await values("workflow&limit=1")).toEqual([["w1", 4]]);
    expect(await values("workflow&value=w2")).toEqual([["w2", 3]]);
    expect(await values("application")).toEqual([
      ["slack", 7],
      ["hubspot", 2],
    ]);
    expect(await values("failing_application")).toEqual([["slack", 2]]);
  });

  test("200: approvals, and executions that are about to stop, are counted as nothing", async () => {
    await happen(
      { kind: "approval", status: "asked", name: "ask" },
      { kind: "approval", status: "decided", name: "ask" },
      { kind: "connection", status: "connected" },
      { status: "STOPPING" },
      { status: "STOPPED" },
    );
    const counted = async (subject: string) => {
      const { body } = await get(`?subject=${subject}&${period(0, 1)}`);
      return body.series.map((one: { total: { by_status: object } }) => one.total.by_status);
    };
    expect(await counted("connections")).toEqual([{ connected: 1 }]);
    expect(await counted("executions")).toEqual([{ STOPPED: 1 }]);
    for (const subject of ["deliveries", "mcp_calls"]) expect(await counted(subject)).toEqual([{}]);
  });

  test("200: deliveries by webhook, calls by server and tool, connections by application", async () => {
    await happen(
      { kind: "delivery", status: "retrying", parent: "hook" },
      { kind: "delivery", status: "delivered", parent: "hook" },
      { kind: "mcp_call", status: "WAITING", parent: "server", name: "send" },
      { kind: "mcp_call", status: "COMPLETED", parent: "server", name: "send", applications: ["slack"] },
      { kind: "connection", status: "connected", name: "slack", applications: ["slack"] },
      { kind: "connection", status: "expired", name: "slack", applications: ["slack"] },
    );
    const first = async (query: string) => {
      const { body, text } = await get(`?${query}&${period(0, 1)}&every=minute`);
      expect(body.series, text).toHaveLength(1);
      return [body.series[0].value, body.series[0].total.by_status];
    };
    expect(await first("subject=deliveries&by=webhook")).toEqual(["hook", { retrying: 1, delivered: 1 }]);
    expect(await first("subject=mcp_calls&by=server")).toEqual(["server", { COMPLETED: 1 }]);
    expect(await first("subject=mcp_calls&by=tool")).toEqual(["send", { COMPLETED: 1 }]);
    expect(await first("subject=connections&by=application")).toEqual([
      "slack",
      { connected: 1, expired: 1 },
    ]);
  });

  test("200: nothing of another organization or environment", async () => {
    await happen({ workflow: "w1" });
    const other = await server.organization();
    for (const key of [other.testKey, own.productionKey]) {
      const { body } = await get(`?subject=executions&${period(0, 1)}&by=workflow`, key);
      expect(body.series).toEqual([]);
      const overview = await get(`/overview?${period(0, 1)}`, key);
      expect(overview.body.executions.now.count).toBe(0);
    }
  });

  test("200: the period is rounded to whole intervals, and ends now by default", async () => {
    const { body } = await get("?subject=executions&every=day");
    expect(body.to).toMatch(/T00:00:00.000Z$/);
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(60 * 24 * HOUR_MS);
  });

  test.each([
    ["", "subject is required in the query"],
    ["?subject=runs", "query.subject must be one of"],
    ["?subject=executions&from=yesterday", "query.from must be a time in ISO 8601"],
    ["?subject=executions&from=2026-02-02&to=2026-02-01", "query.from must be before query.to"],
    ["?subject=executions&every=minute&from=2026-02-01&to=2026-02-05", "are 5760 intervals"],
    ["?subject=deliveries&by=workflow", "query.by must be one of status, webhook, account"],
    ["?subject=executions&value=x", "query.value needs query.by"],
    [
      "?subject=executions&by=account&limit=50&every=minute&from=2026-02-01&to=2026-02-02",
      "more than 15000 points",
    ],
    ["?subject=executions&limit=51", "query.limit must be"],
    ["/overview?from=2020-01-01&to=2026-01-01", "intervals of one day"],
  ])("400: %s", async (query, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  test("401 without an API key", async () => {
    expect((await server.request({ url: `${URL}?subject=executions` })).status).toBe(401);
    const token = await server.account("nobody");
    expect((await server.request({ url: `${URL}?subject=executions`, token })).status).toBe(401);
  });
});

describe("GET /api/v2/public/statistics/overview", () => {
  test("200: the most frequent failures, compared with the previous period, and the state of connections and the backlog", async () => {
    await happen(
      { workflow: "w1", status: "ERRORED", applications: ["slack"], failing: "slack", times: 5 },
      { workflow: "w1", applications: ["slack"], times: 5 },
      { workflow: "w2", status: "TIMED_OUT", times: 2 },
      { workflow: "w3", times: 9 },
      { workflow: "w1", status: "ERRORED", failing: "slack", hour: -3, times: 2 },
      { kind: "delivery", status: "failed", parent: "hook" },
    );
    // A test that waits for a worker is no backlog.
    const as = { method: "POST", key: own.testKey, account: "tester" } as const;
    await server.account("tester", own.testKey);
    const nodes = [{ id: "start", type: "start" }];
    const made = await server.request({ ...as, url: WORKFLOW, body: { name: "Draft", nodes, edges: [] } });
    const tested = await server.request({ ...as, url: `${WORKFLOW}/${made.body._id}/test`, body: {} });
    expect(tested.status, tested.text).toBe(200);
    const { status, body } = await get(`/overview?${period(-2, 2)}`);
    expect(status).toBe(200);
    expect(body.executions).toMatchObject({ now: { count: 21, failed: 7 }, before: { count: 2, failed: 2 } });
    expect(body.failing_workflows).toEqual([
      { value: "w1", name: null, failed: 5, failed_before: 2, count: 10 },
      { value: "w2", name: null, failed: 2, failed_before: 0, count: 2 },
    ]);
    expect(body.failing_applications).toEqual([
      { value: "slack", name: "Slack", failed: 5, failed_before: 2, count: 10 },
    ]);
    expect(body.failing_webhooks).toMatchObject([{ value: "hook", failed: 1 }]);
    expect(body.connections).toEqual({ healthy: 0, degraded: 0, expired: 0 });
    expect(body.backlog).toEqual({ ready: 0, running: 0, waiting: 0, parked: 0, is_capped: false });
  });
});
