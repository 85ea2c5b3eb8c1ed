import type { JsonObject } from "../../apps/connector.ts";
import { runAsAgent } from "../../auth/agent.ts";
import type { KeyPrincipal } from "../../auth/credentials.ts";
import { findAccount } from "../../auth/guard.ts";
import { findOperation, type Operation } from "../../auth/operation.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { ManagementTool, OperationShapes } from "./tool.ts";

/** What the management server works with. */
export interface ManagementDeps extends Deps {
  readonly app: Pick<App, "inject">;
  readonly operations: readonly Operation<never>[];
  /** By name, in list order. */
  readonly tools: ReadonlyMap<string, ManagementTool>;
}

/**
 * Sends a request of an agent to an operation, like any other client's: guard, validation, rate limit and audit log
 * are the API's. Throws ApiError for what the agent can fix.
 */
export async function sendOperation(
  deps: ManagementDeps,
  principal: KeyPrincipal,
  operationId: string,
  args: JsonObject,
  // biome-ignore lint/suspicious/noExplicitAny: the operation's schema says what it replies
): Promise<any> {
  const { account, ...request } = toRequest(findOperation(deps.operations, operationId), args);
  // The API's lists of all accounts are empty for an unknown one.
  await resolveAccount(deps, principal.scope, account);
  const reply = await runAsAgent(principal, async () => await deps.app.inject(request));
  const value = parseJson(reply.payload);
  if (reply.statusCode < 400) return value;
  const { message, error_code: code, errors, request_id: id } = value;
  const text =
    reply.statusCode === 500 ? `The tool failed. The server's log has the reason under ${id}.` : message;
  throw new ApiError("bad_request", code, text, errors);
}

/** The account with that id, or none if none is named; 400 for an unknown one. */
export async function resolveAccount(
  { database }: Pick<Deps, "database">,
  scope: Scope,
  accountId: string | undefined,
): Promise<AccountRef | undefined> {
  const account = accountId === undefined ? undefined : await findAccount(database, scope, accountId);
  if (account || accountId === undefined) return account;
  throw badRequest("There is no linked account with this linked_account_id.", "INVALID_LINKED_ACCOUNT_ID");
}

/** Every argument where the operation reads it: in the path, in the body, or else in the query. */
function toRequest({ path, method, schema, credentials }: Operation<never>, args: JsonObject) {
  const { params, body } = schema as OperationShapes;
  const url = path.replace(/:(\w+)/g, (_all, name: string) => toSegment(String(args[name])));
  const query: Record<string, string> = {};
  const content: JsonObject = {};
  for (const [name, value] of Object.entries(args)) {
    if (params && Object.hasOwn(params.properties, name)) continue;
    if (body && Object.hasOwn(body.properties, name)) content[name] = value;
    else if (value !== undefined) query[name] = String(value);
  }
  return {
    method: method.toUpperCase() as "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url,
    query,
    account: credentials === "apiKey" ? query.linked_account_id : undefined,
    ...(body && { payload: JSON.stringify(content), headers: { "content-type": "application/json" } }),
  };
}

/** Throws for nothing and dots, which would lead to another address. */
function toSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw badRequest(`The id "${text}" cannot be part of an address.`);
  return encodeURIComponent(text.toWellFormed());
}
