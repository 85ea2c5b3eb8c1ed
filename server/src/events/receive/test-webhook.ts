import type { TestRequest, TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { readGeneration } from "./rotate-address.ts";
import { buildWebhookUrl } from "./webhook-address.ts";

export interface TestWebhook {
  readonly key?: string;
  /** The linked account that owns the workflow; the organization's if absent. */
  readonly account?: string;
  readonly slug?: string;
  readonly signature?: object;
  readonly settings?: object;
  /** JavaScript of its only node. */
  readonly code?: string;
}

/** Creates and publishes a workflow that webhooks start; returns its id. */
export async function publishWebhook(
  server: TestServer,
  { key = server.testKey, account, slug, signature, settings, code = "return input" }: TestWebhook = {},
): Promise<string> {
  const trigger = { application: "Junctor", event: "Webhook", ...(signature && { input: { signature } }) };
  const body = {
    name: "Hooked",
    slug,
    settings,
    nodes: [
      { id: "start", type: "start", triggers: [trigger] },
      { id: "code", type: "ai_code_executor", data: { code } },
    ],
    edges: [{ source: "start", target: "code" }],
  };
  const url = "/api/v2/public/workflow";
  const made = await server.request({ method: "POST", url, key, account, body });
  const published = await server.request({
    method: "PUT",
    url: `${url}/${made.body?._id}/publish`,
    key,
    account,
    body: { published: true },
  });
  if (published.status !== 200) throw new Error(`${made.text} ${published.text}`);
  return made.body._id;
}

/**
 * The path for an account's webhooks of a workflow, in the test environment; its key is valid even if they do not
 * exist.
 */
export async function buildWebhookPath(
  server: TestServer,
  workflow: string,
  account = "acme",
): Promise<string> {
  const { deps, orgId } = server;
  const found = await findAccount(deps.database, server.test, account);
  const scope = { orgId, environment: "test" as const };
  const generation = found && (await readGeneration(deps.db, { ...scope, account: found }, workflow));
  const address = { ...scope, workflow, accountId: account, generation: generation ?? 0 };
  return new URL(buildWebhookUrl(deps, address)).pathname;
}

/** The same path without the key. */
export function buildKeylessPath(server: TestServer, workflow: string, account = "acme"): string {
  return `/api/v1/webhook-trigger/${server.orgId}-test/${workflow}/${encodeURIComponent(account)}`;
}

export async function sendWebhook(
  server: TestServer,
  workflow: string,
  body: unknown = {},
  more: Partial<TestRequest> = {},
) {
  const url = more.url ?? (await buildWebhookPath(server, workflow));
  return server.request({ method: "POST", body, ...more, url });
}
