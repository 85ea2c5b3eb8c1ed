export type { Change, ChangeKind, ListenOptions } from "./changes.ts";
export { type Client, type ClientOptions, createClient, createSessionClient } from "./client.ts";
export type { ConnectOptions, ConnectWindow } from "./connect.ts";
export { type FieldError, JunctorError } from "./http/error.ts";
export type {
  AccountFilterOptions,
  AccountOptions,
  CallOptions,
  ConnectionOptions,
  RequestOptions,
  Send,
} from "./http/http.ts";
export type { Page } from "./http/pages.ts";
export type { Body, Input, Method, PathWith, Query, Reply } from "./http/wire.ts";
export type { components, operations, paths } from "./openapi.generated.ts";
export {
  createOperatorClient,
  type Environment,
  listenAsOperator,
  type OperatorClient,
  type OperatorClientOptions,
} from "./operator-client.ts";
export type { ActionName, ExecuteActionOptions } from "./resources/actions.ts";
export type { EventInput, TriggerOptions } from "./resources/events.ts";
export type { WaitOptions } from "./resources/executions.ts";
export type { DownloadedFile } from "./resources/files.ts";
export type { LinkedAccountInput } from "./resources/linked-accounts.ts";
export type { PortalLinkOptions } from "./resources/portal.ts";
export type { ProxyRequest } from "./resources/proxy.ts";
export type { ScheduleOptions } from "./resources/schedules.ts";
export {
  type ExecuteOptions,
  type RevisionOptions,
  type StaleRevision,
  staleRevisionOf,
  type TestOptions,
} from "./resources/workflows.ts";
export { createServerClient, type ServerClient, type ServerClientOptions } from "./server-client.ts";
export {
  type ConnectionWebhookPayload,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookPayload,
  type WebhookRequest,
  type WorkflowWebhookPayload,
} from "./verify-webhook.ts";
