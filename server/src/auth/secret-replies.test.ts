import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { createSignInLink } from "../operators/links.ts";

const PUBLIC = "/api/v2/public";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(() => server.close());

function expectUnkept({ status, headers }: TestReply, what: string): void {
  expect([status, headers["cache-control"]], what).toEqual([200, "no-store"]);
}

test("replies with a secret must not be cached", async () => {
  await server.account("acme");
  const post = (path: string, body: object, more: object = {}) =>
    server.request({ method: "POST", url: PUBLIC + path, key: server.testKey, body, ...more });
  const webhook = { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] };
  const created = await post("/webhook", webhook);
  expectUnkept(created, "a new webhook");
  const secret = `/webhook/${created.body._id}/secret`;
  expectUnkept(await server.request({ url: PUBLIC + secret, key: server.testKey }), "its secret");
  expectUnkept(await post(`${secret}/rotate`, {}), "its next secret");
  expectUnkept(await post("/api-keys", { name: "CI", role: "viewer" }), "a key");
  expectUnkept(await post("/session-token", { linked_account_id: "acme" }), "a session token");
  const code = await post("/connect-code", { linked_account_id: "acme" });
  expectUnkept(code, "a connect code");
  expectUnkept(await post("/connect-code/exchange", { code: code.body.code }), "its session token");
  expectUnkept(
    await post("/connect-url", {}, { headers: { linked_account_id: "acme" } }),
    "a link to the portal",
  );
  const asOwner = { key: server.productionKey };
  const invited = await post(
    "/operators",
    { email: "new@example.com", roles: { test: "viewer", production: null } },
    asOwner,
  );
  expectUnkept(invited, "an invitation");
  expectUnkept(await post(`/operators/${invited.body.operator.id}/link`, {}, asOwner), "a sign-in link");
});

test("nor replies to a sign-in or the setup of an authenticator", async () => {
  const { id, email, headers } = await signInOperator(server, "viewer");
  const password = "a long enough password";
  const session = `${PUBLIC}/operator-session`;
  const send = (method: "POST" | "PUT", url: string, body: object, more = {}) =>
    server.request({ method, url, body, ...more });
  await send("PUT", `${session}/password`, { password }, { headers });
  expectUnkept(await send("POST", session, { email, password }), "a password");
  expectUnkept(
    await send("POST", `${session}/totp`, { current_password: password }, { headers }),
    "the secret of an authenticator",
  );
  const { orgId, deps } = server;
  const token = await deps.queue.transaction((tx) =>
    createSignInLink(tx, { orgId, operatorId: id }, deps.clock.now()),
  );
  expectUnkept(await send("POST", `${session}/link`, { token }), "a link");
  const refused = await send("POST", session, { email, password: "wrong" });
  expect([refused.status, refused.headers["cache-control"]]).toEqual([401, "no-store"]);
});

test("nor what an operator reads with the cookie", async () => {
  const { headers } = await signInOperator(server, "viewer");
  for (const url of ["/execution", "/operator-session", "/statistics/overview", "/execution/none"])
    expect((await server.request({ url: PUBLIC + url, headers })).headers["cache-control"], url).toBe(
      "no-store",
    );
});

test("replies without a secret are unchanged", async () => {
  const keys = await server.request({ url: `${PUBLIC}/api-keys`, key: server.testKey });
  expect(keys.headers).not.toHaveProperty("cache-control");
});
