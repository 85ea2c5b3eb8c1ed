import { requireProduction } from "../../../auth/production-only.ts";
import type { Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import { ApiError } from "../../../platform/errors.ts";

/**
 * Why owners may not change pieces here; undefined if they may. A piece's process has the rights of the server's user:
 * with several organizations, an owner of one could install code that reads the others' credentials (D502).
 */
export async function findPieceRefusal({
  db,
  config,
}: Pick<Deps, "db" | "config">): Promise<string | undefined> {
  if (config.pieces === "owners") return undefined;
  if (config.pieces === "operator")
    return "Pieces are installed by the operator of this server, in a terminal (JUNCTOR_PIECES=operator).";
  const organizations = await db.selectFrom("organizations").select("id").limit(2).execute();
  if (organizations.length < 2) return undefined;
  return "This server has several organizations, and the code of a piece can reach the credentials of all of them, so its operator installs pieces, in a terminal, or allows owners to (JUNCTOR_PIECES=owners).";
}

/** 403 unless an owner in `scope` may change pieces, which both environments share. */
export async function requirePieceChange(deps: Pick<Deps, "db" | "config">, scope: Scope): Promise<void> {
  requireProduction(scope, "Changing pieces");
  const refusal = await findPieceRefusal(deps);
  if (refusal !== undefined) throw new ApiError("forbidden", "FORBIDDEN", refusal);
}
