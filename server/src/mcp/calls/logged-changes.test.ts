import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { buildToolCall, startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";

let shop: TestApprovals;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
});
afterAll(() => shop.close());

test("the change log reports a call when it begins and when it ends, with its duration", async () => {
  const actions = [{ id: "make_thing", tool_name: "make", policy: "allow" }];
  const record = await shop.server.record({ associated_apps: [{ slug: "things", actions }] });
  const client = await shop.server.connect(record, shop.token);
  await client.callTool(buildToolCall());
  const rows = await eventually(async () => {
    const found = await shop.server.deps.db
      .selectFrom("changes")
      .select(["name", "status", "duration_ms", "applications"])
      .where("kind", "=", "mcp_call")
      .orderBy("id")
      .execute();
    return found.length === 2 && found;
  });
  expect(rows).toEqual([
    { name: "make", status: "RUNNING", duration_ms: null, applications: ["things"] },
    { name: "make", status: "COMPLETED", duration_ms: expect.any(Number), applications: ["things"] },
  ]);
});
