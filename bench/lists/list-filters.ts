import { readFileSync } from "node:fs";

/** A list that is paged by a cursor, and so may grow without bound, with one of its filters. */
export interface FilteredList {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Sent as the header `linked_account_id`. */
  readonly account?: string;
}

/** Ids of the records that `fillLists` refers to. */
export interface FilledRecords {
  readonly webhookId: string;
  readonly serverId: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

// How a list is paged and sorted, and two names that only say that there is no such filter.
const NOT_FILTERS = ["page", "limit", "after", "sortAsc", "env_variable_name", "env_variable_value"];
const NO_ID = "0".repeat(24);
const START = { hit: "2026-09-01", miss: "2027-01-01" };
const END = { hit: "2026-09-01", miss: "2020-01-01" };
const ACCOUNT = { hit: "acc-2", miss: "empty" };

// A value that some rows have, and one that none has.
type Values = { readonly hit?: string; readonly miss?: string };

function valuesOf({ webhookId, serverId }: FilledRecords): Record<string, Record<string, Values>> {
  const dates = { start_date: START, end_date: END };
  const deliveries = {
    ...dates,
    status: { hit: "failed", miss: "cancelled" },
    event: { hit: "Workflow Errored", miss: "Connection Deleted" },
  };
  const events = {
    ...dates,
    event: { hit: "event-7", miss: "nowhere" },
    account: ACCOUNT,
    balanced: { hit: "true", miss: "false" },
    linked_account_id: ACCOUNT,
  };
  const calls = {
    ...dates,
    status: { hit: "ERRORED", miss: "DENIED" },
    tool: { hit: "tool_7", miss: "nowhere" },
    linked_account_id: ACCOUNT,
  };
  const access = { mcp_server_id: { hit: serverId, miss: NO_ID }, linked_account_id: ACCOUNT };
  return {
    listAuditLog: {
      ...dates,
      actor_kind: { hit: "operator", miss: "visitor" },
      actor_id: { hit: "actor-7", miss: "nowhere" },
      action: { hit: "schedule.updated", miss: "webhook." },
      operation: { hit: "updateSchedule", miss: "nowhere" },
      object_type: { hit: "schedule", miss: "webhook" },
      object_id: { hit: "object-7", miss: "nowhere" },
      linked_account_id: ACCOUNT,
      search: { hit: "Schedule", miss: "nowhere" },
    },
    listWebhookDeliveries: deliveries,
    listAllDeliveries: {
      ...deliveries,
      webhook_id: { hit: webhookId, miss: NO_ID },
      linked_account_id: ACCOUNT,
      execution_id: { miss: NO_ID },
    },
    listConnections: {
      status: { hit: "expired", miss: "degraded" },
      slug: { hit: "app-3", miss: "nowhere" },
      linked_account_id: ACCOUNT,
    },
    listLinkedAccounts: {
      search: { hit: "acc-7", miss: "nowhere" },
    },
    listExecutions: {
      ...dates,
      status: { hit: "ERRORED", miss: "TIMED_OUT" },
      workflow_id: { hit: `f${"0".repeat(22)}7`, miss: NO_ID },
      workflow_name: { hit: "Workflow 7", miss: "nowhere" },
      execution_id: { miss: NO_ID },
      replay_of: { miss: NO_ID },
      parent_execution_id: { miss: NO_ID },
      slug: { hit: "app-3", miss: "nowhere" },
      execution_type: { hit: "ASYNC", miss: "SYNC" },
      search: { hit: "seldom", miss: "nowhere" },
      error: { hit: "refused", miss: "nowhere" },
      input: { hit: "seldom", miss: "nowhere" },
      is_test: { hit: "false", miss: "true" },
      execution_source: { hit: "Schedule", miss: "API Call" },
      linked_account_id: ACCOUNT,
    },
    listRequests: {
      ...dates,
      slug: { hit: "app-3", miss: "nowhere" },
      linked_account_id: ACCOUNT,
      connection_id: { miss: NO_ID },
      execution_id: { miss: NO_ID },
      // Only with an execution.
      step: {},
      status: { hit: "failed", miss: "5xx" },
      cause: { hit: "step", miss: "token" },
      search: { hit: "/item/7", miss: "nowhere" },
    },
    listReplays: { linked_account_id: ACCOUNT },
    listAllSchedules: {
      linked_account_id: ACCOUNT,
      workflow_id: { hit: `f${"0".repeat(22)}7`, miss: NO_ID },
      status: { hit: "running", miss: "paused" },
    },
    listReceivedEvents: events,
    listAuditedEvents: events,
    listUsage: {
      linked_account_id: ACCOUNT,
      meter: { hit: "calls", miss: "storage" },
      from: START,
      to: END,
    },
    listAlerts: {
      state: { hit: "firing" },
      rule_id: { hit: `${"0".repeat(23)}7`, miss: NO_ID },
    },
    listMcpTokens: access,
    listMcpGrants: access,
    listAllMcpCalls: calls,
    listMcpCalls: calls,
  };
}

/** Every list with each of its filters, with a value that some rows have and with one that none has. */
export function listEveryFilter(records: FilledRecords): FilteredList[] {
  const values = valuesOf(records);
  return listOperations().flatMap(({ path, operationId, parameters = [] }) => {
    const known = values[operationId] ?? {};
    const filters = parameters.filter(
      ({ in: where, name }) => where !== "path" && !NOT_FILTERS.includes(name),
    );
    const missing = filters.filter(({ name }) => known[name] === undefined);
    // A new list or filter has to be measured, too.
    if (missing.length > 0)
      throw new Error(`No values for ${missing.map(({ name }) => name)} of ${operationId}.`);
    const id = operationId === "listMcpCalls" ? records.serverId : records.webhookId;
    return filters.flatMap(({ in: where, name }) =>
      Object.entries(known[name] ?? {}).map(([kind, value]) => ({
        name: `${operationId}, ${name}: ${kind}`,
        path: path.replace("{id}", id),
        query: where === "query" ? { [name]: value } : {},
        ...(where === "header" && { account: value }),
      })),
    );
  });
}

function listOperations(): (Operation & { path: string })[] {
  const { paths } = JSON.parse(readFileSync("openapi.json", "utf8")) as {
    paths: Record<string, { get?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const names = get?.parameters?.map(({ name }) => name) ?? [];
    return get && names.includes("after") && names.includes("page") ? [{ path, ...get }] : [];
  });
}
