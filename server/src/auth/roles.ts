import { ApiError } from "../platform/errors.ts";
import type { Environment } from "./scope.ts";

/** What an operator or an API key may do in an environment, least first; each may do all that those before it may. */
export const ROLES = ["viewer", "support", "developer", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Someone's role in each environment; null: no access. */
export type Roles = Readonly<Record<Environment, Role | null>>;

/**
 * Every operation that takes an API key or an operator's session, under the least role that may call it: viewers read,
 * support mends what failed for a customer, developers build and read secrets, owners decide who has access.
 */
const OPERATIONS: Readonly<Record<Role, readonly string[]>> = {
  viewer: [
    "getOrganization",
    "previewPortal",
    "streamChanges",
    "getStatistics",
    "getStatisticsOverview",
    "listWebhooks",
    "getWebhook",
    "listWebhookDeliveries",
    "listAllDeliveries",
    "getWebhookDelivery",
    "listApplications",
    "getApplication",
    "listApplicationSettings",
    "getApplicationSettings",
    "getApplicationFields",
    "getConnectionHealth",
    "listConnections",
    "listActions",
    "getAction",
    "listLinkedAccounts",
    "getLinkedAccount",
    "listAllWorkflows",
    "getWorkflow",
    "listWorkflowProblems",
    "previewPublish",
    "listWorkflowVersions",
    "countWorkflowAccounts",
    "getRequestStructure",
    "getDefaultConfig",
    "getConfig",
    "listConfigs",
    "listEnabledWorkflows",
    "getConfigField",
    "readConfigField",
    "getConfigFields",
    "listDatastores",
    "listDatastoreRecords",
    "searchDatastoreRecords",
    "listExecutions",
    "getExecution",
    "getExecutionResponse",
    "listExecutionBatches",
    "listExecutionAttempts",
    "getExecutionTimeline",
    "getReplay",
    "listApprovals",
    "listSchedules",
    "search",
    "listAllSchedules",
    "getSchedule",
    "previewSchedule",
    "listEvents",
    "listEventsAlias",
    "getEvent",
    "getEventAlias",
    "listReceivedEvents",
    "getReceivedEvent",
    "listAuditedEvents",
    "listAuditFindings",
    "listTriggers",
    "listTriggerSubscriptions",
    "listMcpServers",
    "getMcpServer",
    "listMcpTools",
    "previewMcpTools",
    "listMcpTokens",
    "listMcpGrants",
    "listAllMcpCalls",
    "listMcpCalls",
    "getMcpCall",
    "getMcpSettings",
  ],
  support: [
    "getOAuthUrl",
    "createReconnectLink",
    "createConnectUrl",
    "checkConnection",
    "listActionOptions",
    "findActionOptions",
    "getRuleOptions",
    "stopExecution",
    "rerunExecution",
    "replayExecution",
    "replayExecutions",
    "stopReplay",
    "decideApproval",
    "decideMcpCall",
    "resendWebhookDelivery",
    "resendWebhookDeliveries",
  ],
  developer: [
    "listOperators",
    "listApiKeys",
    "createApiKey",
    "deleteApiKey",
    "createSessionToken",
    "createWebhook",
    "updateWebhook",
    "deleteWebhook",
    "deleteOnlyWebhook",
    "promoteWebhook",
    "groupWebhooks",
    "subscribeWebhook",
    "unsubscribeWebhook",
    "testWebhook",
    "getWebhookSecret",
    "rotateWebhookSecret",
    "saveCustomApplication",
    "deleteCustomApplication",
    "updateApplicationSettings",
    "promoteApplicationSettings",
    "setApplicationFields",
    "importOpenApi",
    "listOpenApiOperations",
    "addMcpServer",
    "refreshMcpServer",
    "saveKeyCredentials",
    "migrateToken",
    "disconnectAccount",
    "executeAction",
    "sendRawRequest",
    "putAccountCredential",
    "deleteAccountCredential",
    "upsertLinkedAccount",
    "createLinkedAccount",
    "deleteLinkedAccount",
    "createWorkflow",
    "editWorkflow",
    "updateWorkflow",
    "deleteWorkflow",
    "publishWorkflow",
    "restoreWorkflowVersion",
    "exportWorkflow",
    "importWorkflow",
    "executeWorkflow",
    "executeWorkflowV1",
    "setWorkflowWebhookSecret",
    "deleteWorkflowWebhookSecret",
    "getWorkflowWebhookUrl",
    "rotateWorkflowWebhookUrl",
    "rotateWorkflowWebhookUrls",
    "rotateAccountWebhookUrls",
    "getOrCreateConfig",
    "updateConfig",
    "deleteDefaultConfig",
    "deleteConfig",
    "switchConfigWorkflow",
    "updateConfigField",
    "deleteConfigField",
    "createSchedule",
    "updateSchedule",
    "deleteSchedule",
    "pauseSchedule",
    "resumeSchedule",
    "createEvent",
    "promoteEvent",
    "updateEvent",
    "updateEventAlias",
    "deleteEvent",
    "deleteEventAlias",
    "triggerEvent",
    "triggerEventV1",
    "triggerEventAtBase",
    "triggerEventOfApplication",
    "createMcpServer",
    "updateMcpServer",
    "deleteMcpServer",
    "dropMcpServerChanges",
    "createMcpToken",
    "deleteMcpToken",
    "withdrawMcpToken",
    "withdrawMcpGrant",
    "createMcpSignInCode",
    "answerMcpSignIn",
    "updateMcpSettings",
  ],
  owner: ["updateOrganization", "inviteOperator", "updateOperator", "deleteOperator", "createOperatorLink"],
};

const LEAST = new Map(
  ROLES.flatMap((role) => OPERATIONS[role].map((operation) => [operation, role] as const)),
);

/** The least role that may call an operation; undefined where this table lacks it. */
export function leastRole(operationId: string | undefined): Role | undefined {
  return operationId === undefined ? undefined : LEAST.get(operationId);
}

/** Every operation of the table. */
export function operationsWithRole(): readonly string[] {
  return [...LEAST.keys()];
}

/** Whether `role` may do what `least` may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Throws a 403 that names the role that is needed, and where; null: no access at all. */
export function requireRole(role: Role | null, least: Role, environment: Environment): asserts role is Role {
  if (role !== null && isAtLeast(role, least)) return;
  const held = role === null ? "you have none" : `yours is ${role}`;
  throw new ApiError(
    "forbidden",
    "ROLE_TOO_LOW",
    `This takes the role ${least} in the ${environment} environment; ${held}.`,
  );
}
