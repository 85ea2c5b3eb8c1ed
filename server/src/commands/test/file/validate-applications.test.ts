import { expect, test } from "vitest";
import type { TestFile } from "./schema.ts";
import { validateSteps } from "./validate-steps.ts";

const PLAYABLE = ["github", "hubspot", "slack"];
type Given = NonNullable<TestFile["given"]>;
type Step = TestFile["tests"][number]["steps"][number];

// biome-ignore lint/suspicious/noThenProperty: no step is ever awaited
const callsOf = (...calls: { application?: string; request: string }[]): Step => ({ then: { calls } });

const GIVEN: Given = {
  accounts: { acme: { connections: { hubspot: "consent" } }, globex: { connections: { slack: "key" } } },
};

function problemsOf(given: Given, ...steps: Step[]): string[] {
  const wait = [{ when: { wait: "1 s" } }];
  const file = { given, tests: [{ name: "It", steps: steps.length > 0 ? steps : wait }] };
  return validateSteps(file, PLAYABLE).map(({ path, message }) => `${path.join(".")} ${message}`);
}

test("what is connected and used by its accounts is right", () => {
  const given: Given = {
    accounts: {
      ...GIVEN.accounts,
      initech: {
        connections: { hubspot: "key" },
        records: [{ action: "hubspot/create_contact", input: {} }],
      },
    },
    answers: [{ application: "slack", request: "POST /api/*" }],
    faults: [{ fault: "revoked", application: "slack", account: "globex" }],
  };
  const steps: Step[] = [
    { when: { happens: "hubspot/new_contact", account: "acme" } },
    { when: { fault: "limit", application: "hubspot", times: 2, match: "POST /crm" } },
    callsOf({ application: "hubspot", request: "POST /crm/*" }, { request: "GET https://a.example" }),
  ];
  expect(problemsOf(given, ...steps)).toEqual([]);
});

test.each<[string, Given, string]>([
  [
    "an unknown application",
    { accounts: { acme: { connections: { hubspott: "key" } } } },
    'given.accounts.acme.connections.hubspott is no application that can be played; did you mean "hubspot"?',
  ],
  [
    "accounts that are one at an application",
    { accounts: { acme: { connections: { slack: "key" } }, "Acme!": { connections: { slack: "key" } } } },
    'given.accounts.Acme! would be the same account at an application as "acme"',
  ],
  [
    "an account without a letter",
    { accounts: { 東京: { connections: { slack: "key" } } } },
    "given.accounts.東京 must have a letter from a to z or a digit to connect applications",
  ],
  [
    "a record at an application of another account",
    { accounts: { ...GIVEN.accounts, acme: { records: [{ action: "slack/send_message" }] } } },
    "given.accounts.acme.records.0.action : acme has not connected slack; name it under given.accounts.acme.connections",
  ],
  [
    "an answer of an application that nobody has connected",
    { ...GIVEN, answers: [{ application: "slak", request: "POST /api/*" }] },
    'given.answers.0.application : no linked account has connected slak; did you mean "slack"?',
  ],
  [
    "a path without its application",
    { ...GIVEN, answers: [{ request: "POST /api/*" }] },
    "given.answers.0.request needs the host, or application beside it",
  ],
  [
    "a fault of an unknown account",
    { ...GIVEN, faults: [{ fault: "revoked", application: "slack", account: "globx" }] },
    "given.faults.0.account is no linked account that is given: there are acme, globex",
  ],
  [
    "a fault that meets no requests",
    { ...GIVEN, faults: [{ fault: "revoked", application: "slack", times: 2 }] },
    "given.faults.0.times has no meaning beside revoked",
  ],
])("%s", (_name, given, problem) => {
  expect(problemsOf(given)).toContain(problem);
});

test.each<[string, Step, string]>([
  [
    "an application that this account has not connected",
    { when: { happens: "slack/app_mention", account: "acme" } },
    "tests.0.steps.0.when.happens : acme has not connected slack; name it under given.accounts.acme.connections",
  ],
  [
    "an application with a typing mistake",
    { when: { action: "hubspt/create_contact", account: "acme" } },
    'tests.0.steps.0.when.action : acme has not connected hubspt; did you mean "hubspot"?',
  ],
  [
    "something that happens to nobody in particular",
    { when: { happens: "slack/app_mention" } },
    "tests.0.steps.0.when must have an account, because several are given: acme, globex",
  ],
  [
    "a fault of no application",
    { when: { fault: "limit" } },
    "tests.0.steps.0.when must have an application",
  ],
  [
    "a fault of one account's requests",
    { when: { fault: "limit", application: "slack", account: "globex" } },
    "tests.0.steps.0.when.account has no meaning beside limit",
  ],
  [
    "a whole address beside its application",
    callsOf({ application: "slack", request: "POST https://slack.com/api/a" }),
    "tests.0.steps.0.then.calls.0.request must have only a path beside application: POST /orders",
  ],
])("%s", (_name, step, problem) => {
  expect(problemsOf(GIVEN, step)).toEqual([problem]);
});
