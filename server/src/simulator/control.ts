import type { MockAnswer } from "../../../connectors/mock-vendor.ts";
import {
  type Happening,
  type SimulatedApplication,
  type SimulatedRequest,
  SimulatorError,
} from "./application.ts";
import { parseFault } from "./faults.ts";
import type { Simulator } from "./simulator.ts";

/** The simulator's own interface, for tests in any language: what stands in docs/simulate.md. */
const OPERATIONS: Record<string, (simulator: Simulator, request: SimulatedRequest) => unknown> = {
  "GET /hosts": ({ hosts }) => ({ hosts }),
  "GET /applications": ({ applications, seed }) => ({ applications: applications.map(describe), seed }),
  "GET /requests": (simulator, { query }) => ({
    requests: simulator
      .requests(query.get("application") ?? undefined)
      .filter(({ method, url }) => `${method} ${url}`.includes(query.get("match") ?? "")),
  }),
  "POST /faults": (simulator, request) => {
    simulator.fault(parseFault(readBody(request)));
    return { ok: true };
  },
  "POST /happen": async (simulator, request) => ({
    deliveries: await simulator.happen(parseHappening(readBody(request))),
  }),
  "POST /reset": (simulator) => {
    simulator.reset();
    return { ok: true };
  },
};

/** Answers a request for the simulator itself. */
export async function handleControl(simulator: Simulator, request: SimulatedRequest): Promise<MockAnswer> {
  const path = request.host === "" ? "/applications" : request.path;
  const operation = OPERATIONS[`${request.method} ${path}`];
  if (operation === undefined) {
    const known = Object.keys(OPERATIONS).map((name) => name.replace(" ", " /_simulator"));
    return {
      status: 404,
      body: { error: `There is no ${request.method} ${path}. There are ${known.join(", ")}.` },
    };
  }
  try {
    return { status: 200, body: await operation(simulator, request) };
  } catch (error) {
    if (!(error instanceof SimulatorError)) throw error;
    return { status: 400, body: { error: error.message } };
  }
}

function describe({ slug, name, hosts, triggers, credentials, hasConsent }: SimulatedApplication) {
  return { application: slug, name, hosts, consent: hasConsent, credentials: credentials ?? null, triggers };
}

function readBody({ body }: SimulatedRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>; // a JSON object
  } catch {
    // The sentence below says what is expected.
  }
  throw new SimulatorError("The body must be a JSON object.");
}

function parseHappening(value: Record<string, unknown>): Happening & { application: string } {
  const { application, trigger, account, url, secret, data } = value;
  if (typeof application !== "string") throw new SimulatorError("application must be the slug of one.");
  if (typeof trigger !== "string") throw new SimulatorError("trigger must be the name of one.");
  for (const [name, text] of Object.entries({ account, url, secret }))
    if (text !== undefined && typeof text !== "string") throw new SimulatorError(`${name} must be a text.`);
  if (data !== undefined && (typeof data !== "object" || data === null || Array.isArray(data)))
    throw new SimulatorError("data must be an object.");
  if (typeof url === "string" && !/^https?:/.test(url))
    throw new SimulatorError("url must be a web address.");
  return { ...(value as Partial<Happening>), application, trigger };
}
