import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

/** A webhook as it arrived. */
export interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Record<string, unknown>;
}

/** A real receiver on loopback; it keeps what arrives, and answers 200 unless told to fail. */
export interface WebhookReceiver {
  readonly url: string;
  readonly delivered: readonly Delivered[];
  /** Answers the next requests with these statuses. */
  failNext(...statuses: number[]): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const delivered: Delivered[] = [];
  const failures: number[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString("utf8");
    delivered.push({ path: request.url ?? "", headers: request.headers, raw, body: JSON.parse(raw || "{}") });
    reply.writeHead(failures.shift() ?? 200, { "content-type": "application/json" }).end('{"account":"x"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    delivered,
    failNext: (...statuses) => failures.push(...statuses),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
