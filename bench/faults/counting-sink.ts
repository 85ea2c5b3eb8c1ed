import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A call as the sink saw it. */
export interface Call {
  /** The `id` in the body. */
  readonly id: string;
  readonly step: string;
  readonly key: string;
  readonly atMs: number;
  /** When the sink answered it; undefined until then. */
  answeredMs: number | undefined;
  /** When its connection ended; a killed caller's connections end with it, which identifies the caller. */
  readonly connection: { closedMs: number | undefined; readonly owner: number | undefined };
}

/** A third party that records every call. */
export interface CountingSink {
  readonly url: string;
  readonly calls: Call[];
  close(): void;
}

/**
 * Starts a sink that answers after `delayMs()`. The path's last part is the step, the body's `id` the run. `ownerOf`
 * may identify the process behind a connection by its port.
 */
export async function startSink(
  delayMs: () => number,
  ownerOf?: (port: number) => number | undefined,
): Promise<CountingSink> {
  const calls: Call[] = [];
  const connections = new WeakMap<Socket, Call["connection"]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
      const step = (request.url ?? "").split("/").at(-1) ?? "";
      const key = String(request.headers["idempotency-key"] ?? "");
      const connection = connections.get(request.socket) ?? { closedMs: undefined, owner: undefined };
      const call: Call = { id: String(id), step, key, atMs: Date.now(), answeredMs: undefined, connection };
      calls.push(call);
      setTimeout(() => {
        call.answeredMs = Date.now();
        response.writeHead(200, { "content-type": "application/json" }).end(`{"seen":"${call.id}/${step}"}`);
      }, delayMs());
    });
  });
  server.on("connection", (socket: Socket) => {
    const connection: Call["connection"] = {
      closedMs: undefined,
      owner: ownerOf?.(socket.remotePort ?? 0),
    };
    connections.set(socket, connection);
    socket.on("close", () => (connection.closedMs = Date.now()));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
