import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { findFreePort } from "./free-port.ts";

export interface Gate {
  readonly port: number;
  shut(): void;
  open(): Promise<void>;
}

/** Opens a gate in front of the database server that a test can shut: connections end, and new ones are refused. */
export async function openGate(target: URL): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  // One that nothing else gets while the gate is shut.
  const port = await findFreePort();
  const listen = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen();
  return {
    port,
    shut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    open: listen,
  };
}
