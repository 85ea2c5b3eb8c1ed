export type { ActionName, ExecuteActionOptions } from "./actions.ts";
export type { Change, ChangeKind, ListenOptions } from "./changes.ts";
export { type Client, type ClientOptions, createClient, createSessionClient } from "./client.ts";
export type { ConnectOptions, ConnectWindow } from "./connect.ts";
export { type FieldError, JunctorError } from "./error.ts";
export type { EventInput, TriggerOptions } from "./events.ts";
export type { WaitOptions } from "./executions.ts";
export type {
  AccountFilterOptions,
  AccountOptions,
  CallOptions,
  ConnectionOptions,
  RequestOptions,
  Send,
} from "./http.ts";
export type { LinkedAccountInput } from "./linked-accounts.ts";
export type { components, operations, paths } from "./openapi.generated.ts";
export {
  createOperatorClient,
  type Environment,
  listenAsOperator,
  type OperatorClient,
  type OperatorClientOptions,
} from "./operator-client.ts";
export type { Page } from "./pages.ts";
export type { PortalLinkOptions } from "./portal.ts";
export type { ProxyRequest } from "./proxy.ts";
export type { ScheduleOptions } from "./schedules.ts";
export { createServerClient, type ServerClient, type ServerClientOptions } from "./server-client.ts";
export type { Body, Input, Method, PathWith, Query, Reply } from "./wire.ts";
export {
  type ExecuteOptions,
  type RevisionOptions,
  type StaleRevision,
  staleRevisionOf,
  type TestOptions,
} from "./workflows.ts";
