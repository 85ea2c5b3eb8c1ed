import type { Environment } from "@junctor/sdk";

const KEY = "junctor-environment";

/** The last environment that was shown in this browser; test before the first. */
export function lastEnvironment(): Environment {
  return localStorage.getItem(KEY) === "production" ? "production" : "test";
}

/** Remembers the shown environment. */
export function keepEnvironment(environment: Environment): void {
  localStorage.setItem(KEY, environment);
}
