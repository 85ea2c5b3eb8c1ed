import type { Environment } from "@junctor/sdk";

const KEY = "junctor-environment";

/** The last environment that was shown in this browser. */
export function lastEnvironment(): Environment {
  return localStorage.getItem(KEY) === "test" ? "test" : "production";
}

/** Remembers the shown environment. */
export function keepEnvironment(environment: Environment): void {
  localStorage.setItem(KEY, environment);
}
