import type { Action, ConnectorTrigger, OptionList } from "../../../connector.ts";
import type { PieceDescription } from "../messages.ts";
import type { Piece, PieceAction, PieceTrigger } from "../piece.ts";
import { isAppWebhook } from "./app-events.ts";
import { buildFormSchema } from "./form.ts";
import { describeSignIn, listPieceAuths, listUnusedAuths } from "./sign-in.ts";

// Only the original engine has these, and the code of half the actions mentions them.
const NEEDS_ENGINE = /\.(pause|createWaitpoint|generateResumeUrl)\s*\(|\bflows\.list\b|\bagent\.tools\b/;
const EVERY_SECONDS = 300;

/** Describes a piece's actions, triggers and auth in our own terms. */
export function describePiece(piece: Piece): PieceDescription {
  const leftOut: string[] = [];
  const options: OptionList[] = [];
  const actions = Object.entries(piece._actions).flatMap(([id, action]) => {
    const problem = actionProblem(action);
    if (problem !== undefined) {
      leftOut.push(`The action ${id} is left out: ${problem}.`);
      return [];
    }
    return [describeAction(id, action, options)];
  });
  const triggers = Object.entries(piece._triggers ?? {}).flatMap(([id, trigger]) => {
    const delivery = deliveryOf(piece, trigger);
    if (typeof delivery === "string") {
      leftOut.push(`The trigger ${id} is left out: ${delivery}.`);
      return [];
    }
    return [describeTrigger(id, trigger, delivery, options)];
  });
  return {
    name: piece.displayName,
    description: piece.description ?? "",
    auth: describeSignIn(piece),
    hasCheck: listPieceAuths(piece).some(({ validate }) => validate !== undefined),
    actions,
    triggers,
    options,
    leftOut: [...listUnusedAuths(piece), ...leftOut],
  };
}

function actionProblem(action: PieceAction): string | undefined {
  return NEEDS_ENGINE.test(String(action.run)) ? "it needs the Activepieces engine" : undefined;
}

function describeAction(id: string, action: PieceAction, options: OptionList[]): Action {
  const readOnly = action.classification === "READ" || action.classification === "SEARCH";
  return {
    id,
    title: action.displayName,
    description: action.aiMetadata?.description ?? action.description ?? "",
    input: buildFormSchema(`actions.${id}`, action.props ?? {}, options),
    audience: action.audience === "human" || action.audience === "ai" ? action.audience : "both",
    hints: {
      readOnly,
      idempotent: action.aiMetadata?.idempotent ?? readOnly,
      destructive: action.classification === "DESTRUCTIVE" || action.classification === "DELETE",
      openWorld: true,
    },
  };
}

function describeTrigger(
  id: string,
  trigger: PieceTrigger,
  delivery: ConnectorTrigger["delivery"],
  options: OptionList[],
): ConnectorTrigger {
  return {
    id,
    title: trigger.displayName,
    description: trigger.description ?? "",
    input: buildFormSchema(`triggers.${id}`, trigger.props ?? {}, options),
    delivery,
  };
}

/** How a trigger learns of events, or why it cannot. */
function deliveryOf({ events }: Piece, trigger: PieceTrigger): ConnectorTrigger["delivery"] | string {
  const kind = trigger.strategy ?? trigger.type ?? "its strategy";
  if (kind === "POLLING") return { kind: "poll", everySeconds: EVERY_SECONDS };
  if (kind === "WEBHOOK") return { kind: "webhook", automatic: true };
  if (!isAppWebhook(trigger)) return `${kind} is not supported`;
  if (typeof events?.verify !== "function") return "the piece cannot verify its events";
  return { kind: "webhook", automatic: true, shared: true };
}
