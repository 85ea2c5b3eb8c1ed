import type { Actor } from "../../../audit-log/actor.ts";
import { recordAct } from "../../../audit-log/note-act.ts";
import { listOrganizations } from "../../../auth/organizations/organizations.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { PieceActor } from "../../catalog/pieces/piece-store.ts";

/** A change of a piece, for the audit log. */
export interface PieceAct {
  readonly verb: "installed" | "version_changed" | "removed";
  readonly record: { readonly slug: string; readonly packageName: string; readonly version: string };
  readonly by: PieceActor;
}

const SYSTEM: Actor = { kind: "system" };

/** Records a change in the audit log of every organization, because all use the same pieces; only its own learns who. */
export async function recordPieceAct(db: Db, { verb, record, by }: PieceAct, now: Date): Promise<void> {
  const { slug, packageName, version } = record;
  const { orgId, ...actor } = by ?? SYSTEM;
  for (const { id } of await listOrganizations(db)) {
    const knows = orgId === undefined || orgId === id;
    await recordAct(
      db,
      {
        scope: { orgId: id, environment: "both" },
        actor: knows ? (actor as Actor) : SYSTEM, // as stored by `toPieceActor`
        object: "piece",
        verb,
        objectId: slug,
        objectName: `${packageName}@${version}`,
      },
      now,
    );
  }
}
