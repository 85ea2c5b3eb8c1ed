import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

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
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    shut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    open: () => listen(port),
  };
}
