import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { OPERATIONS } from "../api/operations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What an operation requires, as its description ends, and the word for it in the table. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  "Requires no credential.": "nobody",
  "Requires an API key.": "key",
  "Requires an API key and the header `linked_account_id`.": "key-for-account",
  "Requires a session token.": "token",
  "Requires an API key, or a session token.": "key-or-token",
  "Requires a session token, or an API key and the header `linked_account_id`.": "token-or-key-for-account",
  "Requires a signed-in operator's session.": "operator",
};

/**
 * Every operation, its least role and its credential, by what it is about. Who may do what is a promise of
 * docs/operators.md: viewers read; support stops and replays executions, decides approvals, checks connections, creates
 * reconnect and portal links and resends deliveries; developers change workflows, applications, webhooks, schedules and
 * MCP servers, act for customers, read secrets, and create session tokens and API keys; owners change the organization,
 * install pieces and manage operators. An operation without a role takes no API key.
 */
const ACCESS = `
  # Access
  createSessionToken developer key
  createConnectCode developer key
  exchangeConnectCode - nobody
  revokeSessionToken - token
  getOrganization viewer key
  updateOrganization owner key
  getOrganizationBasics - token
  listApiKeys developer key
  createApiKey developer key
  deleteApiKey developer key

  # Redaction
  getRedaction viewer key
  setRedaction owner key
  setOrganizationRedaction owner key
  getWorkflowRedaction viewer key
  setWorkflowRedaction developer key
  previewRedaction viewer key

  # Portal
  getOrganizationLogo - nobody
  createConnectUrl support token-or-key-for-account
  getHostedProperties - token
  getPortalApplications viewer key
  updatePortalApplications developer key
  getWorkflowParts - token
  getPortalWorkflows viewer key
  updatePortalWorkflows developer key
  getPortalExecutions viewer key
  updatePortalExecutions developer key
  previewPortal viewer key
  listPortalTexts viewer key

  # Operators
  signIn - nobody
  getOperatorSession - operator
  signOut - operator
  updateOwnOperator - operator
  signInByLink - nobody
  checkSignInLink - nobody
  requestPasswordReset - nobody
  setOperatorPassword - operator
  listOperatorSessions - operator
  deleteOperatorSessions - operator
  deleteOperatorSession - operator
  createOperatorTotp - operator
  enableOperatorTotp - operator
  disableOperatorTotp - operator
  getSignInMethods - nobody
  listOperators developer key
  inviteOperator owner key
  updateOperator owner key
  deleteOperator owner key
  createOperatorLink owner key

  # Audit log
  listAuditLog developer key
  exportAuditLog developer key
  getAuditLogEntry developer key

  # Webhooks
  listWebhooks viewer key
  createWebhook developer key
  deleteOnlyWebhook developer key
  getWebhook viewer key
  updateWebhook developer key
  deleteWebhook developer key
  promoteWebhook developer key
  groupWebhooks developer key
  subscribeWebhook developer key
  unsubscribeWebhook developer key
  getWebhookSecret developer key
  rotateWebhookSecret developer key
  resendWebhookDelivery support key
  resendWebhookDeliveries support key
  testWebhook developer key
  listWebhookDeliveries viewer key
  listAllDeliveries viewer key
  getWebhookDelivery viewer key

  # Requests
  listRequests viewer key
  getRequest viewer key

  # Executions
  uploadFile developer token-or-key-for-account
  downloadFile viewer key
  listExecutions viewer key-or-token
  getExecution viewer key-or-token
  getExecutionResponse viewer key-or-token
  listExecutionBatches viewer key-or-token
  listExecutionAttempts viewer key-or-token
  getExecutionTimeline viewer key-or-token
  stopExecution support key-or-token
  rerunExecution support key-or-token
  replayExecution support key-or-token
  revealExecution support key
  replayExecutions support key-or-token
  listReplays viewer key-or-token
  getReplay viewer key-or-token
  stopReplay support key-or-token
  answerWait - nobody
  listApprovals viewer key-or-token
  decideApproval support key-or-token

  # Applications
  startConnect - token
  startConnectByQuery - token
  finishConnect - nobody
  disconnect - token
  listOwnApplications - token
  getOwnApplication - token
  saveConnection - token
  listAuthConfigs - token
  listApplications viewer key-for-account
  getApplication viewer key-for-account
  getOAuthUrl support key-for-account
  saveKeyCredentials developer key-for-account
  getAuthStructure - nobody
  migrateToken developer key-for-account
  getApplicationIcon - nobody
  disconnectAccount developer key-for-account

  # Application settings
  saveCustomApplication developer key
  deleteCustomApplication developer key
  listApplicationSettings viewer key
  getApplicationSettings viewer key
  updateApplicationSettings developer key
  getApplicationSetup viewer key
  getApplicationDefinition developer key
  updateApplicationSetup developer key
  promoteApplicationSettings developer key
  importOpenApi developer key
  listOpenApiOperations developer key
  previewOpenApi developer key
  listDirectory viewer key
  getDirectoryEntry viewer key
  listDirectoryOperations viewer key
  addDirectoryEntry developer key
  addMcpServer developer key
  refreshMcpServer developer key
  getClientMetadata - nobody
  listPieces viewer key
  getPiece viewer key
  installPiece owner key
  updatePiece owner key
  removePiece owner key
  getApplicationFields viewer key
  setApplicationFields developer key

  # Connections
  getConnectionHealth viewer token-or-key-for-account
  checkConnection support token-or-key-for-account
  updateConnection developer token-or-key-for-account
  listConnections viewer key
  createReconnectLink support token-or-key-for-account

  # Actions
  searchActions viewer key-or-token
  listActions viewer key-or-token
  getAction viewer key-or-token
  listOptionLists viewer key-or-token
  executeAction developer token-or-key-for-account
  listActionOptions support token-or-key-for-account
  findActionOptions support token-or-key-for-account

  # Linked accounts
  putAccountCredential developer token-or-key-for-account
  deleteAccountCredential developer token-or-key-for-account
  upsertLinkedAccount developer key-or-token
  createLinkedAccount developer key
  listLinkedAccounts viewer key
  getLinkedAccount viewer key-or-token
  deleteLinkedAccount developer key
  getActiveLinkedAccount - token
  rotateAccountWebhookUrls developer key

  # Workflows
  listWorkflows - token
  createWorkflow developer key-or-token
  listAllWorkflows viewer key
  getWorkflow viewer key-or-token
  updateWorkflow developer key-or-token
  deleteWorkflow developer key-or-token
  editWorkflow developer key-or-token
  listWorkflowProblems viewer key-or-token
  previewWorkflowProblems viewer key-or-token
  listWorkflowVersions viewer key-or-token
  publishWorkflow developer key-or-token
  archiveWorkflow developer key-or-token
  previewPublish viewer key
  restoreWorkflowVersion developer key-or-token
  exportWorkflow developer key-or-token
  importWorkflow developer key-or-token
  listWorkflowTemplates viewer key
  getWorkflowTemplate viewer key
  listNodeTypes viewer key-or-token
  countWorkflowAccounts viewer key
  evaluateExpressions developer key-or-token
  executeWorkflow developer token-or-key-for-account
  executeWorkflowV1 developer token-or-key-for-account
  testWorkflow developer key-or-token
  getRequestStructure viewer token-or-key-for-account
  getWorkflowWebhookSecret developer key-or-token
  setWorkflowWebhookSecret developer key-or-token
  deleteWorkflowWebhookSecret developer key-or-token
  getWorkflowWebhookUrl developer token-or-key-for-account
  rotateWorkflowWebhookUrl developer token-or-key-for-account
  rotateWorkflowWebhookUrls developer key-or-token

  # Configs
  getOrCreateConfigInBrowser - token
  updateConfigInBrowser - token
  getDefaultConfigInBrowser - token
  deleteDefaultConfigInBrowser - token
  getConfigInBrowser - token
  deleteConfigInBrowser - token
  getOrCreateConfig developer token-or-key-for-account
  updateConfig developer token-or-key-for-account
  getDefaultConfig viewer token-or-key-for-account
  deleteDefaultConfig developer token-or-key-for-account
  getConfig viewer token-or-key-for-account
  deleteConfig developer token-or-key-for-account
  listConfigs viewer token-or-key-for-account
  listEnabledWorkflows viewer token-or-key-for-account
  listAllConfigs viewer token-or-key-for-account
  listConfigConnections viewer token-or-key-for-account
  switchConfigWorkflow developer token-or-key-for-account
  getConfigField viewer token-or-key-for-account
  readConfigField viewer token-or-key-for-account
  updateConfigField developer token-or-key-for-account
  deleteConfigField developer token-or-key-for-account
  getConfigFields viewer token-or-key-for-account
  getRuleOptions support token-or-key-for-account

  # Datastores
  listDatastores viewer token-or-key-for-account
  listDatastoreRecords viewer token-or-key-for-account
  searchDatastoreRecords viewer token-or-key-for-account

  # Data references
  listDataReferences viewer key
  createDataReference developer key-for-account
  getDataReference viewer key-for-account
  saveDataReferenceRecords developer key-for-account
  deleteDataReferenceRecord developer key-for-account
  clearDataReference developer key-for-account
  deleteDataReference developer key-for-account
  setDataReferenceGroup developer key

  # Schedules
  listSchedules viewer key-for-account
  createSchedule developer key-for-account
  updateSchedule developer key-for-account
  deleteSchedule developer key-for-account
  pauseSchedule developer key
  resumeSchedule developer key
  previewSchedule viewer key
  listAllSchedules viewer key
  getSchedule viewer key

  # Search
  search viewer key

  # Events
  createEvent developer key
  listEvents viewer key
  promoteEvent developer key
  getEvent viewer key
  updateEvent developer key
  deleteEvent developer key
  listEventsAlias viewer key
  triggerEventAtBase developer key-or-token
  getEventAlias viewer key
  updateEventAlias developer key
  deleteEventAlias developer key
  triggerEventOfApplication developer key-or-token
  triggerEvent developer key-or-token
  triggerEventV1 developer key-or-token
  listReceivedEvents viewer key-or-token
  listAuditedEvents viewer key
  getReceivedEvent viewer key-or-token
  restartReceivedEvent developer key
  listAuditFindings viewer key
  triggerWebhook - nobody
  triggerKeylessWebhook - nobody

  # Triggers
  listTriggers viewer key-or-token
  listTriggerSubscriptions viewer token-or-key-for-account
  readTriggerExamples developer token-or-key-for-account
  setTriggerSubscriptionSecret developer token-or-key-for-account
  listSharedWebhookArrivals viewer key

  # MCP servers
  listMcpServers viewer key-or-token
  createMcpServer developer key-or-token
  getMcpServer viewer key-or-token
  updateMcpServer developer key-or-token
  deleteMcpServer developer key-or-token
  dropMcpServerChanges developer token-or-key-for-account
  previewMcpTools viewer key-or-token
  listMcpTools viewer key-or-token
  createMcpToken developer token-or-key-for-account
  deleteMcpToken developer token-or-key-for-account
  listMcpTokens viewer key-or-token
  withdrawMcpToken developer key-or-token
  listAllMcpCalls viewer key
  listMcpCalls viewer key-or-token
  getMcpCall viewer key-or-token
  decideMcpCall support key
  getMcpSettings viewer key
  updateMcpSettings developer key
  answerMcpSignIn developer key
  createMcpSignInCode developer token-or-key-for-account
  listMcpGrants viewer key-or-token
  withdrawMcpGrant developer key-or-token

  # Statistics
  getStatistics viewer key
  getStatisticsOverview viewer key
  streamChanges viewer key

  # Usage
  listUsage viewer key
  exportUsage viewer key
  listPlans viewer key
  createPlan developer key
  getPlan viewer key
  updatePlan developer key
  deletePlan developer key
  getLinkedAccountPlan viewer key
  setLinkedAccountPlan developer key

  # Alerts
  listAlertRules viewer key
  createAlertRule developer key
  getAlertRule viewer key
  updateAlertRule developer key
  deleteAlertRule developer key
  testAlertRule developer key
  listAlerts viewer key

  # Health
  getLiveness - nobody
  getReadiness - nobody
`;

