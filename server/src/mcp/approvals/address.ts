import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { readMcpSettings } from "../oauth/settings-store.ts";
import { buildApprovalUrl } from "./links.ts";

/** The URL of the approval page for an agent; undefined if the organization decides by the API. */
export async function findApprovalUrl(
  deps: Pick<Deps, "db" | "config" | "credentials">,
  scope: Scope,
  callId: string,
): Promise<string | undefined> {
  const { approvals } = await readMcpSettings(deps.db, scope);
  return approvals === "api" ? undefined : buildApprovalUrl(deps, callId);
}
