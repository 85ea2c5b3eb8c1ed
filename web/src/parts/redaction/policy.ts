import type { Body } from "@junctor/sdk";
import { REDACTION } from "../../words/redaction.ts";

/** What one level says. */
export type Policy = Body<"put", "/api/v2/public/redaction">;
type WireRule = NonNullable<Policy["rules"]>[number];

export const RULE_TYPES = ["kind", "key", "path", "pattern"] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** A rule while it is edited. */
export interface EditedRule {
  readonly type: RuleType;
  readonly value: string;
}

export function toEditedRule(rule: WireRule): EditedRule {
  const type = RULE_TYPES.find((one) => rule[one] !== undefined) ?? "kind";
  return { type, value: rule[type] ?? "" };
}

export function toRule({ type, value }: EditedRule): WireRule {
  return { [type]: value }; // the server checks the value of a kind
}

/** A rule in words. */
export function describeRule(rule: WireRule): { readonly by: string; readonly value: string } {
  const { type, value } = toEditedRule(rule);
  const kinds: Readonly<Record<string, string>> = REDACTION.kindOf;
  return { by: REDACTION.by[type], value: type === "kind" ? (kinds[value] ?? value) : value };
}
