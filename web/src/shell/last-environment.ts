import type { Environment } from "@junctor/sdk";

const KEY = "junctor-environment";

/** The environment that was looked at last in this browser. */
export function lastEnvironment(): Environment {
  return localStorage.getItem(KEY) === "test" ? "test" : "production";
}

/** Remembers the environment that is looked at. */
export function keepEnvironment(environment: Environment): void {
  localStorage.setItem(KEY, environment);
}
