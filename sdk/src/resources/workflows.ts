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

/** The server waits this long for the end of a synchronous execution, plus time for the network. */
const SYNC_TIMEOUT_MS = 75_000;

/** Options of executing a workflow. */
export interface ExecuteOptions extends AccountOptions {
  /** The application of the workflow; not needed with an id. */
  readonly slug?: string;
  readonly configId?: string;
  /** Whether the reply waits for the end of the execution and has its result, if that takes at most a minute. */
  readonly sync?: boolean;
}

/** For changes that must be based on the latest revision: the `__v` that was read. */
export interface RevisionOptions {
  readonly baseRevision?: number;
}

/** The changes since the revision on which a refused change was based, and the current revision. */
export type StaleRevision = components["schemas"]["StaleRevision"];

/** The details of a change that was refused for its `base_revision`; undefined for any other error. */
export function staleRevisionOf(error: unknown): StaleRevision | undefined {
  if (!(error instanceof JunctorError) || error.code !== "STALE_REVISION") return undefined;
  // The server's errors match its API document; tests verify it.
  return error.errors[0] as StaleRevision | undefined;
}

/** Options of testing a draft, for a linked account or for that of `execution_id`. */
export type TestOptions = AccountFilterOptions & {
  /** Whether the reply waits for the end of the execution and has its result, if that takes at most a minute. */
  readonly sync?: boolean;
};

/** What a linked account's browser can read about workflows. */
export function accountWorkflowCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page of the published workflows that are offered to the account, and its own. */
    list,
    listAll: (filter: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
  };
}

/** Calls about the organization's workflows; with `linkedAccountId` about those of one account. */
export function workflowCalls(send: Send) {
  const list = (query: Query<"get", typeof ALL> = {}, options: CallOptions = {}) =>
    send("get", ALL, { query, ...options });
  const setPublished = (
    id: string,
    body: Body<"put", `${typeof ONE}/publish`>,
    options: AccountFilterOptions,
  ) => send("put", `${ONE}/publish`, { path: { id }, body, ...forAccount(options) });
  const setArchived = (
    id: string,
    body: Body<"put", `${typeof ONE}/archive`>,
    options: AccountFilterOptions,
  ) => send("put", `${ONE}/archive`, { path: { id }, body, ...forAccount(options) });
  return {
    create: (workflow: Body<"post", typeof PATH>, options: AccountFilterOptions = {}) =>
      send("post", PATH, { body: workflow, ...forAccount(options) }),
    get: (id: string, options: AccountFilterOptions = {}) =>
      send("get", ONE, { path: { id }, ...forAccount(options) }),
    /** The draft of a published workflow, created on the first call; an unpublished one is its own draft. */
    draft: (id: string, options: AccountFilterOptions = {}) =>
      send("get", `${ONE}/edit`, { path: { id }, ...forAccount(options) }),
    /**
     * Changes the given fields; nodes and edges of a published workflow go into its draft, which is returned. With
     * `base_revision` it throws if somebody has changed the workflow since: `staleRevisionOf` returns the details.
     */
    update: (id: string, changes: Body<"put", typeof ONE>, options: AccountFilterOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...forAccount(options) }),
    /** Checks and publishes a workflow, a draft or, with `version`, an earlier version again. */
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
    /** Unpublishes a workflow and leaves it out of lists; its versions, draft and executions are kept. */
    archive: (id: string, { baseRevision, ...options }: AccountFilterOptions & RevisionOptions = {}) =>
      setArchived(id, { archived: true, base_revision: baseRevision }, options),
    /** Brings an archived workflow back, unpublished. */
    unarchive: (id: string, { baseRevision, ...options }: AccountFilterOptions & RevisionOptions = {}) =>
      setArchived(id, { archived: false, base_revision: baseRevision }, options),
    /** One page of all the organization's workflows, including drafts; archived ones only with `archived`. */
    list,
    listAll: (filter: Query<"get", typeof ALL> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
    /** One page of a workflow's published versions, newest first. */
    versions: (id: string, query: Query<"get", typeof VERSIONS> = {}, options: AccountFilterOptions = {}) =>
      send("get", VERSIONS, { path: { id }, query, ...forAccount(options) }),
    delete: (id: string, { baseRevision, ...options }: AccountFilterOptions & RevisionOptions = {}) =>
      send("delete", ONE, { path: { id }, query: { base_revision: baseRevision }, ...forAccount(options) }),
    /**
     * Runs a published workflow (by id or alias) for an account, whether or not it is enabled there; `payload` is its
     * input.
     */
    execute: (id: string, payload: unknown, { slug, configId, sync, ...options }: ExecuteOptions) => {
      const headers = { slug, config_id: configId, sync_execution: sync ? "true" : undefined };
      const timeoutMs = options.timeoutMs ?? (sync ? SYNC_TIMEOUT_MS : undefined);
      const request = forAccount({ ...options, timeoutMs }, headers);
      return send("post", `${ONE}/execute`, { path: { id }, body: payload, ...request });
    },
    /** Tests the draft, changed or not; no third party is called unless `call_third_parties` allows it. */
    test: (id: string, test: Body<"post", `${typeof ONE}/test`>, { sync, ...options }: TestOptions = {}) => {
      const headers = { sync_execution: sync ? "true" : undefined };
      const timeoutMs = options.timeoutMs ?? (sync ? SYNC_TIMEOUT_MS : undefined);
      const request = forAccount({ ...options, timeoutMs }, headers);
      return send("post", `${ONE}/test`, { path: { id }, body: test, ...request });
    },
  };
}
