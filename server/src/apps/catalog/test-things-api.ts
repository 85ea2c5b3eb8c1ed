import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request that the API got. */
export interface ThingsRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** What a test makes the API answer. */
export interface ThingsReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** All that goes over the wire, in place of the rest; the connection ends with it. */
  raw?: Buffer;
}

/** A third party's API for tests, which takes the key `good` in `x-app-key`. */
export interface ThingsApi {
  url: string;
  requests: ThingsRequest[];
  /** Answers in place of the usual one. */
  answer: ((request: ThingsRequest) => ThingsReply | undefined | Promise<ThingsReply>) | undefined;
  close(): Promise<void>;
}

/** Starts the API on a free port of 127.0.0.1. */
export async function startThingsApi(): Promise<ThingsApi> {
  const server = createServer(async (request, reply) => {
    const got = await readRequest(request);
    api.requests.push(got);
    send(reply, (await api.answer?.(got)) ?? usualReply(got));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The API has no port.");
  const api: ThingsApi = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return api;
}

async function readRequest(request: IncomingMessage): Promise<ThingsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "", url = "", headers } = request;
  return { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
}

function usualReply({ method, url, headers, body }: ThingsRequest): ThingsReply {
  const json = (status: number, value: unknown): ThingsReply => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  if (headers["x-app-key"] !== "good") return json(401, { message: `bad key ${headers["x-app-key"]}` });
  const { pathname, searchParams } = new URL(url, "http://things");
  if (pathname === "/api/lists")
    return json(200, [
      { id: 1, label: `One of ${searchParams.get("board")}` },
      { id: 2, label: "Two" },
    ]);
  if (pathname === "/api/things" && method === "POST") return json(201, { made: JSON.parse(body) });
  if (pathname === "/api/things") return json(200, { things: [] });
  return json(404, { message: `there is no ${pathname}` });
}

function send(reply: ServerResponse, { status = 200, headers, body, raw }: ThingsReply): void {
  if (raw !== undefined) {
    reply.socket?.end(raw);
    return;
  }
  reply.writeHead(status, headers);
  reply.end(body);
}

/** A definition of an application at `url`, as an organization would send it. */
export function buildThingsDefinition(slug: string, url: string, more: object = {}): Record<string, unknown> {
  return {
    slug,
    name: "Things",
    description: "An application for tests.",
    version: "1.0.0",
    base_url: `${url}/api`,
    auth: {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { "x-app-key": "{{ credentials.key }}" } },
      },
    },
    options: {
      lists: {
        request: { method: "GET", path: "/lists", query: { board: "{{ input.board }}" } },
        items: "body",
        name: "{{ item.label }}",
        value: "{{ item.id }}",
      },
    },
    actions: {
      list_things: {
        title: "List things",
        description: "Reads all things.",
        hints: { read_only: true },
        input: { type: "object", additionalProperties: false },
        request: { method: "GET", path: "/things" },
      },
      make_thing: {
        title: "Make a thing",
        description: "Makes one.",
        hints: { read_only: false },
        input: {
          type: "object",
          additionalProperties: false,
          required: ["name", "board"],
          properties: {
            note: { type: ["string", "null"], description: "Anything." },
            name: { type: "string", title: "Its name" },
            board: { type: "integer" },
            list: { type: "integer", "x-options": "lists" },
            size: { enum: ["s", "m"] },
            parts: { type: "array", items: { $ref: "#/$defs/part" } },
            part: { $ref: "#/$defs/part" },
          },
          $defs: { part: { type: "object", properties: { part: { $ref: "#/$defs/part" } } } },
        },
        request: { method: "POST", path: "/things", json: "{{ input }}" },
      },
      delete_thing: {
        title: "Delete a thing",
        description: "Deletes one.",
        hints: { read_only: false, destructive: true, idempotent: true },
        input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        request: { method: "DELETE", path: "/things/{{ input.id }}" },
      },
    },
    ...more,
  };
}
