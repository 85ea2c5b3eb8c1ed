import { Type } from "typebox";
import { DELIVERY_STATUSES } from "../../webhooks/table.ts";
import { APPLICATION_TOOLS } from "./application-tools.ts";
import { EXECUTION_TOOLS } from "./execution-tools.ts";
import { AccountArgument, type ToolDeclaration } from "./tool.ts";
import { WORKFLOW_TOOLS } from "./workflow-tools.ts";

/** Everything that a developer's agent can do, in list order. */
export const TOOLS: readonly ToolDeclaration[] = [
  { name: "list_accounts", operation: "listLinkedAccounts" },
  {
    name: "get_account",
    operation: "getLinkedAccount",
    id: ["linked_account_id", "The linked account: your own id for the customer."],
    // Images are for people.
    omit: ["icon"],
  },
  {
    name: "list_connections",
    operation: "listConnections",
    input: { linked_account_id: Type.Optional(AccountArgument) },
  },
  ...APPLICATION_TOOLS,
  ...WORKFLOW_TOOLS,
  ...EXECUTION_TOOLS,
  {
    name: "list_mcp_calls",
    operation: "listAllMcpCalls",
    description:
      "Lists what customers' agents have called on your MCP servers, newest first: with arguments (without secrets), how it ended, and who decided. Narrow it by status (ERRORED and REFUSED are those that failed, WAITING those that nobody has approved yet), tool, linked account or time.",
    input: { linked_account_id: Type.Optional(AccountArgument) },
    // An agent must not decide what a person is asked.
    omit: ["approval_url"],
  },
  {
    name: "list_webhooks",
    operation: "listWebhooks",
    // Its headers may contain what its receiver authenticates it by.
    omit: ["webhook_body", "webhook_headers"],
  },
  {
    name: "list_webhook_deliveries",
    operation: "listWebhookDeliveries",
    description:
      "Lists the deliveries of a webhook with their attempts, newest first; by default those that failed.",
    id: ["webhook_id", "The webhook's id, as returned by list_webhooks."],
    preset: { status: "failed" },
    input: { status: Type.Optional(Type.Enum(DELIVERY_STATUSES, { default: "failed" })) },
  },
];
