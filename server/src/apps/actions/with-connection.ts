import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { FileError } from "../../files/file-value.ts";
import { saveFile } from "../../files/save-file.ts";
import { readSentFiles } from "../../files/sent-files.ts";
import type { Json } from "../../platform/json/json.ts";
import type { RequestHooks } from "../../platform/outbound/outbound.ts";
import { findApplication } from "../catalog/application.ts";
import { decryptCredential } from "../connections/credential.ts";
import {
  createExpiredError,
  ensureFreshConnection,
  expireConnection,
} from "../connections/fresh-connection.ts";
import { findConnectionById } from "../connections/lease-store.ts";
import type { ApplicationUse } from "../connections/renew.ts";
import { readYourAppCredential } from "../connections/your-app.ts";
import {
  type BareCall,
  type CallOrigin,
  type Connector,
  ConnectorError,
  type Credential,
  isTokenRefused,
  NO_CREDENTIAL,
} from "../connector.ts";
import { needsConnection } from "../connector-auth.ts";
import { createObservedHttp, type LastResponse, recordUse } from "../health/health.ts";
import { listSecrets } from "../providers/list-secrets.ts";
import { redactStream } from "../providers/redact-stream.ts";
import type { RequestCause } from "../request-log/cause.ts";
import { recordOpaqueCall } from "../request-log/logged-http.ts";
import { type ConnectionRow, findConnections, findPreferred, listConnectionsTo } from "../store.ts";
import { countCall } from "./call-counts.ts";
import { createLimitedHttp, delayRequests } from "./provider-limit.ts";
import { createValueStore } from "./value-store.ts";
import { redactBytes, redactConnector, redactError } from "./without-secrets.ts";

/** What calling a third party for an account requires. */
export type InvokeDeps = Pick<
  Deps,
  | "database"
  | "db"
  | "vault"
  | "queue"
  | "clock"
  | "outbound"
  | "log"
  | "metrics"
  | "catalog"
  | "renewals"
  | "providerLimits"
  | "callCounts"
  | "notedAnswers"
  | "requestLog"
  | "redaction"
  | "sandbox"
  | "config"
  | "objectStore"
  | "usageCaps"
  | "takeUsage"
>;

/** The application to call. */
export interface CallTarget extends RequestHooks, CallOrigin {
  slug: string;
  /** Undefined: the default connection. */
  connectionId?: string;
  signal?: AbortSignal;
  /** What the requests of the call are logged with. */
  cause: RequestCause;
}

/** One operation on a connector with a fresh credential; it may run again with a renewed one. */
export type Verb<Result> = (connector: Connector, call: BareCall) => Promise<Result>;

/** The connection to use was removed since it was chosen. */
export class ConnectionRemovedError extends ConnectorError {}

/** The account has yet to connect the application. */
export class NotConnectedError extends ConnectorError {}

/** One action to execute for a linked account. */
export interface ActionCall extends CallTarget {
  actionId: string;
  input: Json;
  /** The same for every attempt of one operation; sent to the provider unless the action only reads. */
  idempotencyKey?: string;
}

/** Executes one action of an application with the account's own credential; throws like `withConnection`. */
export function invokeAction(deps: InvokeDeps, scope: AccountScope, action: ActionCall): Promise<Json> {
  const { actionId, input, idempotencyKey, cause } = action;
  const target = { ...action, cause: { subject: actionId, ...cause } };
  return withConnection(deps, scope, target, (connector, call) =>
    connector.run(actionId, { ...call, input, idempotencyKey }),
  );
}

/**
 * Runs an operation on an application for an account: the only way to third parties. A token that the provider
 * refuses is renewed once; a credential that is certainly dead expires the connection; the provider's limits are
 * kept. If the provider repeats the credential, `[redacted]` replaces it in responses and errors. Throws
 * `ConnectorError` for all expected failures.
 */
