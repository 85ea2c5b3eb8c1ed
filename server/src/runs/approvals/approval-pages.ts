import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { type Decidable, type DecisionVisit, registerDecisionPages } from "../../pages/decision-routes.ts";
import type { PageContent } from "../../pages/document.ts";
import type { App } from "../../platform/http/route.ts";
import { parseNumber } from "../../platform/json/exact-number.ts";
import type { Json } from "../../platform/json/json.ts";
import type { ApprovalField, ApprovalSettings } from "../../workflows/nodes/approval.ts";
import { APPROVAL_PATH, type LinkedStep, verifyLinkToken } from "../signals/links.ts";
import { findSignalStep, getSignalState, type SignalStep, saveAnswer } from "../signals/signals.ts";
import { readDecision } from "./approval-answer.ts";
import {
  buildApprovalFieldName,
  renderApprovalPage,
  renderDecisionPage,
  renderEarlyPage,
  renderEndedPage,
  renderTimedOutPage,
} from "./approval-page.ts";

const LOOK_AGAIN_S = "5";

interface ApprovalStep extends SignalStep, Decidable {
  readonly asked: LinkedStep;
}

type ApprovalVisit = DecisionVisit<ApprovalStep>;

/** The pages on which people decide what executions wait for. */
export function registerStepApprovalPages(app: App, deps: Deps): void {
  registerDecisionPages<ApprovalStep>(app, deps, {
    path: APPROVAL_PATH,
    find: async (token) => {
      const asked = verifyLinkToken(deps, "page", token);
      const found = asked && (await findSignalStep(deps.db, deps.vault, asked));
      return found && { ...found, asked, brand: await readOrganization(deps.db, found.scope.orgId) };
    },
    show: (visit, thanks) => showStep(visit, thanks, deps.clock.now()),
    decide: (visit, approved, form) => decideStep(deps, visit, approved, form),
  });
}

/** The page of a step in its state at `now`. */
function showStep(visit: ApprovalVisit, thanks: boolean, now: Date): PageContent {
  const { words, found, reply } = visit;
  const { step, answer, workflowName } = found;
  const settings = step?.input as ApprovalSettings | undefined;
  const state = getSignalState(found, now);
  switch (state) {
    case "early":
      reply.header("refresh", LOOK_AGAIN_S);
      return renderEarlyPage(words, workflowName);
    case "open":
      return renderApprovalPage(words, viewOf(visit));
    case "answered": {
      const { approved } = Object(answer?.body ?? Object(step?.output).body);
      const { title } = settings ?? {};
      const decided = { title, approved: approved === true, thanks, timedOutAt: step?.timedOutAt };
      return renderDecisionPage(words, decided);
    }
    case "late": {
      // As it will read once the execution has noticed.
      const { title = workflowName, on_timeout: onTimeout = "fail" } = settings ?? {};
      const at = step?.until ?? now;
      if (onTimeout === "fail") return renderTimedOutPage(words, title, at);
      const decided = { title: settings?.title, approved: onTimeout === "approve", thanks, timedOutAt: at };
      return renderDecisionPage(words, decided);
    }
    case "ended": {
      const at = step?.timedOutAt;
      return at ? renderTimedOutPage(words, settings?.title ?? workflowName, at) : renderEndedPage(words);
    }
  }
}

function viewOf({ found: { step, workflowName }, formToken }: ApprovalVisit) {
  return { workflowName, settings: step?.input as ApprovalSettings, until: step?.until, formToken };
}

async function decideStep(
  deps: Deps,
  visit: ApprovalVisit,
  approved: boolean,
  form: URLSearchParams,
): Promise<boolean | PageContent> {
  const { words, found } = visit;
  const now = deps.clock.now();
  if (getSignalState(found, now) !== "open") return false;
  const settings = found.step?.input as ApprovalSettings;
  const { fields = [] } = settings;
  const given = fields.map((field) => [field.name, typed(field, form.get(buildApprovalFieldName(field)))]);
  const comment = form.get("comment")?.trim();
  const read = readDecision(settings, { approved, comment, fields: Object.fromEntries(given) }, now);
  if ("problems" in read)
    return renderApprovalPage(words, { ...viewOf(visit), refused: { form, problems: read.problems } });
  return (await saveAnswer(deps, "page", found.asked, read.answer)) === "open";
}

/** The input as the field's type has it; a text of the wrong form stays a text, and is refused as such. */
function typed({ type, options = [] }: ApprovalField, text: string | null): Json {
  if (type === "boolean") return text === "true";
  const given = text?.trim() ?? "";
  if (given === "") return null;
  if (type === "number") return parseNumber(given) ?? given;
  if (type === "select") return options.find(({ value }) => String(value) === given)?.value ?? given;
  return given;
}
