import type { JsonObject } from "../../apps/connector.ts";
import type { KeyPrincipal } from "../../auth/credentials.ts";
import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { redactArguments } from "../calls/redact-arguments.ts";
import type { ToolDefinition } from "../tools/tool.ts";

/** Whose call it is. */
export interface ManagementCaller {
  readonly key: KeyPrincipal;
  /** The last four characters of the API key, as lists of keys show it. */
  readonly ending: string;
  /** What the client calls itself. */
  readonly client: string | undefined;
  /** Where it calls from. */
  readonly address: string;
}

/** How a call ended, with the reason if it failed. */
export type ManagementCallOutcome =
  | { readonly outcome: "done" }
  | { readonly outcome: "failed"; readonly reason: string };

const LOGGED_TYPES = ["string", "integer", "number", "boolean", "null"];

/**
 * Records a call that writes before it is made; the returned function records how it ended. Of the arguments only
 * names, ids and choices: payloads and definitions are not for logs.
 */
export function startCallAudit(
  { log, clock }: Pick<Deps, "log" | "clock">,
  { key: { scope }, ending: keyEnding, client }: ManagementCaller,
  { name: tool, inputSchema }: ToolDefinition,
  args: JsonObject,
): (end: ManagementCallOutcome) => void {
  const call = createId(clock.now().getTime());
  const who = { organization: scope.orgId, environment: scope.environment, keyEnding, client };
  const shown = Object.entries(redactArguments(args, inputSchema)).map(([name, value]) => [
    name,
    isLogged(inputSchema.properties, name) ? value : "[not logged]",
  ]);
  const begun = performance.now();
  log.info({ call, tool, ...who, arguments: Object.fromEntries(shown) }, "mcp.management-call");
  return (end) =>
    log.info({ call, tool, ...end, ms: Math.round(performance.now() - begun) }, "mcp.management-call-ended");
}

function isLogged(properties: Json | undefined, name: string): boolean {
  const declared = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isObject(declared)) return false;
  const types = [declared.type ?? []].flat().map(String);
  return (
    Array.isArray(declared.enum) || (types.length > 0 && types.every((type) => LOGGED_TYPES.includes(type)))
  );
}