export async function withConnection<Result>(
  deps: InvokeDeps,
  scope: AccountScope,
  { slug, connectionId, signal, untilSure, moreRoom, executionId, workflowId, cause }: CallTarget,
  verb: Verb<Result>,
): Promise<Result> {
  const application = await findApplication(deps, scope, slug);
  if (!application?.enabled) {
    throw new ConnectorError("input", `The application ${slug} does not exist or is not enabled.`);
  }
  const origin = { executionId, workflowId };
  const use: Invocation = {
    scope,
    application,
    connectionId,
    signal,
    origin,
    cause,
    hooks: { untilSure, moreRoom },
    seen: {},
  };
  if (!needsConnection(application.connector.info.auth)) return withoutConnection(deps, use, verb);
  const found = await chooseConnection(deps, use);
  const row = await ensureFreshConnection(deps, use, found);
  try {
    const result = await attemptTwice(deps, use, row, verb);
    await recordUse(deps, row.id, use.seen);
    return result;
  } catch (failure) {
    await recordUse(deps, row.id, { status: use.seen.status, failure });
    throw failure;
  }
}

/** Nothing can be renewed, expired or marked as used, also where there are connections (D515). */
async function withoutConnection<Result>(
  deps: InvokeDeps,
  use: Invocation,
  verb: Verb<Result>,
): Promise<Result> {
  const { application, scope } = use;
  const { auth } = application.connector.info;
  const credential =
    auth.yourApp === undefined ? NO_CREDENTIAL : await readYourAppCredential(deps, scope, auth.yourApp);
  return callWith(
    deps,
    use,
    { id: undefined, call: createCall(deps, use, { id: undefined, credential }) },
    verb,
  );
}

/** An application in use, by an execution or outside of one. */
interface Invocation extends ApplicationUse, Pick<CallTarget, "cause"> {
  origin: CallOrigin;
  hooks: RequestHooks;
  seen: LastResponse;
}

async function attemptTwice<Result>(
  deps: InvokeDeps,
  use: Invocation,
  row: ConnectionRow,
  verb: Verb<Result>,
): Promise<Result> {
  try {
    return await attempt(deps, use, row, verb);
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    return attemptAgain(deps, use, row, { verb, error });
  }
}

/** The connection to use: the one that is named, or else an active default one, of the preferred kind if there are two. */
async function chooseConnection(deps: InvokeDeps, use: ApplicationUse): Promise<ConnectionRow> {
  const { application, connectionId, scope } = use;
  const { slug, name } = application.connector.info;
  const rows = await findConnections(deps.database, scope, slug, connectionId);
  const active = findPreferred(application, rows);
  if (active?.status === "active") return active;
  if (active !== undefined) throw createExpiredError(use);
  // Another account of the customer must not take its place (D513).
  if (connectionId !== undefined)
    throw new ConnectionRemovedError(
      "auth",
      `The connection to ${name} that was chosen here has been removed.`,
    );
  const others = await listConnectionsTo(deps.db, scope, slug);
  if (others.length === 0)
    throw new NotConnectedError("auth", `The linked account has not connected ${name}.`);
  throw new ConnectorError(
    "auth",
    `The linked account has no default connection to ${name}: make one the default.`,
  );
}

async function attempt<Result>(
  deps: InvokeDeps,
  use: Invocation,
  row: ConnectionRow,
  verb: Verb<Result>,
): Promise<Result> {
  return callWith(deps, use, { id: row.id, call: connectionCall(deps, use, row) }, verb);
}

async function callWith<Result>(
  deps: InvokeDeps,
  use: Invocation,
  { id, call }: { id: string | undefined; call: BareCall },
  verb: Verb<Result>,
): Promise<Result> {
  const { scope, origin } = use;
  const { connector } = use.application;
  const { provider, slug } = connector.info;
  const files = createFileAccess(deps, use, call);
  const values = createValueStore(deps, { scope, slug, ...origin });
  const { checkValue: checkSlowly } = deps.sandbox.forTenant(scope.account.id);
  const make = () =>
    verb(redactConnector(connector, call.credential), { ...call, ...files, values, origin, checkSlowly });
  try {
    // Pieces make their requests in a process of their own.
    if (provider !== "piece") return await make();
    const from = { scope, slug, connectionId: id, cause: use.cause };
    const secrets = () => listSecrets(connector.info, call.credential);
    return await recordOpaqueCall(deps, from, secrets, () => countCall(deps, { scope, slug }, make));
  } catch (failure) {
    const error = redactError(failure, connector, call.credential);
    // Without a status it is our own refusal, which is already limited.
    const isProviders = error instanceof ConnectorError && error.status !== undefined;
    if (isProviders && error.code === "rateLimit" && error.retryAfterMs !== undefined) {
      await delayRequests(deps, { scope, info: connector.info, connectionId: id }, error.retryAfterMs);
    }
    throw error;
  }
}

