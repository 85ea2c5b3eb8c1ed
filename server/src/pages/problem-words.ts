import type { TextKey } from "./words/catalogs.ts";
import type { Words } from "./words/words.ts";

const TEXTS = {
  403: ["problem.form", "problem.formText"],
  404: ["problem.missing", "problem.missingText"],
  413: ["problem.tooLarge", "problem.tooLargeText"],
  415: ["problem.unreadable", "problem.unreadableText"],
  503: ["problem.busy", "problem.busyText"],
} as const satisfies Readonly<Record<number, readonly [TextKey, TextKey]>>;

/** The message of a page for a request that failed with `status`. */
export function describeProblem({ t }: Words, status: number): { title: string; text: string } {
  const known = Object.hasOwn(TEXTS, status) ? TEXTS[status as keyof typeof TEXTS] : undefined;
  const usual =
    status >= 500
      ? (["problem.ours", "problem.oursText"] as const)
      : (["problem.refused", "problem.refusedText"] as const);
  const [title, text] = known ?? usual;
  return { title: t(title), text: t(text) };
}
