import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";

const LOGGED_IN = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");

/** A pooler in transaction mode, as far as queries that take turns notice: all clients share one session at `url`. */
export async function startTransactionPooler(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const upstream = new pg.Client(url);
  upstream.on("error", () => {});
  await upstream.connect();
  const { stream } = upstream.connection;
  stream.removeAllListeners("data");
  const clients = new Set<Socket>();
  let asking: Socket | undefined;
  stream.on("data", (bytes: Buffer) => asking?.write(bytes));
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => client.destroy());
    client.once("data", () => {
      client.write(LOGGED_IN);
      client.on("data", (bytes: Buffer) => {
        // A client that ends does not end the session.
        if (bytes.toString("latin1", 0, 1) === "X") return;
        asking = client;
        stream.write(bytes);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href,
    close: async () => {
      for (const client of clients) client.destroy();
      server.close();
      stream.destroy();
    },
  };
}
