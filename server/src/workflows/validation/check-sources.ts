import { findApplication } from "../../apps/catalog/application.ts";
import type { ConnectorInfo } from "../../apps/connector.ts";
import type { Db } from "../../platform/database/database.ts";
import { badRequest } from "../../platform/errors.ts";
import { type DataSource, parseDataSource } from "../definition/data-source.ts";
import { listDeclaredFields } from "../definition/field.ts";
import type { Fields } from "../definition/graph.ts";
import { hasWorkflow, type WorkflowViewer } from "../store.ts";
import { listDataSources } from "./field-problem.ts";

type ApplicationLookupDeps = Parameters<typeof findApplication>[0];

interface DeclaredSlots {
  readonly slug: string | null | undefined;
  readonly slots: readonly Fields[];
  readonly where: string;
}

/**
 * Refuses (400) fields whose data sources name an option list, an action or a workflow that does not exist, or an
 * action that changes something; `where` begins the message. Without an application only workflows are checked.
 */
export async function validateSources(
  deps: ApplicationLookupDeps,
  asker: WorkflowViewer,
  declared: DeclaredSlots,
): Promise<void> {
  const [problem] = await findSourceProblems(deps, asker, declared);
  if (problem) throw badRequest(problem);
}

/** Everything that `validateSources` would refuse, as sentences. */
export async function findSourceProblems(
  deps: ApplicationLookupDeps,
  asker: WorkflowViewer,
  { slug, slots, where }: DeclaredSlots,
): Promise<string[]> {
  const sources = listDeclaredFields(slots).flatMap((field) =>
    listDataSources(field).flatMap(({ path, source }) => {
      const read = parseDataSource(source);
      return read ? { place: `${where}: field "${field.id}": ${path}data_source`, source: read } : [];
    }),
  );
  if (sources.length === 0) return [];
  const application = slug ? await findApplication(deps, asker, slug) : undefined;
  const problems: string[] = [];
  for (const { place, source } of sources) {
    const problem =
      source.type === "workflow"
        ? await workflowProblem(deps.db, asker, source.workflow_id)
        : application && nameProblem(source, application.connector.info);
    if (problem) problems.push(`${place}: ${problem}`);
  }
  return problems;
}

function nameProblem(
  source: Exclude<DataSource, { type: "workflow" }>,
  { name, provider, actions, options }: ConnectorInfo,
): string | undefined {
  if (source.type === "options") {
    return options.some(({ id }) => id === source.list) ? undefined : `${name} has no list ${source.list}.`;
  }
  const action = actions.find(({ id }) => id === source.action);
  // The tools of an MCP server are known only after a customer has connected.
  if (!action) return provider === "mcp" ? undefined : `${name} has no action ${source.action}.`;
  return action.hints.readOnly
    ? undefined
    : `the action ${source.action} changes something, so it cannot be a data source.`;
}

async function workflowProblem(
  db: Db,
  asker: WorkflowViewer,
  idOrAlias: string,
): Promise<string | undefined> {
  const found = await hasWorkflow(db, asker, idOrAlias);
  return found ? undefined : `there is no workflow ${idOrAlias}.`;
}
