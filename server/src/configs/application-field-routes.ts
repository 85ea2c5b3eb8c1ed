import { findApplication } from "../apps/catalog/application.ts";
import { BySlug } from "../apps/schema.ts";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { listDeclaredFields } from "../workflows/definition/field.ts";
import type { Fields } from "../workflows/definition/graph.ts";
import { validateSources } from "../workflows/validation/check-sources.ts";
import { findFieldProblem } from "../workflows/validation/field-problem.ts";
import { findApplicationFields, saveApplicationFields } from "./application-field-store.ts";
import { ApplicationFields, ApplicationFieldsBody } from "./field-schema.ts";

const PATH = "/api/v2/public/application/:slug/fields";
const NO_APPLICATION = { ...ErrorReply, description: "The application does not exist." };

const operation = defineOperations<Pick<Deps, "db" | "clock" | "catalog" | "log">>("Application settings");

/**
 * The fields that configs of an application ask for, whatever the workflow (our addition: the original service sets
 * them up by hand).
 */
export const APPLICATION_FIELD_OPERATIONS = [
  operation({
    id: "getApplicationFields",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get an application's config fields",
    description: "Returns the fields that every config of an application asks for, regardless of workflow.",
    schema: { params: BySlug, response: { 200: ApplicationFields, 404: NO_APPLICATION } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug } = request.params;
      await requireApplication(deps, scope, slug);
      return { slug, fields: await findApplicationFields(deps.db, scope, slug) };
    },
  }),
  operation({
    id: "setApplicationFields",
    method: "put",
    path: PATH,
    least: "developer",
    credentials: "apiKey",
    summary: "Set an application's config fields",
    description:
      "Declares the fields that every config of an application asks for, replacing the previous ones. Fields that are no longer declared keep their stored values, but are not shown. Returns 400 and changes nothing if the declaration cannot work (a missing parent, an invalid default, an unknown data source). See [Declare fields](/guides/configs#declare-fields).",
    schema: {
      params: BySlug,
      body: ApplicationFieldsBody,
      response: { 200: ApplicationFields, 404: NO_APPLICATION },
    },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug } = request.params;
      await requireApplication(deps, scope, slug);
      const problem = findFieldProblem(request.body.fields, "fields");
      if (problem) throw badRequest(problem);
      await validateSources(deps, scope, { slug, slots: request.body.fields, where: "fields" });
      const fields = request.body.fields.map(withLabelValues);
      await saveApplicationFields(deps.db, scope, slug, { fields, now: deps.clock.now() });
      return { slug, fields };
    },
  }),
];

async function requireApplication(
  deps: Parameters<typeof findApplication>[0],
  scope: Scope,
  slug: string,
): Promise<void> {
  if (!(await findApplication(deps, scope, slug))) throw notFound("Application");
}

/** Labels keep their generated values, to which stored maps refer (platform-surface 3.3). */
function withLabelValues(slot: Fields): Fields {
  if (slot.labels === undefined) return slot;
  const labels = listDeclaredFields([slot]).flatMap((field) => field.labels);
  return { ...slot, labels: labels.map(({ name, value }) => ({ name, value })) };
}
