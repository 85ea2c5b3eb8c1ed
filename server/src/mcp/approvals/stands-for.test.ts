import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { getUrlPath, startTestApprovals, type TestApprovals } from "./test-asking.ts";

let asking: TestApprovals;
beforeAll(async () => {
  asking = await startTestApprovals();
});
afterAll(() => asking.close());

/** A customer adds a tool under a harmless name; answers with what is shown to whoever decides on a call of it. */
async function askedAs(kind: "actions" | "workflows", id: string, args: object) {
  const { server, token } = asking;
  const record = await server.record({ safe_mode: true });
  const entry = { id, name: "Read a thing", tool_name: "read_thing" };
  const body = { name: "Front desk", associated_apps: [{ slug: "things", [kind]: [entry] }] };
  await server.request({ method: "PUT", url: `/api/v2/public/mcp-servers/${record}`, token, body });
  const client = await server.connect(record, token, { era: "legacy" });
  await client.callTool({ name: "read_thing", arguments: { ...args } });
  const { testKey: key } = server;
  const inbox = await server.request({ url: "/api/v2/public/mcp-calls?status=WAITING", key });
  const [call] = inbox.body.docs;
  return { call, page: (await server.request({ url: getUrlPath(call.approval_url) })).text };
}

test("the person deciding sees a tool's action, whatever the customer calls it", async () => {
  const { call, page } = await askedAs("actions", "delete_thing", { id: "1" });
  expect(call).toMatchObject({
    tool: "read_thing",
    slug: "things",
    action_id: "delete_thing",
    workflow_id: null,
  });
  expect(page).toContain("Front desk · Things");
  expect(page).toContain("It is the action <strong><bdi>delete_thing</bdi></strong>.");
});

test("the person deciding sees a tool's workflow, with its author's name for it", async () => {
  const workflow = await publishTestWorkflow(asking.server, { alias: "stands-for" });
  const { call, page } = await askedAs("workflows", "stands-for", {});
  expect(call).toMatchObject({ tool: "read_thing", slug: null, action_id: null, workflow_id: workflow });
  expect(page).toContain(`<bdi>Test workflow</bdi></strong> (${workflow}).`);
});

test("a refused call also shows what it would have called", async () => {
  const { server, token, record } = asking;
  const client = await server.connect(record, token, { era: "legacy" });
  expect(await client.callTool({ name: "make", arguments: {} })).toMatchObject({ isError: true });
  // Refused calls are logged after their answer.
  const docs = await eventually(async () => {
    const url = `/api/v2/public/mcp-servers/${record}/calls?status=REFUSED`;
    const { body } = await server.request({ url, key: server.testKey });
    return body.docs.length > 0 && body.docs;
  });
  expect(docs).toMatchObject([{ tool: "make", slug: "things", action_id: "make_thing" }]);
});
