import type { ValueReason } from "../platform/errors.ts";
import type { Words } from "./words/words.ts";

/** What is wrong with the value of a field, by its label. */
export function describeValueProblem({ t }: Words, label: string, reason: ValueReason): string {
  if (reason.kind === "tooLong") return t("value.tooLong", { label, count: reason.most });
  if (reason.kind === "oneOf") return t("value.oneOf", { choices: reason.choices });
  return t(`value.${reason.kind}`, { label });
}
