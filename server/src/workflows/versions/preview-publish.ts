import { type Static, Type } from "typebox";
import type { Application } from "../../apps/catalog/application.ts";
import { needsClient } from "../../apps/catalog/application.ts";
import type { Scope } from "../../auth/scope.ts";
import { notFound } from "../../platform/errors.ts";
import { findApplications } from "../definition/applications.ts";
import { findOwnEvents } from "../definition/own-events.ts";
import { findExistingWorkflows, findVersion } from "../store.ts";
import type { VersionContent } from "../table.ts";
import { collectApplications } from "../validation/application-problems.ts";
import { type CheckDeps, ProblemReply, type WorkflowProblem } from "../validation/problem.ts";
import { findUncheckedSecret } from "../validation/unchecked-secret.ts";
import type { PreviewQuery } from "./body.ts";
import { type Editor, readEditedWorkflow } from "./edit.ts";
import { exportWorkflow } from "./export.ts";
import { findPublishable, findPublishProblems, getPromotedVersion, requirePublished } from "./publish.ts";
import { ExportedWorkflow } from "./transfer-schema.ts";

const Missing = Type.Object({
  kind: Type.Enum(["event", "application", "workflow", "oauth_client", "enabled"], {
    description:
      "`oauth_client`: the application has no OAuth2 client; `enabled`: it is not enabled. Either way, customers cannot connect it.",
  }),
  id: Type.String({ description: "An event's name, an application's slug, a workflow's id or alias." }),
  name: Type.String({ description: "Display name." }),
  refused: Type.Boolean({ description: "Whether publishing fails without it." }),
  in_test: Type.Boolean({ description: "Whether test has it, so that it can be promoted." }),
});
type Missing = Static<typeof Missing>;

/** What publishing would do, and what the environment lacks for it. */
export const PublishPreview = Type.Object({
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: "The version that would be published; null for the draft, as a new one.",
  }),
  publishable: Type.Boolean(),
  missing: Type.Array(Missing, { description: "What the environment lacks, without duplicates." }),
  errors: Type.Array(ProblemReply, { description: "Other reasons why publishing would fail." }),
  document: Type.Optional(ExportedWorkflow),
});

/**
 * Tells what `publishWorkflow` would publish in the editor's environment, and what is missing there; changes nothing.
 * 400, 403 and 404 as that.
 */
export async function previewPublish(
  deps: CheckDeps,
  editor: Editor,
  id: string,
  { version, document = false }: Static<typeof PreviewQuery>,
): Promise<Static<typeof PublishPreview>> {
  const edited = await readEditedWorkflow(deps.db, editor, id, findPublishable);
  const { asked, stored } = edited;
  const chosen = version ?? getPromotedVersion(editor, edited);
  if (chosen === undefined) requirePublished(editor, edited);
  const content = chosen === undefined ? stored : await findVersion(deps.db, stored.id, chosen);
  if (!content) throw notFound("Workflow version");
  const [problems, secret, missing] = await Promise.all([
    findPublishProblems(deps, editor, stored, content),
    findUncheckedSecret(deps.db, editor, stored, content),
    unconnectable(deps, editor, content),
  ]);
  const errors = [...problems.filter(({ lacks }) => !lacks), ...secret];
  const refused = await missingOf(deps, editor, content, problems);
  return {
    version: chosen ?? null,
    publishable: problems.length === 0 && secret.length === 0,
    missing: [...refused, ...missing],
    errors,
    // With what it calls as the environment of the workflow names it.
    ...(document && {
      document: await exportWorkflow(
        deps.db,
        { ...editor, environment: asked.environment },
        { ...asked, ...content },
      ),
    }),
  };
}

/** What problems are about, each once, and whether test has it. */
async function missingOf(
  deps: CheckDeps,
  editor: Editor,
  { nodes }: VersionContent,
  problems: readonly WorkflowProblem[],
): Promise<Missing[]> {
  const lacks = [
    ...new Map(
      problems.flatMap((one) => (one.lacks ? [[JSON.stringify(one.lacks), one.lacks]] : [])),
    ).values(),
  ];
  if (lacks.length === 0) return [];
  const idsOf = (kind: string) => lacks.filter((one) => one.kind === kind).map(({ id }) => id);
  const test = testOf(editor);
  const [event, application, workflow] = await Promise.all([
    findOwnEvents(deps.db, test, nodes),
    findApplications(deps, test, new Set(idsOf("application"))),
    findExistingWorkflows(deps.db, test, idsOf("workflow")),
  ]);
  const inTest = { event, application, workflow };
  return lacks.map(({ kind, id }) => ({
    kind,
    id,
    name: (kind === "application" && application.get(id)?.connector.info.name) || id,
    refused: true,
    in_test: editor.environment === "production" && inTest[kind].has(id),
  }));
}

/** The existing applications that it names and that nobody can connect. */
async function unconnectable(deps: CheckDeps, editor: Editor, content: VersionContent): Promise<Missing[]> {
  const named = collectApplications(content);
  if (content.slug !== null) named.add(content.slug);
  const here = await findApplications(deps, editor, named);
  const lacking = [...here].filter(([, one]) => lackOf(one) !== undefined);
  if (lacking.length === 0) return [];
  const inTest = await findApplications(deps, testOf(editor), new Set(lacking.map(([slug]) => slug)));
  return lacking.flatMap(([id, one]) => {
    const kind = lackOf(one);
    if (!kind) return [];
    const { name } = one.connector.info;
    return [{ kind, id, name, refused: false, in_test: hasInTest(editor, inTest.get(id), kind) }];
  });
}

function lackOf(application: Application): "oauth_client" | "enabled" | undefined {
  if (needsClient(application)) return "oauth_client";
  return application.enabled ? undefined : "enabled";
}

/** Whether promoting the application would supply what it lacks. */
function hasInTest(
  { environment }: Editor,
  application: Application | undefined,
  kind: "oauth_client" | "enabled",
): boolean {
  if (environment !== "production" || !application) return false;
  return kind === "oauth_client" ? !needsClient(application) : application.enabled;
}

function testOf({ orgId }: Editor): Scope {
  return { orgId, environment: "test" };
}
