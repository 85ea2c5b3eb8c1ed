import type { TestReply, TestServer } from "../../../test/test-server.ts";
import type { Caps } from "./caps.ts";

/** Creates a plan; returns its id. */
export async function createTestPlan(
  server: TestServer,
  caps: Caps,
  { name = `Plan ${performance.now()}`, isDefault = false, key = server.testKey } = {},
): Promise<string> {
  const body = { name, is_default: isDefault, caps };
  const made = await server.request({ method: "POST", url: "/api/v2/public/plans", key, body });
  if (made.status !== 200) throw new Error(made.text);
  return made.body._id;
}

/** Gives a linked account a plan, caps of its own, or both. */
export function setTestPlan(
  server: TestServer,
  account: string,
  body: { readonly plan_id?: string | null; readonly caps?: Caps },
  key = server.testKey,
): Promise<TestReply> {
  const url = `/api/v2/public/linked-account/${encodeURIComponent(account)}/plan`;
  return server.request({ method: "PUT", url, key, body });
}

/** What a linked account used of a limit, and its other properties. */
export async function readTestLimit(server: TestServer, account: string, name: string) {
  const url = `/api/v2/public/linked-account/${encodeURIComponent(account)}/plan`;
  const { body } = await server.request({ url, key: server.testKey });
  return body.limits.find((limit: { name: string }) => limit.name === name);
}

/** Deletes all plans, and what accounts have of their own. */
export async function removeTestPlans({ deps }: TestServer): Promise<void> {
  for (const table of ["account_plans", "plans"] as const) await deps.db.deleteFrom(table).execute();
  await deps.usageCaps.changed();
}
