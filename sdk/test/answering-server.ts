import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the server was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real HTTP server that stands for what may lie between a client and Junctor. */
export interface AnsweringServer {
  readonly baseUrl: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** Answers the n-th request with the n-th of `answers`; the last one from then on. */
export async function startAnsweringServer(
  answers: readonly ((response: ServerResponse) => void)[],
): Promise<AnsweringServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    answer?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));
}
