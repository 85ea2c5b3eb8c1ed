import { Agent, type IncomingHttpHeaders, request as open } from "node:http";

/** One request as a client of the API sends it; `body` is sent as JSON, `raw` unchanged. */
export interface Call {
  readonly method?: string;
  /** Sent unchanged: dot segments are not resolved and nothing is escaped. */
  readonly path: string;
  readonly key?: string;
  readonly token?: string;
  /** Sent as the header `linked_account_id`. */
  readonly account?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // Replies have any shape; each test states what it expects, and the contract checks the rest.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly text: string;
}

export interface HttpClient {
  send(call: Call): Promise<Reply>;
  close(): void;
}

/** A client of the server at `url`; not fetch, which would resolve odd addresses and refuse bodies with GET. */
export function createHttpClient(url: string): HttpClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    close: () => agent.destroy(),
    send: (call) =>
      new Promise((resolve, reject) => {
        const payload = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
        const { method = "GET", path } = call;
        const headers = { ...headersOf(call, payload) };
        const outgoing = open({ hostname, port, path, method, headers, agent }, async (incoming) => {
          try {
            const chunks: Buffer[] = [];
            for await (const chunk of incoming) chunks.push(chunk);
            const text = Buffer.concat(chunks).toString("utf8");
            const isJson = String(incoming.headers["content-type"]).includes("json");
            const body = isJson && text !== "" ? JSON.parse(text) : undefined;
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body, text });
          } catch (error) {
            reject(error);
          }
        });
        outgoing.on("error", reject);
        outgoing.end(payload);
      }),
  };
}

function headersOf(call: Call, payload: string | Buffer | undefined): Record<string, string | number> {
  return {
    ...(call.key !== undefined && { "x-api-key": call.key }),
    ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
    ...(call.account !== undefined && { linked_account_id: call.account }),
    ...(payload !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(payload),
    }),
    ...call.headers,
  };
}
