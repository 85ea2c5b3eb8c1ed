import type { Json } from "../../../platform/json/json.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import { findNearName } from "../../../platform/near-name.ts";
import { isRequestOf, type SentRequest } from "../bench/third-parties.ts";
import type { ExpectedCall, ExpectedExecution, TestThen } from "../file/schema.ts";
import { compareValue, renderValue } from "../matching/compare.ts";
import { findPairs } from "../matching/find-pairs.ts";
import type { Mismatch } from "../matching/matchers.ts";
import type { Observation, SeenExecution } from "./observe.ts";
import { isCalled, type TestMisfit } from "./running-test.ts";

/** What is not as `then` says, with paths relative to it; `explain` says why no execution of a workflow started. */
export function compareThen(
  then: TestThen,
  seen: Observation,
  explain: (workflow: string) => string,
): TestMisfit[] {
  const executions = { ...EXECUTIONS, explain: ({ workflow }: ExpectedExecution) => explain(workflow) };
  return [
    ...(then.executions ? checkAll("executions", executions, then.executions, seen.executions) : []),
    ...(then.calls ? checkAll("calls", CALLS, then.calls, seen.calls) : []),
    ...(then.webhooks ? checkAll("webhooks", WEBHOOKS, then.webhooks, seen.webhooks) : []),
  ];
}

/** How things of one kind are compared, and what people call one. */
interface Comparison<Expected, Actual> {
  /** Whether the two are about the same, so that their differences tell something. */
  isAbout(expected: Expected, actual: Actual): boolean;
  compare(expected: Expected, actual: Actual): Mismatch[];
  describeExpected(expected: Expected): string;
  describeActual(actual: Actual): string;
  /** Why there is none. */
  explain?(expected: Expected): string;
}

function checkAll<Expected, Actual>(
  list: keyof TestThen,
  comparison: Comparison<Expected, Actual>,
  expected: readonly Expected[],
  actual: readonly Actual[],
): TestMisfit[] {
  const { isAbout, compare, describeActual, describeExpected, explain = () => "" } = comparison;
  const count = (one: Expected, other: Actual) =>
    isAbout(one, other) ? compare(one, other).length : undefined;
  const { pairs, missing, extra } = findPairs(expected, actual, count);
  const pathOf = (one: Expected) => [list, expected.indexOf(one)];
  return [
    ...pairs.flatMap(([one, other]) =>
      compare(one, other).map((misfit) => toMisfit(list, pathOf(one), misfit)),
    ),
    ...missing.map((one) => ({
      path: pathOf(one),
      what: `${list}: there is no ${describeExpected(one)}. ${explain(one)}`.trimEnd(),
    })),
    ...extra.map((one) => ({ path: [list], what: `${list}: nothing expects ${describeActual(one)}` })),
  ];
}

function toMisfit(list: string, at: ValuePath, { path, expected, actual }: Mismatch): TestMisfit {
  const what = [
    `${list}[${at[1]}]`,
    ...path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)),
  ];
  return { path: [...at, ...path], what: what.join(""), expected, actual: renderValue(actual) };
}

const EXECUTIONS: Comparison<ExpectedExecution, SeenExecution> = {
  isAbout: ({ workflow, account }, { workflow: of, record }) =>
    isCalled(of, workflow) && (account === undefined || account === record.linked_account_id),
  compare: compareExecution,
  describeExpected: ({ workflow, account }) =>
    `execution of "${workflow}"${account === undefined ? "" : ` for ${account}`}`,
  describeActual: ({ workflow, record }) =>
    `the execution of "${workflow.alias ?? workflow.name}" for ${record.linked_account_id} (${record.status})`,
};

function compareExecution(expected: ExpectedExecution, { record, response }: SeenExecution): Mismatch[] {
  const { status, waits_at, waits_until, steps = {} } = expected;
  return [
    ...(status === undefined ? [] : compareValue(status, record.status, ["status"])),
    ...(waits_at === undefined ? [] : compareWait(waits_at, record)),
    ...(waits_until === undefined ? [] : compareEnd(waits_until, record)),
    ...("response" in expected ? compareValue(expected.response, response, ["response"]) : []),
    ...("error" in expected ? compareValue(expected.error, toJson(record.execution_error), ["error"]) : []),
    ...Object.entries(steps).flatMap(([named, step]) => compareStep(named, step, record)),
  ];
}

