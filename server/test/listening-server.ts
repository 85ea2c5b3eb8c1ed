import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Config } from "../src/config.ts";
import type { BuildOptions } from "../src/start/build-deps.ts";
import { startOwnServer, startTestServer, type TestServer } from "./test-server.ts";

/** A complete server that also listens on a real socket, at `baseUrl`. */
export interface ListeningServer extends TestServer {
  readonly baseUrl: string;
}

/** Starts a server for one test file on 127.0.0.1; `close` it in `afterAll`. */
export async function startListeningServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<ListeningServer> {
  const server = await startTestServer(changes, options);
  return { ...server, baseUrl: await listen(server) };
}

/** Starts one on a database that nothing else has ever used: see `startOwnServer`. */
export async function startOwnListeningServer(): Promise<ListeningServer> {
  const server = await startOwnServer();
  return { ...server, baseUrl: await listen(server) };
}

/**
 * Makes the server listen on 127.0.0.1, on the port of its public address or on a free one if that has none; returns
 * its address.
 */
export async function listen({ app, deps }: Pick<TestServer, "app" | "deps">): Promise<string> {
  const address = app.server.address();
  // A server that files share may be listening already.
  if (address !== null && typeof address === "object") return `http://127.0.0.1:${address.port}`;
  return app.listen({ host: "127.0.0.1", port: Number(new URL(deps.config.publicUrl).port) });
}

/** A body of which only a part is sent. */
export interface BegunBody {
  /** How many bytes are sent; the body does not end with them. */
  readonly sent: number;
  /** The declared length; without one, the body is sent in chunks. */
  readonly length?: number;
}

/** Begins a POST whose body, a picture, does not end. */
export async function beginPost(baseUrl: string, path: string, { sent, length }: BegunBody): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  const coding = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\nexpect: 100-continue\r\n${coding}\r\n\r\n`,
  );
  await once(socket, "data");
  const bytes = "x".repeat(sent);
  socket.write(length === undefined ? `${sent.toString(16)}\r\n${bytes}\r\n` : bytes);
  return socket;
}

/** Posts a picture of so many bytes; returns the status. */
export async function postPicture(url: string, bytes: number): Promise<number> {
  const body = new Uint8Array(bytes);
  return (await fetch(url, { method: "POST", headers: { "content-type": "image/png" }, body })).status;
}
