import { text } from "node:stream/consumers";
import { expect } from "vitest";
import {
  type Connector,
  type ConnectorCall,
  ConnectorError,
  type JsonObject,
} from "../server/src/apps/connector.ts";
import type { AuthType } from "../server/src/apps/connector-auth.ts";
import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import type { Line, OpenLine } from "./mock-line.ts";
import { type Mock, type MockRequest, type MockVendor, namesIn } from "./mock-vendor.ts";

/** A connector that is tested with one kind of credential against its vendor's mock. */
export interface Trial {
  manifest: Manifest;
  connector: Connector;
  vendor: MockVendor;
  type: AuthType;
  open: OpenLine;
}

/** What one part of a trial works with: a fresh mock, the line to it, and calls with the good credential. */
export interface Attempt {
  mock: Mock;
  line: Line;
  call: Omit<ConnectorCall, "input">;
}

/**
 * Runs one part of a trial on a fresh mock and requires that its requests used only names that the vendor documents.
 */
export async function attempt(trial: Trial, part: (attempt: Attempt) => Promise<void>): Promise<void> {
  const { vendor } = trial;
  const mock = vendor.create();
  const line = await trial.open(mock, vendor);
  try {
    await part({ mock, line, call: callOf(trial, line, "good") });
    expect(line.requests.flatMap((request) => undocumented(vendor, request))).toEqual([]);
  } finally {
    await line.close();
  }
}

const sentFiles = new Map([
  ["report", { name: "report.txt", content_type: "text/plain", size: 9, content: Buffer.from("A report.") }],
]);

/** What a call needs besides its input, with the mock's good or bad credential. */
export function callOf(
  { vendor, type }: Trial,
  { http }: Pick<Line, "http">,
  which: "good" | "bad",
): Omit<ConnectorCall, "input"> {
  const credentials = vendor.credentials[type];
  if (credentials === undefined) throw new Error(`The mock has no ${type} credentials.`);
  const settings = vendor.settings ?? {};
  return {
    credential: { type, settings, values: credentials[which] },
    http,
    now: Date.now,
    readFiles: async () => sentFiles,
    saveFile: async ({ name, contentType, content }) => ({
      name,
      contentType,
      content: Buffer.isBuffer(content) ? content.toString() : await text(content),
    }),
  };
}

/** The error of a call that must fail; requires that it is a ConnectorError. */
export async function failureOf(what: string, promise: Promise<unknown>): Promise<ConnectorError> {
  const error = await promise.then(
    () => new Error(`${what} succeeded.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorError)) throw error;
  return error;
}

/** Runs a call; the error of a failure says what was attempted. */
export async function succeed<Result>(what: string, promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : "failed"}`, { cause });
  }
}

/** The check returns the account's name and scopes as the vendor reports them. */
export async function conformCheck(trial: Trial): Promise<void> {
  const { connector, vendor, type } = trial;
  const scopes = vendor.scopes?.[type];
  await attempt(trial, async ({ call }) => {
    const found = await succeed("check", connector.check?.(call) ?? Promise.resolve(undefined));
    expect(found, "check").toEqual({
      ...(vendor.account === undefined ? {} : { identifier: vendor.account }),
      ...(scopes === undefined ? {} : { scopes }),
    });
  });
}

/** Every case and every refusal, in order on one mock. */
export async function conformActions(trial: Trial): Promise<void> {
  const { connector, vendor } = trial;
  await attempt(trial, async ({ call }) => {
    for (const { action, input, expected } of vendor.cases) {
      const result = await succeed(action, connector.run(action, { ...call, input: input as JsonObject }));
      expect(result, action).toMatchObject(expected as object);
    }
    for (const { action, input, code, message } of vendor.refusals) {
      const failure = await failureOf(action, connector.run(action, { ...call, input: input as JsonObject }));
      expect([action, failure.code]).toEqual([action, code]);
      expect(failure.message, action).toMatch(message);
    }
  });
}

