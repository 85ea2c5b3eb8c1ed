import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { MockAnswer } from "../../../connectors/mock-vendor.ts";
import { SHIPPED_CONNECTORS } from "../apps/catalog/catalog.ts";
import { findNearName } from "../platform/near-name.ts";
import { isHostNamed } from "../platform/outbound/diversion.ts";
import {
  type SimulatedApplication,
  type SimulatedRequest,
  SimulatorError,
  toAccountKey,
} from "./application.ts";
import { handleControl } from "./control.ts";
import { openDeliveries, sendDeliveries } from "./deliver.ts";
import { loadDocumentApplications } from "./documents/load-documents.ts";
import { createFaults, type Faults, type MetFault } from "./faults.ts";
import type { RecordedRequest, Simulator, SimulatorOptions } from "./simulator.ts";
import { loadVendorApplications } from "./vendors/load-vendors.ts";

const KEPT_REQUESTS = 10_000;
const BROKEN: MockAnswer = {
  status: 503,
  headers: { "content-type": "text/html" },
  body: "<html>Unavailable",
};
const GARBAGE: MockAnswer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: '{"items":[{"id',
};

/** Starts the applications on one port of this machine; throws `SimulatorError` for one that there is not. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { seed = 1, faults: share = 0, now = Date.now, folders = [SHIPPED_CONNECTORS] } = options;
  const { documents = [], applications: slugs = documents.length > 0 ? [] : undefined } = options;
  const applications = [
    ...(await loadVendorApplications(slugs, folders, now)),
    ...(await loadDocumentApplications(documents, now)),
  ];
  const deliveries = openDeliveries(options.deliver);
  const faults = createFaults({ seed, share });
  const recorded: RecordedRequest[] = [];
  const record = (request: RecordedRequest) => {
    recorded.push(request);
    if (recorded.length > KEPT_REQUESTS) recorded.shift();
    options.onRequest?.(request);
  };
  const server = createServer((incoming, reply) => {
    serve({ simulator, faults, record }, incoming, reply).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : "unknown";
      if (!reply.headersSent)
        send(reply, { status: 500, body: { error: `The simulator failed: ${reason}` } });
    });
  });
  server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  await once(server, "listening").catch(async (error: unknown) => {
    await deliveries.close();
    throw error;
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The simulator has no port.");
  const simulator: Simulator = {
    url: `http://${options.host ?? "127.0.0.1"}:${address.port}`,
    hosts: [...new Set(applications.flatMap(({ hosts }) => hosts))],
    applications,
    seed,
    requests: (application) => recorded.filter((one) => [undefined, one.application].includes(application)),
    fault: (fault) => {
      const found = findApplication(applications, fault.application);
      if (fault.kind === "revoked") found.revoke(fault.account && toAccountKey(fault.account));
      else faults.add(fault);
    },
    happen: async ({ application, ...happening }) => {
      const account = happening.account && toAccountKey(happening.account);
      const found = findApplication(applications, application);
      return sendDeliveries(deliveries.deliver, await found.happen({ ...happening, account }));
    },
    reset: () => {
      for (const application of applications) application.reset();
      faults.reset();
      recorded.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all([once(server, "close"), deliveries.close()]);
    },
  };
  return simulator;
}

function findApplication(applications: readonly SimulatedApplication[], slug: string): SimulatedApplication {
  const found = applications.find((one) => one.slug === slug);
  if (found !== undefined) return found;
  const names = applications.map((one) => one.slug);
  const near = findNearName(slug, names);
  const hint = near === undefined ? `It plays ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new SimulatorError(`The simulator does not play "${slug}". ${hint}`);
}

interface Serving {
  simulator: Simulator;
  faults: Faults;
  record(request: RecordedRequest): void;
}

/** The first part of the path is the host at the third party, or this server's own interface. */
async function serve(serving: Serving, incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { simulator, faults, record } = serving;
  const request = await readRequest(incoming);
  if (request.host === "" || request.host === "_simulator")
    return send(reply, await handleControl(simulator, request));
  const application = findPlaying(simulator.applications, request);
  if (application === undefined) {
    const error = `The simulator does not play ${request.host}.`;
    return send(reply, { status: 404, body: { error } });
  }
  const isPage = request.headers.accept?.includes("text/html") ?? false;
  const met = isPage ? undefined : faults.take(application.slug, `${request.method} ${request.path}`);
  const answer = await answerUnder(application, request, met);
  const query = request.query.size > 0 ? `?${request.query}` : "";
  record({
    application: application.slug,
    method: request.method,
    url: `https://${request.host}${request.path}${query}`,
    headers: request.headers,
    body: request.body,
    status: answer?.status ?? 0,
    ...(met && { fault: met.kind }),
  });
  if (answer === undefined) reply.destroy();
  else send(reply, answer);
}

/** Several applications may share a host: the one that the request fits best answers. */
function findPlaying(
  applications: readonly SimulatedApplication[],
  request: SimulatedRequest,
): SimulatedApplication | undefined {
  const playing = applications.filter(({ hosts }) => isHostNamed(hosts, request.host));
  if (playing.length <= 1) return playing[0];
  return playing
    .map((application) => ({ application, rating: application.rate(request) }))
    .sort((a, b) => b.rating - a.rating)[0]?.application;
}

/** The answer with a fault, undefined if the connection is cut. */
async function answerUnder(
  application: SimulatedApplication,
  request: SimulatedRequest,
  met: MetFault | undefined,
): Promise<MockAnswer | undefined> {
  if (met?.kind === "limit") return application.limited();
  if (met?.kind === "outage") return BROKEN;
  if (met?.kind === "garbage") return GARBAGE;
  if (met?.kind === "slow") await wait(met.delayMs);
  const answer = application.answer(request);
  return met?.kind === "cut" ? undefined : answer;
}

async function readRequest(incoming: IncomingMessage): Promise<SimulatedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(`http://simulator${incoming.url ?? "/"}`);
  const [, host = "", path = ""] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "",
    host: host.toLowerCase(),
    path: path || "/",
    query: url.searchParams,
    headers: { ...Object.fromEntries(headers), host: host.toLowerCase() },
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(reply: ServerResponse, { status, headers, body }: MockAnswer): void {
  const isText = typeof body === "string";
  const type = isText ? "text/plain" : "application/json; charset=utf-8";
  reply.writeHead(status, body === undefined ? headers : { "content-type": type, ...headers });
  reply.end(body === undefined || isText ? body : JSON.stringify(body));
}
