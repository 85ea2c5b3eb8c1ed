import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { findCustomHead } from "../catalog/application-store.ts";

// Names of routes next to `/application/:slug` and `/api/v1/:slug/…`.
const RESERVED = ["all", "directory", "event", "hooks", "mcp", "openapi"];

/** 400 unless an organization's own application may have this slug; one that had it before the catalog keeps it. */
export async function requireFreeSlug(
  deps: Pick<Deps, "catalog" | "db">,
  scope: Scope,
  slug: string,
): Promise<void> {
  const refusal = badField("slug", `The slug ${slug} is taken: choose another one.`);
  if (RESERVED.includes(slug)) throw refusal;
  if ((await deps.catalog.load()).get(slug) === undefined) return;
  if ((await findCustomHead(deps.db, scope, slug)) === undefined) throw refusal;
}
