import { sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import { type Db, json } from "../platform/database/database.ts";
import type { Fields } from "../workflows/definition/graph.ts";

/** The fields that the organization declared for an application's configs, if any. */
export async function findApplicationFields(
  db: Db,
  { orgId, environment }: Scope,
  slug: string,
): Promise<Fields[]> {
  const row = await db
    .selectFrom("application_fields")
    .select("fields")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row?.fields ?? [];
}

/** Replaces the declared fields of an application's configs; values of dropped fields are kept but not shown. */
export async function saveApplicationFields(
  db: Db,
  { orgId, environment }: Scope,
  slug: string,
  { fields, now }: { fields: Fields[]; now: Date },
): Promise<void> {
  await db
    .insertInto("application_fields")
    .values({
      org_id: orgId,
      environment,
      slug,
      fields: json(fields),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["org_id", "environment", "slug"]).doUpdateSet((given) => ({
        fields: given.ref("excluded.fields"),
        updated_at: given.ref("excluded.updated_at"),
        revision: sql<number>`application_fields.revision + 1`,
      })),
    )
    .execute();
}
