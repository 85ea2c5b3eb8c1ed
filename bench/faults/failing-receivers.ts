import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

const FAILURES = ["500", "timeout", "reset"] as const;
export type Failure = (typeof FAILURES)[number];

/** A delivery that a receiver has answered with 200. */
export interface Accepted {
  /** The event and the receiver: the same for every repeat. */
  readonly what: string;
  readonly webhookId: string;
}

/** Receivers that fail at random, each on a port of its own. */
export interface FailingReceivers {
  readonly urls: readonly string[];
  readonly accepted: Accepted[];
  readonly failures: Record<Failure, number>;
  /** Requests with a signature that the standardwebhooks package refused. */
  badSignatures(): number;
  requests(): number;
  /** Sets the signing secret of the webhook that posts to receiver `index`. */
  setSecret(index: number, secret: string): void;
  close(): void;
}

/**
 * Starts `count` receivers. A request fails with probability `share`: as a 500, without an answer, or by a reset. Each
 * delivery fails at most `mostFailures` times, so that its attempts suffice, and only its first attempt hangs.
 */
export async function startFailingReceivers(
  count: number,
  { share, mostFailures, random }: { share: number; mostFailures: number; random: () => number },
): Promise<FailingReceivers> {
  const accepted: Accepted[] = [];
  const failures: Record<Failure, number> = { "500": 0, timeout: 0, reset: 0 };
  const failed = new Map<string, number>();
  const secrets: string[] = [];
  let requests = 0;
  let badSignatures = 0;

  const chooseFailure = (webhookId: string): Failure | undefined => {
    const before = failed.get(webhookId) ?? 0;
    if (random() >= share || before >= mostFailures) return undefined;
    failed.set(webhookId, before + 1);
    const failure = FAILURES[Math.floor(random() * FAILURES.length)] ?? "500";
    return failure === "timeout" && before > 0 ? "500" : failure;
  };
  const receive = (index: number, request: IncomingMessage, response: ServerResponse, body: string) => {
    requests += 1;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      new Webhook(secrets[index] ?? "").verify(body, headers);
    } catch {
      badSignatures += 1;
    }
    const webhookId = headers["webhook-id"] ?? "";
    const failure = chooseFailure(webhookId);
    if (failure) failures[failure] += 1;
    if (failure === "reset") response.socket?.resetAndDestroy();
    else if (failure === "500") response.writeHead(500).end();
    else if (!failure) {
      accepted.push({ what: `${index}/${JSON.parse(body).n}`, webhookId });
      response.end();
    }
  };
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      listen((request, response, body) => receive(index, request, response, body)),
    ),
  );
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    accepted,
    failures,
    badSignatures: () => badSignatures,
    requests: () => requests,
    setSecret: (index, secret) => {
      secrets[index] = secret;
    },
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(
  receive: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A sender that is killed halfway has not delivered anything.
    request.on("error", () => {});
    request.on("end", () => receive(request, response, Buffer.concat(chunks).toString()));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return server;
}
