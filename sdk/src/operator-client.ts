import { type Change, changeCalls, type ListenOptions } from "./changes.ts";
import { type ConnectionOptions, createSend, type Send } from "./http/http.ts";

/** Test and production are apart: customers, connections and executions of one are never seen in the other. */
export type Environment = "test" | "production";

/** How an operator's browser reaches the Junctor server that it is signed in to. */
export interface OperatorClientOptions extends ConnectionOptions {
  /** Where the requests act. */
  readonly environment: Environment;
}

/** Sends requests of the whole API as the operator whose session cookie the browser keeps, such as the dashboard does. */
export type OperatorClient = Send;

/** Makes a client for pages that the Junctor server itself serves: the cookie goes along by itself. */
export function createOperatorClient({ environment, ...connection }: OperatorClientOptions): OperatorClient {
  return createSend(connection, () => ({ "x-junctor-environment": environment }));
}

/** Yields what changes in the environment, as the operator whose session cookie the browser keeps; see `ListenOptions`. */
export function listenAsOperator(
  { environment, ...connection }: OperatorClientOptions,
  options: ListenOptions = {},
): AsyncGenerator<Change, void, undefined> {
  return changeCalls(connection, () => ({ "x-junctor-environment": environment })).listen(options);
}
