import type { FastifyRequest } from "fastify";
import { type CookieDeps, findSessionToken } from "./operator-cookie.ts";

/** Whether the caller's credential still allows the same scope, for requests whose answers take long. */
export async function isStillValid(
  deps: Pick<CookieDeps, "config" | "credentials">,
  request: FastifyRequest,
): Promise<boolean> {
  const { principal, headers } = request;
  const { credentials } = deps;
  if (principal?.kind === "apiKey")
    return (await credentials.apiKey(String(headers["x-api-key"]))) !== undefined;
  if (principal?.kind !== "operator") return false;
  const session = await credentials.operatorSession(findSessionToken(deps.config, request) ?? "");
  const { orgId, environment } = principal.scope;
  return session?.orgId === orgId && session.roles[environment] !== null;
}
