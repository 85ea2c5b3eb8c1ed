import type { JsonObject } from "../../apps/connector.ts";
import type { OrganizationLimits } from "../../auth/limits/rate-limit.ts";
import type { Role } from "../../auth/roles.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { redactArguments } from "../calls/redact-arguments.ts";
import type { ToolDefinition } from "../tools/tool.ts";

/** Whose call it is. */
export interface ManagementCaller {
  readonly scope: Scope;
  readonly limits: OrganizationLimits;
  readonly role: Role;
  /** Of the API key. */
  readonly keyId: string;
  /** The last four characters of the API key, as lists of keys show it. */
  readonly keyEnding: string;
  /** What the client calls itself. */
  readonly client: string | undefined;
}

/** How a call ended, with the reason if it failed. */
export type ManagementCallOutcome =
  | { readonly outcome: "done" }
  | { readonly outcome: "failed"; readonly reason: string };

const LOGGED_TYPES = ["string", "integer", "number", "boolean"];

/**
 * Records a call that writes before it is made; the returned function records how it ended. Of the arguments only
 * names, ids and choices: payloads and definitions are not for logs.
 */
export function startCallAudit(
  { log, clock }: Pick<Deps, "log" | "clock">,
  { scope, keyEnding, client }: ManagementCaller,
  definition: ToolDefinition,
  args: JsonObject,
): (end: ManagementCallOutcome) => void {
  const call = createId(clock.now().getTime());
  const who = { organization: scope.orgId, environment: scope.environment, keyEnding, client };
  const { name: tool, inputSchema } = definition;
  const begun = performance.now();
  log.info(
    { call, tool, ...who, arguments: redactLoggedArguments(args, inputSchema) },
    "mcp.management-call",
  );
  return (end) =>
    log.info({ call, tool, ...end, ms: Math.round(performance.now() - begun) }, "mcp.management-call-ended");
}

/** Arguments as stored in the log. */
export function redactLoggedArguments(args: JsonObject, schema: ToolDefinition["inputSchema"]): JsonObject {
  const redacted = Object.entries(redactArguments(args, schema));
  return Object.fromEntries(
    redacted.map(([name, value]) => [name, isLogged(schema, name) ? value : "[not logged]"]),
  );
}

function isLogged({ properties }: ToolDefinition["inputSchema"], name: string): boolean {
  const declared = memberOf(properties, name);
  const types = [memberOf(declared, "type") ?? []].flat().filter((type) => type !== "null");
  const isChoice = Array.isArray(memberOf(declared, "enum"));
  return isChoice || (types.length > 0 && types.every((type) => LOGGED_TYPES.includes(String(type))));
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
