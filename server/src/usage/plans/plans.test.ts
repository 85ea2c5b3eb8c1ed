import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createTestPlan, readTestLimit, removeTestPlans, setTestPlan } from "./test-plans.ts";

const PLANS = "/api/v2/public/plans";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
});
afterAll(async () => {
  await removeTestPlans(server);
  await server.close();
});
beforeEach(() => removeTestPlans(server));

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path = "", body?: unknown, key = server.testKey) =>
  server.request({ method, url: `${PLANS}${path}`, key, body });

describe("plans", () => {
  test("are created, listed, changed and deleted", async () => {
    const caps = { executions_per_month: { soft: 800, hard: 1000 }, storage_bytes: { hard: 5 } };
    const { body: plan } = await send("POST", "", { name: "Free", caps });
    expect(plan).toMatchObject({
      name: "Free",
      is_default: false,
      caps: { executions_per_month: { soft: 800, hard: 1000 }, storage_bytes: { soft: null, hard: 5 } },
      __v: 0,
    });
    const { body: changed } = await send("PUT", `/${plan._id}`, { name: "Start" });
    expect(changed).toMatchObject({ name: "Start", caps: plan.caps, __v: 1 });
    const { body: replaced } = await send("PUT", `/${plan._id}`, { caps: { calls_per_day: null } });
    expect(replaced.caps).toEqual({ calls_per_day: null });
    expect((await send("GET")).body.docs).toEqual([replaced]);
    expect((await send("GET", `/${plan._id}`)).body).toEqual(replaced);
    expect((await send("DELETE", `/${plan._id}`)).status).toBe(200);
    expect((await send("GET", `/${plan._id}`)).status).toBe(404);
  });

  test("have one default: the next one takes its place", async () => {
    const first = await createTestPlan(server, {}, { isDefault: true });
    const second = await createTestPlan(server, {}, { isDefault: true });
    const defaults = async () =>
      (await send("GET")).body.docs.flatMap((plan: { _id: string; is_default: boolean }) =>
        plan.is_default ? [plan._id] : [],
      );
    expect(await defaults()).toEqual([second]);
    await send("PUT", `/${first}`, { is_default: true });
    expect(await defaults()).toEqual([first]);
    await send("PUT", `/${first}`, { is_default: false });
    expect(await defaults()).toEqual([]);
  });

  test("keep a default that is set twice at the same moment single", async () => {
    const made = await Promise.all(
      ["a", "b", "c"].map((name) => createTestPlan(server, {}, { name, isDefault: true })),
    );
    const { docs } = (await send("GET")).body;
    expect(docs).toHaveLength(made.length);
    expect(docs.filter((plan: { is_default: boolean }) => plan.is_default)).toHaveLength(1);
  });

  test("have a name of their own in an environment, whatever its case", async () => {
    await createTestPlan(server, {}, { name: "Free" });
    const other = await createTestPlan(server, {}, { name: "Pro" });
    expect((await send("POST", "", { name: "FREE" })).status).toBe(409);
    expect((await send("PUT", `/${other}`, { name: "free" })).status).toBe(409);
    expect((await send("POST", "", { name: "Free" }, server.productionKey)).status).toBe(200);
  });

  test("of another environment or organization do not exist", async () => {
    const id = await createTestPlan(server, {});
    const { testKey } = await server.organization();
    for (const key of [server.productionKey, testKey]) {
      expect((await send("GET", `/${id}`, undefined, key)).status).toBe(404);
      expect((await send("PUT", `/${id}`, { name: "Mine" }, key)).status).toBe(404);
      expect((await send("DELETE", `/${id}`, undefined, key)).status).toBe(404);
      expect((await send("GET", "", undefined, key)).body.docs).toEqual([]);
    }
    expect((await send("GET", `/${id}`)).status).toBe(200);
    const foreign = await createTestPlan(server, {}, { key: testKey });
    const refused = await setTestPlan(server, "acme", { plan_id: foreign });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe("plan_id");
  });

  test.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "  " }, "name"],
    [{ name: "A", caps: { executions_per_month: { hard: -1 } } }, "caps"],
    [{ name: "A", caps: { executions_per_month: { hard: 1.5 } } }, "caps"],
    [{ name: "A", caps: { executions_per_month: { hard: "9" } } }, "caps"],
    [{ name: "A", caps: { executions_per_month: { soft: 10, hard: 9 } } }, "caps.executions_per_month.soft"],
  ])("refuse %j with 400", async (body, field) => {
    const { status, text } = await send("POST", "", body);
    expect(status, text).toBe(400);
    expect(text).toContain(field);
    expect((await send("GET")).body.docs).toEqual([]);
  });

  test("cannot be deleted while an account has them", async () => {
    const id = await createTestPlan(server, {});
    await setTestPlan(server, "acme", { plan_id: id });
    expect((await send("DELETE", `/${id}`)).status).toBe(409);
    await setTestPlan(server, "acme", { plan_id: null });
    expect((await send("DELETE", `/${id}`)).status).toBe(200);
  });
});

describe("a linked account", () => {
  const read = async () =>
    (await server.request({ url: "/api/v2/public/linked-account/acme/plan", key: server.testKey })).body;

  test("has the default plan until it gets its own, and every limit with what it used", async () => {
    expect(await read()).toMatchObject({ plan: null, plan_id: null, caps: {} });
    const common = await createTestPlan(server, { calls_per_day: { soft: 1, hard: 2 } }, { isDefault: true });
    expect((await read()).plan._id).toBe(common);
    expect(await readTestLimit(server, "acme", "calls_per_day")).toMatchObject({
      meter: "calls",
      period: "day",
      used: 0,
      soft: 1,
      hard: 2,
      is_own: false,
    });
    expect((await read()).limits.map(({ name }: { name: string }) => name)).toEqual([
      "executions_per_month",
      "executions_per_day",
      "calls_per_month",
      "calls_per_day",
      "mcp_calls_per_month",
      "mcp_calls_per_day",
      "storage_bytes",
    ]);
    const own = await createTestPlan(server, {});
    await setTestPlan(server, "acme", { plan_id: own, caps: { storage_bytes: { soft: null, hard: 7 } } });
    expect(await read()).toMatchObject({ plan: { _id: own }, plan_id: own });
    expect(await readTestLimit(server, "acme", "calls_per_day")).toMatchObject({ soft: null, hard: null });
    expect(await readTestLimit(server, "acme", "storage_bytes")).toMatchObject({
      hard: 7,
      is_own: true,
      resets_at: null,
    });
    await setTestPlan(server, "acme", { plan_id: null });
    expect(await read()).toMatchObject({ plan: { _id: common }, caps: { storage_bytes: { hard: 7 } } });
  });

  test("that does not exist, or is another organization's, is not found", async () => {
    const { testKey } = await server.organization();
    expect((await setTestPlan(server, "nobody", { plan_id: null })).status).toBe(404);
    expect((await setTestPlan(server, "acme", { plan_id: null }, testKey)).status).toBe(404);
    expect((await setTestPlan(server, "acme", { plan_id: null }, server.productionKey)).status).toBe(404);
  });

  test("takes its plan along when it is deleted", async () => {
    await server.account("leaving");
    const id = await createTestPlan(server, {});
    await setTestPlan(server, "leaving", { plan_id: id });
    const url = "/api/v2/public/linked-account/leaving";
    await server.request({ method: "DELETE", url, key: server.testKey });
    expect((await send("DELETE", `/${id}`)).status).toBe(200);
  });
});
