import type { BuildOptions } from "../src/build-deps.ts";
import type { Config } from "../src/config.ts";
import { startOwnServer, startTestServer, type TestServer } from "./test-server.ts";

/** A whole server that is also reached over a real socket, at `baseUrl`. */
export interface ListeningServer extends TestServer {
  readonly baseUrl: string;
}

/** Starts a server for one test file on 127.0.0.1, on the port of `publicUrl` or `port` if given, else on a free one; `close` it in `afterAll`. */
export async function startListeningServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<ListeningServer> {
  const server = await startTestServer(changes, options);
  return { ...server, baseUrl: await listen(server, changes.publicUrl) };
}

/** The same on a database that nothing else ever used: see `startOwnServer`. */
export async function startOwnListeningServer(): Promise<ListeningServer> {
  const server = await startOwnServer();
  return { ...server, baseUrl: await listen(server) };
}

/** Has the server listen on 127.0.0.1, on the port of `publicUrl` if given, else of its settings; returns its address. */
export async function listen({ app, deps }: TestServer, publicUrl?: string): Promise<string> {
  const address = app.server.address();
  // One that files share may listen already.
  if (address !== null && typeof address === "object") return `http://127.0.0.1:${address.port}`;
  const port = publicUrl === undefined ? deps.config.port : Number(new URL(publicUrl).port);
  return app.listen({ host: "127.0.0.1", port });
}
