import { ApiError } from "../platform/errors.ts";
import type { Scope } from "./scope.ts";

/** 403 for what a test key, or a session token of the test environment, would change in production. */
export function createProductionOnlyError(message: string): ApiError {
  return new ApiError("forbidden", "FORBIDDEN", message);
}

/** Refuses (403) whoever comes from the test environment; `what` begins the sentence. */
export function requireProduction({ environment }: Scope, what: string): void {
  if (environment !== "production") throw createProductionOnlyError(`${what} requires a production key.`);
}
