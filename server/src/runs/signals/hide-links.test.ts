import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createApprovalNode, startSignalRun } from "../approvals/test-asked.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/approve\/[\w-]+/;

test("viewers read executions and approvals without the addresses to answer them", async () => {
  const told = { id: "told", type: "transform", data: { value: "{{ links.refund }}" } };
  const id = await startSignalRun(server, { nodes: [told, createApprovalNode()] }, "refund");
  const urls = ["/api/v2/public/approval", `/api/v2/public/execution/${id}`];
  for (const url of urls) {
    for (const role of ["support", "viewer"] as const) {
      const { headers } = await signInOperator(server, role);
      const { status, text } = await server.request({ url, headers });
      expect(status).toBe(200);
      if (role === "support") expect(text).toMatch(ADDRESS);
      else {
        expect(text).not.toMatch(ADDRESS);
        expect(text).toContain("[hidden]");
      }
    }
  }
});

test("support replays with other input, but cannot change a node's input", async () => {
  const id = await startSignalRun(server, { nodes: [createApprovalNode()] });
  const url = `/api/v2/public/execution/${id}/replay`;
  const { headers } = await signInOperator(server, "support");
  const body = { node_input: { title: "Mine" }, from_node: "refund" };
  expect((await server.request({ method: "POST", url, headers, body })).body).toMatchObject({
    error_code: "ROLE_TOO_LOW",
    message: "This requires the role developer in the test environment; yours is support.",
  });
  const { headers: developer } = await signInOperator(server, "developer");
  const asked = await server.request({ method: "POST", url, headers: developer, body });
  expect(asked.body.error_code).not.toBe("ROLE_TOO_LOW");
});