/** There must be a case for every action with every input, and for every paged action, list and trigger. */
export function conformCoverage({ connector, vendor, manifest }: Trial): void {
  const { actions, options, triggers } = connector.info;
  const { calls = [], cases, paging = [] } = vendor;
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();
  const unique = (names: readonly string[]) => [...new Set(names)].sort();
  const called = calls.flatMap((one) => ("action" in one ? [one] : []));
  const actionsOf = (list: readonly { action: string }[]) => list.map(({ action }) => action);
  const paged = actions.filter(({ id }) => manifest.actions[id]?.paging !== undefined);
  const pages = called.filter((one) => "pages" in one);
  const lists = calls.flatMap((one) => ("list" in one ? [one.list] : []));
  const polls = calls.flatMap((one) => ("trigger" in one ? [one.trigger] : []));
  expect(unique(actionsOf([...cases, ...called])), "actions with cases").toEqual(ids(actions));
  expect(unique(actionsOf([...paging, ...pages])), "paged actions with cases").toEqual(ids(paged));
  expect(
    unique([...(vendor.options ?? []).map(({ list }) => list), ...lists]),
    "option lists with cases",
  ).toEqual(ids(options));
  expect(
    unique([...(vendor.triggers ?? []).map(({ trigger }) => trigger), ...polls]),
    "triggers with cases",
  ).toEqual(ids(triggers));
  expect(uncovered(manifest, [...cases, ...paging, ...called]), "inputs that no case uses").toEqual([]);
}

function uncovered({ actions }: Manifest, cases: readonly { action: string; input: object }[]): string[] {
  const used = new Set(
    cases.flatMap(({ action, input }) => Object.keys(input).map((name) => `${action}.${name}`)),
  );
  return Object.entries(actions).flatMap(([id, { input }]) => {
    const names = Object.keys((input.properties ?? {}) as object); // a JSON Schema's properties are an object
    return names.map((name) => `${id}.${name}`).filter((name) => !used.has(name));
  });
}

/** The names in a request that the vendor does not document for the endpoint. */
function undocumented({ parameters }: MockVendor, request: MockRequest): string[] {
  const endpoint = `${request.method} ${request.path}`;
  const match = Object.entries(parameters).find(([pattern]) => {
    const parts = pattern.split("*").map((part) => part.replace(/[.+?()[\]{}|\\^$]/g, "\\$&"));
    return new RegExp(`^${parts.join("[^/]+")}$`).test(endpoint);
  });
  const known = match?.[1] ?? [];
  return namesIn(request)
    .filter((name) => !known.includes(name))
    .map((name) => `${endpoint} ${name}`);
}

/** A bad credential is refused, and the message does not repeat it. */
export async function conformRefusal(trial: Trial): Promise<void> {
  const { connector, vendor, type, open } = trial;
  const line = await open(vendor.create(), vendor);
  try {
    const call = callOf(trial, line, "bad");
    const failure = await failureOf("check", connector.check?.(call) ?? Promise.resolve());
    expect(failure.code, "the check with a bad credential").toBe("auth");
    const { good = {}, bad = {} } = vendor.credentials[type] ?? {};
    const secrets = Object.entries(bad).filter(([name, value]) => good[name] !== value);
    for (const [, secret] of secrets) expect(failure.message).not.toContain(secret);
  } finally {
    await line.close();
  }
}

/** Rate limits, outages and the vendor's other documented answers are understood. */
export async function conformAnswers(trial: Trial): Promise<void> {
  const { connector, vendor } = trial;
  await attempt(trial, async ({ line, mock, call }) => {
    const check = () => failureOf("check", connector.check?.(call) ?? Promise.resolve());
    line.force(mock.limited());
    const limited = await check();
    expect(limited.code, "the check beyond the limit").toBe("rateLimit");
    expectWait(limited, vendor.retryAfterMs);
    for (const { answer, code, message, retryAfterMs } of [...(vendor.answers ?? []), ...OUTAGES]) {
      line.force(typeof answer === "function" ? answer() : answer);
      const failure = await check();
      expect([answer, failure.code]).toEqual([answer, code]);
      if (message !== undefined) expect(failure.message).toMatch(message);
      expectWait(failure, retryAfterMs);
    }
  });
}

const OUTAGES: NonNullable<MockVendor["answers"]> = [500, 502, 503].map((status) => ({
  answer: { status, body: "<html>" },
  code: "remote",
}));

function expectWait({ retryAfterMs }: ConnectorError, wanted: number | undefined): void {
  if (wanted === undefined) return;
  expect(retryAfterMs).toBeGreaterThan(wanted - 5000);
  expect(retryAfterMs).toBeLessThanOrEqual(wanted + 1000);
}
