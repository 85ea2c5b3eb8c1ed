import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
let tracker: Server;
let password = "right-password";

/** Answers as Request Tracker 4 does: always 200, and what came of it in the first line. */
beforeAll(async () => {
  tracker = createServer((request, reply) => {
    const login = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64").toString();
    const known = login === `ann:${password}`;
    reply.writeHead(200, { "content-type": "text/plain" });
    reply.end(known ? "RT/4.4.3 200 Ok\n\nid: ticket/7\n" : "RT/4.4.3 401 Credentials required\n");
  }).listen(0, "127.0.0.1");
  await once(tracker, "listening");
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  tracker.close();
});

test("credentials rejected with status 200 do not connect, and credentials revoked later end the connection", async () => {
  const address = tracker.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const request = { method: "GET", path: "/ticket/7" };
  const definition = {
    slug: "tracker",
    name: "Request Tracker",
    description: "Tickets.",
    version: "1.0.0",
    base_url: `http://127.0.0.1:${port}`,
    auth: {
      keybased: {
        fields: [
          { name: "user", label: "User", type: "text" },
          { name: "password", label: "Password" },
        ],
        apply: { basic: { username: "{{ credentials.user }}", password: "{{ credentials.password }}" } },
      },
    },
    check: { request },
    errors: [{ status: [200], pattern: "^RT/[\\d.]+ 401 ", code: "auth", message: "{{ body }}" }],
    actions: {
      read: {
        title: "Read",
        description: "Reads.",
        hints: { read_only: true },
        input: { type: "object", properties: {} },
        request,
      },
    },
  };
  const url = "/api/v2/public/application";
  const saved = await server.request({ method: "POST", url, key: server.testKey, body: definition });
  expect(saved.status, saved.text).toBe(200);
  const token = await server.account("acme");
  const connect = (typed: string) =>
    server.request({
      method: "POST",
      url: "/api/v2/app/tracker/save",
      token,
      body: { user: "ann", password: typed },
    });
  const read = () =>
    server.request({
      method: "POST",
      url: "/api/v2/integration-schema/tracker/actions/read/execute",
      token,
      body: {},
    });
  const refused = await connect("wrong-password");
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("RT/4.4.3 401 Credentials required");
  expect((await connect(password)).status).toBe(200);
  expect((await read()).body).toMatchObject({
    node_status: "Success",
    data: "RT/4.4.3 200 Ok\n\nid: ticket/7\n",
  });
  password = "another-password";
  expect((await read()).body).toMatchObject({ node_status: "Errored", data: { code: "auth" } });
  const about = await server.request({
    url: "/api/v2/public/application/tracker",
    key: server.testKey,
    account: "acme",
  });
  expect(about.body).toMatchObject({ reauth_required: true, connected_accounts: [{ status: "expired" }] });
});
