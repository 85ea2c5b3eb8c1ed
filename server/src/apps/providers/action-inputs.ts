import type { Action } from "../connector.ts";
import { removeCostlyKeywords } from "./costly-keywords.ts";
import { createInputCheck, type InputCheck } from "./manifest/input/input-check.ts";

/** Validates inputs of actions whose schemas others wrote; each validator is created when its action is first used. */
export function createInputChecks(): (actionId: string, action: Action) => InputCheck {
  const checks = new Map<string, InputCheck>();
  return (actionId, action) => {
    const known = checks.get(actionId);
    if (known !== undefined) return known;
    const check = createInputCheck(removeCostlyKeywords(action.input));
    checks.set(actionId, check);
    return check;
  };
}
