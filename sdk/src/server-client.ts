import { actionCalls } from "./actions.ts";
import { apiKeyCalls } from "./api-keys.ts";
import { auditLogCalls } from "./audit-log.ts";
import { changeCalls } from "./changes.ts";
import { connectionCalls } from "./connections.ts";
import { eventCalls } from "./events.ts";
import { executionCalls } from "./executions.ts";
import { type ConnectionOptions, createSend } from "./http.ts";
import { linkedAccountCalls } from "./linked-accounts.ts";
import { mcpServerCalls } from "./mcp-servers.ts";
import { operatorCalls } from "./operators.ts";
import { portalCalls } from "./portal.ts";
import { createProxy } from "./proxy.ts";
import { scheduleCalls } from "./schedules.ts";
import { sessionTokenCalls } from "./session-tokens.ts";
import { statisticsCalls } from "./statistics.ts";
import { webhookCalls } from "./webhooks.ts";
import { workflowCalls } from "./workflows.ts";

/** How the SaaS company's own server reaches Junctor; the API key selects the environment. */
export interface ServerClientOptions extends ConnectionOptions {
  readonly apiKey: string;
}

/** Everything that a SaaS company's server does with Junctor; never build it in a browser, where the key would be seen. */
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
    /** Sends a raw request to an application with an account's credential, and resolves with the provider's answer. */
    proxy: createProxy(connection, () => ({ "x-api-key": apiKey })),
    events: eventCalls(send),
    executions: executionCalls(send),
    workflows: workflowCalls(send),
    webhooks: webhookCalls(send),
    schedules: scheduleCalls(send),
    mcpServers: mcpServerCalls(send),
    apiKeys: apiKeyCalls(send),
    operators: operatorCalls(send),
    statistics: statisticsCalls(send),
    auditLog: auditLogCalls(send),
    changes: changeCalls(connection, () => ({ "x-api-key": apiKey })),
  };
}

/** What createServerClient makes. */
export type ServerClient = ReturnType<typeof createServerClient>;
