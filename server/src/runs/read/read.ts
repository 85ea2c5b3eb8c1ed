import type { Static } from "typebox";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { readAssociatedApplications } from "../../workflows/definition/applications.ts";
import { compilePlan } from "../../workflows/definition/plan.ts";
import { findVersion } from "../../workflows/store.ts";
import { buildStepPath } from "../path.ts";
import { readRunInput } from "../results/payload-store.ts";
import { buildStepLink } from "../signals/links.ts";
import { countItems, type RunWithAccount, readStepsAt, readWaitingSteps } from "../store.ts";
import { findAdvice } from "./advise.ts";
import { findRun } from "./list.ts";
import { presentExecution } from "./present-execution.ts";
import type { Execution } from "./schema.ts";
import { summarizeItems } from "./summarize-items.ts";
import { MOST_REASONS } from "./waiting-for.ts";

/** An execution with its input, of the account if given; 404 if there is none in this scope. */
export async function readOwnRun(
  db: Db,
  { account, ...scope }: Scope & { readonly account?: AccountRef },
  id: string,
): Promise<RunWithAccount> {
  const run = await findRun(db, scope, id, account);
  if (!run) throw notFound("Execution");
  return readRunInput(db, run);
}

/** What is shown of an execution. */
interface ExecutionDetail {
  /** The links at which it can be answered. */
  readonly withAddresses?: boolean;
  /** False: inputs and outputs of steps are null, except for their sizes. */
  readonly withValues?: boolean;
}

/** Wire form of an execution that was read in its scope, with its nodes. */
export async function presentFullExecution(
  deps: Pick<Deps, "database" | "db" | "catalog" | "log" | "clock" | "credentials" | "config">,
  run: RunWithAccount,
  { withAddresses = false, withValues = true }: ExecutionDetail = {},
): Promise<Static<typeof Execution>> {
  const { db } = deps;
  const scope = { orgId: run.org_id, environment: run.environment };
  const version = await findVersion(db, run.workflow_id, run.workflow_version);
  const applicationOf = await readAssociatedApplications(deps, scope, [run]);
  const nodes = version?.nodes ?? [];
  const plan = compilePlan(version ?? { nodes: [], edges: [], settings: {} });
  const hasLoops = [...plan.nodes.values()].some(({ body }) => body);
  const insideLoops = summarizeItems(run, hasLoops ? await countItems(db, run.id) : []);
  const paths = nodes.map(({ id }) => insideLoops.get(id)?.path ?? buildStepPath("", id));
  const execution = presentExecution(run, applicationOf, {
    nodes,
    edges: version?.edges ?? [],
    plan,
    insideLoops,
    steps: await readStepsAt(db, run, paths, { withValues }),
    // Tests get no advice: their author decides.
    advice: run.test ? undefined : await findAdvice(deps, run, nodes),
    traceUrl: withAddresses ? deps.config.traceUrl : undefined,
    waits: {
      waiting: run.finished_at ? [] : await readWaitingSteps(db, run.id, MOST_REASONS),
      now: deps.clock.now(),
      ...(withAddresses && { addressOf: (kind, path) => buildStepLink(deps, kind, { runId: run.id, path }) }),
    },
  });
  return withValues ? execution : withoutValues(execution);
}

/** Also without the output of the start node, which is the input of the run. */
function withoutValues(execution: Static<typeof Execution>): Static<typeof Execution> {
  const nodes = execution.nodes.map((node) => ({ ...node, input_data: null, latest_output: null }));
  return { ...execution, nodes };
}
