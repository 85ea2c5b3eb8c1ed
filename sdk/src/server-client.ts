import { changeCalls } from "./changes.ts";
import { type ConnectionOptions, createSend } from "./http/http.ts";
import { actionCalls } from "./resources/actions.ts";
import { alertCalls, alertRuleCalls } from "./resources/alerts.ts";
import { apiKeyCalls } from "./resources/api-keys.ts";
import { auditLogCalls } from "./resources/audit-log.ts";
import { connectionCalls } from "./resources/connections.ts";
import { dataReferenceCalls } from "./resources/data-references.ts";
import { eventCalls } from "./resources/events.ts";
import { executionCalls } from "./resources/executions.ts";
import { fileCalls } from "./resources/files.ts";
import { linkedAccountCalls } from "./resources/linked-accounts.ts";
import { mcpServerCalls } from "./resources/mcp-servers.ts";
import { operatorCalls } from "./resources/operators.ts";
import { planCalls } from "./resources/plans.ts";
import { portalCalls } from "./resources/portal.ts";
import { createProxy } from "./resources/proxy.ts";
import { requestCalls } from "./resources/requests.ts";
import { scheduleCalls } from "./resources/schedules.ts";
import { sessionTokenCalls } from "./resources/session-tokens.ts";
import { statisticsCalls } from "./resources/statistics.ts";
import { usageCalls } from "./resources/usage.ts";
import { webhookCalls } from "./resources/webhooks.ts";
import { workflowCalls } from "./resources/workflows.ts";

/** How your own server reaches Junctor; the API key selects the environment. */
export interface ServerClientOptions extends ConnectionOptions {
  readonly apiKey: string;
}

/** Everything that your server does with Junctor. Never create it in a browser, where the key would be visible. */
export function createServerClient({ apiKey, ...connection }: ServerClientOptions) {
  if (!apiKey) throw new TypeError("apiKey is missing.");
  const send = createSend(connection, () => ({ "x-api-key": apiKey }));
  const sendAs = (token: string) => createSend(connection, () => ({ authorization: `Bearer ${token}` }));
  return {
    sessionTokens: sessionTokenCalls(send, sendAs),
    linkedAccounts: linkedAccountCalls(send),
    connections: connectionCalls(send),
    actions: actionCalls(send),
    portal: portalCalls(send),
    /**
     * Sends a raw request to an application with an account's credential, and resolves with the provider's response.
     */
    proxy: createProxy(connection, () => ({ "x-api-key": apiKey })),
    events: eventCalls(send),
    executions: executionCalls(send),
    requests: requestCalls(send),
    files: fileCalls(connection, () => ({ "x-api-key": apiKey })),
    workflows: workflowCalls(send),
    webhooks: webhookCalls(send),
    schedules: scheduleCalls(send),
    mcpServers: mcpServerCalls(send),
    apiKeys: apiKeyCalls(send),
    operators: operatorCalls(send),
    statistics: statisticsCalls(send),
    usage: usageCalls(send),
    dataReferences: dataReferenceCalls(send),
    plans: planCalls(send),
    alertRules: alertRuleCalls(send),
    alerts: alertCalls(send),
    auditLog: auditLogCalls(send),
    changes: changeCalls(connection, () => ({ "x-api-key": apiKey })),
  };
}

/** The client that `createServerClient` returns. */
export type ServerClient = ReturnType<typeof createServerClient>;
