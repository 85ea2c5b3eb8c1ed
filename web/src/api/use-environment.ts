import type { Environment } from "@junctor/sdk";
import { useParams } from "@tanstack/react-router";

/** The environment in the URL. */
export function useEnvironment(): Environment {
  const { environment } = useParams({ strict: false });
  return environment === "test" ? "test" : "production";
}
