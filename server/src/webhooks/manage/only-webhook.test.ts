import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const URL = "/api/v2/public/webhook";
const BODY = { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] };

function create(body: object, key: string) {
  return server.request({ method: "POST", url: URL, key, body });
}

function list(key: string) {
  return server.request({ url: URL, key });
}

describe("the routes from when there was only one webhook (platform-surface 5)", () => {
  let organization: TestOrganization;
  const call = (method: "POST" | "DELETE", url: string, body?: object) =>
    server.request({ method, url, key: organization.testKey, body });

  test("200: subscribe adds events by name or slug, unsubscribe removes one", async () => {
    organization = await server.organization();
    await create(BODY, organization.testKey);
    const added = await call("POST", `${URL}/subscribe`, {
      webhook_events: ["connection-created", "Workflow Completed"],
    });
    expect(added).toMatchObject({
      status: 200,
      body: {
        webhook_url: BODY.webhook_url,
        webhook_events: ["Workflow Completed", "Connection Created"],
      },
    });
    const removed = await call("POST", `${URL}/unsubscribe`, { webhook_event: "workflow-completed" });
    expect(removed.body.webhook_events).toEqual(["Connection Created"]);
    for (const [path, body] of [
      ["subscribe", { webhook_events: ["none"] }],
      ["unsubscribe", { webhook_event: "none" }],
    ] as const) {
      const reply = await call("POST", `${URL}/${path}`, body);
      expect(reply).toMatchObject({ status: 400, body: { error_code: "INVALID_EVENT" } });
    }
  });

  test("DELETE without an id: 200 with the webhook when there is one, 404 for none, 400 for several", async () => {
    organization = await server.organization();
    expect((await call("DELETE", URL)).status).toBe(404);
    expect((await call("POST", `${URL}/subscribe`, { webhook_events: ["Workflow Errored"] })).status).toBe(
      404,
    );
    await create(BODY, organization.testKey);
    const { body: second } = await create(BODY, organization.testKey);
    expect((await call("DELETE", URL)).status).toBe(400);
    expect((await call("POST", `${URL}/unsubscribe`, { webhook_event: "Workflow Errored" })).status).toBe(
      400,
    );
    await call("DELETE", `${URL}/${second._id}`);
    const reply = await call("DELETE", URL);
    expect(reply).toMatchObject({ status: 200, body: { webhook_url: BODY.webhook_url } });
    expect((await list(organization.testKey)).body).toEqual([]);
  });
});
