import { JunctorError } from "../http/error.ts";
import {
  type AccountFilterOptions,
  type AccountOptions,
  type CallOptions,
  forAccount,
  type Send,
} from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";
import type { components } from "../openapi.generated.ts";

const PATH = "/api/v2/public/workflow";
const ALL = `${PATH}/all` as const;
const ONE = `${PATH}/{id}` as const;
const VERSIONS = `${PATH}/versions/{id}` as const;

/** The server waits this long for the end of a synchronous execution, and the network needs its share. */
const SYNC_TIMEOUT_MS = 75_000;

/** How to execute a workflow by call. */
export interface ExecuteOptions extends AccountOptions {
  /** The application of the workflow; not needed where the id is given. */
  readonly slug?: string;
  readonly configId?: string;
  /** Whether the reply comes at the end of the execution and has its result, if that takes at most a minute. */
  readonly sync?: boolean;
}

/** For changes that must be made from what stands: the `__v` that was read. */
export interface RevisionOptions {
  readonly baseRevision?: number;
}

/** What has changed since the revision from which a refused change was made, and which one stands. */
export type StaleRevision = components["schemas"]["StaleRevision"];

/** What a change that was refused for its `base_revision` is told; undefined for any other error. */
export function staleRevisionOf(error: unknown): StaleRevision | undefined {
  if (!(error instanceof JunctorError) || error.code !== "STALE_REVISION") return undefined;
  // The server's errors are what its document says: the tests hold it to that.
  return error.errors[0] as StaleRevision | undefined;
}

/** What to try of a draft, and for whom: a customer, or the one of `execution_id`. */
export type TestOptions = AccountFilterOptions & {
  /** Whether the reply comes at the end of the execution and has its result, if that takes at most a minute. */
  readonly sync?: boolean;
};

/** What a linked account's browser may read of workflows. */
export function accountWorkflowCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page of the published workflows that the account is offered, and of its own. */
    list,
    listAll: (filter: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
  };
}

/** Calls about the organization's workflows; with `linkedAccountId` about those of one account alone. */
export function workflowCalls(send: Send) {
  const list = (query: Query<"get", typeof ALL> = {}, options: CallOptions = {}) =>
    send("get", ALL, { query, ...options });
  const setPublished = (
    id: string,
    body: Body<"put", `${typeof ONE}/publish`>,
    options: AccountFilterOptions,
  ) => send("put", `${ONE}/publish`, { path: { id }, body, ...forAccount(options) });
  return {
    create: (workflow: Body<"post", typeof PATH>, options: AccountFilterOptions = {}) =>
      send("post", PATH, { body: workflow, ...forAccount(options) }),
    get: (id: string, options: AccountFilterOptions = {}) =>
      send("get", ONE, { path: { id }, ...forAccount(options) }),
    /** The draft of a published workflow, made on the first call; an unpublished one is its own draft. */
    draft: (id: string, options: AccountFilterOptions = {}) =>
      send("get", `${ONE}/edit`, { path: { id }, ...forAccount(options) }),
    /**
     * Changes the given fields; nodes and edges of a published workflow go into its draft, which is the reply. With
     * `base_revision` it throws where somebody has changed the workflow since: `staleRevisionOf` tells what.
     */
    update: (id: string, changes: Body<"put", typeof ONE>, options: AccountFilterOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...forAccount(options) }),
    /** Checks and publishes a workflow, a draft, or with `version` an earlier version again. */
    publish: (
      id: string,
      {
        version,
        baseRevision,
        ...options
      }: AccountFilterOptions & RevisionOptions & { version?: number } = {},
    ) => setPublished(id, { published: true, version, base_revision: baseRevision }, options),
    unpublish: (id: string, { baseRevision, ...options }: AccountFilterOptions & RevisionOptions = {}) =>
      setPublished(id, { published: false, base_revision: baseRevision }, options),
    /** One page of all the organization's workflows, drafts included. */
    list,
    listAll: (filter: Query<"get", typeof ALL> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
    /** One page of a workflow's published versions, newest first. */
    versions: (id: string, query: Query<"get", typeof VERSIONS> = {}, options: AccountFilterOptions = {}) =>
      send("get", VERSIONS, { path: { id }, query, ...forAccount(options) }),
    delete: (id: string, { baseRevision, ...options }: AccountFilterOptions & RevisionOptions = {}) =>
      send("delete", ONE, { path: { id }, query: { base_revision: baseRevision }, ...forAccount(options) }),
    /** Runs a published workflow (by id or alias) for an account, enabled there or not; `payload` is its input. */
    execute: (id: string, payload: unknown, { slug, configId, sync, ...options }: ExecuteOptions) => {
      const headers = { slug, config_id: configId, sync_execution: sync ? "true" : undefined };
      const timeoutMs = options.timeoutMs ?? (sync ? SYNC_TIMEOUT_MS : undefined);
      const request = forAccount({ ...options, timeoutMs }, headers);
      return send("post", `${ONE}/execute`, { path: { id }, body: payload, ...request });
    },
    /** Tries the draft, changed or not; nobody outside is called unless `call_third_parties` says so. */
    test: (id: string, test: Body<"post", `${typeof ONE}/test`>, { sync, ...options }: TestOptions = {}) => {
      const headers = { sync_execution: sync ? "true" : undefined };
      const timeoutMs = options.timeoutMs ?? (sync ? SYNC_TIMEOUT_MS : undefined);
      const request = forAccount({ ...options, timeoutMs }, headers);
      return send("post", `${ONE}/test`, { path: { id }, body: test, ...request });
    },
  };
}
