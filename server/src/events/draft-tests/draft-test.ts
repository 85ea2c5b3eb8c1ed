import { type Static, Type } from "typebox";
import { findAccount } from "../../auth/guard.ts";
import type { AccountRef, AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { CallerRef } from "../../operators/caller.ts";
import type { Tx } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";
import { MapOf } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { findRun, isShownToAccount } from "../../runs/read/list.ts";
import { readRunInput } from "../../runs/results/payload-store.ts";
import { readRunSettings } from "../../runs/settings/run-settings.ts";
import { insertRun, type PrepareDeps, type RunRequest } from "../../runs/start/start.ts";
import type { RunWithAccount } from "../../runs/store.ts";
import type { RunTest } from "../../runs/table.ts";
import { listDeclaredFields } from "../../workflows/definition/field.ts";
import { API_CALL } from "../../workflows/definition/graph.ts";
import { getEffectiveValues } from "../../workflows/definition/stored-values.ts";
import { NODE_TYPES } from "../../workflows/nodes/list.ts";
import { findWorkflow, insertTestedVersion, lockStored } from "../../workflows/store.ts";
import type { StoredWorkflow } from "../../workflows/table.ts";
import { requireBuildPermission } from "../../workflows/validation/customer-limits.ts";
import type { CheckDeps } from "../../workflows/validation/problem.ts";
import { WorkflowFields } from "../../workflows/versions/body.ts";
import { type Editor, readEditedWorkflow } from "../../workflows/versions/edit.ts";
import { buildTestContent, buildTestPlan } from "./plan-test.ts";

const NodeId = Type.String({ minLength: 1, maxLength: 100 });
const { nodes, edges, settings } = WorkflowFields;

/** The body of a request to test a draft. */
export const DraftTestFields = {
  config_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The account's config. Default: its default config.",
    }),
  ),
  input: Type.Optional(Type.Unsafe<Json>({ description: "Input of the execution; `{}` by default." })),
  execution_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "An execution or test of the workflow, whose customer, config and input are used; its recorded outputs take precedence over later ones.",
    }),
  ),
  until: Type.Optional({ ...NodeId, description: "Run only this node and the nodes that lead to it." }),
  node_id: Type.Optional({
    ...NodeId,
    description:
      "Run this node alone; the others use their pinned outputs, or their outputs in `execution_id` or the last execution. Inside a loop, it runs with the first item.",
  }),
  pinned: Type.Optional(
    MapOf(MapOf(Type.Unsafe<Json>({})), {
      maxProperties: 200,
      description:
        "Outputs by node id, as records show them (`latest_output`): these nodes do not run, and take the branch that their output names.",
    }),
  ),
  call_third_parties: Type.Optional(
    Type.Union([Type.Boolean(), Type.Array(NodeId, { maxItems: 200 })], {
      description:
        "Whether nodes may act outside the execution (call applications and URLs, call workflows, write to datastores): all, or those with these ids, which then also wait as in executions. The others use their last recorded output. Default: `false`.",
    }),
  ),
  nodes,
  edges,
  settings,
};
const DraftTestBody = Type.Object(DraftTestFields);
type DraftTestBody = Static<typeof DraftTestBody>;

export interface Tester extends Scope {
  /** The account that the test runs for; the execution's if absent. */
  readonly account: AccountRef | undefined;
  /** With a session token: only workflows of its own account can be tested. */
  readonly ownOnly: boolean;
  readonly by: CallerRef;
}

type TestDeps = CheckDeps & Pick<Deps, "database" | "queue"> & PrepareDeps;

export interface StartedTest {
  readonly runId: string;
  readonly scope: AccountScope;
}

/**
 * Tests a workflow's draft, with the body's nodes, edges and settings in place of its own: starts a run. 404 and 403 as
 * `readEditedWorkflow`; 400 for content that cannot be saved or run, and for references to what does not exist.
 */
