import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { buildLikePattern } from "../../../platform/database/like-pattern.ts";
import { countPieceConnections } from "../../catalog/pieces/piece-store.ts";

/** What uses a piece, in all organizations of the server. */
export interface PieceUses {
  readonly connections: number;
  readonly workflows: number;
}

/** Counts the connections to a piece, and the workflows whose draft or published version names it. */
export async function countPieceUses(db: Db, slug: string): Promise<PieceUses> {
  const { count } = await countPieceConnections(db, slug);
  const named = buildLikePattern(JSON.stringify(slug));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflows w
    where w.slug = ${slug} or w.nodes::text like ${named} or exists (
      select from workflow_publications p
      join workflow_versions v on v.workflow_id = p.workflow_id and v.version = p.version
      where p.workflow_id = w.id and (p.slug = ${slug} or v.nodes::text like ${named}))`.execute(db);
  return { connections: count, workflows: rows[0]?.count ?? 0 };
}

/** The uses in words; undefined if there are none. */
export function describeUses({ connections, workflows }: PieceUses): string | undefined {
  const parts = [
    connections > 0 && `${connections} ${connections === 1 ? "connection" : "connections"}`,
    workflows > 0 && `${workflows} ${workflows === 1 ? "workflow" : "workflows"}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(" and ");
}