type Execution = SeenExecution["record"];

function compareWait(named: string, { waiting_for: waits, nodes }: Execution): Mismatch[] {
  const names = waits.flatMap(({ node_id: id }) => nodes.filter(({ node_id }) => node_id === id));
  if (names.some(({ node_id, node_name }) => named === node_id || named === node_name)) return [];
  const actual = names.length > 0 ? names.map(({ node_id }) => node_id) : undefined;
  return [{ path: ["waits_at"], expected: renderValue(named), actual }];
}

function compareEnd(moment: string, { waiting_for: waits }: Execution): Mismatch[] {
  const wanted = new Date(moment).toISOString();
  const ends = waits.flatMap(({ until }) => until ?? []);
  if (ends.includes(wanted)) return [];
  return [{ path: ["waits_until"], expected: wanted, actual: ends.length > 0 ? ends : undefined }];
}

type ExpectedStep = NonNullable<ExpectedExecution["steps"]>[string];

function compareStep(named: string, expected: ExpectedStep, { nodes }: Execution): Mismatch[] {
  const path = ["steps", named];
  const node = nodes.find(({ node_id, node_name }) => named === node_id || named === node_name);
  if (!node) {
    const ids = nodes.map(({ node_id }) => node_id);
    const near = findNearName(named, ids);
    const hint = near === undefined ? `there are ${ids.join(", ")}` : `did you mean "${near}"?`;
    return [{ path, expected: `a step of this id or name; ${hint}`, actual: undefined }];
  }
  const actual = {
    status: node.node_status,
    input: toJson(node.input_data),
    output: toJson(node.latest_output),
    error: toJson(node.error),
    attempts: node.attempts_made,
  };
  return Object.entries(expected).flatMap(([name, value]) =>
    compareValue(value, actual[name as keyof typeof actual], [...path, name]),
  );
}

const CALLS: Comparison<ExpectedCall, SentRequest> = {
  isAbout: isRequestOf,
  compare: (expected, { url, headers, body }) => {
    const query = Object.fromEntries(new URL(url).searchParams);
    return [
      ...("headers" in expected ? compareValue(expected.headers, { ...headers }, ["headers"]) : []),
      ...("query" in expected ? compareValue(expected.query, query, ["query"]) : []),
      ...("body" in expected ? compareValue(expected.body, body, ["body"]) : []),
    ];
  },
  describeExpected: ({ request, application }) =>
    `call ${request}${application === undefined ? "" : ` of ${application}`}`,
  describeActual: describeCall,
};

/** A request with its body, on one line. */
export function describeCall({ method, url, body }: SentRequest): string {
  return `${method} ${url}${body === undefined ? "" : ` ${renderValue(body)}`}`;
}

const WEBHOOKS: Comparison<NonNullable<TestThen["webhooks"]>[number], Observation["webhooks"][number]> = {
  isAbout: ({ event, account }, delivery) =>
    event === delivery.event && (account === undefined || account === delivery.linked_account_id),
  compare: (expected, { status, attempts, payload }) => [
    ...(expected.status === undefined ? [] : compareValue(expected.status, status, ["status"])),
    ...(expected.attempts === undefined
      ? []
      : compareValue(expected.attempts, attempts.length, ["attempts"])),
    ...("payload" in expected ? compareValue(expected.payload, toJson(payload), ["payload"]) : []),
  ],
  describeExpected: ({ event, account }) =>
    `webhook "${event}"${account === undefined ? "" : ` about ${account}`}`,
  describeActual: ({ event, linked_account_id: account, status }) =>
    `the webhook "${event}" about ${account ?? "no account"} (${status})`,
};

/** A value of a reply, which is JSON. */
function toJson(value: unknown): Json | undefined {
  return value as Json | undefined;
}
