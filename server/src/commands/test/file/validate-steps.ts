import type { YamlProblem } from "../../../platform/json/located-yaml.ts";
import { validateMatchers } from "../matching/matchers.ts";
import { parseDuration } from "./duration.ts";
import type { TestFile, TestGiven, TestWhen } from "./schema.ts";

/** What can happen, each with the members that say more about it. */
const KINDS_OF_WHEN = {
  event: ["account", "config", "payload"],
  call: ["account", "config", "payload"],
  webhook: ["account", "config", "payload", "headers"],
  approve: ["account", "comment", "by", "fields"],
  reject: ["account", "comment", "by"],
  answer: ["account", "payload"],
  wait: [],
  wait_until: [],
} as const satisfies { readonly [name: string]: readonly (keyof TestWhen)[] };

/** The name of something that can happen. */
export type WhenKind = keyof typeof KINDS_OF_WHEN;

const NAMES = Object.keys(KINDS_OF_WHEN) as WhenKind[];

/** What happens; the file is checked. */
export function getWhenKind(when: TestWhen): WhenKind {
  return NAMES.find((name) => when[name] !== undefined) ?? "wait";
}

/** The given of the file with that of one of its tests, which comes first. */
export function mergeGiven(file: TestGiven = {}, test: TestGiven = {}): TestGiven {
  return {
    ...file,
    ...test,
    accounts: { ...file.accounts, ...test.accounts },
    answers: [...(test.answers ?? []), ...(file.answers ?? [])],
  };
}

/** What is wrong with a file that fits its schema. */
export function validateSteps(file: TestFile): YamlProblem[] {
  const names = file.tests.map(({ name }) => name);
  return file.tests.flatMap(({ name, given, steps }, index) => {
    const accounts = Object.keys(mergeGiven(file.given, given).accounts ?? {});
    const path = ["tests", index];
    return [
      ...(names.indexOf(name) === index
        ? []
        : [{ path: [...path, "name"], message: "is that of a test above" }]),
      ...steps.flatMap(({ when, then }, step) => {
        const at = [...path, "steps", step];
        if (!when && !then) return [{ path: at, message: 'must have "when" or "then"' }];
        return [
          ...(when ? checkWhen(when, accounts, [...at, "when"]) : []),
          ...validateMatchers(then, [...at, "then"]),
        ];
      }),
    ];
  });
}

function checkWhen(when: TestWhen, accounts: readonly string[], path: YamlProblem["path"]): YamlProblem[] {
  const [name, other] = NAMES.filter((one) => when[one] !== undefined);
  if (name === undefined) return [{ path, message: `must have one of ${NAMES.join(", ")}` }];
  if (other !== undefined)
    return [{ path, message: `has both ${name} and ${other}: give each a step of its own` }];
  const allowed: readonly string[] = KINDS_OF_WHEN[name];
  const odd = Object.keys(when).filter((member) => member !== name && !allowed.includes(member));
  return [
    ...odd.map((member) => ({ path: [...path, member], message: `has no meaning beside ${name}` })),
    ...(allowed.includes("account") ? checkAccount(when, accounts, path) : []),
    ...checkTime(when, path),
  ];
}

function checkAccount(
  { account }: TestWhen,
  accounts: readonly string[],
  path: YamlProblem["path"],
): YamlProblem[] {
  if (account !== undefined) {
    if (accounts.includes(account)) return [];
    const known = accounts.length === 0 ? "none is given" : `there are ${accounts.join(", ")}`;
    return [{ path: [...path, "account"], message: `is no linked account that is given: ${known}` }];
  }
  if (accounts.length === 1) return [];
  return [
    {
      path,
      message:
        accounts.length === 0
          ? "needs a linked account: name one under given.accounts"
          : `must have an account, because several are given: ${accounts.join(", ")}`,
    },
  ];
}

function checkTime({ wait }: TestWhen, path: YamlProblem["path"]): YamlProblem[] {
  if (wait === undefined || parseDuration(wait) !== undefined) return [];
  return [{ path: [...path, "wait"], message: "must be a period, such as 3 days or 1 hour 30 minutes" }];
}
