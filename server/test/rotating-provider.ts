import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Counts of a provider that issues single-use refresh tokens. */
export interface RotatingCounts {
  /** Refreshes that it granted. */
  refreshes: number;
  /** Refresh tokens that were used a second time; each of these revokes all tokens. */
  reused: number;
  /** API calls with an access token that has expired or was replaced. */
  staleUses: number;
  goodUses: number;
}

/**
 * The strictest kind of provider: a refresh token works once and replaces the access token at once, and using it a
 * second time revokes everything (RFC 9700 4.14.2). It acts on token requests at once and answers after `delayMs`.
 */
export interface RotatingProvider {
  readonly url: string;
  readonly counts: RotatingCounts;
  delayMs: number;
  isRevoked(): boolean;
  /** Issues the first tokens. */
  issue(): { access: string; refresh: string };
  /** Expires the access token now. */
  expire(): void;
  close(): Promise<void>;
}

const LIFE_S = 3600;

/** Starts the provider on a free port of 127.0.0.1. */
export async function startRotatingProvider(): Promise<RotatingProvider> {
  const counts: RotatingCounts = { refreshes: 0, reused: 0, staleUses: 0, goodUses: 0 };
  let tokens = { access: "", refresh: "" };
  let revoked = false;
  let delayMs = 0;
  const issue = () => {
    tokens = { access: randomBytes(12).toString("hex"), refresh: randomBytes(12).toString("hex") };
    return tokens;
  };
  const server = createServer(async (request, reply) => {
    if (!request.url?.startsWith("/token")) return callApi(request, reply);
    const form = new URLSearchParams(await readBody(request));
    const isGood = !revoked && form.get("refresh_token") === tokens.refresh;
    if (isGood) counts.refreshes++;
    else {
      counts.reused++;
      revoked = true;
    }
    // The old token is already invalid, whatever happens to the reply.
    const { access, refresh } = isGood ? issue() : tokens;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!isGood) return send(reply, 400, { error: "invalid_grant" });
    send(reply, 200, { access_token: access, refresh_token: refresh, expires_in: LIFE_S });
  });
  function callApi(request: IncomingMessage, reply: ServerResponse) {
    const isGood = !revoked && request.headers.authorization === `Bearer ${tokens.access}`;
    counts[isGood ? "goodUses" : "staleUses"]++;
    send(reply, isGood ? 200 : 401, { ok: isGood });
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    get delayMs() {
      return delayMs;
    },
    set delayMs(ms) {
      delayMs = ms;
    },
    isRevoked: () => revoked,
    issue,
    expire: () => {
      tokens = { access: "", refresh: tokens.refresh };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
