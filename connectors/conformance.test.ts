import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { loadCatalog, SHIPPED_CONNECTORS } from "../server/src/apps/catalog.ts";
import {
  type Call,
  type Connector,
  ConnectorError,
  type Http,
  type JsonObject,
} from "../server/src/apps/connector.ts";
import { parseAllowList } from "../server/src/platform/outbound/address-guard.ts";
import { createOutbound } from "../server/src/platform/outbound/outbound.ts";
import { type MockRequest, type MockVendor, namesIn, type RunningMock, startMock } from "./mock-vendor.ts";

const catalog = await loadCatalog({ directories: [SHIPPED_CONNECTORS], environment: () => undefined });
const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
afterAll(() => outbound.close());

/** Sends what is meant for the vendor's documented hosts to the mock, and refuses everything else. */
function redirectTo(mock: RunningMock, hosts: readonly string[]): Http {
  return (request) => {
    const url = new URL(request.url);
    if (url.protocol !== "https:" || !hosts.includes(url.host))
      throw new Error(`not a host of the vendor: ${url.host}`);
    return outbound.request({ ...request, url: mock.url + url.pathname + url.search });
  };
}

async function failureOf(promise: Promise<unknown>): Promise<ConnectorError> {
  const error = await promise.then(
    () => new Error("It succeeded."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorError)) throw error;
  return error;
}

it("loads every shipped connector without a problem", () => {
  const folders = readdirSync(SHIPPED_CONNECTORS, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(catalog.problems()).toEqual([]);
  expect(
    catalog
      .list()
      .map((connector) => connector.info.slug)
      .sort(),
  ).toEqual(folders.map((entry) => entry.name).sort());
});

describe.for(catalog.list().map((connector) => [connector.info.slug, connector] as const))(
  "%s",
  ([slug, connector]) => {
    it("has a name, an icon, a check, at least three actions and hints that fit", () => {
      expect(connector.info.icon).toMatch(/^data:image\/svg\+xml;base64,/);
      expect(connector.check).toBeTypeOf("function");
      expect(connector.info.actions.length).toBeGreaterThanOrEqual(3);
      expect(connector.info.actions.some((action) => action.hints.readOnly)).toBe(true);
      expect(connector.info.actions.some((action) => !action.hints.readOnly)).toBe(true);
    });

    it.for(authTypes(connector))(
      "does with %s all that the vendor documents, and understands each refusal",
      async (type) => {
        // The folder's own mock: the path is the convention of docs/add-a-connector.md.
        const { vendor }: { vendor: MockVendor } = await import(`./${slug}/mock.ts`);
        const mock = await startMock(vendor.create());
        try {
          await conform({ connector, vendor, mock, type });
        } finally {
          await mock.close();
        }
      },
    );
  },
);

function authTypes(connector: Connector): ("oauth2" | "keybased")[] {
  const { oauth2, keybased } = connector.info.auth;
  return [...(oauth2 ? (["oauth2"] as const) : []), ...(keybased ? (["keybased"] as const) : [])];
}

interface Trial {
  connector: Connector;
  vendor: MockVendor;
  mock: RunningMock;
  type: "oauth2" | "keybased";
}

async function conform(trial: Trial): Promise<void> {
  const { connector, vendor, mock, type } = trial;
  const credentials = vendor.credentials[type];
  if (credentials === undefined) throw new Error(`The mock has no ${type} credentials.`);
  const call = (values: Record<string, string>): Omit<Call, "input"> => ({
    credential: { type, settings: vendor.settings ?? {}, values },
    http: redirectTo(mock, vendor.hosts),
    now: Date.now,
  });
  const good = call(credentials.good);
  const covered = new Set(vendor.cases.map(({ action }) => action));
  expect([...covered].sort()).toEqual(connector.info.actions.map(({ id }) => id).sort());
  expect(uncovered(connector, vendor)).toEqual([]);
  expect(await connector.check?.(good)).toEqual(
    vendor.account === undefined ? {} : { identifier: vendor.account },
  );
  for (const { action, input, expected } of vendor.cases) {
    expect(await connector.run(action, { ...good, input: input as JsonObject }), action).toMatchObject(
      expected as object,
    );
  }
  for (const { action, input, code, message } of vendor.refusals) {
    const failure = await failureOf(connector.run(action, { ...good, input: input as JsonObject }));
    expect([action, failure.code]).toEqual([action, code]);
    expect(failure.message).toMatch(message);
  }
  expect(mock.requests.flatMap((request) => undocumented(vendor, request))).toEqual([]);
  await refusesBadCredentials(trial, call(credentials.bad), Object.values(credentials.bad));
  await understandsAnswers(trial, good);
}

/** The inputs that no case uses. */
function uncovered({ info }: Connector, { cases }: MockVendor): string[] {
  return info.actions.flatMap(({ id, input }) => {
    const used = cases.filter(({ action }) => action === id).flatMap((one) => Object.keys(one.input));
    const names = Object.keys((input.properties ?? {}) as object); // a JSON Schema's properties are an object
    return names.filter((name) => !used.includes(name)).map((name) => `${id}.${name}`);
  });
}

/** The names in a request that the vendor does not document for that endpoint. */
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

async function refusesBadCredentials(
  { connector }: Trial,
  call: Omit<Call, "input">,
  secrets: string[],
): Promise<void> {
  const failure = await failureOf(connector.check?.(call) ?? Promise.resolve());
  expect(failure.code).toBe("auth");
  for (const secret of secrets) expect(failure.message).not.toContain(secret);
}

async function understandsAnswers(
  { connector, vendor, mock }: Trial,
  call: Omit<Call, "input">,
): Promise<void> {
  const check = () => failureOf(connector.check?.(call) ?? Promise.resolve());
  mock.force(vendor.create().limited());
  const limited = await check();
  expect(limited.code).toBe("rateLimit");
  if (vendor.retryAfterMs !== undefined) {
    expect(limited.retryAfterMs).toBeGreaterThan(vendor.retryAfterMs - 5000);
    expect(limited.retryAfterMs).toBeLessThanOrEqual(vendor.retryAfterMs + 1000);
  }
  const common = [500, 502, 503].map((status) => ({ answer: { status, body: "<html>" }, code: "remote" }));
  for (const { answer, code } of [...(vendor.answers ?? []), ...common]) {
    mock.force(answer);
    expect([answer, (await check()).code]).toEqual([answer, code]);
  }
}
