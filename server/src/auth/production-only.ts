import { ApiError } from "../platform/errors.ts";
import type { Scope } from "./scope.ts";

/** 403 when a test key or a test session token would change something in production. */
export function createProductionOnlyError(message: string): ApiError {
  return new ApiError("forbidden", "FORBIDDEN", message);
}

/** Throws a 403 in the test environment; `what` begins the sentence. */
export function requireProduction({ environment }: Scope, what: string): void {
  if (environment !== "production") throw createProductionOnlyError(`${what} requires a production key.`);
}
