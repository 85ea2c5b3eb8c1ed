import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A real HTTP server in place of a third party, for tests. */
export interface ThirdParty {
  readonly url: string;
  readonly server: Server;
  readonly received: { path: string; headers: IncomingMessage["headers"]; body: string }[];
  /** What it answers, in turn; 200 when nothing is left. */
  readonly answers: { status: number; headers?: Record<string, string>; body?: string; delayMs?: number }[];
  close(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function startThirdParty(): Promise<ThirdParty> {
  const received: ThirdParty["received"] = [];
  const answers: ThirdParty["answers"] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    const { status, headers, body: reply = '{"ok":true}', delayMs = 0 } = answers.shift() ?? { status: 200 };
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(reply);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, server, received, answers, close };
}
