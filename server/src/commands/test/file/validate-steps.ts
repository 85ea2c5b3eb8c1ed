import type { YamlProblem } from "../../../platform/json/located-yaml.ts";
import { validateMatchers } from "../matching/matchers.ts";
import { parseDuration } from "./duration.ts";
import type { TestFile, TestGiven, TestWhen } from "./schema.ts";
import { validateGivenApplications, validateStepApplications } from "./validate-applications.ts";

/** What can happen, each with the members that say more about it. */
const KINDS_OF_WHEN = {
  event: ["account", "config", "payload"],
  call: ["account", "config", "payload"],
  webhook: ["account", "config", "payload", "headers"],
  approve: ["account", "comment", "by", "fields"],
  reject: ["account", "comment", "by"],
  answer: ["account", "payload"],
  happens: ["account", "payload"],
  action: ["account", "input"],
  fault: ["account", "application", "times", "match"],
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
    faults: [...(test.faults ?? []), ...(file.faults ?? [])],
  };
}

/** What is wrong with a file that fits its schema; `playable` are the applications that can be connected. */
export function validateSteps(file: TestFile, playable: readonly string[]): YamlProblem[] {
  const names = file.tests.map(({ name }) => name);
  const everybody = Object.assign(
    {},
    ...file.tests.map((test) => test.given?.accounts),
    file.given?.accounts,
  );
  const shared = validateGivenApplications(file.given, everybody, { playable, path: ["given"] });
  const own = file.tests.flatMap(({ name, given, steps }, index) => {
    const { accounts: all = {} } = mergeGiven(file.given, given);
    const accounts = Object.keys(all);
    const path = ["tests", index];
    return [
      ...validateGivenApplications(given, all, { playable, path: [...path, "given"] }),
      ...(names.indexOf(name) === index
        ? []
        : [{ path: [...path, "name"], message: "is that of a test above" }]),
      ...steps.flatMap(({ when, then }, step) => {
        const at = [...path, "steps", step];
        if (!when && !then) return [{ path: at, message: 'must have "when" or "then"' }];
        return [
          ...(when ? checkWhen(when, accounts, [...at, "when"]) : []),
          ...validateStepApplications({ when, then }, all, at),
          ...validateMatchers(then, [...at, "then"]),
        ];
      }),
    ];
  });
  return [...shared, ...own];
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
    ...(allowed.includes("account") && name !== "fault" ? checkAccount(when, accounts, path) : []),
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
