import { eventCalls } from "./events.ts";
import { executionCalls } from "./executions.ts";
import { type ConnectionOptions, createSend } from "./http.ts";
import { linkedAccountCalls } from "./linked-accounts.ts";
import { mcpServerCalls } from "./mcp-servers.ts";
import { scheduleCalls } from "./schedules.ts";
import { sessionTokenCalls } from "./session-tokens.ts";
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
    events: eventCalls(send),
    executions: executionCalls(send),
    workflows: workflowCalls(send),
    webhooks: webhookCalls(send),
    schedules: scheduleCalls(send),
    mcpServers: mcpServerCalls(send),
  };
}

/** What createServerClient makes. */
export type ServerClient = ReturnType<typeof createServerClient>;
