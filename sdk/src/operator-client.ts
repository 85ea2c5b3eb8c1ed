import { type Change, changeCalls, type ListenOptions } from "./changes.ts";
import { type ConnectionOptions, createSend, type Send } from "./http/http.ts";

/** Test and production are separate: customers, connections and executions of one are never visible in the other. */
export type Environment = "test" | "production";

/** How an operator's browser reaches the Junctor server that it is signed in to. */
export interface OperatorClientOptions extends ConnectionOptions {
  /** The environment of the requests. */
  readonly environment: Environment;
}

/**
 * Sends requests to any route of the API as the operator whose session cookie the browser holds, as the dashboard
 * does.
 */
export type OperatorClient = Send;

/** Creates a client for pages that the Junctor server itself serves; the cookie is sent automatically. */
export function createOperatorClient({ environment, ...connection }: OperatorClientOptions): OperatorClient {
  return createSend(connection, () => ({ "x-junctor-environment": environment }));
}

/**
 * Yields the changes in the environment, as the operator whose session cookie the browser holds; see `ListenOptions`.
 */
export function listenAsOperator(
  { environment, ...connection }: OperatorClientOptions,
  options: ListenOptions = {},
): AsyncGenerator<Change, void, undefined> {
  return changeCalls(connection, () => ({ "x-junctor-environment": environment })).listen(options);
}
