import { randomUUID } from "node:crypto";
import type { Bench } from "./engine-set-up.ts";

/** What one account does to a server; what went wrong, or undefined. */
export type Attack = (bench: Bench) => Promise<string | undefined>;

type JsonSchema = Readonly<Record<string, unknown>>;

const OPERATIONS = 10;
const CALLS = 200;
const ACCOUNT = { linked_account_id: "acc-0" };
const text: JsonSchema = { type: "string" };

const many = <Value>(count: number, of: (index: number) => Value) =>
  Array.from({ length: count }, (_, i) => of(i));

/** Choices of two in each other: 60 KB with 11 levels. */
export function choices(levels: number): JsonSchema {
  const nested = (left: number): JsonSchema =>
    left === 0 ? text : { anyOf: [nested(left - 1), nested(left - 1)] };
  return { type: "object", properties: { a: nested(levels) } };
}

/** Nothing but texts. */
export function wide(count: number): JsonSchema {
  return { type: "object", properties: Object.fromEntries(many(count, (index) => [`p${index}`, text])) };
}

/**
 * Imports a document whose ten operations each take a body of this schema, and calls each of them for the first time,
 * all at once, with a session token of the account.
 */
export function callActions(third: string, schema: JsonSchema): Attack {
  return async (bench) => {
    const { slug, actions } = await importDocument(bench, third, schema);
    const { token } = await bench.api("POST", "/api/v2/public/session-token", ACCOUNT);
    const statuses = await Promise.all(
      actions.map(async (action) => {
        const path = `/api/v2/integration-schema/${slug}/actions/${action}/execute`;
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const reply = await fetch(bench.url + path, { method: "POST", headers, body: "{}" });
        const { node_status: status } = (await reply.json()) as { node_status?: string };
        return status ?? reply.status;
      }),
    );
    const failed = statuses.filter((status) => status !== "Success");
    return failed.length > 0 ? `${failed.length} calls failed: ${failed[0]}` : undefined;
  };
}

/** The account's agents list the operations 200 times at once; what exceeds the budget is refused. */
export function callTools(third: string, schema: JsonSchema): Attack {
  return async (bench) => {
    const { slug, actions } = await importDocument(bench, third, schema);
    const { token } = await bench.api("POST", "/api/v2/public/session-token", ACCOUNT);
    const associated = [{ slug, actions: actions.map((id) => ({ id })) }];
    const body = { name: "Hostile", description: "", associated_apps: associated };
    const { _id: id } = await bench.api("POST", "/api/v2/public/mcp-servers", body, ACCOUNT);
    const send = async (index: number) => {
      const reply = await fetch(`${bench.url}/mcp/v1/${id}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": "2025-11-25",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: index, method: "tools/list", params: {} }),
      });
      await reply.arrayBuffer();
      return reply.status;
    };
    const statuses = await Promise.all(many(CALLS, send));
    const count = (status: number) => statuses.filter((one) => one === status).length;
    if (count(200) + count(429) < CALLS) return `unexpected: ${[...new Set(statuses)].join(", ")}`;
    return count(200) === 0 ? "all calls were refused" : undefined;
  };
}

/** A new application of the organization that the account has connected. */
async function importDocument(
  bench: Bench,
  third: string,
  schema: JsonSchema,
): Promise<{ slug: string; actions: string[] }> {
  const slug = `hostile-${randomUUID().slice(0, 8)}`;
  const operations = many(OPERATIONS, (index) => [
    `/operation${index}`,
    {
      post: {
        operationId: `operation${index}`,
        requestBody: { content: { "application/json": { schema } } },
        responses: { 200: { description: "Done" } },
      },
    },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title: slug, version: "1.0.0" },
    servers: [{ url: third }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: Object.fromEntries(operations),
  };
  const imported = await bench.api("POST", `/api/v2/public/application/openapi?slug=${slug}`, { document });
  const form = await bench.api("GET", `/api/v2/public/auth-structure/${slug}`);
  const fields = Object.fromEntries(Object.keys(form.keybased ?? {}).map((name) => [name, "key"]));
  const save = "/api/v2/public/linked-account/integration/save-key-credentials";
  await bench.api("PUT", `${save}/${slug}`, fields, ACCOUNT);
  return { slug, actions: imported.actions.map((one: { action_id: string }) => one.action_id) };
}
