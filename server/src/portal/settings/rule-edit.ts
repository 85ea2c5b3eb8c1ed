import type { Json } from "../../platform/json/json.ts";
import { DEEPEST, isGroup, parseRules, type RuleCondition, type RuleGroup } from "./rule-value.ts";

/**
 * What the buttons of a rule do. Each submits the form, which comes back changed: a script would have to render the
 * same rows a second time, in every language.
 */
type RuleEdit = "condition" | "group" | "remove" | "choices";

/** The name of the rule buttons; the page's script also sends it, as `live`, to have the form as it is (D471). */
export const EDIT = "edit";

/**
 * The value of a button: its action, the place in the rule (such as `1.0`; empty for the whole rule), and the control.
 */
export function buildEditValue(edit: RuleEdit, path: string, name: string): string {
  return `${edit}:${path}:${name}`;
}

/** A control with a row added or removed. */
export interface EditedRule {
  readonly name: string;
  readonly value: Json;
  /** The name of the control that gets the focus. */
  readonly focus: string;
}

/** Applies a button's edit; undefined if it fits nothing in `typed`. */
export function applyRuleEdit(given: string, typed: ReadonlyMap<string, Json>): EditedRule | undefined {
  const [, edit, path = "", name = ""] =
    /^(condition|group|remove|choices):([\d.]*):(.+)$/s.exec(given) ?? [];
  const rules = parseRules(typed.get(name));
  if (edit === undefined || rules === undefined || !typed.has(name)) return undefined;
  const steps = path === "" ? [] : path.split(".").map(Number);
  if (edit === "choices") return { name, value: rules, focus: `${name}.choices` };
  if (edit === "remove") {
    const value = without(rules, steps);
    return { name, value, focus: `${name}.add` };
  }
  const group = groupAt(rules, steps);
  if (group === undefined || (edit === "group" && steps.length >= DEEPEST)) return undefined;
  const at = [name, ...steps, group.conditions.length].join(".");
  group.conditions.push(edit === "group" ? { logic: "OR", conditions: [blank()] } : blank());
  return { name, value: rules, focus: edit === "group" ? `${at}.0.lhs` : `${at}.lhs` };
}

function blank(): RuleCondition {
  return { lhs: "", operator: "" };
}

function groupAt(group: RuleGroup, [step, ...rest]: readonly number[]): RuleGroup | undefined {
  if (step === undefined) return group;
  const item = group.conditions[step];
  return item !== undefined && isGroup(item) ? groupAt(item, rest) : undefined;
}

/** A group is removed with its last condition. */
function without({ logic, conditions }: RuleGroup, [step, ...rest]: readonly number[]): RuleGroup {
  const left = conditions.flatMap((item, index) => {
    if (index !== step) return [item];
    if (rest.length === 0 || !isGroup(item)) return [];
    const group = without(item, rest);
    return group.conditions.length === 0 ? [] : [group];
  });
  return { logic, conditions: left };
}
