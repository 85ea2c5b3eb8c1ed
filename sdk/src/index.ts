export type { ConnectOptions, ConnectWindow } from "./connect.ts";
export { JunctorError } from "./error.ts";
export type { AccountOptions, CallOptions, ConnectionOptions } from "./http.ts";
export type { LinkedAccountInput } from "./linked-accounts.ts";
export type { components, operations, paths } from "./openapi.generated.ts";
export type { Page } from "./pages.ts";
export { createServerClient, type ServerClient, type ServerClientOptions } from "./server-client.ts";
