import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type CallToolResult, createMcpHandler, Server } from "@modelcontextprotocol/server";

/** A tool of the fake server, and its result. */
export interface FakeTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  outputSchema?: { type: "object"; [key: string]: unknown };
  annotations?: Record<string, boolean>;
  answer(input: Record<string, unknown>): CallToolResult;
}

export interface FakeMcpOptions {
  tools: readonly FakeTool[];
  /** `legacy` supports 2025 only, `modern` 2026-07-28 only; both if absent. */
  era?: "legacy" | "modern";
  pageSize?: number;
  /** Called before each list of tools is answered. */
  beforeList?: () => Promise<void>;
  stream?: boolean;
  /** The credential that it requires; none if absent. */
  guard?: "bearer" | "oauth2";
  /** Whether the authorization server accepts client-id metadata documents, registers clients, or neither. */
  clients?: "metadata" | "registration" | "none";
  /** Whether its metadata promises `iss` in callbacks, and what it then sends; its own issuer if true. */
  issuer?: { promised: boolean; sent?: string | true };
  /** Another server's authorization endpoint, which its metadata names instead of its own. */
  authorizationEndpoint?: string;
}

/** A remote MCP server built with the protocol's own library, with its authorization server. */
export interface FakeMcp {
  url: string;
  origin: string;
  /** Each request as `METHOD path`. */
  requests: string[];
  /** The forms that the token endpoint received. */
  tokenForms: URLSearchParams[];
  registrations: Record<string, unknown>[];
  /** Expires all access tokens; the refresh tokens stay valid. */
  expireTokens(): void;
  close(): Promise<void>;
}

export const GOOD_BEARER = "mcp-good-bearer-token";

/** Starts the server on a free port of 127.0.0.1. */
export async function startFakeMcp(options: FakeMcpOptions): Promise<FakeMcp> {
  const access = new Set<string>([GOOD_BEARER]);
  // Refresh tokens are bound to the client that they were issued to (RFC 6749 6).
  const refresh = new Map<string, string>();
  const codes = new Map<string, { challenge: string; resource: string; client: string }>();
  const requests: string[] = [];
  const tokenForms: URLSearchParams[] = [];
  const registrations: Record<string, unknown>[] = [];
  let origin = "";
  const serve = toNodeHandler(
    createMcpHandler(() => serverOf(options), {
      legacy: options.era === "modern" ? "reject" : "stateless",
      responseMode: options.stream ? "sse" : "auto",
    }),
  );
  const handlers: Record<string, (request: IncomingMessage, reply: ServerResponse) => Promise<void>> = {
    "/.well-known/oauth-protected-resource/mcp": async (_request, reply) => {
      if (options.guard !== "oauth2") return send(reply, 404, {});
      send(reply, 200, {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: ["tools"],
      });
    },
    "/.well-known/oauth-authorization-server": async (_request, reply) => {
      if (options.guard !== "oauth2") return send(reply, 404, {});
      send(reply, 200, {
        issuer: origin,
        authorization_endpoint: options.authorizationEndpoint ?? `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        scopes_supported: ["tools", "offline_access"],
        ...(options.issuer?.promised && { authorization_response_iss_parameter_supported: true }),
        ...(options.clients === "metadata" && { client_id_metadata_document_supported: true }),
        ...(options.clients === "registration" && { registration_endpoint: `${origin}/register` }),
      });
    },
    "/register": async (request, reply) => {
      const body = JSON.parse(await textOf(request));
      registrations.push(body);
      send(reply, 201, { ...body, client_id: `registered-${registrations.length}` });
    },
    "/authorize": async (request, reply) => {
      const { searchParams } = new URL(request.url ?? "", origin);
      const code = randomUUID();
      codes.set(code, {
        challenge: searchParams.get("code_challenge") ?? "",
        resource: searchParams.get("resource") ?? "",
        client: searchParams.get("client_id") ?? "",
      });
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", searchParams.get("state") ?? "");
      const { sent } = options.issuer ?? {};
      if (sent !== undefined) back.searchParams.set("iss", sent === true ? origin : sent);
      reply.writeHead(302, { location: back.href }).end();
    },
    "/token": async (request, reply) => {
      const form = new URLSearchParams(await textOf(request));
      tokenForms.push(form);
      if (form.get("resource") !== `${origin}/mcp`) return send(reply, 400, { error: "invalid_target" });
      const code = codes.get(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const client = form.get("client_id") ?? "";
      const isRenewal = refresh.get(form.get("refresh_token") ?? "") === client;
      const isGood = code?.challenge === challenge && code.client === client;
      codes.delete(form.get("code") ?? "");
      if (!isRenewal && !isGood) return send(reply, 400, { error: "invalid_grant" });
      refresh.delete(form.get("refresh_token") ?? "");
      const tokens = { access_token: `at-${randomUUID()}`, refresh_token: `rt-${randomUUID()}` };
      access.add(tokens.access_token);
      refresh.set(tokens.refresh_token, client);
      send(reply, 200, { ...tokens, token_type: "Bearer", expires_in: 3600, scope: "tools" });
    },
    "/mcp": async (request, reply) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      if (options.guard === undefined || access.has(token)) return serve(request, reply);
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      const challenge =
        options.guard === "oauth2" ? `Bearer resource_metadata="${metadata}", scope="tools"` : "Bearer";
      reply.setHeader("www-authenticate", challenge);
      send(reply, 401, { error: "unauthorized" });
    },
  };
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? "/", "http://fake");
    requests.push(`${request.method} ${pathname}`);
    const handle = handlers[pathname];
    if (handle === undefined) return send(reply, 404, { error: "not_found" });
    handle(request, reply).catch((error: unknown) => send(reply, 500, { error: String(error) }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The fake server has no port.");
  origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    requests,
    tokenForms,
    registrations,
    expireTokens: () => access.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function serverOf({ tools, pageSize = 100, beforeList }: FakeMcpOptions): Server {
  const server = new Server({ name: "fake", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async ({ params }) => {
    await beforeList?.();
    const start = Number(params?.cursor ?? 0);
    const next = start + pageSize;
    return {
      tools: tools.slice(start, next).map(({ answer: _answer, ...tool }) => tool),
      ...(next < tools.length && { nextCursor: String(next) }),
    };
  });
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      return { isError: true, content: [{ type: "text", text: `Unknown tool ${params.name}` }] };
    return tool.answer(params.arguments ?? {});
  });
  return server;
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
