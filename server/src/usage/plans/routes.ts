import type { Static } from "typebox";
import { findAccount, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { ById, Message } from "../../platform/http/route.ts";
import { buildEnvelope, PageQuery, parsePage } from "../../platform/page.ts";
import { readAccountLimits } from "./account-limits.ts";
import {
  AccountPlan,
  AccountPlanBody,
  NewPlanBody,
  Plan,
  PlanBody,
  PlanPage,
  presentLimit,
  presentPlan,
  readCaps,
} from "./schema.ts";
import {
  deletePlan,
  findAccountPlan,
  findDefaultPlan,
  insertPlan,
  listPlans,
  readPlan,
  setAccountPlan,
  updatePlan,
} from "./store.ts";

const PLANS = "/api/v2/public/plans";
const OF_ACCOUNT = "/api/v2/public/linked-account/:id/plan";
const CONFLICT = {
  ...ErrorReply,
  description: "Another plan has this name, or the environment already has 100 plans.",
};
const IN_USE = { ...ErrorReply, description: "Linked accounts have this plan." };

const operation = defineOperations<Pick<Deps, "database" | "db" | "queue" | "clock" | "usageCaps">>("Usage");

/** Plans, and which linked account has which. */
export const PLAN_OPERATIONS = [
  operation({
    id: "listPlans",
    method: "get",
    path: PLANS,
    least: "viewer",
    credentials: "apiKey",
    summary: "List plans",
    description: "Returns the plans of the environment, oldest first. See [Plans](/guides/usage#plans).",
    schema: { querystring: PageQuery, response: { 200: PlanPage } },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const { rows, total } = await listPlans(db, getScope(request), page);
      return { docs: rows.map(presentPlan), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "createPlan",
    method: "post",
    path: PLANS,
    least: "developer",
    credentials: "apiKey",
    summary: "Create a plan",
    description:
      "Creates a plan: limits of what a linked account uses, each with a soft limit, at which you are told, and a hard one, beyond which starts and calls are refused. Limits apply at once.",
    schema: { body: NewPlanBody, response: { 200: Plan, 409: CONFLICT } },
    run: async ({ queue, clock, usageCaps }, request) => {
      const { name, is_default: isDefault = false, caps } = request.body;
      const settings = { name, isDefault, caps: readCaps(caps) };
      const row = await queue.transaction((tx) => insertPlan(tx, getScope(request), settings, clock.now()));
      await usageCaps.changed();
      return presentPlan(row);
    },
  }),
  operation({
    id: "getPlan",
    method: "get",
    path: `${PLANS}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a plan",
    description: "Returns a plan with its limits.",
    schema: { params: ById, response: { 200: Plan } },
    run: async ({ db }, request) => presentPlan(await readPlan(db, getScope(request), request.params.id)),
  }),
  operation({
    id: "updatePlan",
    method: "put",
    path: `${PLANS}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Update a plan",
    description:
      "Updates the fields that you send; `caps` as a whole. New limits apply at once to what was used in the current period.",
    schema: { params: ById, body: PlanBody, response: { 200: Plan, 409: CONFLICT } },
    run: async ({ queue, clock, usageCaps }, request) => {
      const { name, is_default: isDefault, caps } = request.body;
      const decide = (before: Parameters<Parameters<typeof updatePlan>[3]>[0]) => ({
        name: name ?? before.name,
        isDefault: isDefault ?? before.is_default,
        caps: caps === undefined ? before.caps : readCaps(caps),
      });
      const { id } = request.params;
      const row = await queue.transaction((tx) => updatePlan(tx, getScope(request), id, decide, clock.now()));
      await usageCaps.changed();
      return presentPlan(row);
    },
  }),
  operation({
    id: "deletePlan",
    method: "delete",
    path: `${PLANS}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Delete a plan",
    description:
      "Deletes a plan that no linked account has by its own choice. Accounts that had it as the default have no plan then.",
    schema: { params: ById, response: { 200: Message, 409: IN_USE } },
    run: async ({ db, usageCaps }, request) => {
      await deletePlan(db, getScope(request), request.params.id);
      await usageCaps.changed();
      return { message: "Plan deleted" };
    },
  }),
  operation({
    id: "getLinkedAccountPlan",
    method: "get",
    path: OF_ACCOUNT,
    least: "viewer",
    credentials: "apiKey",
    accountParam: "id",
    summary: "Get a linked account's plan",
    description:
      "Returns the plan and the limits that apply to a linked account, and what it used of each in the current period.",
    schema: { params: ById, response: { 200: AccountPlan } },
    run: async (deps, request) =>
      showAccountPlan(deps, await readAccountScope(deps, getScope(request), request.params.id)),
  }),
  operation({
    id: "setLinkedAccountPlan",
    method: "put",
    path: OF_ACCOUNT,
    least: "developer",
    credentials: "apiKey",
    accountParam: "id",
    summary: "Set a linked account's plan",
    description:
      "Sets a linked account's plan, and limits of its own. What you do not send stays as it is. Limits apply at once to what was used in the current period.",
    schema: { params: ById, body: AccountPlanBody, response: { 200: AccountPlan } },
    run: async (deps, request) => {
      const scope = await readAccountScope(deps, getScope(request), request.params.id);
      const { plan_id: planId, caps } = request.body;
      await deps.queue.transaction(async (tx) => {
        const before = await findAccountPlan(tx, scope);
        const choice = {
          planId: planId === undefined ? (before?.plan_id ?? null) : planId,
          caps: caps === undefined ? (before?.caps ?? {}) : readCaps(caps),
        };
        await setAccountPlan(tx, scope, choice, deps.clock.now());
      });
      await deps.usageCaps.changed();
      return showAccountPlan(deps, scope);
    },
  }),
];

/** A linked account by the organization's id; 404 if there is none. */
async function readAccountScope(
  { database }: Pick<Deps, "database">,
  scope: Scope,
  accountId: string,
): Promise<AccountScope> {
  const account = await findAccount(database, scope, accountId);
  if (!account) throw notFound("Linked account");
  return { ...scope, account };
}

async function showAccountPlan(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: AccountScope,
): Promise<Static<typeof AccountPlan>> {
  const own = await findAccountPlan(db, scope);
  const planId = own?.plan_id ?? null;
  const plan = planId === null ? await findDefaultPlan(db, scope) : await readPlan(db, scope, planId);
  const limits = await readAccountLimits(db, scope, clock.now());
  return {
    linked_account_id: scope.account.accountId,
    plan: plan ? { _id: plan.id, name: plan.name, is_default: plan.is_default } : null,
    plan_id: planId,
    caps: { ...own?.caps },
    limits: limits.map(presentLimit),
  };
}
