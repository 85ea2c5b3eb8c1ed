import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a test makes the token endpoint answer. */
export interface FakeTokenReply {
  status?: number;
  type?: string;
  body: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  /** What it waits for before it responds. */
  after?: Promise<unknown>;
  /** Ends the connection instead of responding. */
  hangUp?: boolean;
  /** The raw bytes of the response, replacing the rest; the connection ends with it. */
  raw?: Buffer;
}

/** A provider for tests: its token endpoint answers as scripted, its API takes only the tokens in `accepted`. */
export interface FakeProvider {
  url: string;
  /** The forms that the token endpoint got. */
  tokenRequests: URLSearchParams[];
  /** The headers of those requests. */
  tokenHeaders: IncomingMessage["headers"][];
  /** The tokens that it was asked to forget. */
  revoked: string[];
  /** The clients that asked for it: the header, or the form's id and secret. */
  revokers: string[];
  /** The headers of every API request. */
  apiRequests: IncomingMessage["headers"][];
  accepted: Set<string>;
  /** What the API answers to any other token. */
  refusal: { status: number; body: object };
  /** The paths of the API requests. */
  apiPaths: string[];
  /** Responses to come, in order; the last one stays. */
  script: FakeTokenReply[];
  /** Runs before an API request is answered; the path says which. */
  before: ((path: string) => Promise<void>) | undefined;
  /** Answers everything but tokens with 503 while `work` runs. */
  whileDown(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Starts the provider on a free port of 127.0.0.1. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const state = {
    tokenRequests: [] as URLSearchParams[],
    tokenHeaders: [] as IncomingMessage["headers"][],
    revoked: [] as string[],
    revokers: [] as string[],
    apiRequests: [] as IncomingMessage["headers"][],
    accepted: new Set<string>(),
    refusal: { status: 401, body: {} },
    apiPaths: [] as string[],
    script: [] as FakeTokenReply[],
    before: undefined as FakeProvider["before"],
  };
  let isDown = false;
  const server = createServer(async (request, reply) => {
    const body = await readBody(request);
    if (request.url?.startsWith("/token")) {
      state.tokenRequests.push(new URLSearchParams(body));
      state.tokenHeaders.push(request.headers);
      const next = state.script.length > 1 ? state.script.shift() : state.script[0];
      return sendToken(reply, next ?? { status: 500, body: "nothing scripted" });
    }
    if (request.url?.startsWith("/revoke")) {
      const form = new URLSearchParams(body);
      state.revoked.push(form.get("token") ?? "");
      state.revokers.push(
        request.headers.authorization ?? `${form.get("client_id")}:${form.get("client_secret")}`,
      );
      return reply.end();
    }
    state.apiRequests.push(request.headers);
    state.apiPaths.push(request.url ?? "");
    await state.before?.(request.url ?? "");
    if (isDown) return reply.writeHead(503).end();
    if (request.url?.startsWith("/api/echo")) return repeat(request, reply);
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const isGood = state.accepted.has(token);
    const { status, body: said } = state.refusal;
    reply.writeHead(isGood ? 200 : status, { "content-type": "application/json" });
    reply.end(JSON.stringify(isGood ? { ok: true, token } : { message: `bad token ${token}`, ...said }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    whileDown: async (work: () => Promise<void>) => {
      isDown = true;
      await work().finally(() => {
        isDown = false;
      });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

/** The response of a provider that echoes requests, to anybody: 422 below /api/echo/refused. */
function repeat({ url = "", headers }: IncomingMessage, reply: ServerResponse): void {
  const basic = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
  const sent = { ...headers, url, basic, encoded: encodeURIComponent(headers.authorization ?? "") };
  const list = Object.entries(sent).map(([name, value]) => ({
    name: `${name} ${value}`,
    value: String(value),
  }));
  const isRefused = url.startsWith("/api/echo/refused");
  reply.writeHead(isRefused ? 422 : 200, {
    "content-type": "application/json",
    "x-sent": headers.authorization ?? "",
  });
  reply.end(JSON.stringify(isRefused ? { message: JSON.stringify(sent) } : list));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function sendToken(
  reply: ServerResponse,
  { status = 200, type, body, headers, delayMs = 0, after, hangUp, raw }: FakeTokenReply,
) {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await after;
  if (hangUp) return reply.destroy();
  if (raw) return reply.socket?.end(raw);
  const isText = typeof body === "string";
  reply.writeHead(status, {
    "content-type": type ?? (isText ? "text/html" : "application/json"),
    ...headers,
  });
  reply.end(isText ? body : JSON.stringify(body));
}

/** A definition of an OAuth2 application at `url`, as an organization would send it. */
export function buildOAuthDefinition(
  slug: string,
  url: string,
  oauth2: object = {},
): Record<string, unknown> {
  return {
    slug,
    name: `App ${slug}`,
    description: "An application for tests.",
    version: "1.0.0",
    base_url: `${url}/api`,
    auth: {
      oauth2: { authorize_url: `${url}/authorize`, token_url: `${url}/token`, scopes: ["a", "b"], ...oauth2 },
    },
    check: { request: { method: "GET", path: "/me" }, account: "acme" },
    error_message: "{{ body.message }}",
    actions: {
      read: {
        title: "Read",
        description: "Reads.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/things" },
      },
      write: {
        title: "Write",
        description: "Writes.",
        hints: { read_only: false },
        input: { type: "object", properties: { a: { type: "number" } }, additionalProperties: false },
        request: { method: "POST", path: "/things", json: "{{ input }}" },
      },
    },
  };
}
