import type { Environment } from "@junctor/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "../shell/use-environment.ts";
import { mayAs, type Role, sessionQuery } from "./session.ts";

/** Whether whoever is signed in may do what asks for `least`, in the environment that the page shows or in another. */
export function useMay(least: Role, elsewhere?: Environment): boolean {
  const shown = useEnvironment();
  const environment = elsewhere ?? shown;
  const { data: session } = useQuery(sessionQuery);
  return mayAs(session?.roles[environment] ?? null, least);
}
