import { ACCOUNT_OPERATIONS } from "../accounts/routes.ts";
import { ALERT_OPERATIONS } from "../alerts/routes.ts";
import { OPENAPI_OPERATIONS } from "../apps/manage/openapi-routes.ts";
import { APP_OPERATIONS } from "../apps/routes.ts";
import { AUDIT_LOG_OPERATIONS } from "../audit-log/routes.ts";
import { API_KEY_OPERATIONS } from "../auth/keys/key-routes.ts";
import type { Operation } from "../auth/operation.ts";
import { LOGO_OPERATIONS } from "../auth/organizations/logo-routes.ts";
import { AUTH_OPERATIONS } from "../auth/routes.ts";
import { CHANGE_OPERATIONS } from "../changes/routes.ts";
import { CONFIG_OPERATIONS } from "../configs/routes.ts";
import { DATA_REFERENCE_OPERATIONS } from "../data-references/routes.ts";
import type { Deps } from "../deps.ts";
import { INCOMING_WEBHOOK_OPERATIONS } from "../events/receive/webhook-route.ts";
import { EVENT_OPERATIONS } from "../events/routes.ts";
import { FILE_OPERATIONS } from "../files/routes.ts";
import { FILE_UPLOAD_OPERATIONS } from "../files/upload-route.ts";
import { OAUTH_OPERATIONS } from "../mcp/oauth/routes.ts";
import { MCP_OPERATIONS } from "../mcp/routes.ts";
import { OPERATOR_OPERATIONS } from "../operators/routes.ts";
import { PORTAL_OPERATIONS } from "../portal/routes.ts";
import { REDACTION_OPERATIONS } from "../redaction/routes.ts";
import { APPROVAL_OPERATIONS } from "../runs/approvals/approval-routes.ts";
import { NODE_STATE_OPERATIONS } from "../runs/read/node-routes.ts";
import { EXECUTION_OPERATIONS } from "../runs/read/routes.ts";
import { TIMELINE_OPERATIONS } from "../runs/read/timeline.ts";
import { EXECUTION_CONTROL_OPERATIONS } from "../runs/replay/control-routes.ts";
import { REPLAY_OPERATIONS } from "../runs/replay/replay-routes.ts";
import { REVEAL_OPERATIONS } from "../runs/reveal/reveal-routes.ts";
import { ANSWER_OPERATIONS } from "../runs/signals/hook-route.ts";
import { ALL_SCHEDULE_OPERATIONS } from "../schedules/all-routes.ts";
import { SCHEDULE_OPERATIONS } from "../schedules/routes.ts";
import { SEARCH_OPERATIONS } from "../search/routes.ts";
import { STATISTICS_OPERATIONS } from "../statistics/routes.ts";
import { APPLICATION_TRIGGER_OPERATIONS } from "../triggers/routes.ts";
import { TRIGGER_SECRET_OPERATIONS } from "../triggers/secret-routes.ts";
import { SHARED_ARRIVAL_OPERATIONS } from "../triggers/shared/arrival-routes.ts";
import { PLAN_OPERATIONS } from "../usage/plans/routes.ts";
import { USAGE_OPERATIONS } from "../usage/routes.ts";
import { WEBHOOK_OPERATIONS } from "../webhooks/manage/routes.ts";
import { WORKFLOW_OPERATIONS } from "../workflows/routes.ts";
import { HEALTH_OPERATIONS } from "./health.ts";

/** How operators and programs get access. */
export const ACCESS_OPERATIONS: readonly Operation<Deps>[] = [
  ...AUTH_OPERATIONS,
  ...LOGO_OPERATIONS,
  ...REDACTION_OPERATIONS,
  ...API_KEY_OPERATIONS,
];

/** What executions did and wait for, and what starts them by time. */
export const RUN_OPERATIONS: readonly Operation<Deps>[] = [
  ...EXECUTION_OPERATIONS,
  ...NODE_STATE_OPERATIONS,
  ...TIMELINE_OPERATIONS,
  ...EXECUTION_CONTROL_OPERATIONS,
  ...REVEAL_OPERATIONS,
  ...REPLAY_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...ALL_SCHEDULE_OPERATIONS,
];

/** Customers and what is set up for them. */
export const SETUP_OPERATIONS: readonly Operation<Deps>[] = [
  ...ACCOUNT_OPERATIONS,
  ...WORKFLOW_OPERATIONS,
  ...CONFIG_OPERATIONS,
  ...DATA_REFERENCE_OPERATIONS,
];

/** Every operation of the API that its document describes; `app` registers each list with what its feature keeps. */
export const OPERATIONS: readonly Operation<never>[] = [
  ...ACCESS_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...AUDIT_LOG_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...FILE_OPERATIONS,
  ...FILE_UPLOAD_OPERATIONS,
  ...APP_OPERATIONS,
  ...OPENAPI_OPERATIONS,
  ...SETUP_OPERATIONS,
  ...RUN_OPERATIONS,
  ...ANSWER_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...INCOMING_WEBHOOK_OPERATIONS,
  ...APPLICATION_TRIGGER_OPERATIONS,
  ...TRIGGER_SECRET_OPERATIONS,
  ...SHARED_ARRIVAL_OPERATIONS,
  ...PORTAL_OPERATIONS,
  ...MCP_OPERATIONS,
  ...OAUTH_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...PLAN_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...CHANGE_OPERATIONS,
  ...HEALTH_OPERATIONS,
];
