import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { readMcpSettings } from "../oauth/settings-store.ts";
import { approvalUrl } from "./links.ts";

/** The approval page as an agent is told of it; undefined where the organization decides by the API. */
export async function toldAddress(
  deps: Pick<Deps, "db" | "config" | "credentials">,
  scope: Scope,
  callId: string,
): Promise<string | undefined> {
  const { approvals } = await readMcpSettings(deps.db, scope);
  return approvals === "api" ? undefined : approvalUrl(deps, callId);
}