export async function startDraftTest(
  deps: TestDeps,
  tester: Tester,
  idOrAlias: string,
  body: DraftTestBody,
  executionType: RunRequest["executionType"] = "ASYNC",
): Promise<StartedTest> {
  const { orgId, environment, ownOnly, by } = tester;
  const source =
    body.execution_id === undefined ? undefined : await readSource(deps, tester, body.execution_id);
  const account = accountOf(tester, source);
  const scope = { orgId, environment, account };
  const who = { ...scope, ownOnly, ownFirst: ownOnly, by };
  const editor: Editor = { ...who, nodeTypes: NODE_TYPES, now: deps.clock.now() };
  await requireBuildPermission(deps.db, editor);
  const { stored } = await readEditedWorkflow(deps.db, editor, idOrAlias, findWorkflow);
  if (source && source.workflow_id !== stored.id)
    throw badField("execution_id", "execution_id: that is an execution of another workflow.");
  const configId = configOf(body, source, account);
  const content = await buildTestContent(deps, editor, stored, body);
  const recordedIn = { accountId: account.id, workflowId: stored.id, configId, source: source?.id };
  const test = await buildTestPlan(deps.db, content, body, recordedIn);
  const tested = { scope, content, test: { ...test, isOwn: stored.account_id !== null } };
  const begin = { ...(await inputOf(deps, body, source)), configId, source, executionType };
  const runId = await deps.queue.transaction((tx) => insertTest(deps, tx, tested, begin));
  return { runId, scope };
}

/** The linked account that a request names for a test; 400 if there is none. */
export async function readTestAccount(
  { database }: Pick<Deps, "database">,
  scope: Scope,
  accountId: string,
): Promise<AccountRef> {
  const account = await findAccount(database, scope, accountId);
  if (account) return account;
  throw badField(
    "linked_account_id",
    "There is no linked account with this linked_account_id.",
    "INVALID_LINKED_ACCOUNT_ID",
  );
}

async function readSource(
  { db }: TestDeps,
  { account, ownOnly, ...scope }: Tester,
  id: string,
): Promise<RunWithAccount> {
  const found = await findRun(db, scope, id, ownOnly ? account : undefined);
  if (!found || (ownOnly && !isShownToAccount(found)))
    throw badField("execution_id", `execution_id: there is no execution "${id}".`);
  return found;
}

function accountOf({ account }: Tester, source: RunWithAccount | undefined): AccountRef {
  if (!account && !source)
    throw badField(
      "linked_account_id",
      "linked_account_id is required: name the customer for whom to test the draft, or an execution_id.",
      "INVALID_LINKED_ACCOUNT_ID",
    );
  if (account && source && account.id !== source.account_id)
    throw badField("execution_id", "execution_id: that is an execution of another linked account.");
  return account ?? { id: source?.account_id ?? "", accountId: source?.accountId ?? "" };
}

function configOf(
  { config_id: asked }: DraftTestBody,
  source: RunWithAccount | undefined,
  { accountId }: AccountRef,
): string {
  if (asked !== undefined && source && asked !== source.config_id)
    throw badField("config_id", `config_id: the execution ran with the config "${source.config_id}".`);
  return asked ?? source?.config_id ?? accountId;
}

interface TestInput {
  readonly input: Json;
  readonly sealedInput: string | undefined;
}

async function inputOf(
  { db }: TestDeps,
  body: DraftTestBody,
  source: RunWithAccount | undefined,
): Promise<TestInput> {
  if (body.input !== undefined || !source) return { input: body.input ?? {}, sealedInput: undefined };
  const { input, settings } = await readRunInput(db, source);
  return { input, sealedInput: settings.sealedInput };
}

interface TestedWorkflow {
  readonly scope: AccountScope;
  readonly content: StoredWorkflow;
  readonly test: RunTest;
}

type TestContext = TestInput & {
  readonly configId: string;
  readonly source: RunWithAccount | undefined;
  readonly executionType: RunRequest["executionType"];
};

async function insertTest(
  deps: Parameters<typeof insertRun>[0],
  tx: Tx,
  { scope, content, test }: TestedWorkflow,
  { configId, source, executionType, input, sealedInput }: TestContext,
): Promise<string> {
  await lockStored(tx, scope, content.id);
  const version = await insertTestedVersion(tx, content, deps.clock.now());
  const workflow = { id: content.id, version, name: content.name, slug: content.slug };
  const settings = await readRunSettings(tx, scope, configId, workflow);
  // A customer who has chosen nothing yet would start with the defaults.
  const declared = listDeclaredFields(content.data_slots);
  const workflowFields = getEffectiveValues(declared, settings.workflowFields);
  return insertRun(deps, tx, scope, {
    workflow,
    configId,
    settings: { ...settings, workflowFields, sealedInput, request: source?.settings.request },
    input,
    source: source?.source ?? "API Call",
    eventName: source ? (source.event_name ?? undefined) : API_CALL,
    executionType,
    test,
    inherited: source?.redaction ?? undefined,
  });
}
