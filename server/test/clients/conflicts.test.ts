import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startListeningServer } from "../listening-server.ts";
import { echoWorkflow } from "../spec/records.ts";
import { UNKNOWN_ID } from "../spec/shapes.ts";
import { type ContractServer, KEYED, startContractServer } from "./contract-server.ts";

const WORKFLOWS = "/api/v2/public/workflow";
const EVENTS = "/api/v2/public/application/event";
const CONFIG = "/api/v2/f-sdk/config";
const SCHEDULES = "/api/v1/workflow/public/scheduled";
const DAY_S = 24 * 60 * 60;

let server: ContractServer;
let token: string;
beforeAll(async () => {
  server = await startContractServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: unknown) =>
  server.asBrowser(token, { method, path, body });
const sendKey = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  server.asBackend("acme", { method, path, body, headers });

// How Junctor resolves conflicts between the platform's sources (platform-surface 1.3).
describe("conflicts", () => {
  test("C1: the list of workflows has both names, beside the page envelope", async () => {
    const { body } = await send("GET", WORKFLOWS);
    expect(body.workflows).toHaveLength(1);
    expect(body.docs).toEqual(body.workflows);
    expect(body).toMatchObject({ totalDocs: 1, limit: 10, page: 1, hasNextPage: false, nextPage: null });
  });

  test("C2: a created workflow is returned without a wrapper", async () => {
    const { body } = await send("POST", WORKFLOWS, { name: "Bare" });
    expect(body).toMatchObject({ _id: expect.any(String), name: "Bare" });
    expect(body).not.toHaveProperty("workflow");
    await send("DELETE", `${WORKFLOWS}/${body._id}`);
  });

  test("C3: the eleventh request of an account in a minute is a 403 with Retry-After", async () => {
    const limited = await startListeningServer({ rateLimitPerMinute: 10 });
    const who = await limited.account("hasty");
    const ask = () => limited.request({ url: "/api/v3/org/basics", token: who });
    // Creating the account and its token took two requests.
    for (let count = 3; count <= 10; count++) expect((await ask()).status, `request ${count}`).toBe(200);
    const refused = await fetch(`${limited.baseUrl}/api/v3/org/basics`, {
      headers: { authorization: `Bearer ${who}` },
    });
    expect([refused.status, refused.statusText]).toEqual([403, "Forbidden"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      http_error_type: "FORBIDDEN",
      error_code: "RATE_LIMIT_EXCEEDED",
    });
    await limited.close();
  });

  test("C4: an event has the names of both generations", async () => {
    const { body } = await sendKey("POST", EVENTS, { name: "both", response: { a: { b: 1 } } });
    expect(body).toMatchObject({
      name: "both",
      event_name: "both",
      event_id: body._id,
      response: [
        { key: "a", type: "object" },
        { key: "a.b", type: "number" },
      ],
      event_model: { a: "object", "a.b": "number" },
      raw_response: { a: { b: 1 } },
    });
  });

  test("C5: deleting an event returns a message, not the remaining ones", async () => {
    const { _id } = (await sendKey("POST", EVENTS, { name: "gone" })).body;
    expect((await sendKey("DELETE", `${EVENTS}/${_id}`)).body).toEqual({
      message: "event deleted successfully",
    });
  });

  test("C6: a schedule has its pattern under the right and the misspelled name", async () => {
    const headers = { slug: KEYED, workflow_id_alias: "offered", config_id: "acme" };
    const cron = { trigger_type: "cron", regex: "0 9 * * *" };
    const { body } = await sendKey("POST", SCHEDULES, cron, headers);
    expect(body).toMatchObject({ cron_pattern: "0 9 * * *", cron_patten: "0 9 * * *" });
  });

  test("C7: a session token lives 24 hours, says so, and the organization may set another lifetime", async () => {
    const issue = async () =>
      (await sendKey("POST", "/api/v2/public/session-token", { linked_account_id: "acme" })).body;
    const lifeOf = ({ token: text }: { token: string }) => {
      const { iat, exp } = JSON.parse(Buffer.from(text.split(".")[1] ?? "", "base64url").toString());
      return exp - iat;
    };
    const first = await issue();
    expect([first.expires_in, lifeOf(first)]).toEqual([DAY_S, DAY_S]);
    const set = (ttl: number) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/organization",
        key: server.productionKey,
        body: { session_token_ttl: ttl },
      });
    await set(7 * DAY_S);
    const second = await issue();
    expect([second.expires_in, lifeOf(second)]).toEqual([7 * DAY_S, 7 * DAY_S]);
    await set(DAY_S);
  });

  test("C8: labels are accepted as a map or as a list, including an empty one", async () => {
    const labels = [{ name: "Won", value: "won" }];
    for (const given of [{ stages: labels }, labels, [], {}, undefined]) {
      const got = await send("POST", CONFIG, { slug: KEYED, config_id: "labels", labels: given });
      expect(got.status, JSON.stringify(given)).toBe(200);
    }
    expect((await send("POST", CONFIG, { slug: KEYED, labels: [5] })).status).toBe(400);
  });

  test("C9: fields are accepted as a map, as a list of ids and values, or as an empty list", async () => {
    await send("POST", CONFIG, { slug: KEYED, config_id: "fields" });
    const region = async (fields: unknown) => {
      const workflows = [{ id: server.workflow, enabled: true, fields }];
      const got = await send("PUT", CONFIG, { slug: KEYED, config_id: "fields", fields: [], workflows });
      expect(got.status, got.text).toBe(200);
      return got.body.workflows[0].fields[0].value;
    };
    expect(await region({ region: "eu" })).toBe("eu");
    expect(await region([{ id: "region", value: "us" }])).toBe("us");
    expect(await region([])).toBe("us");
  });

  test("C11: the list of workflows accepts only a session token, MCP servers accept both", async () => {
    expect((await sendKey("GET", WORKFLOWS)).status).toBe(401);
    expect((await sendKey("GET", "/api/v2/public/mcp-servers")).status).toBe(200);
    expect((await send("GET", "/api/v2/public/mcp-servers")).status).toBe(200);
  });

  test("C12: an executed workflow gets the body unchanged, including a payload inside it", async () => {
    const { _id } = (await sendKey("POST", WORKFLOWS, echoWorkflow("API Call"))).body;
    const published = await sendKey("PUT", `${WORKFLOWS}/${_id}/publish`, { published: true });
    expect(published.status, published.text).toBe(200);
    server.work();
    const payload = { payload: { order: 7 } };
    const headers = { sync_execution: "true", slug: "" };
    expect((await sendKey("POST", `${WORKFLOWS}/${_id}/execute`, payload, headers)).body).toMatchObject({
      return_value: payload,
    });
  });

  test("C13: an unknown webhook is a 404", async () => {
    expect(await sendKey("GET", `/api/v2/public/webhook/${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      body: { error_code: "RESOURCE_NOT_FOUND" },
    });
  });

  test("C14: an error has its code and its type under both names", async () => {
    const { body } = await send("GET", "/api/v2/f-sdk/application/no-such-app");
    expect(body).toMatchObject({
      error_code: "RESOURCE_NOT_FOUND",
      error: "RESOURCE_NOT_FOUND",
      http_error_type: "NOT_FOUND",
      error_type: "NOT_FOUND",
    });
  });
});
