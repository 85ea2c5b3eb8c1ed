import type { Deps } from "../deps.ts";
import { badRequest } from "../platform/errors.ts";
import { catalogOf } from "./catalog.ts";

// Names of routes beside `/application/:slug` and `/api/v1/:slug/…`.
const RESERVED = ["all", "event", "hooks", "mcp", "openapi"];

/** 400 unless an application of an organization's own may have this slug. */
export async function refuseTakenSlug(deps: Pick<Deps, "config" | "log">, slug: string): Promise<void> {
  if (RESERVED.includes(slug) || (await catalogOf(deps)).get(slug) !== undefined) {
    throw badRequest(`The slug ${slug} is taken: choose another one.`);
  }
}
