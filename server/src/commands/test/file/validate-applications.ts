import type { ValuePath, YamlProblem } from "../../../platform/json/located-yaml.ts";
import { findNearName } from "../../../platform/near-name.ts";
import { toAccountKey } from "../../../simulator/application.ts";
import { parseActionName } from "../../../workflows/definition/action-name.ts";
import type { TestFile, TestGiven, TestStep, TestWhen } from "./schema.ts";

type Accounts = NonNullable<TestGiven["accounts"]>;

/** What is wrong with the applications that a given names; `accounts` are all that count with it. */
export function validateGivenApplications(
  given: TestGiven = {},
  accounts: Accounts,
  { playable, path }: { playable: readonly string[]; path: ValuePath },
): YamlProblem[] {
  const { answers = [], faults = [] } = given;
  return [
    ...Object.entries(given.accounts ?? {}).flatMap(([id, { connections = {}, records = [] }]) => {
      const at = [...path, "accounts", id];
      return [
        ...Object.keys(connections).flatMap((slug) =>
          playable.includes(slug)
            ? []
            : [{ path: [...at, "connections", slug], message: describeUnknown(slug, playable) }],
        ),
        ...(Object.keys(connections).length > 0 ? checkAccountKey(id, accounts, at) : []),
        ...records.flatMap(({ action }, index) =>
          checkConnected(getSlug(action), accounts, {
            account: id,
            path: [...at, "records", index, "action"],
          }),
        ),
      ];
    }),
    ...answers.flatMap((answer, index) => checkRequest(answer, accounts, [...path, "answers", index])),
    ...faults.flatMap((fault, index) => checkFault(fault, accounts, [...path, "faults", index])),
  ];
}

/** What is wrong with the applications that a step of a test names. */
export function validateStepApplications(
  { when, then }: TestStep,
  accounts: Accounts,
  path: ValuePath,
): YamlProblem[] {
  return [
    ...(when ? checkWhen(when, accounts, [...path, "when"]) : []),
    ...(then?.calls ?? []).flatMap((call, index) =>
      checkRequest(call, accounts, [...path, "then", "calls", index]),
    ),
  ];
}

/** The applications that any test of a file connects. */
export function listConnected({ given, tests }: TestFile): string[] {
  const all = [given, ...tests.map((test) => test.given)];
  return [...new Set(all.flatMap((one) => listConnectedBy(one?.accounts ?? {})))];
}

/** The applications that accounts have connected. */
export function listConnectedBy(accounts: Accounts): string[] {
  return Object.values(accounts).flatMap(({ connections = {} }) => Object.keys(connections));
}

/** The application of an action or trigger, which are written alike. */
function getSlug(name: string): string {
  return parseActionName(name, null)?.slug ?? "";
}

function describeUnknown(slug: string, known: readonly string[]): string {
  const near = findNearName(slug, known);
  return `is no application that can be played; ${near === undefined ? "npm run junctor -- simulate --list names them" : `did you mean "${near}"?`}`;
}

/** Credentials at the applications name the account. */
function checkAccountKey(id: string, accounts: Accounts, path: ValuePath): YamlProblem[] {
  const key = toAccountKey(id);
  if (key === undefined)
    return [{ path, message: "must have a letter from a to z or a digit to connect applications" }];
  const same = Object.entries(accounts).find(
    ([other, { connections }]) => other !== id && connections && toAccountKey(other) === key,
  );
  return same ? [{ path, message: `would be the same account at an application as "${same[0]}"` }] : [];
}

function checkWhen(when: TestWhen, accounts: Accounts, path: ValuePath): YamlProblem[] {
  const { fault, application } = when;
  if (fault !== undefined) return checkFault({ ...when, fault, application }, accounts, path);
  const member = when.happens === undefined ? "action" : "happens";
  const name = when[member];
  const { account = Object.keys(accounts).length === 1 ? Object.keys(accounts)[0] : undefined } = when;
  // That an account is missing or unknown is said elsewhere.
  if (name === undefined || account === undefined || !accounts[account]) return [];
  return checkConnected(getSlug(name), accounts, { account, path: [...path, member] });
}

function checkFault(
  {
    fault,
    application,
    times,
    match,
    account,
  }: Pick<TestWhen, "fault" | "application" | "times" | "match" | "account">,
  accounts: Accounts,
  path: ValuePath,
): YamlProblem[] {
  if (application === undefined) return [{ path, message: "must have an application" }];
  const odd = Object.entries(fault === "revoked" ? { times, match } : { account }).filter(
    ([, value]) => value !== undefined,
  );
  const isUnknown = account !== undefined && odd.length === 0 && !accounts[account];
  return [
    ...odd.map(([member]) => ({ path: [...path, member], message: `has no meaning beside ${fault}` })),
    ...(isUnknown
      ? [
          {
            path: [...path, "account"],
            message: `is no linked account that is given: ${listNames(accounts)}`,
          },
        ]
      : checkConnected(application, accounts, { account, path: [...path, "application"] })),
  ];
}

function checkRequest(
  { request, application }: { request: string; application?: string },
  accounts: Accounts,
  path: ValuePath,
): YamlProblem[] {
  const isPath = request.split(" ")[1]?.startsWith("/") ?? false;
  if (application !== undefined)
    return [
      ...checkConnected(application, accounts, { account: undefined, path: [...path, "application"] }),
      ...(isPath
        ? []
        : [
            { path: [...path, "request"], message: "must have only a path beside application: POST /orders" },
          ]),
    ];
  return isPath ? [{ path: [...path, "request"], message: "needs the host, or application beside it" }] : [];
}

function checkConnected(
  slug: string,
  accounts: Accounts,
  { account, path }: { account: string | undefined; path: ValuePath },
): YamlProblem[] {
  const whose = account === undefined ? accounts : { [account]: accounts[account] ?? {} };
  const connected = [...new Set(listConnectedBy(whose))];
  if (connected.includes(slug)) return [];
  const who = account ?? "no linked account";
  const near = findNearName(slug, connected);
  const hint =
    near === undefined
      ? `name it under given.accounts.${account ?? Object.keys(accounts)[0] ?? "acme"}.connections`
      : `did you mean "${near}"?`;
  const has = account === undefined ? "has" : "has not";
  return [{ path, message: `: ${who} ${has} connected ${slug}; ${hint}` }];
}

function listNames(accounts: Accounts): string {
  return `there are ${Object.keys(accounts).join(", ")}`;
}
