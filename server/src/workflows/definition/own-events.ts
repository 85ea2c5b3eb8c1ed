import type { Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { RESERVED_EVENTS, type WorkflowNode, type WorkflowTrigger } from "./graph.ts";

/** The application of triggers for the organization's own events. */
export const OWN_EVENTS = "Junctor";

/** Whether a trigger belongs to our own routes and schedules, whatever its application. */
export function isReserved({ event }: WorkflowTrigger): boolean {
  return RESERVED_EVENTS.includes(event);
}

/** The names of the organization's own events that triggers name, if they are defined. */
export async function findOwnEvents(
  db: Db,
  { orgId, environment }: Scope,
  nodes: readonly WorkflowNode[],
): Promise<ReadonlySet<string>> {
  const own = nodes
    .flatMap(({ triggers = [] }) => triggers)
    .filter((trigger) => trigger.application === OWN_EVENTS && !isReserved(trigger));
  if (own.length === 0) return new Set();
  const rows = await db
    .selectFrom("application_events")
    .select("name")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where(
      "name",
      "in",
      own.map(({ event }) => event),
    )
    .execute();
  return new Set(rows.map(({ name }) => name));
}
