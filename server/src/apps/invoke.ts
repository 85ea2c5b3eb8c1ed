import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../platform/json.ts";
import { findApplication } from "./application.ts";
import { type Call, ConnectorError } from "./connector.ts";
import { credentialOf } from "./credential.ts";
import { expireConnection, expiredError, type Use, usableConnection } from "./refresh.ts";
import { type ConnectionRow, findConnections } from "./store.ts";

/** What carrying out an action needs. */
export type InvokeDeps = Pick<
  Deps,
  "config" | "database" | "db" | "vault" | "queue" | "clock" | "outbound" | "log"
>;

/** One action to carry out for a linked account. */
export interface ActionCall {
  slug: string;
  actionId: string;
  input: Json;
  /** The same for every attempt at the same thing; sent to the provider unless the action only reads. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Carries out one action of an application with the account's own credential: the one door to third parties.
 * A token that the provider refuses is renewed once; a credential that is certainly dead expires the connection.
 * Throws `ConnectorError` for everything that is expected to go wrong.
 */
export async function invokeAction(deps: InvokeDeps, scope: AccountScope, action: ActionCall): Promise<Json> {
  const application = await findApplication(deps, scope, action.slug);
  if (!application?.enabled) {
    throw new ConnectorError("input", `There is no application ${action.slug}, or it is not enabled.`);
  }
  const use: Use = { scope, application, signal: action.signal };
  const found = await chooseConnection(deps, use);
  const row = await usableConnection(deps, use, found);
  try {
    return await run(deps, use, row, action);
  } catch (error) {
    if (!wasRefused(error)) throw error;
    return runAgain(deps, use, row, { action, error });
  }
}

/** The connection to use: an active one, of the preferred kind where there are several. */
async function chooseConnection(deps: InvokeDeps, use: Use): Promise<ConnectionRow> {
  const { application, scope } = use;
  const { slug, name } = application.connector.info;
  const rows = await findConnections(deps.database, scope, slug);
  const active = rows.filter((row) => row.status === "active");
  const preferred = active.find((row) => row.auth_type === application.authTypes[0]) ?? active[0];
  if (preferred !== undefined) return preferred;
  if (rows.length > 0) throw expiredError(use);
  throw new ConnectorError("auth", `The linked account has not connected ${name}.`);
}

async function run(deps: InvokeDeps, use: Use, row: ConnectionRow, action: ActionCall): Promise<Json> {
  const { actionId, input, idempotencyKey, signal } = action;
  const call: Call = { ...connectionCall(deps, row), input, idempotencyKey, signal };
  return use.application.connector.run(actionId, call);
}

/** What a connector is given of a connection. */
function connectionCall({ vault, outbound, clock }: InvokeDeps, row: ConnectionRow) {
  return {
    credential: credentialOf(vault, row),
    http: outbound.request,
    now: () => clock.now().getTime(),
  };
}

async function runAgain(
  deps: InvokeDeps,
  use: Use,
  row: ConnectionRow,
  { action, error }: { action: ActionCall; error: unknown },
): Promise<Json> {
  // Throws where it cannot be renewed right now: that must not cost the customer the connection. Where it comes
  // back as it was, it can never be renewed.
  const renewed = await usableConnection(deps, use, row, { revision: row.revision });
  let failure = error;
  if (renewed.revision !== row.revision) {
    try {
      return await run(deps, use, renewed, action);
    } catch (second) {
      if (!wasRefused(second)) throw second;
      failure = second;
    }
  }
  if (await isDead(deps, use, renewed)) {
    await expireConnection(deps, use, renewed, failure instanceof Error ? failure.message : "refused");
    throw expiredError(use);
  }
  throw failure;
}

/** 403 means that the credential is known but may not do this: no renewal helps. */
function wasRefused(error: unknown): boolean {
  return error instanceof ConnectorError && error.code === "auth" && error.status !== 403;
}

/** Only the connector's own check tells a dead credential from one that lacks a permission. */
async function isDead(deps: InvokeDeps, { application, signal }: Use, row: ConnectionRow): Promise<boolean> {
  const { check } = application.connector;
  if (check === undefined) return false;
  try {
    await check({ ...connectionCall(deps, row), signal });
    return false;
  } catch (error) {
    return wasRefused(error);
  }
}
