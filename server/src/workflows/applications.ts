import { findApplication, listApplications } from "../apps/application.ts";
import type { Scope } from "../auth/scope.ts";
import { ApiError } from "../platform/errors.ts";

/** An application as workflows and executions refer to it (spec 2.2); `icon` is a data URL or empty. */
export interface AssociatedApplication {
  _id: string;
  name: string;
  slug: string;
  icon: string;
}

/** Gives the application of a slug; for null the organization's own. */
export type ApplicationOf = (slug: string | null) => AssociatedApplication;

type Reader = Parameters<typeof listApplications>[0];

/** Looks the applications of all `rows` up at once. One that is gone by now is shown by its slug. */
export async function applicationsOf(
  deps: Reader,
  scope: Scope,
  rows: readonly { slug: string | null }[],
): Promise<ApplicationOf> {
  const slugs = new Set(rows.flatMap(({ slug }) => slug ?? []));
  const [only] = slugs;
  const found =
    slugs.size > 1
      ? await listApplications(deps, scope)
      : [only && (await findApplication(deps, scope, only))];
  const known = new Map(
    found.flatMap((application) =>
      application ? [[application.connector.info.slug, application] as const] : [],
    ),
  );
  return (slug) => {
    if (slug === null) return { _id: scope.orgId, name: "Junctor", slug: "", icon: "" };
    const application = known.get(slug);
    const { name = slug, icon = "" } = application?.connector.info ?? {};
    return { _id: application?.id ?? slug, name, slug, icon };
  };
}

/** Refuses (400) the slug of an application that the organization does not have. */
export async function checkApplication(
  deps: Reader,
  scope: Scope,
  slug: string | null | undefined,
): Promise<void> {
  if (!slug || (await findApplication(deps, scope, slug))) return;
  throw new ApiError("bad_request", "INVALID_APP_ID", `slug: there is no application "${slug}".`);
}
