import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A real HTTP server on a free port of 127.0.0.1, for tests of the outgoing client. */
export interface LocalServer {
  port: number;
  origin: string;
  /** How many sockets have been opened to it in total. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts the server; close it at the end of the test. */
export async function startLocalServer(listener: RequestListener, host = "127.0.0.1"): Promise<LocalServer> {
  let opened = 0;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, listener);
  server.on("connection", () => {
    opened += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // A TCP server's address is always an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host}:${port}`,
    connections: () => opened,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