interface Documented {
  readonly operationId: string;
  readonly description: string;
}

/** The operations of the running server with their credentials, as its API document describes them. */
async function readCredentials(): Promise<Map<string, string>> {
  const { body } = await server.request({ url: "/openapi.json" });
  const items = Object.values<Record<string, Documented>>(body.paths);
  const operations = items.flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId);
  return new Map(
    operations.map(({ operationId, description }) => {
      const required = description.slice(description.lastIndexOf("Requires "));
      const credential = CREDENTIALS[required.replace(/ \(role `\w+`( or higher)?\)/, "")];
      return [operationId, credential ?? required];
    }),
  );
}

test("every operation has the least role and the credential that it is meant to have", async () => {
  const credentials = await readCredentials();
  const leastRoles = new Map(OPERATIONS.map(({ id, least }) => [id, least]));
  const operations = new Set([...credentials.keys(), ...leastRoles.keys()]);
  const access = [...operations].map((operation) => [
    operation,
    `${leastRoles.get(operation) ?? "-"} ${credentials.get(operation) ?? "undocumented"}`,
  ]);
  const lines = ACCESS.split("\n").filter((line) => line.trim() !== "" && !line.includes("#"));
  const expected = lines.map((line) => {
    const [operation = "", ...rest] = line.trim().split(" ");
    return [operation, rest.join(" ")];
  });
  expect(lines.length).toBe(operations.size);
  expect(Object.fromEntries(access)).toEqual(Object.fromEntries(expected));
});

test("every operation whose path names a linked account counts towards its rate limit", () => {
  const ofAccount = OPERATIONS.filter(({ path }) => path.includes("/linked-account/:id"));
  expect(ofAccount.length).toBeGreaterThan(2);
  expect(ofAccount.map(({ id, accountParam }) => [id, accountParam])).toEqual(
    ofAccount.map(({ id }) => [id, "id"]),
  );
});
