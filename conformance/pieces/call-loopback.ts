import { once } from "node:events";
import { createServer } from "node:http";
import type { Credential, JsonObject, JsonSchema } from "../../server/src/apps/connector.ts";
import { ConnectorError } from "../../server/src/apps/connector.ts";
import type { AuthField } from "../../server/src/apps/connector-auth.ts";
import {
  createPieceConnector,
  type InstalledPiece,
} from "../../server/src/apps/providers/piece/piece-connector.ts";
import { createPiecePool } from "../../server/src/apps/providers/piece/piece-pool.ts";
import { isObject, type Json } from "../../server/src/platform/json/json.ts";

const MOST_TRIES = 8;
const CALL_MS = 10_000;
const ADDRESS = /url|host|domain|instance|server|endpoint|shop\b|subdomain/i;

/** A server that answers every request with an empty object, and counts them. */
export interface Loopback {
  url: string;
  host: string;
  port: number;
  count(): number;
  close(): void;
}

/** Starts it on a free port. */
export async function startLoopback(): Promise<Loopback> {
  let requests = 0;
  const server = createServer((_request, reply) => {
    requests += 1;
    reply.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${host}`, host, port, count: () => requests, close };
}

/** Calls actions of a piece until one reaches the server; says which one, or why none can. */
export async function callLoopback(
  loopback: Loopback,
  piece: InstalledPiece,
): Promise<{ requests: number; text: string }> {
  const { auth, actions } = piece.description;
  const fields = [...auth.settings, ...(auth.keybased?.fields ?? [])];
  if (!fields.some(isAddress)) return { requests: 0, text: "no address to set" };
  const pool = createPiecePool({ allow: "127.0.0.1" });
  const connector = createPieceConnector(piece, pool);
  const credential = fillCredential(piece, loopback);
  const began = loopback.count();
  let last = "no action to call";
  try {
    for (const { id, input } of actions.slice(0, MOST_TRIES)) {
      const signal = AbortSignal.timeout(CALL_MS);
      const now = Date.now;
      const http = () => Promise.reject(new Error("Pieces have no use for it."));
      const ended = await connector.run(id, { credential, input: fillInput(input), signal, now, http }).then(
        () => "answered",
        (error: unknown) => (error instanceof ConnectorError ? `failed: ${error.message}` : String(error)),
      );
      const requests = loopback.count() - began;
      last = `${id} ${ended.slice(0, 120)}`;
      if (requests > 0) return { requests, text: `${last} (requests: ${requests})` };
    }
    return { requests: 0, text: `none of ${Math.min(actions.length, MOST_TRIES)} reached it; ${last}` };
  } finally {
    pool.close();
  }
}

function isAddress({ name, label, type }: AuthField): boolean {
  return type === "text" && (ADDRESS.test(name) || ADDRESS.test(label));
}

function fillCredential({ description: { auth } }: InstalledPiece, loopback: Loopback): Credential {
  const valuesOf = (fields: readonly AuthField[]): JsonObject =>
    Object.fromEntries(fields.map((field) => [field.name, sampleValue(field, loopback)]));
  if (auth.keybased === undefined)
    return { type: "oauth2", settings: valuesOf(auth.settings), values: { access_token: "token" } };
  const [way] = auth.keybased.ways ?? [];
  const fields = auth.keybased.fields.filter(({ name }) => way === undefined || way.needs.includes(name));
  return { type: "keybased", settings: {}, values: valuesOf(fields) };
}

function sampleValue(field: AuthField, loopback: Loopback): Json {
  if (isAddress(field))
    return /url|endpoint/i.test(`${field.name} ${field.label}`) ? loopback.url : "127.0.0.1";
  if (field.type === "number" || /port/i.test(field.name)) return loopback.port;
  if (field.type === "boolean") return false;
  return field.default ?? field.options?.[0]?.value ?? "text";
}

/** The least that a schema asks for. */
function fillInput(schema: JsonSchema): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name])]));
}

function sampleOf(schema: Json | undefined): Json {
  if (!isObject(schema)) return "text";
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? "text";
  switch (schema.type) {
    case "object":
      return fillInput(schema);
    case "array":
      return [sampleOf(schema.items)];
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return schema.format === "date-time" ? "2026-01-01T00:00:00Z" : "1";
  }
}
