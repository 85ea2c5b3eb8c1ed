import type { Reply } from "@junctor/sdk";
import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";

/** A customer with its fields and connections. */
export type Customer = Reply<"get", "/api/v2/public/linked-account/{id}">;

/** A connection of a customer to an application, with its health. */
export type Connection = Item<"/api/v2/public/connections">;

/** What the health of a connection means. */
export const HEALTH_MOODS: Readonly<Record<Connection["status"], Mood>> = {
  healthy: "good",
  degraded: "warn",
  expired: "bad",
};

/** What is read again after a connection has changed. */
export const AFTER_CONNECTIONS = ["/api/v2/public/connections", "/api/v2/public/linked-account"] as const;

/** A customer's name, or its id if it has none. */
export function getName({ name, account_id: id }: Pick<Customer, "name" | "account_id">): string {
  return name || id;
}

/** Whether a connection can be made the default: also one of two that are, made in two ways, of which one is left. */
export function canBecomeDefault(
  connection: Pick<Connection, "is_default">,
  others: readonly Pick<Connection, "is_default">[],
): boolean {
  return !connection.is_default || others.some((one) => one.is_default);
}
