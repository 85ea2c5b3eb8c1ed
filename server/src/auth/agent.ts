import { AsyncLocalStorage } from "node:async_hooks";
import type { KeyPrincipal } from "./credentials.ts";

const storage = new AsyncLocalStorage<KeyPrincipal>();

/** Runs `work`; requests that it injects into the app are the agent's, and need no credential (D483). */
export function runAsAgent<Result>(principal: KeyPrincipal, work: () => Promise<Result>): Promise<Result> {
  return storage.run(principal, work);
}

/** The agent on whose behalf a request was injected; undefined for requests from outside. */
export function findAgentPrincipal(): KeyPrincipal | undefined {
  return storage.getStore();
}
