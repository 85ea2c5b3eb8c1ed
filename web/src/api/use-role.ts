import type { Environment } from "@junctor/sdk";
import { useQuery } from "@tanstack/react-query";
import { customerPage } from "./audience.ts";
import { mayAs, type Role, sessionQuery } from "./session.ts";
import { useEnvironment } from "./use-environment.ts";

/**
 * The role of the signed-in operator, in the environment that the page shows or in another; null: no access.
 * Customers can build.
 */
export function useRole(elsewhere?: Environment): Role | null {
  const shown = useEnvironment();
  const customer = customerPage();
  const { data: session } = useQuery({ ...sessionQuery, enabled: customer === undefined });
  const asked = elsewhere ?? shown;
  // The server decides what a customer may do in its own account.
  if (customer) return asked === customer.environment ? "developer" : null;
  return session?.roles[asked] ?? null;
}

/** Whether the user's role is at least `least`, in the environment that the page shows or in another. */
export function useMay(least: Role, elsewhere?: Environment): boolean {
  return mayAs(useRole(elsewhere), least);
}
