import type { Selectable } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { ActorKind, PendingTable } from "./table.ts";

/** The names of operators, keys and customers, stored so that the log still shows them after their deletion. */
export interface ActorNames {
  of(kind: ActorKind, id: string | null): string | null;
}

/** Looks up the names of those who made changes. */
export async function readActorNames(
  db: Db,
  pending: readonly Pick<Selectable<PendingTable>, "actor" | "after" | "source" | "org_id">[],
): Promise<ActorNames> {
  const ids = (kind: ActorKind) => [
    ...new Set(pending.flatMap(({ actor }) => (actor?.kind === kind ? [String(actor.id)] : []))),
  ];
  const signedIn = pending.flatMap(({ source, after }) =>
    source === "operator_sessions" && after ? [String(after.operator_id)] : [],
  );
  const operators = [...ids("operator"), ...signedIn];
  const keys = [...ids("api_key"), ...ids("agent")];
  const names = new Map<string, string | null>();
  if (operators.length > 0)
    for (const { id, name, email } of await db
      .selectFrom("operators")
      .select(["id", "name", "email"])
      .where("id", "in", operators)
      .execute())
      names.set(`operator/${id}`, name ?? email);
  if (keys.length > 0)
    for (const { id, name, last_four } of await db
      .selectFrom("api_keys")
      .select(["id", "name", "last_four"])
      .where("id", "in", keys)
      .execute())
      names.set(`api_key/${id}`, name ?? `…${last_four}`);
  return {
    // An agent of the management server acts with an API key.
    of: (kind, id) => names.get(`${kind === "agent" ? "api_key" : kind}/${id}`) ?? null,
  };
}
