import { type Application, findApplication, listApplications } from "../../apps/catalog/application.ts";
import type { Scope } from "../../auth/scope.ts";
import { ApiError } from "../../platform/errors.ts";

/** An application as workflows and executions refer to it (spec 2.2); `icon` is a data URL or empty. */
export interface AssociatedApplication {
  _id: string;
  name: string;
  slug: string;
  icon: string;
}

/** Returns the application for a slug; for null the organization's own. */
export type ApplicationOf = (slug: string | null) => AssociatedApplication;

// Looking up one takes two queries; looking up all costs about as much as three.
const FEW = 3;

type ApplicationListDeps = Parameters<typeof listApplications>[0];

/** Looks up the applications of all `rows` at once. One that no longer exists is shown by its slug. */
export async function readAssociatedApplications(
  deps: ApplicationListDeps,
  scope: Scope,
  rows: readonly { slug: string | null }[],
): Promise<ApplicationOf> {
  const known = await findApplications(deps, scope, new Set(rows.flatMap(({ slug }) => slug ?? [])));
  return (slug) => {
    if (slug === null) return { _id: scope.orgId, name: "Junctor", slug: "", icon: "" };
    const application = known.get(slug);
    const { name = slug, icon = "" } = application?.connector.info ?? {};
    return { _id: application?.id ?? slug, name, slug, icon };
  };
}

/** The existing applications with these slugs, enabled or not. */
export async function findApplications(
  deps: ApplicationListDeps,
  scope: Scope,
  slugs: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Application>> {
  const found =
    slugs.size > FEW
      ? await listApplications(deps, scope)
      : await Promise.all([...slugs].map((slug) => findApplication(deps, scope, slug)));
  return new Map(
    found.flatMap((application) =>
      application ? [[application.connector.info.slug, application] as const] : [],
    ),
  );
}

/** Refuses (400) the slug of an application that the organization does not have. */
export async function validateApplication(
  deps: ApplicationListDeps,
  scope: Scope,
  slug: string | null | undefined,
): Promise<void> {
  if (!slug || (await deps.catalog.load()).get(slug) || (await findApplication(deps, scope, slug))) return;
  throw new ApiError("bad_request", "INVALID_APP_ID", `slug: there is no application "${slug}".`);
}
