import { forAccount } from "../../../../../sdk/src/http/http.ts";
import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Definition } from "../../../workflows/definition/graph.ts";
import { findWebhookSignature } from "../../../workflows/definition/webhook-trigger.ts";
import { applyPlan } from "../../configuration/apply.ts";
import { formatProblem, type ResourceFolder } from "../../configuration/files/read-folder.ts";
import { SCHEDULES } from "../../configuration/kinds/schedules.ts";
import { buildPlan } from "../../configuration/plan/build-plan.ts";
import { describeStep } from "../../configuration/plan/print-plan.ts";
import type { Target } from "../../target.ts";
import type { TestBench } from "../bench/start-bench.ts";
import type { TestAccount, TestGiven } from "../file/schema.ts";
import { listConnectedBy } from "../file/validate-applications.ts";
import { startFault } from "./at-applications.ts";
import { connectAccount } from "./connect-account.ts";
import { findWorkflow, type GivenWorkflow, type RunningTest, TestBreak } from "./running-test.ts";

// What is in the accounts of applications from the start is older.
const FIRST_MOMENT = "2026-06-01T12:00:00Z";
const API = "/api/v2/public";

/** Makes a server as a test wants it: configuration, linked accounts and their configs. Throws TestBreak. */
export async function applyGiven(
  bench: TestBench,
  configuration: ResourceFolder,
  given: TestGiven,
): Promise<RunningTest> {
  const { now = FIRST_MOMENT, accounts = {}, answers = [], faults = [] } = given;
  const applications = listConnectedBy(accounts);
  const target = await bench.reset({ now: new Date(now), answers, applications });
  for (const [id, account] of Object.entries(accounts)) await createAccount(target, id, account);
  await applyConfiguration(target, configuration, Object.keys(accounts));
  for (const [id, account] of Object.entries(accounts)) await connectAccount({ bench, target }, id, account);
  const run: RunningTest = { bench, target, given, workflows: await listWorkflows(target) };
  for (const [id, { configs = {} }] of Object.entries(accounts))
    for (const [slug, config] of Object.entries(configs)) await createConfig(run, { id, slug, config });
  await bench.waitUntilIdle();
  // What connecting and subscribing sent is no part of the test.
  bench.thirdParties.take();
  for (const fault of faults) startFault(run, fault);
  return run;
}

async function createAccount({ send }: Target, id: string, { name, udf }: TestAccount): Promise<void> {
  await send("put", `${API}/linked-account`, {
    body: { linked_account_id: id, name: name ?? id, ...(udf && { udf }) },
  });
}

/** By the very code of `junctor apply`. Schedules of other linked accounts are left out. */
async function applyConfiguration(
  target: Target,
  { files, ...folder }: ResourceFolder,
  accounts: readonly string[],
): Promise<void> {
  const isOfTest = ({ kind, document }: ResourceFolder["files"][number]) =>
    kind !== SCHEDULES || accounts.includes(String(document.linked_account_id));
  const plan = await buildPlan(target, { ...folder, files: files.filter(isOfTest) }, false);
  if (plan.problems.length > 0) throw new TestBreak(plan.problems.map(formatProblem).join("\n"));
  const { failure } = await applyPlan(target, plan, () => undefined);
  if (!failure) return;
  throw new TestBreak(
    [`Could not ${failure.step.action} ${describeStep(failure.step)}.`, ...failure.lines].join("\n"),
  );
}

async function listWorkflows({ send }: Target): Promise<GivenWorkflow[]> {
  const workflows: GivenWorkflow[] = [];
  for await (const one of eachRecord((place) =>
    send("get", `${API}/workflow/all`, { query: { scope: "public", draft_of: "none", ...place } }),
  ))
    workflows.push({
      id: one._id,
      alias: one.workflow_alias,
      name: one.name,
      slug: one.slug || null,
      isPublished: one.published,
      events: one.nodes.flatMap(({ triggers }) => (triggers ?? []).map(({ event }) => event)),
      signature: findWebhookSignature(one as unknown as Pick<Definition, "nodes">), // the nodes that were published
    });
  return workflows;
}

interface GivenConfig {
  readonly id: string;
  readonly slug: string;
  readonly config: NonNullable<TestAccount["configs"]>[string];
}

async function createConfig(run: RunningTest, { id, slug, config }: GivenConfig): Promise<void> {
  const { send } = run.target;
  const { name, fields, workflows = {} } = config;
  const path = ["given", "accounts", id, "configs", slug];
  const of = { slug, ...(name !== undefined && { config_id: name }) };
  await send("post", `${API}/config`, { ...forAccount({ linkedAccountId: id }), body: of });
  await send("put", `${API}/config`, {
    ...forAccount({ linkedAccountId: id }),
    body: {
      ...of,
      ...(fields && { fields }),
      workflows: Object.entries(workflows).map(([named, values]) => ({
        id: findWorkflow(run, named, [...path, "workflows", named]).id,
        enabled: true,
        fields: values,
      })),
    },
  });
}
