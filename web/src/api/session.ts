import { createOperatorClient, JunctorError, type Reply } from "@junctor/sdk";
import { queryOptions } from "@tanstack/react-query";
import { watchedFetch } from "./connection.ts";

/** Who is signed in, and their roles. */
export type Session = Reply<"get", "/api/v2/public/operator-session">;

/** The roles of operators, least first. */
export type Role = "viewer" | "support" | "developer" | "owner";

const RANKS: readonly Role[] = ["viewer", "support", "developer", "owner"];

export const SESSION_KEY = ["session"];

/** Requests outside environments: signing in and out. */
export const sendAnywhere = createOperatorClient({
  baseUrl: location.origin,
  environment: "production",
  fetch: watchedFetch,
});

/** The session, or null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await sendAnywhere("get", "/api/v2/public/operator-session", { signal });
    } catch (error) {
      if (error instanceof JunctorError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether the role is at least `least`. */
export function mayAs(role: Role | null, least: Role): boolean {
  return role !== null && RANKS.indexOf(role) >= RANKS.indexOf(least);
}