/** The files of the account that is called for, and of no other. */
function createFileAccess(
  deps: InvokeDeps,
  { application, scope, origin: { executionId } }: Invocation,
  { credential }: BareCall,
): Required<Pick<BareCall, "saveFile" | "readFiles">> {
  return {
    saveFile: ({ content, ...file }) => {
      const secrets = listSecrets(application.connector.info, credential);
      const shown = Buffer.isBuffer(content) ? redactBytes(content, secrets) : redactStream(content, secrets);
      return saveFile(deps, scope, { ...file, content: shown }, executionId).catch((error) => {
        throw toConnectorError(error, { code: "remote", mayHaveWorked: true });
      });
    },
    readFiles: (value, options) =>
      readSentFiles(deps, scope, value, options).catch((error) => {
        throw toConnectorError(error, { code: "input", mayHaveWorked: false });
      }),
  };
}

function toConnectorError(
  cause: unknown,
  { code, mayHaveWorked }: Pick<ConnectorError, "code" | "mayHaveWorked">,
): unknown {
  return cause instanceof FileError
    ? new ConnectorError(code, cause.message, { mayHaveWorked, cause })
    : cause;
}

/** What a connector gets of a connection. */
function connectionCall(deps: InvokeDeps, use: Invocation, row: ConnectionRow): BareCall {
  return createCall(deps, use, { id: row.id, credential: decryptCredential(deps.vault, row) });
}

function createCall(
  deps: InvokeDeps,
  { application, scope, signal, cause, hooks, seen }: Invocation,
  { id: connectionId, credential }: { id: string | undefined; credential: Credential },
): BareCall {
  const { info } = application.connector;
  const caller = { scope, info, connectionId, credential, cause, ...hooks };
  return {
    credential,
    http: createObservedHttp(createLimitedHttp(deps, caller), seen),
    now: () => deps.clock.now().getTime(),
    signal,
  };
}

async function attemptAgain<Result>(
  deps: InvokeDeps,
  use: Invocation,
  row: ConnectionRow,
  { verb, error }: { verb: Verb<Result>; error: unknown },
): Promise<Result> {
  // Throws if it cannot be renewed right now: that must not cost the customer the connection. If it comes back
  // unchanged, it can never be renewed.
  const renewed = await ensureFreshConnection(deps, use, row, { revision: row.revision });
  let failure = error;
  if (renewed.revision !== row.revision) {
    try {
      return await attempt(deps, use, renewed, verb);
    } catch (second) {
      if (!isTokenRefused(second)) throw second;
      failure = second;
    }
  }
  const refusal = await refusedCheck(deps, use, renewed);
  if (refusal === undefined) throw failure;
  const reason = failure instanceof Error ? failure.message : "refused";
  const cause = { reason, status: refusal.status, where: "check", checked: true };
  if (await expireConnection(deps, use, renewed, cause)) throw createExpiredError(use);
  // Another caller noticed it first, or the customer has reconnected.
  const current = await findConnectionById(deps.db, renewed.id);
  if (current?.status === "expired") throw createExpiredError(use);
  if (current === undefined || current.revision === renewed.revision) throw failure;
  return attempt(deps, use, current, verb);
}

/** Only the connector's own check distinguishes a dead credential from one that lacks a permission. */
async function refusedCheck(
  deps: InvokeDeps,
  use: Invocation,
  row: ConnectionRow,
): Promise<ConnectorError | undefined> {
  const { check } = use.application.connector;
  if (check === undefined) return undefined;
  try {
    await check(
      connectionCall(deps, { ...use, cause: { ...use.cause, kind: "check", subject: undefined } }, row),
    );
    return undefined;
  } catch (error) {
    return isTokenRefused(error) ? error : undefined;
  }
}
